import { variablesOf } from '../../engine/planner.ts'
import { JobError, type Problem, throughAll } from '../../job/problem.ts'
import { checkJob } from '../../job/read-job.ts'
import { relationNames } from '../../warehouse/schema.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { isPipelineFile, pipelines } from '../pipelines.ts'
import { counted } from '../text.ts'

/** Reads a job and everything it lists, and says all that is wrong. Makes no call. */
export const validate: Command<{ readonly job: string }> = async (args, { out, note }) => {
  const { problems, read } = await checkJob(args.job, pipelines, relationNames())
  let entries = 0
  const inputs = read === undefined ? [] : [() => read.pipeline.inputs(read.job, note)]
  const sources = throughAll([() => refusedFor(problems), ...inputs])
  for await (const _ of sources) entries += 1
  if (read === undefined) throw new JobError(problems)
  const { pipeline, job } = read
  variablesOf(pipeline, job.settings)
  if (isPipelineFile(job.settings.pipeline)) {
    const { checkSteps } = await import('../../engine/plan-job.ts')
    await checkSteps(pipeline, job)
  }
  out(`${args.job} is valid: pipeline ${pipeline.name}, ${counted(entries, 'entry', 'entries')}`)
  return exitCodes.complete
}

/** Nothing, or the problems of the job file itself, to be told with those of the files that it lists. */
function refusedFor(problems: readonly Problem[]): [] {
  if (problems.length > 0) throw new JobError(problems)
  return []
}
