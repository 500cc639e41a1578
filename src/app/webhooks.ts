import { dirname, resolve } from 'node:path'
import type { Logger } from 'pino'
import { StopError } from '../calls/stop.ts'
import type { Job } from '../run/job/read-job.ts'
import type { Webhook } from '../run/job/schema.ts'
import type { RunSummary } from '../run/summary.ts'
import { openPublished } from '../warehouse/query.ts'
import { type FlagChange, flagChangesOf } from '../warehouse/runs.ts'
import { asConsequence, BlockedError, messageOf, UnauthorisedError } from './errors.ts'
import { eventsOf, type Refusal, type RunNews, send, type Target } from './notify/send.ts'
import type { RunWatcher } from './observe/watcher.ts'
import { type Environment, type Settings, secretFromFile } from './settings.ts'

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
export async function webhooksOf(
  { name: job, file, settings: { title, notify = [] } }: Pick<Job, 'name' | 'file' | 'settings'>,
  { home, env, note, signal, log }: WebhookOptions,
): Promise<RunWatcher> {
  const warn = (message: string) => {
    log.warn(message)
    note(message)
  }
  const receivers: { target: Target; on: Webhook['on']; name: string }[] = []
  for (const [at, webhook] of notify.entries()) {
    const name = `notify[${at}] (${webhook.kind})`
    try {
      receivers.push({ target: targetOf(webhook, dirname(resolve(file)), env), on: webhook.on, name })
    } catch (error) {
      warn(`${name}: no message will be sent: ${messageOf(error)}`)
    }
  }
  const flagsOf = (summary: RunSummary) =>
    flagChanges(home.published, summary).catch((error) => {
      warn(`notify: what changed could not be read: ${messageOf(error)}`)
      return []
    })
  return {
    async ended(summary, error) {
      if (receivers.length === 0 || signal.aborted) return
      const news =
        summary === undefined
          ? { ...unbegun, job, title: title ?? null, status: statusOf(error), reason: messageOf(error) }
          : { ...newsOf(summary), flags: await flagsOf(summary) }
      const events = eventsOf(news)
      const wanting = receivers.filter(({ on }) => on.some((event) => events.includes(event)))
      const inTime = AbortSignal.timeout(mostMs)
      await Promise.all(
        wanting.map(async ({ target, name }) => {
          const refusal = await send(target, news, { now: () => new Date(), signal: inTime })
          if (refusal === undefined) log.info(`${name}: sent`)
          else warn(`${name}: ${refusedSentence(refusal)}`)
        }),
      )
    },
  }
}

const refusedSentence = ({ why, attempts }: Refusal): string =>
  `the message about the end of the run was not taken: ${why}, after ${attempts} attempt${attempts === 1 ? '' : 's'}. The run itself is not affected`

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

const newsOf = ({ run, elapsedMs, calls, gaps, changes }: RunSummary): Omit<RunNews, 'flags'> => ({
  job: run.job,
  title: run.title,
  runId: run.run_id,
  status: run.status,
  reason: run.reason,
  startedAt: run.started_at,
  finishedAt: run.finished_at,
  elapsedMs,
  calls: calls.made,
  cost: calls.cost,
  gaps,
  changes,
})

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
