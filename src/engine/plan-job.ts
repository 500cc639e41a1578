import { rm } from 'node:fs/promises'
import { loadInputs, spentBefore } from '../warehouse/runs.ts'
import { type BeginOptions, prepareRun } from './begin.ts'
import { createBudget } from './budget.ts'
import { type PlannedStep, planSteps } from './estimate.ts'
import { makeHome } from './home.ts'
import { takeLock } from './lock.ts'
import { monthStart } from './month.ts'
import { openHome } from './open-home.ts'
import { type Outlook, outlookOf } from './outlook.ts'
import { Planner, variablesOf } from './planner.ts'

export interface PlanOptions extends Omit<BeginOptions, 'database' | 'mayResume'> {
  /** Has a sentence for a person when something of the home was damaged. */
  readonly onDamage: (message: string) => void
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
  const { home, job, pipeline, effects, onDamage } = options
  await makeHome(home)
  await using _lock = await takeLock(home.state.lock, effects.now())
  await using database = await openHome(home, effects, onDamage)
  const { run, inputs } = await prepareRun({ ...options, database, mayResume: true })
  const planned = database.preview(async (tx) => {
    await loadInputs(tx, run.run_id, inputs)
    const planner = await Planner.create(
      tx,
      { name: pipeline.name, steps: pipeline.steps },
      {
        runId: run.run_id,
        startedAt: new Date(run.started_at),
        variables: variablesOf(pipeline, job.settings),
        freshness: job.settings.freshness,
      },
    )
    const steps = await planSteps(tx, await planner.count(), {
      job: job.name,
      pipeline: pipeline.name,
      runId: run.run_id,
      costOf: createBudget(job.settings).costOf,
    })
    const before = await spentBefore(tx, run, monthStart(effects.now()))
    return { steps, budget: outlookOf(job.settings, before, steps) }
  })
  // A run keeps them; a plan keeps nothing.
  return await planned.finally(() => rm(inputs, { force: true }))
}
