import { expect, test } from 'vitest'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert } from './litigation-world.ts'

/* Whether what a first instance ordered took effect, by what came after it. */

interface Review {
  readonly procedure: string
  readonly outcome: string | null
  readonly on: string
}

/** Effectiveness and reason of a first judgment of 2020-01-01 over 100 yuan, and of the reviews that order a sum too. */
async function after(...reviews: Review[]): Promise<unknown[][]> {
  await using database = await emptyWarehouse()
  await insert(database, 'enterprises', { enterprise_id: 'e1', name_key: '甲' })
  const documents = [{ procedure: '一审', outcome: 'granted', on: '2020-01-01' }, ...reviews]
  for (const [index, { procedure, outcome, on }] of documents.entries()) {
    const id = `d${index}`
    const number = { case_number: `${index}号`, case_number_key: `${index}号`, number_procedure: procedure }
    const text = { ...number, outcome, decided_on: on }
    await insert(database, 'enterprise_documents', {
      enterprise_id: 'e1',
      document_id: id,
      role: 'defendant',
      ...text,
    })
    await insert(database, 'cases', {
      case_id: id,
      library: 'ptal',
      origin_number_key: index === 0 ? '0号' : `${index - 1}号`,
      ...text,
    })
    await insert(database, 'case_amounts', {
      case_id: id,
      library: 'ptal',
      ordinal: 1,
      part: 'order',
      role: '本金',
      amount: '100.00',
      is_ordered: index === 0 || outcome === 'reversed',
      payer_keys: ['甲'],
    })
  }
  await refreshDerived(database)
  const rows = await database.rows(
    'SELECT document_id, effectiveness, is_counted FROM ordered_payments ORDER BY document_id',
  )
  return rows.map((row) => Object.values(row))
}

const appeal = (outcome: string | null, on = '2020-06-01'): Review => ({ procedure: '二审', outcome, on })
const retrial = (outcome: string | null, on = '2021-06-01'): Review => ({ procedure: '再审', outcome, on })

test.each<[what: string, reviews: Review[], found: unknown[][]]>([
  ['without a listed appeal it counts, and says so', [], [['d0', 'first instance, no appeal held', true]]],
  ['a withdrawn appeal leaves it in force', [appeal('appeal_withdrawn')], [['d0', 'in force', true]]],
  ['remanded it does not count', [appeal('remanded')], [['d0', 'superseded', false]]],
  [
    'what it still orders is not guessed once it was partly reversed',
    [appeal('partly_reversed')],
    [['d0', 'partly superseded', false]],
  ],
  [
    'an appeal whose outcome no rule recognises leaves it unknown whether it took effect',
    [appeal(null)],
    [['d0', 'appealed, result not recognised', false]],
  ],
  [
    'a retrial that reverses supersedes the appeal and what it upheld',
    [appeal('reversed'), retrial('reversed')],
    [
      ['d0', 'superseded', false],
      ['d1', 'superseded', false],
      ['d2', 'final', true],
    ],
  ],
  [
    'a decision on an earlier judgment does not touch it',
    [appeal('remanded', '2019-06-01')],
    [['d0', 'first instance, no appeal held', true]],
  ],
])('a judgment of first instance: %s', async (_, reviews, found) => {
  expect(await after(...reviews)).toEqual(found)
})

test('a document that is listed under two ids orders its sum once', async () => {
  await using database = await emptyWarehouse()
  await insert(database, 'enterprises', { enterprise_id: 'e1', name_key: '甲' })
  for (const id of ['a1', 'a2']) {
    const text = {
      case_number_key: '1号',
      number_procedure: '一审',
      outcome: 'granted',
      decided_on: '2020-01-01',
    }
    await insert(database, 'enterprise_documents', {
      enterprise_id: 'e1',
      document_id: id,
      role: 'defendant',
      document_kind: '判决书',
      ...text,
    })
    await insert(database, 'cases', { case_id: id, library: 'ptal', origin_number_key: '1号', ...text })
    const sum = {
      role: '本金',
      amount: '100.00',
      is_ordered: true,
      payer_keys: ['甲'],
      part: 'order',
      ordinal: 1,
    }
    await insert(database, 'case_amounts', { case_id: id, library: 'ptal', ...sum })
  }
  await refreshDerived(database)
  expect(
    await database.rows('SELECT is_counted, not_counted_because FROM ordered_payments ORDER BY is_counted'),
  ).toEqual([
    { is_counted: false, not_counted_because: 'stands in another copy of this document' },
    { is_counted: true, not_counted_because: null },
  ])
})

