import { type AmountRole, amountRole, grossSums, instalments, isSumOfLast } from './amount-roles.ts'
import { type Amount, findAmounts } from './amounts.ts'
import { fineOf, restatedFines } from './fines.ts'
import { type Mention, mentionFinder, type Named, namesFrom, wordsBetween } from './named-persons.ts'

import { parseNumeral } from './numerals.ts'
import type { OperativePart } from './operative-part.ts'
import type { Party } from './parties.ts'
import { tableStart, tableSums } from './payee-tables.ts'
import { jointLiability, type Payment, paymentsOf } from './payment-clauses.ts'
import { excerpt, type Sentence, sentencesOf } from './text.ts'

/** Raise it when sums, roles, payers or parties are read differently: the tables are then rebuilt. */
export const orderRulesVersion = 6

/** A sum in an operative part or in a claim, and what is said of it. */
export type OrderAmount = Amount & {
  /** Number of the item, from 1; null for what stands after the last, as court fees do. */
  readonly item: number | null
  readonly role: AmountRole | null
  /** Whether the item orders a person to pay this sum. A restated sum (其中…, 合计…) is ordered once. */
  readonly isOrdered: boolean
  readonly payers: readonly Named[]
  readonly payees: readonly Named[]
  readonly evidence: string
}

/** Roles of sums that no verb orders to be paid to another party. Source: docs/decisions.md, Orders and claims. */
const NEVER_ORDERED: ReadonlySet<AmountRole | null> = new Set<AmountRole | null>([
  '案件受理费',
  '保全费',
  '执行费',
  '基数',
  '限额',
  '单价',
  '已付',
  '标的',
])
/** 已扣除押金100元及维修费50元: the second is deducted like the first. */
const ALSO = /^(?:、|及|和|与|以及)[^，。；（()）支给返赔]{0,16}$/
/** 加处罚款100元，不准予强制执行. */
const REFUSED_AFTER = /^[^。；]{0,40}(?:不准予?|不予)(?:强制)?(?:执行|准许|支持)/
const RESTATES = /其中|[元圆][（(](?:已?含|包括|包含)[^（()）]{0,200}$/
const MOST_AMOUNTS = 2000

/**
 * Every sum of an operative part with its role, and who is ordered to pay it to whom. Who answers jointly for it
 * (承担连带清偿责任, without a limit) pays too. Pure and linear. Source: docs/decisions.md, Orders and claims.
 */
export function orderedAmounts(part: OperativePart, parties: readonly Party[]): OrderAmount[] {
  const find = mentionFinder(parties)
  let amounts: OrderAmount[] = []
  for (const { item, text, offset } of part.items) {
    const sentences = sentencesOf(text, offset).map((one) => ({ ...one, mentions: find(one.text) }))
    const found = itemAmounts(sentences, item)
    const own = without(found, instalments(text, offset, found))
    amounts = withoutSetOff([...amounts, ...own], text, offset, item)
    for (const { text: sentence, mentions } of sentences) {
      const joint = jointLiability(sentence, mentions)
      if (joint === null) continue
      const isOwn = joint.items === null && !joint.refersBack && own.some(({ isOrdered }) => isOrdered)
      const isMeant = isOwn ? (one: number | null) => one === item : itemsMeant(joint.items, item)
      const isNamed = (sum: string | null): boolean => joint.sums.length === 0 || joint.sums.includes(sum)
      addPayers(amounts, joint.payers, (one) => isMeant(one.item) && isNamed(one.amount))
    }
  }
  const closing = sentencesOf(part.closing.text, part.closing.offset)
  return [...amounts, ...closing.flatMap(closingAmounts)].slice(0, MOST_AMOUNTS)
}

type Read = Sentence & { readonly mentions: readonly Mention[] }

function itemAmounts(sentences: readonly Read[], item: number): OrderAmount[] {
  const amounts: OrderAmount[] = []
  let carried: Payment | undefined
  let fined: readonly Named[] = []
  let listed: Payment | undefined
  for (const { text, offset, mentions } of sentences) {
    if (amounts.length >= MOST_AMOUNTS) break
    const payments = paymentsOf(text, mentions, carried)
    const table = tableStart(text)
    if (table !== null) listed = payments.at(-1) ?? carried
    if (listed !== undefined) {
      amounts.push(...listedAmounts({ text, offset, mentions }, table ?? 0, listed, item))
      if (table === null) continue
    }
    carried = payments.at(-1) ?? (continues(text) ? carried : undefined)
    const inSentence = findAmounts(text)
    const read: OrderAmount[] = []
    inSentence.forEach((amount, index) => {
      const previousEnd = endOf(inSentence[index - 1])
      const isDeductedToo = read.at(-1)?.role === '已付' && ALSO.test(text.slice(previousEnd, amount.offset))
      const role = isDeductedToo ? '已付' : amountRole(text, amount.offset, endOf(amount), previousEnd)
      const governor = payments.length > 0 ? governing(payments, amount.offset) : carried
      const fine = role === '罚款' ? fineOf(text, mentions, amount.offset, fined) : null
      fined = fine?.payers ?? fined
      const isReached = governor !== undefined && reaches(governor, text, amount)
      const payment =
        fine ?? (isReached ? withOwnPayee(governor, text, mentions, previousEnd, amount) : undefined)
      const isAgain =
        (fine === null && isRestated(text, amount, inSentence[0])) ||
        (role === '合计' && isSumOfLast(amount, [...amounts, ...read]))
      const isRefused = REFUSED_AFTER.test(text.slice(endOf(amount)))
      const isOrdered = payment !== undefined && !NEVER_ORDERED.has(role) && !isAgain && !isRefused
      const evidence = excerpt(text, amount.offset)
      read.push({
        ...placed(amount, offset),
        item,
        role,
        ...payersOf(isOrdered ? payment : undefined),
        ...(isOrdered ? {} : enforcedAgainst(text, mentions, amount.offset, role)),
        evidence,
      })
    })
    amounts.push(...without(read, grossSums(text, offset, read)))
  }
  return without(amounts, restatedFines(sentences, amounts))
}

/** 赔偿下列原告：… 金额（元）: what one payer owes to those of a table. */
const listedAmounts = (
  { text, offset, mentions }: Read,
  from: number,
  { payers }: Payment,
  item: number,
): OrderAmount[] =>
  tableSums(text, mentions, from).map(({ amount, payee }) => ({
    ...placed(amount, offset),
    item,
    role: null,
    isOrdered: true,
    payers,
    payees: [payee],
    evidence: excerpt(text, amount.offset),
  }))

const endOf = (amount: Amount | undefined): number =>
  amount === undefined ? 0 : amount.offset + amount.text.length
const placed = (amount: Amount, offset: number): Amount => ({ ...amount, offset: offset + amount.offset })

const payersOf = (payment: Pick<Payment, 'payers' | 'payees'> | undefined) => ({
  isOrdered: payment !== undefined,
  payers: payment?.payers ?? [],
  payees: payment?.payees ?? [],
})

/** 偿还甲100元、乙200元: behind the sum before it, a sum of a list names whom it goes to. */
function withOwnPayee(
  payment: Payment,
  sentence: string,
  mentions: readonly Mention[],
  previousEnd: number,
  amount: Amount,
): Pick<Payment, 'payers' | 'payees'> {
  const first = mentions.find(({ start, end }) => start > previousEnd && end <= amount.offset)
  const isListed =
    first !== undefined &&
    payment.payees.length > 0 &&
    payment.verb.start < previousEnd &&
    wordsBetween(sentence, previousEnd, first) === '、' &&
    !DUTY.test(sentence.slice(first.end, amount.offset))
  const payees = isListed ? namesFrom(sentence, mentions, first) : []
  return payees.length > 0 ? { payers: payment.payers, payees } : payment
}

/** 、乙公司负担200元 is what that one owes. */
const DUTY = /承担|负担|应|须/

/** The order that a sum belongs to: the last before it that reaches it, else the first after it (货款100元由甲付清). */
function governing(payments: readonly Payment[], at: number): Payment | undefined {
  const before = payments.findLast(({ verb }) => verb.start < at)
  if (before !== undefined) return at < before.verb.governsTo ? before : undefined
  return payments.find(({ verb }) => verb.start > at)
}

/** What is done beside paying. A sum behind it is none to be paid, but 逾期交付违约金 and 办理登记的费用 are. */
const DEEDS = '过户|交付|登记|协助|办理|变更|移交|交还|开具|出具'
const MONEY = '金款费息失偿租价资'
const DEED = new RegExp(`(?:${DEEDS})[^${MONEY}]*$`)
const DEED_WITH = new RegExp(`(?:${DEEDS}|将)[^${MONEY}]*$`)
const DEED_AFTER = new RegExp(DEEDS)
const MONEY_BEFORE = new RegExp(`[${MONEY}](?:人民币|共计|合计|为)?$`)
const DEBT = /欠|借|应[付还]|尚有|剩余|[款金费息失](?:人民币|共计|合计|为)?$/

/**
 * Whether a verb's order reaches a sum outside its own clause: never one that a clause about a deed is about, and back
 * over a comma only to a debt (欠货款100元，于某日前付清).
 */
function reaches({ verb }: Payment, sentence: string, amount: Amount): boolean {
  const start = clauseStart(sentence, amount.offset)
  const own = sentence.slice(start, amount.offset)
  if (verb.start < amount.offset) return verb.start >= start || !DEED_WITH.test(own)
  const between = sentence.slice(endOf(amount), verb.start)
  if (DEED.test(own) || (DEED_AFTER.test(between) && !MONEY_BEFORE.test(own))) return false
  return !/[，,]/.test(between) || DEBT.test(own)
}

const clauseStart = (sentence: string, at: number): number =>
  Math.max(sentence.lastIndexOf('，', at), sentence.lastIndexOf(',', at)) + 1

/** An enforcement court takes money and orders no payment. Preservation (被申请人) takes nothing. */
const TAKEN = /冻结|扣划|划拨|提取|扣留|扣缴/
const NOT_TAKEN = /解除|终结|撤销|驳回/
const TAKEN_ROLES: ReadonlySet<AmountRole | null> = new Set<AmountRole | null>([
  '标的',
  '限额',
  '款项',
  '本金',
  '利息',
  '劳动报酬',
  null,
])

/** 划拨被执行人甲公司的银行存款100元: whose money it is. */
function enforcedAgainst(
  sentence: string,
  mentions: readonly Mention[],
  at: number,
  role: AmountRole | null,
): { readonly payers?: readonly Named[] } {
  const taken = TAKEN.exec(sentence)?.index ?? at
  if (taken >= at || !TAKEN_ROLES.has(role) || NOT_TAKEN.test(sentence)) return {}
  const debtor = mentions.findLast(
    ({ start, end, text, isName }) =>
      end <= at && (isName ? sentence.slice(0, start) : text).endsWith('被执行人'),
  )
  return debtor === undefined ? {} : { payers: namesFrom(sentence, mentions, debtor) }
}

/** A sentence without a verb that goes on listing what the one before orders: 医疗费100元；误工费200元. */
const continues = (sentence: string): boolean =>
  /[:：]$|^\s{0,4}(?:[（(]?[\d一二三四五六七八九十]{1,2}[)）.、．]|其中|[^，。；]{0,12}(?:费|款|金|损失|利息|本金))/.test(
    sentence,
  ) && !/驳回|负担|受理费|冻结|查封/.test(sentence)

/** Parts of a sum that was ordered as a whole (其中本金…). */
const isRestated = (sentence: string, amount: Amount, first: Amount | undefined): boolean =>
  first !== undefined && RESTATES.test(sentence.slice(endOf(first) - 1, amount.offset))

const notOrdered = (amount: OrderAmount): OrderAmount => ({ ...amount, ...payersOf(undefined) })

const without = (amounts: readonly OrderAmount[], restated: ReadonlySet<OrderAmount>): OrderAmount[] =>
  amounts.map((one) => (restated.has(one) ? notOrdered(one) : one))

const SET_OFF = '(?:相抵|互抵|品迭|(?:相互|互相)?(?:抵[销消扣]|折抵|冲抵))(?:之)?后'
const MUTUAL = new RegExp(
  `(?:第?([一二三四五六七八九十\\d](?:[一二三四五六七八九十、，,和及与第至项\\d]{0,24}))项[^。；]{0,20})?${SET_OFF}`,
)
/** What is set off stands in the items before, not in the sentence alone. */
const OF_BOTH = /相|互|品迭|上述|以上|前述|前款|两项|[二三四]项|双方/

/** What two owe each other and set off (一、二项相抵后，甲还应返还…) is not ordered besides what is left. */
function withoutSetOff(
  amounts: readonly OrderAmount[],
  text: string,
  offset: number,
  item: number,
): OrderAmount[] {
  const found = MUTUAL.exec(text)
  if (found === null) return [...amounts]
  const end = found.index + found[0].length
  const isOfBoth = found[1] !== undefined || OF_BOTH.test(text.slice(Math.max(0, found.index - 24), end))
  const isMeant = isOfBoth ? itemsMeant(found[1] ?? null, item) : (one: number | null) => one === item
  return amounts.map((one) => (isMeant(one.item) && one.offset < offset + end ? notOrdered(one) : one))
}

/** Items that a joint liability is for: those it names, else all before it and its own. */
function itemsMeant(named: string | null, own: number): (item: number | null) => boolean {
  if (named === null) return (item) => item !== null && item <= own
  const numerals = named.replace(/[第项]/g, '')
  const [from, to] = numerals.split('至').map(parseNumeral)
  if (from !== undefined && to !== undefined) return (item) => item !== null && item >= from && item <= to
  const items = numerals.split(/[、，,和及]/).map(parseNumeral)
  return (item) => item !== null && items.includes(item)
}

function addPayers(
  amounts: OrderAmount[],
  payers: readonly Named[],
  isMeant: (amount: OrderAmount) => boolean,
): void {
  amounts.forEach((amount, index) => {
    if (!amount.isOrdered || !isMeant(amount)) return
    const known = new Set(amount.payers.map(({ text }) => text))
    amounts[index] = {
      ...amount,
      payers: [...amount.payers, ...payers.filter(({ text }) => !known.has(text))],
    }
  })
}

function closingAmounts({ text, offset }: Sentence): OrderAmount[] {
  const found = findAmounts(text)
  return found.map((amount, index) => ({
    ...placed(amount, offset),
    item: null,
    role: amountRole(text, amount.offset, endOf(amount), endOf(found[index - 1])),
    ...payersOf(undefined),
    evidence: excerpt(text, amount.offset),
  }))
}
