import { type Client, createClient } from '../calls/client/client.ts'
import type { Entries } from '../calls/tools/entries.ts'
import type { Transport } from '../run/job/choices.ts'
import type { JobSettings } from '../run/job/schema.ts'
import type { MeetingPoint } from '../run/run-options.ts'
import type { ConnectOptions, Redis, WorkerEntry } from '../run/workers/redis.ts'
import { RefusedError } from './errors.ts'
import { version } from './package.ts'
import {
  apiKeySetting,
  baseUrlSetting,
  bearerTokenSetting,
  type Environment,
  redisUrlSetting,
  type ServiceOptions,
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

/** Where a run meets its workers; the connection ends with it. @throws RefusedError, UnauthorisedError, RedisError */
export async function meetingPoint(
  args: ServiceOptions & { readonly transport: Transport },
  env: Environment,
): Promise<MeetingPoint & AsyncDisposable> {
  const scope = await scopeFor(args, env)
  const redis = await redisFor(env)
  return { redis, scope, transport: args.transport, [Symbol.asyncDispose]: async () => redis.disconnect() }
}

/** Workers at the Redis that the environment names; undefined when it names none. A Redis that does not answer is a note, and ends nothing. */
export async function workersAt(
  env: Environment,
  note: (text: string) => void,
): Promise<WorkerEntry[] | undefined> {
  const url = await redisUrlSetting(env)
  if (url === undefined) return undefined
  const [{ connectRedis, glanceMs }, { roster }] = await Promise.all([
    import('../run/workers/redis.ts'),
    import('../run/workers/redis.ts'),
  ])
  try {
    const redis = await connectRedis(url, { firstContactMs: glanceMs })
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
