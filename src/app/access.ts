import { type Client, createClient } from '../calls/client/client.ts'
import type { Entries } from '../calls/tools/entries.ts'
import { exists } from '../run/home/home.ts'
import type { JobSettings } from '../run/job/schema.ts'
import type { RunOptions } from '../run/run-options.ts'
import type { ConnectOptions, MeetingPoint, Redis, WorkerEntry } from '../run/workers/redis.ts'
import { RefusedError } from './errors.ts'
import { version } from './package.ts'
import {
  apiKeySetting,
  baseUrlSetting,
  bearerTokenSetting,
  type Environment,
  redisUrlSetting,
  type ServiceOptions,
  type Settings,
} from './settings.ts'

/** The way to the service, by the transport given, else the job's. @throws RefusedError, UnauthorisedError, ClientSettingsError */
export async function serviceClient(
  args: ServiceOptions,
  { rate, tools, transport }: Pick<JobSettings, 'rate' | 'tools' | 'transport'>,
  env: Environment,
): Promise<Client> {
  const connections = rate.concurrency
  if ((args.transport ?? transport) === 'http')
    return createClient({ ...(await accessTo(args, env)), connections })
  const { createToolClient } = await import('../calls/tools/client.ts')
  return createToolClient({ ...(await toolAccessTo(args, env)), connections, tools })
}

/** The tool entries of the service. @throws RefusedError, UnauthorisedError, ClientSettingsError */
export async function serviceEntries(args: ServiceOptions, env: Environment): Promise<Entries> {
  const { createEntries } = await import('../calls/tools/entries.ts')
  return createEntries(await toolAccessTo(args, env))
}

/** Refuses settings with which the service could not be asked; asks it nothing. @throws RefusedError, UnauthorisedError */
export async function requireAccess(args: ServiceOptions, env: Environment): Promise<void> {
  await accessTo(args, env)
}

const accessTo = async ({ baseUrl }: ServiceOptions, env: Environment) => ({
  baseUrl: baseUrlSetting(baseUrl, env),
  apiKey: await apiKeySetting(env),
})

const toolAccessTo = async (args: ServiceOptions, env: Environment) => ({
  ...(await accessTo(args, env)),
  bearerToken: await bearerTokenSetting(env),
  version: version(),
})

/** Connects to the Redis that the environment names, at the first glance or not at all. @throws RefusedError, UnauthorisedError, RedisError */
export const glancedRedis = async (env: Environment): Promise<Redis> =>
  await connectedRedis(env, { firstContactMs: (await import('../run/workers/redis.ts')).glanceMs })

async function connectedRedis(env: Environment, options: ConnectOptions = {}): Promise<Redis> {
  const url = await redisUrlSetting(env)
  if (url === undefined) {
    throw new RefusedError(
      'settings: there is no Redis to meet workers at; expected DOSSIER_REDIS_URL, such as redis://127.0.0.1:6379, ' +
        'or DOSSIER_REDIS_URL_FILE naming a private file that holds it',
    )
  }
  const { connectRedis } = await import('../run/workers/redis.ts')
  return await connectRedis(url, options)
}

/** The same, when units are safe in it. @throws RefusedError, UnauthorisedError, RedisError */
export async function redisFor(env: Environment): Promise<Redis> {
  const redis = await connectedRedis(env)
  try {
    const { requireSafeRedis } = await import('../run/workers/redis.ts')
    await requireSafeRedis(redis)
    return redis
  } catch (error) {
    redis.disconnect()
    throw error
  }
}

/** Whose rate it is, by address and key. @throws RefusedError, UnauthorisedError */
export async function scopeFor({ baseUrl }: ServiceOptions, env: Environment): Promise<string> {
  const { scopeOf } = await import('../run/workers/redis.ts')
  return scopeOf({ baseUrl: baseUrlSetting(baseUrl, env), apiKey: await apiKeySetting(env) })
}

/** What workers have to do with a run: they make its calls, if its job says so, and may have calls of earlier ones. */
type WorkersOfRun = Pick<RunOptions, 'callerOf' | 'collectEarlier'> & AsyncDisposable

/** Loads what concerns workers where it is needed; the connection to Redis ends with it. @throws RefusedError, UnauthorisedError, RedisError */
export async function workersFor(
  { baseUrl, env, transport, home }: Settings,
  job: Pick<JobSettings, 'executor' | 'transport'>,
  signal: AbortSignal,
): Promise<WorkersOfRun> {
  const collectEarlier =
    (workers?: MeetingPoint): RunOptions['collectEarlier'] =>
    async (context, runId) => {
      if (!(await exists(home.state.shared))) return
      const collecting = await import('../run/workers/collecting/collect.ts')
      await collecting.collectEarlier(context, runId, workers, signal)
    }
  if (job.executor === 'in-process')
    return { collectEarlier: collectEarlier(), [Symbol.asyncDispose]: async () => undefined }
  const scope = await scopeFor({ baseUrl }, env)
  const redis = await redisFor(env)
  const { callByWorkers } = await import('../run/workers/collecting/by-workers.ts')
  return {
    callerOf: (run) => callByWorkers(run, { redis, scope, transport: transport ?? job.transport }),
    collectEarlier: collectEarlier({ redis, scope }),
    [Symbol.asyncDispose]: async () => redis.disconnect(),
  }
}

/** Workers at the Redis that the environment names; undefined when it names none. A Redis that does not answer is a note, and ends nothing. */
export async function workersAt(
  env: Environment,
  note: (text: string) => void,
): Promise<WorkerEntry[] | undefined> {
  if ((await redisUrlSetting(env)) === undefined) return undefined
  const { roster } = await import('../run/workers/redis.ts')
  try {
    const redis = await glancedRedis(env)
    try {
      return await roster(redis)
    } finally {
      redis.disconnect()
    }
  } catch (error) {
    note(`status: the workers are not known: ${(error as Error).message}`)
    return undefined
  }
}
