import { outlookSentence, unknownSentence } from '../run/estimate.ts'
import { JobError, type Problem, throughAll } from '../run/job/problem.ts'
import { checkJob, readJob } from '../run/job/read-job.ts'
import { variablesOf } from '../run/pipeline.ts'
import type { JobPlan } from '../run/plan-job.ts'
import { relationNames } from '../warehouse/schema.ts'
import { silentLog, systemEffects } from './effects.ts'
import { version } from './package.ts'
import { isPipelineFile, type JobSource, pipelines } from './pipelines.ts'
import type { Settings } from './settings.ts'

/** A job that can run. */
export interface ValidJob {
  /** Its file; its name where it was given as an object. */
  readonly file: string
  /** Name of its pipeline. */
  readonly pipeline: string
  /** Enterprises, questions or citations, those of the files that it lists included. */
  readonly entries: number
}

/** Reads a job and everything it lists. @throws JobError with every problem, each with file and line */
export async function validate({ note }: Settings, source: JobSource): Promise<ValidJob> {
  const { problems, read } = await checkJob(source, pipelines, relationNames())
  let entries = 0
  const inputs = read === undefined ? [] : [() => read.pipeline.inputs(read.job, note)]
  for await (const _ of throughAll([() => refusedFor(problems), ...inputs])) entries += 1
  if (read === undefined) throw new JobError(problems)
  const { pipeline, job } = read
  variablesOf(pipeline, job.settings)
  if (isPipelineFile(job.settings.pipeline)) {
    const { checkSteps } = await import('../run/plan-job.ts')
    await checkSteps(pipeline, job)
  }
  return { file: job.file, pipeline: pipeline.name, entries }
}

/** Nothing, or the problems of the job file itself, to be reported with those of the files that it lists. */
function refusedFor(problems: readonly Problem[]): [] {
  if (problems.length > 0) throw new JobError(problems)
  return []
}

/** What a run would call now, by step, and what its budget leaves. @throws JobError, PipelineError, StopError */
export async function plan({ home, note, clock }: Settings, source: JobSource): Promise<JobPlan> {
  const { planJob } = await import('../run/plan-job.ts')
  const { job, pipeline } = await readJob(source, pipelines, relationNames())
  return await planJob({
    home,
    job,
    pipeline,
    effects: systemEffects(silentLog(), clock),
    version: version(),
    onDamage: note,
    onFinding: note,
  })
}

/** What the plan cannot know yet, and whether the budget is enough, in sentences for a person. */
export const planSentences = ({ steps, budget }: JobPlan) => ({
  mayFollow: unknownSentence(steps),
  outlook: outlookSentence(budget),
})
