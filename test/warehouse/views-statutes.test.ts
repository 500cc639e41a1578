import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/warehouse/database.ts'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, linesOf } from './litigation-world.ts'

/* Statutes that the full texts cite, in the version that each court applied (docs/domain.md, Versions of law). */

test('an article is told by the version that its documents applied, and how many dated from days of a held version', async () => {
  const columns = `citation_key, citations, documents, last_cited_on, article_text, regulation_id, validity, effective_on, end_on,
    documents_under_version, now, is_in_force, documents_unchanged, documents_changed, documents_in_force_then, versions`
  expect(await linesOf(`SELECT ${columns} FROM cited_articles ORDER BY ALL`)).toEqual([
    // One judgment of the days of each version, whose texts differ: neither in force nor out of it.
    '公司法#20 | 3 | 2 | 2021-10-01 | g2的第20条 | g2 | 现行有效 | 2021-06-01 | - | 1 | same | - | 1 | 1 | 2 | 2',
    // The day on which it ended is not known.
    '合同法#107 | 1 | 1 | 2021-03-01 | 违约责任 | g3 | 失效 | 1999-10-01 | - | 1 | gone | false | 0 | 1 | - | 1',
    // Not held.
    '民法典#577 | 1 | 1 | 2021-03-01 | - | - | - | - | - | 0 | not known | - | 0 | 0 | - | 0',
  ])
})

interface Version {
  readonly id: string
  readonly from: string | null
  readonly validity: string | null
  /** Texts by article. Default: article 253, whose text is not known. */
  readonly texts?: Readonly<Record<number, string | null>>
  /** Run that saw it first. */
  readonly run?: string
}

/** A warehouse with these versions of a law, whose article 253 judgments of these days cite. */
async function statutes(
  law: string,
  days: readonly (string | null)[],
  versions: readonly Version[],
): Promise<Database> {
  const database = await emptyWarehouse()
  const article_label = '第二百五十三条'
  for (const [at, decided_on] of days.entries()) {
    const document_id = `d${at}`
    const text = { case_id: document_id, library: 'ptal' }
    const citation = { law, article_label, citation_key: `${law}#253`, is_first: true }
    await insert(database, 'enterprise_documents', { enterprise_id: 'e1', document_id, decided_on })
    await insert(database, 'cases', { ...text, decided_on })
    await insert(database, 'case_citations', { ...text, ordinal: 1, ...citation })
  }
  for (const { id, from, validity, texts = { 253: null }, run = 'r1' } of versions) {
    const regulation = { regulation_id: id, name: law, law, effective_on: from, validity }
    await insert(database, 'regulations', regulation)
    await insert(database, 'regulation_history', { ...regulation, seen_run_id: run })
    for (const [article, content] of Object.entries(texts)) {
      const key = { article_id: `${id}_${article}`, regulation_id: id, citation_key: `${law}#${article}` }
      await insert(database, 'articles', { ...key, law, content })
    }
  }
  await refreshDerived(database)
  return database
}

const law = '示范程序法'
const interest = '被执行人未按判决指定的期间履行给付金钱义务的，应当加倍支付迟延履行期间的债务利息。'
const notice = '执行员接到申请执行书，应当向被执行人发出执行通知，并可以立即采取强制执行措施。'
const hearing = '人民法院审理案件，除涉及国家秘密、个人隐私或者法律另有规定的以外，应当公开进行。'

