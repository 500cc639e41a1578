import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measure, type Taken } from '../processes.ts'

/** Beside the sources, for they are not compiled. */
const source = (name: string): string => fileURLToPath(new URL(`../../../bench/dlt/${name}`, import.meta.url))

/** Loads a world. */
export type Dlt = (options: {
  readonly url: string
  readonly enterprises: number
  readonly hasTexts: boolean
  readonly fileFormat: 'default' | 'parquet'
  readonly folder: string
}) => Promise<Taken>

/**
 * dlt in a virtual environment of its own, made once in the cache folder of the user for each list of versions.
 * A sentence instead when there is no Python, or no way to the registry.
 */
export async function openDlt(): Promise<Dlt | string> {
  const versions = await readFile(source('requirements.txt'))
  const digest = createHash('sha256').update(versions).digest('hex').slice(0, 12)
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'dossier-bench')
  const environment = join(cache, `dlt-${digest}`)
  try {
    if (!existsSync(environment)) await make(cache, environment)
  } catch (error) {
    return `dlt is left out: ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`
  }
  return ({ url, enterprises, hasTexts, fileFormat, folder }) => {
    const what = [url, String(enterprises), hasTexts ? 'details' : 'lists', fileFormat]
    const into = [join(folder, 'dlt.duckdb'), join(folder, 'dlt')]
    return measure(join(environment, 'bin', 'python'), [source('pipeline.py'), ...what, ...into])
  }
}

/** Under another name until it is whole. */
async function make(cache: string, environment: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const begun = `${environment}.${process.pid}`
  try {
    await measure('python3', ['-m', 'venv', '--copies', begun])
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--only-binary', ':all:']
    await measure(join(begun, 'bin', 'python'), [...pip, '-r', source('requirements.txt')])
    await rename(begun, environment)
  } finally {
    await rm(begun, { recursive: true, force: true })
  }
}
