import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/warehouse/database.ts'
import { insert, type Row, rowsOf, subject, type Told, tellMore, toldOf } from './litigation-world.ts'

/** An enforcement document by which 庚 enforces against the subject, unless it says otherwise. */
const document = (id: string, number: string, more: Partial<Told> = {}): Told =>
  toldOf([id, number, '2024-06-01', '庚材料有限公司', subject, 'enforcement_suspended'], more)

const entry = (kind: string | null, number: string | null, more: Row = {}): Row => ({
  enterprise_id: 'e1',
  kind,
  case_number: number,
  case_number_key: number,
  number_category: number === null ? null : '执行案件',
  currency: more.amount === undefined ? null : 'CNY',
  ...more,
})

/** Tells documents, which have sides, and entries of the registration. */
const told =
  (...parts: readonly (Told | Row)[]) =>
  async (database: Database) => {
    const [documents, entries] = [parts.filter(isDocument), parts.filter((part) => !isDocument(part))]
    for (const each of documents) await tellMore(database, each, [])
    for (const [index, row] of entries.entries())
      await insert(database, 'enterprise_risks', { ordinal: index + 1, ...row })
  }

const isDocument = (part: Told | Row): part is Told => 'plaintiff' in part

const asked = (columns: string, where = "case_key LIKE '(2024)%'"): string =>
  `SELECT ${columns} FROM enforcement_cases WHERE ${where} ORDER BY case_key`

const number = '(2024)京0105执11号'

describe('entries of the registration and documents about one case are one row', () => {
  test('with both sources, its sum from the registration and its state from the document', async () => {
    const rows = await rowsOf(
      asked('role, state, amount, is_counted, sources, document_ids'),
      told(document('x1', number), entry('被执行人', number, { amount: '174000.00' })),
    )
    expect(rows).toEqual([
      ['defendant', 'ended_unpaid', '174000.00', true, ['registration', 'documents'], ['x1']],
    ])
  })

  test('of several entries about it the largest sum counts, never the worth of frozen shares, and every mark shows', async () => {
    const rows = await rowsOf(
      asked('state, amount, is_dishonest, is_restricted, is_share_frozen, len(entries)::INTEGER'),
      told(
        entry('被执行人', number, { amount: '500.00' }),
        entry('失信被执行人', number, { amount: '500.00' }),
        entry('限制高消费', number),
        entry('股权冻结', number, { amount: '9000.00' }),
      ),
    )
    expect(rows).toEqual([['open', '500.00', true, true, true, 4]])
  })

  test('what is unpaid has its currency without a sum to be enforced', async () => {
    const rows = await rowsOf(
      asked('state, amount, currency, unpaid'),
      told(entry('终本案件', number, { unpaid: '900.00', currency: 'CNY' })),
    )
    expect(rows).toEqual([['ended_unpaid', null, 'CNY', '900.00']])
  })

  test('a case that one source alone knows stands by itself', async () => {
    const rows = await rowsOf(
      asked('case_key, state, amount, sources'),
      told(
        document('x1', number, { outcome: 'seized' }),
        entry('被执行人', '(2024)京0105执12号', { amount: '900.00' }),
      ),
    )
    expect(rows).toEqual([
      [number, 'open', null, ['documents']],
      ['(2024)京0105执12号', 'open', '900.00', ['registration']],
    ])
  })
})

describe('a termination of this enforcement is never settled', () => {
  test.each([
    ['an entry of 终本', [entry('终本案件', number, { amount: '800.00' })], 'enforcement_ended'],
    [
      'a status of 终结本次执行',
      [entry('被执行人', number, { status: '终结本次执行' })],
      'enforcement_ended',
    ],
    ['a document', [entry('被执行人', number)], 'enforcement_suspended'],
  ])('when %s says so, whatever else is said', async (_, entries, outcome) => {
    const rows = await rowsOf(asked('state'), told(document('x1', number, { outcome }), ...entries))
    expect(rows).toEqual([['ended_unpaid']])
  })

  test('what was collected is taken off, what is unpaid is as stated, and nothing is guessed', async () => {
    const rows = await rowsOf(
      asked('amount, collected, unpaid'),
      told(
        entry('终本案件', '(2024)京0105执1号', { amount: '800.00', collected: '150.00' }),
        entry('终本案件', '(2024)京0105执2号', { amount: '800.00', collected: '150.00', unpaid: '700.00' }),
        entry('终本案件', '(2024)京0105执3号', { amount: '800.00' }),
        entry('被执行人', '(2024)京0105执4号', { amount: '800.00', status: '执行完毕' }),
      ),
    )
    expect(rows).toEqual([
      ['800.00', '150.00', '650.00'],
      ['800.00', '150.00', '700.00'],
      ['800.00', null, null],
      ['800.00', null, '0.00'],
    ])
  })
})

