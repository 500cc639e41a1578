import { join, relative, resolve } from 'node:path'
import { literals } from '../../contract/sql.ts'
import { makeFolder } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { NotPublishedError, publishFiles } from '../../disk/publish-folder.ts'
import type { MakePresent, PrivacyOptions } from '../../rows/privacy/present.ts'
import type { Definer, Reader, Selector } from '../../warehouse/database.ts'
import { deltaOf } from './delta.ts'
import { ExportError } from './export-error.ts'
import type { PageOf } from './exporter.ts'
import { exporters } from './exporters.ts'
import { withLabels } from './labels.ts'
import type { EarlierExport, Manifest, ManifestFile, WrittenFile } from './manifest.ts'
import { type Partition, partitionsOf } from './partition.ts'
import {
  type Catalogue,
  fileOf,
  isDelta,
  isOfUser,
  type PlannedExport,
  type PlannedRelation,
  planExports,
  type RequestedExport,
  tryExport,
} from './plan.ts'
import { type Alterations, type Presentation, presentation } from './presentation.ts'
import type { RelationInfo } from './relation.ts'
import { type Measure, measuring, type Reading, type Source, sourceOf } from './rows.ts'
import { workedOutViews } from './worked-out.ts'

export interface ExportOptions extends Catalogue {
  /** A published warehouse, opened read-only for this export alone: its settings are changed. */
  readonly reader: ExportReader
  /** The same, sealed: what users wrote is tried on it. Opened when there is any, and closed here. */
  readonly openSealed: () => Promise<Selector & AsyncDisposable>
  /** Does for a user what may have no end, and ends it in time. @throws ExportError then */
  readonly withinTime: WriteExports['withinTime']
  /** Made when it does not exist. An earlier export in it is replaced. */
  readonly folder: string
  readonly requests: readonly RequestedExport[]
  /** The export that a delta starts from: that of the run named, or of the previous run of the job. @throws ExportError */
  readonly findEarlier: (since: string | undefined) => Promise<EarlierExport>
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
      files: await writeExports(planned, { ...options, folder, staging }),
    }),
  )
}

async function tryExports(
  planned: readonly PlannedExport[],
  { openSealed, findEarlier }: ExportOptions,
): Promise<readonly PlannedExport[]> {
  await using sealed = planned.some(({ request }) => isOfUser(request)) ? await openSealed() : undefined
  const tried: PlannedExport[] = []
  for (const one of planned) {
    const earlier = isDelta(one.request) ? await findEarlier(one.request.since) : undefined
    tried.push({ ...(await tryExport(one, sealed)), earlier })
  }
  return tried
}

export type ExportReader = Reader & Definer

interface WriteExports {
  readonly reader: ExportReader
  /** Absolute: where the files are to stand. */
  readonly folder: string
  /** Absolute: where they are written first. */
  readonly staging: string
  readonly relations: readonly RelationInfo[]
  readonly makePresent: MakePresent
  readonly pageOf?: PageOf
  /** What reads a SELECT or a filter of a user through for the first time is done in here. */
  readonly withinTime: <T>(work: () => Promise<T>) => Promise<T>
}

/** What the files of an export share: rows are worked out and measured once. */
interface Working extends WriteExports {
  readonly workedOut: (view: RelationInfo) => Promise<RelationInfo>
  readonly measure: (reading: Reading) => Promise<Measure>
}

/** Carries out what was planned, one file after the other, in the staging folder. @throws NotPublishedError, ExportError */
async function writeExports(planned: readonly PlannedExport[], given: WriteExports): Promise<ManifestFile[]> {
  const { reader } = given
  const work = { ...given, workedOut: await workedOutViews(reader), measure: measuring(reader) }
  const presentations = new Map<string, Presentation>()
  const presentationOf = async (privacy: PrivacyOptions): Promise<Presentation> => {
    const key = `${privacy.persons} ${privacy.identifiers}`
    const made =
      presentations.get(key) ?? (await presentation(work.reader, work.relations, privacy, work.makePresent))
    presentations.set(key, made)
    return made
  }
  await confine(planned, work)
  const written: ManifestFile[] = []
  for (const one of planned) {
    try {
      written.push(...(await writeExport(one, await presentationOf(one.settings.privacy), work)))
      failPoint('export.written')
    } catch (error) {
      if (error instanceof ExportError) throw error
      throw new NotPublishedError('exports', join(work.folder, fileOf(one)), error)
    }
  }
  return written
}

/** Files that SQL may reach: those being written, and those of the exports that deltas start from. Nothing else, once shut. */
async function confine(planned: readonly PlannedExport[], { reader, staging }: WriteExports): Promise<void> {
  // Each thread holds a row group of its own, which full texts make large; one thread writes as fast as the disk takes.
  await reader.run('SET threads = 1')
  if (!planned.some(({ request }) => isOfUser(request))) return
  const earlier = planned.flatMap((one) => (one.earlier === undefined ? [] : [one.earlier.folder]))
  await reader.run(`SET allowed_directories = [${literals([staging, ...earlier])}]`)
  await reader.run('SET enable_external_access = false')
}

