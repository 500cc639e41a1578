import { type Client, createClient } from '../calls/client/client.ts'
import type { Entries } from '../calls/tools/entries.ts'
import type { JobSettings } from '../run/job/schema.ts'
import { version } from './package.ts'
import {
  apiKeySetting,
  baseUrlSetting,
  bearerTokenSetting,
  type Environment,
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
