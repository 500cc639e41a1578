/* Most facts of a kind that are read of one text: a citation may cost a call. Source: docs/reliability.md, Bounds. */

export const MOST_PARTIES = 500
export const MOST_AMOUNTS = 2000
export const MOST_CITATIONS = 2000
export const MOST_REFERENCES = 2000

/** Tables of which rules left something out since `notingBounds` began; null outside it. */
let cut: Set<string> | null = null

/** What `read` gives, and the tables of which its rules left something out. It must not wait: one text is read at a time. */
export function notingBounds<Read>(read: () => Read): {
  readonly read: Read
  readonly cut: ReadonlySet<string>
} {
  const noted = new Set<string>()
  cut = noted
  try {
    return { read: read(), cut: noted }
  } finally {
    cut = null
  }
}

export const noteBound = (table: string): void => void cut?.add(table)

export function upTo<Fact>(most: number, table: string, facts: readonly Fact[]): Fact[] {
  if (facts.length > most) noteBound(table)
  return facts.slice(0, most)
}
