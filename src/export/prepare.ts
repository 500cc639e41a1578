import { createHash } from 'node:crypto'
import type { Selector } from '../warehouse/database.ts'
import { ExportError } from './export-error.ts'
import type { EarlierExport } from './manifest.ts'
import { chosen, columnNamed, type PlannedExport, type RequestedExport } from './plan.ts'
import type { RelationColumn, RelationInfo } from './relation.ts'
import { fromOf } from './sql.ts'

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
