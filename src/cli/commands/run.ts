import { join, resolve } from 'node:path'
import { homeAt, runFolder } from '../../engine/home.ts'
import { runJob } from '../../engine/run.ts'
import type { RunOptions } from '../../engine/run-options.ts'
import type { RunSummary } from '../../engine/summary.ts'
import { readJob } from '../../job/read-job.ts'
import { relationNames } from '../../warehouse/schema.ts'
import type { Command, Context } from '../context.ts'
import { systemEffects } from '../effects.ts'
import { type ExitCode, exitCodeOfRun } from '../exit-codes.ts'
import { exportPublished } from '../export-run.ts'
import { logOf, observeRun } from '../observe-run.ts'
import { pipelines } from '../pipelines.ts'
import { createRunLog } from '../run-log.ts'
import { type ServiceArgs, serviceClient } from '../service-client.ts'
import { homeSetting, strikeOutOf } from '../settings.ts'
import { createProgressView } from '../show-progress.ts'
import { summaryText } from '../show-summary.ts'
import { version } from '../version.ts'

export interface RunArgs extends ServiceArgs {
  readonly job: string
  readonly home?: string | undefined
  readonly json: boolean
  readonly resume: boolean
  readonly metricsFile?: string | undefined
}

/** Runs a job: calls, warehouse, exports. */
export const run: Command<RunArgs> = (args, context) => runJobFile(args, context, { mayResume: args.resume })

/** Which run of the job it is that goes on. */
type Beginning = Pick<RunOptions, 'mayResume' | 'retriesFailed'>

/** Carries a job out, from its file to its exports, and tells of it. */
export async function runJobFile(
  args: Omit<RunArgs, 'resume'>,
  context: Context,
  beginning: Beginning,
): Promise<ExitCode> {
  const home = homeAt(homeSetting(args.home, context.env))
  const { job, pipeline } = await readJob(args.job, pipelines, relationNames())
  const strike = strikeOutOf(context.env)
  const runLog = createRunLog(strike)
  await using client = await serviceClient(args, job.settings, context.env)
  const view = createProgressView(context)
  const note = (text: string) => view.note(strike.text(text))
  const { log } = runLog
  const { env } = context
  const observed = await observeRun({
    home,
    log,
    strike,
    env,
    client,
    version: version(),
    metricsFile: args.metricsFile,
    note,
  })
  context.signal.addEventListener('abort', () =>
    view.note('stopping: calls under way are brought home; interrupt once more to stop at once'),
  )
  let summary: RunSummary | undefined
  try {
    summary = await runJob({
      home,
      job,
      pipeline,
      client: observed.client,
      effects: systemEffects(log),
      version: version(),
      ...beginning,
      signal: context.signal,
      clean: strike.text,
      onBegin: (begun, isResumed) => {
        runLog.openIn(logOf(home, begun.run_id))
        observed.begun(begun, isResumed)
        view.note(
          `${isResumed ? 'resuming' : 'starting'} run ${begun.run_id} of ${job.name} at ${client.baseUrl}`,
        )
      },
      onProgress: (progress) => {
        observed.progressed(progress)
        view.show(progress)
      },
      onFinding: note,
      onPublished: async ({ run_id }) => {
        observed.exporting()
        await exportPublished(home, run_id, job.settings.exports)
      },
    })
  } catch (error) {
    log.error({ err: error }, 'run broke off')
    throw error
  } finally {
    view.end()
    await observed.ended(summary)
  }
  context.out(strike.text(args.json ? JSON.stringify(summary, null, 2) : summaryText(summary)))
  if (!args.json)
    context.out(whereToLook(home.published, join(runFolder(home, summary.run.run_id), 'exports')))
  return exitCodeOfRun(summary.run.status)
}

const whereToLook = (published: string, exports: string): string =>
  `${'warehouse'.padEnd(12)} ${resolve(published)}\n${'exports'.padEnd(12)} ${resolve(exports)}`
