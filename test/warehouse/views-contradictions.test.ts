import { expect, test } from 'vitest'
import { columnsOf } from '../../src/warehouse/schema.ts'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, type Row } from './litigation-world.ts'
import { rowsTogether } from './scenes.ts'

/* Sources that contradict each other about an enterprise, and those that only write the same otherwise. */

/** What is held of one enterprise. */
interface Held {
  readonly registration?: Row
  readonly changes?: readonly Row[]
  readonly shareholders?: readonly Row[]
  readonly documents?: readonly Row[]
  readonly pages?: readonly Row[]
  readonly names?: readonly Row[]
}

/** By rule what is held of an enterprise, and the row about it: kind | one_says | other_says | happened_on | row_key. */
type Cases = Readonly<Record<string, readonly [held: Held, expected?: string]>>

const changed = (item: string, after: string, changed_on: string | null = '2024-05-16'): Row => ({
  item,
  before: '何岭',
  after,
  changed_on,
})
const boss = (after: string, day?: string | null) => changed('法定代表人变更', after, day)
const represented = (legal_representative: string | null, ...changes: Row[]): Held => ({
  registration: { legal_representative },
  changes,
})
const moved = (address: string, after: string): Held => ({
  registration: { address },
  changes: [changed('住所变更', after)],
})
const renamed = (after: string): Held => ({ changes: [changed('名称变更', after)] })

/** Pairs `one = other` of which neither contradicts the other. */
const none = (of: (one: string, other: string) => Held, ...pairs: readonly string[]): Cases =>
  Object.fromEntries(
    pairs
      .flatMap((line) => line.split(', '))
      .map((pair) => {
        const [one = '', other = ''] = pair.split(' = ')
        return [pair, [of(one, other)]]
      }),
  )
const [ours, elsewhere] = ['深圳市示例路18号', '深圳市示例路28号']

const ofChanges: Cases = {
  'a representative who is not that of the last change': [
    represented('史勇', boss('王五', '2020-01-01'), boss('许安'), boss('何岭')),
    'legal_representative | 史勇 | 许安 | 2024-05-16 | 2',
  ],
  'a change that is not the last': [represented('许安', boss('何岭', '2020-01-01'), boss('许安'))],
  'a change beside one without a day': [represented('史勇', boss('许安'), boss('史勇', null))],
  'another of two changes of one day': [represented('许安', boss('史勇'), boss('许安'))],
  'more than a name': [represented('史勇', boss('许'.repeat(31)))],
  'no name at all': [represented(null, boss('许安'))],
  'a telephone of the representative': [represented('史勇', changed('法定代表人联系电话变更', '许安'))],
  // The same name written otherwise; a place holder, a hidden name, a surname alone, a list.
  ...none(
    (one, other) => represented(one, boss(other)),
    '许 安 = 许安, 许安 = 许安（XU AN）, 许安 = 许安 XU AN, 许安 XU AN = 许安',
    '史勇 = （现登记事项）, 史勇 = 许某, 史勇 = 许（XU）, 史勇 = 许安；职务：董事长',
  ),
  'an address of the same number on another road': [
    moved('深圳市和平路28号', elsewhere),
    `address | 深圳市和平路28号 | ${elsewhere} | 2024-05-16 | 1`,
  ],
  'an address of another number': [
    moved(ours, elsewhere),
    `address | ${ours} | ${elsewhere} | 2024-05-16 | 1`,
  ],
  'an address of a shareholder': [{ ...moved(ours, ''), changes: [changed('股东住所变更', elsewhere)] }],
  // Written otherwise; without a road; two of them.
  ...none(
    moved,
    '南山区示例路28号A座 = 广东省深圳市 南山区示例路２８号A座（集群注册）',
    '深圳市示例路28号 = 深圳市南山区, 深圳市示例路18号 = 深圳市示例路28号；和平路40号',
  ),
  'another name': [
    renamed('乙置业有限公司'),
    'name | 甲建设（北京）有限公司 | 乙置业有限公司 | 2024-05-16 | 1',
  ],
  'a name of a shareholder': [{ changes: [changed('股东名称变更', '乙置业有限公司')] }],
  // Other brackets or spaces; more or less before it; no company; a hidden name.
  ...none(renamed, '甲建设 (北京) 有限公司, 北京甲建设有限公司, 建设有限公司, 乙置业, 乙某置业有限公司'),
}

