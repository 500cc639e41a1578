import { type AmountRole, amountRole, roleSet } from './amount-roles.ts'
import { type Amount, endOf, findAmounts, placed } from './amounts.ts'
import { upTo } from './bounds.ts'
import { headOf, type Named, type Passage, readerOf } from './mentions.ts'
import type { OperativePart } from './operative-part.ts'
import type { Parties } from './parties.ts'
import { afterLast, matchesOf, type Place, placeIn } from './text.ts'

export type BorneFee = Place & {
  /** What is borne: 案件受理费; several joined by 、 where one sum covers them. */
  readonly fee: string
  readonly amount: Amount | null
  readonly bearers: readonly Named[]
  readonly isShared: boolean
}

const FEES = roleSet('案件受理费', '保全费', '执行费', '其他费用')
const BORNE = /(?:负担|承担)(?![^，。；]{0,6}(?:责任|义务))/g
const OWN_SUM = /^(?:人民币|其中的?|共计|计|各)?$/
const MOST_IN_SENTENCE = 40

/** Who bears which fee, as the operative part and what follows it say. Linear. Source: docs/decisions.md, Interest and fees. */
export function findBorneFees(part: OperativePart, parties: Parties): BorneFee[] {
  const sentences = [...part.items, part.closing].flatMap(readerOf(parties).sentences)
  return sentences
    .filter(({ text }) => /受理费|反诉费|诉讼费|申请费|保全费|执行费|鉴定费|公告费|评估费/.test(text))
    .flatMap(feesBorneIn)
}

type Fee = { readonly name: string; readonly amount: Amount }
function feesBorneIn(sentence: Passage): BorneFee[] {
  const { text, offset } = sentence
  const borne = bearingsIn(text)
  return borne.flatMap(({ at, own, fees }, index): BorneFee[] => {
    // The names that the clause of 负担 begins with.
    const clause = Math.max(afterLast('，', text, at), borne[index - 1]?.end ?? 0)
    const bearers = headOf(sentence, Math.max(clause, text.lastIndexOf('由', at)), at)
    if (bearers.length === 0 || fees.length === 0) return []
    const isEach = /(?:各自?|分别|均)(?:[负承]担)?$/.test(text.slice(0, at)) || text.startsWith('各', at + 2)
    const isShared = bearers.flatMap(({ keys }) => (keys.length === 0 ? [''] : keys)).length > 1 && !isEach
    const row = { bearers, isShared, ...placeIn(sentence, at) }
    const isDivided = isEach || borne.filter((one) => one.fees === fees).length > 1
    const fee = fees.map(({ name }) => name).join('、')
    if (own !== null || isDivided) return [{ ...row, fee, amount: own && placed(own, offset) }]
    return fees.map(({ name, amount }) => ({ ...row, fee: name, amount: placed(amount, offset) }))
  })
}

/** Each 负担, from `at` to `end`, with its own sum and the fees before it: those since the sum of the last one who bears. */
function bearingsIn(text: string) {
  const amounts = upTo(MOST_IN_SENTENCE, 'case_fees', findAmounts(text))
  let fees: readonly Fee[] = []
  let from = 0
  return upTo(MOST_IN_SENTENCE, 'case_fees', matchesOf(text, BORNE)).map(({ index: at, 0: verb }) => {
    const end = at + verb.length
    const since = amounts.filter(({ offset }) => offset >= from && offset < at)
    const named = feesOf(text, since)
    if (named.length > 0) fees = named
    const own = amounts.find(({ offset }) => offset >= end && OWN_SUM.test(text.slice(end, offset))) ?? null
    from = own === null ? end : endOf(own)
    return { at, end: from, own, fees }
  })
}

/** A fee that is halved has the sum behind 减半收取; a total of the fees before it is none. */
function feesOf(text: string, amounts: readonly Amount[]): Fee[] {
  const fees: Fee[] = []
  for (const [index, amount] of amounts.entries()) {
    const previousEnd = endOf(amounts[index - 1])
    const before = text.slice(Math.max(previousEnd, amount.offset - 24), amount.offset)
    const last = fees.at(-1)
    const role = amountRole(text, amount, previousEnd)
    const isTotal = fees.length > 1 && /(?:共计|合计|总计|两项|以上)/.test(before)
    if (last !== undefined && /减半|实际收取|应收|减交|退还|退回/.test(before)) {
      if (!before.includes('退')) fees[fees.length - 1] = { ...last, amount }
    } else if (!isTotal && role !== null && FEES.has(role)) fees.push({ name: feeName(before, role), amount })
  }
  return fees
}

/** 公告费 and 鉴定费 under their own name. */
const feeName = (before: string, role: AmountRole): string =>
  role === '其他费用' ? (/([一-龥]{2,3}费)(?:用)?(?:人民币|为|共计)?$/.exec(before)?.[1] ?? role) : role
