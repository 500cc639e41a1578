/** A piece of a text and where it begins in it, in UTF-16 units. */
export type Sentence = { readonly offset: number; readonly text: string }

/** Longer pieces are cut: what is read of a sentence must not cost its length squared. */
const LONGEST = 1500
const ENDS = /[；;。\n]/g

/** The sentences of a text: what stands between full stops, semicolons and line ends; blank ones left out. Linear. */
export function sentencesOf(text: string, offset = 0): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  const add = (end: number): void => {
    for (let from = start; from < end; from += LONGEST) {
      const piece = text.slice(from, Math.min(end, from + LONGEST))
      if (piece.trim() !== '') sentences.push({ offset: offset + from, text: piece })
    }
  }
  for (const { index } of text.matchAll(ENDS)) {
    add(index)
    start = index + 1
  }
  add(text.length)
  return sentences
}

/** What a reader is shown of a sentence around one place in it: all of it, as long as it is short. */
export function excerpt(text: string, at = 0, longest = 300): string {
  const trimmed = text.trim()
  if (trimmed.length <= longest) return trimmed
  const from = Math.max(0, Math.min(at - longest / 2, text.length - longest))
  const cut = text.slice(from, from + longest).trim()
  return `${from > 0 ? '…' : ''}${cut}${from + longest < text.length ? '…' : ''}`
}
