import { findAmounts } from './amounts.ts'
import {
  group,
  headOf,
  type Mention,
  type Named,
  namesFrom,
  type PaymentVerb,
  paymentVerbs,
  strangerAfter,
  strangerBefore,
  wordsBefore,
  wordsBetween,
} from './named-persons.ts'

/** Who pays whom by one verb of a sentence. */
export type Payment = {
  readonly verb: PaymentVerb
  readonly payers: readonly Named[]
  readonly payees: readonly Named[]
}

/** Every order to pay in a sentence. `carried`: the last payer and payee, for a sentence without names. */
export function paymentsOf(sentence: string, mentions: readonly Mention[], carried?: Payment): Payment[] {
  const payments: Payment[] = []
  for (const verb of paymentVerbs(sentence)) {
    const last = payments.at(-1)
    payments.push(paymentOf(sentence, mentions, verb, last?.verb.end ?? 0, last ?? carried))
  }
  return payments
}

function paymentOf(
  sentence: string,
  mentions: readonly Mention[],
  verb: PaymentVerb,
  from: number,
  last: Payment | undefined,
): Payment {
  const payers = payersBefore(sentence, mentions, from, verb.start, from > 0)
  const to = payeesAfter(sentence, mentions, verb)
  const payees = to.length > 0 ? to : payeesBefore(sentence, mentions, from, verb.start)
  const paying = payers.length > 0 ? payers : (last?.payers ?? [])
  return { verb, payers: paying, payees: others(payees.length > 0 ? payees : (last?.payees ?? []), paying) }
}

/** No party is ordered to pay itself. */
function others(payees: readonly Named[], payers: readonly Named[]): readonly Named[] {
  const paying = new Set(payers.flatMap(({ text, keys }) => [text, ...keys]))
  return payees.filter(({ text, keys }) => ![text, ...keys].some((one) => paying.has(one)))
}

/** Of the clauses before a verb, the last that begins with a name. After another verb only the last clause counts. */
function payersBefore(
  sentence: string,
  mentions: readonly Mention[],
  from: number,
  to: number,
  isLater: boolean,
): Named[] {
  const starts = clauseStarts(sentence, from, to)
  for (const start of isLater ? starts.slice(-1).filter((at) => at > from) : starts.reverse()) {
    const named = headOf(sentence, mentions, start, to)
    if (named.length > 0) return named
  }
  return []
}

/** The names that the clauses before this place begin with. */
export const namedBefore = (sentence: string, mentions: readonly Mention[], at: number): Named[] =>
  payersBefore(sentence, mentions, 0, at, false)

/** Clauses begin after commas and colons, and after what a change leaves behind (变更…第二项为). */
function clauseStarts(sentence: string, from: number, to: number): number[] {
  const text = sentence.slice(from, to)
  const marks = [...text.matchAll(/[，,：:“"]|变更[^；]{0,200}项为|改判/g)]
  return [from, ...marks.map((match) => from + match.index + match[0].length)]
}

/** The first party named between the verb and a comma or a bracket of the sentence; brackets of its name are none. */
function payeesAfter(
  sentence: string,
  mentions: readonly Mention[],
  { end, governsTo }: PaymentVerb,
): Named[] {
  const first = mentions.find((mention) => mention.start >= end && mention.end <= governsTo)
  if (first !== undefined && !/[，,（(]/.test(wordsBetween(sentence, end, first))) {
    return namesFrom(sentence, mentions, first)
  }
  return strangerAfter(sentence.slice(end, Math.min(governsTo, end + 40)))
}

/** 向乙公司支付, 欠乙公司货款…付清. */
const PAYEE_BEFORE = /[向给欠]$/
function payeesBefore(
  sentence: string,
  mentions: readonly Mention[],
  from: number,
  verbStart: number,
): Named[] {
  const to = mentions.find(
    (mention) =>
      mention.start >= from && mention.end <= verbStart && PAYEE_BEFORE.test(wordsBefore(sentence, mention)),
  )
  if (to !== undefined) return group(sentence, mentions, to)
  return strangerBefore(sentence.slice(Math.max(from, verbStart - 40), verbStart))
}

const LIABLE =
  /(?:承担|负)[^，。；]{0,12}(?:连带|共同|先行)[^，。；]{0,10}责任|承担[^，。；]{0,10}连带(?:清偿|赔偿|给付|偿还)/
/** A share, and what the debtor cannot pay, are no joint debt of the whole sum. */
const LIMITED =
  /范围(?:之)?内|限额|额度内|限度内|为限|其中|部分|不超过|[%％‰]|百分之|分之[一二三四五六七八九]|[一二三四五六七八九]成|[不未]能(?:清偿|偿还|履行|给付|支付)|补充|按份/
/** Words for what other items order. */
const REFERS_BACK = /上述|以上|前述|前款|前列|前[一二三四五六七八九十两]项|各项|全部/
const ITEMS = /第((?:[一二三四五六七八九十、，,和及第至\d]|项(?=[、，,和及至]第)){1,40})项/

/**
 * Who answers jointly for what was ordered before, and for which items; where the clause names sums, for those alone.
 * Null where none is liable without a limit. `refersBack`: it means what stands in other items too.
 */
export function jointLiability(
  sentence: string,
  mentions: readonly Mention[],
): {
  readonly payers: readonly Named[]
  readonly items: string | null
  readonly sums: readonly (string | null)[]
  readonly refersBack: boolean
} | null {
  const found = LIABLE.exec(sentence)
  if (found === null || LIMITED.test(sentence) || /不(?:承担|负)/.test(sentence)) return null
  const payers = payersBefore(sentence, mentions, 0, found.index, false)
  const clause = sentence.slice(sentence.lastIndexOf('，', found.index) + 1, found.index)
  const sums = findAmounts(clause).map(({ amount }) => amount)
  const items = ITEMS.exec(sentence)?.[1] ?? null
  return payers.length === 0 ? null : { payers, items, sums, refersBack: REFERS_BACK.test(sentence) }
}