const listed = (id: string, decided_on: string, more: Row = {}): Row => ({
  document_id: id,
  decided_on,
  case_number: `（2023）京0108民初${id}号`,
  case_number_key: `(2023)京0108民初${id}号`,
  document_kind: '判决书',
  role: 'defendant',
  ...more,
})
const ended = { status: '注销', approved_on: '2023-01-10' }

const ofParties: Cases = {
  'a deregistered enterprise is no party to a later document; each case stands once': [
    {
      registration: ended,
      documents: [
        listed('1', '2023-01-10'),
        listed('2', '2023-02-01'),
        listed('2', '2023-03-01', { document_id: '3' }),
        listed('4', '2023-04-01', { role: null }),
        listed('5', '2023-04-01', { role: 'third_party' }),
      ],
    },
    'deregistered | 注销（核准日期 2023-01-10） | （2023）京0108民初2号 判决书 | 2023-03-01 | 3',
  ],
  'the day of a change of 注销 counts before the last approval, which it contradicts itself': [
    {
      registration: ended,
      documents: [listed('1', '2023-02-01')],
      changes: [changed('注销备案', '注销', '2023-01-10'), changed('注销登记', '准予注销', '2023-06-01')],
    },
    'approval | 核准日期 2023-01-10 | 注销登记 | 2023-06-01 | 2',
  ],
  'a change of the day of the approval is approved with it': [
    { registration: ended, changes: [changed('住所变更', '深圳市', '2023-01-10')] },
  ],
  'the day of the answer counts where there is neither': [
    { registration: { status: '注销' }, documents: [listed('1', '2023-02-01'), listed('5', '2026-03-02')] },
    'deregistered | 注销（取得日期 2026-03-01） | （2023）京0108民初5号 判决书 | 2026-03-02 | 5',
  ],
  'a revoked licence leaves the enterprise a party': [
    { registration: { ...ended, status: '吊销，未注销' }, documents: [listed('1', '2024-01-01')] },
  ],
  'a document of before its beginning may mean another of its name': [
    {
      registration: { established_on: '2019-06-11' },
      documents: [
        listed('1', '2019-05-01'),
        listed('2', '2019-06-11'),
        listed('3', '2018-05-01', { role: null }),
      ],
    },
    'established | 成立日期 2019-06-11 | （2023）京0108民初1号 判决书 | 2019-05-01 | 1',
  ],
}

const share = (amount: number | null, percent: number | null, more: Row = {}): Row => ({
  name: '张三',
  subscribed_text: amount === null ? null : `${amount / 10_000}万元人民币`,
  subscribed_amount: amount,
  subscribed_currency: amount === null ? null : 'CNY',
  share_percent: percent,
  ...more,
})
const registered = {
  registered_capital: '100万元人民币',
  registered_amount: 1_000_000,
  registered_currency: 'CNY',
}
const held = (...shareholders: Row[]): Held => ({ registration: registered, shareholders })
const paidIn = { paid_in_amount: 1_500_000, paid_in_currency: 'CNY', paid_in_text: '150万元人民币' }

