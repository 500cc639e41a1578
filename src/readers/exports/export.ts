import { join, relative, resolve } from 'node:path'
import { literals } from '../../contract/sql.ts'
import { makeFolder } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { NotPublishedError, publishFiles } from '../../disk/publish-folder.ts'
import type { MakePresent } from '../../rows/privacy/present.ts'
import type { CachingReader, Definer, Selector } from '../../warehouse/database.ts'
import type { SharedViews } from '../../warehouse/shared-views.ts'
import {
  type ExportOrder,
  type Manifest,
  type ManifestFile,
  manifestColumns,
  type PageOf,
  type Written,
} from './exporter.ts'
import { exporters } from './exporters.ts'
import {
  type Catalogue,
  fileOf,
  isOfUser,
  type PlannedExport,
  planExports,
  type RequestedExport,
  sqlHashOf,
  tryExport,
} from './plan.ts'
import { type Alterations, type Presentation, presentation } from './presentation.ts'
import { ExportError, type RelationInfo } from './relation.ts'
import { type Measure, measuring, type Reading, type Source, sourceOf } from './rows.ts'

export interface ExportOptions extends Catalogue {
  /** A published warehouse, opened read-only for this export alone: its settings are changed. */
  readonly reader: CachingReader & Definer
  /** Where views of it stand worked out, once for all files that are made of them. */
  readonly tableOf: SharedViews['tableOf']
  /** The same, sealed: what users wrote is tried on it. Opened when there is any, and closed here. */
  readonly openSealed: () => Promise<Selector & AsyncDisposable>
  /** Does for a user what may have no end, and ends it in time. @throws ExportError then */
  readonly withinTime: <T>(work: () => Promise<T>) => Promise<T>
  /** Made when it does not exist. An earlier export in it is replaced. */
  readonly folder: string
  readonly requests: readonly RequestedExport[]
  readonly makePresent: MakePresent
  /** The page of a judgment that stands by now, as an absolute path; undefined where there is none. */
  readonly pageOf?: PageOf
  readonly run: { readonly run_id: string }
  readonly now: Date
}

/**
 * Writes tables, views and SELECTs as files with a manifest, all or none: an export that fails leaves an earlier one in the same
 * folder as it was.
 *
 * Throws ExportError when the requests cannot be met, FolderInUseError and FolderOfOthersError when the folder cannot be had, and
 * NotPublishedError when writing fails.
 */
export async function exportRelations(options: ExportOptions): Promise<Manifest> {
  const planned = await tryExports(planExports(options.requests, options), options)
  const folder = resolve(options.folder)
  return await publishFiles<Manifest>(
    { folder, kind: 'exports', now: options.now, refusal: ExportError },
    async (staging) => ({
      kind: 'exports',
      run_id: options.run.run_id,
      exported_at: options.now.toISOString(),
      contract_version: null,
      files: await writeExports(planned, { ...options, folder }, staging),
    }),
  )
}

async function tryExports(
  planned: readonly PlannedExport[],
  { openSealed }: ExportOptions,
): Promise<readonly PlannedExport[]> {
  await using sealed = planned.some(({ request }) => isOfUser(request)) ? await openSealed() : undefined
  const tried: PlannedExport[] = []
  for (const one of planned) tried.push(sealed === undefined ? one : await tryExport(one, sealed))
  return tried
}

/** What the files of an export share: rows are measured once. */
interface Work extends ExportOptions {
  readonly staging: string
  readonly measure: (reading: Reading) => Promise<Measure>
}

/** Carries out what was planned, one file after the other, in the staging folder. @throws NotPublishedError, ExportError */
async function writeExports(
  planned: readonly PlannedExport[],
  options: ExportOptions,
  staging: string,
): Promise<ManifestFile[]> {
  const { reader } = options
  const work = { ...options, staging, measure: measuring(reader) }
  const presentations = new Map<string, Presentation>()
  await confine(planned, work)
  const written: ManifestFile[] = []
  for (const one of planned) {
    try {
      const { privacy } = one.settings
      const key = JSON.stringify(privacy)
      const presented =
        presentations.get(key) ?? (await presentation(reader, work.relations, privacy, work.makePresent))
      presentations.set(key, presented)
      written.push(await writeExport(one, presented, work))
      failPoint('export.written')
    } catch (error) {
      if (error instanceof ExportError) throw error
      throw new NotPublishedError('exports', join(work.folder, fileOf(one)), error)
    }
  }
  return written
}

/** Files that SQL may reach: those being written. Nothing else, once shut. */
async function confine(planned: readonly PlannedExport[], { reader, staging }: Work): Promise<void> {
  // Each thread holds a row group of its own, which full texts make large; one thread writes as fast as the disk takes.
  await reader.run('SET threads = 1')
  if (!planned.some(({ request }) => isOfUser(request))) return
  await reader.run(`SET allowed_directories = [${literals([staging])}]`)
  await reader.run('SET enable_external_access = false')
}

async function writeExport(
  planned: PlannedExport,
  presented: Presentation,
  work: Work,
): Promise<ManifestFile> {
  const { request, settings } = planned
  const inTime: Work['withinTime'] = isOfUser(request) ? work.withinTime : (read) => read()
  const sources: Source[] = []
  for (const { relation, columns } of planned.relations) {
    const read = isOfUser(request) ? relation : await workedOut(relation, work.tableOf)
    const reading = { relation: read, columns, filter: request.filter, presentation: presented }
    sources.push(
      await inTime(async () => sourceOf(work.reader, reading, await work.measure(reading), settings)),
    )
  }
  await makeFolder(join(work.staging, planned.folder))
  presented.taken()
  const exporter = exporters[request.format]
  const order = orderOf(planned, work)
  const written =
    exporter.scope === 'request'
      ? await exporter.write(sources, order)
      : // The plan of such a file has one relation.
        await exporter.write(sources[0] as Source, order)
  return entryOf(planned, sources, written, presented.taken())
}

async function workedOut(relation: RelationInfo, tableOf: Work['tableOf']): Promise<RelationInfo> {
  const table = relation.select === undefined ? await tableOf(relation.name) : undefined
  return table === undefined ? relation : { ...relation, select: `FROM ${table}` }
}

const orderOf = (planned: PlannedExport, { staging, reader, folder, pageOf }: Work): ExportOrder => ({
  path: join(staging, fileOf(planned)),
  settings: planned.settings,
  reader,
  pageOf: (library, caseId) => {
    const page = pageOf?.(library, caseId)
    return page && relative(join(folder, planned.folder), page)
  },
})

/** The entry of a file in the manifest, its keys in the order of the documentation. */
function entryOf(
  planned: PlannedExport,
  sources: readonly Source[],
  { bytes, sha256, safety, ...more }: Written,
  altered: Alterations,
): ManifestFile {
  const only = sources.length === 1 ? sources[0] : undefined
  return {
    file: fileOf(planned),
    table: only?.name ?? null,
    format: planned.request.format,
    rows: sources.reduce((sum, { measure }) => sum + measure.rows, 0),
    bytes,
    sha256,
    columns: manifestColumns(only?.columns ?? []),
    ...more,
    safety,
    filter: planned.request.filter,
    sql_sha256: sqlHashOf(planned.request),
    privacy: { ...planned.settings.privacy, ...altered },
  }
}
