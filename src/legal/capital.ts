import { CURRENCIES } from './amounts.ts'
import { decimalOfDigits, decimalText, multiplierOf } from './numerals.ts'
import { foldWidth, matchesOf } from './text.ts'

/** What registers write for a currency besides what texts write before a sum, by ISO 4217 code. */
const REGISTERED_NAMES: Readonly<Record<string, string>> = {
  JPY: '日圆',
  TWD: '台币|NT\\$',
  MOP: '澳门元',
  AUD: '澳大利亚元',
  CAD: '加拿大元',
  SGD: '新元',
  KRW: '韩圆',
}
const NAMES: readonly (readonly [code: string, names: string])[] = [
  ...CURRENCIES.map(([code, before]) => [code, `${before}|${REGISTERED_NAMES[code] ?? '(?!)'}`] as const),
  ['NZD', '新西兰元|NZD'],
]
const SHAPES = NAMES.map(([code, names]) => [code, new RegExp(`^(?:${names})$`)] as const)
const currencyOf = (name: string): string | undefined => SHAPES.find(([, shape]) => shape.test(name))?.[0]

/** A sum as a registry writes it. */
export type Capital = {
  /** In whole units of the currency, as an exact decimal; null when it cannot be read. */
  readonly amount: string | null
  /** ISO 4217; null when the text names none, or several. */
  readonly currency: string | null
}

const UNREAD: Capital = { amount: null, currency: null }
const REGISTERED = /^(\D*?)(\d[\d.,]*)((?:[十百千]?(?:万亿|亿|万)|[百千])?)(.*)$/
const UNIT = new RegExp([...NAMES.map(([, names]) => names), '[元圆]'].join('|'), 'gy')

/**
 * Reads 1000万元人民币, 500.5万美元, 人民币1,000元, 1000万(元). 元 alone is renminbi; 1000万 names no currency; a bare number has no unit and is not read, unless
 * `bareIsYuan`. A text that says anything else is not read. Source: docs/decisions.md, Sums of money.
 */
export function parseCapital(text: string, options: { readonly bareIsYuan?: boolean } = {}): Capital {
  const plain = foldWidth(text).replace(/[()]/g, '').replace(/整$/, '').toUpperCase()
  const found = plain.length > 60 ? null : REGISTERED.exec(plain)
  if (found === null) return UNREAD
  const [, before = '', number = '', multiplier = '', after = ''] = found
  const units = unitsOf([before, after])
  const isBare = units?.length === 0 && multiplier === ''
  const decimal = decimalOfDigits(number)
  const times = multiplierOf(multiplier)
  if (units === undefined || units.length > 1 || decimal === undefined || times === undefined) return UNREAD
  if (isBare && options.bareIsYuan !== true) return UNREAD
  const amount = decimalText({ ...decimal, units: decimal.units * times })
  return { amount, currency: isBare ? 'CNY' : (units[0] ?? null) }
}

/** The distinct currencies that the words name, 元 standing for renminbi beside no other; undefined for other words. */
function unitsOf(words: readonly string[]): string[] | undefined {
  const names = words.map((word) => matchesOf(word, UNIT).map(([name]) => name))
  if (names.some((found, index) => found.join('') !== words[index])) return undefined
  const units = new Set(names.flat().flatMap((name) => currencyOf(name) ?? []))
  return units.size === 0 && names.flat().length > 0 ? ['CNY'] : [...units]
}
