import { identifierOf, type JsonObject } from '../../contract/values.ts'
import { parseDate } from '../../legal/dates.ts'
import { foldWidth } from '../../legal/text.ts'

/** Words that registers write where there is nothing: they name no item of a list. */
const nothing = /^(?:无|暂无|-+|不详)$/

export const saysNothing = (value: unknown): boolean =>
  typeof value === 'string' && nothing.test(foldWidth(value))

/** An exact decimal within what DECIMAL(20,2) holds; null when it has more digits. */
export const moneyOf = (amount: string | null): string | null =>
  amount !== null && /^\d{1,18}(\.\d{1,2})?$/.test(amount) ? amount : null

/** Date of a text to the day; null when the text tells a month or a year only. */
export function dayOf(text: string): string | null {
  const parsed = parseDate(text)
  return parsed?.precision === 'day' ? parsed.date : null
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
