import { isBlank, isObject, type JsonObject } from '../../contract/values.ts'

/** The first items, and of the others those that say something else than each of them. */
export function withOthers<T>(first: readonly T[], others: readonly T[]): T[] {
  const held = new Set(first.map(contentOf))
  return [...first, ...others.filter((item) => !held.has(contentOf(item)))]
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
