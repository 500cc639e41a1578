import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/warehouse/database.ts'
import { answersBehind, columnsOf } from '../../src/warehouse/schema.ts'
import { whenAllOver } from '../support/folder.ts'
import { insert, type Row, rowsOf, subject, tellMore, toldOf } from './litigation-world.ts'

type World = readonly (readonly [table: string, row: Row])[]

const worlds: World[] = []
const story: (readonly unknown[])[] = []
const flags: unknown[][][] = []

/** Rules that fire on an enterprise of its own, to be asked for in a test: all stand beside the story in one warehouse. */
function fired(world: World): () => unknown[][] {
  const at = worlds.push(world) - 1
  return () => flags[at] ?? []
}
const firedOn = (...all: readonly World[]) => {
  const asked = all.map(fired)
  return () => asked.map((told) => told())
}

const whenOver = whenAllOver()
beforeAll(async () => {
  const all = await rowsOf(
    'SELECT enterprise_id, flag, level, row_key FROM red_flags ORDER BY rank, row_key',
    async (database: Database) => {
      for (const [at, rows] of worlds.entries())
        for (const [table, row] of rows) {
          const isOfOne = 'enterprise_id' in columnsOf(table)
          await insert(database, table, isOfOne ? { enterprise_id: `w${at}`, ...row } : row)
        }
      const listed = [
        'x1',
        '(2024)京0105执11号',
        '2024-06-01',
        '庚材料有限公司',
        subject,
        'listed_dishonest',
      ] as const
      await tellMore(database, toldOf([...listed]), [])
    },
    whenOver,
  )
  const of = (enterprise: string) => all.filter(([id]) => id === enterprise).map(([, ...row]) => row)
  flags.push(...worlds.map((_, at) => of(`w${at}`)))
  story.push(...of('e1'))
})

const enterprise = (more: Row = {}) =>
  ['enterprises', { name: '辛餐饮有限公司', name_key: '辛餐饮有限公司', ...more }] as const
const risk = (ordinal: number, kind: string, more: Row = {}) =>
  ['enterprise_risks', { ordinal, kind, ...more }] as const
const change = (ordinal: number, item: string, on: string) =>
  ['enterprise_changes', { ordinal, item, changed_on: on }] as const
const document = (id: string, more: Row) =>
  [
    'enterprise_documents',
    {
      document_id: id,
      case_number: id,
      case_number_key: id,
      role: 'defendant',
      number_procedure: '一审',
      decided_on: '2024-05-01',
      ...more,
    },
  ] as const

const sued = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    document(`s${at}`, { number_category: '民事案件', cause: '买卖合同纠纷' }),
  )

{
  const [revoked, deregistered] = ['revoked', 'deregistered'].map((flag) => [flag, 'high', 'status'])
  const expected: Record<string, unknown> = {
    '吊销，未注销': [revoked],
    已吊销并注销: [revoked, deregistered],
    注销: [deregistered],
    存续: [],
  }
  const all = firedOn(...Object.keys(expected).map((status) => [enterprise({ status })]))
  test('the status of the registration fires where it ends the enterprise, by what it says', () =>
    expect(all()).toEqual(Object.values(expected)))
}

{
  const number = { case_number: '(2024)京0105执1号', case_number_key: '(2024)京0105执1号' }
  const told = fired([
    enterprise({ registered_amount: '1000000.00', registered_currency: 'CNY' }),
    risk(1, '终本案件', { ...number, amount: '600000.00', currency: 'CNY' }),
    risk(2, '失信被执行人', number),
    risk(3, '限制高消费', number),
    risk(4, '股权冻结', number),
    document('(2024)京0105执9号', {
      role: 'plaintiff',
      number_category: '执行案件',
      outcome: 'enforcement_suspended',
    }),
  ])
  test('enforcement against it fires by what its cases are, and not what it enforces itself', () => {
    expect(told().map(([flag]) => flag)).toEqual([
      'dishonest',
      'ended_unpaid',
      'restricted',
      'unpaid_against_capital',
      'frozen_shares',
    ])
    expect(new Set(told().map(([, , key]) => key))).toEqual(new Set(['(2024)京0105执1号']))
  })
}

