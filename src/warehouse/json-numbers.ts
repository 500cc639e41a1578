import type { DuckDBType, DuckDBValueConverter, Json } from '@duckdb/node-api'

/** Digits that a double keeps. */
const safeDigits = 15

const wholeTypes = /^U?(?:BIG|HUGE)INT$/

/**
 * DuckDB's own conversion to JSON makes texts of 64-bit integers and decimals. With this they are numbers where a reader's doubles keep
 * every digit: whole ones up to 2^53, decimals of 15 digits; beyond, they stay text.
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
