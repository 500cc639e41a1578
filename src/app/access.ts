import { type Client, createClient } from '../calls/client/client.ts'
import type { Entries } from '../calls/tools/entries.ts'
import { version } from '../disk/package.ts'
import type { JobSettings } from '../run/job/schema.ts'
import { apiKeySetting, baseUrlSetting, bearerTokenSetting, type Settings } from './settings.ts'

/** The way to the service, by the transport given, else the job's. @throws RefusedError, UnauthorisedError, ClientSettingsError */
export async function serviceClient(
  settings: Settings,
  { rate, tools, transport }: Pick<JobSettings, 'rate' | 'tools' | 'transport'>,
): Promise<Client> {
  const connections = rate.concurrency
  if ((settings.transport ?? transport) === 'http')
    return createClient({ ...(await accessTo(settings)), connections })
  const { createToolClient } = await import('../calls/tools/client.ts')
  return createToolClient({ ...(await toolAccessTo(settings)), connections, tools })
}

/** The tool entries of the service. @throws RefusedError, UnauthorisedError, ClientSettingsError */
export async function serviceEntries(settings: Settings): Promise<Entries> {
  const { createEntries } = await import('../calls/tools/entries.ts')
  return createEntries(await toolAccessTo(settings))
}

/** Address and key, where they are set; asks the service nothing. @throws RefusedError, UnauthorisedError */
export const accessTo = async ({ baseUrl, env }: Settings) => ({
  baseUrl: baseUrlSetting(baseUrl, env),
  apiKey: await apiKeySetting(env),
})

const toolAccessTo = async (settings: Settings) => ({
  ...(await accessTo(settings)),
  bearerToken: await bearerTokenSetting(settings.env),
  version: version(),
})
