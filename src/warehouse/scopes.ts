import { literal } from '../contract/sql.ts'
import { dataTables, type TableName } from '../tables/index.ts'
import type { Table } from '../tables/table.ts'
import type { Reader } from './database.ts'
import { columnsOf } from './schema.ts'

/** The scopes that rows of a table state: as JSON, the values of `statedColumns`. */
export interface StatedScopes {
  readonly table: TableName
  /** Null: one is stated twice, or has a value that may not be what SQL compares. */
  readonly scopes: readonly string[] | null
}

const definitions = Object.entries(dataTables) as [TableName, Table][]

/**
 * The columns by which rows of a table and of all its children are replaced. What the table does not hold of these, neither it nor
 * a child has a row of. Tables that only grow replace nothing.
 */
const statedColumns: ReadonlyMap<TableName, readonly string[]> = new Map(
  definitions
    .filter(([, { parent, isAppendOnly = false }]) => parent === undefined && !isAppendOnly)
    .map(([name, { scope }]) => {
      const children = definitions.filter(([, { parent }]) => parent === name)
      return [name, scope.filter((column) => children.every(([, child]) => child.scope.includes(column)))]
    }),
)

/** Notes which scopes the rows of a segment state. */
export class ScopeNotes {
  /** By table and scope the line that states it; null once something is stated twice. */
  readonly #lines = new Map<TableName, Map<string, number> | null>()

  add(table: TableName, rows: readonly Readonly<Record<string, unknown>>[], line: number): void {
    const columns = statedColumns.get(table)
    const lines = this.#lines.get(table)
    if (columns === undefined || lines === null) return
    const known = lines ?? new Map<string, number>()
    const isPlain = rows.every((row) =>
      noted(
        known,
        columns.map((column) => row[column]),
        line,
        mayRepeat(table),
      ),
    )
    this.#lines.set(table, isPlain ? known : null)
  }

  get stated(): readonly StatedScopes[] {
    return [...this.#lines].map(([table, lines]) => ({
      table,
      scopes: lines === null ? null : [...lines.keys()],
    }))
  }
}

/** Whether one answer states several rows of a scope. */
const mayRepeat = (table: TableName): boolean => {
  const { key, scope }: Table = dataTables[table]
  return key.length > scope.length
}

/** Notes a scope; false when it is stated already, or is not plain: null, or with a character that JSON escapes. */
function noted(
  known: Map<string, number>,
  values: readonly unknown[],
  line: number,
  isRepeatable: boolean,
): boolean {
  const scope = JSON.stringify(values)
  const before = known.get(scope)
  known.set(scope, line)
  if (before !== undefined) return isRepeatable && before === line
  return (
    values.length > 0 &&
    !values.some((value) => value === null || value === undefined) &&
    !scope.includes('\\')
  )
}

/**
 * Tables of which a lot states each scope once and which hold none of them, nor do their children. Most answers are new, and then
 * nothing is replaced.
 */
export async function unheldTables(
  reader: Reader,
  stated: readonly StatedScopes[],
): Promise<ReadonlySet<TableName>> {
  const once = statedOnce(stated)
  if (once.size === 0) return new Set()
  const held = await reader.rows(
    [...once].map(([table, scopes]) => heldOf(table, scopes)).join(' UNION ALL '),
  )
  const names = new Set(held.map(({ name }) => name))
  return new Set([...once.keys()].filter((table) => !names.has(table)))
}

function statedOnce(stated: readonly StatedScopes[]): ReadonlyMap<TableName, ReadonlySet<string>> {
  const all = new Map<TableName, Set<string>>()
  const repeated = new Set<TableName>()
  for (const { table, scopes } of stated) {
    const known = all.get(table) ?? new Set()
    all.set(table, known)
    const expected = known.size + (scopes?.length ?? 0)
    for (const scope of scopes ?? []) known.add(scope)
    if (scopes === null || known.size < expected) repeated.add(table)
  }
  return new Map([...all].filter(([table, scopes]) => scopes.size > 0 && !repeated.has(table)))
}

/** One row with the table's name when it holds one of these scopes. */
function heldOf(table: TableName, scopes: ReadonlySet<string>): string {
  const types = columnsOf(table)
  const same = (statedColumns.get(table) ?? []).map(
    (column, index) => `t.${column} = s.scope[${index + 1}]::${types[column]?.type}`,
  )
  return `SELECT '${table}' AS name WHERE EXISTS (
    SELECT 1 FROM ${table} AS t
    JOIN (SELECT unnest(from_json(${literal(`[${[...scopes].join()}]`)}, '[["VARCHAR"]]')) AS scope) AS s ON ${same.join(' AND ')})`
}
