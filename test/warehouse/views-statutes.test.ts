import { expect, test } from 'vitest'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, lineOf } from './litigation-world.ts'
import { ofStory } from './scenes.ts'

/* Statutes that the full texts cite, in the version that each court applied (docs/domain.md, Versions of law). */

ofStory(
  'an article is told by the version that its documents applied, and how many dated from days of a held version',
  `SELECT citation_key, citations, documents, last_cited_on, article_text, regulation_id, validity, effective_on, end_on,
     documents_under_version, now, is_in_force, documents_unchanged, documents_changed, documents_in_force_then, versions
   FROM cited_articles ORDER BY ALL`,
  // One judgment of the days of each version, whose texts differ: neither in force nor out of it.
  '公司法#20 | 3 | 2 | 2021-10-01 | g2的第20条 | g2 | 现行有效 | 2021-06-01 | - | 1 | same | - | 1 | 1 | 2 | 2',
  // The day on which it ended is not known.
  '合同法#107 | 1 | 1 | 2021-03-01 | 违约责任 | g3 | 失效 | 1999-10-01 | - | 1 | gone | false | 0 | 1 | - | 1',
  // Not held.
  '民法典#577 | 1 | 1 | 2021-03-01 | - | - | - | - | - | 0 | not known | - | 0 | 0 | - | 0',
)

interface Version {
  readonly id: string
  readonly from: string
  readonly validity: string
  /** Texts by article. Default: article 253, whose text is not known. */
  readonly texts?: Readonly<Record<number, string | null>>
  /** Run that saw it first. */
  readonly run?: string
}

/** Versions of a law, whose article 253 judgments of these days cite, and what views say of it; null is a dash. */
interface Case {
  readonly law?: string
  readonly days: readonly (string | null)[]
  readonly versions: readonly Version[]
  /** Version, now, is_in_force, documents unchanged, changed, in force then, under that version. */
  readonly cited?: readonly string[]
  /** Version, now, text_now, key_now, documents. */
  readonly applied?: readonly string[]
  /** Whether each version was in force at each judgment. */
  readonly inForce?: readonly string[]
  /** Versions that are news: run, before, after. */
  readonly news?: readonly string[]
}

const interest = '被执行人未按判决指定的期间履行给付金钱义务的，应当加倍支付迟延履行期间的债务利息。'
const notice = '执行员接到申请执行书，应当向被执行人发出执行通知，并可以立即采取强制执行措施。'
const hearing = '人民法院审理案件，除涉及国家秘密、个人隐私或者法律另有规定的以外，应当公开进行。'
const [then, since, now] = [
  `第二百五十三条　${interest}`,
  `第二百六十条　${interest}`,
  `第二百六十四条　${interest}`,
]
const of2017 = { id: 'v1', from: '2017-07-01', validity: '已被修改', texts: { 253: then, 134: hearing } }
const of2022 = { id: 'v2', from: '2022-01-01', validity: '已被修改', texts: { 253: notice, 260: since } }
const of2024 = { id: 'v3', from: '2024-01-01', validity: '现行有效', texts: { 253: notice, 264: now } }
const allThree = [of2017, of2022, of2024]
const saying = (content: string) => [of2017, { ...of2024, texts: { 253: content } }]
const place = (article: string) => `【示例条文】仅载明“示范程序法”第${article}条的位置`
const places = [of2017, of2024].map((version) => ({
  ...version,
  texts: { 253: place('二百五十三'), 264: place('二百六十四') },
}))
const old = { id: 'v1', from: '1999-10-01', validity: '失效' }
const others = [
  { ...old, validity: '已被修改' },
  { ...old, id: 'v2', validity: '已被修改' },
  { id: 'v3', from: '2024-07-01', validity: '现行有效' },
]
const held = { id: 'v2', from: '2018-10-26', validity: '已被修改' }

