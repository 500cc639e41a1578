import { describe, expect, test } from 'vitest'
import { pipelines } from '../../../src/app/job.ts'
import { operations } from '../../../src/contract/operations.ts'
import { readJob } from '../../../src/run/job/read-job.ts'
import { problemsOf } from '../../support/problems.ts'
import { jobFile } from './written.ts'

/** The parameters of the calls that a job's entries stand for. */
async function paramsOf(text: string): Promise<unknown[]> {
  const { job, pipeline } = await readJob(await jobFile(text), pipelines)
  const params = []
  for await (const input of pipeline.inputs(job)) params.push(input.params)
  return params
}

describe('a question', () => {
  test('may be a text alone', async () => {
    expect(await paramsOf('pipeline: case-research\nqueries: [违约金过高如何调整]\n')).toEqual([
      { query: '违约金过高如何调整' },
    ])
  })

  test('takes every condition of contract 4.1, named in English, with the values of the contract', async () => {
    const [params] = await paramsOf(`pipeline: case-research
queries:
  - query: 违约金
    category: 民事案件
    causes: [买卖合同纠纷, 借款合同纠纷]
    kinds: [裁定书, 判决书]
    closedAfter: 2020-01-01
    closedBefore: 2024-12-31
    authoritativeOnly: true
    courts: [广东省高级人民法院]
    courtLevel: 高级
    province: 广东
    city: 深圳市
    rewrite: false
    hits: 20
`)
    expect(params).toEqual({
      query: '违约金',
      return_num: 20,
      rewrite_flag: false,
      wenshu_filter: {
        ay: ['买卖合同纠纷', '借款合同纠纷'],
        cj: '高级',
        dianxing: true,
        fayuan: ['广东省高级人民法院'],
        ja_end: '2024-12-31',
        ja_start: '2020-01-01',
        wenshu_type: '民事案件',
        wszl: ['1', '2'],
        xzqh_c: '深圳市',
        xzqh_p: '广东',
      },
    })
    expect(operations.case_vector_search.params.safeParse(params).success).toBe(true)
    const { wenshu_filter } = operations.case_vector_search.params.shape
    expect(Object.keys((params as { wenshu_filter: object }).wenshu_filter).sort()).toEqual(
      Object.keys(wenshu_filter.unwrap().shape).sort(),
    )
  })

  test('shares the conditions of the job unless it has its own', async () => {
    const job = `pipeline: case-research
filters: { province: 广东, hits: 5 }
queries:
  - 违约金
  - { query: 定金, province: 上海 }
`
    expect(await paramsOf(job)).toEqual([
      { query: '违约金', return_num: 5, wenshu_filter: { xzqh_p: '广东' } },
      { query: '定金', return_num: 5, wenshu_filter: { xzqh_p: '上海' } },
    ])
  })

  test.each([
    ['courtLevel: 高院', 'expected one of 基层, 中级, 高级, 最高; found "高院"; did you mean "高级"?'],
    ['province: 广东省', 'found "广东省"; did you mean "广东"?'],
    ['category: 民事', 'found "民事"; did you mean "民事案件"?'],
    ['kinds: [判决]', 'found "判决"; did you mean "判决书"?'],
    ['city: 深圳', 'expected a prefecture-level city with its suffix, as 深圳市; found "深圳"'],
    ['closedAfter: 2020年', 'expected a date as yyyy-MM-dd'],
    ['closedBefore: 2019-12-31\n    closedAfter: 2020-01-01', 'expected a date not before closedAfter'],
    ['hits: 0', 'expected a number of at least 1; found 0'],
    ['courtlevel: 高级', 'unknown key "courtlevel" in queries.0; did you mean "courtLevel"?'],
  ])('is refused with %s, and told what was meant', async (line, message) => {
    const [problem] = await problemsOf(
      await jobFile(`pipeline: case-research\nqueries:\n  - query: 违约金\n    ${line}\n`),
    )
    expect(problem).toMatch(/^job\.yaml:4: /)
    expect(problem).toContain(message)
  })

  test('is missing from a job without any', async () => {
    expect(await problemsOf(await jobFile('pipeline: case-research\nqueries: []\n'))).toEqual([
      'job.yaml:2: queries: expected a list of at least 1; found []',
    ])
  })
})

describe('a statute search', () => {
  test('takes every parameter of contract 4.3, named in English, with the values of the contract', async () => {
    const [params] = await paramsOf(`pipeline: statute-watch
searches:
  - keywords: [违约金, 调整]
    match: any
    law: 民法典
    effectLevels: [司法解释, 法律]
    validity: [现行有效, 已被修改]
    regions: [中央]
    publishedFrom: 2019-01-01
    publishedTo: 2025-01-01
    effectiveFrom: 2020-01-01
    effectiveTo: 2026-01-01
    articles: 50
`)
    expect(params).toEqual({
      dy: '中央',
      fbrq_end: '2025-01-01',
      fbrq_start: '2019-01-01',
      fgmc: '民法典',
      keyword: '违约金 调整',
      search_mode: 'OR',
      ssrq_end: '2026-01-01',
      ssrq_start: '2020-01-01',
      sxx: '已被修改 现行有效',
      top_k: 50,
      xljb_1: '司法解释 法律',
    })
    expect(operations.rh_ft_search.params.safeParse(params).success).toBe(true)
    expect(Object.keys(params as object).sort()).toEqual(
      Object.keys(operations.rh_ft_search.params.shape).sort(),
    )
  })

  test.each([
    ['validity: [有效]', 'did you mean "现行有效"?'],
    ['effectLevels: [解释]', 'did you mean "司法解释"?'],
    ['regions: [全国]', 'found "全国"'],
    ['articles: 51', 'expected a number of at most 50; found 51'],
    ['keywords: 违约 金', 'expected one keyword without spaces; several stand in a list'],
  ])('is refused with %s, and told what was meant', async (line, message) => {
    const keywords = line.startsWith('keywords') ? '' : '    keywords: 违约金\n'
    const problems = await problemsOf(
      await jobFile(`pipeline: statute-watch\nsearches:\n  - match: all\n${keywords}    ${line}\n`),
    )
    expect(problems.join('\n')).toContain(message)
  })
})

describe('citations of a job', () => {
  test('are taken apart, the name of the law carried over', async () => {
    const job = 'pipeline: statute-watch\ncitations:\n  - 《民法典》第五百七十七条、第五百八十五条第一款\n'
    const law = '中华人民共和国民法典'
    expect(await paramsOf(job)).toMatchObject([
      { law, article: 577, article_label: '第五百七十七条' },
      { law, article: 585, article_label: '第五百八十五条' },
    ])
  })

  test('that name no article are told with their line', async () => {
    const named = 'names no article of a law; expected one as 中华人民共和国民法典第五百七十七条'
    expect(await problemsOf(await jobFile('pipeline: statute-watch\ncitations:\n  - 民法典\n'))).toEqual([
      `job.yaml:3: citations.0: ${named}; found "民法典"`,
    ])
  })

  test('or searches there must be', async () => {
    expect(await problemsOf(await jobFile('pipeline: statute-watch\n'))).toEqual([
      'job.yaml:1: searches: expected at least one search or citation; found nothing',
    ])
  })
})
