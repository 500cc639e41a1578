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

export class Filler {
  readonly sentinels: Sentinel[] = []
  readonly #choice: Choice
  readonly #fixed: Readonly<Record<string, unknown>>
  #next = 0

  /** `fixed` are values of members by path, which are no sentinels. */
  constructor(choice: Choice, fixed: Readonly<Record<string, unknown>> = {}) {
    this.#choice = choice
    this.#fixed = fixed
  }

  object(schema: z.ZodType, path: string): JsonObject {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    return this.#objectOf(json.properties ?? {}, path)
  }

  #valueOf(schema: JsonSchema, path: string, isUnshown = false): unknown {
    if (path in this.#fixed) return this.#fixed[path]
    if (schema.anyOf !== undefined) return this.#valueOf(this.#chosen(schema.anyOf), path, isUnshown)
    const type = [schema.type ?? 'string'].flat().find((name) => name !== 'null')
    if (type === 'object') return this.#objectOf(schema.properties ?? {}, path)
    if (type === 'array') {
      const item = schema.items ?? {}
      return [this.#valueOf(item, `${path}[]`, isUnshown), this.#valueOf(item, `${path}[]`, isUnshown)]
    }
    return this.#sentinel(type, path, isUnshown)
  }

  #chosen(types: readonly JsonSchema[]): JsonSchema {
    const given = types.filter(({ type }) => type !== 'null')
    return (this.#choice === 'first' ? given[0] : given.at(-1)) ?? {}
  }

  #objectOf(properties: Readonly<Record<string, JsonSchema>>, path: string): JsonObject {
    const members = Object.entries(properties)
    if (members.length === 0) return { [unshown]: this.#valueOf({}, `${path}.${unshown}`, true) }
    return Object.fromEntries(
      members.map(([name, schema]) => [name, this.#valueOf(schema, path === '' ? name : `${path}.${name}`)]),
    )
  }

  #sentinel(type: string | undefined, path: string, isUnshown: boolean): Sentinel['value'] {
    this.#next += 1
    const value =
      type === 'boolean'
        ? true
        : type === 'number' || type === 'integer'
          ? 910_000 + this.#next
          : `值${this.#next}`
    this.sentinels.push({ path, value, isUnshown })
    return value
  }
}
