import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { pipelines } from '../../src/app/job.ts'
import { type Client, type ClientOptions, createClient } from '../../src/calls/client/client.ts'
import type { Effects } from '../../src/calls/effects.ts'
import { gapText } from '../../src/rows/words/gaps.ts'
import type { RunOptions } from '../../src/run/begin.ts'
import { exists, type Home, homeAt, makeHome } from '../../src/run/home/home.ts'
import { readJob } from '../../src/run/job/read-job.ts'
import type { JobSettings } from '../../src/run/job/schema.ts'
import type { Pipeline } from '../../src/run/pipeline.ts'
import { runJob } from '../../src/run/run.ts'
import type { RunSummary } from '../../src/run/summary.ts'
import type { ServiceOptions } from '../../src/standins/service/options.ts'
import { Database, type SqlRow } from '../../src/warehouse/database.ts'
import { startCounted } from './counted-service.ts'
import type { Whenever } from './folder.ts'
import { giveEmptyTables } from './tables.ts'

export const apiKey = 'test-key'

/** Serves a corpus until the test is over. */
export async function serveCorpus(
  corpus: string,
  options: Partial<ServiceOptions> = {},
  whenOver: Whenever = onTestFinished,
) {
  const service = await startCounted({ corpus, apiKey, ...options })
  whenOver(() => service.close())
  return service
}

/** Writes records as the NDJSON files of a corpus. */
export async function writeCorpus(
  folder: string,
  files: Readonly<Record<string, readonly object[]>>,
): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const [name, records] of Object.entries(files)) {
    await writeFile(
      join(folder, `${name}.ndjson`),
      records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    )
  }
  return folder
}

export const testEffects = (): Effects => ({
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  random: Math.random,
  log: pino({ level: 'silent' }),
})

type OfRun = 'signal' | 'onProgress' | 'onFinding' | 'freeBytes' | 'probeAfterMs' | 'retriesFailed'

/** A run: of the effects, the day it is when it matters, and the dice of the retries; 0 waits for nothing. */
export interface RunHere extends Partial<Pick<RunOptions, OfRun>>, Partial<Pick<Effects, 'now' | 'random'>> {
  readonly home: string
  /** Text of the job file. */
  readonly job: string
  readonly url: string
  readonly key?: string
  readonly client?: Partial<ClientOptions>
  /** A pipeline of the test's own, whatever the job names. */
  readonly pipeline?: Pipeline
  /** False lets the run of a new home make its tables itself. */
  readonly hasTables?: boolean
}

/** Gives a new home tables without a row. */
export async function giveTables(home: Home): Promise<void> {
  if (await exists(home.state.landing)) return
  await makeHome(home)
  await giveEmptyTables(home.state.warehouse)
}

/** Runs a job in this process and returns its summary. */
export async function runHere(options: RunHere): Promise<RunSummary> {
  const { home, job, url, key = apiKey, client: ofClient, pipeline, hasTables = true, ...more } = options
  const { now, random, ...given } = more
  const file = join(home, 'job.yaml')
  await mkdir(home, { recursive: true })
  await writeFile(file, job)
  if (hasTables) await giveTables(homeAt(home))
  const own = pipeline && { names: [pipeline.name], find: async () => pipeline }
  const read = await readJob(file, own ?? pipelines)
  const clientOptions = { baseUrl: url, apiKey: key, ...ofClient }
  await using client =
    read.job.settings.transport === 'http'
      ? createClient(clientOptions)
      : await toolClient(clientOptions, read.job.settings.tools)
  await using run = await runJob({
    ...read,
    home: homeAt(home),
    client,
    effects: { ...testEffects(), ...(now && { now }), ...(random && { random }) },
    version: 'test',
    mayResume: true,
    retriesFailed: false,
    signal: new AbortController().signal,
    onBegin: () => undefined,
    onProgress: () => undefined,
    onFinding: () => undefined,
    ...given,
  })
  await run.end()
  return run.summary
}

/** Most runs call no tools: they need not wait for the protocol to load. */
async function toolClient(options: ClientOptions, tools: JobSettings['tools']): Promise<Client> {
  const { createToolClient } = await import('../../src/calls/tools/client.ts')
  return createToolClient({ ...options, tools, version: 'test' })
}

/** Rows of the published warehouse. */
export async function published(home: string, sql: string): Promise<SqlRow[]> {
  await using database = await Database.open(homeAt(home).published, { readOnly: true })
  return await database.rows(sql)
}

/** The gaps of a run as a person reads them. */
export const sentencesOf = ({ gaps }: RunSummary): string[] => gaps.map((gap) => gapText(gap, 'en'))
