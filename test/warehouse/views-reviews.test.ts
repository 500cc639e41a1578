import { expect, test } from 'vitest'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, type Row } from './litigation-world.ts'

/* Whether what a first instance ordered took effect, by what came after it. */

/** A judgment against 甲 with one sum of its full text. */
interface Judgment {
  readonly id: string
  /** What the list and the full text say of it. */
  readonly stated: Row
  readonly listed?: Row
  readonly text?: Row
  readonly sum: Row
  readonly references?: readonly Row[]
}

/** Rows of a SELECT over these judgments. */
async function rowsOf(sql: string, judgments: readonly Judgment[]): Promise<unknown[][]> {
  await using database = await emptyWarehouse()
  await insert(database, 'enterprises', { enterprise_id: 'e1', name_key: '甲' })
  for (const { id, stated, listed, text, sum, references = [] } of judgments) {
    const document = { enterprise_id: 'e1', document_id: id, role: 'defendant' }
    const key = { case_id: id, library: text?.library ?? 'ptal' }
    const amount = { amount: '100.00', payer_keys: ['甲'], ...sum }
    await insert(database, 'enterprise_documents', { ...document, ...stated, ...listed })
    await insert(database, 'cases', { ...key, ...stated, ...text })
    await insert(database, 'case_amounts', { ...key, ordinal: 1, ...amount })
    for (const [index, reference] of references.entries())
      await insert(database, 'case_references', { ...key, ordinal: index + 1, ...reference })
  }
  await refreshDerived(database)
  return (await database.rows(sql)).map((row) => Object.values(row))
}

const ordered = { part: 'order', role: '本金', is_ordered: true }

interface Review {
  readonly procedure: string
  readonly outcome: string | null
  readonly on: string
}

/** Effectiveness and reason of a first judgment of 2020-01-01 over 100 yuan, and of the reviews that order a sum too. */
function after(...reviews: Review[]): Promise<unknown[][]> {
  const documents = [{ procedure: '一审', outcome: 'granted', on: '2020-01-01' }, ...reviews]
  return rowsOf(
    'SELECT document_id, effectiveness, is_counted FROM ordered_payments ORDER BY document_id',
    documents.map(({ procedure, outcome, on }, index) => {
      const number = { case_number: `${index}号`, case_number_key: `${index}号`, number_procedure: procedure }
      return {
        id: `d${index}`,
        stated: { ...number, outcome, decided_on: on },
        text: { origin_number_key: index === 0 ? '0号' : `${index - 1}号` },
        sum: { ...ordered, is_ordered: index === 0 || outcome === 'reversed' },
      }
    }),
  )
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
  const day = { outcome: 'granted', decided_on: '2020-01-01' }
  const copy = {
    stated: { case_number_key: '1号', number_procedure: '一审', ...day },
    listed: { document_kind: '判决书' },
    text: { origin_number_key: '1号' },
    sum: ordered,
  }
  expect(
    await rowsOf('SELECT is_counted, not_counted_because FROM ordered_payments ORDER BY is_counted', [
      { id: 'a1', ...copy },
      { id: 'a2', ...copy },
    ]),
  ).toEqual([
    [false, 'stands in another copy of this document'],
    [true, null],
  ])
})

test('a claim counts only in a case that is known to be open', async () => {
  const claimIn = (id: string, outcome: string | null): Judgment => ({
    id,
    stated: { case_number_key: `${id}号`, number_procedure: '一审', outcome },
    text: { origin_number_key: `${id}号` },
    sum: { role: '标的', is_ordered: false, part: 'claim', payer_keys: null },
  })
  expect(
    await rowsOf('SELECT document_id, not_counted_because FROM claimed_payments ORDER BY ALL', [
      claimIn('d1', 'jurisdiction'),
      claimIn('d2', null),
    ]),
  ).toEqual([
    ['d1', null],
    ['d2', 'outcome not recognised'],
  ])
})

/** Effectiveness of a published first judgment of 2012 whose text goes on with these words. */
async function toldAfterwards(words: string, library: 'qwal' | 'ptal' = 'qwal'): Promise<unknown> {
  const appeal = (number: string) => ({ number, number_key: number, number_procedure: '二审' })
  const [earlier, later] = [appeal('(2011)乙民终字第1号'), appeal('(2013)乙民终字第38号')]
  const number = {
    case_number: '（2012）甲民初字第8号',
    case_number_key: '(2012)甲民初字第8号',
    case_year: 2012,
  }
  const judgment = {
    id: 'd',
    stated: { ...number, number_procedure: '一审', outcome: 'granted', decided_on: '2012-03-01' },
    text: { library, content: `甲民初字第8号判决：甲返还15元。${words}` },
    sum: { part: 'order', is_ordered: true },
    references: words === '' ? [earlier] : [earlier, later],
  }
  const [row] = await rowsOf('SELECT effectiveness, is_counted FROM ordered_payments', [judgment])
  return row
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