/** An enterprise with a capital of a million, of which this is to be enforced. */
const enforced = (amount: string): World => [
  enterprise({ registered_amount: '1000000.00', registered_currency: 'CNY' }),
  risk(1, '被执行人', { amount, currency: 'CNY' }),
]

const halves = firedOn(enforced('499999.00'), enforced('500000.00'))
test('what is to be enforced fires from half of the capital on', () => {
  expect(halves().map((flags) => flags.some(([flag]) => flag === 'unpaid_against_capital'))).toEqual([
    false,
    true,
  ])
})

{
  const bankruptcy = { number_category: '强制清算与破产案件', number_procedure: null }
  const told = fired([
    enterprise(),
    document('b1', { ...bankruptcy, outcome: 'bankruptcy_accepted' }),
    document('b2', { ...bankruptcy, outcome: 'bankruptcy_accepted', role: 'plaintiff' }),
    document('b3', { ...bankruptcy, outcome: 'bankruptcy_refused' }),
  ])
  test('bankruptcy fires on its own cases, not on those where it is the creditor or the court refused', () =>
    expect(told()).toEqual([['bankruptcy', 'high', 'b1']]))
}

const fourAndFive = firedOn([enterprise(), ...sued(4)], [enterprise(), ...sued(5)])
test('being sued fires from five cases in one year on, each of them a row', () => {
  const [four, five = []] = fourAndFive()
  expect(four).toEqual([])
  expect(five.map(([flag, , key]) => `${flag} ${key}`)).toEqual(
    ['s0', 's1', 's2', 's3', 's4'].map((key) => `sued_often ${key}`),
  )
})

{
  const labour = { number_category: '民事案件', cause: '追索劳动报酬纠纷' }
  const owed = (id: string) =>
    [
      'document_amounts',
      {
        document_id: id,
        ordinal: 1,
        role: '劳动报酬',
        amount: '5000.00',
        currency: 'CNY',
        is_ordered: true,
        payer_keys: ['辛餐饮有限公司'],
      },
    ] as const
  const told = fired([
    enterprise(),
    document('w1', { ...labour, outcome: 'granted' }),
    owed('w1'),
    document('w2', { ...labour, outcome: 'withdrawn' }),
    document('w3', { ...labour, role: 'plaintiff', outcome: 'dismissed' }),
    owed('w3'),
    document('w4', { ...labour, outcome: 'transferred' }),
    document('w5', { ...labour, cause: '买卖合同纠纷', outcome: 'granted' }),
    owed('w5'),
    document('(2024)京0105执异6号', {
      ...labour,
      number_category: '执行案件',
      outcome: 'objection_refused',
    }),
  ])
  test('wages fire on what is decided to be paid to employees, whoever sued, and not on what ended without it', () =>
    expect(told()).toEqual([
      ['wages', 'medium', '(2024)京0105执异6号'],
      ['wages', 'medium', 'w1'],
      ['wages', 'medium', 'w3'],
    ]))
}

{
  const civil = { number_category: '民事案件', cause: '保证合同纠纷', outcome: 'granted' }
  const text = (id: string) =>
    [
      'cases',
      {
        case_id: id,
        library: 'ptal',
        case_number_key: id,
        number_procedure: '一审',
        outcome: 'granted',
        decided_on: '2024-05-01',
      },
    ] as const
  const liable = (id: string, evidence: string) =>
    [
      'case_liabilities',
      { case_id: id, library: 'ptal', ordinal: 1, kind: '连带', name_keys: ['辛餐饮有限公司'], evidence },
    ] as const
  const told = fired([
    enterprise(),
    document('g1', civil),
    text('g1'),
    liable('g1', '辛餐饮有限公司对上述债务承担连带清偿责任'),
    document('g2', civil),
    document('g3', { ...civil, cause: '机动车交通事故责任纠纷' }),
    text('g3'),
    liable('g3', '辛餐饮有限公司承担连带赔偿责任'),
  ])
  test('guarantees fire on a liability that was decided, never on the cause', () =>
    expect(told()).toEqual([['guarantees', 'medium', 'g1']]))
}

