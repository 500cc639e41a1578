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
