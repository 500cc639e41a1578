import type { Amount } from './amounts.ts'
import { type Mention, type Named, namesFrom } from './named-persons.ts'
import { decimalOfDigits, decimalText } from './numerals.ts'

/** 金额（元）: a table stands below, whose figures have no currency of their own. */
const HEAD = /[（(]\s?(?:单位\s?[：:]\s?)?(?:人民币)?元\s?[)）]/
const FIGURE = /(?<![\d.,，])(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,9}\.\d{1,2})(?![\d.,%％]|\s?[元万亿])/g

/** A row of such a table. */
export type TableSum = { readonly amount: Amount; readonly payee: Named }

/** Whether the rest of an item is a table of sums in yuan, and where it begins in this sentence. */
export const tableStart = (sentence: string): number | null => {
  const head = HEAD.exec(sentence)
  return head === null ? null : head.index + head[0].length
}

/**
 * The sums of a table, each with the party that its row names: 1　郎某　165,332.41. A row of several figures counts with the last when
 * that is the total of the others; one that names no party, as the total below does, is left out. Offsets count in the sentence.
 */
export function tableSums(sentence: string, mentions: readonly Mention[], from: number): TableSum[] {
  const payees = mentions.filter(({ start, isName, keys }) => isName && start >= from && keys.length > 0)
  return payees.flatMap((mention, index) => {
    const [payee] = namesFrom(sentence, mentions, mention)
    const row = sentence.slice(mention.end, payees[index + 1]?.start ?? sentence.length)
    const total = row.search(/合\s?计|总\s?计/)
    const figures = [...(total < 0 ? row : row.slice(0, total)).matchAll(FIGURE)]
    const last = figures.at(-1)
    if (payee === undefined || last === undefined || !isTotal(figures.map(([figure]) => centsOf(figure))))
      return []
    const decimal = decimalOfDigits(last[0])
    if (decimal === undefined) return []
    const amount = {
      amount: decimalText(decimal),
      currency: 'CNY',
      text: last[0],
      offset: mention.end + last.index,
    }
    return [{ amount, payee }]
  })
}

const centsOf = (figure: string): number => Math.round(Number(figure.replaceAll(',', '')) * 100)

/** Whether the last of these is the only one, or the total of the others. */
const isTotal = (cents: readonly number[]): boolean =>
  cents.length === 1 || cents.slice(0, -1).reduce((sum, one) => sum + one, 0) === cents.at(-1)
