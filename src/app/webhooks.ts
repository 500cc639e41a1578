import { writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { obstacleOf, StopError } from '../calls/stop.ts'
import { readOwnText } from '../disk/own-file.ts'
import { type Home, runFolder, runIds } from '../run/home/home.ts'
import { type Job, readJob } from '../run/job/read-job.ts'
import type { Webhook } from '../run/job/schema.ts'
import type { RunSummary } from '../run/summary.ts'
import { openPublished } from '../warehouse/query.ts'
import { type FlagChange, flagChangesOf } from '../warehouse/runs.ts'
import { relationNames } from '../warehouse/schema.ts'
import { asConsequence, BlockedError, messageOf, RefusedError, UnauthorisedError } from './errors.ts'
import { type JobSource, pipelines } from './job.ts'
import { type Answered, type RunNews, send, type Target } from './notify/send.ts'
import { type Environment, type Settings, secretFromFile } from './settings.ts'

type NotifyingJob = Pick<Job, 'name' | 'file' | 'settings'>

/** A run waits for its messages no longer than this, all receivers and retries together. */
const mostMs = 20_000

interface WebhookOptions extends Pick<Settings, 'home' | 'env' | 'note'> {
  readonly log: Logger
  /** A run that you stop sends no notification. */
  readonly signal: AbortSignal
}

/**
 * Notifies the webhooks of a job of the end of its run, in bounded time: a failure is a note and a line in the log. Reports unusable
 * webhooks at once, for a run takes hours.
 */
export function webhooksOf(
  { name: job, file, settings: { title, notify = [] } }: NotifyingJob,
  { home, env, note, signal, log }: WebhookOptions,
): (summary: RunSummary | undefined, error?: unknown) => Promise<void> {
  const warn = (message: string) => {
    log.warn(message)
    note(message)
  }
  const receivers = receiversOf(notify, file, env).filter(({ name, target }) => {
    if (target instanceof Error) warn(`${name}: no message will be sent: ${target.message}`)
    return !(target instanceof Error)
  })
  return async (summary, error) => {
    if (receivers.length === 0 || signal.aborted) return
    const news =
      summary === undefined ? brokenOff(job, title ?? null, error) : await newsOf(summary, home, warn)
    const wanting = receivers.filter(({ on }) => on.some((event) => news.events.includes(event)))
    const answers = await sendAll(wanting, news)
    for (const { name, isTaken, said, attempts } of answers)
      if (isTaken) log.info(`${name}: sent`)
      else
        warn(
          `${name}: the message about the end of the run was not taken: ${said}, after ${attempts === 1 ? '1 try' : `${attempts} tries`}. The run itself is not affected`,
        )
    const taken = answers.filter(({ isTaken }) => isTaken).map(({ name }) => name)
    const asking = receivers.filter(({ on }) => on.includes('gaps'))
    if (summary && isOver(summary) && asking.every(({ name }) => taken.includes(name)))
      await rememberGaps(home, summary).catch((error) => warn(`notify: ${messageOf(error)}`))
  }
}

/** What a webhook answered to a message. */
export interface Notified extends Answered {
  /** As notes name it: `notify[0] (wecom)`. */
  readonly name: string
}

/** Sends a message that is marked as a test to each webhook of a job. @throws JobError, RefusedError when the job has none */
export async function testWebhooks({ env }: Settings, source: JobSource): Promise<readonly Notified[]> {
  const { job } = await readJob(source, pipelines, relationNames())
  const { name, file, settings } = job
  const { title, notify = [] } = settings
  if (notify.length === 0)
    throw new RefusedError(
      `notify: ${file} names no webhook; expected its key notify, as docs/scheduling.md has it`,
    )
  const news: RunNews = {
    ...unbegun,
    events: ['test'],
    job: name,
    title: title ?? null,
    status: 'test',
    reason: null,
    reasonZh: null,
  }
  return await sendAll(receiversOf(notify, file, env), news)
}

interface Receiver extends Pick<Webhook, 'on'> {
  readonly name: string
  /** Why there is none instead. */
  readonly target: Target | Error
}

function receiversOf(notify: readonly Webhook[], file: string, env: Environment): Receiver[] {
  return notify.map((webhook, at) => {
    const [name, { on }] = [`notify[${at}] (${webhook.kind})`, webhook]
    try {
      return { name, on, target: targetOf(webhook, dirname(resolve(file)), env) }
    } catch (error) {
      return { name, on, target: error as Error }
    }
  })
}

async function sendAll(receivers: readonly Receiver[], news: RunNews): Promise<Notified[]> {
  const options = { now: () => new Date(), signal: AbortSignal.timeout(mostMs) }
  return await Promise.all(
    receivers.map(async ({ name, target }) => ({
      name,
      ...(target instanceof Error
        ? { isTaken: false, said: target.message, attempts: 0 }
        : await send(target, news, options)),
    })),
  )
}

/** A run that stopped early reports its gaps and its changes once it is done. */
const isOver = ({ run: { status } }: RunSummary): boolean => status === 'complete' || status === 'gaps'

function eventsOf(summary: RunSummary, known: KnownGaps | undefined): RunNews['events'] {
  if (!isOver(summary)) return ['failed']
  const { run, gaps, changes } = summary
  const isKnown = known?.gaps === keyOf(summary) && daysBetween(known.at, run.started_at) < 7
  const hasChanges = Object.values(changes).some((count) => count > 0)
  return [
    'finished',
    ...(gaps.length > 0 && !isKnown ? ['gaps' as const] : []),
    ...(hasChanges ? ['changes' as const] : []),
  ]
}

/** Whole days, rounded: a job that runs once a week is a minute early at times. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Gaps that the webhooks of a job know of, as runs/<run-id>/notified.json has it. */
interface KnownGaps {
  readonly job: string
  readonly gaps: string
  /** When the run began that reported them; ISO 8601, UTC. */
  readonly at: string
}

const keyOf = ({ gaps }: RunSummary): string => gaps.map(({ kind, digest }) => `${kind} ${digest}`).join(', ')

const notifiedFile = (home: Home, runId: string): string => join(runFolder(home, runId), 'notified.json')

/** What was last reported. A file that cannot be read is none: a message too many is better than one too few. */
async function knownGaps(home: Home, job: string): Promise<KnownGaps | undefined> {
  for (const runId of (await runIds(home)).reverse()) {
    const known = await readOwnText(notifiedFile(home, runId))
      .then(JSON.parse)
      .catch(() => undefined)
    if (known?.job === job) return known
  }
  return undefined
}

async function rememberGaps(home: Home, summary: RunSummary): Promise<void> {
  const { job, run_id, started_at: at } = summary.run
  const known: KnownGaps = { job, gaps: keyOf(summary), at }
  await writeFile(notifiedFile(home, run_id), `${JSON.stringify(known)}\n`, { mode: 0o600 })
}

/** @throws Error that names neither the address nor the secret */
function targetOf(webhook: Webhook, folder: string, env: Environment): Target {
  const { kind, url: given, urlEnv, urlFile, secretEnv, secretFile } = webhook
  const secretIn = (variable: string | undefined, file: string | undefined, noun: string) => {
    if (file !== undefined) return secretFromFile(resolve(folder, file), `its ${noun}`, noun)
    if (variable === undefined) return undefined
    const value = env[variable]?.trim()
    if (value) return value
    throw new Error(`${variable} is not set; expected its ${noun} there`)
  }
  const url = given ?? secretIn(urlEnv, urlFile, 'address') ?? ''
  const secret = secretIn(secretEnv, secretFile, 'secret')
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return { kind, url, secret }
  throw new Error('its address is none; expected one that begins with https:// or http://')
}

const unbegun = {
  runId: null,
  startedAt: null,
  finishedAt: null,
  elapsedMs: null,
  calls: 0,
  cost: 0,
  gaps: [],
  changes: {},
  flags: [],
}

const brokenOff = (job: string, title: string | null, error: unknown): RunNews => ({
  ...unbegun,
  events: ['failed'],
  job,
  title,
  status: statusOf(error),
  reason: messageOf(error),
  reasonZh: chineseOf(error),
})

async function newsOf(summary: RunSummary, home: Home, warn: (message: string) => void): Promise<RunNews> {
  const { run, stop, elapsedMs, calls, gaps, changes } = summary
  return {
    job: run.job,
    title: run.title,
    runId: run.run_id,
    status: run.status,
    reason: run.reason,
    reasonZh: stop?.zh ?? null,
    startedAt: run.started_at,
    finishedAt: run.finished_at,
    elapsedMs,
    calls: calls.made,
    cost: calls.cost,
    gaps,
    changes,
    events: eventsOf(summary, await knownGaps(home, run.job)),
    flags: await flagChanges(home.published, summary).catch((error) => {
      warn(`notify: what changed could not be read: ${messageOf(error)}`)
      return []
    }),
  }
}

/** The warehouse is opened only when the run changed a flag. */
async function flagChanges(
  published: string,
  { run: { run_id }, changes }: RunSummary,
): Promise<FlagChange[]> {
  if (!changes.red_flag && !changes.red_flag_ended) return []
  await using database = await openPublished(published)
  return await flagChangesOf(database, run_id)
}

function statusOf(error: unknown): RunNews['status'] {
  if (error instanceof StopError) return error.stop.status
  const named = asConsequence(error)
  if (named instanceof UnauthorisedError) return 'unauthorised'
  return named instanceof BlockedError ? 'blocked' : 'failed'
}

/** Why a run could not begin, in Chinese: errors about a job or a setting have English words only, which the command printed. */
function chineseOf(error: unknown): string {
  const stop = error instanceof StopError ? error.stop : obstacleOf(error)
  if (stop !== undefined) return stop.words.zh
  return statusOf(error) === 'unauthorised'
    ? '没有密钥；请设置 DOSSIER_API_KEY 或 DOSSIER_API_KEY_FILE'
    : '任务、设置或环境有误，详情见该命令的输出；更正后再次运行'
}
