/** An exact decimal: `units` counted in 10^-`scale`. */
export type Decimal = { readonly units: bigint; readonly scale: number }

const DIGITS: ReadonlyMap<string, bigint> = new Map(
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
export const MONEY_NUMERALS = [...DIGITS.keys(), ...SMALL.keys(), ...LARGE.keys()].join('')

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
  if (low === undefined) return belowTenThousand(high, isContinued)
  const above = belowTenThousand(high, isContinued)
  const below = low === '' ? 0n : belowTenThousand(low, true)
  return above && below !== undefined ? above * 10_000n + below : undefined
}

/** `isContinued`: after 万 or 亿, where a lone digit needs 零 before it (三万零五, never 三万五). */
function belowTenThousand(text: string, isContinued: boolean): bigint | undefined {
  let total = 0n
  let digit: bigint | undefined
  let lastUnit = 10_000n
  let hasGap = !isContinued
  for (const character of text) {
    const value = DIGITS.get(character)
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
