import { codeOf, recordsOf } from '../../contract/classify.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { isBlank, isObject, type JsonObject, textOf } from '../../contract/values.ts'
import { notingBounds } from '../../legal/bounds.ts'
import { dataTables, type Rows, type TableName, type TableRow } from '../tables/index.ts'
import { flattenCaseDetails } from './case-details.ts'
import { flattenCaseSearch } from './case-search.ts'
import { mostRows } from './columns.ts'
import { flattenCompanyInfo, flattenEnterpriseSearch } from './company-info.ts'
import { flattenLitigationList } from './litigation-list.ts'
import { flattenStatuteSearch } from './statute-search.ts'
import { type AnswerOrigin, extraOf, type FlattenInput } from './values.ts'

const byOperation: { readonly [Name in OperationName]: (input: FlattenInput) => Rows } = {
  case_vector_search: flattenCaseSearch,
  rh_case_details: flattenCaseDetails,
  rh_ft_search: flattenStatuteSearch,
  rh_enterpriseWritList: flattenLitigationList,
  rh_enterpriseSearch: flattenEnterpriseSearch,
  rh_company_info: flattenCompanyInfo,
}

/** The rows that one answered call (hit or empty) says, by table. Pure: the same answer gives the same rows. */
export function flatten(origin: AnswerOrigin, body: unknown): Rows {
  const { operation, callKey, runId } = origin
  const records = recordsOf(operations[operation], body) ?? []
  const data = isObject(body) ? body.data : null
  const { read: rows, cut } = notingBounds(() => byOperation[operation]({ ...origin, records, data, body }))
  const unlisted = [...fullTables(rows, cut), ...unlistedMembers(rows, envelopeRest(operation, body))]
  if (unlisted.length === 0) return rows
  return {
    ...rows,
    unlisted_members: unlisted.slice(0, mostRows('unlisted_members')).map((member) => ({
      seen_run_id: runId,
      seen_by: callKey,
      operation,
      ...member,
    })),
  }
}

/** Tables of which rules left something out, or that took as many rows of the answer as they may: it may hold more. */
const fullTables = (rows: Rows, cut: ReadonlySet<string>): Sighting[] =>
  Object.entries(rows)
    .filter(([table, of]) => cut.has(table) || of.length >= mostRows(table as TableName))
    .map(([path, of]) => ({ path, type: 'bound', occurrences: of.length, example: null }))

/** What an answer holds around its records and no row does. The case search keeps its own envelope. */
function envelopeRest(operation: OperationName, body: unknown): JsonObject | null {
  if (!isObject(body) || operations[operation].envelope === 'A') return null
  const around = aroundRecords(operation, body)
  const rest = { ...extraOf(body, readOf(body)), ...(around !== null && { data: around }) }
  return Object.keys(rest).length === 0 ? null : rest
}

/** Members of envelope B (docs/contract.md, Envelopes) that are read: its text and code are in the ledger, unless they are no such thing. */
const readOf = ({ code, message }: JsonObject): ReadonlySet<string> =>
  new Set([
    'status',
    'data',
    ...(codeOf(code) === null ? [] : ['code']),
    ...(typeof message === 'string' ? ['message'] : []),
  ])

/** What stands in `data` beside a list of records, or in place of records. */
function aroundRecords(operation: OperationName, body: JsonObject): unknown {
  const { data } = body
  if (recordsOf(operations[operation], body) === undefined) return isBlank(data) ? null : data
  return isObject(data) && Array.isArray(data.lst) ? extraOf(data, new Set(['lst'])) : null
}

/** Tables with a column for unlisted members, and the path of the object that holds them: '' is the envelope. */
const extraPaths = Object.entries(dataTables).flatMap(([name, { columns }]) =>
  'extra' in columns
    ? [[name as TableWithExtra, columns.extra.source.replace(/^envelope$/, '')] as const]
    : [],
)

type TableWithExtra = {
  [Name in TableName]: 'extra' extends keyof TableRow<Name> ? Name : never
}[TableName]

/** Levels that a path follows; what lies deeper is one value. */
const deepest = 6
const exampleLength = 200

interface Unlisted {
  readonly path: string
  readonly type: string
  readonly value: unknown
}

type Sighting = Pick<TableRow<'unlisted_members'>, 'path' | 'type' | 'occurrences' | 'example'>

/** Members of an answer that have no column: those in the rows' `extra`, and those of envelope B (docs/contract.md, Envelopes). */
function unlistedMembers(rows: Rows, envelope: JsonObject | null): Sighting[] {
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
  for (const [table, path] of extraPaths) {
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
