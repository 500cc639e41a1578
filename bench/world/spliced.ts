/** A text with gaps that are filled in anew each time: what a body is rendered from without being written as JSON again. */
export interface Spliced {
  readonly parts: readonly Buffer[]
  /** Which filling goes behind each part but the last. */
  readonly gaps: readonly number[]
}

/** Cuts a text wherever one of `needles` stands; the needle's place in the list is the filling's. */
export function spliced(text: string, needles: readonly string[]): Spliced {
  const sought = needles.map((needle) => needle.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  const parts: Buffer[] = []
  const gaps: number[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(new RegExp(sought, 'gu'))) {
    parts.push(Buffer.from(text.slice(from, index)))
    gaps.push(needles.indexOf(found))
    from = index + found.length
  }
  return { parts: [...parts, Buffer.from(text.slice(from))], gaps }
}

/** The text with its gaps filled, in UTF-8. */
export function filled({ parts, gaps }: Spliced, fillings: readonly Buffer[]): Buffer {
  const all: Buffer[] = []
  parts.forEach((part, at) => {
    all.push(part)
    const filling = fillings[gaps[at] ?? -1]
    if (filling !== undefined) all.push(filling)
  })
  return Buffer.concat(all)
}
