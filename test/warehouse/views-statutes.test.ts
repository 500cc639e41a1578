import { expect, test } from 'vitest'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, rowsOf } from './litigation-world.ts'

/* Statutes that the full texts cite. */

test('an article is told by the version that its documents applied, and how many dated from days of a held version', async () => {
  const columns = `citation_key, citations, documents, last_cited_on, article_text, regulation_id, validity, effective_on, end_on,
    documents_under_version, now, is_in_force, documents_unchanged, documents_changed, documents_in_force_then, versions`
  expect(await rowsOf(`SELECT ${columns} FROM cited_articles ORDER BY ALL`)).toEqual([
    // One judgment of the days of each version, whose texts differ: neither in force nor out of it.
    [
      '公司法#20',
      '3',
      '2',
      '2021-10-01',
      'g2的第20条',
      'g2',
      '现行有效',
      '2021-06-01',
      null,
      '1',
      'same',
      null,
      '1',
      '1',
      '2',
      '2',
    ],
    // It ended on a day that nobody tells.
    [
      '合同法#107',
      '1',
      '1',
      '2021-03-01',
      '违约责任',
      'g3',
      '失效',
      '1999-10-01',
      null,
      '1',
      'gone',
      false,
      '0',
      '1',
      null,
      '1',
    ],
    // Not held.
    [
      '民法典#577',
      '1',
      '1',
      '2021-03-01',
      null,
      null,
      null,
      null,
      null,
      '0',
      'not known',
      null,
      '0',
      '0',
      null,
      '0',
    ],
  ])
})

const law = '示范程序法'
const interest = '被执行人未按判决指定的期间履行给付金钱义务的，应当加倍支付迟延履行期间的债务利息。'
const notice = '执行员接到申请执行书，应当向被执行人发出执行通知，并可以立即采取强制执行措施。'
const hearing = '人民法院审理案件，除涉及国家秘密、个人隐私或者法律另有规定的以外，应当公开进行。'

interface Version {
  readonly from: string
  readonly validity: string
  /** Texts by article. */
  readonly texts: Readonly<Record<number, string>>
}

/** What article 253 reads as of documents of these days. */
async function cited(days: readonly (string | null)[], versions: readonly Version[]) {
  await using database = await emptyWarehouse()
  for (const [at, decided_on] of days.entries()) {
    const document_id = `d${at}`
    await insert(database, 'enterprise_documents', { enterprise_id: 'e1', document_id, decided_on })
    await insert(database, 'cases', { case_id: document_id, library: 'ptal', decided_on })
    const citation = { law, article_label: '第二百五十三条', citation_key: `${law}#253`, is_first: true }
    await insert(database, 'case_citations', {
      case_id: document_id,
      library: 'ptal',
      ordinal: 1,
      ...citation,
    })
  }
  for (const [at, { from, validity, texts }] of versions.entries()) {
    const regulation_id = `v${at + 1}`
    await insert(database, 'regulations', { regulation_id, name: law, law, effective_on: from, validity })
    for (const [article, content] of Object.entries(texts))
      await insert(database, 'articles', {
        article_id: `${regulation_id}_${article}`,
        regulation_id,
        law,
        citation_key: `${law}#${article}`,
        content,
      })
  }
  await refreshDerived(database)
  const [row] = await database.rows(`
    SELECT regulation_id, now, is_in_force, documents_unchanged::INTEGER AS unchanged, documents_changed::INTEGER AS changed,
      documents_in_force_then::INTEGER AS in_force_then FROM cited_articles`)
  return row
}

const of2017 = {
  from: '2017-07-01',
  validity: '已被修改',
  texts: { 253: interest, 134: hearing },
}
const of2022 = { from: '2022-01-01', validity: '已被修改', texts: { 253: notice, 260: interest } }
const of2024 = { from: '2024-01-01', validity: '现行有效', texts: { 253: notice, 264: interest } }
const versions = [of2017, of2022, of2024]

test('a number that all judgments cited in an earlier numbering is not in force, though the number exists', async () => {
  expect(await cited(['2019-05-01', '2021-12-31'], versions)).toEqual({
    regulation_id: 'v1',
    now: 'other matter',
    is_in_force: false,
    unchanged: 0,
    changed: 2,
    in_force_then: 2,
  })
})

test('a text that stood through a change of the law is in force, and each judgment counts under its own version', async () => {
  expect(await cited(['2023-05-01', '2024-05-01', '2025-05-01'], versions)).toEqual({
    regulation_id: 'v3',
    now: 'same',
    is_in_force: true,
    unchanged: 3,
    changed: 0,
    in_force_then: 3,
  })
})

test('where judgments applied two matters under one number, neither is said of all', async () => {
  expect(await cited(['2019-05-01', '2019-06-01', '2024-05-01'], versions)).toMatchObject({
    regulation_id: 'v1',
    is_in_force: null,
    unchanged: 1,
    changed: 2,
    in_force_then: 3,
  })
})

test('a judgment of before the first version that is held, or without a day, says nothing of the text it applied', async () => {
  expect(await cited(['2019-05-01'], [of2024])).toMatchObject({ is_in_force: null, in_force_then: null })
  expect(await cited([null], [of2024])).toMatchObject({ is_in_force: null, in_force_then: null })
  expect(await cited(['2019-05-01', '2024-05-01'], [of2024])).toMatchObject({
    is_in_force: null,
    unchanged: 1,
    in_force_then: 1,
  })
})

test('texts that say nothing but their own place are not compared', async () => {
  const place = (article: string) => `【示例条文】仅载明“${law}”第${article}条的位置`
  const [then, now] = [of2017, of2024].map((version) => ({
    ...version,
    texts: { 253: place('二百五十三'), 264: place('二百六十四') },
  }))
  if (then === undefined || now === undefined) throw new Error('two versions were given')
  expect(await cited(['2019-05-01'], [then, now])).toMatchObject({
    now: 'not known',
    is_in_force: null,
    changed: 0,
  })
  expect(await cited(['2024-05-01'], [then, now])).toMatchObject({ now: 'same', is_in_force: true })
})
