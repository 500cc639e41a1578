import { type Fact, type Row, subject, type Told, toldOf } from './litigation-world.ts'
import { asking, stage } from './scenes.ts'

/* Case numbers of the same dispute that texts cite and the list does not have. */

const states = stage()
const first = '(2020)京0105民初1号'
const appeal = '(2020)京03民终2号'
const enforcement = '(2021)京0105执3号'

/** A listed document with its full text. */
const held = (id: string, number: string, more: Partial<Told> = {}): Told =>
  toldOf([id, number, '2021-05-01', '庚材料有限公司', subject, null], more)

const procedures = { 民初: '一审', 民终: '二审', 执: '执行' } as const
/** What the text of a document cites, in its full text or in the record of its litigation. */
const cites = (case_id: string, number: string, source: 'content' | 'litigation_record'): Fact => {
  const kind = (/民初|民终|执/.exec(number)?.[0] ?? '民初') as keyof typeof procedures
  const number_category = kind === '执' ? '执行案件' : '民事案件'
  const of = { number, number_key: number, number_category, number_procedure: procedures[kind] }
  return ['case_references', { case_id, library: 'ptal', source, ...of }]
}

/** Number, stage, relation and citing documents of what these lack. */
const unlisted = asking('case_number_key, stage, relation, cited_by', 'unlisted_cases')

const citing = [held('d2', appeal, { origin: first }), cites('d2', first, 'content')]
const citingToo = (number: string, source: 'content' | 'litigation_record') => [
  held('d3', enforcement, { origin: first }),
  cites('d3', number, source),
]

states(
  'the first instance that an appeal and its enforcement cite and the list lacks stands once, with both',
  [
    unlisted(...citing, ...citingToo(first, 'litigation_record')),
    [`${first} | first instance | earlier | d2, d3`],
  ],
)

const naming = [held('d1', first), cites('d1', appeal, 'litigation_record')]
states(
  'an appeal that the record of its first instance names is a later one, whatever names it later',
  [unlisted(...naming), [`${appeal} | appeal | later | d1`]],
  [unlisted(...naming, ...citingToo(appeal, 'litigation_record')), [`${appeal} | appeal | later | d1, d3`]],
)

const masked: Row = { case_number: '(2020)京0105民初×××号', case_number_key: null }
states(
  'a number that the list has, or masks while its full text gives it, is not missing from it',
  [unlisted(held('d1', first), ...citing), []],
  [unlisted(held('d1', first, { listed: masked }), ...citing), []],
)

states(
  'another case that a text only mentions is of another dispute',
  [unlisted(held('d1', first), ...citing, cites('d1', '(2019)京0105民初9号', 'content')), []],
  [unlisted(held('d1', first), cites('d1', '(2019)京0105执9号', 'litigation_record')), []],
)
