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
