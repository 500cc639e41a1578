import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { article, civilCode, judgment } from '../support/records.ts'
import { sentencesOf, serveCorpus, writeCorpus } from '../support/run.ts'
import { worldOf } from '../support/world.ts'

async function world(files: Readonly<Record<string, readonly object[]>>) {
  const made = await worldOf(files)
  const run = (job: string, url = made.url) =>
    made.run(`${job}\nexports: []\nrate: { perSecond: unlimited }\n`, { url })
  return { ...made, run }
}

const paid = '出卖人主张买受人逾期付款的违约金过高，请求调整。'
const cases = [
  judgment('c1', { content: `${paid}依照《中华人民共和国民法典》第五百七十七条判决如下：驳回诉讼请求。` }),
  judgment('c2', {
    content: `${paid}${paid}依照《中华人民共和国民法典》第五百八十五条判决如下：驳回诉讼请求。`,
  }),
  judgment('c3', { content: '赡养费的给付标准应当结合当地生活水平确定。', ay: ['赡养纠纷'] }),
]
const authoritative = [
  { ...judgment('q1', { content: `${paid}违约金以损失为基础。` }), type: '权威案例', yyft: undefined },
]

describe('case research', () => {
  test('lands hits by rank and score, their full texts from the right library, and the statutes they cite', async () => {
    const files = { cases, 'authoritative-cases': authoritative, statutes: civilCode }
    const { run, rows, service } = await world(files)
    const summary = await run('pipeline: case-research\nqueries: [逾期付款的违约金过高如何调整]')
    expect(summary.run.status).toBe('complete')
    expect(summary.searches).toEqual({ total: 1, answered: 1, hits: 3 })
    const hits = await rows('SELECT rank, score, case_id, library FROM case_hits ORDER BY rank')
    expect(hits.map(({ rank }) => rank)).toEqual([1, 2, 3])
    expect(hits.map(({ case_id }) => case_id).sort()).toEqual(['c1', 'c2', 'q1'])
    const scores = hits.map(({ score }) => Number(score))
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.every((score) => score > 0)).toBe(true)
    expect(await rows('SELECT case_id, library FROM cases ORDER BY case_id')).toEqual([
      { case_id: 'c1', library: 'ptal' },
      { case_id: 'c2', library: 'ptal' },
      { case_id: 'q1', library: 'qwal' },
    ])
    // A hit that says it is an authoritative case is asked for there at once.
    const calls = { case_vector_search: 1, rh_case_details: 3, rh_ft_search: 1 }
    expect(service.counts.byOperation).toMatchObject(calls)
    expect(summary.citations).toMatchObject({ joined: summary.citations.total, notFound: 0 })
  })

  test('narrows down by the conditions of the job, and records a question without hits as a verified absence', async () => {
    const { run, rows } = await world({ cases, 'authoritative-cases': authoritative })
    const summary = await run(
      'pipeline: case-research\nfullTexts: false\nqueries:\n  - { query: 逾期付款的违约金, authoritativeOnly: true }\n  - zzzz',
    )
    expect(await rows('SELECT case_id FROM case_hits')).toEqual([{ case_id: 'q1' }])
    const searches = 'SELECT authoritative_only, query, hits FROM case_searches ORDER BY hits'
    expect(await rows(searches)).toMatchObject([
      { query: 'zzzz', hits: 0 },
      { authoritative_only: true, query: '逾期付款的违约金', hits: 1 },
    ])
    expect(await rows('SELECT count(*)::INTEGER AS n FROM cases')).toEqual([{ n: 0 }])
    expect(summary.run.status).toBe('complete')
    expect(await rows('SELECT status, hits FROM job_searches ORDER BY hits')).toMatchObject([
      { status: 'answered', hits: 0 },
      { status: 'answered', hits: 1 },
    ])
  })

  test('asks an equal question once, also with a default written out, and nothing again on the same day', async () => {
    const { run, service } = await world({ cases, statutes: civilCode })
    await run(`pipeline: case-research
queries:
  - { query: 违约金, kinds: [判决书, 裁定书] }
  - { query: 违约金, kinds: [裁定书, 判决书] }`)
    expect(service.counts.byOperation.case_vector_search).toBe(1)
    const made = service.counts.requests
    const again = await run(
      'pipeline: case-research\nqueries: [{ query: 违约金, kinds: [判决书, 裁定书], hits: 45, rewrite: true }]',
    )
    expect(again).toMatchObject({ run: { status: 'complete' }, gaps: [], searches: { answered: 1 } })
    expect(service.counts.requests).toBe(made)
  })
})

describe('statute watch', () => {
  const job = `pipeline: statute-watch
freshness: { search: run, statutes: run }
searches: [{ keywords: 条文, law: 民法典, articles: 50 }]
citations: [中华人民共和国民法典第五百七十七条, 公司法第二十条]`

  test('lands articles by search and by citation, and tells when the validity of a regulation has changed since', async () => {
    const { run, rows, folder } = await world({ statutes: civilCode })
    expect(sentencesOf(await run(job))).toEqual([
      'articles of the job that the service does not have: 1; see article_lookups',
    ])
    const ranked =
      'SELECT rank, article_id FROM article_hits JOIN job_searches USING (search_key) ORDER BY rank'
    expect(await rows(ranked)).toEqual([
      { rank: 1, article_id: 'a1_577' },
      { rank: 2, article_id: 'a1_585' },
    ])
    expect(await rows('SELECT citation_key, is_found FROM article_lookups ORDER BY is_found')).toMatchObject([
      { is_found: false },
      { is_found: true },
    ])
    expect(await rows('SELECT * FROM changes')).toEqual([])
    const changed = await writeCorpus(join(folder, 'changed'), {
      statutes: civilCode.map((statute) => ({ ...statute, sxx: '已被修改' })),
    })
    await run(job, (await serveCorpus(changed)).url)
    const change = { kind: 'statute_validity', subject_id: 'a1', field: 'validity' }
    expect(await rows('SELECT kind, subject_id, field, before, after FROM changes')).toEqual([
      { ...change, before: '现行有效', after: '已被修改' },
    ])
  })

  const numerals = '一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五'.split(' ')
  /** Articles 1 to 15 of a law, in as many versions. */
  const versions = (law: string, count: number) =>
    Array.from({ length: count }, (_, version) =>
      numerals.map((numeral, index) =>
        article(`${law}${version}`, `中华人民共和国${law}`, index + 1, `第${numeral}条`, {
          ssrq: `20${10 + version}-01-01`,
        }),
      ),
    ).flat()

  test('asks for the articles of one law in one call; one by one for those of an answer that was cut off: it may lack the version in force', async () => {
    const { run, rows, service } = await world({
      statutes: [...versions('公司法', 3), ...versions('合伙企业法', 4)],
    })
    const fifteen =
      'pipeline: statute-watch\ncitations: [《公司法》第一条至第十五条, 《合伙企业法》第一条至第十五条]'
    const summary = await run(fifteen)
    expect(summary.citations).toMatchObject({ total: 30, joined: 30 })
    const asked = `SELECT regexp_extract(params, '公司法|合伙企业法') AS law, count(*)::INTEGER AS n FROM calls GROUP BY 1 ORDER BY n`
    expect(await rows(asked)).toEqual([
      { law: '公司法', n: 1 },
      { law: '合伙企业法', n: 16 },
    ])
    expect(await rows('SELECT count(*)::INTEGER AS n FROM articles')).toEqual([{ n: 45 + 60 }])
    const made = service.counts.requests
    await run(fifteen)
    expect(service.counts.requests).toBe(made)
  })
})
