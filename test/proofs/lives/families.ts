import { type Expected, type Known, keysIn } from './knowable.ts'

/** Groups of listed cases that what is left joins: one number, or numbers that the words name. */
export function families(known: Known): string[][] {
  const groups: Set<string>[] = []
  for (const { doc, keys } of known.docs.map((doc) => ({ doc, keys: keysIn(known, doc) }))) {
    const all = new Set([doc.of.key, ...keys])
    const met = groups.filter((group) => [...all].some((key) => group.has(key)))
    for (const group of met) {
      for (const key of group) all.add(key)
      groups.splice(groups.indexOf(group), 1)
    }
    groups.push(all)
  }
  const listed = new Set(known.docs.map(({ of }) => of.key))
  return groups.map((group) => [...group].filter((key) => listed.has(key)).sort())
}

export const familyRows = (known: Known): Expected => ({
  must: new Map(families(known).map((group) => [group.join(' '), { families: ['1'], foreign: [''] }])),
  may: new Set(),
})
