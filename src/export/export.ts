import { join, resolve } from 'node:path'
import { literals } from '../contract/sql.ts'
import { makeFolder } from '../disk/durable.ts'
import { failPoint } from '../disk/fail-points.ts'
import { NotPublishedError, publishFiles } from '../disk/publish-folder.ts'
import type { MakePresent, PrivacyOptions } from '../privacy/present.ts'
import type { Definer, Reader, Selector } from '../warehouse/database.ts'
import { type Delta, deltaOf } from './delta.ts'
import { ExportError } from './export-error.ts'
import type { EarlierExport, Manifest, ManifestFile } from './manifest.ts'
import { manifestFile } from './manifest-file.ts'
import { type Partition, partitionsOf } from './partition.ts'
import {
  type Catalogue,
  fileOf,
  isDelta,
  isOfUser,
  type PlannedExport,
  type PreparedExport,
  type PreparedRelation,
  planExports,
  prepareExport,
  type RequestedExport,
} from './plan.ts'
import { alreadyPresented, type Presentation, presentation } from './presentation.ts'
import type { RelationInfo } from './relation.ts'
import { measure, type Reading, type Source, sourceOf, withHeaders } from './rows.ts'
import type { ExportSettings } from './writer.ts'

import { writers } from './writers.ts'

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
  const prepared = await prepareExports(planExports(options.requests, options), options)
  const folder = resolve(options.folder)
  return await publishFiles<Manifest>(
    { folder, kind: 'exports', now: options.now, refusal: ExportError },
    async (staging) => ({
      kind: 'exports',
      run_id: options.run.run_id,
      exported_at: options.now.toISOString(),
      contract_version: null,
      files: await writeExports(prepared, { ...options, folder, staging }),
    }),
  )
}

async function prepareExports(
  planned: readonly PlannedExport[],
  { openSealed, findEarlier }: ExportOptions,
): Promise<readonly PreparedExport[]> {
  await using sealed = planned.some(({ request }) => isOfUser(request)) ? await openSealed() : undefined
  const prepared: PreparedExport[] = []
  for (const one of planned) {
    const earlier = isDelta(one.request) ? await findEarlier(one.request.since) : undefined
    prepared.push(await prepareExport(one, sealed, earlier))
  }
  return prepared
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
  /** What reads a SELECT or a filter of a user through for the first time is done in here. */
  readonly withinTime: <T>(work: () => Promise<T>) => Promise<T>
}

/** Carries out what was planned, one file after the other, in the staging folder. @throws NotPublishedError, ExportError */
async function writeExports(
  prepared: readonly PreparedExport[],
  work: WriteExports,
): Promise<ManifestFile[]> {
  const presentations = new Map<string, Presentation>()
  const presentationOf = async (privacy: PrivacyOptions): Promise<Presentation> => {
    const key = `${privacy.persons} ${privacy.identifiers}`
    const made =
      presentations.get(key) ?? (await presentation(work.reader, work.relations, privacy, work.makePresent))
    presentations.set(key, made)
    return made
  }
  await confine(prepared, work)
  const written: ManifestFile[] = []
  for (const one of prepared) {
    try {
      written.push(...(await writeExport(one, await presentationOf(one.planned.settings.privacy), work)))
      failPoint('export.written')
    } catch (error) {
      if (error instanceof ExportError) throw error
      throw new NotPublishedError('exports', join(work.folder, fileOf(one.planned)), error)
    }
  }
  return written
}

/** Files that SQL may reach: those being written, and those of the exports that deltas start from. Nothing else, once shut. */
async function confine(
  prepared: readonly PreparedExport[],
  { reader, staging }: WriteExports,
): Promise<void> {
  // Each thread holds a row group of its own, which full texts make large; one thread writes as fast as the disk takes.
  await reader.run('SET threads = 1')
  if (!prepared.some(({ planned: { request } }) => isOfUser(request))) return
  const earlier = prepared.flatMap((one) => (one.earlier === undefined ? [] : [one.earlier.folder]))
  await reader.run(`SET allowed_directories = [${literals([staging, ...earlier])}]`)
  await reader.run('SET enable_external_access = false')
}

