import { type Client, createClient } from '../client/client.ts'
import type { Entries } from '../client/tools/entries.ts'
import type { MeetingPoint } from '../engine/run-options.ts'
import type { Transport } from '../job/choices.ts'
import type { JobSettings } from '../job/schema.ts'
import type { ConnectOptions, Redis } from '../workers/redis.ts'
import {
  apiKeySetting,
  baseUrlSetting,
  bearerTokenSetting,
  type Environment,
  redisUrlSetting,
  SettingsError,
} from './settings.ts'
import { version } from './version.ts'

/** Flags that say where the service is and how it is reached. */
export interface ServiceArgs {
  readonly baseUrl?: string | undefined
  readonly transport?: Transport | undefined
}

/** The way to the service that the flag names, else the job. @throws SettingsError, ClientSettingsError */
export async function serviceClient(
  args: ServiceArgs,
  { rate, tools, transport }: Pick<JobSettings, 'rate' | 'tools' | 'transport'>,
  env: Environment,
): Promise<Client> {
  const connections = rate.concurrency
  if ((args.transport ?? transport) === 'http')
    return createClient({ ...(await accessTo(args, env)), connections })
  const { createToolClient } = await import('../client/tools/client.ts')
  return createToolClient({ ...(await toolAccessTo(args, env)), connections, tools })
}

/** The tool entries of the service. @throws SettingsError, ClientSettingsError */
export async function serviceEntries(args: ServiceArgs, env: Environment): Promise<Entries> {
  const { createEntries } = await import('../client/tools/entries.ts')
  return createEntries(await toolAccessTo(args, env))
}

/** Looks whether the service could be asked, without asking it. @throws SettingsError */
export async function requireAccess(args: ServiceArgs, env: Environment): Promise<void> {
  await accessTo(args, env)
}

const accessTo = async ({ baseUrl }: ServiceArgs, env: Environment) => ({
  baseUrl: baseUrlSetting(baseUrl, env),
  apiKey: await apiKeySetting(env),
})

const toolAccessTo = async (args: ServiceArgs, env: Environment) => ({
  ...(await accessTo(args, env)),
  bearerToken: await bearerTokenSetting(env),
  version: version(),
})

/** Connects to the Redis that the environment names, at the first glance or not at all. @throws SettingsError, RedisError */
export const glancedRedis = async (env: Environment): Promise<Redis> =>
  await connectedRedis(env, { firstContactMs: (await import('../workers/redis.ts')).glanceMs })

async function connectedRedis(env: Environment, options: ConnectOptions = {}): Promise<Redis> {
  const url = await redisUrlSetting(env)
  if (url === undefined) {
    throw new SettingsError(
      'settings: there is no Redis to meet workers at; expected DOSSIER_REDIS_URL, such as redis://127.0.0.1:6379, ' +
        'or DOSSIER_REDIS_URL_FILE naming a private file that holds it',
    )
  }
  const { connectRedis } = await import('../workers/redis.ts')
  return await connectRedis(url, options)
}

/** The same, when units are safe in it. @throws SettingsError, RedisError */
export async function redisFor(env: Environment): Promise<Redis> {
  const redis = await connectedRedis(env)
  try {
    const { requireSafeRedis } = await import('../workers/redis.ts')
    await requireSafeRedis(redis)
    return redis
  } catch (error) {
    redis.disconnect()
    throw error
  }
}

/** Whose rate it is, by address and key. @throws SettingsError */
export async function scopeFor({ baseUrl }: ServiceArgs, env: Environment): Promise<string> {
  const { scopeOf } = await import('../workers/redis.ts')
  return scopeOf({ baseUrl: baseUrlSetting(baseUrl, env), apiKey: await apiKeySetting(env) })
}

/** Where a run meets its workers; the connection ends with it. @throws SettingsError, RedisError */
export async function meetingPoint(
  args: ServiceArgs & { readonly transport: Transport },
  env: Environment,
): Promise<MeetingPoint & AsyncDisposable> {
  const scope = await scopeFor(args, env)
  const redis = await redisFor(env)
  return { redis, scope, transport: args.transport, [Symbol.asyncDispose]: async () => redis.disconnect() }
}
