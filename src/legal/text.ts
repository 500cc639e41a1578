const PASSES = 6

/** White space, zero-width characters, BOM, soft hyphen and bidirectional marks: nothing a reader sees. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]+/gu
const OPENING = /[〔[【〖［﹝｛{﹙⟨❲]/g
const CLOSING = /[〕\]】〗］﹞｝}﹚⟩❳]/g
const DASHES = /[\u2010-\u2015\u2043\u207b\u208b\u2212\u2500\u2501\u2e3a\u2e3b\ufe58\ufe63\uff0d]/g
const PLAIN = /^[\x21-\x5a\x5c\x5e-\x7a\x7c\x7e\u3007\u4e00-\u9fa5]*$/

/**
 * Folds an identifier, a case number or a name to one width: NFKC, every bracket to `()`, every dash to `-`,
 * white space and invisible characters removed. Folding twice changes nothing. Source: domain rule, section 3.
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
