import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Home, runFolder, runIds } from '../engine/home.ts'
import { exportRelations } from '../export/export.ts'
import { ExportError } from '../export/export-error.ts'
import type { EarlierExport, Manifest } from '../export/manifest.ts'
import { readManifest } from '../export/manifest-file.ts'
import type { RequestedExport } from '../export/plan.ts'
import type { ExportRequest } from '../job/export-request.ts'
import { makePresentOf } from '../privacy/make-present.ts'
import { Database } from '../warehouse/database.ts'
import { openPublished } from '../warehouse/query.ts'
import { relationOf, relationsToExport, usualExports } from '../warehouse/schema.ts'
import { systemClock } from './clock.ts'

export interface ExportRun {
  readonly runId: string
  readonly requests: readonly ExportRequest[]
  /** What paths of SQL files are relative to: the folder of the job file. */
  readonly beside: string
  /** Default: that of the run. */
  readonly folder?: string | undefined
  /** Ends what the database is doing, whatever a user's SELECT has it do; the export is then given up. */
  readonly signal: AbortSignal
}

const exportsOf = (home: Home, runId: string): string => join(runFolder(home, runId), 'exports')

/** Exports the published warehouse into a run's folder, or another. */
export async function exportPublished(
  home: Home,
  { runId, requests, beside, folder, signal }: ExportRun,
): Promise<Manifest> {
  const requested = await Promise.all(requests.map((request) => withSql(request, beside)))
  await using reader = await Database.open(home.published, {
    readOnly: true,
    spillTo: home.state.spill,
    memoryLimit: memoryFor(requests),
    threads: 1,
  })
  using _reading = endedBy(signal, reader)
  return await exportRelations({
    reader,
    openSealed: async () => {
      const database = await openPublished(home.published)
      endedBy(signal, database)
      return database
    },
    folder: folder ?? exportsOf(home, runId),
    requests: requested,
    relations: relationsToExport(),
    usual: usualExports,
    findEarlier: (since) => findEarlier(home, reader, runId, since),
    makePresent: makePresentOf(home.state.aliasKey),
    run: { run_id: runId },
    now: systemClock.now(),
  })
}

/**
 * Tables are sorted in parts and stay small. A view is as large as what it joins: of 200,000 documents 128 MB were too little, and
 * no more is taken than is needed.
 */
const memoryFor = (requests: readonly ExportRequest[]): string =>
  requests.every(readsTablesOnly) ? '128MB' : '1GB'

const readsTablesOnly = ({ tables }: ExportRequest): boolean =>
  Array.isArray(tables) && tables.every((name) => relationOf(name)?.kind === 'table')

/** Has a signal end what a database is doing, until this is disposed of. */
function endedBy(signal: AbortSignal, database: Database): Disposable {
  const interrupt = () => database.interrupt()
  signal.addEventListener('abort', interrupt)
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', interrupt) }
}

async function withSql({ sql, ...request }: ExportRequest, beside: string): Promise<RequestedExport> {
  if (sql === undefined) return request
  const file = resolve(beside, sql)
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new ExportError(`export: ${file} cannot be read (${cause.code}); expected a file with one SELECT`, {
      cause,
    })
  })
  return { ...request, sql: { file, text } }
}

/** The export of the run named, or of the last run of the same job before this one that exported anything. */
async function findEarlier(
  home: Home,
  reader: Database,
  runId: string,
  since: string | undefined,
): Promise<EarlierExport> {
  const candidates = since === undefined ? await previousRuns(home, reader, runId) : [since]
  for (const run_id of candidates) {
    const folder = resolve(exportsOf(home, run_id))
    const manifest = (await runIds(home)).includes(run_id) ? await readManifest(folder) : undefined
    if (manifest !== undefined) return { run_id, folder, manifest }
  }
  throw new ExportError(
    since === undefined
      ? `export: no run of this job before ${runId} has exports, so there is nothing to tell changes from; ` +
          'expected a run that exported Parquet: run the job once more without delta'
      : `export: run ${since} has no exports in ${home.runs}; expected a run that exported Parquet: dossier status lists runs`,
  )
}

async function previousRuns(home: Home, reader: Database, runId: string): Promise<string[]> {
  const rows = await reader.rows(
    'SELECT run_id FROM runs WHERE run_id < $run AND job = (SELECT job FROM runs WHERE run_id = $run) ORDER BY run_id DESC',
    { run: runId },
  )
  const there = new Set(await runIds(home))
  return rows.map(({ run_id }) => String(run_id)).filter((id) => there.has(id))
}

/** Where a job file stands. */
export const folderOf = (jobFile: string): string => dirname(resolve(jobFile))
