import { isBlank, isObject, type JsonObject, textOf } from '../../contract/values.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { grouped } from '../../legal/text.ts'
import { detailsOf } from '../tables/enterprises.ts'
import { saysNothing } from './values.ts'

/*
 * The modules of an enterprise record (docs/contract.md, Enterprise): lists of objects where the contract shows their members; a
 * list of objects or names, one object, or a text of names where it does not.
 */

const partSeparator =
  /[，、;；]|,(?!\s*(?:co|corp|inc|llc|llp|ltd|limited|plc|pte|gmbh|l\.?p|s\.?a|b\.?v|n\.?v)\b)/i

/**
 * The names of a comma-separated text; the comma of "Co., Ltd." separates nothing, and 无 is no name.
 */
export const namesIn = (text: string | null): string[] =>
  (text ?? '')
    .split(partSeparator)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !saysNothing(name))

/** The items of a list, however deep; what is no list stands for a list of one. */
export const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : [value]

/** The items that are objects; one object stands for a list of one. */
export const objectsOf = (value: unknown): JsonObject[] => itemsOf(value).filter(isObject)

/**
 * The items that are not, a text or number where the contract has an object; undefined when there are none. 无 in place of
 * a list says the same as no list.
 */
export function unreadOf(value: unknown, isRead: (item: unknown) => boolean = isObject): unknown {
  const unread = itemsOf(value).filter((item) => !isBlank(item) && !saysNothing(item) && !isRead(item))
  if (unread.length === 0) return undefined
  return Array.isArray(value) ? unread : value
}

export const isNamed = (item: unknown): boolean => isObject(item) || typeof item === 'string'

/** One item of a module whose items may be mere names. */
export interface NamedItem {
  readonly origin: 'detail' | 'list'
  readonly item: JsonObject
  /** The item as it came; null for a mere name. */
  readonly record: JsonObject | null
}

/**
 * The items of a module and of its details. An item that the details restate (same name, nothing else that differs) is
 * there once. `names` are the members that may hold the name; a mere name stands in the first.
 */
export function namedItems(record: JsonObject, module: string, names: readonly string[]) {
  const details = detailsOf(module).flatMap((detail) => namedIn(record[detail], names[0] ?? '', 'detail'))
  const nameOf = (item: JsonObject) =>
    enterpriseNameKey(names.map((name) => textOf(item[name])).find((name) => name !== null) ?? '')
  const byName = grouped(details.map((one) => [nameOf(one.item), one]))
  const listed = namedIn(record[module], names[0] ?? '', 'list').filter(
    ({ item }) => !byName.get(nameOf(item))?.some((detail) => holds(detail.item, item, names, nameOf(item))),
  )
  return [...details, ...listed]
}

function namedIn(value: unknown, name: string, origin: NamedItem['origin']): NamedItem[] {
  const items = typeof value === 'string' ? namesIn(value) : itemsOf(value)
  return items.flatMap((item): NamedItem[] => {
    if (isObject(item)) return [{ origin, item, record: item }]
    return typeof item === 'string' && !isBlank(item) && !saysNothing(item)
      ? [{ origin, item: { [name]: item }, record: null }]
      : []
  })
}

/** Whether the detail says all that the item does; the name may be spelt in another width, or stand elsewhere. */
const holds = (detail: JsonObject, item: JsonObject, names: readonly string[], key: string): boolean =>
  Object.entries(item).every(
    ([name, value]) =>
      isBlank(value) ||
      (names.includes(name) && enterpriseNameKey(textOf(value) ?? '') === key) ||
      contentOf(detail[name]) === contentOf(value),
  )

/** The items of the details of a module, and of the module itself those that say something else than each of them. */
export function withDetails<T>(record: JsonObject, module: string, read: (value: unknown) => T[]): T[] {
  const details = detailsOf(module).flatMap((detail) => read(record[detail]))
  const held = new Set(details.map(contentOf))
  return [...details, ...read(record[module]).filter((item) => !held.has(contentOf(item)))]
}

/**
 * Finds items of which one of these says everything, and perhaps more. `sameAs` gives members of one meaning one name.
 */
export function holderOf(
  held: readonly JsonObject[],
  sameAs: (member: string) => string = (member) => member,
): (item: JsonObject) => boolean {
  const saidBy = (item: JsonObject) =>
    Object.entries(item)
      .filter(([, value]) => !isBlank(value))
      .map(([member, value]) => `${sameAs(member)}:${contentOf(value)}`)
  const statements = new Map<string, Set<number>>()
  for (const [index, item] of held.entries()) {
    for (const said of saidBy(item)) statements.set(said, (statements.get(said) ?? new Set()).add(index))
  }
  const none: ReadonlySet<number> = new Set()
  return (item) => {
    const [fewest, ...others] = saidBy(item)
      .map((said) => statements.get(said) ?? none)
      .sort((a, b) => a.size - b.size)
    return fewest !== undefined && [...fewest].some((index) => others.every((one) => one.has(index)))
  }
}

/** What a value says, whatever the order of its members and whether blank ones are there. */
export function contentOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(contentOf).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? ''
  const entries = Object.entries(value).filter(([, held]) => !isBlank(held))
  const texts = entries.map(([name, held]) => `${JSON.stringify(name)}:${contentOf(held)}`)
  return `{${texts.sort().join()}}`
}
