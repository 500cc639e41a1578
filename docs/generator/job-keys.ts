import { z } from 'zod'
import caseResearch from '../../pipelines/case-research.ts'
import enterpriseDueDiligence from '../../pipelines/enterprise-due-diligence.ts'
import statuteWatch from '../../pipelines/statute-watch.ts'
import { operationNames } from '../../src/contract/operations.ts'
import type { Pipeline } from '../../src/run/pipeline.ts'

interface Key {
  readonly key: string
  readonly type: string
  readonly usual: string
  readonly meaning: string
}

const opening = `# Keys of a job file

Every key of a job file with its type, its default and its meaning. \`npm run docs\` generates this page from the schemas that read a job.
[job-files.md](job-files.md) explains how a job file works.

A key below another is written with a dot, a key of the entries of a list with \`[]\`. \`*\` is a name that you choose.
`

/** docs/job-keys.md: every key of a job file, first those that all pipelines share, then those of each. */
export function jobKeysMarkdown(): string {
  const schemas = [...jobSchemas()]
  const [first] = schemas
  const shared = Object.keys(first?.[1].properties ?? {}).filter((key) =>
    schemas.every(([, { properties }]) => key in (properties ?? {})),
  )
  const common = keysOf(first?.[1] ?? {}).filter(({ key }) => shared.includes(topOf(key)))
  const names = schemas.map(([name]) => `\`${name}\``).join(', ')
  return [
    opening,
    '## Keys of every job\n',
    tableOf(common.map((key) => (key.key === 'pipeline' ? { ...key, type: `${names}, or a file` } : key))),
    ...schemas.flatMap(([name, schema]) => [
      `\n## \`pipeline: ${name}\`\n`,
      `${schema.description}\n`,
      tableOf(keysOf(schema).filter(({ key }) => !shared.includes(topOf(key)))),
    ]),
    '',
  ].join('\n')
}

const topOf = (key: string): string => key.split(/[.[]/)[0] ?? ''

/** Keys in the order in which they stand, each below the one that holds it. */
function keysOf(schema: JsonSchema, above = ''): Key[] {
  const named = namedIn(schema).flatMap(([name, inner]) => keysAt(inner, above + name, schema))
  const { additionalProperties: any } = schema
  return typeof any === 'object' ? [...named, ...keysAt(any, `${above}*`, {})] : named
}

/** Keys that are the operations of the service all say the same: one stands for all. */
function namedIn({ properties = {} }: JsonSchema): [string, JsonSchema][] {
  const [first] = operationNames.map((name) => properties[name])
  return first !== undefined && operationNames.every((name) => name in properties)
    ? [['OPERATION', { ...first, description: first.description ?? 'of this operation' }]]
    : Object.entries(properties)
}

function keysAt(schema: JsonSchema, key: string, { required }: JsonSchema): Key[] {
  const isNeeded = schema.default === undefined && required?.includes(key.split('.').at(-1) ?? '') === true
  const usual =
    schema.default === undefined ? (isNeeded ? 'needed' : '') : `\`${JSON.stringify(schema.default)}\``
  const own = { key, type: typeOf(schema), usual, meaning: schema.description ?? '' }
  return [
    own,
    ...keysOf(schema, `${key}.`),
    ...branchesOf(schema).flatMap((inner) => keysOf(inner, `${key}[].`)),
  ]
}

/** What a list holds, or an alternative that has keys of its own. */
const branchesOf = ({ items, anyOf = [] }: JsonSchema): JsonSchema[] =>
  [...(items === undefined ? [] : [items, ...(items.anyOf ?? [])]), ...anyOf].filter(
    ({ properties }) => properties !== undefined,
  )

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum !== undefined) return listOf(schema.enum)
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  if (schema.type === 'object') return 'keys'
  if (schema.format === 'date') return 'date'
  return (
    { string: 'text', integer: 'whole number', number: 'number', boolean: 'true or false' }[
      schema.type ?? ''
    ] ?? ''
  )
}

/** Many values are in the schema, which editors complete from. */
const listOf = (values: readonly unknown[]): string =>
  values.length > 8
    ? `one of ${values.length}: \`${values[0]}\` …`
    : values.map((value) => `\`${value}\``).join(', ')

const tableOf = (keys: readonly Key[]): string =>
  ['| key | type | default | meaning |', '| --- | --- | --- | --- |', ...keys.map(lineOf)].join('\n')

const lineOf = ({ key, type, usual, meaning }: Key): string =>
  `| \`${key}\` | ${[type, usual, meaning].map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`

/** As much of JSON Schema as zod writes of a job. */
export interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly additionalProperties?: JsonSchema | boolean
}

const all: readonly Pipeline[] = [enterpriseDueDiligence, caseResearch, statuteWatch]

/** The schema of the job files of each pipeline, as editors take it: JSON Schema 2020-12, of what a person writes. */
export const jobSchemas = (): ReadonlyMap<string, JsonSchema> =>
  new Map(all.map((pipeline) => [pipeline.name, jobSchema(pipeline)]))

function jobSchema({ name, meaning, job }: Pipeline): JsonSchema {
  const schema = z.toJSONSchema(job, { io: 'input' }) as JsonSchema
  const { pipeline, ...others } = schema.properties ?? {}
  return {
    ...schema,
    ...{ title: `dossier job: ${name}` },
    description: meaning,
    properties: { pipeline: { ...pipeline, const: name }, ...others },
  }
}
