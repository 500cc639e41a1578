import fc from 'fast-check'
import { type OperativePart, operativePart } from '../../src/legal/operative-part.ts'
import { orderedAmounts } from '../../src/legal/orders.ts'
import { findParties, type Party } from '../../src/legal/parties.ts'
import { anyText } from '../support/any-text.ts'

export const none = { section: null, content: null, title: null, causes: [] }

/** The parties of a parties section. */
export const partiesIn = (section: string | null) => findParties({ ...none, section })

/** What a rule finds in the operative part of a judgment: nothing where it has none. */
export function inPart<T>(judgment: string, rule: (part: OperativePart) => readonly T[]): readonly T[] {
  const part = operativePart(judgment, null)
  return part === null ? [] : rule(part)
}

/** The sums of a judgment, ordered and others. */
export const sumsOf = (judgment: string, parties: readonly Party[]) =>
  inPart(judgment, (part) => orderedAmounts(part, parties))

/** Any text, and texts of at most so many of these words, which blanks part; words with blanks are given by themselves. */
export const textsOf = (most: number, words: string, ...others: readonly string[]) =>
  fc.oneof(
    anyText(),
    fc
      .array(fc.constantFrom(...words.split(' '), ...others), { maxLength: most })
      .map((parts) => parts.join('')),
  )

/** The rows of a table, one a line: what is read ⇒ what it says | and says besides. ⏎ stands for the end of a line. */
export const rowsOf = (table: string): [text: string, said: string[]][] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', said = ''] = line.trim().split(/\s*⇒\s*/)
      const all = said.split('|').map((one) => one.trim())
      return [text.replaceAll('⏎', '\n'), all.filter((one) => one !== '')]
    })

/** A case of a rule, by the heads of its document. */
type Ruled = readonly [rule: string, text: string, said: string[], heads: string]

/**
 * The rows of a table that stand below rules: a line `# rule` is of the rows behind it, and so is `@ heads`, the parties section of their
 * documents, where a rule wants its own.
 */
export function rulesOf(table: string): Ruled[] {
  let [rule, heads] = ['', '']
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .flatMap((line): Ruled[] => {
      if (line.startsWith('# ')) [rule, heads] = [line.slice(2), '']
      else if (line.startsWith('@ ')) heads = line.slice(2).replaceAll('⏎', '\n')
      else return rowsOf(line).map(([text, said]) => [rule, text, said, heads])
      return []
    })
}