const ofCapital: Cases = {
  'more than the capital in all': [
    held(share(3_000_000, 56.6), share(2_300_000, 43.4)),
    'total_capital | 100万元人民币 | 530万元人民币',
  ],
  'less, by all shareholders': [
    held(share(300_000, 59.4), share(205_000, 40.6)),
    'total_capital | 100万元人民币 | 50.5万元人民币',
  ],
  'more by one, others not stated': [
    held(share(4_200_000, 50), share(null, 50)),
    'shareholder_capital | 100万元人民币 | 张三 420万元人民币 | 1',
  ],
  'as much but for rounding': [held(share(333_300, 33.33), share(333_300, 33.33), share(333_300, 33.34))],
  'in other parts than the shares': [
    held(share(700_000, 50), share(300_000, 50, { name: '李四' })),
    'share_percents | 张三 50.0%、李四 50.0% | 张三 70.0%、李四 30.0%',
  ],
  'more by the only shareholder': [
    held(share(4_200_000, 100)),
    'shareholder_capital | 100万元人民币 | 张三 420万元人民币 | 1',
  ],
  'more by one of several, others not stated': [
    held(share(20_000, 10, { name: '李四' }), share(4_200_000, 50), share(null, 40)),
    'shareholder_capital | 100万元人民币 | 张三 420万元人民币 | 2',
  ],
  'more by a thousandth': [held(share(501_000, 50), share(500_000, 50))],
  'more by one by a thousandth': [held(share(1_001_000, 50), share(null, 50))],
  'less by a thousandth': [held(share(499_000, 50), share(500_000, 50))],
  'less, by shareholders of nearly all': [held(share(303_000, 50), share(300_000, 49.5))],
  'less, one not stated': [held(share(300_000, 60), share(null, 40))],
  'no capital': [{ ...held(share(300_000, 100)), registration: { ...registered, registered_amount: 0 } }],
  'the only one with another share': [held(share(1_000_000, 50))],
  'other parts by one point': [held(share(500_000, 51), share(500_000, 49))],
  'other parts, one share not stated': [held(share(700_000, 50), share(300_000, null))],
  'other parts in two currencies': [
    held(share(700_000, 50), share(300_000, 50, { subscribed_currency: 'USD' })),
  ],
  'as much as was paid in': [
    held(share(1_500_000, 100, paidIn)),
    'shareholder_capital | 100万元人民币 | 张三 150万元人民币 | 1',
  ],
  'less than was paid in, in another currency': [
    held(share(1_000_000, 100, { ...paidIn, paid_in_currency: 'USD' })),
  ],
  'less than was paid in': [
    held(share(1_000_000, 100, paidIn)),
    'paid_in | 张三 100万元人民币 | 150万元人民币 | 1',
  ],
  'less, by some shareholders': [held(share(300_000, 30))],
  'another currency': [held(share(3_000_000, 100, { subscribed_currency: 'USD' }))],
}
const page = (more: Row): Held => ({
  pages: [
    {
      ...{
        scan_run_id: 'r1',
        subject: 'id',
        sweep: 1,
        page_no: 1,
        is_found: true,
        page_size: 30,
        has_more: false,
      },
      ...{ enterprise_name: '甲建设(北京)有限公司', declared_total: 2 },
      ...{ document_ids: ['d1', 'd2'], ids_digest: 'd1,d2', ...more },
    },
  ],
})

const cases: Cases = {
  ...ofChanges,
  ...ofParties,
  ...ofCapital,
  'a list that was read to its end': [page({})],
  'a list of another total': [page({ declared_total: 3 }), 'list_total | 3 | 2 | r1'],
  'a list without a name': [page({ enterprise_name: '' })],
  'a list of a former name': [
    { ...page({ enterprise_name: '乙公司' }), names: [{ name: '乙(公司)', name_key: '乙公司' }] },
  ],
  'a list of another name': [
    page({ enterprise_name: '乙公司' }),
    'list_name | 甲建设（北京）有限公司 | 乙公司 | r1',
  ],
}

const tables = {
  changes: 'enterprise_changes',
  shareholders: 'enterprise_shareholders',
  documents: 'enterprise_documents',
  pages: 'list_pages',
  names: 'enterprise_names',
} as const

test('sources contradict each other where a rule says so, and nowhere else', async () => {
  const together = rowsTogether()
  const into = together.by()
  for (const call of ['c1 r1 2026-03-01', 'c1 r0 2026-01-01', 'c2 r1 2026-01-01']) {
    const [call_key, run_id, day] = call.split(' ')
    await insert(into, 'calls', { call_key, run_id, fetched_at: `${day} 08:00:00` })
  }
  const name = { name: '甲建设（北京）有限公司', name_key: '甲建设(北京)有限公司' }
  for (const [enterprise_id, [held]] of Object.entries(cases)) {
    const of = { enterprise_id, call_key: 'c1', run_id: 'r1' }
    await insert(into, 'enterprises', { ...of, ...name, ...held.registration })
    for (const kind of Object.keys(tables) as (keyof typeof tables)[])
      for (const [at, row] of (held[kind] ?? []).entries()) {
        const ordinal = 'ordinal' in columnsOf(tables[kind]) && { ordinal: at + 1 }
        await insert(into, tables[kind], { ...of, ...ordinal, ...row })
      }
  }
  await using database = await emptyWarehouse()
  await database.run(together.sql())
  await refreshDerived(database)
  const rows = await database.rows(
    `SELECT concat(enterprise_id, ': ', concat_ws(' | ', kind, one_says, other_says, happened_on, row_key)) AS said FROM contradictions`,
  )
  const expected = Object.entries(cases).flatMap(([rule, [, said]]) =>
    said === undefined ? [] : [`${rule}: ${said}`],
  )
  expect(rows.map(({ said }) => said).sort()).toEqual(expected.sort())
})
