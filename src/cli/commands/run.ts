import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type PruneBefore, prunables, removePrunables } from '../../audit/prune.ts'
import type { StrikeOut } from '../../contract/strike-out.ts'
import { type Home, homeAt, type PublishedFolder, publishedFolder } from '../../engine/home/home.ts'
import type { Pipeline } from '../../engine/pipeline.ts'
import { runJob } from '../../engine/run.ts'
import type { RunOptions } from '../../engine/run-options.ts'
import type { RunSummary } from '../../engine/summary.ts'
import { type Job, readJob } from '../../job/read-job.ts'
import { durationMs, type Retention } from '../../job/schedule.ts'
import { relationNames } from '../../warehouse/schema.ts'
import { meetingPoint, type ServiceArgs, serviceClient } from '../access.ts'
import type { Command, Context } from '../context.ts'
import { createRunLog, freeBytes, type RunLog, systemClock, systemEffects } from '../effects.ts'
import { type ExitCode, exitCodeOfRun, messageOf } from '../exit-codes.ts'
import { createMessenger } from '../messenger.ts'
import { logOf, observeRun } from '../observer.ts'
import { pipelines } from '../pipelines.ts'
import { homeSetting, strikeOutOf } from '../settings.ts'
import { createProgressView } from '../show-progress.ts'
import { summaryText } from '../show-summary.ts'
import { version } from '../version.ts'

export interface RunArgs extends ServiceArgs {
  readonly job: string
  readonly home?: string | undefined
  readonly json: boolean
  readonly resume: boolean
  readonly sameBudget?: boolean
  readonly preflight?: boolean
  readonly metricsFile?: string | undefined
}

/** Runs a job: calls, warehouse, exports. */
export const run: Command<RunArgs> = (args, context) =>
  runJobFile(args, context, { mayResume: args.resume, keepsBudget: args.sameBudget === true })

/** Which run of the job it is that goes on. */
type Beginning = Pick<RunOptions, 'mayResume' | 'retriesFailed' | 'keepsBudget'>

/** Carries a job out, from its file to its exports, and tells of it. */
export async function runJobFile(
  args: Omit<RunArgs, 'resume'>,
  context: Context,
  beginning: Beginning,
): Promise<ExitCode> {
  const home = homeAt(homeSetting(args.home, context.env))
  const read = await readJob(args.job, pipelines, relationNames())
  const strike = strikeOutOf(context.env)
  const runLog = createRunLog(strike)
  const messenger = await createMessenger(read.job, home, context, runLog.log)
  const summary = await carriedOut({ ...args, ...read, home, strike, runLog }, context, beginning).catch(
    async (error) => {
      runLog.log.error({ err: error }, 'run broke off')
      await messenger.tellError(error)
      throw error
    },
  )
  context.out(strike.text(args.json ? JSON.stringify(summary, null, 2) : summaryText(summary)))
  if (!args.json) context.out(whereToLook(home, summary.run.run_id, read.job))
  await messenger.tellRun(summary)
  return exitCodeOfRun(summary.run.status)
}

interface CarryOut extends ServiceArgs {
  readonly home: Home
  readonly job: Job
  readonly pipeline: Pipeline
  readonly strike: StrikeOut
  readonly runLog: RunLog
  readonly preflight?: boolean
  readonly metricsFile?: string | undefined
}

async function carriedOut(
  { home, job, pipeline, strike, runLog, metricsFile, ...args }: CarryOut,
  context: Context,
  beginning: Beginning,
): Promise<RunSummary> {
  await using client = await serviceClient(args, job.settings, context.env)
  await using workers =
    job.settings.executor === 'redis'
      ? await meetingPoint({ ...args, transport: args.transport ?? job.settings.transport }, context.env)
      : undefined
  const view = createProgressView(context)
  const note = (text: string) => view.note(strike.text(text))
  const { log } = runLog
  const observed = await observeRun({
    home,
    log,
    strike,
    env: context.env,
    client,
    version: version(),
    metricsFile,
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
      workers,
      effects: systemEffects(log),
      stageModule: context.stageModule,
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
      freeBytes: args.preflight === false ? undefined : freeBytes,
      onPublished: async ({ run_id }) => {
        observed.exporting()
        await writeOut(home, run_id, job, context)
        await pruneOwn(home, job, note)
      },
    })
    return summary
  } finally {
    view.end()
    await observed.ended(summary)
  }
}

/** Exports and dossiers of what was published. What writes them is loaded when there is something to write. */
async function writeOut(home: Home, runId: string, { file, settings }: Job, context: Context): Promise<void> {
  const { exports: requests, report } = settings
  // A run that goes on may have exported what its job no longer asks for.
  if (requests.length > 0 || existsSync(publishedFolder(home, runId, 'exports'))) {
    const { exportPublished } = await import('../export.ts')
    await exportPublished(home, {
      runId,
      requests,
      beside: dirname(resolve(file)),
      // A run that was asked to stop exports what it has; only who asks now means the export.
      signal: context.signal.aborted ? new AbortController().signal : context.signal,
      context,
    })
  }
  if (report === undefined) return
  const { reportPublished } = await import('../report.ts')
  await reportPublished(home, runId, report, context)
}

/** What the job says is kept no longer. What cannot be removed is told, and is no reason to call the run failed. */
async function pruneOwn(home: Home, { name, settings }: Job, note: (message: string) => void): Promise<void> {
  if (settings.retention === undefined) return
  try {
    const now = systemClock.now()
    const before = pruneBefore(settings.retention, now)
    await removePrunables(home, await prunables(home, before, { job: name }), now)
  } catch (error) {
    note(`retention: not all that is too old could be removed: ${messageOf(error)}`)
  }
}

function whereToLook(home: Home, runId: string, { settings }: Job): string {
  const folderOf = (which: PublishedFolder) => resolve(publishedFolder(home, runId, which))
  const places = {
    warehouse: resolve(home.published),
    ...(settings.exports.length === 0 ? {} : { exports: folderOf('exports') }),
    ...(settings.report === undefined ? {} : { reports: join(folderOf('reports'), 'index.html') }),
  }
  return Object.entries(places)
    .map(([name, path]) => `${name.padEnd(12)} ${path}`)
    .join('\n')
}

/** What is older than a job keeps it. */
function pruneBefore({ exports: exported, logs }: Retention, now: Date): PruneBefore {
  const before = (kept: string | undefined) => kept && new Date(now.getTime() - durationMs(kept))
  const [exportsBefore, logsBefore] = [before(exported), before(logs)]
  return { ...(exportsBefore && { exports: exportsBefore }), ...(logsBefore && { logs: logsBefore }) }
}