const cases: Readonly<Record<string, Case>> = {
  'a number that all judgments cited in an earlier numbering is not in force, though the number exists': {
    days: ['2019-05-01', '2021-12-31'],
    versions: allThree,
    cited: ['v1 | other matter | false | 0 | 2 | 2 | 2'],
  },
  'a text that stood through a change is in force, and each judgment counts under its own version': {
    days: ['2023-05-01', '2024-05-01', '2025-05-01'],
    versions: allThree,
    cited: ['v3 | same | true | 3 | 0 | 3 | 2'],
  },
  'where judgments applied two matters under one number, neither is said of all': {
    days: ['2019-05-01', '2019-06-01', '2024-05-01'],
    versions: allThree,
    cited: ['v1 | other matter | - | 1 | 2 | 3 | 2'],
  },
  'a judgment of before the first version that is held says nothing of the text it applied': {
    days: ['2019-05-01'],
    versions: [of2024],
    cited: ['v3 | same | - | 0 | 0 | - | 0'],
  },
  'a judgment without a day says nothing either': {
    days: [null],
    versions: [of2024],
    cited: ['v3 | same | - | 0 | 0 | - | 0'],
  },
  'nor does it hide what another judgment says': {
    days: ['2019-05-01', '2024-05-01'],
    versions: [of2024],
    cited: ['v3 | same | - | 1 | 0 | 1 | 1'],
  },
  'texts that say nothing but their own place are not compared': {
    days: ['2019-05-01'],
    versions: places,
    cited: ['v1 | not known | - | 0 | 0 | 1 | 1'],
  },
  'such a text of today is the same as itself': {
    days: ['2024-05-01'],
    versions: places,
    cited: ['v3 | same | true | 1 | 0 | 1 | 1'],
  },
  'two ids for one version count once': {
    days: ['2019-05-01'],
    versions: [
      { ...old, validity: '现行有效' },
      { ...old, id: 'v2', validity: '现行有效' },
    ],
    cited: ['v1 | same | true | 1 | 0 | 1 | 1'],
  },
  'whether an article of a law that ended in part is in force is not known': {
    days: [null],
    versions: [{ ...old, validity: '部分失效' }],
    cited: ['v1 | not known | - | 0 | 0 | - | 0'],
  },
  'a renumbered article is shown as it was, with a warning and its number now': {
    days: ['2020-05-01'],
    versions: [of2017, of2024],
    applied: [`v1 | other matter | ${notice} | 264 | 1`],
  },
  'a judgment after the change applied the new text': {
    days: ['2024-03-01'],
    versions: [of2017, of2024],
    applied: [`v3 | same | ${notice} | - | 1`],
  },
  'a text that is the same but for its marks keeps its number': {
    days: ['2020-05-01'],
    versions: saying(interest.replaceAll('，', '、')),
    applied: [`v1 | same | ${interest.replaceAll('，', '、')} | - | 1`],
  },
  'so does one that is changed': {
    days: ['2020-05-01'],
    versions: saying(interest.replace('加倍支付', '自逾期之日起按照规定的标准支付')),
    applied: [`v1 | changed | ${interest.replace('加倍支付', '自逾期之日起按照规定的标准支付')} | - | 1`],
  },
  'of a law that ended, the number is gone': {
    days: ['2020-05-01'],
    versions: [{ ...of2017, validity: '失效' }],
    applied: ['v1 | gone | - | - | 1'],
  },
  'of a version that is not dated, nothing is said': {
    days: ['2016-05-01'],
    versions: [of2017, of2024],
    applied: [],
  },
  'a law that the Civil Code ended was in force until then': {
    law: '中华人民共和国合同法',
    days: ['2019-05-01', '2020-12-31', '2021-01-01', '2023-05-01', '1998-01-01', null],
    versions: [old],
    inForce: ['true | true | false | false | false | -'],
  },
  ...Object.fromEntries(
    [...['失效', '已被修改', '部分失效'].map((validity) => [validity, '-']), ['现行有效', 'true']].map(
      ([validity = '', it = '']) => [
        `of a law that is ${validity} without a day, whether it was in force`,
        { days: ['2019-05-01'], versions: [{ ...old, validity }], inForce: [it] },
      ],
    ),
  ),
  'a version ends when the next one comes into force, also where two ids stand for one version': {
    days: ['2019-05-01', '2024-07-01'],
    versions: others,
    inForce: ['true | true | false | false | false | true'],
  },
  'a later version that a run sees first is news': {
    days: [null],
    versions: [held, { ...of2024, run: 'r2' }],
    news: ['r2 | v2 | v3'],
  },
  'an older one that it happens to see is none': {
    days: [null],
    versions: [held, { ...old, run: 'r2' }],
    news: [],
  },
}

/** What each view says, by law, as lines. */
const views = {
  cited: `SELECT law, [regulation_id, now, is_in_force::VARCHAR, documents_unchanged::VARCHAR, documents_changed::VARCHAR,
    documents_in_force_then::VARCHAR, documents_under_version::VARCHAR] AS cells FROM cited_articles`,
  applied: `SELECT split_part(citation_key, '#', 1) AS law, [regulation_id, now, text_now, split_part(key_now, '#', 2), documents::VARCHAR] AS cells
    FROM applied_articles`,
  inForce: `SELECT split_part(citation_key, '#', 1) AS law, list(in_force_at_judgment::VARCHAR ORDER BY case_id, regulation_id) AS cells
    FROM citation_articles GROUP BY ALL`,
  news: "SELECT subject_name AS law, [run_id, before, after] AS cells FROM changes_history WHERE kind = 'new_version'",
}

test('an article is judged by the version that each of its judgments applied', async () => {
  await using database = await emptyWarehouse()
  for (const [rule, { law = rule, days, versions }] of Object.entries(cases)) {
    for (const [at, decided_on] of days.entries()) {
      const document_id = `${rule} ${at}`
      const text = { case_id: document_id, library: 'ptal' }
      const citation = { law, article_label: '第二百五十三条', citation_key: `${law}#253`, is_first: true }
      await insert(database, 'enterprise_documents', { enterprise_id: rule, document_id, decided_on })
      await insert(database, 'cases', { ...text, decided_on })
      await insert(database, 'case_citations', { ...text, ordinal: 1, ...citation })
    }
    for (const { id, from, validity, texts = { 253: null }, run = 'r1' } of versions) {
      const regulation_id = `${rule} ${id}`
      const regulation = { regulation_id, name: law, law, effective_on: from, validity }
      await insert(database, 'regulations', regulation)
      await insert(database, 'regulation_history', { ...regulation, seen_run_id: run })
      for (const [article, content] of Object.entries(texts)) {
        const key = {
          article_id: `${regulation_id}_${article}`,
          regulation_id,
          citation_key: `${law}#${article}`,
        }
        await insert(database, 'articles', { ...key, law, content })
      }
    }
  }
  await refreshDerived(database)
  for (const [view, sql] of Object.entries(views) as [keyof typeof views, string][]) {
    const rows = await database.rows(sql)
    for (const [rule, one] of Object.entries(cases).filter(([, one]) => view in one)) {
      const ofLaw = rows.filter(({ law }) => law === (one.law ?? rule))
      const lines = ofLaw.map(({ cells }) => lineOf(cells as unknown[]).replaceAll(`${rule} `, ''))
      expect(lines, rule).toEqual(one[view])
    }
  }
})
