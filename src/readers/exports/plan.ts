import { createHash } from 'node:crypto'
import { isSafeName, stemOfSql } from '../../disk/name-part.ts'
import { meant } from '../../rows/words/suggest.ts'
import type { ExportRequest } from '../../run/job/outputs.ts'
import type { Selector } from '../../warehouse/database.ts'
import { type ExportSettings, settingsOf } from './exporter.ts'
import { exporters } from './exporters.ts'
import { ExportError, fromOf, type RelationColumn, type RelationInfo } from './relation.ts'

/** A request with what stands in the SQL file that it names. */
export interface RequestedExport extends Omit<ExportRequest, 'sql'> {
  readonly sql?: { readonly file: string; readonly text: string } | undefined
}

/** A file to write: one opening of an exporter. */
export interface PlannedExport {
  readonly request: RequestedExport
  readonly settings: ExportSettings
  /** Folder within that of the export; '' for that itself. */
  readonly folder: string
  /** Name of the file, without folder and ending. */
  readonly stem: string
  readonly relations: readonly PlannedRelation[]
}

/** SHA-256 of the SELECT of a SQL file. */
export const sqlHashOf = ({ sql }: RequestedExport): string | undefined =>
  sql && createHash('sha256').update(sql.text).digest('hex')

/** A relation, and what of it is written. The columns of a SELECT are known once it was tried. */
export type PlannedRelation = Readonly<ReturnType<typeof planned>>

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
    if (other !== undefined && essence(one) !== essence(other))
      throw new ExportError(
        `export: ${file} would be written in two ways; expected a folder for one of them, as in folder: other`,
      )
    planned.set(file, other ?? one)
  }
  return [...planned.values()]
}

export const fileOf = ({ folder, stem, request }: PlannedExport): string =>
  `${folder === '' ? '' : `${folder}/`}${stem}${exporters[request.format].ending}`

const essence = ({ request: { tables: _, ...request }, relations }: PlannedExport): string =>
  JSON.stringify([request, relations.map(({ relation }) => relation.name)])

function plansOf(request: RequestedExport, catalogue: Catalogue): PlannedExport[] {
  const exporter = exporters[request.format]
  const settings = settingsOf(request, exporter.isForReaders)
  const folder = request.folder === undefined ? '' : fileNameOf(request.folder, 'folder')
  const asked = { request, settings, folder }
  const relations = relationsOf(request, catalogue).map((one) => planned(one, request))
  if (exporter.scope === 'relation')
    return relations.map((one) => ({
      ...asked,
      stem: one.relation.name,
      relations: [one],
    }))
  const stem = request.name === undefined ? exporter.stem : fileNameOf(request.name, 'name')
  const { inFront } = exporter
  const isUsual = catalogue.usual !== undefined && request.tables === undefined && request.sql === undefined
  if (inFront === undefined || !isUsual) return [{ ...asked, stem, relations }]
  const placeOf = ({ relation }: PlannedRelation): number => inFront.indexOf(relation.name)
  const front = relations.filter((one) => placeOf(one) >= 0).toSorted((a, b) => placeOf(a) - placeOf(b))
  const rest = relations.filter((one) => placeOf(one) < 0)
  return [
    { ...asked, stem, relations: front },
    { ...asked, stem: `${stem}-data`, relations: rest },
  ].filter((one) => one.relations.length > 0)
}

export const isOfUser = ({ sql, filter }: RequestedExport): boolean =>
  sql !== undefined || filter !== undefined

function relationsOf(
  { sql, name, format, tables }: RequestedExport,
  { relations, usual }: Catalogue,
): readonly RelationInfo[] {
  if (sql !== undefined) {
    const called = name === undefined ? fileNameOf(stemOfSql(sql.file), 'sql') : fileNameOf(name, 'name')
    return [{ name: called, key: [], columns: [], select: sql.text }]
  }
  const known = new Map(relations.map((relation) => [relation.name, relation]))
  const asked = tables ?? usual ?? 'all'
  return (asked === 'all' ? [...known.keys()] : asked).map((name) => {
    const relation = known.get(name)
    if (relation !== undefined) return { ...relation, name: fileNameOf(name, 'table') }
    throw new ExportError(
      `export: there is no table or view ${JSON.stringify(name)} to write as ${format}; ${meant(name, [...known.keys()])}`,
    )
  })
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

/** What of a relation is written; of a SELECT the columns are not known yet. */
function planned(relation: RelationInfo, { columns }: RequestedExport) {
  if (relation.columns.length === 0) return { relation, columns: [] }
  return {
    relation,
    columns: columns === undefined ? relation.columns : columns.map((name) => columnNamed(relation, name)),
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
 * nor write a file. The plan then has the columns of its SELECT. @throws ExportError
 */
export async function tryExport(
  { request, ...plan }: PlannedExport,
  sealed: Selector,
): Promise<PlannedExport> {
  const relations: PlannedRelation[] = []
  for (const one of plan.relations) {
    const { sql, filter } = request
    const known = sql === undefined ? one : planned(await describedSelect(one.relation, sql, sealed), request)
    if (filter !== undefined) await tryFilter(known.relation, filter, sealed, request)
    relations.push(known)
  }
  return { ...plan, request, relations }
}

/** The columns of a SELECT; it is ordered by all of them, for it has no key. */
const describedSelect = (
  relation: RelationInfo,
  { file, text: select }: NonNullable<RequestedExport['sql']>,
  sealed: Selector,
): Promise<RelationInfo> =>
  tried(
    async () => {
      // Functions that reach out fail when they are run, if not before.
      await run(sealed, select)
      const described = await sealed.select(`DESCRIBE FROM ${fromOf(relation)}`, 10_000)
      const columns: RelationColumn[] = []
      for await (const chunk of described.chunks)
        for (const [name, type] of chunk) columns.push({ name: String(name), type: String(type) })
      return { ...relation, columns, key: columns.map(({ name }) => name) }
    },
    (why) =>
      `export: the SELECT in ${file} cannot be run: ${why}; expected one SELECT over tables and views alone`,
  )

const tryFilter = (
  relation: RelationInfo,
  filter: string,
  sealed: Selector,
  { tables, sql }: Pick<RequestedExport, 'tables' | 'sql'>,
): Promise<void> =>
  tried(
    async () => {
      const from = fromOf(relation)
      // As a value first: a text that closes the bracket and goes on as another clause is no value.
      await run(sealed, `SELECT CASE WHEN (${filter}\n) THEN 1 END FROM ${from}`)
      await run(sealed, `SELECT 1 FROM ${from} WHERE (${filter}\n)`)
    },
    (why) =>
      `export: the filter ${JSON.stringify(filter)} does not fit ${relation.name}: ${why}; ` +
      `expected a condition over ${relation.columns.map(({ name }) => name).join(', ')}` +
      (tables === undefined && sql === undefined
        ? '; or name the tables that it is for: tables (--tables)'
        : ''),
  )

async function run(sealed: Selector, select: string): Promise<void> {
  const { chunks } = await sealed.select(select, 1)
  for await (const _ of chunks);
}

/** @throws ExportError that says why */
async function tried<T>(work: () => Promise<T>, say: (why: string) => string): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new ExportError(say(cause instanceof Error ? cause.message : String(cause)), { cause })
  }
}
