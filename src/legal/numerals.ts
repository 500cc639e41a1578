const DIGITS: ReadonlyMap<string, number> = new Map(
  [...'零一二三四五六七八九'].map((character, value): [string, number] => [character, value]),
)
const SAME_AS: ReadonlyMap<string, string> = new Map([
  ['〇', '零'],
  ['○', '零'],
  ['◯', '零'],
  ['Ο', '零'],
  ['两', '二'],
])
const UNIT_NAMES = ['千', '百', '十'] as const
const UNITS: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
])
const LARGEST = 99_999_999
/** White space included. */
const LONGEST = 200
const ASCII = /^\d{1,15}$/

/**
 * The value of a Chinese numeral (五百七十七, 二〇二三) or of ASCII or full-width digits; undefined for anything else,
 * also where a numeral can be read in two ways (一百五). Chinese numerals reach 千万, digits the safe integers.
 */
export function parseNumeral(text: string): number | undefined {
  if (ASCII.test(text)) return Number(text)
  if (text.length > LONGEST) return undefined
  const plain = [...text.normalize('NFKC').trim()].map((character) => SAME_AS.get(character) ?? character)
  const joined = plain.join('')
  if (ASCII.test(joined)) return Number(joined)
  if (plain.length === 0 || plain.length > 20) return undefined
  if (plain.every((character) => DIGITS.has(character))) return positional(plain)
  return tenThousands(joined)
}

function positional(characters: readonly string[]): number | undefined {
  if (characters.length > 15) return undefined
  return Number(characters.map((character) => DIGITS.get(character)).join(''))
}

function tenThousands(text: string): number | undefined {
  const [high = '', low, rest] = text.split('万')
  if (rest !== undefined) return undefined
  if (low === undefined) return belowTenThousand(high, false)
  const thousands = belowTenThousand(high, false)
  const ones = low === '' ? 0 : belowTenThousand(low, true)
  if (thousands === undefined || thousands === 0 || ones === undefined) return undefined
  return thousands * 10_000 + ones
}

/** `continued`: after 万, where a gap must be written as 零 (一万零五, never 一万五). */
function belowTenThousand(text: string, continued: boolean): number | undefined {
  let total = 0
  let lastUnit = continued ? 10_000 : Number.POSITIVE_INFINITY
  let digit: number | undefined
  let zero = false
  for (const character of text) {
    const unit = UNITS.get(character)
    const value = DIGITS.get(character)
    if (unit !== undefined) {
      const tenAlone = unit === 10 && digit === undefined && (lastUnit > 10 || zero)
      if ((digit === undefined && !tenAlone) || unit >= lastUnit || digit === 0) return undefined
      total += (digit ?? 1) * unit
      lastUnit = unit
      digit = undefined
      zero = false
    } else if (value === undefined || digit !== undefined) {
      return undefined
    } else if (value === 0) {
      if (zero || lastUnit <= 10) return undefined
      zero = true
    } else digit = value
  }
  if (digit !== undefined && lastUnit !== 10 && Number.isFinite(lastUnit) && !zero) return undefined
  if (digit === undefined && zero) return undefined
  return text === '' ? undefined : total + (digit ?? 0)
}

/**
 * The Chinese numeral of a positive integer up to 99,999,999 as statutes write it: 577 → 五百七十七, 10 → 十,
 * 110 → 一百一十, 1001 → 一千零一. Any other number comes back in digits.
 */
export function formatNumeral(value: number): string {
  if (!Number.isInteger(value) || value <= 0 || value > LARGEST) return String(value)
  const high = Math.floor(value / 10_000)
  const low = value % 10_000
  const words = high === 0 ? fourDigits(low) : `${fourDigits(high)}万${lowAfterHigh(low)}`
  return words.startsWith('一十') ? words.slice(1) : words
}

function lowAfterHigh(low: number): string {
  if (low === 0) return ''
  return low < 1000 ? `零${fourDigits(low)}` : fourDigits(low)
}

function fourDigits(value: number): string {
  const digits = [...String(value).padStart(4, '0')].map(Number)
  let words = ''
  for (const [place, digit] of digits.entries()) {
    if (digit > 0) words += `${'零一二三四五六七八九'.charAt(digit)}${UNIT_NAMES[place] ?? ''}`
    else if (words !== '' && !words.endsWith('零')) words += '零'
  }
  return words.endsWith('零') ? words.slice(0, -1) : words
}

