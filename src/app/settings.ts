import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type StrikeOut, strikingOut } from '../contract/strike-out.ts'
import { GivenFileError, mostBytes, readGivenText } from '../disk/given-file.ts'
import { type Home, homeAt } from '../run/home/home.ts'
import type { Transport } from '../run/job/choices.ts'
import { RefusedError, UnauthorisedError } from './errors.ts'

/** Variables by their names, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where the service is and how it is called. */
export interface ServiceOptions {
  /** Address of the service, https or loopback. Default: DOSSIER_BASE_URL of `env`. */
  readonly baseUrl?: string | undefined
  /** HTTP, or the service's tool entries. Default: what the job says. */
  readonly transport?: Transport | undefined
}

export interface DossierOptions extends ServiceOptions {
  /** Folder of the warehouse and the runs. Default: DOSSIER_HOME of `env`, else `output`. */
  readonly home?: string | undefined
  /** Key of the service. Default: DOSSIER_API_KEY of `env`, or the private file that DOSSIER_API_KEY_FILE names. */
  readonly key?: string | undefined
  /** Variables for whatever is not given here; see docs/operations.md, Settings. Default: none. Pass `process.env` to use those of the process. */
  readonly env?: Environment | undefined
  /** Receives sentences for a person: damage that was found, what could not be written. Default: they are dropped. */
  readonly onNote?: ((text: string) => void) | undefined
}

/** The options, parsed: what every method works with. */
export interface Settings extends ServiceOptions {
  readonly home: Home
  readonly env: Environment
  readonly clock: Clock
  /** Strikes out the secrets of the environment. */
  readonly strike: StrikeOut
  readonly note: (text: string) => void
}

/** @throws RefusedError when the home cannot hold a warehouse */
export function settingsOf({ home, key, env = {}, onNote, ...service }: DossierOptions): Settings {
  const environment = key === undefined ? env : { ...env, DOSSIER_API_KEY: key }
  return {
    ...service,
    home: homeAt(homeSetting(home, environment)),
    env: environment,
    clock: createClock(environment.DOSSIER_CLOCK),
    strike: strikeOutOf({
      ...environment,
      DOSSIER_BASE_URL: service.baseUrl ?? environment.DOSSIER_BASE_URL,
    }),
    note: onNote ?? (() => undefined),
  }
}

/** Folder of the warehouse and the runs: as given, DOSSIER_HOME, `output`. @throws RefusedError */
function homeSetting(given: string | undefined, env: Environment): string {
  const home = given ?? (env.DOSSIER_HOME || 'output')
  // DuckDB takes what stands before a colon for a protocol, and what stands behind a question mark for options.
  if (!/^[\w+.-]{2,}:/.test(home) && !resolve(home).includes('?')) return home
  throw new RefusedError(
    `settings: ${home} cannot hold a warehouse; expected a folder without ? in its path, and without : in its first name`,
  )
}

/** Address of the service: as given, DOSSIER_BASE_URL. @throws RefusedError */
export function baseUrlSetting(given: string | undefined, env: Environment): string {
  const url = given ?? env.DOSSIER_BASE_URL
  if (url !== undefined && url !== '') return url
  throw new RefusedError(
    'settings: the address of the service is not set; expected DOSSIER_BASE_URL or --base-url, ' +
      'such as https://api.example.com, or the one that `dossier serve` prints',
  )
}

/** The key: DOSSIER_API_KEY, or the private file that DOSSIER_API_KEY_FILE names; never a flag. @throws UnauthorisedError */
export async function apiKeySetting(env: Environment): Promise<string> {
  const key = await secretSetting('DOSSIER_API_KEY', 'key', env)
  if (key !== undefined) return key
  throw new UnauthorisedError(
    'settings: there is no key; expected DOSSIER_API_KEY, or DOSSIER_API_KEY_FILE naming a private file that holds it',
  )
}

/** The token that tool entries may ask for beside the key, given in the same two ways; undefined when there is none. @throws UnauthorisedError */
export const bearerTokenSetting = (env: Environment): Promise<string | undefined> =>
  secretSetting('DOSSIER_BEARER_TOKEN', 'token', env)

