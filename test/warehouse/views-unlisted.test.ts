import { expect, test } from 'vitest'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, type Row } from './litigation-world.ts'

/* Case numbers of the same dispute that texts cite and the list does not have. */

const first = '(2020)京0105民初1号'
const appeal = '(2020)京03民终2号'
const enforcement = '(2021)京0105执3号'

const categories = { 民初: '民事案件', 民终: '民事案件', 执: '执行案件' } as const
const procedures = { 民初: '一审', 民终: '二审', 执: '执行' } as const

const kindOf = (number: string) => (/民初|民终|执/.exec(number)?.[0] ?? '民初') as keyof typeof categories

/** A listed document with its full text, and the numbers that this cites. */
interface Held {
  readonly number: string
  readonly origin?: string
  readonly cites?: readonly (readonly [number: string, source: 'litigation_record' | 'content'])[]
  readonly listed?: Row
}

async function unlisted(...documents: readonly Held[]) {
  await using database = await emptyWarehouse()
  for (const [at, { number, origin, cites = [], listed }] of documents.entries()) {
    const document_id = `d${at + 1}`
    const key = { case_id: document_id, library: 'ptal' }
    await insert(database, 'enterprise_documents', {
      enterprise_id: 'e1',
      document_id,
      case_number: number,
      case_number_key: number,
      number_category: categories[kindOf(number)],
      number_procedure: procedures[kindOf(number)],
      role: 'defendant',
      ...listed,
    })
    await insert(database, 'cases', {
      ...key,
      case_number_key: number,
      category: categories[kindOf(number)],
      procedure: procedures[kindOf(number)],
      origin_number_key: origin ?? number,
    })
    for (const [index, [cited, source]] of cites.entries())
      await insert(database, 'case_references', {
        ...key,
        ordinal: index + 1,
        number: cited,
        number_key: cited,
        number_category: categories[kindOf(cited)],
        number_procedure: procedures[kindOf(cited)],
        source,
      })
  }
  await refreshDerived(database)
  return await database.rows(
    'SELECT case_number_key, stage, relation, cited_by::VARCHAR AS cited_by FROM unlisted_cases ORDER BY ALL',
  )
}

const citing = { number: appeal, origin: first, cites: [[first, 'content']] } as const

test('the first instance that an appeal and its enforcement cite and the list lacks stands once, with both', async () => {
  expect(
    await unlisted(citing, { number: enforcement, origin: first, cites: [[first, 'litigation_record']] }),
  ).toEqual([{ case_number_key: first, stage: 'first instance', relation: 'earlier', cited_by: '[d1, d2]' }])
})

test('an appeal that the record of its first instance names is a later one', async () => {
  expect(await unlisted({ number: first, cites: [[appeal, 'litigation_record']] })).toMatchObject([
    { case_number_key: appeal, relation: 'later' },
  ])
})

test.each<[what: string, listed: Row]>([
  ['has', {}],
  ['masks, while its full text gives it,', { case_number: '(2020)京0105民初×××号', case_number_key: null }],
])('a number that the list %s is not missing from it', async (_, listed) => {
  expect(await unlisted({ number: first, listed }, citing)).toEqual([])
})

test('another case that a text only mentions is of another dispute', async () => {
  expect(await unlisted({ number: first, cites: [['(2019)京0105民初9号', 'content']] })).toEqual([])
  expect(await unlisted({ number: first, cites: [['(2019)京0105执9号', 'litigation_record']] })).toEqual([])
})