/** An exact decimal: `units` counted in 10^-`scale`. */
export type Decimal = { readonly units: bigint; readonly scale: number }

const MONEY_DIGITS: ReadonlyMap<string, bigint> = new Map(
  ['〇零○', '一壹', '二贰两貳', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖'].flatMap(
    (characters, value) => [...characters].map((character): [string, bigint] => [character, BigInt(value)]),
  ),
)
const SMALL: ReadonlyMap<string, bigint> = new Map([
  ['十', 10n],
  ['拾', 10n],
  ['百', 100n],
  ['佰', 100n],
  ['千', 1000n],
  ['仟', 1000n],
])
const LARGE: ReadonlyMap<string, bigint> = new Map([
  ['万', 10_000n],
  ['萬', 10_000n],
  ['亿', 100_000_000n],
  ['億', 100_000_000n],
])

/** Every character that a sum in Chinese numerals may have before 元. */
export const MONEY_NUMERALS = [...MONEY_DIGITS.keys(), ...SMALL.keys(), ...LARGE.keys()].join('')

/** What a unit word before 元 stands for: 万, 千万, 亿; undefined for any other. */
export function multiplierOf(word: string): bigint | undefined {
  let product = 1n
  for (const character of word) {
    const value = SMALL.get(character) ?? LARGE.get(character)
    if (value === undefined) return undefined
    product *= value
  }
  return product
}

/**
 * The value of a whole sum in Chinese numerals, small or capital: 十二万四千二百, 壹拾贰万叁仟; undefined where the
 * numeral is malformed or can be read in two ways (三万五). Linear.
 */
export function chineseInteger(text: string): bigint | undefined {
  const parts = text.split(/[亿億]/)
  if (parts.length > 2) return undefined
  const [high = '', low] = parts
  if (low === undefined) return belowHundredMillion(high, false)
  const above = belowHundredMillion(high, false)
  const below = low === '' ? 0n : belowHundredMillion(low, true)
  return above && below !== undefined ? above * 100_000_000n + below : undefined
}

function belowHundredMillion(text: string, isContinued: boolean): bigint | undefined {
  const parts = text.split(/[万萬]/)
  if (parts.length > 2) return undefined
  const [high = '', low] = parts
  if (low === undefined) return unitsBelowTenThousand(high, isContinued)
  const above = unitsBelowTenThousand(high, isContinued)
  const below = low === '' ? 0n : unitsBelowTenThousand(low, true)
  return above && below !== undefined ? above * 10_000n + below : undefined
}

/** `isContinued`: after 万 or 亿, where a lone digit needs 零 before it (三万零五, never 三万五). */
function unitsBelowTenThousand(text: string, isContinued: boolean): bigint | undefined {
  let total = 0n
  let digit: bigint | undefined
  let lastUnit = 10_000n
  let hasGap = !isContinued
  for (const character of text) {
    const value = MONEY_DIGITS.get(character)
    const unit = SMALL.get(character)
    if (value === 0n && digit === undefined) hasGap = true
    else if (value !== undefined && value > 0n && digit === undefined) digit = value
    else if (unit !== undefined && unit < lastUnit && (digit !== undefined || unit === 10n)) {
      total += (digit ?? 1n) * unit
      lastUnit = unit
      digit = undefined
      hasGap = false
    } else return undefined
  }
  if (digit !== undefined && lastUnit !== 10n && !hasGap) return undefined
  return text === '' ? undefined : total + (digit ?? 0n)
}

/** The decimal of ASCII digits, grouped by commas in threes or not at all; undefined for any other text. */
export function decimalOfDigits(text: string): Decimal | undefined {
  if (!/^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(text)) return undefined
  const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** The decimal in canonical digits with two decimals at most; null when it has more, or no column holds it. */
export function decimalText({ units, scale }: Decimal): string | null {
  const digits = String(units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  if (fraction.length > 2 || whole.length > 18) return null
  return fraction === '' ? whole : `${whole}.${fraction}`
}
