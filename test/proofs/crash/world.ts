import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { homeAt } from '../../../src/run/home/home.ts'
import { writeSampleCorpus } from '../../../src/standins/sample/corpus.ts'
import { startService } from '../../../src/standins/service/service.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { relationNames, relationOf } from '../../../src/warehouse/schema.ts'
import { sampleOf } from '../../support/forms.ts'
import { dossier, type Ended } from '../../support/processes.ts'
import { apiKey } from '../../support/run.ts'
import { shared } from '../../support/shared.ts'
import { accidental, digests } from '../../support/tables.ts'

export const concurrency = 4

/** Tables of which two runs that found the same export the same bytes, but for the id of the run. */
const comparable = relationNames().filter(
  (name) =>
    relationOf(name)?.kind === 'table' &&
    Object.keys(relationOf(name)?.columns ?? {}).every(
      (column) => !accidental.has(column) || column.endsWith('run_id') || column === 'based_on_run',
    ),
)

/** Views that do not say which run they are of: their Parquet is the same, byte for byte. */
const timeless = ['counterparties', 'litigation_overview', 'case_families']

/** Jobs to kill: all steps of the main pipeline, or the lists and full texts alone, of which a thousand runs can be made. */
export const jobs = {
  whole: `pipeline: enterprise-due-diligence
enterprises:
  - name: 示例建设集团有限公司
  - name: 示例商贸（上海）有限公司
  - name: 示例物流
  - name: 不存在的供应商有限公司
exports:
  - { format: csv, tables: [${comparable.join(', ')}] }
  - { format: parquet, tables: [${timeless.join(', ')}] }
`,
  small: `pipeline: ./lists-and-texts.js
enterprises:
  - id: 5a1e0000c0de4d00a0000000000000e1
  - id: 5a1e0000c0de4d00a0000000000000e2
exports:
  - { format: csv, tables: [job_enterprises, list_scans, enterprise_documents, document_parties, cases, case_citations] }
  - { format: parquet, tables: [counterparties] }
`,
} as const

/** A pipeline of two steps, as a file of its own. */
const smallPipeline = `import { commonJob, definePipeline, enterpriseEntry, readEnterprises, run, sql, step, z } from 'dossier/pipeline'

const ofJob = sql\`SELECT given_id FROM job_inputs WHERE run_id = \${run.run_id}\`

export default definePipeline({
  name: 'lists-and-texts',
  meaning: 'pages of litigation lists, and the full texts of what they list',
  job: z.strictObject({ ...commonJob, enterprises: z.array(enterpriseEntry) }),
  inputs: ({ settings, file }) => readEnterprises(settings.enterprises, file),
  variables: () => ({}),
  steps: [
    step('lists', 'rh_enterpriseWritList', sql\`
      SELECT given_id AS id, unnest([1, 2]) AS "pageNo" FROM (\${ofJob})\`, { freshFor: 'run' }),
    step('texts', 'rh_case_details', sql\`
      SELECT document_id AS id, 'ptal' AS type, ordinal AS cost_rank FROM (
        SELECT document_id, row_number() OVER (ORDER BY document_id) AS ordinal FROM enterprise_documents
        WHERE enterprise_id IN (\${ofJob})) WHERE ordinal <= 12\`, { freshFor: 'forever', after: 'lists' }),
  ],
})
`

/** What a run left: every table as a digest, every exported file as a hash. */
interface Left {
  readonly tables: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string>>
}

/** A home of its own, with a service of its own, on which runs are killed. */
export interface Victim extends AsyncDisposable {
  readonly home: string
  /** Runs the job in a process of its own; see src/disk/fail-points.ts. */
  run(options?: { failPoint?: string; killAfterMs?: number; nodeOptions?: string }): Promise<Ended>
  /** What the service was asked, as method, path and parameters, since the home was last made new. */
  requests(): Promise<readonly string[]>
  /** A new home. */
  renew(): Promise<void>
  /** Whether the last run is over for good: a further one would be another. */
  hasEnded(): Promise<boolean>
  /** Fails unless the home holds what an uninterrupted run leaves. */
  expectSame(): Promise<void>
  /** Fails unless the runs so far, of which as many were killed, left what an uninterrupted one leaves. */
  expectWhole(kills: number): Promise<void>
}

/** A corpus, a job, and what an uninterrupted run of it leaves. */
export interface CrashWorld {
  /** How often an uninterrupted run meets each fail point. */
  readonly met: ReadonlyMap<string, number>
  readonly wholeMs: number
  victim(name: string, more?: string): Promise<Victim>
}

/** A folder with a corpus, and a job on it. */
const groundFor = (name: keyof typeof jobs) =>
  shared(`crash-ground-${name}`, (folder) => makeGround(folder, name))

