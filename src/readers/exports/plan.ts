import { createHash } from 'node:crypto'
import { isSafeName, stemOfSql } from '../../disk/name-part.ts'
import { meant } from '../../rows/words/suggest.ts'
import type { ExportFormat } from '../../run/job/choices.ts'
import type { ExportRequest } from '../../run/job/outputs.ts'
import type { Selector } from '../../warehouse/database.ts'
import { ExportError } from './export-error.ts'
import { type ExportSettings, settingsOf } from './exporter.ts'
import { exporters } from './exporters.ts'
import type { EarlierExport } from './manifest.ts'
import { fromOf, type RelationColumn, type RelationInfo } from './relation.ts'

/** A request with what stands in the SQL file that it names. */
export interface RequestedExport extends Omit<ExportRequest, 'sql'> {
  readonly sql?: { readonly file: string; readonly text: string } | undefined
}

/** Files to write: one opening of an exporter, or one a partition. */
export interface PlannedExport {
  readonly request: RequestedExport
  readonly format: ExportFormat
  readonly settings: ExportSettings
  /** Folder within that of the export; '' for that itself. */
  readonly folder: string
  /** Name of the file, without folder and ending. */
  readonly stem: string
  readonly relations: readonly PlannedRelation[]
  /** Where a delta starts from. */
  readonly earlier?: EarlierExport | undefined
  /** SHA-256 of the SELECT of a SQL file. */
  readonly sqlHash?: string | undefined
}

/** A relation, and what of it is written. The columns of a SELECT are known once it was tried. */
export interface PlannedRelation {
  readonly relation: RelationInfo
  /** Those that are written. */
  readonly columns: readonly RelationColumn[]
  readonly filter: string | undefined
  readonly partition: readonly RelationColumn[]
}

/** Where an export finds what it is asked for. */
export interface Catalogue {
  readonly relations: readonly RelationInfo[]
  /** Names of those that are written when none are named; all when left out. */
  readonly usual?: readonly string[] | undefined
}

/**
 * The calls of exporters that the requests come to, each once, in the order asked for.
 * Throws ExportError for what does not exist, cannot be a file name, or would write one file in two ways.
 */
export function planExports(
  requests: readonly RequestedExport[],
  catalogue: Catalogue,
): readonly PlannedExport[] {
  const planned = new Map<string, PlannedExport>()
  for (const one of requests.flatMap((request) => plansOf(request, catalogue))) {
    const file = fileOf(one)
    const other = planned.get(file)
    if (other !== undefined && !isSame(one, other))
      throw new ExportError(
        `export: ${file} would be written in two ways; expected a folder for one of them, as in folder: other`,
      )
    planned.set(file, other ?? one)
  }
  return [...planned.values()]
}

export const fileOf = ({ folder, stem, format }: PlannedExport): string =>
  `${folder === '' ? '' : `${folder}/`}${stem}${exporters[format].ending}`

const isSame = (one: PlannedExport, other: PlannedExport): boolean => essence(one) === essence(other)
const essence = ({ request: { tables: _, ...request }, relations }: PlannedExport): string =>
  JSON.stringify([request, relations.map(({ relation }) => relation.name)])

function plansOf(request: RequestedExport, catalogue: Catalogue): PlannedExport[] {
  const { format } = request
  const exporter = exporters[format]
  const settings = settingsOf({ ...request, sql: undefined }, exporter.isForReaders)
  const folder = request.folder === undefined ? '' : fileNameOf(request.folder, 'folder')
  const plan = (stem: string, relations: readonly PlannedRelation[]): PlannedExport => ({
    request,
    format,
    settings,
    folder,
    stem,
    relations,
  })
  if (exporter.scope === 'warehouse') {
    refuseSelection(request)
    return [plan(stemOf(request, exporter.stem), [])]
  }
  const relations = relationsOf(request, catalogue).map((relation) => plannedRelation(relation, request))
  if (exporter.scope === 'request') return [plan(stemOf(request, exporter.stem), relations)]
  return relations.map((one) => plan(`${one.relation.name}${isDelta(request) ? '.delta' : ''}`, [one]))
}

export const isDelta = ({ delta, since }: RequestedExport): boolean => delta === true || since !== undefined

/** Whether a user wrote some of its SQL. */
export const isOfUser = ({ sql, filter }: RequestedExport): boolean =>
  sql !== undefined || filter !== undefined

const stemOf = ({ name, format }: RequestedExport, stem: string | undefined): string =>
  name === undefined ? (stem ?? format) : fileNameOf(name, 'name')

/** An exporter that knows itself what it reads. */
function refuseSelection(request: RequestedExport): void {
  const given = (['tables', 'sql', 'columns', 'filter', 'partition', 'delta', 'since'] as const).find(
    (key) => request[key] !== undefined,
  )
  if (given !== undefined)
    throw new ExportError(`export: ${request.format} is made of what it needs; expected no ${given} with it`)
}

function relationsOf(request: RequestedExport, { relations, usual }: Catalogue): readonly RelationInfo[] {
  const { sql, tables = usual, format } = request
  if (sql !== undefined) return [relationOfSql(request, sql)]
  const known = new Map(relations.map((relation) => [relation.name, relation]))
  const names = tables === undefined || tables === 'all' ? [...known.keys()] : tables
  return names.map((name) => {
    const relation = known.get(name)
    if (relation !== undefined) return { ...relation, name: fileNameOf(name, 'table') }
    throw new ExportError(
      `export: there is no table or view ${JSON.stringify(name)} to write as ${format}; ${meant(name, [...known.keys()])}`,
    )
  })
}

