import { parseDate } from '../legal/dates.ts'

export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/* Reading members of an answer leniently: a value of another type than documented is kept, never an error. */

/** The value as text, as given; blank text is no value. Lists and objects become their JSON. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text =
    typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.trim() === '' ? null : text
}

/** An identifier or number that is asked for again later: as text, without white space around it. */
export const identifierOf = (value: unknown): string | null => textOf(value)?.trim() ?? null

/** The texts of a list, or of a single value that stands for a list of one. */
export function textsOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value]
  return items.map(textOf).filter((item) => item !== null)
}

/** A whole number that fits a 32-bit column, also from text; anything else is null. */
export function integerOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number)) return null
  return Math.abs(number) < 2 ** 31 ? number : null
}

/** A finite number, also from text; anything else is null. */
export function doubleOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

const withoutPercent = (text: string): string => text.trim().replace(/[%％]$/u, '')

/** A share as given: 60, "60" and "60%" are all 60. The service does not say whether a bare 0.6 means 60 percent. */
export const shareOf = (value: unknown): number | null =>
  doubleOf(typeof value === 'string' ? withoutPercent(value) : value)

/** Whether a double says all that this number or share does: a text may have more digits. */
export const isExactly = (value: unknown): boolean =>
  typeof value !== 'string' || isExact(withoutPercent(value).trim())

export const booleanOf = (value: unknown): boolean | null =>
  typeof value === 'boolean' ? value : value === 'true' ? true : value === 'false' ? false : null

/** ISO date of a text or number in any form that src/legal/dates.ts reads, else null. */
export function dateOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return parseDate(value)?.date ?? null
}

/** Whether there is nothing to store: null, blank text, or a list of such. */
export const isBlank = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isBlank)
  return (typeof value !== 'object' || value === null) && textOf(value) === null
}

/** From here on a number is spelt with an exponent; written in digits it is likelier an identifier. */
const spelled = 1e21

/** Whether the number that this text gives is the decimal it writes. */
export function isExact(written: string): boolean {
  const value = Number(written)
  const isSpelled = Math.abs(value) < spelled || /[eE]/.test(written)
  return isSpelled && decimalOf(written) === decimalOf(String(value))
}

/** One spelling of a decimal: its digits without zeros at either end, and the power of ten of the last. */
function decimalOf(written: string): string | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? []
  if (sign === undefined) return undefined
  const digits = (whole + fraction).replace(/^0+/, '')
  const last = digits.length - trailingZeros(digits)
  if (last === 0) return '0'
  return `${sign}${digits.slice(0, last)}e${Number(exponent) - fraction.length + digits.length - last}`
}

function trailingZeros(digits: string): number {
  let zeros = 0
  while (zeros < digits.length && digits[digits.length - 1 - zeros] === '0') zeros += 1
  return zeros
}

/** A copy of a value of JSON, with other texts and names; what is neither text, list nor object is the same. */
export function mapTexts<T>(value: T, text: (given: string) => string): T
export function mapTexts(value: unknown, text: (given: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [text(name), mapTexts(member, text)]),
  )
}

/** Makes a value when it is first asked for, and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
