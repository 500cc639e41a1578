import { type Client, createClient } from '../client/client.ts'
import type { Entries } from '../client/tools/entries.ts'
import type { JobSettings } from '../job/schema.ts'
import type { Transport } from '../job/transport.ts'
import { apiKeySetting, baseUrlSetting, bearerTokenSetting, type Environment } from './settings.ts'
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
