import { expect, test } from 'vitest'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, lineOf } from './litigation-world.ts'
import { ofStory, rowsTogether } from './scenes.ts'

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
  readonly validity: string | null
  /** Texts by article. Default: article 253, whose text is not known. */
  readonly texts?: Readonly<Record<number, string | null>>
  /** Run that saw it first. */
  readonly run?: string | undefined
}

const texts: Readonly<Record<string, string>> = {
  interest: '被执行人未按判决指定的期间履行给付金钱义务的，应当加倍支付迟延履行期间的债务利息。',
  remarked: '被执行人未按判决指定的期间履行给付金钱义务的、应当加倍支付迟延履行期间的债务利息。',
  reworded:
    '被执行人未按判决指定的期间履行给付金钱义务的，应当自逾期之日起按照规定的标准支付迟延履行期间的债务利息。',
  notice: '执行员接到申请执行书，应当向被执行人发出执行通知，并可以立即采取强制执行措施。',
  hearing: '人民法院审理案件，除涉及国家秘密、个人隐私或者法律另有规定的以外，应当公开进行。',
  place253: '【示例条文】仅载明“示范程序法”第二百五十三条的位置',
  place264: '【示例条文】仅载明“示范程序法”第二百六十四条的位置',
  alike1: 'abcdefghijklmnopqrst',
  alike95: 'abcdefghijklmnopqrsU',
  alike80: 'abcdefghijklmnopUVWX',
  alike50: 'abcdefghijUVWXYZABCD',
  // 3 of 10 characters are common.
  repeating: 'aaaaaaaaaabcdefg',
  repeated: 'aaaaaaaaaabchij',
}
const numbers: Readonly<Record<string, string>> = {
  253: '第二百五十三条　',
  260: '第二百六十条　',
  264: '第二百六十四条　',
}

/** `v1 1999-10-01 失效 253=interest r2`: id, first day, validity, texts of its articles and the run that saw it first. */
function versionOf(text: string): Version {
  const [id = '', from = '', validity, ...rest] = text.split(' ')
  const articles = rest.flatMap((word) => {
    const [article = '', name = ''] = word.split('=')
    return name === '' ? [] : [[article, `${numbers[article] ?? ''}${texts[name]}`]]
  })
  return {
    ...{
      id,
      from,
      validity: validity === '-' ? null : (validity ?? null),
      run: rest.find((word) => word === 'r2'),
    },
    ...(articles.length > 0 && { texts: Object.fromEntries(articles) }),
  }
}

const known: Readonly<Record<string, string>> = {
  of2017: 'v1 2017-07-01 已被修改 253=interest 134=hearing',
  of2022: 'v2 2022-01-01 已被修改 253=notice 260=interest',
  of2024: 'v3 2024-01-01 现行有效 253=notice 264=interest',
  places17: 'v1 2017-07-01 已被修改 253=place253 264=place264',
  places24: 'v3 2024-01-01 现行有效 253=place253 264=place264',
  of1999: 'v1 1999-10-01 失效',
  of2010: 'v1 2010-01-01 已被修改',
}

/**
 * Days of judgments that cite article 253 of a law, - for none; versions of it; perhaps a law that was repealed; and what a view says.
 * cited: version, now, is_in_force, documents unchanged, changed, in force then, under that version.
 * applied: version, now, text_now, key_now, documents. inForce: whether each version was in force at each judgment.
 * news: run, before, after.
 */
