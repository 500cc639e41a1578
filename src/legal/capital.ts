import { foldWidth } from './text.ts'

/** A sum as a registry writes it. */
export interface Capital {
  /** In whole units of the currency, as an exact decimal; null when it cannot be read. */
  readonly amount: string | null
  /** ISO 4217; null when the text names none, or several. */
  readonly currency: string | null
}

const unread: Capital = { amount: null, currency: null }

/** Names of currencies as registries write them; a longer name stands before one that it contains. */
const currencies: readonly (readonly [RegExp, string])[] = [
  [/^(人民币元?|RMB|CNY|¥)/, 'CNY'],
  [/^(美元|美金|USD|US\$)/, 'USD'],
  [/^(港元|港币|HKD|HK\$)/, 'HKD'],
  [/^(澳门元|澳门币|MOP)/, 'MOP'],
  [/^(新台币|台币|TWD|NT\$)/, 'TWD'],
  [/^(欧元|EUR|€)/, 'EUR'],
  [/^(日元|日圆|日币|JPY)/, 'JPY'],
  [/^(英镑|GBP|£)/, 'GBP'],
  [/^(加拿大元|加元|CAD)/, 'CAD'],
  [/^(澳大利亚元|澳元|AUD)/, 'AUD'],
  [/^(新西兰元|NZD)/, 'NZD'],
  [/^(新加坡元|新元|SGD)/, 'SGD'],
  [/^(韩元|韩圆|KRW)/, 'KRW'],
  [/^(瑞士法郎|CHF)/, 'CHF'],
]

const NUMBER = /^(\D*?)(\d[\d.,]*)(.*)$/
const PLAIN = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/
const MULTIPLIER = /^(?:(十|百|千)?(万亿|亿|万)|(百|千))/
const zeros: Readonly<Record<string, number>> = { 十: 1, 百: 2, 千: 3, 万: 4, 亿: 8, 万亿: 12 }

/**
 * Reads 1000万元人民币, 500.5万美元, 人民币1,000元, 1000万(元). 元 alone is renminbi; 1000万 names no currency; a bare
 * number has no unit and is not read, unless `bareIsYuan`. A text that says anything else is not read. Source:
 * docs/decisions.md, Sums of money.
 */
export function parseCapital(text: string, options: { readonly bareIsYuan?: boolean } = {}): Capital {
  const plain = foldWidth(text).replace(/[()]/g, '').replace(/整$/, '').toUpperCase()
  const found = NUMBER.exec(plain)
  if (found === null || plain.length > 60) return unread
  const [, before = '', number = '', after = ''] = found
  const multiplier = MULTIPLIER.exec(after)
  const units = unitsOf([before, after.slice(multiplier?.[0].length ?? 0)])
  if (units === undefined || units.length > 1) return unread
  const isBare = units.length === 0 && multiplier === null
  if (isBare && options.bareIsYuan !== true) return unread
  const shift = zerosOf(multiplier?.[1]) + zerosOf(multiplier?.[2]) + zerosOf(multiplier?.[3])
  const amount = shifted(number, shift)
  if (amount === null) return unread
  return { amount, currency: isBare ? 'CNY' : (units[0] ?? null) }
}

const zerosOf = (unit: string | undefined): number => zeros[unit ?? ''] ?? 0

/** The distinct currencies that the words name, 元 standing for renminbi beside no other; undefined for other words. */
function unitsOf(words: readonly string[]): string[] | undefined {
  const units = new Set<string>()
  let hasYuan = false
  for (let rest of words) {
    while (rest !== '') {
      const found = currencies.flatMap(([name, code]) => {
        const word = name.exec(rest)?.[0]
        return word === undefined ? [] : [{ word, code }]
      })[0]
      if (found !== undefined) units.add(found.code)
      else if (/^[元圆]/.test(rest)) hasYuan = true
      else return undefined
      rest = rest.slice(found?.word.length ?? 1)
    }
  }
  return units.size === 0 && hasYuan ? ['CNY'] : [...units]
}

/** The number times a power of ten, digit by digit: no binary fraction comes near it. */
function shifted(number: string, places: number): string | null {
  const fraction = PLAIN.exec(number)?.[1]
  if (!PLAIN.test(number)) return null
  const whole = number.replaceAll(',', '').split('.')[0] ?? ''
  const digits = `${whole}${(fraction ?? '').padEnd(places, '0')}`
  const point = whole.length + places
  const integer = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  const decimals = digits.slice(point).replace(/0+$/, '')
  return decimals === '' ? integer : `${integer}.${decimals}`
}
