const DIGITS: ReadonlyMap<string, number> = new Map(
  ['〇零○', '一壹', '二贰两貳', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖'].flatMap(
    (characters, value) => [...characters].map((character): [string, number] => [character, value]),
  ),
)
const UNITS: ReadonlyMap<string, number> = new Map(
  ['十拾', '百佰', '千仟', '万萬', '亿億'].flatMap((characters, index) =>
    [...characters].map((character): [string, number] => [character, [10, 100, 1e3, 1e4, 1e8][index] ?? 1]),
  ),
)
const STRICT = /^[零一二三四五六七八九十百千万]{1,20}$/
const POSITIONAL = /^[零一二三四五六七八九]{1,15}$/
const LARGEST = 99_999_999
const LONGEST = 200
const ASCII = /^\d{1,15}$/

/** Of Chinese numerals below 亿 and digits; undefined for others, and where there are two readings (一百五). */
export function parseNumeral(text: string): number | undefined {
  if (ASCII.test(text)) return Number(text)
  if (text.length > LONGEST) return undefined
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/[〇○◯Ο]/g, '零')
    .replaceAll('两', '二')
  if (ASCII.test(plain)) return Number(plain)
  if (POSITIONAL.test(plain)) return Number(plain.replace(/./g, (digit) => String(DIGITS.get(digit))))
  const value = STRICT.test(plain) ? belowHundredMillion(plain, false, true) : undefined
  return value === undefined ? undefined : Number(value)
}

/** The same for sums, small or capital: 十二万四千二百, 壹拾贰万叁仟. Linear. */
export const chineseInteger = (text: string): bigint | undefined =>
  around(/[亿億]/, 100_000_000n, text, false, belowHundredMillion)

const belowHundredMillion = (text: string, isContinued: boolean, isStrict = false): bigint | undefined =>
  around(/[万萬]/, 10_000n, text, isContinued, (part, isBehind) => belowTenThousand(part, isBehind, isStrict))

/** `isContinued`: behind a unit, where a gap must be written as 零 (一亿零五). */
type Reading = (part: string, isContinued: boolean) => bigint | undefined

/** What stands before a unit times its size, and what stands behind it; without the unit, the text as `read` reads it. */
function around(unit: RegExp, size: bigint, text: string, isContinued: boolean, read: Reading) {
  const [high = '', low, more] = text.split(unit)
  const above = more === undefined ? read(high, isContinued) : undefined
  if (low === undefined || above === undefined) return above
  const below = low === '' ? 0n : read(low, true)
  return below === undefined || above === 0n ? undefined : above * size + below
}

/** `isStrict`: 零 stands once, and only where statutes write it. */
function belowTenThousand(text: string, isContinued: boolean, isStrict: boolean): bigint | undefined {
  let [total, lastUnit, hasZero] = [0, 10_000, false]
  let digit: number | undefined
  for (const character of text) {
    const value = DIGITS.get(character)
    const unit = UNITS.get(character)
    if (value === 0 && digit === undefined) {
      if (isStrict && (hasZero || lastUnit === 10)) return undefined
      hasZero = true
    } else if (value !== undefined && value > 0 && digit === undefined) digit = value
    else if (unit !== undefined && unit < lastUnit && (digit !== undefined || unit === 10)) {
      total += (digit ?? 1) * unit
      lastUnit = unit
      digit = undefined
      hasZero = false
    } else return undefined
  }
  const hasGap = hasZero || (!isContinued && lastUnit === 10_000)
  if (digit !== undefined && lastUnit !== 10 && !hasGap) return undefined
  if (isStrict && digit === undefined && hasZero) return undefined
  return text === '' ? undefined : BigInt(total + (digit ?? 0))
}

/** As statutes write it: 10 → 十, 110 → 一百一十, 1001 → 一千零一. Zero and 亿 stay in digits. */
export function formatNumeral(value: number): string {
  if (!Number.isInteger(value) || value <= 0 || value > LARGEST) return String(value)
  const [high, low] = [Math.floor(value / 10_000), value % 10_000]
  const above = high === 0 ? '' : `${fourDigits(high)}万${low > 0 && low < 1000 ? '零' : ''}`
  return (above + fourDigits(low)).replace(/^一十/, '十')
}

function fourDigits(value: number): string {
  const digits = String(value).padStart(4, '0')
  const word = (digit: string, place: number): string =>
    `${'零一二三四五六七八九'.charAt(Number(digit))}${'千百十'.charAt(place)}`
  const words = digits.replace(/[1-9]/g, word).replace(/0+/g, '零')
  return words.replace(/^零|零$/g, '')
}

/** An exact decimal: `units` counted in 10^-`scale`. */
export type Decimal = { readonly units: bigint; readonly scale: number }

/** Every character that a sum in Chinese numerals may have before 元. */
export const MONEY_NUMERALS = [...DIGITS.keys(), ...UNITS.keys()].join('')

/** What a unit word before 元 stands for: 万, 千万, 亿; undefined for any other. */
export function multiplierOf(word: string): bigint | undefined {
  const units = [...word].map((character) => UNITS.get(character) ?? 0)
  return units.includes(0) ? undefined : BigInt(units.reduce((product, unit) => product * unit, 1))
}

/** The decimal of ASCII digits, grouped by commas in threes or not at all; undefined for any other text. */
export function decimalOfDigits(text: string): Decimal | undefined {
  if (!/^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(text)) return undefined
  const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

export function decimalText({ units, scale }: Decimal): string {
  const digits = String(units).padStart(scale + 1, '0')
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return digits.slice(0, digits.length - scale) + (fraction === '' ? '' : `.${fraction}`)
}

/** The same where a column holds it, with two decimals at most; else null. */
export function moneyText(decimal: Decimal): string | null {
  const text = decimalText(decimal)
  return /^\d{1,18}(?:\.\d{1,2})?$/.test(text) ? text : null
}

export function cents(amount: string | null): bigint | null {
  const decimal = amount === null ? undefined : decimalOfDigits(amount)
  return decimal === undefined ? null : decimal.units * 10n ** BigInt(2 - decimal.scale)
}
