import { z } from 'zod'
import { hint } from '../../rows/words/suggest.ts'
import { byLine, type Problem } from './problem.ts'
import { problemAt, type YamlFile } from './yaml-file.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** Places in the file of the items of a list, where some were left out. */
type Places = ReadonlyMap<PropertyKey, readonly number[]>

/** Looked for at once: each takes the time of the file. */
const mostProblems = 100

/**
 * Everything that a schema has against a YAML file. A condition over several keys is looked at once each of them is sound: so what is
 * wrong is left out, at last with the items of lists that it stands in, and the rest looked at again, until nothing more is found.
 * `problems` say where, what was expected, what was found, and the nearest known word; `rest` is the file without what is wrong with it,
 * `settings` what the schema makes of that: undefined when it is no job then.
 */
export function checked<T>(yaml: YamlFile, schema: z.ZodType<T>) {
  const problems: Problem[] = []
  const left: Left[] = []
  let places: Places = new Map()
  let rest = yaml.value
  const ended = (settings?: T) => ({ problems: byLine(problems), rest, settings, places })
  for (;;) {
    const parsed = schema.safeParse(rest)
    if (parsed.success) return ended(parsed.data)
    const shape = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
    const found = parsed.error.issues
      .flatMap(flattened)
      .flatMap(singly)
      .filter(({ path: [list] }) => list === undefined || !places.has(list))
      .filter((issue) => !left.some((one) => isDueTo(issue, one)))
    if (found.length === 0) {
      if (places.size > 0) return ended()
      places = placesLeft(rest, left)
      if (places.size === 0) return ended()
      rest = onlyAt(rest, places)
    }
    for (const issue of found.slice(0, mostProblems)) {
      const message =
        issue.unknown === undefined
          ? wrongValue(issue.of, yaml.value)
          : unknownKey(issue.unknown, issue.path.slice(0, -1), shape)
      problems.push(problemAt(yaml, issue.path, message))
      left.push({ path: issue.path, isUnknown: issue.unknown !== undefined })
      rest = without(rest, issue.path)
    }
    if (found.length > mostProblems) {
      const message = `and ${found.length - mostProblems} more problems; correct these first`
      return { ...ended(), problems: [...byLine(problems), { file: yaml.file, message }] }
    }
  }
}

/** Items as they stand in the file, with holes where some were left out. */
export function placed<T>(items: T[], places: readonly number[] | undefined): T[] {
  if (places === undefined) return items
  const all: T[] = []
  for (const [index, item] of items.entries()) all[places[index] ?? index] = item
  return all
}

/** What was left out of a file: an unknown key, or a value that is wrong. */
interface Left {
  readonly path: Path
  readonly isUnknown: boolean
}

interface Found {
  readonly of: Issue
  readonly path: Path
  /** The key, when it is unknown. */
  readonly unknown?: string
}

const singly = (of: Issue): Found[] =>
  of.code === 'unrecognized_keys'
    ? of.keys.map((unknown) => ({ of, path: [...of.path, unknown], unknown }))
    : [{ of, path: of.path }]

/** Whether an issue may be there only because something was left out: it, a part of it, or a value beside it that a condition reads. */
function isDueTo({ of, path }: Found, { path: left, isUnknown }: Left): boolean {
  const beside = of.code === 'custom' && !isUnknown ? 1 : 0
  return startsWith(left, path.slice(0, Math.max(0, path.length - beside)))
}

const startsWith = (path: Path, beginning: Path): boolean =>
  beginning.every((name, index) => path[index] === name)

/** Places of the items in which nothing was left out, of each list where something was. */
function placesLeft(value: unknown, left: readonly Left[]): Places {
  const touched = new Map<PropertyKey, Set<PropertyKey>>()
  for (const { path } of left) {
    const [list, at] = path
    if (list !== undefined && typeof at === 'number')
      touched.set(list, (touched.get(list) ?? new Set()).add(at))
  }
  return new Map(
    [...touched].map(([list, gone]) => {
      const items = valueAt(value, [list])
      return [list, Array.isArray(items) ? [...items.keys()].filter((at) => !gone.has(at)) : []]
    }),
  )
}

const onlyAt = (value: unknown, places: Places): unknown =>
  Object.fromEntries(
    Object.entries(value ?? {}).map(([key, items]) => [
      key,
      places.get(key)?.map((at) => valueAt(items, [at])) ?? items,
    ]),
  )

/** A value without what stands at a path. Items of a list keep their places. */
function without(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined || value === null || typeof value !== 'object') return undefined
  if (Array.isArray(value)) return value.map((item, at) => (at === name ? without(item, rest) : item))
  const kept = Object.entries(value).filter(([key]) => key !== name || rest.length > 0)
  return Object.fromEntries(kept.map(([key, inner]) => [key, key === name ? without(inner, rest) : inner]))
}

/** A union reports the issues of the branch that came nearest. */
function flattened(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return [issue]
  const [nearest] = [...issue.errors].sort((a, b) => depthOf(b) - depthOf(a) || a.length - b.length)
  return (nearest ?? []).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue)
}

const depthOf = (issues: readonly Issue[]): number => Math.max(0, ...issues.map(({ path }) => path.length))

const placeOf = (path: Path): string => (path.length === 0 ? 'the job' : path.map(String).join('.'))

function unknownKey(key: string, path: Path, shape: JsonSchema): string {
  const known = keysAt(shape, path)
  const all = known.length > 0 ? `; known: ${known.join(', ')}` : ''
  return `unknown key "${key}" in ${placeOf(path)}${hint(key, known, all)}`
}

function wrongValue(issue: Issue, job: unknown): string {
  const found = valueAt(job, issue.path)
  const given = found === undefined || found === null ? 'nothing' : JSON.stringify(found)
  const known = issue.code === 'invalid_value' ? issue.values.map(String) : []
  const near = typeof found === 'string' ? hint(found, known) : ''
  return `${placeOf(issue.path)}: ${expectedBy(issue)}; found ${given}${near}`
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
