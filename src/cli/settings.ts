import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'

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
  const key = env.DOSSIER_API_KEY?.trim()
  if (key) return checkedKey(key, 'DOSSIER_API_KEY')
  const file = env.DOSSIER_API_KEY_FILE
  if (file) return checkedKey(await keyFromFile(file), file)
  throw aboutKey(
    'settings: there is no key; expected DOSSIER_API_KEY, or DOSSIER_API_KEY_FILE naming a private file that holds it',
  )
}

async function keyFromFile(file: string): Promise<string> {
  const { mode } = await stat(file).catch((cause: NodeJS.ErrnoException) => {
    throw aboutKey(
      `settings: DOSSIER_API_KEY_FILE ${file} cannot be read (${cause.code}); expected a private file that holds the key`,
      cause,
    )
  })
  if ((mode & 0o077) !== 0) {
    throw aboutKey(`settings: ${file} can be read by others; expected a private file: chmod 600 ${file}`)
  }
  const key = (await readFile(file, 'utf8')).trim()
  if (key === '') throw aboutKey(`settings: ${file} is empty; expected the key in it`)
  return key
}

/** The key travels in a header, which holds visible ASCII only. The message must not hold any of it. */
function checkedKey(key: string, where: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw aboutKey(
    `settings: ${where} holds white space or characters other than ASCII; expected the key and nothing else`,
  )
}

const aboutKey = (message: string, cause?: unknown): SettingsError =>
  new SettingsError(message, { isAboutKey: true, cause })
