import { type AmountRole, amountRole } from './amount-roles.ts'
import { type Amount, findAmounts } from './amounts.ts'
import { type Mention, mentionFinder } from './mentions.ts'
import { decimalOfDigits } from './money-numerals.ts'
import type { Named } from './named-persons.ts'
import { parseNumeral } from './numerals.ts'
import type { OperativePart } from './operative-part.ts'
import type { Party } from './parties.ts'
import { jointLiability, type Payment, paymentsOf } from './payment-clauses.ts'
import { excerpt, type Sentence, sentencesOf } from './sentences.ts'

/** Raise it when sums, roles, payers or parties are read differently, so that tables are built anew. */
export const orderRulesVersion = 1

/** A sum in an operative part or in a claim, and what is said of it. */
export type OrderAmount = Amount & {
  /** Number of the item, from 1; null for what stands after the last, as court fees do. */
  readonly item: number | null
  readonly role: AmountRole | null
  /** Whether the item orders somebody to pay this sum. A sum told again (其中…, 合计…) is ordered once. */
  readonly isOrdered: boolean
  readonly payers: readonly Named[]
  readonly payees: readonly Named[]
  readonly evidence: string
}

/** Roles of sums that nobody is ordered to pay to another, whatever the verb. Source: domain rule, section 3. */
const NEVER_ORDERED: ReadonlySet<AmountRole | null> = new Set<AmountRole | null>([
  '案件受理费',
  '保全费',
  '执行费',
  '基数',
  '限额',
  '单价',
  '已付',
])
const RESTATES = /其中/
const MOST_AMOUNTS = 2000

/**
 * Every sum of an operative part with its role, and who is ordered to pay it to whom. Who answers jointly for it
 * (承担连带清偿责任, without a limit) pays too. Pure and linear. Source: domain rule, sections 2 and 3.
 */
export function orderedAmounts(part: OperativePart, parties: readonly Party[]): OrderAmount[] {
  const find = mentionFinder(parties)
  const amounts: OrderAmount[] = []
  for (const { item, text, offset } of part.items) {
    const sentences = sentencesOf(text, offset).map((one) => ({ ...one, mentions: find(one.text) }))
    amounts.push(...withoutInstalments(itemAmounts(sentences, item), text, offset))
    for (const { text: sentence, mentions } of sentences) {
      const joint = jointLiability(sentence, mentions)
      if (joint !== null) addPayers(amounts, joint.payers, itemsMeant(joint.items, item))
    }
  }
  const closing = sentencesOf(part.closing.text, part.closing.offset)
  return [...amounts, ...closing.flatMap(closingAmounts)].slice(0, MOST_AMOUNTS)
}

type Read = Sentence & { readonly mentions: readonly Mention[] }

function itemAmounts(sentences: readonly Read[], item: number): OrderAmount[] {
  const amounts: OrderAmount[] = []
  let carried: Payment | undefined
  for (const { text, offset, mentions } of sentences) {
    const payments = paymentsOf(text, mentions, carried)
    carried = payments.at(-1) ?? (continues(text) ? carried : undefined)
    const inSentence = findAmounts(text)
    inSentence.forEach((amount, index) => {
      const previousEnd = endOf(inSentence[index - 1])
      const role = amountRole(text, amount.offset, endOf(amount), previousEnd)
      const payment = payments.length > 0 ? governing(payments, amount.offset) : carried
      const isTold = isRestated(text, amount, role, inSentence.slice(0, index), amounts)
      const isOrdered = payment !== undefined && !NEVER_ORDERED.has(role) && !isTold
      const evidence = excerpt(text, amount.offset)
      amounts.push({
        ...placed(amount, offset),
        item,
        role,
        ...payersOf(isOrdered ? payment : undefined),
        evidence,
      })
    })
  }
  return amounts
}

const endOf = (amount: Amount | undefined): number =>
  amount === undefined ? 0 : amount.offset + amount.text.length
const placed = (amount: Amount, offset: number): Amount => ({ ...amount, offset: offset + amount.offset })

const payersOf = (payment: Payment | undefined) => ({
  isOrdered: payment !== undefined,
  payers: payment?.payers ?? [],
  payees: payment?.payees ?? [],
})

