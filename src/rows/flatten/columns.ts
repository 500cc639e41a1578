import type { JsonObject } from '../../contract/values.ts'
import type { Amount } from '../../legal/amounts.ts'
import { MOST_AMOUNTS, MOST_CITATIONS, MOST_PARTIES, MOST_REFERENCES } from '../../legal/bounds.ts'
import { parseCapital } from '../../legal/capital.ts'
import { type CaseNumber, caseType, parseCaseNumber } from '../../legal/case-numbers.ts'
import { courtOfCode } from '../../legal/courts.ts'
import type { Named } from '../../legal/mentions.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import type { OrderAmount } from '../../legal/orders.ts'
import type { ClassifiedOutcome } from '../../legal/results.ts'
import { type DataTables, dataTables, type TableName, type TableRow } from '../tables/index.ts'
import { emptyRow, type RowAsRead, readerOf, type TableReader } from '../tables/reader.ts'
import type { Columns, ReadColumn } from '../tables/table.ts'

/* Columns that rows of several tables have, worked out of what an answer says. */

/** A case number as given; null where none is. */
export const caseNumberOf = (given: string | null): CaseNumber | null =>
  given === null ? null : parseCaseNumber(given)

/** The columns that a case number yields: in one spelling, its join key, its status, its codes. */
export function caseNumberColumns(number: CaseNumber | null) {
  const court = courtOf(number)
  return {
    case_number_canonical: number?.canonical ?? null,
    case_number_key: number?.key || null,
    case_number_status: number?.status ?? null,
    case_year: number?.year ?? null,
    court_code: number?.courtCode ?? null,
    type_code: number?.typeCode ?? null,
    ...typeColumns(number),
    number_court_level: court.level,
    number_province: court.province,
  }
}

/** What the type code of a case number stands for. */
export function typeColumns(number: CaseNumber | null) {
  const type = caseType(number?.typeCode ?? null)
  return { number_category: type?.category ?? null, number_procedure: type?.procedure ?? null }
}

/** Before 2016 one character may be a county's too: 新 of a first instance is not always 新疆. */
function courtOf(number: CaseNumber | null) {
  const code = number?.courtCode ?? null
  const isCounty =
    number?.form === 'old' &&
    code?.length === 1 &&
    !/二审|再审|复核|监督|赔偿/.test(caseType(number.typeCode)?.procedure ?? '')
  return courtOfCode(isCounty ? null : code)
}

/** An enforcement itself: no review (执异, 执复, 执监) and no preservation (执保). */
export function isEnforcementItself(
  number: CaseNumber | null,
  category: string | null,
  procedure: string | null,
): boolean {
  const type = caseType(number?.typeCode ?? null)
  if (type !== undefined)
    return type.category === '执行案件' && /^(?:执行|恢复执行|其他)$/.test(type.procedure)
  return category === '执行案件' && !/异议|复议|监督|保全/.test(procedure ?? '')
}

/** Names as written. */
export const namesOf = (named: readonly Named[]): string[] => named.map(({ text }) => text)
/** Name keys of the parties meant, each once. */
export const keysOf = (named: readonly Named[]): string[] => [...new Set(named.flatMap(({ keys }) => keys))]

export const sumOf = (amount: Amount | null) => ({
  amount: amount?.amount ?? null,
  currency: amount?.currency ?? null,
})

/** Columns of an ordered or claimed sum beside those that it has as they are. */
export const orderColumns = ({ text, payers, payees }: OrderAmount) => ({
  amount_text: text,
  payers: namesOf(payers),
  payer_keys: keysOf(payers),
  unknown_payers: namesOf(payers.filter(({ keys }) => keys.length === 0)),
  payees: namesOf(payees),
  payee_keys: keysOf(payees),
})

/** Rows of one table that one record gives; a case has as many as its text gives facts (docs/reliability.md, Bounds). */
const mostOfRecord = 1 << 16
const mostOfText: { readonly [Name in TableName]?: number } = {
  case_parties: MOST_PARTIES,
  case_amounts: MOST_AMOUNTS,
  case_citations: MOST_CITATIONS,
  case_references: MOST_REFERENCES,
}
export const mostRows = (name: TableName): number => mostOfText[name] ?? mostOfRecord

/** How a document disposes of its case. */
export const outcomeColumns = (found: ClassifiedOutcome | null) => ({
  outcome: found?.outcome ?? null,
  outcome_rule: found?.rule ?? null,
  outcome_evidence: found?.evidence ?? null,
})

export const nameKeyOf = (name: string | null): string | null =>
  name === null ? null : enterpriseNameKey(name)

/** What a text of a capital says, as a sum that its column holds. */
export const capitalColumns = <Name extends string>(name: Name, text: string | null) => {
  const { amount, currency } = parseCapital(text ?? '')
  return { [`${name}_amount`]: moneyOf(amount), [`${name}_currency`]: currency } as {
    readonly [Key in `${Name}_amount` | `${Name}_currency`]: string | null
  }
}

/** An exact decimal within what DECIMAL(20,2) holds; null when it has more digits. */
export const moneyOf = (amount: string | null): string | null =>
  amount !== null && /^\d{1,18}(\.\d{1,2})?$/.test(amount) ? amount : null

/** What reads the rows of each table from an answer. */
export const readers = Object.fromEntries(
  Object.entries(dataTables).map(([name, table]) => [name, readerOf<Columns>(table)]),
) as { readonly [Name in TableName]: TableReader<DataTables[Name]['columns']> }

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
    facts.slice(0, mostRows(name)).map((fact, index) => {
      const { empty, members } = tables.get(name) ?? { empty: {}, members: [] }
      const row: JsonObject = { ...empty }
      for (const [column, member] of members) {
        const value = fact[member as keyof Fact]
        if (value !== undefined) row[column] = value
      }
      return Object.assign(row, key, { ordinal: index + 1 }, others(fact, index)) as TableRow<Name>
    })

/** Columns that are worked out of those that are read. */
type Derived<Name extends TableName> = {
  [Column in keyof TableRow<Name>]: DataTables[Name]['columns'] extends {
    readonly [Read in Column]: ReadColumn
  }
    ? never
    : Column
}[keyof TableRow<Name>]

/** Makes the rows of items of an answer under one key, in their order: `others` says the columns that are not read from the item. */
export const itemRows =
  <Name extends TableName, Key extends object>(name: Name, key: Key) =>
  <Found extends { readonly item: JsonObject }>(
    found: readonly Found[],
    others: (
      columns: RowAsRead<DataTables[Name]['columns']>,
      found: Found,
    ) => Pick<TableRow<Name>, Exclude<Derived<Name>, keyof Key | 'ordinal' | 'extra'>> &
      Partial<TableRow<Name>>,
  ): TableRow<Name>[] =>
    found.slice(0, mostRows(name)).map((one, index) => {
      const columns = readers[name].read(one.item)
      return Object.assign(
        columns,
        key,
        { ordinal: index + 1 },
        others(columns, one),
      ) as object as TableRow<Name>
    })
