import { recordsOf } from '../../src/contract/classify.ts'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import { isExact, isObject, type JsonObject } from '../../src/contract/values.ts'
import { namesIn } from '../../src/rows/flatten/module-items.ts'
import { saysNothing } from '../../src/rows/flatten/values.ts'
import { dataTables, type TableName } from '../../src/rows/tables/index.ts'
import type { ColumnType, Table } from '../../src/rows/tables/table.ts'

/*
 * What must hold of the rows of any answer: they have exactly the columns of their tables, of their types, and every value
 * of a record stands in one of them.
 */

/** Rows by table, as flatten gives them or as DuckDB does. */
export type AnyRows = Readonly<Record<string, readonly object[]>>

/** Every text, number and boolean in a value, as text; that of objects and lists too, however deep. */
export function scalarsOf(value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'object') return Object.values(value).flatMap(scalarsOf)
  return [String(value)]
}

const fits: Record<ColumnType, (value: unknown) => boolean> = {
  VARCHAR: (value) => value === null || typeof value === 'string',
  'VARCHAR[]': (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  INTEGER: (value) =>
    value === null || (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31),
  BIGINT: (value) => value === null || Number.isSafeInteger(value),
  DOUBLE: (value) => value === null || (typeof value === 'number' && Number.isFinite(value)),
  'DECIMAL(20,2)': (value) =>
    value === null || (typeof value === 'string' && /^-?\d{1,18}(\.\d{1,2})?$/.test(value)),
  BOOLEAN: (value) => value === null || typeof value === 'boolean',
  DATE: (value) =>
    value === null ||
    (typeof value === 'string' &&
      /^\d{4}-\d{2}-\d{2}$/.test(value) &&
      new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)),
  JSON: (value) => value === null || typeof value === 'object',
  // Only the ledger has times, and the loader fills it.
  TIMESTAMP: () => false,
}

/** What is wrong with the rows of an answer, one sentence each. */
export function misfits(rowsByTable: AnyRows): string[] {
  return Object.entries(rowsByTable).flatMap(([name, rows]) => {
    const { columns, scope } = dataTables[name as TableName] as Table
    return rows.flatMap((row) => {
      const values = row as Readonly<Record<string, unknown>>
      const missing = Object.keys(columns).filter((column) => !(column in values))
      const unknown = Object.keys(values).filter((column) => !(column in columns))
      const unfit = Object.entries(columns).filter(([column, { type }]) => !fits[type](values[column]))
      return [
        ...missing.map((column) => `${name} lacks ${column}`),
        ...unknown.map((column) => `${name} has no column ${column}`),
        // NULL equals nothing: such a row would be merged into no scope, and be gone.
        ...scope.filter((column) => values[column] === null).map((column) => `${name}.${column} is NULL`),
        ...unfit.map(
          ([column, { type }]) => `${name}.${column} is no ${type}: ${JSON.stringify(values[column])}`,
        ),
      ]
    })
  })
}

/** A value as it may stand in a column: a name without blanks around it, a number out of its text. */
function formsOf(scalar: string): string[] {
  const trimmed = scalar.trim()
  const number = trimmed.replace(/[%％]$/u, '').trim()
  return isExact(number) ? [scalar, trimmed, String(Number(number))] : [scalar, trimmed]
}

/** A list or object where the contract has a text is kept as its JSON. */
function insideOf(cell: string): string[] {
  if (!/^[[{]/.test(cell)) return [cell]
  try {
    return [cell, ...scalarsOf(JSON.parse(cell))]
  } catch {
    return [cell]
  }
}

/** Half a surrogate pair is no text: DuckDB holds U+FFFD in its place, and the raw answer the half. */
const wellFormed = (scalar: string): string => scalar.replace(/\p{Cs}/gu, '\ufffd')

const partsOf = (scalar: string): string[] => scalar.split(/[,，、;；]/).filter((part) => part.trim() !== '')

/** In place of a list, or in one, these say that there is nothing. */
const standsForNothing = (scalar: string): boolean => /^[-\s]*$/.test(scalar) || saysNothing(scalar)

/** The texts, numbers and booleans of a value that stand in no row: whole, as names of a list, or inside JSON. */
export function lostOf(value: unknown, rows: AnyRows, elsewhere: readonly string[] = []): string[] {
  const kept = new Set([...scalarsOf(rows).flatMap(insideOf), ...elsewhere].map(wellFormed))
  const isKept = (scalar: string) =>
    standsForNothing(scalar) || formsOf(scalar).some((form) => kept.has(wellFormed(form)))
  return scalarsOf(value).filter(
    (scalar) => !isKept(scalar) && !partsOf(scalar).every(isKept) && !namesIn(scalar).every(isKept),
  )
}

/** What `type` says of each library restates what was asked (contract 2.4, 2.5). */
const libraries: Readonly<Record<string, string>> = { ptal: '普通案例', qwal: '权威案例' }

/** Of risks, false and 0 say that there are none, as 无 does of a list. */
const noRisksIn = (records: readonly JsonObject[]): string[] =>
  records
    .flatMap((record) => Object.entries(record).filter(([name]) => name.includes('风险')))
    .flatMap(([, value]) => scalarsOf(value))
    .filter((scalar) => /^(?:false|-?0)$/.test(scalar))

/** What a success answer lost: of its records, of a list's page, and of the text and code that are in the ledger. */
export function lostOfAnswer(
  operation: OperationName,
  params: JsonObject,
  body: unknown,
  rows: AnyRows,
): string[] {
  const page = operation === 'rh_enterpriseWritList' && isObject(body) ? body.data : null
  const told = isObject(body) ? [body.status, body.code, body.message, body.msg] : []
  const library = typeof params.type === 'string' ? (libraries[params.type] ?? '') : ''
  const records = recordsOf(operations[operation], body)
  return lostOf([records, page], rows, [...scalarsOf(told), library, ...noRisksIn(records ?? [])])
}
