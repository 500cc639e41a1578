import type { Operation } from './operation.ts'
import { isObject, type JsonObject } from './values.ts'

export { isObject, type JsonObject } from './values.ts'

/**
 * Bytes that an answer may have, as sent and decompressed: a large record has about a megabyte. What landed within it loads and archives
 * within the memory that the database has (src/warehouse/database.ts).
 */
export const maximumAnswerBytes = 16 << 20

/**
 * The records of a success answer, or undefined when its data has no shape that the contract or the wild knows.
 * A list page counts its items; null data is no records.
 */
export function recordsOf(op: Operation, body: unknown): readonly JsonObject[] | undefined {
  if (!isObject(body)) return undefined
  const data = op.envelope === 'A' ? wenshuOf(body.extra) : body.data
  if (data === null || data === undefined) return []
  // A list without its page looks like a whole one.
  if (Array.isArray(data)) return op.name === 'rh_enterpriseWritList' ? undefined : objectsOf(data)
  if (!isObject(data)) return undefined
  if (op.name === 'rh_enterpriseWritList')
    return Array.isArray(data.list) && isCount(data.total) ? objectsOf(data.list) : undefined
  if (Array.isArray(data.lst)) return objectsOf(data.lst)
  return 'id' in data || '企业ID' in data ? [data] : undefined
}

/** A count as a number, or as a text of digits as some services write numbers. */
const isCount = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isInteger(value) && value >= 0) ||
  (typeof value === 'string' && /^\d+$/.test(value))

const wenshuOf = (extra: unknown): unknown => (isObject(extra) ? extra.wenshu : undefined)

const objectsOf = (items: readonly unknown[]): readonly JsonObject[] | undefined =>
  items.every(isObject) ? items : undefined