/** The order that a sum belongs to: the last before it that reaches it, else the first after it (货款100元由甲付清). */
function governing(payments: readonly Payment[], at: number): Payment | undefined {
  const before = payments.findLast(({ verb }) => verb.start < at)
  if (before !== undefined) return at < before.verb.governsTo ? before : undefined
  return payments.find(({ verb }) => verb.start > at)
}

/** A sentence without a verb that goes on listing what the one before orders: 医疗费100元；误工费200元. */
const continues = (sentence: string): boolean =>
  /[:：]$|^\s{0,4}(?:[（(]?[\d一二三四五六七八九十]{1,2}[)）.、．]|其中|[^，。；]{0,12}(?:费|款|金|损失|利息|本金))/.test(
    sentence,
  ) && !/驳回|负担|受理费|冻结|查封/.test(sentence)

/** Parts of a sum that was ordered as a whole (其中本金…), and the total of sums that were ordered one by one. */
function isRestated(
  sentence: string,
  amount: Amount,
  role: AmountRole | null,
  before: readonly Amount[],
  ordered: readonly OrderAmount[],
): boolean {
  const first = before[0]
  if (first !== undefined && RESTATES.test(sentence.slice(endOf(first), amount.offset))) return true
  return role === '合计' && isSumOfLast(amount, ordered)
}

/** Whether the sum is exactly that of the last two or more ordered before it. */
function isSumOfLast({ amount, currency }: Amount, amounts: readonly OrderAmount[]): boolean {
  let sum = 0n
  const total = cents(amount)
  const last = amounts.filter((one) => one.isOrdered && one.currency === currency).reverse()
  for (const [index, { amount: part }] of last.entries()) {
    sum += cents(part) ?? 0n
    if (index > 0 && sum === total) return true
  }
  return false
}

function cents(amount: string | null): bigint | null {
  const decimal = amount === null ? undefined : decimalOfDigits(amount)
  return decimal === undefined ? null : decimal.units * 10n ** BigInt(2 - decimal.scale)
}

const INSTALMENTS = /分期|分[一二三四五六七八九十\d]{1,3}[期次笔]|其中|具体|如下|[：:]|即/

/** A sum to be paid in parts is ordered once: the parts that follow it and make it up exactly are not ordered again. */
function withoutInstalments(amounts: readonly OrderAmount[], item: string, offset: number): OrderAmount[] {
  const parts = new Set<OrderAmount>()
  const ordered = amounts.filter((one) => one.isOrdered)
  for (const [index, whole] of ordered.entries()) {
    const [next, ...others] = ordered.slice(index + 1).filter(({ currency }) => currency === whole.currency)
    if (next === undefined || parts.has(whole)) continue
    const between = item.slice(endOf(whole) - offset, next.offset - offset)
    if (INSTALMENTS.test(between)) for (const part of partsOf(whole, [next, ...others])) parts.add(part)
  }
  return amounts.map((one) => (parts.has(one) ? { ...one, ...payersOf(undefined) } : one))
}

/** The first two or more of these sums that make up the whole exactly; none when they do not. */
function partsOf(whole: OrderAmount, following: readonly OrderAmount[]): readonly OrderAmount[] {
  const total = cents(whole.amount)
  let sum = 0n
  for (const [index, part] of following.entries()) {
    sum += cents(part.amount) ?? 0n
    if (total === null || sum > total) return []
    if (sum === total) return index > 0 ? following.slice(0, index + 1) : []
  }
  return []
}

/** Items that a joint liability is for: those it names, else all before it and its own. */
function itemsMeant(named: string | null, own: number): (item: number | null) => boolean {
  if (named === null) return (item) => item !== null && item <= own
  const [from, to] = named.split(/至/).map((numeral) => parseNumeral(numeral.replace(/第|项/g, '')))
  if (from !== undefined && to !== undefined) return (item) => item !== null && item >= from && item <= to
  const items = named.split(/[、，,和及]/).map((numeral) => parseNumeral(numeral.replace(/第/g, '')))
  return (item) => item !== null && items.includes(item)
}

function addPayers(
  amounts: OrderAmount[],
  payers: readonly Named[],
  isMeant: (item: number | null) => boolean,
): void {
  amounts.forEach((amount, index) => {
    if (!amount.isOrdered || !isMeant(amount.item)) return
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
