import { createHash } from 'node:crypto'
import { isObject, type JsonObject } from './answer.ts'
import { type Operation, type ParameterType, parameterTypes } from './operation.ts'

/**
 * The key of the call that a request asks for. A run takes it from the planner, which computes the same key in SQL
 * (run/plan-sql.ts; a test compares the two). The MD5 of the operation and its canonical parameters as JSON:
 * names sorted, defaults applied, blank text as absent. Parameters may be as a query has them, all of them texts.
 */
export function callKeyOf(op: Operation, params: JsonObject): string {
  const members = [...parameterTypes(op)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, type]) => [name, canonical[type](params[name]) ?? op.defaults[name] ?? null])
  return createHash('md5')
    .update(`${op.name} ${JSON.stringify(Object.fromEntries(members))}`)
    .digest('hex')
}

/** A parameter in its type; undefined when it is absent or no such thing. */
const canonical: Readonly<Record<ParameterType, (value: unknown) => unknown>> = {
  string: (value) => (typeof value === 'string' || typeof value === 'number' ? textOf(value) : undefined),
  integer: (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return Number.isInteger(number) ? number : undefined
  },
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  object: (value) => (isObject(value) ? value : undefined),
}

const textOf = (value: string | number): string | undefined => String(value).trim() || undefined
