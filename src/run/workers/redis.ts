import { scryptSync } from 'node:crypto'
import { hostname } from 'node:os'
import type { Redis } from 'ioredis'
import { z } from 'zod'

export type { Redis } from 'ioredis'

/** The Redis that runs and workers meet at cannot be used. Nothing was called. */
export class RedisError extends Error {
  override name = 'RedisError'
}

/** First part of the name of whatever dossier keeps in Redis. */
export const prefix = 'dossier'

/** Version of what runs and workers agree on. Those of different versions do not see each other's units. */
export const protocol = 1

/** Where a run meets its workers. */
export interface MeetingPoint {
  readonly redis: Redis
  /** See `scopeOf`. */
  readonly scope: string
}

/** Whose rate it is: one key at one service. The key cannot be derived from it: guessing one costs as much as a password. */
export function scopeOf({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }): string {
  const { origin } = new URL(baseUrl)
  return scryptSync(apiKey, `dossier rate of ${origin}`, 8).toString('hex')
}

/** The queue of units: of one key at one service, in one shared folder, in one version of the protocol. */
export const queueName = (scope: string, sharedId: string): string => `units-${protocol}-${scope}-${sharedId}`

export interface ConnectOptions {
  readonly onLost?: (why: string) => void
  readonly onBack?: () => void
  /** How long to wait for a Redis that was not reached yet, in milliseconds. Default 10,000: it may just be starting. */
  readonly firstContactMs?: number
}

/** For who only looks, and is waited for by a person. */
export const glanceMs = 2_000

/**
 * Connects, or says why not. Later on the connection is opened again whenever it is lost; commands wait until then.
 * `onLost` and `onBack` report it. @throws RedisError
 */
export async function connectRedis(
  url: string,
  { onLost, onBack, firstContactMs = 10_000 }: ConnectOptions = {},
): Promise<Redis> {
  // Loaded here: every run knows this file, and few meet workers.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: firstContactMs,
    retryStrategy: (times) => Math.min(1000, 50 * times),
  })
  let last = 'no connection'
  redis.on('error', (error: Error) => {
    last = error.message
  })
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(unreachable(redis, last)), firstContactMs)
    timer.unref()
    redis.once('ready', () => clearTimeout(timer))
  })
  try {
    await Promise.race([reachedOrRefused(redis), late])
  } catch (cause) {
    redis.disconnect()
    throw cause instanceof RedisError ? cause : unreachable(redis, (cause as Error).message, cause)
  }
  redis.on('close', () => onLost?.(last))
  redis.on('ready', () => onBack?.())
  return redis
}

/** The first attempt may come too early, as when Redis is just being started: it is not the last one. */
async function reachedOrRefused(redis: Redis): Promise<void> {
  const ready = new Promise<void>((resolve) => redis.once('ready', resolve))
  await redis.connect().catch((error: Error) => {
    if (/WRONGPASS|NOAUTH|NOPERM|invalid password/i.test(error.message)) throw error
  })
  await ready
}

function unreachable(redis: Redis, why: string, cause?: unknown): RedisError {
  return new RedisError(
    `redis: ${addressOf(redis)} cannot be used: ${why}; expected a Redis at DOSSIER_REDIS_URL, such as redis://127.0.0.1:6379: start it, ` +
      'or correct the address or its password',
    { cause },
  )
}

/** Redis 6.2 is the oldest that BullMQ recommends. */
const oldest = [6, 2] as const

/** Something that is wrong with a Redis, and what to do about it. */
export interface RedisProblem {
  readonly found: string
  readonly todo: string
}

/** What is wrong with a Redis; nothing when units are safe in it. */
export async function redisProblems(
  redis: Redis,
): Promise<{ readonly version: string; readonly problems: readonly RedisProblem[] }> {
  const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1])
  const problems = [
    ...(isOld ? [{ found: `it is Redis ${version}`, todo: `install ${oldest.join('.')} or later` }] : []),
    ...(await settingProblem(redis, 'appendonly', 'yes', 'units would be lost when it ends')),
    ...(await settingProblem(
      redis,
      'maxmemory-policy',
      'noeviction',
      'it may drop units when its memory is full',
    )),
  ]
  return { version, problems }
}

async function settingProblem(
  redis: Redis,
  name: string,
  expected: string,
  why: string,
): Promise<RedisProblem[]> {
  const [, found] = await redis.config('GET', name).then(
    (pair) => pair as string[],
    // A hosted Redis may forbid to ask.
    () => [name, undefined],
  )
  if (found === expected) return []
  if (found === undefined)
    return [
      {
        found: `it does not tell its setting ${name}`,
        todo: `let this user run CONFIG GET, or set ${name} ${expected}`,
      },
    ]
  return [
    {
      found: `its ${name} is ${found}, so ${why}`,
      todo: `put "${name} ${expected}" into redis.conf, or run: redis-cli CONFIG SET ${name} ${expected}`,
    },
  ]
}

/** @throws RedisError when units would not be safe in it */
export async function requireSafeRedis(redis: Redis): Promise<void> {
  const { problems } = await redisProblems(redis)
  if (problems.length === 0) return
  const reasons = problems.map(({ found, todo }) => `${found}: ${todo}`).join('; ')
  throw new RedisError(`redis: ${addressOf(redis)} cannot keep units: ${reasons}; nothing was called`)
}

/** Host and port; nothing of its password. */
export const addressOf = ({ options: { host, port } }: Redis): string => `${host}:${port}`

const entry = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  protocol: z.number(),
  /** Queue that it takes units from. */
  queue: z.string(),
  concurrency: z.number(),
  /** ISO 8601, UTC. */
  since: z.string(),
  /** Units that it has now, as run/unit. */
  units: z.array(z.string()),
  /** Calls that landed since it began. */
  calls: z.number(),
  /** Calls a second, over the last ten seconds. */
  rate: z.number(),
  /** What went wrong last; null when nothing did. */
  lastError: z.string().nullable(),
})

/** A worker as it describes itself. */
export type WorkerEntry = Readonly<z.infer<typeof entry>>

/** A worker that has said nothing for so long is gone. */
const silentMs = 10_000

export const here = { host: hostname(), pid: process.pid }

export async function tellRoster(redis: Redis, worker: WorkerEntry): Promise<void> {
  await redis.set(`${prefix}:worker:${worker.id}`, JSON.stringify(worker), 'PX', silentMs)
}

export async function leaveRoster(redis: Redis, id: string): Promise<void> {
  await redis.del(`${prefix}:worker:${id}`)
}

/** Workers that are there now, of any version and queue. */
export async function roster(redis: Redis): Promise<WorkerEntry[]> {
  const keys = new Set<string>()
  for await (const found of redis.scanStream({ match: `${prefix}:worker:*`, count: 1000 }))
    for (const key of found as string[]) keys.add(key)
  if (keys.size === 0) return []
  const texts = await redis.mget([...keys].sort())
  return texts.filter((text) => text !== null).flatMap(entryOf)
}

/** Of another version of dossier one knows what one can read. */
function entryOf(text: string): WorkerEntry[] {
  const parsed = entry.safeParse(JSON.parse(text))
  return parsed.success ? [parsed.data] : []
}
