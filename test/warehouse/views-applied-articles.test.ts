import { expect, test } from 'vitest'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert } from './litigation-world.ts'

/* Law as at judgment: the version that the court applied, and what its number stands for now. */

const law = '示范程序法'
const interest = '被执行人未按判决指定的期间履行给付金钱义务的，应当加倍支付迟延履行期间的债务利息。'
const notice = '执行员接到申请执行书，应当向被执行人发出执行通知，并可以立即采取强制执行措施。'

interface Version {
  readonly id: string
  readonly from: string
  readonly validity: string
  /** Texts by article. */
  readonly texts: Readonly<Record<number, string>>
}

/** What a judgment of that day is said to have applied of article 253. */
async function applied(decided: string, versions: readonly Version[]) {
  await using database = await emptyWarehouse()
  const document = { case_id: 'd1', library: 'ptal', decided_on: decided }
  await insert(database, 'enterprise_documents', {
    enterprise_id: 'e1',
    document_id: 'd1',
    decided_on: decided,
  })
  await insert(database, 'cases', document)
  await insert(database, 'case_citations', {
    case_id: 'd1',
    library: 'ptal',
    ordinal: 1,
    law,
    citation_key: `${law}#253`,
    is_first: true,
  })
  for (const { id, from, validity, texts } of versions) {
    await insert(database, 'regulations', { regulation_id: id, name: law, law, effective_on: from, validity })
    for (const [article, content] of Object.entries(texts))
      await insert(database, 'articles', {
        article_id: `${id}_${article}`,
        regulation_id: id,
        law,
        citation_key: `${law}#${article}`,
        content,
      })
  }
  await refreshDerived(database)
  return await database.rows(
    'SELECT regulation_id, now, text_now, key_now, documents::INTEGER AS documents FROM applied_articles ORDER BY ALL',
  )
}

const old = {
  id: 'v1',
  from: '2017-07-01',
  validity: '已被修改',
  texts: { 253: `第二百五十三条　${interest}` },
}
const today = {
  id: 'v2',
  from: '2024-01-01',
  validity: '现行有效',
  texts: { 253: `第二百五十三条　${notice}`, 264: `第二百六十四条　${interest}` },
}

test('a renumbered article is shown as it was, with a warning and its number now', async () => {
  expect(await applied('2020-05-01', [old, today])).toEqual([
    {
      regulation_id: 'v1',
      now: 'other matter',
      text_now: `第二百五十三条　${notice}`,
      key_now: `${law}#264`,
      documents: 1,
    },
  ])
})

test('a judgment after the change applied the new text', async () => {
  expect(await applied('2024-03-01', [old, today])).toMatchObject([
    { regulation_id: 'v2', now: 'same', key_now: null },
  ])
})

test.each([
  ['the same but for its marks', interest.replaceAll('，', '、'), 'same'],
  ['changed', interest.replace('加倍支付', '自逾期之日起按照规定的标准支付'), 'changed'],
])('a text that is %s keeps its number', async (_, content, now) => {
  const next = { ...today, texts: { 253: content } }
  expect(await applied('2020-05-01', [old, next])).toMatchObject([
    { regulation_id: 'v1', now, key_now: null },
  ])
})

test('of a law that ended, the number is gone; of a version that is not dated, nothing is said', async () => {
  expect(await applied('2020-05-01', [{ ...old, validity: '失效' }])).toMatchObject([{ now: 'gone' }])
  expect(await applied('2016-05-01', [old, today])).toEqual([])
})
