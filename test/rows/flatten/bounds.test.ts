import { expect, test } from 'vitest'
import type { OperationName } from '../../../src/contract/operations.ts'
import { flatten } from '../../../src/rows/flatten/index.ts'
import { enterprise, hit, judgment } from '../../support/records.ts'

/* An answer of any size gives a bounded number of rows, and says where it may hold more (docs/reliability.md, Bounds). */

const times = (count: number, make: (at: number) => string, joint = '、'): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(joint)
const list = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

const rowsOf = (operation: OperationName, record: object) =>
  flatten({ operation, params: { type: 'ptal', id: 'd1' }, callKey: 'k', runId: 'r', sweep: 1 }, hit(record))

const texts = {
  'articles of one law': [
    { content: `依照《民法典》${times(5_000, (at) => `第${at + 1}条`)}。` },
    'case_citations',
    2_000,
  ],
  'articles of as many laws': [
    { content: times(5_000, (at) => `《甲${at}法》第一条`) },
    'case_citations',
    2_000,
  ],
  'listed articles': [{ yyft: list(5_000, (at) => `甲法第${at + 1}条`) }, 'case_citations', 2_000],
  'case numbers': [
    { content: times(5_000, (at) => `（2022）京0105民初${at + 2}号`) },
    'case_references',
    2_000,
  ],
  parties: [{ dsr: times(5_000, (at) => `原告：甲${at}公司。`, '\n') }, 'case_parties', 500],
  sums: [
    { content: `判决如下：一、被告乙公司支付${times(5_000, (at) => `${at + 100}元`)}。` },
    'case_amounts',
    2_000,
  ],
} as const

test.each(Object.entries(texts))('a text with 5,000 %s', (_, [record, table, most]) => {
  const rows = rowsOf('rh_case_details', judgment('d1', record))
  expect(rows[table]).toHaveLength(most)
  expect(rows.unlisted_members).toContainEqual(
    expect.objectContaining({ path: table, type: 'bound', occurrences: most }),
  )
})

const named = times(70_000, (at) => `甲${at}`, ',')
const modules = {
  shareholders: [{ 股东: named }, 'enterprise_shareholders'],
  members: [{ 核心成员: named }, 'enterprise_members'],
  'other names': [{ 曾用名: named }, 'enterprise_names'],
  branches: [{ 分支机构: named }, 'enterprise_branches'],
  'unlisted members': [Object.fromEntries(list(70_000, (at) => [`丙${at}`, at])), 'unlisted_members'],
} as const

test.each(Object.entries(modules))('an enterprise with 70,000 %s', (_, [record, table]) => {
  const rows = rowsOf('rh_company_info', { ...enterprise('e1', '甲公司'), ...record })
  expect(rows[table]).toHaveLength(65_536)
  const [{ shareholders } = { shareholders: [] }] = rows.enterprise_history ?? []
  expect((shareholders as object[]).length).toBeLessThanOrEqual(65_536)
  if (table !== 'unlisted_members')
    expect(rows.unlisted_members).toContainEqual(expect.objectContaining({ path: table, type: 'bound' }))
})

test('an ordinary judgment says nothing of bounds', () => {
  expect(rowsOf('rh_case_details', judgment('d1')).unlisted_members).toBeUndefined()
})
