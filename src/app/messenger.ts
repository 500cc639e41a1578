import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StopError } from '../calls/stop.ts'
import type { Job } from '../run/job/read-job.ts'
import type { Webhook } from '../run/job/schema.ts'
import type { RunSummary } from '../run/summary.ts'
import { flagChangesOf } from '../warehouse/flag-history.ts'
import { openPublished } from '../warehouse/query.ts'
import { changesByKind } from '../warehouse/runs.ts'
import { asConsequence, BlockedError, messageOf, UnauthorisedError } from './errors.ts'
import type { Target } from './notify/forms.ts'
import { eventsOf, type RunNews } from './notify/news.ts'
import { send } from './notify/send.ts'
import { type Environment, type Settings, secretFromFile } from './settings.ts'

/** Notifies the webhooks of a job of the end of its run. Never throws, and takes bounded time: a failure is a note and a line in the log. */
export interface Messenger {
  notifyOfRun(summary: RunSummary): Promise<void>
  /** The run could not begin, or broke off. */
  notifyOfError(error: unknown): Promise<void>
}

/** A run waits for its messages no longer than this, all receivers and retries together. */
const mostMs = 20_000

interface MessengerOptions extends Pick<Settings, 'home' | 'env' | 'note'> {
  readonly log: Logger
  /** A run that you stop sends no notification. */
  readonly signal: AbortSignal
}

interface Receiver {
  readonly target: Target
  readonly on: Webhook['on']
  /** For a person: names neither address nor secret. */
  readonly name: string
}

/** Reports unusable webhooks at once, for the run is hours long. */
export async function createMessenger(
  { name: job, file, settings }: Pick<Job, 'name' | 'file' | 'settings'>,
  { home, env, note, signal, log }: MessengerOptions,
): Promise<Messenger> {
  const warn = (message: string) => {
    log.warn(message)
    note(message)
  }
  const { title = null, notify: webhooks = [] } = settings
  const receivers: Receiver[] = []
  for (const [at, webhook] of webhooks.entries()) {
    try {
      receivers.push(
        await receiverOf(webhook, `notify[${at}] (${webhook.kind})`, dirname(resolve(file)), env),
      )
    } catch (error) {
      warn(`notify[${at}] (${webhook.kind}): no message will be sent: ${messageOf(error)}`)
    }
  }
  const notify = async (news: RunNews): Promise<void> => {
    if (signal.aborted) return
    const events = eventsOf(news)
    const wanting = receivers.filter(({ on }) => on.some((event) => events.includes(event)))
    await Promise.all(wanting.map((receiver) => deliver(receiver, news, log, warn)))
  }
  const unbegun: Omit<RunNews, 'status'> = { ...nothing, job, title }
  return {
    async notifyOfRun(summary) {
      if (receivers.length === 0) return
      await notify({ ...newsOf(summary), ...(await changesOf(home.published, summary, warn)) })
    },
    notifyOfError: async (error) =>
      await notify({ ...unbegun, status: statusOf(error), reason: messageOf(error) }),
  }
}

async function deliver(
  { target, name }: Receiver,
  news: RunNews,
  log: Logger,
  warn: (message: string) => void,
): Promise<void> {
  const sent = await send(target, news, {
    now: () => new Date(),
    random: Math.random,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    signal: AbortSignal.timeout(mostMs),
  })
  if (sent.isTaken) log.info(`${name}: sent`)
  else {
    warn(
      `${name}: the message about the end of the run was not taken: ${sent.why}, after ${sent.attempts === 1 ? '1 attempt' : `${sent.attempts} attempts`}. The run itself is not affected`,
    )
  }
}

async function receiverOf(
  webhook: Webhook,
  name: string,
  folder: string,
  env: Environment,
): Promise<Receiver> {
  const { kind, on, urlEnv, urlFile, secretEnv, secretFile } = webhook
  const url =
    webhook.url ?? (await secretOf({ variable: urlEnv, file: urlFile, noun: 'address' }, folder, env))
  const secret = await secretOf({ variable: secretEnv, file: secretFile, noun: 'secret' }, folder, env)
  if (url === undefined || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error('its address is none; expected one that begins with https:// or http://')
  return { target: { kind, url, secret }, on, name }
}

interface SecretPlace {
  readonly variable: string | undefined
  readonly file: string | undefined
  readonly noun: string
}

async function secretOf(
  { variable, file, noun }: SecretPlace,
  folder: string,
  env: Environment,
): Promise<string | undefined> {
  if (file !== undefined) return secretFromFile(resolve(folder, file), `its ${noun}`, noun)
  if (variable === undefined) return undefined
  const value = env[variable]?.trim()
  if (value) return value
  throw new Error(`${variable} is not set; expected its ${noun} there`)
}

const nothing = {
  reason: null,
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

const newsOf = ({ run, elapsedMs, calls, gaps }: RunSummary): Omit<RunNews, 'changes' | 'flags'> => ({
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
})

async function changesOf(
  published: string,
  { run: { run_id } }: RunSummary,
  warn: (message: string) => void,
): Promise<Pick<RunNews, 'changes' | 'flags'>> {
  try {
    await using database = await openPublished(published)
    return { changes: await changesByKind(database, run_id), flags: await flagChangesOf(database, run_id) }
  } catch (error) {
    warn(`notify: what changed could not be read: ${messageOf(error)}`)
    return { changes: {}, flags: [] }
  }
}

function statusOf(error: unknown): RunNews['status'] {
  if (error instanceof StopError) return error.stop.status
  const named = asConsequence(error)
  if (named instanceof UnauthorisedError) return 'unauthorised'
  return named instanceof BlockedError ? 'blocked' : 'failed'
}
