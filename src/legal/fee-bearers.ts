import { type AmountRole, amountRole, roleSet } from './amount-roles.ts'
import { type Amount, endOf, findAmounts, placed } from './amounts.ts'
import { upTo } from './bounds.ts'
import { headOf, type Named, type Passage, readerOf } from './mentions.ts'
import type { OperativePart } from './operative-part.ts'
import type { Parties } from './parties.ts'
import { afterLast, type Place, placeIn } from './text.ts'

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
/** One 负担, from `at` to `end`, with its own sum and the fees before it. */
type Bearing = {
  readonly at: number
  readonly end: number
  readonly own: Amount | null
  readonly fees: readonly Fee[]
}

function feesBorneIn(sentence: Passage): BorneFee[] {
  const { text, offset } = sentence
  const borne = bearingsIn(text)
  return borne.flatMap(({ at, own, fees }, index): BorneFee[] => {
    // The names that the clause of 负担 begins with.
    const clause = Math.max(afterLast('，', text, at), borne[index - 1]?.end ?? 0)
    const bearers = headOf(sentence, Math.max(clause, text.lastIndexOf('由', at)), at)
    const others = borne.filter((one) => one.fees === fees).length
    if (bearers.length === 0 || fees.length === 0) return []
    const isEach =
      /(?:各|分别|各自|均)(?:负担|承担)?$/.test(text.slice(0, at)) || /^各/.test(text.slice(at + 2))
    const isShared = bearers.flatMap(({ keys }) => (keys.length === 0 ? [''] : keys)).length > 1 && !isEach
    const row = { bearers, isShared, ...placeIn(sentence, at) }
    const fee = fees.map(({ name }) => name).join('、')
    if (own !== null) return [{ ...row, fee, amount: placed(own, offset) }]
    if (others > 1 || isEach) return [{ ...row, fee, amount: null }]
    return fees.map(({ name, amount }) => ({ ...row, fee: name, amount: placed(amount, offset) }))
  })
}

/** The fees of a 负担 are those since the sum of the last one who bears. */
function bearingsIn(text: string): Bearing[] {
  const amounts = upTo(MOST_IN_SENTENCE, 'case_fees', findAmounts(text))
  const borne: Bearing[] = []
  let fees: readonly Fee[] = []
  let from = 0
  for (const match of upTo(MOST_IN_SENTENCE, 'case_fees', [...text.matchAll(BORNE)])) {
    const end = match.index + match[0].length
    const named = feesOf(
      text,
      amounts.filter(({ offset }) => offset >= from && offset < match.index),
    )
    if (named.length > 0) fees = named
    const own = amounts.find(({ offset }) => offset >= end && OWN_SUM.test(text.slice(end, offset))) ?? null
    from = own === null ? end : endOf(own)
    borne.push({ at: match.index, end: from, own, fees })
  }
  return borne
}

/** A fee that is halved has the sum behind 减半收取; a total of the fees before it is none. */
function feesOf(text: string, amounts: readonly Amount[]): Fee[] {
  const fees: Fee[] = []
  for (const [index, amount] of amounts.entries()) {
    const previousEnd = endOf(amounts[index - 1])
    const before = text.slice(Math.max(previousEnd, amount.offset - 24), amount.offset)
    if (/减半|实际收取|应收|减交|退还|退回/.test(before) && fees.length > 0) {
      const last = fees.at(-1)
      if (last !== undefined && !/退/.test(before)) fees[fees.length - 1] = { ...last, amount }
      continue
    }
    if (/(?:共计|合计|总计|两项|以上)/.test(before) && fees.length > 1) continue
    const role = amountRole(text, amount, previousEnd)
    if (FEES.has(role) && role !== null) fees.push({ name: feeName(before, role), amount })
  }
  return fees
}

/** 公告费 and 鉴定费 under their own name. */
const feeName = (before: string, role: AmountRole): string =>
  role === '其他费用' ? (/([一-龥]{2,3}费)(?:用)?(?:人民币|为|共计)?$/.exec(before)?.[1] ?? role) : role
