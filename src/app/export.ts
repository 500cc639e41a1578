import { existsSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { GivenFileError, mostBytes, readGivenText } from '../disk/given-file.ts'
import { judgmentFile } from '../readers/dossiers/judgment/address.ts'
import { exportRelations } from '../readers/exports/export.ts'
import { type Manifest, readExportManifest } from '../readers/exports/exporter.ts'
import type { RequestedExport } from '../readers/exports/plan.ts'
import { ExportError } from '../readers/exports/relation.ts'
import { presentOf } from '../rows/privacy/present.ts'
import { type Home, publishedFolder } from '../run/home/home.ts'
import { type ExportRequest, exportRequest } from '../run/job/outputs.ts'
import type { Database } from '../warehouse/database.ts'
import { relationOf, relationsToExport, usualExports } from '../warehouse/schema.ts'
import { parsedOption, RefusedError, StoppedError } from './errors.ts'
import { type OpenPublished, openPublished } from './published.ts'
import { queryLimits, requirePublished, sealedSelects } from './query.ts'
import type { Settings } from './settings.ts'

export interface ExportOptions {
  /** As under `exports` of a job. Default: csv and parquet of what people ask for. */
  readonly exports?: readonly z.input<typeof exportRequest>[] | undefined
  /** What paths of SQL files are relative to. Default: the working folder. */
  readonly beside?: string | undefined
  /** A folder of its own, whose earlier export is replaced. Default: `exports-by-hand` of the last run. */
  readonly folder?: string | undefined
  /** What a SELECT or filter of yours may take. Default 60. */
  readonly timeoutSeconds?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** A finished export. */
export interface Exported {
  /** Absolute. */
  readonly folder: string
  /** Every file with its rows, bytes and SHA-256. */
  readonly manifest: Manifest
  /** What the folder held before. */
  readonly replaced: Manifest | undefined
}

/** Exports the published warehouse as it is now. @throws RefusedError, ExportError, StoppedError */
export async function exportTables(settings: Settings, options: ExportOptions = {}): Promise<Exported> {
  const { home } = settings
  const asked = options.exports ?? [{ format: 'csv' }, { format: 'parquet' }]
  const requests = parsedOption(z.array(exportRequest), [...asked], 'export: exports.')
  await requirePublished(home, 'export')
  const runId = await latestRun(home)
  // Not the folder of the run's own exports: an export replaces what its folder holds.
  const folder = resolve(options.folder ?? publishedFolder(home, runId, 'exports-by-hand'))
  const replaced = await readExportManifest(folder)
  const manifest = await exportPublished(settings, {
    runId,
    requests,
    beside: options.beside ?? '.',
    folder,
    signal: options.signal ?? new AbortController().signal,
    timeoutSeconds: options.timeoutSeconds,
  })
  return { folder, manifest, replaced }
}

/** The run that the published warehouse ends with. */
async function latestRun(home: Home): Promise<string> {
  const latest = join(home.root, 'latest')
  const target = await readlink(latest).catch((cause) => {
    throw new RefusedError(`export: ${latest} does not point to a run; run a job first: dossier run JOB`, {
      cause,
    })
  })
  return basename(target)
}

interface ExportRun {
  readonly runId: string
  readonly requests: readonly ExportRequest[]
  /** What paths of SQL files are relative to: the folder of the job file. */
  readonly beside: string
  /** Interrupts the database, also within a user's SELECT; the export is then given up. */
  readonly signal: AbortSignal
  /** Default: that of the run. */
  readonly folder?: string | undefined
  /** One that is open already, with the views that dossiers have worked out. Exports of tables alone open their own. */
  readonly published?: OpenPublished | undefined
  /** What a user's SELECT or filter may take to be tried, and to be read through. Default that of a query. */
  readonly timeoutSeconds?: number | undefined
}

/** Exports the published warehouse into a run's folder, or another. @throws StoppedError when the signal says so, and as exportRelations */
export async function exportPublished(settings: Settings, run: ExportRun): Promise<Manifest> {
  const { published, requests, signal } = run
  const readsTables = requests.every(readsTablesOnly)
  const first = readsTables
    ? exported(settings, run, tablesMemory)
    : published === undefined
      ? exported(settings, run, viewsMemory)
      : published.database.withAtLeast(viewsMb, () => exportedFrom(published, settings, run))
  return await first
    .catch((cause) => {
      // Nothing was published yet: it starts again, with the memory that it needs.
      if (!readsTables || !isOutOfMemory(cause)) throw cause
      return exported(settings, run, viewsMemory)
    })
    .catch((cause) => {
      throw signal.aborted
        ? new StoppedError('export: it was asked to stop; nothing was exported', { cause })
        : cause
    })
}

/** DuckDB says so itself, or ends a stream before its last row. */
const isOutOfMemory = (cause: unknown): boolean =>
  cause instanceof Error && (/out of memory/i.test(cause.message) || isOutOfMemory(cause.cause))

async function exported(settings: Settings, run: ExportRun, memoryLimit: string): Promise<Manifest> {
  await using published = await openPublished(settings.home, memoryLimit)
  return await exportedFrom(published, settings, run)
}

async function exportedFrom(
  { database, tableOf }: OpenPublished,
  { home, env, clock }: Settings,
  { runId, requests, beside, folder, signal, timeoutSeconds = queryLimits.timeoutSeconds }: ExportRun,
): Promise<Manifest> {
  const requested = requests.map((request) => withSql(request, beside))
  const into = resolve(folder ?? publishedFolder(home, runId, 'exports'))
  using _reading = database.endedBy(signal)
  return await exportRelations({
    reader: database,
    tableOf,
    openSealed: async () => sealedSelects(home, { env, timeoutSeconds, signal }),
    withinTime: (work) => withinTime(timeoutSeconds, database, work),
    folder: into,
    requests: requested,
    relations: relationsToExport(),
    usual: usualExports,
    makePresent: presentOf,
    pageOf: (library, caseId) => {
      const page = join(dirname(into), 'reports', judgmentFile(library, caseId))
      return existsSync(page) ? page : undefined
    },
    run: { run_id: runId },
    now: clock.now(),
  })
}

/** Tables are sorted in parts: with this the process stays below 300 MB whatever their number of rows. 80 MB were too little for a million. */
export const tablesMemory = '88MB'
/** A view is as large as what it joins: of 200,000 documents 128 MB were too little. No more is taken than is needed. */
const viewsMb = 1000
const viewsMemory = `${viewsMb}MB`

const readsTablesOnly = ({ tables }: ExportRequest): boolean =>
  Array.isArray(tables) && tables.every((name) => relationOf(name)?.kind === 'table')

/** Interrupts a user's query that takes too long. @throws ExportError, with the limit */
async function withinTime<T>(seconds: number, database: Database, work: () => Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(seconds * 1000)
  try {
    using _limit = database.endedBy(late)
    return await work()
  } catch (cause) {
    if (!late.aborted) throw cause
    throw new ExportError(
      `export: a SELECT or filter took longer than ${seconds} s to be read through and was ended; ` +
        'expected one that a query gives within that time: ask for less, or dossier export --timeout',
      { cause },
    )
  }
}

function withSql({ sql, ...request }: ExportRequest, beside: string): RequestedExport {
  if (sql === undefined) return request
  const file = resolve(beside, sql)
  try {
    return { ...request, sql: { file, text: readGivenText(file, { mostBytes: mostBytes.sql }) } }
  } catch (cause) {
    if (!(cause instanceof GivenFileError)) throw cause
    throw new ExportError(`export: ${file} ${cause.message}; expected a file with one SELECT`, { cause })
  }
}
