import { isObject, type JsonObject } from '../contract/answer.ts'
import type { Rows, TableName, TableRow } from '../warehouse/tables/index.ts'
import { textOf } from './values.ts'

type TableWithExtra = {
  [Name in TableName]: 'extra' extends keyof TableRow<Name> ? Name : never
}[TableName]

/** Where the object stands whose unlisted members are in `extra`: the `source` of that column, '' for the envelope. */
export const extraPaths: { readonly [Name in TableWithExtra]: string } = {
  enterprise_candidates: 'data[]',
  enterprises: 'data[]',
  enterprise_shareholders: 'data[].股东详情[]',
  enterprise_changes: 'data[].变更[]',
  enterprise_trademarks: 'data[].商标[]',
  enterprise_software_copyrights: 'data[].软件著作权[]',
  enterprise_patents: 'data[].专利[]',
  enterprise_work_copyrights: 'data[].作品著作权[]',
  enterprise_other_ip: 'data[].知识产权[]',
  enterprise_branches: 'data[].分支机构[]',
  enterprise_investments: 'data[].对外投资[]',
  enterprise_litigation: 'data[].涉诉[]',
  enterprise_risks: 'data[].风险[]',
  list_pages: 'data',
  enterprise_documents: 'data.list[]',
  cases: 'data[]',
  case_searches: '',
  case_hits: 'extra.wenshu[]',
  articles: 'data[]',
}

/** Levels that a path follows; what lies deeper is one value. */
const deepest = 6
const exampleLength = 200

interface Unlisted {
  readonly path: string
  readonly type: string
  readonly value: unknown
}

type Sighting = Pick<TableRow<'unlisted_members'>, 'path' | 'type' | 'occurrences' | 'example'>

/** Members of an answer that have no column: those in the rows' `extra`, and those of envelope B (contract 2.1). */
export function unlistedMembers(rows: Rows, envelope: JsonObject | null): Sighting[] {
  const found = new Map<string, Sighting>()
  const note = ({ path, type, value }: Unlisted) => {
    const key = JSON.stringify([path, type])
    const known = found.get(key)
    found.set(key, {
      path,
      type,
      occurrences: (known?.occurrences ?? 0) + 1,
      example: known?.example ?? exampleOf(value),
    })
  }
  for (const [table, path] of Object.entries(extraPaths) as [TableWithExtra, string][]) {
    for (const { extra } of rows[table] ?? []) if (isObject(extra)) membersOf(extra, path, 1).forEach(note)
  }
  if (envelope !== null) membersOf(envelope, '', 1).forEach(note)
  return [...found.values()]
}

const membersOf = (object: JsonObject, path: string, depth: number): Unlisted[] =>
  Object.entries(object).flatMap(([name, value]) =>
    valuesOf(value, path === '' ? nameIn(name) : `${path}.${nameIn(name)}`, depth),
  )

/** A member without a name is seen in its path, too. */
const nameIn = (name: string): string => (name === '' ? '""' : name)

function valuesOf(value: unknown, path: string, depth: number): Unlisted[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value))
    return value.length === 0 || depth >= deepest
      ? [{ path, type: 'array', value }]
      : value.flatMap((item) => valuesOf(item, `${path}[]`, depth + 1))
  if (isObject(value))
    return Object.keys(value).length === 0 || depth >= deepest
      ? [{ path, type: 'object', value }]
      : membersOf(value, path, depth + 1)
  return [{ path, type: typeof value, value }]
}

/** The beginning of a value as text, never half of a character. */
const exampleOf = (value: unknown): string | null =>
  textOf(value)
    ?.slice(0, exampleLength)
    .replace(/[\uD800-\uDBFF]$/u, '') ?? null