function relationOfSql(
  { name, partition: _ }: RequestedExport,
  { file, text }: { file: string; text: string },
): RelationInfo {
  return {
    name: fileNameOf(name ?? stemOfSql(file), name === undefined ? 'sql' : 'name'),
    key: [],
    columns: [],
    select: text,
  }
}

/** What each kind of name is called, and what to do when it cannot be the name of a file. */
const todo = {
  table: ['table name', 'so export a view of that table'],
  folder: ['folder', 'and no folders within it'],
  name: ['name', 'and no ending'],
  sql: ['name of the SQL file', 'so give the export a name'],
} as const

function fileNameOf(name: string, kind: keyof typeof todo): string {
  if (isSafeName(name)) return name
  const [noun, hint] = todo[kind]
  throw new ExportError(
    `export: the ${noun} ${JSON.stringify(name)} cannot be a file name; ` +
      `expected letters, digits, "_" and "-" only, of at most 200 bytes, ${hint}`,
  )
}

/** A table or view is read as if it had the columns asked for alone. Those of a SELECT are not known yet. */
function plannedRelation(relation: RelationInfo, request: RequestedExport): PlannedRelation {
  if (relation.columns.length === 0) return { relation, columns: [], filter: request.filter, partition: [] }
  const planned = withColumns(relation, request)
  const read = { ...relation, columns: planned.columns }
  return {
    ...planned,
    relation: read,
    partition: planned.partition.map(({ name }) => columnNamed(read, name)),
  }
}

function withColumns(
  relation: RelationInfo,
  { columns, partition = [], filter }: RequestedExport,
): PlannedRelation {
  return {
    relation,
    columns: columns === undefined ? relation.columns : columns.map((name) => columnNamed(relation, name)),
    filter,
    partition: partition.map((name) => columnNamed(relation, name)),
  }
}

function columnNamed(relation: RelationInfo, name: string): RelationColumn {
  const column = relation.columns.find((other) => other.name === name)
  if (column !== undefined) return column
  throw new ExportError(
    `export: ${relation.name} has no column ${JSON.stringify(name)}; ${meant(
      name,
      relation.columns.map((other) => other.name),
    )}`,
  )
}

/**
 * Tries out what users wrote before anything is written: SELECTs and conditions bind, and run on a database that can neither read
 * nor write a file. `sealed` is needed when there are such. The plan then has the columns of its SELECT. @throws ExportError
 */
export async function tryExport(
  planned: PlannedExport,
  sealed: Selector | undefined,
): Promise<PlannedExport> {
  const { request } = planned
  const relations: PlannedRelation[] = []
  for (const one of planned.relations) {
    const { relation } = one
    const known =
      request.sql === undefined
        ? one
        : withColumns(await describedSelect(relation, request.sql, sealed), request)
    if (request.filter !== undefined) await tryFilter(known.relation, request.filter, sealed, request)
    relations.push(known)
  }
  const text = request.sql?.text
  const sqlHash = text === undefined ? undefined : createHash('sha256').update(text).digest('hex')
  return { ...planned, relations, sqlHash }
}

/** The columns of a SELECT; it is ordered by all of them, for it has no key. */
async function describedSelect(
  relation: RelationInfo,
  { file, text: select }: NonNullable<RequestedExport['sql']>,
  sealed: Selector | undefined,
): Promise<RelationInfo> {
  const database = needed(sealed)
  try {
    // Functions that reach out fail when they are run, if not before.
    const { chunks } = await database.select(select, 1)
    for await (const _ of chunks);
    const described = await database.select(`DESCRIBE FROM ${fromOf(relation)}`, 10_000)
    const columns: RelationColumn[] = []
    for await (const chunk of described.chunks)
      for (const [name, type] of chunk) columns.push({ name: String(name), type: String(type) })
    return { ...relation, columns, key: columns.map(({ name }) => name) }
  } catch (cause) {
    throw new ExportError(
      `export: the SELECT in ${file} cannot be run: ${messageOf(cause)}; expected one SELECT over tables and views alone`,
      { cause },
    )
  }
}

async function tryFilter(
  relation: RelationInfo,
  filter: string,
  sealed: Selector | undefined,
  { tables, sql }: Pick<RequestedExport, 'tables' | 'sql'>,
): Promise<void> {
  const from = fromOf(relation)
  // As a value first: a text that closes the bracket and goes on as another clause is no value.
  const trials = [
    `SELECT CASE WHEN (${filter}\n) THEN 1 END FROM ${from}`,
    `SELECT 1 FROM ${from} WHERE (${filter}\n)`,
  ]
  try {
    for (const trial of trials) {
      const { chunks } = await needed(sealed).select(trial, 1)
      for await (const _ of chunks);
    }
  } catch (cause) {
    throw new ExportError(
      `export: the filter ${JSON.stringify(filter)} does not fit ${relation.name}: ${messageOf(cause)}; ` +
        `expected a condition over ${relation.columns.map(({ name }) => name).join(', ')}` +
        (tables === undefined && sql === undefined
          ? '; or name the tables that it is for: tables (--tables)'
          : ''),
      { cause },
    )
  }
}

function needed(sealed: Selector | undefined): Selector {
  if (sealed !== undefined) return sealed
  throw new Error('export: what users wrote was to be tried out, and there is nothing to try it on')
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
