import type { AmountRole } from './amount-roles.ts'
import type { Amount } from './amounts.ts'
import { decimalOfDigits } from './money-numerals.ts'

/** A sum, and whether it is ordered as far as its own clause says. */
type Sum = Amount & { readonly role: AmountRole | null; readonly isOrdered: boolean }

const endOf = (sum: Sum): number => sum.offset + sum.text.length

function cents(amount: string | null): bigint | null {
  const decimal = amount === null ? undefined : decimalOfDigits(amount)
  return decimal === undefined ? null : decimal.units * 10n ** BigInt(2 - decimal.scale)
}

const total = (sums: readonly Sum[]): bigint => sums.reduce((sum, one) => sum + (cents(one.amount) ?? 0n), 0n)

/** Whether the sum is exactly that of the last two or more ordered before it. */
export function isSumOfLast({ amount, currency }: Amount, sums: readonly Sum[]): boolean {
  let sum = 0n
  const whole = cents(amount)
  const last = sums.filter((one) => one.isOrdered && one.currency === currency).reverse()
  for (const [index, { amount: part }] of last.entries()) {
    sum += cents(part) ?? 0n
    if (index > 0 && sum === whole) return true
  }
  return false
}

const DEDUCTED = /扣除|扣减|核减|减去|抵扣|抵[销消]|[冲相互折]抵|品迭/
const PAID = /已(?:经)?(?:实际)?(?:支付|垫付|给付|付|还|偿还|返还|赔付|履行)/
const REST = /(?:[余剩]款|余额|余下|剩余|尚[欠余差]|[还仍]欠)[^，。；]{0,24}$/
const NET =
  /(?:[余剩]款|余额|余下|剩余|[尚还仍](?:[欠余差]|[应需须])|应?再行?(?:支付|赔偿|返还|给付)|实际|实[付欠]|差额|[抵除减]后|即)[^。；]{0,30}$/
const SHARE = /(?:[%％]|百分之|分之|[一二三四五六七八九]成|一半)[^。；]{0,30}(?:即|计|为)[^，。；]{0,10}$/
const RATE = /利率|LPR|利息|[年月]息/
const NO_NET: ReadonlySet<AmountRole | null> = new Set<AmountRole | null>(['已付', '基数', '限额', '单价'])
/** A sum, what is taken off it and what is left stand close together. */
const NEAREST = 12

/**
 * The sums of a sentence of which something is taken off, or a share is taken, before what is left is ordered:
 * 赔偿50元，扣除20元，还应赔偿30元. Where it is not sure which of several it was taken off, all of them.
 */
export function grossSums<T extends Sum>(
  sentence: string,
  offset: number,
  sums: readonly T[],
): ReadonlySet<T> {
  const gross = new Set<T>()
  for (const [index, net] of sums.entries()) {
    const last = sums[index - 1]
    if (last === undefined || NO_NET.has(net.role)) continue
    const before = sentence.slice(endOf(last) - offset, net.offset - offset)
    if (last.isOrdered && SHARE.test(before) && !RATE.test(before)) gross.add(last)
    const earlier = sums.slice(Math.max(0, index - NEAREST), index)
    for (const one of takenFrom(earlier, net, before, (from) =>
      sentence.slice(from - offset, net.offset - offset),
    ))
      gross.add(one)
  }
  return gross
}

function takenFrom<T extends Sum>(
  earlier: readonly T[],
  net: T,
  before: string,
  textFrom: (at: number) => string,
): readonly T[] {
  const wholes = earlier.filter((one) => one.isOrdered && one.currency === net.currency)
  const first = wholes[0]
  if (first === undefined) return []
  const between = textFrom(endOf(first))
  const paid = earlier.filter(({ role, offset }) => role === '已付' && offset > first.offset)
  const isLeft = paid.length > 0 || DEDUCTED.test(between) || (PAID.test(between) && REST.test(before))
  if (!isLeft) return []
  const exact = wholes.findIndex((_, from) => total(wholes.slice(from)) - total(paid) === cents(net.amount))
  if (exact >= 0 && paid.length > 0) return wholes.slice(exact)
  return NET.test(before) ? wholes : []
}

const INSTALMENTS =
  /分期|分[一二三四五六七八九十\d]{1,3}[期次笔]|其中|具体|如下|[：:]|即|该款|此款|该笔|上述款项|余款|余额|剩余|首[期付]|包括|包含|^[（(]/
const OWED = /欠[^，。；]{0,30}$/
const REMAINDER = /余款|余额|剩余(?:款|部分|金额)|其余(?:款|部分)/
const MOST_PARTS = 120
const FAR = 1000

/**
 * The sums of an item that are parts of one ordered before them: those that make it up exactly, or of which the rest is
 * named without its figure (分期支付120元：1月支付100元，余款2月付清).
 */
export function instalments<T extends Sum>(item: string, offset: number, sums: readonly T[]): ReadonlySet<T> {
  const parts = new Set<T>()
  const ordered = sums.filter((one) => one.isOrdered)
  for (const [index, whole] of ordered.entries()) {
    const following = ordered
      .slice(index + 1, index + 1 + MOST_PARTS)
      .filter(({ currency }) => currency === whole.currency)
    if (parts.has(whole)) continue
    const at = whole.offset - offset
    const isOwed = OWED.test(item.slice(Math.max(0, at - 40), at))
    const after = item.slice(at + whole.text.length)
    for (const part of partsOf(after, whole, following, isOwed)) parts.add(part)
  }
  return parts
}

function partsOf<T extends Sum>(
  after: string,
  whole: T,
  following: readonly T[],
  isOwed: boolean,
): readonly T[] {
  const isTold = (until: T | undefined): boolean =>
    until !== undefined && (isOwed || INSTALMENTS.test(after.slice(0, until.offset - endOf(whole))))
  const exact = exactParts(whole, following)
  if (exact.length > 0) return isTold(exact.at(-1)) ? exact : []
  const rest = after.slice(0, FAR).search(REMAINDER)
  const before = following.filter(({ offset }) => offset < endOf(whole) + rest)
  return isTold(before[0]) && total(before) < (cents(whole.amount) ?? 0n) ? before : []
}

/** The first two or more of these sums that make up the whole exactly; none when they do not. */
function exactParts<T extends Sum>(whole: T, following: readonly T[]): readonly T[] {
  const all = cents(whole.amount)
  let sum = 0n
  for (const [index, part] of following.entries()) {
    sum += cents(part.amount) ?? 0n
    if (all === null || sum > all) return []
    if (sum === all) return index > 0 ? following.slice(0, index + 1) : []
  }
  return []
}
