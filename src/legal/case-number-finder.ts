import { type CaseNumber, parseCaseNumber } from './case-numbers.ts'

/** A case number inside a text, and where it begins, in UTF-16 units. */
export type FoundCaseNumber = { readonly offset: number; readonly text: string; readonly number: CaseNumber }

const SHAPE =
  /[（(〔[【]\s?[0-9０-９×xX*〇○零一二三四五六七八九]{4}\s?[）)〕\]】][^。；;，：:“”《》\n\r]{2,60}?号(?:\s?之(?:[一二三四五六七八九十]{1,3}|\d{1,2}))?/g

/**
 * Every parsed or masked case number of a running text, such as the lower-court numbers that `ssjl` and `content` cite, in
 * the order of the text; other brackets with a year (法释〔2020〕26号) are passed over. Linear. Source: domain rule, section 3.
 */
export function findCaseNumbers(text: string): FoundCaseNumber[] {
  const found: FoundCaseNumber[] = []
  for (const match of text.matchAll(SHAPE)) {
    const number = parseCaseNumber(match[0])
    if (number.status !== 'malformed') found.push({ offset: match.index, text: match[0], number })
  }
  return found
}
