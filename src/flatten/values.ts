import { isExact } from '../contract/json.ts'
import { identifierOf, type JsonObject, textOf } from '../contract/values.ts'
import { parseDate } from '../legal/dates.ts'
import { foldWidth } from '../legal/text.ts'

export { identifierOf, integerOf, textOf, textsOf } from '../contract/values.ts'

/** Words that registers write where there is nothing: they name no item of a list. */
const nothing = /^(?:无|暂无|-+|不详)$/

export const saysNothing = (value: unknown): boolean =>
  typeof value === 'string' && nothing.test(foldWidth(value))

/** A finite number, also from text; anything else is null. */
export function doubleOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Whether a number's column says all that this value does: a text may have more digits than a double holds. */
export const isExactly = (value: unknown): boolean =>
  typeof value !== 'string' ||
  isExact(
    value
      .trim()
      .replace(/[%％]$/u, '')
      .trim(),
  )

/** A share as given: 60, "60" and "60%" are all 60. Whether a bare 0.6 means 60 percent, the service does not say. */
export const shareOf = (value: unknown): number | null =>
  doubleOf(typeof value === 'string' ? value.trim().replace(/[%％]$/u, '') : value)

/** An exact decimal within what DECIMAL(20,2) holds; null when it has more digits. */
export const moneyOf = (amount: string | null): string | null =>
  amount !== null && /^\d{1,18}(\.\d{1,2})?$/.test(amount) ? amount : null

/** Date of a text to the day; null when the text tells a month or a year only. */
export function dayOf(text: string): string | null {
  const parsed = parseDate(text)
  return parsed?.precision === 'day' ? parsed.date : null
}

/** Whether there is nothing to keep: null, blank text, or a list of such. */
export const isBlank = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isBlank)
  return (typeof value !== 'object' || value === null) && textOf(value) === null
}

export const booleanOf = (value: unknown): boolean | null =>
  typeof value === 'boolean' ? value : value === 'true' ? true : value === 'false' ? false : null

/** ISO date of a text or number in any form that legal/ knows, else null; the text as given stands beside it. */
export function dateOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return parseDate(value)?.date ?? null
}

/** Members of a record that have no column of their own, or null when there are none. */
export function extraOf(record: JsonObject, mapped: ReadonlySet<string>): JsonObject | null {
  const rest = Object.entries(record).filter(([name, value]) => !mapped.has(name) && value !== null)
  return rest.length === 0 ? null : Object.fromEntries(rest)
}

/** A record's id, or one made of its call and position, so that a record without an id is not lost. */
export const identityOf = (id: unknown, callKey: string, index: number): string =>
  identifierOf(id) ?? `unidentified:${callKey}:${index + 1}`

/** Items by key, both in the order in which they came. */
export function groupedBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
