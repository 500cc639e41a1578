/** The serial numbers of a case number; null where they cannot be read or are more than `MOST_SERIALS`. */
export type Serials = { readonly serials: readonly number[]; readonly sub: number | null }

/** A joined case number rarely covers more than some tens of cases; beyond this it is a slip of the pen. */
export const MOST_SERIALS = 1000

const RANGE = /^(\d{1,9})(?:-(\d{1,9}))?$/

/**
 * Reads 18775, 18775-18776, 18775-76, 3827、3828 (ranges exploded, ascending, without repeats). A shorter second
 * number that continues the first by two digits or more is a range (18775-76); any other smaller second number is the number of
 * a further ruling, which courts also write 之一 (123-1).
 */
export function parseSerials(text: string): Serials | null {
  const parts = text.split(/[、,，;；和及]/)
  const only = parts.length === 1 ? RANGE.exec(text) : null
  const sub = only?.[2] === undefined ? null : subOf(only[1] ?? '', only[2])
  if (sub !== null) return { serials: [Number(only?.[1])], sub }
  const found = new Set<number>()
  for (const part of parts) {
    const range = RANGE.exec(part)
    const first = Number(range?.[1] ?? Number.NaN)
    const last = range?.[2] === undefined ? first : lastOf(range[1] ?? '', range[2])
    if (!(last >= first) || last - first >= MOST_SERIALS) return null
    for (let serial = first; serial <= last; serial++) found.add(serial)
  }
  const serials = [...found].sort((a, b) => a - b)
  return serials.length > MOST_SERIALS ? null : { serials, sub: null }
}

function lastOf(first: string, last: string): number {
  if (Number(last) >= Number(first) || last.length >= first.length) return Number(last)
  return Number(first.slice(0, first.length - last.length) + last)
}

function subOf(first: string, last: string): number | null {
  if (Number(last) >= Number(first)) return null
  const isContinuation = last.length >= 2 && lastOf(first, last) > Number(first)
  const sub = Number(last)
  return isContinuation || sub < 1 || sub > 99 ? null : sub
}

/** The one spelling of serial numbers: ascending, runs as `first-last`, otherwise joined by 、. */
export function formatSerials(serials: readonly number[]): string {
  const runs: [number, number][] = []
  for (const serial of serials) {
    const run = runs.at(-1)
    if (run && serial === run[1] + 1) run[1] = serial
    else runs.push([serial, serial])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join('、')
}
