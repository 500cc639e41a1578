import { type Expected, expecting, type Fields, type Known, keysIn } from './knowable.ts'

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

/** What each group of cases comes to for the enterprise: its last decision, or where that leaves it, what was decided below. */
export function outcomeRows(known: Known): Expected {
  const outcomes = families(known).flatMap((group): [string, Fields][] => {
    const said = known.docs
      .filter(({ of }) => group.includes(of.key))
      .toSorted((a, b) => (a.on < b.on ? -1 : 1))
      .flatMap(({ result }) => result.says.flatMap((fact) => (fact.is === 'result' ? [fact.results] : [])))
    const decided = said.findLast((results) => results !== 'as below')
    if (said.length === 0) return []
    return [
      [group.join(' '), { outcome: typeof decided === 'string' || decided === undefined ? [null] : decided }],
    ]
  })
  return expecting(outcomes)
}

export const familyRows = (known: Known): Expected =>
  expecting(families(known).map((group) => [group.join(' '), { families: ['1'], foreign: [''] }]))
