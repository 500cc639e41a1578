import { z } from 'zod'
import type { Problem } from './problem.ts'
import { suggest } from './suggest.ts'
import type { YamlFile } from './yaml.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** What a schema has against a YAML file: where, what was expected, what was found, and the nearest known word. */
export function problemsOf(yaml: YamlFile, schema: z.ZodType, error: z.ZodError): Problem[] {
  const shape = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
  const problemAt = (path: Path, message: string) => ({ file: yaml.file, line: yaml.lineOf(path), message })
  return error.issues
    .flatMap(flattened)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => problemAt([...issue.path, key], unknownKey(key, issue.path, shape)))
        : [problemAt(issue.path, wrongValue(issue, yaml.value))],
    )
    .sort((a, b) => a.line - b.line)
}

/** A union reports the issues of the branch that came nearest. */
function flattened(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return [issue]
  const [nearest] = [...issue.errors].sort((a, b) => depthOf(b) - depthOf(a) || a.length - b.length)
  return (nearest ?? []).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue)
}

const depthOf = (issues: readonly Issue[]): number => Math.max(0, ...issues.map(({ path }) => path.length))

const placeOf = (path: Path): string => (path.length === 0 ? 'the job' : path.map(String).join('.'))

const unknownKey = (key: string, path: Path, shape: JsonSchema): string =>
  `unknown key "${key}" in ${placeOf(path)}${hint(key, keysAt(shape, path))}`

function wrongValue(issue: Issue, job: unknown): string {
  const found = valueAt(job, issue.path)
  const given = found === undefined || found === null ? 'nothing' : JSON.stringify(found)
  const known = issue.code === 'invalid_value' ? issue.values.map(String) : []
  const near = typeof found === 'string' ? suggest(found, known) : undefined
  return `${placeOf(issue.path)}: ${expectedBy(issue)}; found ${given}${near === undefined ? '' : `; did you mean "${near}"?`}`
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'keys with values',
  record: 'keys with values',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
}

/** Our own messages as they are; those of zod in the words of a job file. */
function expectedBy(issue: Issue): string {
  if (issue.code === 'invalid_value') return `expected one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input'))
    return `expected ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'too_small' || issue.code === 'too_big') return boundOf(issue)
  return issue.message
}

function boundOf(issue: Issue & { code: 'too_small' | 'too_big' }): string {
  if (issue.origin === 'string') return 'expected text that is not blank'
  const bound = issue.code === 'too_small' ? issue.minimum : issue.maximum
  const word = issue.code === 'too_small' ? 'at least' : 'at most'
  if (issue.origin === 'array') return `expected a list of ${word} ${bound}`
  return `expected a number ${issue.inclusive ? `of ${word}` : issue.code === 'too_small' ? 'above' : 'below'} ${bound}`
}

function hint(given: string, known: readonly string[]): string {
  const near = suggest(given, known)
  if (near !== undefined && near !== given) return `; did you mean "${near}"?`
  return known.length > 0 ? `; known: ${known.join(', ')}` : ''
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, name) => (inner === null || typeof inner !== 'object' ? undefined : Reflect.get(inner, name)),
    value,
  )

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

/** Keys that a schema knows at a path, over all branches of unions on the way. */
function keysAt(schema: JsonSchema, path: Path): string[] {
  const branches = schema.anyOf ?? [schema]
  const [name, ...rest] = path
  if (name === undefined)
    return [...new Set(branches.flatMap(({ properties }) => Object.keys(properties ?? {})))]
  return branches.flatMap(({ properties, items }) => {
    const inner = typeof name === 'number' ? items : properties?.[String(name)]
    return inner === undefined ? [] : keysAt(inner, rest)
  })
}