test('a claim counts only in a case that is known to be open', async () => {
  await using database = await emptyWarehouse()
  for (const [id, outcome] of [
    ['d1', 'jurisdiction'],
    ['d2', null],
  ]) {
    const text = { case_number_key: `${id}号`, number_procedure: '一审', outcome }
    await insert(database, 'enterprise_documents', {
      enterprise_id: 'e1',
      document_id: id,
      role: 'defendant',
      ...text,
    })
    await insert(database, 'cases', { case_id: id, library: 'ptal', origin_number_key: `${id}号`, ...text })
    const sum = { role: '标的', amount: '100.00', is_ordered: false, part: 'claim', ordinal: 1 }
    await insert(database, 'case_amounts', { case_id: id, library: 'ptal', ...sum })
  }
  await refreshDerived(database)
  expect(
    await database.rows('SELECT document_id, not_counted_because AS why FROM claimed_payments ORDER BY ALL'),
  ).toEqual([
    { document_id: 'd1', why: null },
    { document_id: 'd2', why: 'outcome not recognised' },
  ])
})

/** Effectiveness of a published first judgment of 2012 whose text goes on with these words. */
async function toldAfterwards(words: string, library: 'qwal' | 'ptal' = 'qwal'): Promise<unknown> {
  await using database = await emptyWarehouse()
  const number = {
    case_number: '（2012）甲民初字第8号',
    case_number_key: '(2012)甲民初字第8号',
    case_year: 2012,
  }
  const document = { ...number, number_procedure: '一审', outcome: 'granted', decided_on: '2012-03-01' }
  const key = { case_id: 'd', library }
  await insert(database, 'enterprises', { enterprise_id: 'e1', name_key: '甲' })
  await insert(database, 'enterprise_documents', {
    enterprise_id: 'e1',
    document_id: 'd',
    role: 'defendant',
    ...document,
  })
  await insert(database, 'cases', { ...key, ...document, content: `甲民初字第8号判决：甲返还15元。${words}` })
  const later = ['(2011)乙民终字第1号', '(2013)乙民终字第38号'].map((number_key, index) => ({
    number_key,
    ordinal: index + 1,
  }))
  for (const reference of words === '' ? later.slice(0, 1) : later)
    await insert(database, 'case_references', {
      ...key,
      ...reference,
      number: reference.number_key,
      number_procedure: '二审',
    })
  const sum = { ordinal: 1, part: 'order', amount: '15.00', is_ordered: true, payer_keys: ['甲'] }
  await insert(database, 'case_amounts', { ...key, ...sum })
  await refreshDerived(database)
  const [row] = await database.rows('SELECT effectiveness, is_counted FROM ordered_payments')
  return row === undefined ? undefined : Object.values(row)
}

test('a published judgment that tells of its appeal is none without one', async () => {
  const appeal = '乙高级人民法院作出（2013）乙民终字第38号民事判决：撤销一审判决。'
  expect(await toldAfterwards(appeal)).toEqual(['appealed, result not recognised', false])
  const stands = `${appeal}最高人民法院判决：1.撤销上述判决；2.维持甲市人民法院（2012）甲民初字第8号民事判决。`
  expect(await toldAfterwards(stands)).toEqual(['upheld', true])
  const falls = `${stands}后又撤销甲市人民法院（2012）甲民初字第8号民事判决。`
  expect(await toldAfterwards(falls)).toEqual(['appealed, result not recognised', false])
})

test('an earlier appeal is of another case, and an ordinary judgment knows of none after it', async () => {
  expect(await toldAfterwards('')).toEqual(['first instance, no appeal held', true])
  expect(await toldAfterwards('另见（2013）乙民终字第38号民事判决。', 'ptal')).toEqual([
    'first instance, no appeal held',
    true,
  ])
})