async function writeExport(
  prepared: PreparedExport,
  presented: Presentation,
  work: WriteExports,
): Promise<readonly ManifestFile[]> {
  const { planned } = prepared
  const reads: WriteExports['withinTime'] = isOfUser(planned.request) ? work.withinTime : (read) => read()
  if (writers[planned.format].scope !== 'relation') {
    const sources: Source[] = []
    for (const relation of prepared.relations) {
      const { reading, columns } = await readingOf(prepared, relation, presented, work)
      sources.push(await reads(() => sourceFor(reading, planned.settings, columns, work)))
    }
    return writeOne(prepared, sources, presented, undefined, work)
  }
  const files: ManifestFile[] = []
  for (const relation of prepared.relations) {
    const { reading, columns } = await readingOf(prepared, relation, presented, work)
    for (const partition of await reads(() => partsOf(relation, reading, work.reader))) {
      const part =
        partition === undefined
          ? reading
          : { ...reading, conditions: [...reading.conditions, partition.condition] }
      const source = await reads(() => sourceFor(part, planned.settings, columns, work))
      files.push(...(await writeOne(prepared, [source], presented, partition, work)))
    }
  }
  return files
}

const partsOf = async (
  { partition }: PreparedRelation,
  reading: Reading,
  reader: Reader,
): Promise<(Partition | undefined)[]> =>
  partition.length === 0 ? [undefined] : partitionsOf(reader, reading, partition)

/** What is read: the relation itself, or what has changed in it. */
async function readingOf(
  { planned, earlier, sqlHash }: PreparedExport,
  prepared: PreparedRelation,
  presented: Presentation,
  { reader }: WriteExports,
): Promise<{ reading: Reading; columns: Reading['columns'] }> {
  const { relation, columns, filter } = prepared
  if (earlier === undefined) {
    const conditions = filter === undefined ? [] : [filter]
    return { reading: { relation, columns, conditions, presentation: presented }, columns }
  }
  const asked = { privacy: planned.settings.privacy, sqlHash }
  const delta: Delta = await deltaOf(reader, prepared, earlier, presented, asked)
  const reading = {
    relation: delta.relation,
    columns: delta.relation.columns,
    conditions: [],
    presentation: alreadyPresented,
  }
  return { reading, columns: delta.relation.columns }
}

async function sourceFor(
  reading: Reading,
  settings: ExportSettings,
  columns: Reading['columns'],
  { reader }: WriteExports,
): Promise<Source> {
  const { relation } = reading
  const title = settings.language === 'zh' ? (relation.term ?? relation.name) : relation.name
  return sourceOf(reader, reading, await measure(reader, reading), {
    title,
    columns: withHeaders(columns, settings.headers),
  })
}

async function writeOne(
  { planned, earlier, sqlHash }: PreparedExport,
  sources: readonly Source[],
  presented: Presentation,
  partition: Partition | undefined,
  work: WriteExports,
): Promise<readonly ManifestFile[]> {
  const { settings, stem, format } = planned
  const inner = [planned.folder, ...(partition === undefined ? [] : [stem, partition.path])].filter(
    (part) => part !== '',
  )
  const folder = join(work.staging, ...inner)
  await makeFolder(folder)
  presented.taken()
  const order = {
    sources,
    folder,
    stem,
    settings,
    reader: work.reader,
    presentation: presented,
    relations: work.relations,
  }
  const files = await writers[format].write(order)
  const altered = presented.taken()
  return files.map((file, index) =>
    manifestFile(
      {
        ...file,
        file: [...inner, file.file].join('/'),
        ...(partition === undefined ? {} : { partition: partition.values }),
      },
      planned,
      { altered: index === 0 ? altered : nothingAltered, since: earlier?.run_id, sqlHash },
    ),
  )
}

const nothingAltered = { persons_altered: 0, identifiers_masked: 0 }