{
  const told = fired([
    enterprise(),
    risk(1, '行政处罚', { court: '某市生态环境局', description: '超标排放' }),
    risk(2, '行政处罚', { court: '某市城市管理局' }),
    risk(3, '经营异常', { status: '已移出' }),
    risk(4, '经营异常'),
    risk(5, '股权出质'),
  ])
  test('entries of the registration fire by what they say, those that were lifted do not', () =>
    expect(told()).toEqual([
      ['penalties', 'medium', '1'],
      ['irregular', 'medium', '4'],
      ['guarantees', 'medium', '5'],
    ]))
}

{
  const told = fired([
    enterprise(),
    change(1, '法定代表人变更', '2015-01-01'),
    change(2, '法定代表人变更', '2020-01-01'),
    change(3, '法定代表人（负责人）变更', '2021-06-01'),
    change(4, '住所变更', '2015-01-01'),
    change(5, '住所变更', '2018-01-01'),
  ])
  test('changes fire when they follow each other within two years', () =>
    expect(told()).toEqual([
      ['representatives', 'low', '2'],
      ['representatives', 'low', '3'],
    ]))
}

describe('thresholds that a job sets', () => {
  const seen = (...runs: readonly (readonly [id: string, thresholds: object | null])[]) =>
    runs.flatMap(([id, thresholds]) => [
      ['runs', { run_id: id, red_flags: thresholds && JSON.stringify(thresholds) }] as const,
      ['flag_history', { run_id: id, flags: [] }] as const,
    ])
  const namesOn = (...worlds: readonly World[]) => {
    const told = firedOn(...worlds)
    return () => told().map((flags) => [...new Set(flags.map(([flag]) => flag))])
  }
  const changes = [change(1, '住所变更', '2015-01-01'), change(2, '住所变更', '2015-03-01')]
  const world = [enterprise(), ...sued(3), ...changes]
  const three = { cases_as_defendant: 3 }
  const ofRuns = namesOn(
    world,
    [...world, ...seen(['r1', three])],
    [...world, ...seen(['r2', { ...three, registration_changes: 3 }])],
    [...world, ...seen(['r3', { cases_as_defendant: 4, months: 1 }])],
    [...world, ...seen(['r4', three], ['r5', null])],
  )
  const fifth = enforced('200000.00')
  const ofShares = namesOn(
    [...fifth, ...seen(['r6', { share_of_capital: 0.2 }])],
    [...fifth, ...seen(['r7', { share_of_capital: 0.21 }])],
  )
  const ofAnother = fired([
    enterprise(),
    ...sued(3),
    ['runs', { run_id: 'r9', red_flags: '{"cases_as_defendant":1}' }],
    ['flag_history', { enterprise_id: 'e9', run_id: 'r9', flags: [] }],
  ])

  test('count for the enterprises of its last run, and what it does not set is as usual', () =>
    expect(ofRuns()).toEqual([['addresses'], ['sued_often', 'addresses'], ['sued_often'], [], ['addresses']]))

  test('of a share of the capital are exact', () =>
    expect(ofShares()).toEqual([['unpaid_against_capital'], []]))

  test('of a job do not reach the enterprises of another', () => expect(ofAnother()).toEqual([]))
})

test('the builder of the story has the flags of its documents', () => {
  expect(story.map(([flag, , key]) => [flag, key])).toEqual([
    ['dishonest', '(2024)京0105执11号'],
    ['ended_unpaid', '(2021)京0105执3号'],
  ])
})

test('a view of which a code is called like a view names the answers behind it', () => {
  expect(answersBehind('red_flags')).toEqual(
    expect.arrayContaining(['cases', 'enterprise_risks', 'enterprises']),
  )
})
