import { execFileSync } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Home, homeAt } from '../../../src/run/home/home.ts'
import { writeSampleCorpus } from '../../../src/standins/sample/corpus.ts'

/** A call that the service answered wrongly, and how the version that made it filed the answer. */
export interface WrongCall {
  readonly kind:
    | 'other-record'
    | 'too-fast'
    | 'no-data-member'
    | 'other-page'
    | 'other-articles'
    | 'unknown-message'
  readonly filedAs: 'hit' | 'empty'
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  readonly callKey: string
}

export interface UpgradeHome {
  readonly home: Home
  /** Text of its job file; the home knows the job as `job`. */
  readonly job: string
  readonly wrong: readonly WrongCall[]
}

/** When its calls were made. A test whose clock stands before or long after finds other answers fresh. */
export const madeAt = new Date('2026-11-22T06:02:16Z')

export const callsMade = 45

const fixture = (name: string): string => fileURLToPath(new URL(`./f3af57b/${name}`, import.meta.url))

/** Unpacks a home that commit f3af57b filled from a service that answered wrongly: see the README beside it. */
export async function upgradeHome(folder: string): Promise<UpgradeHome> {
  unpack('home.tar.gz', folder)
  const home = homeAt(join(folder, 'home'))
  await copyFile(home.state.warehouse, home.published)
  return {
    home,
    job: await readFile(fixture('job.yaml'), 'utf8'),
    wrong: JSON.parse(await readFile(fixture('wrong-calls.json'), 'utf8')) as WrongCall[],
  }
}

/** Writes the corpus that its calls were answered from, with the statutes of the sample as it is now. */
export async function upgradeCorpus(out: string): Promise<void> {
  await writeSampleCorpus({ out, seed: 1, enterprises: 1 })
  unpack('corpus.tar.gz', out)
}

const unpack = (name: string, folder: string) =>
  execFileSync('tar', ['-xzf', fixture(name), '--no-same-owner', '-C', folder])