async function makeGround(folder: string, name: keyof typeof jobs) {
  const text = `${jobs[name]}rate: { perSecond: unlimited, concurrency: ${concurrency} }\n`
  const corpus = join(folder, 'corpus')
  await writeSampleCorpus({ out: corpus, seed: 1, enterprises: 4, ...sampleOf(36) })
  // Each victim has a service of its own, which reads the corpus; the small job asks for no statutes.
  if (name === 'small') await rm(join(corpus, 'statutes.ndjson'))
  return { folder, corpus, text }
}

/** Victims of which nobody asks what an uninterrupted run leaves. */
export async function victimsOf(name: keyof typeof jobs): Promise<Pick<CrashWorld, 'victim'>> {
  const { folder, corpus, text } = await groundFor(name)
  return {
    victim: (victim, more = '') => victimIn({ folder: join(folder, victim), corpus, job: text + more }),
  }
}

/** The world of a job: all files that kill runs of it share one. Names of victims differ by file. */
export const crashWorld = (name: keyof typeof jobs): Promise<CrashWorld> =>
  shared(`crash-world-${name}`, () => makeWorld(name))

async function makeWorld(name: keyof typeof jobs): Promise<CrashWorld> {
  const { folder, corpus, text } = await groundFor(name)
  await using whole = await victimIn({ folder: join(folder, 'whole'), corpus, job: text })
  const started = performance.now()
  const ended = await whole.run({ failPoint: '*' })
  const wholeMs = performance.now() - started
  expect(ended).toMatchObject({ code: 4, signal: null })
  const expected = await leftIn(whole.home)
  const repeats = repeatsIn(await whole.requests())
  return {
    met: metIn(ended.notes),
    wholeMs,
    victim: (victim, more = '') =>
      victimIn({
        folder: join(folder, victim),
        corpus,
        whole: { left: expected, repeats },
        job: text + more,
      }),
  }
}

interface VictimOptions {
  readonly folder: string
  readonly corpus: string
  /** Text of the job file. */
  readonly job: string
  /** What an uninterrupted run leaves, and how often it asks what it has asked: page 1 again behind the last page. */
  readonly whole?: { readonly left: Left; readonly repeats: number }
}

async function victimIn({ folder, corpus, job: text, whole }: VictimOptions): Promise<Victim> {
  const home = join(folder, 'home')
  const [job, accessLog] = [join(folder, 'job.yaml'), join(folder, 'access.ndjson')]
  await mkdir(folder, { recursive: true })
  await writeFile(job, text)
  await writeFile(join(folder, 'lists-and-texts.js'), smallPipeline)
  const service = await startService({ corpus, apiKey, accessLog })
  const asked = async () => (await readFile(accessLog, 'utf8')).split('\n').slice(0, -1).map(requestIn)
  let before = 0
  const requests = async () => (await asked()).slice(before)
  const expectSame = async () => expect(await leftIn(home)).toEqual(whole?.left)
  return {
    home,
    requests,
    run: ({ failPoint = '', killAfterMs, nodeOptions = '' } = {}) =>
      dossier(
        ['run', job, '--home', home, '--base-url', service.url],
        { DOSSIER_API_KEY: apiKey, DOSSIER_FAIL_POINT: failPoint, NODE_OPTIONS: nodeOptions },
        killAfterMs,
      ),
    async renew() {
      await rm(home, { recursive: true, force: true })
      before = (await asked()).length
    },
    hasEnded: () => hasEnded(home),
    expectSame,
    async expectWhole(kills) {
      await expectSame()
      const made = await requests()
      expect(repeatsIn(made)).toBeLessThanOrEqual((whole?.repeats ?? 0) + kills * concurrency)
      const attempts = await attemptsIn(home)
      // The ledger never knows less than what was asked, or a budget could be exceeded; nor more than was under way.
      expect(attempts).toBeGreaterThanOrEqual(made.length)
      expect(attempts).toBeLessThanOrEqual(made.length + kills * concurrency)
    },
    async [Symbol.asyncDispose]() {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const repeatsIn = (requests: readonly string[]): number => requests.length - new Set(requests).size

function requestIn(line: string): string {
  const { method, path, params } = JSON.parse(line)
  return JSON.stringify({ method, path, params })
}

function metIn(notes: string): ReadonlyMap<string, number> {
  const met = new Map<string, number>()
  for (const [, name = ''] of notes.matchAll(/^fail point (\S+)$/gm)) met.set(name, (met.get(name) ?? 0) + 1)
  return met
}

async function hasEnded(home: string): Promise<boolean> {
  const runs = (await readdir(join(home, 'runs')).catch(() => [])).sort()
  const text = await readFile(join(home, 'runs', runs.at(-1) ?? '', 'run.json'), 'utf8').catch(() => '{}')
  return ['complete', 'gaps'].includes(JSON.parse(text).status)
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