const cases: Readonly<Record<string, string>> = {
  'a number that all judgments cited in an earlier numbering is not in force, though the number exists':
    '2019-05-01 2021-12-31; of2017, of2022, of2024; cited; v1 | other matter | false | 0 | 2 | 2 | 2',
  'a text that stood through a change is in force, and each judgment counts under its own version':
    '2023-05-01 2024-05-01 2025-05-01; of2017, of2022, of2024; cited; v3 | same | true | 3 | 0 | 3 | 2',
  'where judgments applied two matters under one number, neither is said of all':
    '2019-05-01 2019-06-01 2024-05-01; of2017, of2022, of2024; cited; v1 | other matter | - | 1 | 2 | 3 | 2',
  'of versions that equally many judgments applied, the last is shown':
    '2019-05-01 2024-05-01; of2017, of2024; cited; v3 | same | - | 1 | 1 | 2 | 1',
  'where no judgment tells, the version in force is shown, though another follows':
    '-; of2010, v2 2018-10-26 现行有效, v3 2030-01-01 尚未生效; cited; v2 | same | - | 0 | 0 | - | 0',
  'where all versions are over, the last is shown, and no text that was applied is in force':
    '2005-01-01; of2010, v2 2018-10-26 失效; cited; v2 | gone | false | 0 | 1 | - | 0',
  'where one is over only in part, it is not known':
    '2005-01-01; of2010, v2 2018-10-26 部分失效; cited; v2 | not known | - | 0 | 0 | - | 0',
  'a judgment of the day of the repeal applied nothing in force':
    '2021-01-01; of1999; cited; v1 | gone | false | 0 | 1 | 0 | 0; 中华人民共和国担保法',
  'how many applied what was in force is not known where it is known of none and open of one':
    '2022-01-01 -; of1999; cited; v1 | gone | false | 0 | 2 | - | 0; 中华人民共和国物权法',
  'a judgment of before the first version that is held says nothing of the text it applied':
    '2019-05-01; of2024; cited; v3 | same | - | 0 | 0 | - | 0',
  'a judgment without a day says nothing either': '-; of2024; cited; v3 | same | - | 0 | 0 | - | 0',
  'nor does it hide what another judgment says':
    '2019-05-01 2024-05-01; of2024; cited; v3 | same | - | 1 | 0 | 1 | 1',
  'texts that say nothing but their own place are not compared':
    '2019-05-01; places17, places24; cited; v1 | not known | - | 0 | 0 | 1 | 1',
  'such a text of today is the same as itself':
    '2024-05-01; places17, places24; cited; v3 | same | true | 1 | 0 | 1 | 1',
  'two ids for one version count once':
    '2019-05-01; v1 1999-10-01 现行有效, v2 1999-10-01 现行有效; cited; v1 | same | true | 1 | 0 | 1 | 1',
  'whether an article of a law that ended in part is in force is not known':
    '-; v1 1999-10-01 部分失效; cited; v1 | not known | - | 0 | 0 | - | 0',
  'a version applies from its first day to the day before the next; a renumbered article is shown with its number now':
    '2017-06-30 2017-07-01 2023-12-31 2024-01-01; of2017, of2024; applied; v1 | other matter | notice | 264 | 2, v3 | same | notice | - | 1',
  'a text that is the same but for its marks keeps its number':
    '2020-05-01; of2017, v3 2024-01-01 现行有效 253=remarked; applied; v1 | same | remarked | - | 1',
  'so does one that is changed':
    '2020-05-01; of2017, v3 2024-01-01 现行有效 253=reworded; applied; v1 | changed | reworded | - | 1',
  'texts are the same from 0.95 alike on':
    '2020-05-01; v1 2017-07-01 已被修改 253=alike1, v3 2024-01-01 现行有效 253=alike95; applied; v1 | same | alike95 | - | 1',
  'and changed from 0.5 on':
    '2020-05-01; v1 2017-07-01 已被修改 253=alike1, v3 2024-01-01 现行有效 253=alike50; applied; v1 | changed | alike50 | - | 1',
  'also where only 3 of 10 characters are common':
    '2020-05-01; v1 2017-07-01 已被修改 253=repeating, v3 2024-01-01 现行有效 253=repeated; applied; v1 | changed | repeated | - | 1',
  'an article has another number now where one is alike from 0.8 on':
    '2020-05-01; v1 2017-07-01 已被修改 253=alike1, v3 2024-01-01 现行有效 253=notice 264=alike80; applied; v1 | other matter | notice | 264 | 1',
  'of two that are, none is the one':
    '2020-05-01; v1 2017-07-01 失效 253=alike1, v3 2024-01-01 现行有效 264=alike80 265=alike95; applied; v1 | gone | - | - | 1',
  'of a law that ended, the number is gone':
    '2020-05-01; v1 2017-07-01 失效 253=interest; applied; v1 | gone | - | - | 1',
  'of a version that is not dated, nothing is said': '2016-05-01; of2017, of2024; applied',
  'a law that the Civil Code ended was in force until then':
    '2019-05-01 2020-12-31 2021-01-01 2023-05-01 1998-01-01 -; of1999; inForce; true | true | false | false | false | -; 中华人民共和国合同法',
  'of a law that has ended without a day it is not known whether it was in force':
    '2019-05-01; of1999; inForce; -',
  'nor of one that was changed': '2019-05-01; of2010; inForce; -',
  'nor of one that ended in part': '2019-05-01; v1 1999-10-01 部分失效; inForce; -',
  'nor of one whose validity is not held': '2019-05-01; v1 1999-10-01 -; inForce; -',
  'of one that is in force it is known': '2019-05-01; v1 1999-10-01 现行有效; inForce; true',
  'a version ends when the next one comes into force, also where two ids stand for one version':
    '2019-05-01 2024-07-01; v1 1999-10-01 已被修改, v2 1999-10-01 已被修改, v3 2024-07-01 现行有效; inForce; true | true | false | false | false | true',
  'of three versions each ends when the next begins':
    '2023-05-01; of2017, of2022, of2024; inForce; false | true | false',
  'a later version that a run sees first is news':
    '-; v2 2018-10-26 已被修改, v3 2024-01-01 现行有效 r2; news; r2 | v2 | v3',
  'an older one that it happens to see is none': '-; v2 2018-10-26 已被修改, v1 1999-10-01 失效 r2; news',
}