test('a resumed enforcement restates the sum: that of the case before it does not count again', async () => {
  const first = '(2024)京0105执11号'
  const resumed = '(2024)京0105执恢12号'
  const rows = await rowsOf(
    asked('case_key, state, amount, is_counted'),
    told(
      document('x1', first),
      document('x2', resumed, { on: '2024-09-01', origin: first, outcome: 'seized' }),
      entry('被执行人', first, { amount: '700.00', filed_on: '2024-01-05' }),
      entry('被执行人', resumed, { amount: '650.00', filed_on: '2024-08-05' }),
    ),
  )
  expect(rows).toEqual([
    [first, 'ended_unpaid', '700.00', false],
    [resumed, 'open', '650.00', true],
  ])
})

test('a case that its resumption names is resumed, though only a later document of it is listed', async () => {
  const resumed = '(2024)京0105执恢12号'
  const cases = told(
    document('x1', number, { on: '2024-10-01' }),
    document('x2', resumed, { on: '2024-09-01', origin: number, outcome: 'seized' }),
  )
  const saying = (kind: string) => async (database: Database) => {
    await cases(database)
    const statement = {
      kind,
      number,
      number_key: number,
      items: [],
      is_decided: false,
      evidence: `${number}${kind}`,
    }
    await insert(database, 'case_statements', { case_id: 'x2', library: 'ptal', ordinal: 1, ...statement })
  }
  const columns = asked('case_key, is_counted, resumed_by')
  expect(await rowsOf(columns, saying('恢复执行'))).toEqual([
    [number, false, resumed],
    [resumed, true, null],
  ])
  expect(await rowsOf(columns, saying('终本'))).toContainEqual([number, true, null])
})

test('preservation is its own state, and neither it nor an objection has a sum that counts', async () => {
  const rows = await rowsOf(
    asked('case_key, state, is_counted'),
    told(
      document('x1', '(2024)京0105执保1号', { outcome: 'seized' }),
      document('x2', '(2024)京0105执异2号', {
        outcome: 'objection_refused',
        plaintiff: subject,
        defendant: '庚材料有限公司',
      }),
    ),
  )
  expect(rows).toEqual([
    ['(2024)京0105执保1号', 'preservation', false],
    ['(2024)京0105执异2号', 'review', false],
  ])
})

test('a mark that was lifted is none, and an entry about something else is no enforcement case', async () => {
  const rows = await rowsOf(
    asked('case_key, is_dishonest, is_restricted', "case_key NOT LIKE '(202_)%民%' AND len(entries) > 0"),
    told(
      entry('失信被执行人', '(2024)京0105执1号', { status: '已移出' }),
      entry('限制消费令', null, {}),
      entry('股权出质', null, {}),
      entry('行政处罚', null, {}),
    ),
  )
  expect(rows).toEqual([
    ['(2024)京0105执1号', false, false],
    [expect.stringMatching(/^entry \d+$/), false, true],
  ])
})

test('where the registration has no sum, the last document that states one gives it', async () => {
  const payer = { payers: [subject], payer_keys: [subject] }
  const sum = { role: '标的', amount: '4200.00', currency: 'CNY', is_ordered: false, ...payer }
  const rows = await rowsOf(asked('amount, currency, sources'), (database) =>
    tellMore(database, document('x1', number), [{ ...sum, evidence: '划拨被执行人银行存款4200元。' }]),
  )
  expect(rows).toEqual([['4200.00', 'CNY', ['documents']]])
})

test('what it enforces against others is on its own side', async () => {
  const rows = await rowsOf(
    asked('role, state'),
    told(document('x1', number, { plaintiff: subject, defendant: '庚材料有限公司' })),
  )
  expect(rows).toEqual([['plaintiff', 'ended_unpaid']])
})
