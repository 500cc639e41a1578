import { resolve } from 'node:path'
import { type StrikeOut, strikingOut } from '../contract/strike-out.ts'
import { GivenFileError, mostBytes, readGivenText } from '../disk/given-file.ts'

/** A setting is missing or cannot work. Nothing was called. */
export class SettingsError extends Error {
  override name = 'SettingsError'
  readonly isAboutKey: boolean

  constructor(message: string, options: { isAboutKey?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.isAboutKey = options.isAboutKey ?? false
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Folder of the warehouse and the runs: flag, DOSSIER_HOME, `output`. @throws SettingsError */
export function homeSetting(flag: string | undefined, env: Environment): string {
  const home = flag ?? (env.DOSSIER_HOME || 'output')
  // DuckDB takes what stands before a colon for a protocol, and what stands behind a question mark for options.
  if (!/^[\w+.-]{2,}:/.test(home) && !resolve(home).includes('?')) return home
  throw new SettingsError(
    `settings: ${home} cannot hold a warehouse; expected a folder without ? in its path, and without : in its first name`,
  )
}

/** Address of the service: flag, DOSSIER_BASE_URL. @throws SettingsError */
export function baseUrlSetting(flag: string | undefined, env: Environment): string {
  const url = flag ?? env.DOSSIER_BASE_URL
  if (url !== undefined && url !== '') return url
  throw new SettingsError(
    'settings: the address of the service is not set; expected DOSSIER_BASE_URL or --base-url, ' +
      'such as https://api.example.com, or the one that `dossier serve` prints',
  )
}

/** The key: DOSSIER_API_KEY, or the private file that DOSSIER_API_KEY_FILE names; never a flag. @throws SettingsError */
export async function apiKeySetting(env: Environment): Promise<string> {
  const key = await secretSetting('DOSSIER_API_KEY', 'key', env)
  if (key !== undefined) return key
  throw aboutKey(
    'settings: there is no key; expected DOSSIER_API_KEY, or DOSSIER_API_KEY_FILE naming a private file that holds it',
  )
}

/** The token that tool entries may ask for beside the key, given in the same two ways; undefined when there is none. @throws SettingsError */
export const bearerTokenSetting = (env: Environment): Promise<string | undefined> =>
  secretSetting('DOSSIER_BEARER_TOKEN', 'token', env)

/** Address of the Redis at which runs and workers meet, given in the same two ways: it may hold a password; undefined when there is none. @throws SettingsError */
export const redisUrlSetting = async (env: Environment): Promise<string | undefined> => {
  const url = await secretSetting('DOSSIER_REDIS_URL', 'address', env)
  if (url === undefined || (/^rediss?:/.test(url) && URL.canParse(url))) return url
  throw new SettingsError(
    'settings: DOSSIER_REDIS_URL is no address of a Redis; expected redis://[user:password@]host:port[/number], or rediss:// for TLS',
  )
}

/** Strikes the secrets that this environment names out of what is told and logged: by value, whoever brought them there. */
export const strikeOutOf = (env: Environment): StrikeOut =>
  strikingOut([
    ...['DOSSIER_API_KEY', 'DOSSIER_BEARER_TOKEN'].flatMap((variable) => valuesOf(variable, env)),
    ...valuesOf('DOSSIER_REDIS_URL', env).flatMap(passwordsIn),
  ])

/** The password in an address, as it is written there and as it is. */
function passwordsIn(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { password } = new URL(url)
  return [password, decodeURIComponent(password)]
}

/** The secret as it is given in both ways. A file that cannot be read gives nobody a secret. */
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

/** What a private file holds; `variable` is the setting that names it. @throws SettingsError, which holds none of it */
export function secretFromFile(file: string, variable: string, noun: string): string {
  const secret = privateText(file, variable, noun).trim()
  if (secret === '') throw aboutKey(`settings: ${file} is empty; expected the ${noun} in it`)
  return secret
}

function privateText(file: string, variable: string, noun: string): string {
  try {
    return readGivenText(file, { mostBytes: mostBytes.secret, isPrivate: true })
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error
    throw aboutKey(
      error.isOpenToOthers
        ? `settings: ${file} ${error.message}; expected a private file: chmod 600 ${file}`
        : `settings: ${variable} ${file} ${error.message}; expected a private file that holds the ${noun}`,
      error,
    )
  }
}

/** A secret travels in a header, which holds visible ASCII only. The message must not hold any of it. */
function checkedSecret(secret: string, where: string, noun: string): string {
  if (/^[\x21-\x7e]+$/.test(secret)) return secret
  throw aboutKey(
    `settings: ${where} holds white space or characters other than ASCII; expected the ${noun} and nothing else`,
  )
}

const aboutKey = (message: string, cause?: unknown): SettingsError =>
  new SettingsError(message, { isAboutKey: true, cause })
