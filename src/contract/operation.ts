import { z } from 'zod'
import type { JsonObject } from './values.ts'

/** Building blocks of the parameter schemas. */

export const date = (meaning: string) =>
  z.iso
    .date()
    .optional()
    .meta({ description: `${meaning}; yyyy-MM-dd` })

/** Several values in one string, split on spaces; any part may match. */
export const anyOfSpaced = (values: readonly string[], meaning: string) =>
  z
    .string()
    .refine((given) => splitOnSpaces(given).every((part) => values.includes(part)), {
      error: `expected one or more of ${values.join(', ')}, separated by spaces`,
    })
    .optional()
    .meta({ description: meaning, examples: [values[0] ?? ''] })

/** Parts of a value that the service splits on spaces. */
export const splitOnSpaces = (value: string): string[] => value.split(/\s+/u).filter((part) => part !== '')

/** A numeric parameter's default, bounds, and what the service takes instead of a value outside them. */
export interface Limit {
  readonly default: number
  readonly minimum: number
  readonly maximum: number
  /** Used when the value given is below the minimum. */
  readonly below: number
  /** Used when the value given is above the maximum. */
  readonly above: number
}

/** The value the service works with for the value given (docs/contract.md, Operations). */
export function effectiveLimit(limit: Limit, given: number | null | undefined): number {
  if (given === null || given === undefined || Number.isNaN(given)) return limit.default
  const whole = Math.trunc(given)
  if (whole < limit.minimum) return limit.below
  return whole > limit.maximum ? limit.above : whole
}

/** One refusal that the service documents: the caller's parameters are at fault, asking again cannot help. */
export interface Rejection {
  readonly code: number | null
  readonly message: RegExp
}

export interface ToolEntry {
  readonly server: keyof typeof toolPaths
  readonly path: (typeof toolPaths)[ToolEntry['server']]
  readonly name: string
}

/** One operation of the service as data; client, validation, embedded service and tools are derived from it. */
export interface Operation {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly method: 'GET' | 'POST'
  readonly path: `/open/${string}`
  readonly envelope: 'A' | 'B'
  readonly tool: ToolEntry
  /** What a caller may send. Strict: an unknown parameter is the caller's mistake. */
  readonly params: z.ZodObject
  /** The value the service uses for a parameter that is absent; a call with it and one without are the same call. */
  readonly defaults: Readonly<Record<string, string | number | boolean>>
  readonly limits: Readonly<Record<string, Limit>>
  /** The whole envelope. Loose: unknown members are kept. */
  readonly response: z.ZodType
  readonly successCodes: readonly number[]
  readonly rejections: readonly Rejection[]
  /** The most records that an answer may hold, by what was asked; null where the answer itself says it. */
  readonly mostRecords: (asked: JsonObject) => number | null
  /** Whether a success may hold an empty list: the contract's way to say that there is nothing, beside the notFound status. */
  readonly hasEmptyList: boolean
  /** Whether a hit names what was asked for, so that an answer to another question is recognised. */
  readonly namesQuestion: (asked: JsonObject) => boolean
  /** Why an answer is none to the question asked, as a sentence; null when nothing in it contradicts. */
  readonly mismatch: (asked: JsonObject, answer: Answered) => string | null
}

/** What an answer holds: its records, and member `data` of envelope B. */
export interface Answered {
  readonly records: readonly JsonObject[]
  readonly data: unknown
}

/** Operations of one server have one tool entry; paths and tools are called after their operation. */
export const operation = <const Definition extends Omit<Operation, 'path' | 'tool'>>(
  definition: Definition & { readonly server: ToolEntry['server'] },
) => {
  const { name, server } = definition
  const tool: ToolEntry = { server, path: toolPaths[server], name: `svc_${name}` }
  return { ...definition, path: `/open/${name}` as const, tool }
}

/** Entries of the tool servers below the base address (docs/contract.md, Tools), in the contract's order. */
export const toolPaths = {
  'svc-case': '/mcp/case/stream',
  'svc-law': '/mcp/law/stream',
  'svc-company': '/mcp/company/stream',
} as const

export type ParameterType = 'string' | 'integer' | 'boolean' | 'object'

const typesOf = new WeakMap<Operation, ReadonlyMap<string, ParameterType>>()

/** Parameter names of an operation in the contract's order, with the JSON type of each; worked out once, for it takes 0.4 ms. */
export function parameterTypes(op: Operation): ReadonlyMap<string, ParameterType> {
  const known = typesOf.get(op)
  if (known !== undefined) return known
  const properties = Object.entries(z.toJSONSchema(op.params, { io: 'input' }).properties ?? {})
  const types = new Map(
    properties.map(([name, property]) => [name, (property as { type: ParameterType }).type]),
  )
  typesOf.set(op, types)
  return types
}

/** Request header that carries the key (docs/contract.md, Access). */
export const apiKeyHeader = 'x-api-key'
