import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationName } from '../../../src/contract/operations.ts'
import {
  authoritativeCase,
  caseHit,
  documentPage,
  enterpriseCandidate,
  enterpriseDetail,
  envelopeA,
  envelopeB,
  ordinaryCase,
  statuteArticle,
} from '../../../src/contract/records.ts'
import type { JsonObject } from '../../../src/contract/values.ts'
import { flatten } from '../../../src/rows/flatten/index.ts'
import { dataTables } from '../../../src/rows/tables/index.ts'
import type { Table } from '../../../src/rows/tables/table.ts'
import { loadSegment } from '../../../src/warehouse/load.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { scalarsOf } from '../../support/oracle.ts'
import { readCall } from '../../support/records.ts'
import { emptyWarehouse } from '../../support/tables.ts'
import { flattenedBody } from './flattened.ts'
import { type Choice, fillerOf, type Sentinel, unshown } from './schema-values.ts'

/*
 * "Every field of section 2 lands": the schemas of the contract are walked, every member gets a value unlike all
 * others, and each value must stand in a column of its own meaning. A member added to the contract fails here until it
 * has one.
 */

interface Shape {
  readonly operation: OperationName
  readonly record: z.ZodType
  readonly params: JsonObject
  /** Values that restate the call, by path: they stand in a column of that call. */
  readonly fixed?: Readonly<Record<string, unknown>>
}

/** By section. What `type` says is `library`, and `pageNo` is `page_no`, the page as asked; another number is unlisted. */
const shapes: Readonly<Record<string, Shape>> = {
  '2.2': { operation: 'case_vector_search', record: caseHit, params: { query: 'x' } },
  '2.4': {
    ...{ operation: 'rh_case_details', record: ordinaryCase, params: { id: 'a', type: 'ptal' } },
    fixed: { 'data[].type': '普通案例', 'data[].id': 'a' },
  },
  '2.5': {
    ...{ operation: 'rh_case_details', record: authoritativeCase, params: { id: 'a', type: 'qwal' } },
    fixed: { 'data[].type': '权威案例', 'data[].id': 'a' },
  },
  '2.6': { operation: 'rh_ft_search', record: statuteArticle, params: { keyword: 'x' } },
  '2.7': { operation: 'rh_enterpriseSearch', record: enterpriseCandidate, params: { name: 'x' } },
  '2.8': {
    ...{ operation: 'rh_enterpriseWritList', record: documentPage, params: { id: 'a', pageNo: 7 } },
    fixed: { 'data.pageNo': 7, 'data.id': 'a' },
  },
  '2.9': { operation: 'rh_company_info', record: enterpriseDetail, params: { name: 'x' } },
}
const choices: readonly Choice[] = ['first', 'last']
const cases = Object.entries(shapes).flatMap(([section, shape]) =>
  choices.map((choice) => ({ section, ...shape, choice })),
)

/** `status` is the ledger's `outcome`; a success has code 200. */
const envelopeValues = { status: 'success', code: 200 }

/** An answer of one shape in which every member has a value of its own. */
function answerOf({ operation, record, fixed = {}, choice }: Shape & { choice: Choice }) {
  const filler = fillerOf(choice, { ...fixed, ...envelopeValues, data: null, extra: null })
  const isA = operation === 'case_vector_search'
  const body = filler.object(isA ? envelopeA(z.unknown()) : envelopeB(z.unknown()), '')
  // A lookup by id answers one record.
  const count = operation === 'rh_case_details' ? 1 : 2
  const records = (path: string) => Array.from({ length: count }, () => filler.object(record, path))
  if (isA) body.extra = { wenshu: records('extra.wenshu[]') }
  else body.data = operation === 'rh_enterpriseWritList' ? filler.object(record, 'data') : records('data[]')
  return { body, sentinels: filler.sentinels }
}

/** The call that an answer of made-up values is the answer to. */
function askedFor({ operation, params }: Shape, { data }: JsonObject): JsonObject {
  const [first] = Array.isArray(data) ? (data as JsonObject[]) : []
  if (operation === 'rh_ft_search') return { keyword: first?.content }
  return operation === 'rh_enterpriseSearch' || operation === 'rh_company_info'
    ? { name: first?.企业名称 }
    : params
}

const generic = new Set(['extra', 'registration', 'shareholders', 'record'])
/** In enterprise_history these are JSON; elsewhere columns of those names are texts. */
const isGeneric = (table: string, column: string): boolean =>
  generic.has(column) &&
  (dataTables as Readonly<Record<string, Table>>)[table]?.columns[column]?.type === 'JSON'

/** DuckDB gives JSON as its text. */
const asJson = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value)

/** Values of all columns that mean something, and of `record` for what the contract does not show. */
function cellsOf(rows: Readonly<Record<string, readonly JsonObject[]>>) {
  const named = new Set<string>()
  const records = new Set<string>()
  for (const [table, held] of Object.entries(rows)) {
    if (table === 'unlisted_members') continue
    for (const [column, value] of held.flatMap((row) => Object.entries(row))) {
      if (column === 'record') for (const scalar of scalarsOf(asJson(value))) records.add(scalar)
      if (!isGeneric(table, column)) for (const scalar of scalarsOf(value)) named.add(scalar)
    }
  }
  return { named, records }
}

const isLanded = ({ value, isUnshown }: Sentinel, { named, records }: ReturnType<typeof cellsOf>): boolean =>
  named.has(String(value)) || (isUnshown && records.has(String(value)))

describe('every member of the contract has a column', () => {
  test.each(cases)(
    'section $section, $choice type of each: no listed member of $operation is drift',
    (one) => {
      const { unlisted_members = [] } = flattenedBody(one.operation, one.params, answerOf(one).body)
      const paths = unlisted_members.map(({ path }) => path)
      expect(paths.filter((path) => path?.includes(unshown) !== true)).toEqual([])
    },
  )
})

test('every member that an answer holds is found in a DuckDB file, with the text and code of its envelope', async () => {
  const folder = await temporaryFolder()
  await using database = await emptyWarehouse(folder)
  for (const [index, one] of cases.entries()) {
    const { body, sentinels } = answerOf(one)
    const { operation } = one
    const call = readCall(`k${index}`, body, { operation, runId: `r${index}`, params: askedFor(one, body) })
    const segment = { segment: `s${index}`, calls: [call], flatten, stagingFolder: join(folder, 'staging') }
    await loadSegment(database, segment, new Date(0))
    const rows: Record<string, readonly JsonObject[]> = {}
    for (const name of Object.keys(dataTables))
      rows[name] = await database.rows(`FROM ${name} WHERE call_key = '${call.callKey}'`)
    expect(rows.calls?.at(-1)).toMatchObject({ code: 200, outcome: 'hit' })
    const cells = cellsOf(rows)
    expect(sentinels.filter((sentinel) => !isLanded(sentinel, cells)).map(({ path }) => path)).toEqual([])
  }
})

test('the walk reaches every level', () => {
  const paths = new Set(cases.flatMap((one) => answerOf(one).sentinels.map(({ path }) => path)))
  for (const path of [
    'msg',
    'request_id',
    'message',
    'extra.wenshu[].scid',
    'extra.wenshu[].anyou[]',
    'data[].yyft[]',
    'data[]._score',
    'data.list[].第三方[]',
    'data[].股东详情[].参股日期',
    'data[].软件著作权[].分类号',
    `data[].知识产权[].${unshown}`,
  ])
    expect(paths).toContain(path)
})
