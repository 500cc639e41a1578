import { expect, test } from 'vitest'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, type Row } from './litigation-world.ts'

/* Sources that contradict each other about an enterprise, and those that only write the same otherwise. */

/** What is held of one enterprise beside its registration. */
interface Held {
  readonly registration?: Row
  readonly changes?: readonly Row[]
  readonly shareholders?: readonly Row[]
  readonly documents?: readonly Row[]
  readonly pages?: readonly Row[]
}

async function contradictions({ registration, changes, shareholders, documents, pages }: Held) {
  await using database = await emptyWarehouse()
  const of = { enterprise_id: 'e1', call_key: 'c1', run_id: 'r1' }
  const name = '甲建设（北京）有限公司'
  await insert(database, 'calls', { call_key: 'c1', run_id: 'r1', fetched_at: '2026-03-01 08:00:00' })
  await insert(database, 'enterprises', { ...of, name, name_key: '甲建设(北京)有限公司', ...registration })
  const lists = {
    enterprise_changes: changes,
    enterprise_shareholders: shareholders,
    enterprise_documents: documents,
  }
  for (const [table, rows] of Object.entries(lists))
    for (const [at, row] of (rows ?? []).entries())
      await insert(database, table, {
        enterprise_id: 'e1',
        ...(table === 'enterprise_documents' ? {} : { ordinal: at + 1 }),
        ...row,
      })
  for (const row of pages ?? []) await insert(database, 'list_pages', { ...of, scan_run_id: 'r1', ...row })
  await refreshDerived(database)
  return await database.rows(
    'SELECT kind, one_says, other_says, happened_on, row_key FROM contradictions ORDER BY ALL',
  )
}

const representative = (after: string, day: string | null = '2024-05-16'): Row => ({
  item: '法定代表人变更',
  before: '何岭',
  after,
  changed_on: day,
})

test('a legal representative who is not the one of the last change contradicts it', async () => {
  const changes = [representative('王五', '2020-01-01'), representative('许安')]
  expect(await contradictions({ registration: { legal_representative: '史勇' }, changes })).toEqual([
    {
      kind: 'legal_representative',
      one_says: '史勇',
      other_says: '许安',
      happened_on: '2024-05-16',
      row_key: '2',
    },
  ])
})

test.each([
  ['the same with spaces', '许 安', [representative('许安')]],
  ['the same in another script beside it', '许安', [representative('许安（XU AN）')]],
  [
    'another, of a change that is not the last',
    '许安',
    [representative('何岭', '2020-01-01'), representative('许安')],
  ],
  [
    'another, of a change beside one without a day',
    '史勇',
    [representative('许安'), representative('史勇', null)],
  ],
  ['another of two changes of one day', '许安', [representative('史勇'), representative('许安')]],
  ['a place holder', '史勇', [representative('（现登记事项）')]],
  ['a hidden name', '史勇', [representative('许某')]],
  ['a list', '史勇', [representative('许安；职务：董事长')]],
  ['no name at all', null, [representative('许安')]],
])('a change whose value is %s contradicts nobody', async (_, legal_representative, changes) => {
  expect(await contradictions({ registration: { legal_representative }, changes })).toEqual([])
})

const moved = (after: string): Row => ({
  item: '住所变更',
  before: '乙路1号',
  after,
  changed_on: '2025-07-21',
})

test('an address of another road or number contradicts the last change, one written otherwise does not', async () => {
  const at = async (address: string, after: string) =>
    (await contradictions({ registration: { address }, changes: [moved(after)] })).map(({ kind }) => kind)
  expect(await at('深圳市南山区和平路40号', '广东省深圳市南山区示例路28号')).toEqual(['address'])
  expect(await at('深圳市南山区示例路18号', '深圳市南山区示例路28号')).toEqual(['address'])
  expect(await at('南山区示例路28号A座', '广东省深圳市 南山区示例路２８号A座（集群注册）')).toEqual([])
  expect(await at('深圳市南山区示例路28号', '深圳市南山区')).toEqual([])
})

test('a name with other brackets or spaces is no contradiction, another name is one', async () => {
  const named = (after: string) =>
    contradictions({ changes: [{ item: '名称变更', before: '甲公司', after, changed_on: '2020-01-01' }] })
  expect(await named('甲建设 (北京) 有限公司')).toEqual([])
  expect(await named('乙置业有限公司')).toMatchObject([{ kind: 'name', other_says: '乙置业有限公司' }])
})

const listed = (id: string, decided_on: string, more: Row = {}): Row => ({
  document_id: id,
  decided_on,
  case_number: `（2023）京0108民初${id}号`,
  case_number_key: `(2023)京0108民初${id}号`,
  document_kind: '判决书',
  role: 'defendant',
  ...more,
})

