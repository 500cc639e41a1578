import { capitalAmount } from './numerals.ts'
import { lognormal, type Random } from './random.ts'

/** An amount in cents. */
export type Cents = number

/** Amounts at law spread over many orders; half are round. */
export function drawAmount(random: Random, medianYuan: number): Cents {
  const yuan = Math.min(Math.max(lognormal(random, medianYuan, 1.5), 200), 900_000_000)
  const round = yuan > 100_000 ? 10_000 : 100
  return random() < 0.5 ? Math.ceil(yuan / round) * round * 100 : Math.round(yuan * 100)
}

/** An amount as documents write it: mostly plain, at times grouped, in 万, in capitals or with wide digits. */
export function amountText(random: Random, cents: Cents): string {
  const style = random()
  if (style < 0.02) return `人民币${capitalAmount(cents)}`
  if (style < 0.03) return `${wideDigits(plain(cents))}元`
  if (style < 0.25) return `${grouped(cents)}元`
  if (style < 0.35 && cents % 1_000_000 === 0) return `${cents / 1_000_000}万元`
  return style < 0.5 ? `人民币${plain(cents)}元` : `${plain(cents)}元`
}

/** 123456.7 */
export const plain = (cents: Cents): string => String(cents / 100)

function grouped(cents: Cents): string {
  const [whole = '0', fraction] = plain(cents).split('.')
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? thousands : `${thousands}.${fraction}`
}

const wideDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

/** Upper bound of a band in yuan, rate in it, and what is added (国务院令第481号 第十三条). */
const courtFees: readonly (readonly [bound: number, rate: number, plus: number])[] = [
  [10_000, 0, 50],
  [100_000, 0.025, -200],
  [200_000, 0.02, 300],
  [500_000, 0.015, 1300],
  [1_000_000, 0.01, 3800],
  [2_000_000, 0.009, 4800],
  [5_000_000, 0.008, 6800],
  [10_000_000, 0.007, 11_800],
  [20_000_000, 0.006, 21_800],
  [Number.POSITIVE_INFINITY, 0.005, 41_800],
]

/** The court fee of a property claim, in whole yuan. */
export function courtFee(claim: Cents): number {
  const yuan = claim / 100
  const [, rate, plus] = courtFees.find(([bound]) => yuan <= bound) ?? [0, 0, 50]
  return Math.round(yuan * rate + plus)
}
