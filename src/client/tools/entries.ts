import { apiKeyHeader } from '../../contract/address.ts'
import { parseBaseUrl } from '../base-url.ts'
import { type ClientOptions, defaults } from '../client.ts'
import { Connection, Connections } from '../connection.ts'
import { Entry } from './entry.ts'
import { createFetch } from './fetch.ts'

export interface EntriesOptions extends ClientOptions {
  /** Sent as `Authorization: Bearer`, beside the key. */
  readonly bearerToken?: string | undefined
  /** Version of dossier, which introduces itself with it. */
  readonly version: string
}

/** The tool entries of one service, on connections that they share. */
export interface Entries extends AsyncDisposable {
  /** The entry at a path below the base address, the same for the same path. */
  at(path: string): Entry
  /** Has the next requests go out on new connections; sessions stay, their answers say which request they are to. */
  renew(): void
}

/** Sends nothing until an entry is asked for something. @throws ClientSettingsError */
export function createEntries(options: EntriesOptions): Entries {
  const base = parseBaseUrl(options.baseUrl)
  const settings = { ...defaults, ...options }
  const connections = new Connections(settings.connections, () => new Connection(base.origin, settings))
  const shared = {
    fetch: createFetch({ connections, credentials: credentialsOf(options) }),
    version: options.version,
    deadlineMs: settings.deadlineMs,
  }
  const entries = new Map<string, Entry>()
  return {
    at(path) {
      const url = new URL(base.pathname.replace(/\/$/, '') + path, base)
      const entry = entries.get(path) ?? new Entry({ ...shared, url })
      entries.set(path, entry)
      return entry
    },
    renew: () => connections.renew(),
    async [Symbol.asyncDispose]() {
      await Promise.all([...entries.values()].map((entry) => entry[Symbol.asyncDispose]()))
      await connections[Symbol.asyncDispose]()
    },
  }
}

const credentialsOf = ({ apiKey, bearerToken }: EntriesOptions): Readonly<Record<string, string>> => ({
  [apiKeyHeader]: apiKey,
  ...(bearerToken !== undefined && { authorization: `Bearer ${bearerToken}` }),
})