test('a deregistered enterprise is no party to a later document; each case stands once', async () => {
  const registration = { status: '注销', approved_on: '2023-01-10' }
  const documents = [
    listed('1', '2022-05-01'),
    listed('2', '2023-02-01'),
    listed('2', '2023-03-01', { document_id: '3' }),
    listed('4', '2023-04-01', { role: null }),
  ]
  expect(await contradictions({ registration, documents })).toEqual([
    {
      kind: 'deregistered',
      one_says: '注销（核准日期 2023-01-10）',
      other_says: '（2023）京0108民初2号 判决书',
      happened_on: '2023-03-01',
      row_key: '3',
    },
  ])
})

test('the day of a change of 注销 counts before the last approval, and the day of the answer where there is neither', async () => {
  const documents = [listed('1', '2023-02-01')]
  const changes = [{ item: '注销登记', after: '准予注销', changed_on: '2023-06-01' }]
  expect(
    await contradictions({ registration: { status: '注销', approved_on: '2023-01-10' }, documents, changes }),
  ).toMatchObject([{ kind: 'approval', one_says: '核准日期 2023-01-10', other_says: '注销登记' }])
  expect(await contradictions({ registration: { status: '注销' }, documents })).toEqual([])
  expect(
    await contradictions({ registration: { status: '注销' }, documents: [listed('1', '2026-03-02')] }),
  ).toMatchObject([{ one_says: '注销（取得日期 2026-03-01）' }])
})

test('a document of before its beginning may mean another of its name; each case stands once', async () => {
  const documents = [
    listed('1', '2019-05-01'),
    listed('2', '2019-06-11'),
    listed('3', '2018-05-01', { role: null }),
  ]
  expect(await contradictions({ registration: { established_on: '2019-06-11' }, documents })).toEqual([
    {
      kind: 'established',
      one_says: '成立日期 2019-06-11',
      other_says: '（2023）京0108民初1号 判决书',
      happened_on: '2019-05-01',
      row_key: '1',
    },
  ])
})

test('a revoked licence leaves the enterprise a party', async () => {
  const registration = { status: '吊销，未注销', approved_on: '2023-01-10' }
  expect(await contradictions({ registration, documents: [listed('1', '2024-01-01')] })).toEqual([])
})

const share = (amount: number | null, percent: number | null, more: Row = {}): Row => ({
  name: '张三',
  subscribed_text: amount === null ? null : `${amount / 10_000}万元人民币`,
  subscribed_amount: amount,
  subscribed_currency: amount === null ? null : 'CNY',
  share_percent: percent,
  ...more,
})

test.each([
  [
    'more than the capital in all',
    [share(3_000_000, 56.6), share(2_300_000, 43.4)],
    ['total_capital', '530万元人民币'],
  ],
  [
    'less, by all shareholders',
    [share(300_000, 59.4), share(205_000, 40.6)],
    ['total_capital', '50.5万元人民币'],
  ],
  [
    'more by one, others not stated',
    [share(4_200_000, 50), share(null, 50)],
    ['shareholder_capital', '张三 420万元人民币'],
  ],
  [
    'as much but for rounding',
    [share(333_300, 33.33), share(333_300, 33.33), share(333_300, 33.34)],
    undefined,
  ],
  [
    'in other parts than the shares',
    [share(700_000, 50), share(300_000, 50, { name: '李四' })],
    ['share_percents', '张三 70.0%、李四 30.0%'],
  ],
  [
    'less than was paid in',
    [
      share(1_000_000, 100, {
        paid_in_amount: 1_500_000,
        paid_in_currency: 'CNY',
        paid_in_text: '150万元人民币',
      }),
    ],
    ['paid_in', '150万元人民币'],
  ],
  ['less, by some shareholders', [share(300_000, 30)], undefined],
  ['another currency', [share(3_000_000, 100, { subscribed_currency: 'USD' })], undefined],
])('subscribed capital: %s', async (_, shareholders, expected) => {
  const registration = {
    registered_capital: '100万元人民币',
    registered_amount: 1_000_000,
    registered_currency: 'CNY',
  }
  const found = await contradictions({ registration, shareholders })
  expect(found.map(({ kind, other_says }) => [kind, other_says])).toEqual(
    expected === undefined ? [] : [expected],
  )
})

const page = (more: Row): Row => ({
  subject: 'id:e1',
  sweep: 1,
  page_no: 1,
  is_found: true,
  enterprise_name: '甲建设(北京)有限公司',
  declared_total: 2,
  page_size: 30,
  has_more: false,
  document_ids: ['d1', 'd2'],
  ids_digest: 'd1,d2',
  ...more,
})

test('a list that was read to its end and has another total, or another name, contradicts', async () => {
  expect(await contradictions({ pages: [page({})] })).toEqual([])
  expect(await contradictions({ pages: [page({ declared_total: 3 })] })).toMatchObject([
    { kind: 'list_total', one_says: '3', other_says: '2' },
  ])
  expect(await contradictions({ pages: [page({ enterprise_name: '乙公司' })] })).toMatchObject([
    { kind: 'list_name', one_says: '甲建设（北京）有限公司', other_says: '乙公司' },
  ])
})
