import { type Column, label } from './column.ts'

export type Columns = Readonly<Record<string, Column>>

/**
 * A table as data. One answer of the service states a whole *scope* (one case with all its citations, say): rows of
 * a scope that an answer restates are replaced together, so nothing stale stays and nothing is doubled.
 */
export interface Table<C extends Columns = Columns> {
  readonly term: string
  readonly meaning: string
  readonly columns: C
  /** Unique within the table. */
  readonly key: readonly string[]
  /** The columns of the unit that is replaced as a whole; among the parent's scope. */
  readonly scope: readonly string[]
  /** Table whose rows state the scope; this table itself when it has no parent. */
  readonly parent?: string
  /** Rows are only ever added: their key holds the segment, and a segment is loaded once. */
  readonly isAppendOnly?: boolean
}

/** What flatten writes for one row. */
export type RowOf<T extends Table> = {
  readonly [K in keyof T['columns']]: T['columns'][K] extends Column<infer V> ? V : never
}

interface Keyed<Name extends string> {
  readonly key: readonly Name[]
  readonly scope: readonly Name[]
}

/** @throws TypeError when a column's name is not in plain snake_case, or two differ only in case: SQL folds them */
export function table<const C extends Columns>(definition: Table<C> & Keyed<keyof C & string>): Table<C> {
  const folded = new Map<string, string>()
  for (const name of Object.keys(definition.columns)) {
    const other = folded.get(name.toLowerCase())
    if (other !== undefined)
      throw new TypeError(`table ${definition.term}: columns ${other} and ${name} would be one in SQL`)
    if (!/^[a-z][a-z0-9_]*$/.test(name))
      throw new TypeError(`table ${definition.term}: column "${name}" is no name of letters, digits and _`)
    folded.set(name.toLowerCase(), name)
  }
  return definition
}

/** Every row says which call it was read from and in which run; the loader fills these in. */
export const provenance = {
  call_key: label(
    '调用键',
    'derived',
    'key of the call that the row was read from, see calls',
    '0f3a9c5e7b214d68a1f0c2e4d6b89a32',
  ),
  run_id: label('运行编号', 'derived', 'run in which that call was made, see runs', '20260301T020000Z-3d8f'),
}

/** A view as data: SQL over the tables, documented column by column. */
export interface View {
  readonly term: string
  readonly meaning: string
  readonly columns: Columns
  readonly sql: string
}
