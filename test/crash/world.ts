import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { homeAt } from '../../src/engine/home.ts'
import { writeSampleCorpus } from '../../src/service/sample/corpus.ts'
import { Database } from '../../src/warehouse/database.ts'
import { relationNames, relationOf } from '../../src/warehouse/schema.ts'
import { accidental, digests } from '../support/digest.ts'
import { temporaryFolder, type Whenever } from '../support/folder.ts'
import { dossier, type Ended } from '../support/process.ts'
import { apiKey, serveCorpus } from '../support/run.ts'

export const concurrency = 4

/** Relations of which two runs that found the same export the same bytes, but for the id of the run. */
const comparable = relationNames().filter((name) =>
  Object.keys(relationOf(name)?.columns ?? {}).every(
    (column) => !accidental.has(column) || column.endsWith('run_id') || column === 'based_on_run',
  ),
)

/** Views that do not say which run they are of: their Parquet is the same, byte for byte. */
const timeless = ['counterparties', 'litigation_overview', 'case_families']

export const job = (more = ''): string => `pipeline: enterprise-due-diligence
enterprises:
  - name: 示例建设集团有限公司
  - name: 示例商贸（上海）有限公司
  - name: 示例物流
  - name: 不存在的供应商有限公司
rate: { perSecond: unlimited, concurrency: ${concurrency} }
exports:
  - { format: csv, tables: [${comparable.join(', ')}] }
  - { format: parquet, tables: [${timeless.join(', ')}] }
${more}`

/** What a run left: the tables as digests, its exports as hashes, and what the ledger says it asked. */
export interface Left {
  readonly tables: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string>>
}

/** A service, a job, and what an uninterrupted run of it leaves. */
export interface CrashWorld {
  readonly expected: Left
  /** What an uninterrupted run asks for, once each. */
  readonly calls: number
  /** How often an uninterrupted run meets each fail point. */
  readonly met: ReadonlyMap<string, number>
  readonly wholeMs: number
  run(home: string, options?: { failPoint?: string; killAfterMs?: number; job?: string }): Promise<Ended>
  /** Requests that the service has seen so far, as method, path and parameters. */
  requests(): Promise<string[]>
  home(name: string): string
  /** Fails unless a killed and resumed run left what an uninterrupted one leaves. */
  expectWhole(home: string, kills: number, requestsBefore: number): Promise<void>
}

export async function crashWorld(whenOver: Whenever): Promise<CrashWorld> {
  const folder = await temporaryFolder(whenOver)
  const corpus = join(folder, 'corpus')
  await writeSampleCorpus({ out: corpus, seed: 1, enterprises: 4 })
  const accessLog = join(folder, 'access.ndjson')
  const { url } = await serveCorpus(corpus, { accessLog }, whenOver)
  const file = join(folder, 'job.yaml')
  await writeFile(file, job())

  const run: CrashWorld['run'] = (home, { failPoint = '', killAfterMs, job: other } = {}) =>
    dossier(
      ['run', other ?? file, '--home', home, '--base-url', url],
      { DOSSIER_API_KEY: apiKey, DOSSIER_FAIL_POINT: failPoint },
      killAfterMs,
    )
  const requests = async () =>
    (await readFile(accessLog, 'utf8').catch(() => ''))
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const { method, path, params } = JSON.parse(line)
        return JSON.stringify({ method, path, params })
      })
  const home = (name: string) => join(folder, name)

  const started = performance.now()
  const whole = await run(home('whole'), { failPoint: '*' })
  const wholeMs = performance.now() - started
  expect(whole).toMatchObject({ code: 4, signal: null })
  const expected = await leftIn(home('whole'))
  const calls = (await requests()).length

  return {
    expected,
    calls,
    met: metIn(whole.notes),
    wholeMs,
    run,
    requests,
    home,
    async expectWhole(killed, kills, requestsBefore) {
      expect(await leftIn(killed)).toEqual(expected)
      const made = (await requests()).slice(requestsBefore)
      expect(made.length - new Set(made).size).toBeLessThanOrEqual(kills * concurrency)
      const attempts = await attemptsIn(killed)
      // The ledger never knows less than what was asked, or a budget could be exceeded; nor more than what was under way.
      expect(attempts).toBeGreaterThanOrEqual(made.length)
      expect(attempts).toBeLessThanOrEqual(made.length + kills * concurrency)
    },
  }
}

function metIn(notes: string): ReadonlyMap<string, number> {
  const met = new Map<string, number>()
  for (const [, name = ''] of notes.matchAll(/^fail point (\S+)$/gm)) met.set(name, (met.get(name) ?? 0) + 1)
  return met
}

async function leftIn(home: string): Promise<Left> {
  await using database = await Database.open(homeAt(home).published, { readOnly: true })
  const [row] = await database.rows('SELECT run_id FROM runs ORDER BY run_id DESC LIMIT 1')
  return { tables: await digests(database), exports: await exportHashes(home, String(row?.run_id)) }
}

async function attemptsIn(home: string): Promise<number> {
  await using database = await Database.open(homeAt(home).published, { readOnly: true })
  const [row] = await database.rows('SELECT sum(attempts)::INTEGER AS attempts FROM calls')
  return Number(row?.attempts)
}

/** SHA-256 of each exported file; the id of the run in it is none of what was found. */
async function exportHashes(home: string, runId: string): Promise<Record<string, string>> {
  const folder = join(home, 'latest', 'exports')
  const files = (await readdir(folder)).filter((name) => name !== 'manifest.json').sort()
  const hashes: Record<string, string> = {}
  for (const file of files) {
    const bytes = (await readFile(join(folder, file))).toString('latin1').replaceAll(runId, 'RUN')
    hashes[file] = createHash('sha256').update(bytes, 'latin1').digest('hex')
  }
  return hashes
}
