import { rm } from 'node:fs/promises'
import { Database } from '../warehouse/database.ts'
import { loadInputs } from '../warehouse/runs.ts'
import { createSchema } from '../warehouse/schema.ts'
import { type BeginOptions, prepareRun } from './begin.ts'
import { budgetOf } from './budget.ts'
import { type Outlook, outlookOf, type PlannedStep, planSteps } from './estimate.ts'
import { makeHome, takeLock } from './home/home.ts'
import { openHome } from './home/open-home.ts'
import type { Job } from './job/schema.ts'
import type { Pipeline } from './pipeline.ts'
import { plannerOf } from './planner.ts'

export interface PlanOptions extends Omit<BeginOptions, 'database' | 'mayResume'> {
  /** Has a sentence for a person, also when something of the home was damaged. */
  readonly onFinding: (message: string) => void
}

/** What a run would need now, and what its budget leaves for it. */
export interface JobPlan {
  readonly steps: readonly PlannedStep[]
  readonly budget: readonly Outlook[]
}

/**
 * What a run of the job would need to call now, by step, without calling or keeping anything: the job's inputs are
 * taken in, the steps are asked, and all of it is rolled back. @throws JobError, PipelineError, StopError
 */
export async function planJob(options: PlanOptions): Promise<JobPlan> {
  const { home, job, pipeline, effects, onFinding } = options
  await makeHome(home)
  await using _lock = await takeLock(home.state.lock, effects.now())
  await using database = await openHome(home, effects, onFinding)
  const { run, inputs } = await prepareRun({ ...options, database, mayResume: true })
  const planned = database.preview(async (tx) => {
    await loadInputs(tx, run.run_id, inputs)
    const planner = await plannerOf(tx, run, pipeline, job.settings)
    const budget = await budgetOf(tx, run, job.settings, effects.now)
    const steps = await planSteps(tx, planner, run, budget)
    return { steps, budget: outlookOf(budget.accounts, steps) }
  })
  // A run keeps them; a plan keeps nothing.
  return await planned.finally(() => rm(inputs, { force: true }))
}

/**
 * Asks the steps and checks of a pipeline once, on tables without a row: a SELECT that does not parse, names no table, or yields
 * what its operation does not take is reported before a run meets it. @throws PipelineError, or what DuckDB says
 */
export async function checkSteps(pipeline: Pipeline, { settings }: Job): Promise<void> {
  await using database = await Database.open(':memory:')
  await createSchema(database, false)
  const run = { run_id: 'validate', started_at: new Date(0).toISOString() }
  const planner = await plannerOf(database, run, pipeline, settings)
  await planner.next(1, { outstanding: new Set(), givenUp: new Set() })
}
