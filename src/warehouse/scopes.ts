import { dataTables, type TableName } from '../rows/tables/index.ts'
import type { Table } from '../rows/tables/table.ts'

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
export const statedColumns: ReadonlyMap<TableName, readonly string[]> = new Map(
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