/** Strikes the secrets of this environment out of what is printed and logged: by value, whatever brought them there. */
export const strikeOutOf = (env: Environment): StrikeOut =>
  strikingOut([
    ...['DOSSIER_API_KEY', 'DOSSIER_BEARER_TOKEN'].flatMap((variable) => valuesOf(variable, env)),
    ...keysIn(env.DOSSIER_BASE_URL ?? ''),
  ])

/** A shorter part of a path is a word. */
const shortestKey = 16

/** What may be a key in the address of the service: a password, and long parts of what stands behind its host. */
function keysIn(url: string): string[] {
  const [, login = '', rest = ''] = /^(?:[^/?#]*\/\/)?(?:([^/?#]*)@)?[^/?#]*(.*)$/s.exec(url) ?? []
  return [
    ...login.split(':').slice(1),
    ...rest.split(/[/?#&=]/).filter(({ length }) => length >= shortestKey),
  ]
}

/** The secret as it is given in both ways. A file that cannot be read holds no secret that could be struck out. */
function valuesOf(variable: string, env: Environment): string[] {
  const file = env[`${variable}_FILE`]
  const given = [env[variable]?.trim() ?? '']
  if (!file) return given
  try {
    return [...given, readGivenText(file, { mostBytes: mostBytes.secret }).trim()]
  } catch {
    return given
  }
}

/** A secret in a variable, or in the private file that the variable of that name and `_FILE` names. */
async function secretSetting(variable: string, noun: string, env: Environment): Promise<string | undefined> {
  const secret = env[variable]?.trim()
  if (secret) return checkedSecret(secret, variable, noun)
  const file = env[`${variable}_FILE`]
  return file ? checkedSecret(secretFromFile(file, `${variable}_FILE`, noun), file, noun) : undefined
}

/** What a private file holds; `variable` is the setting that names it. @throws UnauthorisedError, whose message holds none of it */
export function secretFromFile(file: string, variable: string, noun: string): string {
  const secret = privateText(file, variable, noun).trim()
  if (secret === '') throw new UnauthorisedError(`settings: ${file} is empty; expected the ${noun} in it`)
  return secret
}

function privateText(file: string, variable: string, noun: string): string {
  try {
    return readGivenText(file, { mostBytes: mostBytes.secret, isPrivate: true })
  } catch (cause) {
    if (!(cause instanceof GivenFileError)) throw cause
    throw new UnauthorisedError(
      cause.isOpenToOthers
        ? `settings: ${file} ${cause.message}; expected a private file: chmod 600 ${file}`
        : `settings: ${variable} ${file} ${cause.message}; expected a private file that holds the ${noun}`,
      { cause },
    )
  }
}

/** A secret travels in a header, which holds visible ASCII only. The message must not hold any of it. */
function checkedSecret(secret: string, where: string, noun: string): string {
  if (/^[\x21-\x7e]+$/.test(secret)) return secret
  throw new UnauthorisedError(
    `settings: ${where} holds white space or characters other than ASCII; expected the ${noun} and nothing else`,
  )
}

/** The wall clock, and waiting by it. */
export type Clock = ReturnType<typeof createClock>

/**
 * The clock of this machine; or, for tests alone, the time in this file (DOSSIER_CLOCK), as ISO 8601: a test that writes it lets a
 * week pass for several processes together. Rates and time-outs run by the monotonic clock all the same.
 */
export function createClock(file: string | undefined) {
  const now = (): Date => (file ? timeIn(file) : new Date())
  const mostMs = file ? 20 : 60_000
  return {
    now,
    /** Resolves at this time or earlier: when the signal aborts, or to look at the clock again, which may have been set. */
    async wait(until: Date | null, signal: AbortSignal): Promise<void> {
      const ms = until === null ? mostMs : until.getTime() - now().getTime()
      await sleep(Math.min(mostMs, Math.max(0, ms)), undefined, { signal }).catch(() => undefined)
    },
  }
}

function timeIn(file: string): Date {
  const text = readGivenText(file, { mostBytes: 1024 }).trim()
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new Error(`DOSSIER_CLOCK: expected a time as 2026-03-01T02:00:00Z in ${file}; found ${text}`)
  return time
}
