import type { JsonObject } from '../../contract/values.ts'
import { dataTables, type TableName, type TableRow } from '../tables/index.ts'
import { emptyRow } from '../tables/reader.ts'

/** The member of a fact of src/legal that a column holds: `happened_on` is `happenedOn`. */
type MemberOf<Column> = Column extends 'text_offset' ? 'offset' : Camel<Column>
type Camel<Column> = Column extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Column

/** Columns of a row beside those that a fact has as they are. */
type Others<Row, Fact> = {
  [Column in keyof Row as MemberOf<Column> extends keyof Fact
    ? Fact[MemberOf<Column>] extends Row[Column]
      ? never
      : Column
    : Column]: Row[Column]
}

const memberOf = (column: string): string =>
  column === 'text_offset' ? 'offset' : column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** By table an empty row, and its columns, each with the member that it holds. */
const tables = new Map(
  Object.entries(dataTables).map(([name, { columns }]) => [
    name,
    {
      empty: emptyRow(columns),
      members: Object.keys(columns).map((column) => [column, memberOf(column)] as const),
    },
  ]),
)

/**
 * Makes the rows of facts under one key, in their order: a column holds the member of its name, and `others` says the rest.
 */
export const rowsOf =
  <Name extends TableName, Key extends object>(name: Name, key: Key) =>
  <Fact extends object>(
    facts: readonly Fact[],
    others: (fact: Fact, index: number) => Others<Omit<TableRow<Name>, keyof Key | 'ordinal'>, Fact>,
  ): TableRow<Name>[] =>
    facts.map((fact, index) => {
      const { empty, members } = tables.get(name) ?? { empty: {}, members: [] }
      const row: JsonObject = { ...empty }
      for (const [column, member] of members) {
        const value = fact[member as keyof Fact]
        if (value !== undefined) row[column] = value
      }
      return Object.assign(row, key, { ordinal: index + 1 }, others(fact, index)) as TableRow<Name>
    })
