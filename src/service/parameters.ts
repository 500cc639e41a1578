import { effectiveLimit, type Operation } from '../contract/operation.ts'

import { parseDate } from '../legal/dates.ts'

/*
 * Parameters as they arrive: members of a JSON body, or strings of a query. The service is lenient where the
 * contract is silent; docs/embedded-service.md lists the choices.
 */

/** A text without its outer spaces; '' when absent or no text. Of a repeated query parameter, the first. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return textOf(value[0])
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim() : ''
}

/** A number, or a string of one; undefined when absent or no number. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const text = textOf(value)
  return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
}

/** Several texts; a single one is a list of one. */
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== '')

/** A date yyyy-MM-dd, '' when absent. Throws on anything else. */
export function dateOf(value: unknown): string {
  const text = textOf(value)
  if (text !== '' && parseDate(text)?.date !== text)
    throw new Error(`expected a date yyyy-MM-dd, got ${text}`)
  return text
}

/** The number the service works with for a limited parameter of the operation (contract 8). */
export function limitOf(op: Pick<Operation, 'name' | 'limits'>, name: string, value: unknown): number {
  const limit = op.limits[name]
  if (limit === undefined) throw new Error(`${op.name} sets no limit for ${name}`)
  return effectiveLimit(limit, numberOf(value))
}
