import { z } from 'zod'
import type { JsonObject } from '../../../src/contract/values.ts'

/** Values for every member of a schema, no two alike, so that each can be found again. */

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly description?: string
}

export interface Sentinel {
  /** Where it stands, as data[].股东详情[].名称. */
  readonly path: string
  readonly value: string | number | boolean
  /** The schema says nothing of the object it stands in: the contract does not show its members. */
  readonly isUnshown: boolean
}

/** Which of several types a member has: the first or the last that its schema allows. */
export type Choice = 'first' | 'last'

/** A member that a schema of any object gets, so that it holds something. */
export const unshown = '未示字段'

/** Fills objects; `fixed` are values of members by path, which are no sentinels. */
export function fillerOf(choice: Choice, fixed: Readonly<Record<string, unknown>>) {
  const sentinels: Sentinel[] = []

  const sentinelOf = (type: string | undefined, path: string, isUnshown: boolean): Sentinel['value'] => {
    const next = sentinels.length + 1
    const isNumber = type === 'number' || type === 'integer'
    const value = type === 'boolean' ? true : isNumber ? 910_000 + next : `值${next}`
    sentinels.push({ path, value, isUnshown })
    return value
  }

  const valueFor = (schema: JsonSchema, path: string, isUnshown = false): unknown => {
    if (path in fixed) return fixed[path]
    if (schema.anyOf !== undefined) {
      const given = schema.anyOf.filter(({ type }) => type !== 'null')
      return valueFor((choice === 'first' ? given[0] : given.at(-1)) ?? {}, path, isUnshown)
    }
    const type = [schema.type ?? 'string'].flat().find((name) => name !== 'null')
    if (type === 'object') return objectOf(schema.properties ?? {}, path)
    if (type === 'array') return [1, 2].map(() => valueFor(schema.items ?? {}, `${path}[]`, isUnshown))
    return sentinelOf(type, path, isUnshown)
  }

  const objectOf = (properties: Readonly<Record<string, JsonSchema>>, path: string): JsonObject => {
    const members = Object.entries(properties)
    if (members.length === 0) return { [unshown]: valueFor({}, `${path}.${unshown}`, true) }
    return Object.fromEntries(
      members.map(([name, schema]) => [name, valueFor(schema, path === '' ? name : `${path}.${name}`)]),
    )
  }

  const object = (schema: z.ZodType, path: string): JsonObject => {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    return objectOf(json.properties ?? {}, path)
  }
  return { object, sentinels }
}