/** What each view says, by law, as lines. */
const views = {
  cited: `SELECT law, [regulation_id, now, is_in_force::VARCHAR, documents_unchanged::VARCHAR, documents_changed::VARCHAR,
    documents_in_force_then::VARCHAR, documents_under_version::VARCHAR] AS cells FROM cited_articles`,
  applied: `SELECT split_part(citation_key, '#', 1) AS law, [regulation_id, now, text_now, split_part(key_now, '#', 2), documents::VARCHAR] AS cells
    FROM applied_articles ORDER BY ALL`,
  inForce: `SELECT split_part(citation_key, '#', 1) AS law, list(in_force_at_judgment::VARCHAR ORDER BY case_id, regulation_id) AS cells
    FROM citation_articles GROUP BY ALL`,
  news: "SELECT subject_name AS law, [run_id, before, after] AS cells FROM changes_history WHERE kind = 'new_version'",
}

test('an article is judged by the version that each of its judgments applied', async () => {
  await using database = await emptyWarehouse()
  const told = Object.entries(cases).map(([rule, line]) => {
    const [days = '', versions = '', view = '', lines, law = rule] = line.split('; ')
    return {
      rule,
      days: days.split(' '),
      versions: versions.split(', '),
      view,
      lines: lines?.split(', ') ?? [],
      law,
    }
  })
  const together = rowsTogether()
  const into = together.by()
  for (const { rule, law, days, versions } of told) {
    for (const [at, day] of days.entries()) {
      const decided_on = day === '-' ? null : day
      const document_id = `${rule} ${at}`
      const text = { case_id: document_id, library: 'ptal' }
      const citation = { law, article_label: '第二百五十三条', citation_key: `${law}#253`, is_first: true }
      await insert(into, 'enterprise_documents', { enterprise_id: rule, document_id, decided_on })
      await insert(into, 'cases', { ...text, decided_on })
      await insert(into, 'case_citations', { ...text, ordinal: 1, ...citation })
    }
    for (const version of versions) {
      const {
        id,
        from,
        validity,
        texts: of = { 253: null },
        run = 'r1',
      } = versionOf(known[version] ?? version)
      const regulation_id = `${rule} ${id}`
      const regulation = { regulation_id, name: law, law, effective_on: from, validity }
      await insert(into, 'regulations', regulation)
      await insert(into, 'regulation_history', { ...regulation, seen_run_id: run })
      for (const [article, content] of Object.entries(of)) {
        const key = { article_id: `${regulation_id}_${article}`, citation_key: `${law}#${article}` }
        await insert(into, 'articles', { ...key, regulation_id, law, content })
      }
    }
  }
  await database.run(together.sql())
  await refreshDerived(database)
  const named = (line: string) =>
    Object.entries(texts).reduce(
      (so, [name, text]) => so.replace(text, name),
      line.replace(/第[二百五六十三四]+条　/, ''),
    )
  for (const [view, sql] of Object.entries(views)) {
    const rows = await database.rows(sql)
    for (const { rule, law, lines } of told.filter((one) => one.view === view)) {
      const ofLaw = rows.filter((row) => row.law === law)
      const found = ofLaw.map(({ cells }) => named(lineOf(cells as unknown[]).replaceAll(`${rule} `, '')))
      expect(found, rule).toEqual(lines)
    }
  }
})
