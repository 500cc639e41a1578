import { z } from 'zod'
import type { JsonSchema } from './job-keys.ts'

/** A schema of the contract as JSON Schema, of what is sent and answered. */
export const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

interface Parameter {
  readonly name: string
  readonly schema: JsonSchema
  readonly isNeeded: boolean
}

/** Parameters in the contract's order, those of an object below it. */
export const parametersOf = ({ properties = {}, required = [] }: JsonSchema, above = ''): Parameter[] =>
  Object.entries(properties).flatMap(([name, schema]) => [
    { name: above + name, schema, isNeeded: required.includes(name) },
    ...parametersOf(schema, `${above}${name}.`),
  ])

/** A member of a record by its path. */
export interface Member {
  readonly path: string
  readonly schema: JsonSchema
}

/** Members of a record, those of the objects that it holds below them. */
export const membersOf = ({ properties = {} }: JsonSchema, above: string): Member[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${above}.${name}`
    const { items } = given(schema)
    return [{ path, schema }, ...(items === undefined ? [] : membersOf(items, `${path}[]`))]
  })

/** The first type of a member that may be null. */
const given = (schema: JsonSchema): JsonSchema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

/** A type in the words of the reference: `list of texts`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.anyOf !== undefined)
    return schema.anyOf
      .filter(({ type }) => type !== 'null')
      .map(typeOf)
      .join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}s`
  if (schema.format === 'date') return 'date'
  if (schema.enum !== undefined && schema.enum.length <= 4)
    return schema.enum.map((value) => `\`${value}\``).join(', ')
  const names: Readonly<Record<string, string>> = {
    string: 'text',
    integer: 'whole number',
    number: 'number',
    boolean: 'true or false',
    object: 'object',
  }
  const type = [schema.type ?? ''].flat().find((name) => name !== 'null')
  return names[type ?? ''] ?? 'anything'
}
