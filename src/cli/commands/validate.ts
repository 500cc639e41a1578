import { variablesOf } from '../../engine/planner.ts'
import { readJob } from '../../job/read-job.ts'
import { relationNames } from '../../warehouse/schema.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { isPipelineFile, pipelines } from '../pipelines.ts'

/** Reads a job and everything it lists, and says what is wrong. Makes no call. */
export const validate: Command<{ readonly job: string }> = async (args, { out }) => {
  const { job, pipeline } = await readJob(args.job, pipelines, relationNames())
  variablesOf(pipeline, job.settings)
  let entries = 0
  for await (const _ of pipeline.inputs(job)) entries += 1
  if (isPipelineFile(job.settings.pipeline)) {
    const { checkSteps } = await import('../../engine/check-steps.ts')
    await checkSteps(pipeline, job)
  }
  out(`${args.job} is valid: pipeline ${pipeline.name}, ${entries} ${entries === 1 ? 'entry' : 'entries'}`)
  return exitCodes.complete
}