async function writeExport(
  planned: PlannedExport,
  presented: Presentation,
  work: Working,
): Promise<readonly ManifestFile[]> {
  const inTime: WriteExports['withinTime'] = isOfUser(planned.request) ? work.withinTime : (read) => read()
  const sourceFor = (reading: Reading) =>
    inTime(async () => sourceOf(work.reader, reading, await work.measure(reading), planned.settings))
  const readings: { reading: Reading; relation: PlannedRelation }[] = []
  for (const relation of planned.relations) {
    const reading = await readingOf(planned, relation, presented, work)
    readings.push({
      relation,
      reading: { ...reading, columns: withLabels(reading.columns, planned.settings.headers) },
    })
  }
  if (exporters[planned.format].scope !== 'relation') {
    const sources: Source[] = []
    for (const { reading } of readings) sources.push(await sourceFor(reading))
    return writeFiles(planned, sources, presented, undefined, work)
  }
  const files: ManifestFile[] = []
  for (const { relation, reading } of readings) {
    for (const partition of await inTime(() => partsOf(relation, reading, work.reader))) {
      const conditions = [...reading.conditions, ...(partition === undefined ? [] : [partition.condition])]
      const source = await sourceFor({ ...reading, conditions })
      files.push(...(await writeFiles(planned, [source], presented, partition, work)))
    }
  }
  return files
}

const partsOf = async (
  { partition }: PlannedRelation,
  reading: Reading,
  reader: Reader,
): Promise<(Partition | undefined)[]> =>
  partition.length === 0 ? [undefined] : partitionsOf(reader, reading, partition)

/** What is read: the relation itself, or what has changed in it. */
async function readingOf(
  planned: PlannedExport,
  { relation, columns, filter, partition }: PlannedRelation,
  presented: Presentation,
  { reader, workedOut }: Working,
): Promise<Reading> {
  if (isOfUser(planned.request) && planned.earlier === undefined)
    return { relation, columns, conditions: filter === undefined ? [] : [filter], presentation: presented }
  if (planned.earlier === undefined)
    return { relation: await workedOut(relation), columns, conditions: [], presentation: presented }
  const asked = { privacy: planned.settings.privacy, sqlHash: planned.sqlHash }
  return deltaOf(reader, { relation, columns, filter, partition }, planned.earlier, presented, asked)
}

/** Writes what one opening of an exporter makes, and says of each file what a manifest has. */
async function writeFiles(
  planned: PlannedExport,
  sources: readonly Source[],
  presented: Presentation,
  partition: Partition | undefined,
  { staging, reader, relations, folder: published, pageOf }: WriteExports,
): Promise<readonly ManifestFile[]> {
  const { settings, stem, format } = planned
  const folders = [planned.folder, ...(partition === undefined ? [] : [stem, partition.path])]
  const inner = folders.filter((part) => part !== '')
  const folder = join(staging, ...inner)
  await makeFolder(folder)
  presented.taken()
  await using output = await exporters[format].open({
    folder,
    stem,
    settings,
    reader,
    presentation: presented,
    relations,
    pageOf: (library, caseId) => {
      const page = pageOf?.(library, caseId)
      return page === undefined ? undefined : relative(join(published, ...inner), page)
    },
  })
  for (const source of sources) await output.write(source)
  const files = await output.close()
  const altered = presented.taken()
  return files.map((file, index) => {
    const written = { ...file, file: [...inner, file.file].join('/') }
    const whole = partition === undefined ? written : { ...written, partition: partition.values }
    return manifestFile(whole, planned, index === 0 ? altered : nothingAltered)
  })
}

const nothingAltered = { persons_altered: 0, identifiers_masked: 0 }

/** The entry of a file, its keys in the order of the documentation. */
function manifestFile(
  { file, table, rows, bytes, sha256, columns, ...more }: WrittenFile,
  { format, settings, request, earlier, sqlHash }: PlannedExport,
  altered: Alterations,
): ManifestFile {
  const isCsv = format === 'csv'
  return {
    file,
    table,
    format,
    rows,
    bytes,
    sha256,
    columns,
    ...more,
    ...(isCsv ? { encoding: settings.encoding } : {}),
    ...(isCsv && settings.safety !== 'excel' ? { safety: settings.safety } : {}),
    ...(request.filter === undefined ? {} : { filter: request.filter }),
    ...(earlier === undefined ? {} : { since: earlier.run_id }),
    ...(sqlHash === undefined ? {} : { sql_sha256: sqlHash }),
    privacy: { ...settings.privacy, ...altered },
  }
}
