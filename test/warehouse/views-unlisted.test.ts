import { insert, type Row } from './litigation-world.ts'
import { type Into, type Scene, stage } from './scenes.ts'

/* Case numbers of the same dispute that texts cite and the list does not have. */

const states = stage()
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

async function hold(into: Into, documents: readonly Held[]): Promise<void> {
  for (const [at, { number, origin, cites = [], listed }] of documents.entries()) {
    const document_id = `d${at + 1}`
    const key = { case_id: document_id, library: 'ptal' }
    await insert(into, 'enterprise_documents', {
      enterprise_id: 'e1',
      document_id,
      case_number: number,
      case_number_key: number,
      number_category: categories[kindOf(number)],
      number_procedure: procedures[kindOf(number)],
      role: 'defendant',
      ...listed,
    })
    await insert(into, 'cases', {
      ...key,
      case_number_key: number,
      category: categories[kindOf(number)],
      procedure: procedures[kindOf(number)],
      origin_number_key: origin ?? number,
    })
    for (const [index, [cited, source]] of cites.entries())
      await insert(into, 'case_references', {
        ...key,
        ordinal: index + 1,
        number: cited,
        number_key: cited,
        number_category: categories[kindOf(cited)],
        number_procedure: procedures[kindOf(cited)],
        source,
      })
  }
}

/** Number, stage, relation and citing documents of what these lack. */
const unlisted = (...documents: readonly Held[]): Scene => ({
  sql: "SELECT case_number_key, stage, relation, cited_by FROM unlisted_cases WHERE enterprise_id = 'e1' ORDER BY ALL",
  tell: (into) => hold(into, documents),
})

const citing = { number: appeal, origin: first, cites: [[first, 'content']] } as const
const citingToo: Held = { number: enforcement, origin: first, cites: [[first, 'litigation_record']] }

states(
  'the first instance that an appeal and its enforcement cite and the list lacks stands once, with both',
  [unlisted(citing, citingToo), [`${first} | first instance | earlier | d1, d2`]],
)

states(
  'an appeal that the record of its first instance names is a later one, whatever names it later',
  [unlisted({ number: first, cites: [[appeal, 'litigation_record']] }), [`${appeal} | appeal | later | d1`]],
  [
    unlisted(
      { number: first, cites: [[appeal, 'litigation_record']] },
      { number: enforcement, origin: first, cites: [[appeal, 'litigation_record']] },
    ),
    [`${appeal} | appeal | later | d1, d2`],
  ],
)

const masked: Row = { case_number: '(2020)京0105民初×××号', case_number_key: null }
states(
  'a number that the list has, or masks while its full text gives it, is not missing from it',
  [unlisted({ number: first }, citing), []],
  [unlisted({ number: first, listed: masked }, citing), []],
)

states(
  'another case that a text only mentions is of another dispute',
  [unlisted({ number: first, cites: [['(2019)京0105民初9号', 'content']] }), []],
  [unlisted({ number: first, cites: [['(2019)京0105执9号', 'litigation_record']] }), []],
)