describe('an article is in force by what its judgments applied', () => {
  async function cited(days: readonly (string | null)[], versions: readonly Version[]) {
    await using database = await statutes(law, days, versions)
    const [row] = await database.rows(`
      SELECT regulation_id, now, is_in_force, documents_unchanged::INTEGER AS unchanged,
        documents_changed::INTEGER AS changed, documents_in_force_then::INTEGER AS in_force_then FROM cited_articles`)
    return row
  }

  const of2017 = {
    id: 'v1',
    from: '2017-07-01',
    validity: '已被修改',
    texts: { 253: interest, 134: hearing },
  }
  const of2022 = { id: 'v2', from: '2022-01-01', validity: '已被修改', texts: { 253: notice, 260: interest } }
  const of2024 = { id: 'v3', from: '2024-01-01', validity: '现行有效', texts: { 253: notice, 264: interest } }
  const allThree = [of2017, of2022, of2024]

  test('a number that all judgments cited in an earlier numbering is not in force, though the number exists', async () => {
    expect(await cited(['2019-05-01', '2021-12-31'], allThree)).toEqual({
      regulation_id: 'v1',
      now: 'other matter',
      is_in_force: false,
      unchanged: 0,
      changed: 2,
      in_force_then: 2,
    })
  })

  test('a text that stood through a change of the law is in force, and each judgment counts under its own version', async () => {
    expect(await cited(['2023-05-01', '2024-05-01', '2025-05-01'], allThree)).toEqual({
      regulation_id: 'v3',
      now: 'same',
      is_in_force: true,
      unchanged: 3,
      changed: 0,
      in_force_then: 3,
    })
  })

  test('where judgments applied two matters under one number, neither is said of all', async () => {
    expect(await cited(['2019-05-01', '2019-06-01', '2024-05-01'], allThree)).toMatchObject({
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
})

describe('a judgment applied the version of its day', () => {
  async function applied(decided: string, versions: readonly Version[]) {
    await using database = await statutes(law, [decided], versions)
    return await database.rows(
      'SELECT regulation_id, now, text_now, key_now, documents::INTEGER AS documents FROM applied_articles ORDER BY ALL',
    )
  }

  const then = {
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
    expect(await applied('2020-05-01', [then, today])).toEqual([
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
    expect(await applied('2024-03-01', [then, today])).toMatchObject([
      { regulation_id: 'v2', now: 'same', key_now: null },
    ])
  })

  test.each([
    ['the same but for its marks', interest.replaceAll('，', '、'), 'same'],
    ['changed', interest.replace('加倍支付', '自逾期之日起按照规定的标准支付'), 'changed'],
  ])('a text that is %s keeps its number', async (_, content, now) => {
    const next = { ...today, texts: { 253: content } }
    expect(await applied('2020-05-01', [then, next])).toMatchObject([
      { regulation_id: 'v1', now, key_now: null },
    ])
  })

  test('of a law that ended, the number is gone; of a version that is not dated, nothing is said', async () => {
    expect(await applied('2020-05-01', [{ ...then, validity: '失效' }])).toMatchObject([{ now: 'gone' }])
    expect(await applied('2016-05-01', [then, today])).toEqual([])
  })
})

const contract = '中华人民共和国合同法'
const company = '中华人民共和国公司法'
const old = (more: Partial<Version> = {}): Version => ({
  id: 'v1',
  from: '1999-10-01',
  validity: '失效',
  ...more,
})

async function inForce(law: string, decided: string | null, ...versions: Version[]): Promise<unknown> {
  await using database = await statutes(law, [decided], versions)
  const rows = await database.rows(
    'SELECT in_force_at_judgment AS it FROM citation_articles ORDER BY regulation_id',
  )
  return rows.length === 1 ? rows[0]?.it : rows.map(({ it }) => it)
}

test.each([
  ['2019-05-01', true],
  ['2020-12-31', true],
  ['2021-01-01', false],
  ['2023-05-01', false],
  ['1998-01-01', false],
  [null, null],
])('a law that the Civil Code ended was in force on %s: %s', async (decided, expected) => {
  expect(await inForce(contract, decided, old())).toBe(expected)
})

test('of a law that ended on a day nobody tells, nobody tells whether it was in force', async () => {
  expect(await inForce(company, '2019-05-01', old())).toBeNull()
  expect(await inForce(company, '2019-05-01', old({ validity: '已被修改' }))).toBeNull()
  expect(await inForce(company, '2019-05-01', old({ validity: '部分失效' }))).toBeNull()
  expect(await inForce(company, '2019-05-01', old({ validity: '现行有效' }))).toBe(true)
})

test('a version ends when the next one comes into force, also where two ids stand for one version', async () => {
  const now = { id: 'v3', from: '2024-07-01', validity: '现行有效' }
  const versions = [old({ validity: '已被修改' }), old({ id: 'v2', validity: '已被修改' }), now]
  expect(await inForce(company, '2019-05-01', ...versions)).toEqual([true, true, false])
  expect(await inForce(company, '2024-07-01', ...versions)).toEqual([false, false, true])
  await using database = await statutes(
    company,
    ['2019-05-01'],
    [old({ validity: '现行有效' }), old({ id: 'v2', validity: '现行有效' })],
  )
  expect(
    await database.rows('SELECT documents_under_version::INTEGER AS n, is_in_force FROM cited_articles'),
  ).toEqual([{ n: 1, is_in_force: true }])
})

test('whether an article of a law that ended in part is in force is not known', async () => {
  await using database = await statutes(company, [null], [old({ validity: '部分失效' })])
  expect(await database.rows('SELECT is_in_force FROM cited_articles')).toEqual([{ is_in_force: null }])
})

const newVersions = async (...versions: Version[]) => {
  await using database = await statutes(company, [null], versions)
  return await database.rows("SELECT run_id, before, after FROM changes WHERE kind = 'new_version'")
}

test('a later version that a run sees first is news, an older one that it happens to see is none', async () => {
  const held = { id: 'v2', from: '2018-10-26', validity: '已被修改' }
  expect(await newVersions(held, { id: 'v3', from: '2024-07-01', validity: '现行有效', run: 'r2' })).toEqual([
    { run_id: 'r2', before: 'v2', after: 'v3' },
  ])
  expect(await newVersions(held, old({ run: 'r2' }))).toEqual([])
})
