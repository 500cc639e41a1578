import { createHash } from 'node:crypto'
import { isSafeName, stemOfSql } from '../disk/name-part.ts'
import type { ExportFormat } from '../job/choices.ts'
import type { ExportRequest } from '../job/outputs.ts'
import type { Selector } from '../warehouse/database.ts'
import { meant } from '../words/suggest.ts'
import { ExportError } from './export-error.ts'
import type { EarlierExport } from './manifest.ts'
import { fromOf, type RelationColumn, type RelationInfo } from './relation.ts'
import { type ExportSettings, settingsOf } from './writer.ts'
import { writers } from './writers.ts'

/** A request with what stands in the SQL file that it names. */
export interface RequestedExport extends Omit<ExportRequest, 'sql'> {
  readonly sql?: { readonly file: string; readonly text: string } | undefined
}

/** One call of a writer. */
export interface PlannedExport {
  readonly request: RequestedExport
  readonly format: ExportFormat
  readonly settings: ExportSettings
  /** Folder within that of the export; '' for that itself. */
  readonly folder: string
  /** Name of the file, without folder and ending. */
  readonly stem: string
  /** What is written. That of a SQL file has no columns yet. */
  readonly relations: readonly RelationInfo[]
}

/** Where an export finds what it is asked for. */
export interface Catalogue {
  readonly relations: readonly RelationInfo[]
  /** Names of those that are written when none are named; all when left out. */
  readonly usual?: readonly string[] | undefined
}

/**
 * The calls of writers that the requests come to, each once, in the order asked for.
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
  `${folder === '' ? '' : `${folder}/`}${stem}${writers[format].ending}`

const isSame = (one: PlannedExport, other: PlannedExport): boolean => essence(one) === essence(other)
const essence = ({ request: { tables: _, ...request }, relations }: PlannedExport): string =>
  JSON.stringify([request, relations.map(({ name }) => name)])

function plansOf(request: RequestedExport, catalogue: Catalogue): PlannedExport[] {
  const { format } = request
  const writer = writers[format]
  const settings = settingsOf({ ...request, sql: undefined }, writer.isForReaders)
  const folder = request.folder === undefined ? '' : fileNameOf(request.folder, 'folder')
  const plan = (stem: string, relations: readonly RelationInfo[]): PlannedExport => ({
    request,
    format,
    settings,
    folder,
    stem,
    relations,
  })
  if (writer.scope === 'warehouse') {
    refuseSelection(request)
    return [plan(stemOf(request, writer.stem), [])]
  }
  const relations = relationsOf(request, catalogue).map((relation) => chosen(relation, request))
  if (writer.scope === 'request') return [plan(stemOf(request, writer.stem), relations)]
  return relations.map((relation) => plan(`${relation.name}${isDelta(request) ? '.delta' : ''}`, [relation]))
}

export const isDelta = ({ delta, since }: RequestedExport): boolean => delta === true || since !== undefined

/** Whether a user wrote some of its SQL. */
export const isOfUser = ({ sql, filter }: RequestedExport): boolean =>
  sql !== undefined || filter !== undefined

const stemOf = ({ name, format }: RequestedExport, stem: string | undefined): string =>
  name === undefined ? (stem ?? format) : fileNameOf(name, 'name')

/** A writer that knows itself what it reads. */
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

/** The relation with the columns asked for, in that order. Of a SELECT they are not known yet. */
export function chosen(relation: RelationInfo, { columns, partition = [] }: RequestedExport): RelationInfo {
  if (relation.columns.length === 0) return relation
  for (const name of partition) columnNamed(relation, name)
  return columns === undefined
    ? relation
    : { ...relation, columns: columns.map((name) => columnNamed(relation, name)) }
}

export function columnNamed(relation: RelationInfo, name: string): RelationColumn {
  const column = relation.columns.find((other) => other.name === name)
  if (column !== undefined) return column
  throw new ExportError(
    `export: ${relation.name} has no column ${JSON.stringify(name)}; ${meant(
      name,
      relation.columns.map((other) => other.name),
    )}`,
  )
}

/** A planned export with everything that is known of it before rows are read. */
export interface PreparedExport {
  readonly planned: PlannedExport
  readonly relations: readonly PreparedRelation[]
  /** Where a delta starts from. */
  readonly earlier: EarlierExport | undefined
  /** SHA-256 of the SELECT of a SQL file. */
  readonly sqlHash: string | undefined
}

/** A relation with everything that is known of it before its rows are read. */
export interface PreparedRelation {
  /** All its columns. */
  readonly relation: RelationInfo
  /** Those that are written. */
  readonly columns: readonly RelationColumn[]
  readonly filter: string | undefined
  readonly partition: readonly RelationColumn[]
}

/**
 * What a request means, tried out before anything is written: SELECTs and conditions of users bind, and run on a database
 * that can neither read nor write a file. `sealed` is needed when there are such.
 * @throws ExportError
 */
export async function prepareExport(
  planned: PlannedExport,
  sealed: Selector | undefined,
  earlier: EarlierExport | undefined,
): Promise<PreparedExport> {
  const relations: PreparedRelation[] = []
  for (const relation of planned.relations) relations.push(await prepareRelation(planned, relation, sealed))
  const text = planned.request.sql?.text
  const sqlHash = text === undefined ? undefined : createHash('sha256').update(text).digest('hex')
  return { planned, relations, earlier, sqlHash }
}

async function prepareRelation(
  { request }: PlannedExport,
  found: RelationInfo,
  sealed: Selector | undefined,
): Promise<PreparedRelation> {
  const whole =
    found.select === undefined
      ? found
      : await describedSelect(found, found.select, request.sql?.file ?? '', sealed)
  const relation = chosen(whole, request)
  if (request.filter !== undefined) await tryFilter(whole, request.filter, sealed, request)
  return {
    relation: whole,
    columns: relation.columns,
    filter: request.filter,
    partition: (request.partition ?? []).map((name) => columnNamed(whole, name)),
  }
}

/** The columns of a SELECT; it is ordered by all of them, for it has no key. */
async function describedSelect(
  relation: RelationInfo,
  select: string,
  file: string,
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
