import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OperationName } from '../../../src/contract/operations.ts'
import { flatten } from '../../../src/rows/flatten/index.ts'
import { leastCostMs } from '../../support/cost.ts'
import { sizeOf } from '../../support/forms.ts'
import { enterprise, hit, judgment } from '../../support/records.ts'

/* An answer of any size gives a bounded number of rows, and says where it may hold more (docs/reliability.md, Bounds). */

const times = (count: number, make: (at: number) => string, joint = '、'): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(joint)
const list = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

const rowsOf = (operation: OperationName, record: object) =>
  flatten({ operation, params: { type: 'ptal', id: 'd1' }, callKey: 'k', runId: 'r', sweep: 1 }, hit(record))

const texts = {
  articles: [{ content: `《民法典》${times(2_500, (at) => `第${at + 1}条`)}。` }, 'case_citations', 2_000],
  laws: [{ content: times(2_500, (at) => `《甲${at}法》第一条`) }, 'case_citations', 2_000],
  'listed articles': [{ yyft: list(2_500, (at) => `甲法第${at + 1}条`) }, 'case_citations', 2_000],
  numbers: [{ content: times(2_500, (at) => `（2022）京01民初${at + 2}号`) }, 'case_references', 2_000],
  parties: [{ dsr: times(2_500, (at) => `原告：甲${at}公司。`, '\n') }, 'case_parties', 500],
  sums: [
    { content: `判决如下：乙公司支付${times(2_500, (at) => `${at + 100}元`)}。` },
    'case_amounts',
    2_000,
  ],
} as const

test.each(Object.entries(texts))('a text with 2,500 %s', (_, [record, table, most]) => {
  const rows = rowsOf('rh_case_details', judgment('d1', record))
  expect(rows[table]).toHaveLength(most)
  expect(rows.unlisted_members).toContainEqual(
    expect.objectContaining({ path: table, type: 'bound', occurrences: most }),
  )
})

/** A document of so many times what a rule reads up to a bound, and as many times as the bound. */
const head =
  '北京市朝阳区人民法院\n民事判决书\n（2023）京0105民初1号\n原告：甲公司。\n被告：乙公司。\n甲公司与乙公司一案，'
const enforced = (text: string) => ({
  ah: '（2023）京0105执1号',
  content: `${head.replace('民事判决书', '执行裁定书').replace('民初', '执')}${text}裁定如下：终结执行。`,
})
const said = (piece: string) => (count: number) => ({ content: head + piece.repeat(count) })
const cuts: Record<string, [bound: number, table: string, record: (count: number) => object]> = {
  'facts of an enforcement': [
    200,
    'case_enforcement',
    (count) => enforced(times(count, (at) => `本院冻结乙公司银行存款${at + 1}元。`, '')),
  ],
  'sums of an enforcement in a sentence': [
    30,
    'case_enforcement',
    (count) => enforced(`本院将执行款发还甲公司${times(count, (at) => `${at + 1}元`)}。`),
  ],
  'measures in a sentence': [
    20,
    'case_enforcement',
    (count) => enforced(`本院${times(count, (at) => `查封乙公司房屋${at + 1}套`, '，')}。`),
  ],
  'marks in a sentence': [
    20,
    'case_enforcement',
    (count) => enforced(`本院${times(count, () => '将乙公司纳入失信被执行人名单', '，')}。`),
  ],
  'statements on other cases': [
    200,
    'case_statements',
    (count) => ({
      content: `${head}判决如下：${times(count, (at) => `撤销（2022）京0105民初${at + 2}号民事判决；`, '')}`,
    }),
  ],
  'numbers that share a head': [
    20,
    'case_references',
    (count) => ({ content: `${head}（2020）粤0304民初1号${times(count, (at) => `、${at + 2000}号`, '')}。` }),
  ],
  'sentences that name a mark': [100, 'case_mentions', said('甲公司申请限制消费。')],
  'fees in a sentence': [
    40,
    'case_fees',
    (count) => ({
      content: `${head}判决如下：驳回。案件受理费${times(count, (at) => `${at + 1}元，由乙公司负担`, '，保全费')}。`,
    }),
  ],
  'times of interest in a sentence': [
    20,
    'case_interest',
    (count) => ({
      content: `${head}判决如下：乙公司支付甲公司利息（${times(count, (at) => `自2020年1月${at + 1}日起按年利率6%计算至清偿之日`, '，')}）。`,
    }),
  ],
  'passages of claims': [12, 'case_amounts', said('请求判令乙公司道歉。')],
  'passages of appeals': [12, 'case_amounts', said('甲公司上诉请求：改判乙公司道歉。')],
  'characters of a claim': [
    3_000,
    'case_amounts',
    (count) => ({ content: `${head}诉讼请求：判令乙公司支付100元，${'并担'.repeat(count / 2)}。` }),
  ],
  'characters of an operative part': [
    20_000,
    'case_amounts',
    (count) => ({ content: `${head}判决如下：驳回${'，'.repeat(count - 3)}。` }),
  ],
  'characters of a head': [
    6_000,
    'case_parties',
    (count) => ({ content: `${head.replace('一案', '')}${'，'.repeat(count)}本院认为` }),
  ],
}

test.each(Object.entries(cuts))('a text with more %s than are read', (_, [bound, table, record]) => {
  const noted = (count: number) =>
    (rowsOf('rh_case_details', judgment('d1', record(count))).unlisted_members ?? []).map(({ path }) => path)
  expect(noted(bound + 20)).toEqual([table])
  expect(noted(bound / 2)).toEqual([])
})

const named = times(70_000, (at) => `甲${at}`, ',')
const modules = {
  shareholders: [{ 股东: named }, 'enterprise_shareholders'],
  members: [{ 核心成员: named }, 'enterprise_members'],
  'other names': [{ 曾用名: named }, 'enterprise_names'],
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

/** What rules look for, and what stands between. */
const pieces =
  '《|》|法|第|条|一|、|（|）|2020|京0105|民初|1|号|元|万|原告|被告|：|甲公司|。|，|；|\n|判决如下|裁定如下|支付|利息|年利率6%|自2020年1月1日起|本院认为|查封|冻结|诉讼请求|以下简称|撤销|连带|案件受理费|负担|争议焦点|有期徒刑|驳回'.split(
    '|',
  )

test('a text of any pieces, over and over, gives bounded rows in a time that its length bounds', () => {
  const characters = 20_000
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('民初', '执', '刑初', '民终'),
      (some, kind) => {
        const piece = some.join('')
        const content = `${head.replace('民初', kind)}${piece.repeat(characters / piece.length)}`
        const record = judgment('d1', { ah: `（2023）京0105${kind}1号`, content })
        const read = () => rowsOf('rh_case_details', record)
        expect(leastCostMs(read, 300), piece).toBeLessThan(300)
        for (const [table, rows] of Object.entries(read()))
          expect(rows.length, `${table} of ${piece}`).toBeLessThanOrEqual(2_000)
      },
    ),
    { numRuns: sizeOf('DOSSIER_TEST_PIECES', { short: 15, long: 300 }) },
  )
}, 600_000)
