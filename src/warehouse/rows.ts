import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBResult,
  DuckDBType,
  DuckDBValue,
  DuckDBValueConverter,
  Json,
} from '@duckdb/node-api'

/* How rows come out of DuckDB: as JSON values. */

export type SqlValue = string | number | boolean | null
export type SqlRow = Readonly<Record<string, unknown>>

/** Digits that a double keeps. */
const safeDigits = 15

const wholeTypes = /^U?(?:BIG|HUGE)INT$/

/**
 * DuckDB's JSON has 64-bit integers and decimals as texts. Here they are numbers where a double keeps every digit:
 * integers up to 2^53, decimals of 15 digits.
 */
export const withNumbers =
  (toJson: DuckDBValueConverter<Json>): DuckDBValueConverter<Json> =>
  (value, type, converter) => {
    const json = toJson(value, type, converter)
    return typeof json === 'string' && isKept(json, type) ? Number(json) : json
  }

function isKept(text: string, type: DuckDBType): boolean {
  const name = type.toString()
  if (wholeTypes.test(name)) return Number.isSafeInteger(Number(text))
  return name.startsWith('DECIMAL(') && text.replace(/\D|^-?0+/g, '').length <= safeDigits
}

/** The rows of a result, each made when it is asked for. */
export async function* chunksOf(
  result: DuckDBResult,
  converter: DuckDBValueConverter<Json>,
): AsyncGenerator<Iterable<readonly unknown[]>> {
  for await (const chunk of result) yield rowsOf(chunk, converter)
}

function* rowsOf(
  chunk: DuckDBDataChunk,
  converter: DuckDBValueConverter<Json>,
): Generator<readonly unknown[]> {
  for (let row = 0; row < chunk.rowCount; row += 1) yield chunk.convertRowValues(row, converter)
}

export async function query(
  connection: DuckDBConnection,
  sql: string,
  values?: Readonly<Record<string, SqlValue>>,
): Promise<SqlRow[]> {
  const result = await connection.runAndReadAll(sql, values as Record<string, DuckDBValue> | undefined)
  return result.getRowObjectsJson() as SqlRow[]
}

export async function* stream(connection: DuckDBConnection, sql: string): AsyncGenerator<readonly SqlRow[]> {
  const result = await connection.stream(sql)
  for await (const rows of result.yieldRowObjectJson()) yield rows as SqlRow[]
}
