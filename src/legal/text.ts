const PASSES = 6

/** White space, zero-width characters, BOM, soft hyphen and bidirectional marks: nothing a reader sees. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]+/gu
const OPENING = /[〔[【〖［﹝｛{﹙⟨❲]/g
const CLOSING = /[〕\]】〗］﹞｝}﹚⟩❳]/g
const DASHES = /[\u2010-\u2015\u2043\u207b\u208b\u2212\u2500\u2501\u2e3a\u2e3b\ufe58\ufe63\uff0d]/g
const PLAIN = /^[\x21-\x5a\x5c\x5e-\x7a\x7c\x7e\u3007\u4e00-\u9fa5]*$/

/**
 * Folds an identifier, a case number or a name to one width: NFKC, every bracket to `()`, every dash to `-`,
 * white space and invisible characters removed. Folding twice changes nothing. Source: docs/domain.md, Text.
 */
export function foldWidth(text: string): string {
  if (PLAIN.test(text)) return text
  // The brackets of a case number are all that most of them have to be folded.
  let folded = text.replaceAll('（', '(').replaceAll('）', ')')
  for (let pass = 0; pass < PASSES; pass++) {
    if (PLAIN.test(folded)) return folded
    const before = folded
    folded = foldOnce(folded)
    if (folded === before) break
  }
  return folded
}

/** Normalising puts combining marks into order, in the square of their number: no writing has so many on one letter. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu

function foldOnce(text: string): string {
  return text
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(OPENING, '(')
    .replace(CLOSING, ')')
    .replace(DASHES, '-')
    .normalize('NFKC')
}

const POINT = /[.．](?<=[一-龥”"）)].)(?=[一-龥“"（(\s]|$)/g
/** 一.甲公司…: the number of an item. */
const NUMBERED = /(?:^|[\s.．:：;；,，])[（(]?[一二三四五六七八九十]{1,3}[)）]?$/

/** A text of a publisher who prints points for full stops, with full stops: it has none, and no offset changes. */
export function withFullStops(text: string): string {
  if (text.includes('。')) return text
  return text.replace(POINT, (point, at: number) =>
    NUMBERED.test(text.slice(Math.max(0, at - 6), at)) ? point : '。',
  )
}

/** A piece of a text and where it begins in it, in UTF-16 units. */
export type Sentence = { readonly offset: number; readonly text: string }

/** Longer pieces are cut: what is read of a sentence must not cost its length squared. */
const LONGEST = 1500
const ENDS = /[；;。\n]/

/** The sentences of a text: what stands between full stops, semicolons and line ends; blank ones left out. Linear. */
export function sentencesOf(text: string, offset = 0): Sentence[] {
  const sentences: Sentence[] = []
  let start = offset
  for (const whole of text.split(ENDS)) {
    for (let from = 0; from < whole.length; from += LONGEST) {
      const piece = whole.slice(from, from + LONGEST)
      if (piece.trim() !== '') sentences.push({ offset: start + from, text: piece })
    }
    start += whole.length + 1
  }
  return sentences
}

/** The part of a sentence around one place that readers see: all of it where it is short. */
export function excerpt(text: string, at = 0, longest = 300): string {
  const trimmed = text.trim()
  if (trimmed.length <= longest) return trimmed
  const from = Math.max(0, Math.min(at - longest / 2, text.length - longest))
  const cut = text.slice(from, from + longest).trim()
  return `${from > 0 ? '…' : ''}${cut}${from + longest < text.length ? '…' : ''}`
}
