import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder, type Whenever, whenAllOver } from '../support/folder.ts'
import { article, civilCode, enterprise, judgment, listed } from '../support/records.ts'
import { published, type RunHere, runHere, sentencesOf, serveCorpus, writeCorpus } from '../support/run.ts'

const unthrottled = 'rate: { perSecond: unlimited, concurrency: 4 }'
const uscc = '91110108MA0074PN30'

/** A job over these entries, against a service on these records. */
async function setUp(
  files: Readonly<Record<string, readonly object[]>>,
  entries: string,
  more = '',
  whenOver: Whenever = onTestFinished,
) {
  const folder = await temporaryFolder(whenOver)
  const corpus = await writeCorpus(join(folder, 'corpus'), { statutes: civilCode, ...files })
  const service = await serveCorpus(corpus, {}, whenOver)
  const home = join(folder, 'home')
  const job = `pipeline: enterprise-due-diligence\nenterprises: [${entries}]\n${unthrottled}\n${more}`
  const run = (text = job, options: Partial<RunHere> = {}) =>
    runHere({ home, job: text, url: service.url, ...options })
  return { home, service, corpus, run }
}

const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `d${String(from + index).padStart(4, '0')}`)

test('a job becomes enterprises, documents, full texts, citations and articles', async () => {
  const { home, run } = await setUp(
    {
      enterprises: [enterprise('e1', '甲公司', uscc)],
      'enterprise-documents': [listed('e1', 'd0001')],
      cases: [judgment('d0001')],
    },
    '{ name: 甲公司 }',
  )
  const summary = await run(undefined, { hasTables: false })
  expect(summary.run).toMatchObject({ status: 'complete', reason: null })
  expect(summary.documents).toEqual({ listed: 1, withFullText: 1, notFound: 0, notLookedUp: 0 })
  // The record states 第五百七十七条 beside its text: an article counts once a text.
  expect(summary.citations).toEqual({ total: 2, joined: 2, notFound: 0 })
  expect(await published(home, 'SELECT enterprise_id, name, established_on FROM enterprises')).toEqual([
    { enterprise_id: 'e1', name: '甲公司', established_on: '2015-03-02' },
  ])
  expect(
    await published(home, "SELECT citation_key FROM case_citations WHERE origin = 'text' ORDER BY ordinal"),
  ).toEqual([{ citation_key: '中华人民共和国民法典#577' }, { citation_key: '中华人民共和国民法典#585' }])
  expect(await published(home, 'SELECT DISTINCT article_id FROM citation_articles ORDER BY 1')).toEqual([
    { article_id: 'a1_577' },
    { article_id: 'a1_585' },
  ])
})

test('a full text is looked for by id, then by case number, then in the authoritative library', async () => {
  const { home, run } = await setUp(
    {
      enterprises: [enterprise('e1', '甲公司')],
      'enterprise-documents': [
        listed('e1', 'd0001'),
        listed('e1', 'd0002'),
        listed('e1', 'd0003'),
        listed('e1', 'd0004'),
        listed('e1', 'd0005', { 案号: '（2023）京0105民初×××号' }),
      ],
      cases: [judgment('d0001'), judgment('other', { ah: '(2023)京0105民初2号' })],
      'authoritative-cases': [judgment('d0003', { type: '权威案例' })],
    },
    '{ name: 甲公司 }',
  )
  const summary = await run()
  expect(
    await published(
      home,
      'SELECT document_id, library, case_id, found_by FROM document_details SEMI JOIN enterprise_documents USING (document_id) ORDER BY 1',
    ),
  ).toEqual([
    { document_id: 'd0001', library: 'ptal', case_id: 'd0001', found_by: 'id' },
    { document_id: 'd0002', library: 'ptal', case_id: 'other', found_by: 'number' },
    { document_id: 'd0003', library: 'qwal', case_id: 'd0003', found_by: 'id' },
  ])
  expect(summary.documents).toMatchObject({ withFullText: 3, notFound: 2 })
  const tried = await published(
    home,
    `SELECT asked_by, library, list(asked ORDER BY asked) AS asked FROM case_lookups
     WHERE hits = 0 AND asked IN ('d0004', '（2023）京0105民初4号') GROUP BY ALL ORDER BY 1, 2`,
  )
  expect(tried.map(({ asked_by, library }) => `${library} by ${asked_by}`)).toEqual([
    'ptal by id',
    'qwal by id',
    'ptal by number',
    'qwal by number',
  ])
  expect(await published(home, "SELECT asked FROM case_lookups WHERE asked LIKE '%×%'")).toEqual([])
})

test('an enterprise listed by name, code and id is asked about once', async () => {
  const { home, service, run } = await setUp(
    { enterprises: [enterprise('e1', '甲公司', uscc)], 'enterprise-documents': [listed('e1', 'd0001')] },
    `{ name: 甲公司 }, { uscc: ${uscc} }, { id: e1 }`,
  )
  await run()
  expect(service.counts.byOperation.rh_enterpriseWritList).toBe(1)
  expect(
    await published(home, 'SELECT ordinal, status, matched_by, name FROM job_enterprises ORDER BY 1'),
  ).toEqual([
    { ordinal: 1, status: 'matched', matched_by: 'name', name: '甲公司' },
    { ordinal: 2, status: 'matched', matched_by: 'uscc', name: '甲公司' },
    { ordinal: 3, status: 'matched', matched_by: 'id', name: '甲公司' },
  ])
})

test('a code needs no search; a code that nobody knows falls back to the name beside it', async () => {
  const { home, service, run } = await setUp(
    { enterprises: [enterprise('e1', '甲公司', uscc), enterprise('e2', '乙公司', '91110000600037341L')] },
    `{ uscc: ${uscc} }, { name: 乙公司, uscc: 9144030071526726XG }`,
  )
  await run()
  expect(service.counts.byOperation.rh_enterpriseSearch).toBe(1)
  const rows = await published(
    home,
    'SELECT status, enterprise_id, candidates FROM job_enterprises ORDER BY ordinal',
  )
  // The name exists, but with another code: that is for a person to decide.
  expect(rows).toEqual([
    { status: 'matched', enterprise_id: 'e1', candidates: null },
    {
      status: 'ambiguous',
      enterprise_id: null,
      candidates: '[{"id":"e2","name":"乙公司","uscc":"91110000600037341L"}]',
    },
  ])
})

test('an enterprise that is not found, or not unique, is recorded and the run goes on', async () => {
  const { home, run } = await setUp(
    {
      enterprises: [
        enterprise('e1', '甲公司北京分公司'),
        enterprise('e2', '甲公司上海分公司'),
        enterprise('e3', '乙公司'),
      ],
    },
    '{ name: 甲公司 }, { name: 丙公司 }, { id: e9 }, { name: 乙公司 }',
  )
  const summary = await run()
  expect(summary.run.status).toBe('gaps')
  expect(sentencesOf(summary)).toEqual([
    'enterprises not found: 2 (丙公司, e9); see job_enterprises.status',
    'ambiguous enterprises: 1 (甲公司); give their uscc or id; see job_enterprises.candidates',
  ])
  expect(
    await published(home, 'SELECT given_name, given_id, status FROM job_enterprises ORDER BY ordinal'),
  ).toEqual([
    { given_name: '甲公司', given_id: null, status: 'ambiguous' },
    { given_name: '丙公司', given_id: null, status: 'not_found' },
    { given_name: null, given_id: 'e9', status: 'not_found' },
    { given_name: '乙公司', given_id: null, status: 'matched' },
  ])
})

describe('a list of several pages, beside a list of one', () => {
  const ids = numbered(65)
  const files = {
    enterprises: [enterprise('e1', '甲公司'), enterprise('e2', '乙公司')],
    'enterprise-documents': [...ids.map((id) => listed('e1', id)), listed('e2', 'd0900')],
    cases: [...ids, 'd0999'].map((id) => judgment(id)),
  }
  const setting = {} as Awaited<ReturnType<typeof setUp>>
  const whenOver = whenAllOver()
  beforeAll(async () => {
    Object.assign(setting, await setUp(files, '{ name: 甲公司 }, { name: 乙公司 }', '', whenOver))
    await setting.run()
  })

  test('is read to its end, whatever its size', async () => {
    expect(
      await published(
        setting.home,
        'SELECT pages, declared_total, distinct_documents, verdict FROM list_scans ORDER BY pages',
      ),
    ).toEqual([
      { pages: 1, declared_total: 1, distinct_documents: 1, verdict: 'complete' },
      { pages: 3, declared_total: 65, distinct_documents: 65, verdict: 'complete' },
    ])
  })

  test('a second run over unchanged data makes one list call an enterprise and no other', async () => {
    const { home, service, run } = setting
    const before = { ...service.counts.byOperation }
    const second = await run()
    expect(second.calls.made).toBe(2)
    // Page 1 is asked for again once the last is in; one document is in neither library.
    expect(before.rh_enterpriseWritList).toBe(3 + 1 + 1)
    expect(service.counts.byOperation).toEqual({ ...before, rh_enterpriseWritList: 3 + 1 + 1 + 2 })
    expect(second.lists).toEqual({ complete: 1, unchanged: 1 })
    expect(await published(home, 'SELECT count(*)::INTEGER AS n FROM runs')).toEqual([{ n: 2 }])
  })

  test('when it has changed it is paged through again, and only the new document is fetched', async () => {
    await writeCorpus(setting.corpus, {
      'enterprise-documents': [
        listed('e1', 'd0999', { 时间: '2024-01-01' }),
        ...files['enterprise-documents'],
      ],
    })
    const changed = await serveCorpus(setting.corpus)
    const third = await setting.run(undefined, { url: changed.url })
    expect(changed.counts.byOperation).toMatchObject({
      rh_enterpriseWritList: 3 + 1 + 1,
      rh_case_details: 1,
    })
    expect(third.lists).toEqual({ complete: 2 })
    expect(third.documents).toMatchObject({ listed: 67, withFullText: 66 })
  })
})

test('several articles of one law go into one call, and what is not there is recorded as not found', async () => {
  const { home, service, run } = await setUp(
    {
      enterprises: [enterprise('e1', '甲公司')],
      'enterprise-documents': [listed('e1', 'd0001')],
      cases: [
        judgment('d0001', {
          content:
            '依照《中华人民共和国民法典》第五百七十七条、第五百八十五条、第九千条，《中华人民共和国公司法》第二十条的规定。',
        }),
      ],
      statutes: [
        ...civilCode,
        article('x1', '最高人民法院关于适用《中华人民共和国民法典》若干解释', 577, '第五百七十七条'),
      ],
    },
    '{ id: e1 }',
  )
  const summary = await run()
  expect(service.counts.byOperation.rh_ft_search).toBe(2)
  expect(summary.citations).toEqual({ total: 4, joined: 2, notFound: 2 })
  expect(
    await published(home, 'SELECT citation_key, is_found FROM article_lookups ORDER BY citation_key'),
  ).toEqual([
    { citation_key: '中华人民共和国公司法#20', is_found: false },
    { citation_key: '中华人民共和国民法典#577', is_found: true },
    { citation_key: '中华人民共和国民法典#585', is_found: true },
    { citation_key: '中华人民共和国民法典#9000', is_found: false },
  ])
  expect(
    await published(home, "SELECT article_id FROM citation_articles WHERE article_id LIKE 'x1%'"),
  ).toEqual([])
})

test('of the versions of a law the one in force at the judgment is told', async () => {
  const law = '中华人民共和国反垄断法'
  const label = '第十七条'
  const { home, run } = await setUp(
    {
      enterprises: [enterprise('e1', '甲公司')],
      'enterprise-documents': [listed('e1', 'd0001')],
      cases: [
        judgment('d0001', {
          cprq: '2012年3月1日',
          yyft: [],
          content: '违反反垄断法第十七条的规定。依照《中华人民共和国民法典》第五百七十七条。',
        }),
      ],
      statutes: [
        ...civilCode,
        article('old', law, 17, label, { ssrq: '2008-08-01', sxx: '已被修改' }),
        article('new', law, 17, label, { ssrq: '2022-08-01' }),
      ],
    },
    '{ id: e1 }',
  )
  await run()
  expect(
    await published(home, 'SELECT regulation_id, in_force_at_judgment FROM citation_articles ORDER BY 1'),
  ).toEqual([
    { regulation_id: 'a1', in_force_at_judgment: false },
    { regulation_id: 'new', in_force_at_judgment: false },
    { regulation_id: 'old', in_force_at_judgment: true },
  ])
})

test('a page that declares an absurd total is not paged to its end', async () => {
  const folder = await temporaryFolder()
  let pages = 0
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const page = {
      id: 'e1',
      name: '甲公司',
      total: 2_000_000,
      pageNo: Number(url.searchParams.get('pageNo')),
      pageSize: 30,
      hasMore: true,
      list: [],
    }
    const isList = url.pathname.endsWith('rh_enterpriseWritList')
    if (isList) pages += 1
    const first = url.searchParams.get('pageNo') === '1'
    const list = first ? numbered(30).map((id) => listed('e1', id)) : []
    const data = isList ? { ...page, list } : null
    response.setHeader('content-type', 'application/json')
    const message = isList ? '请求成功' : '未查询到相关内容'
    response.end(JSON.stringify({ status: 'success', code: 200, message, data }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const job = `pipeline: enterprise-due-diligence\nenterprises: [{ id: e1 }]\n${unthrottled}\n`
  const summary = await runHere({ home: join(folder, 'home'), job, url: `http://127.0.0.1:${port}` })
  expect(pages).toBeLessThanOrEqual(60)
  expect(summary.lists).toEqual({ incomplete: 1 })
  expect(summary.run.status).toBe('gaps')
})

test('full texts older than the job asks for are not fetched', async () => {
  const { service, run } = await setUp(
    {
      enterprises: [enterprise('e1', '甲公司')],
      'enterprise-documents': [listed('e1', 'd0001'), listed('e1', 'd0002', { 时间: '2019-12-31' })],
      cases: [judgment('d0001'), judgment('d0002')],
    },
    '{ id: e1 }',
    'litigation: { since: 2020-01-01 }',
  )
  const summary = await run()
  expect(service.counts.byOperation.rh_case_details).toBe(1)
  expect(summary.documents).toMatchObject({ listed: 2, withFullText: 1, notLookedUp: 1 })
})

test('a run stops before the budget is exceeded, and the next one goes on from there', async () => {
  const ids = numbered(12)
  const { service, home, run } = await setUp(
    {
      enterprises: [enterprise('e1', '甲公司')],
      'enterprise-documents': ids.map((id) => listed('e1', id)),
      cases: ids.map((id) => judgment(id)),
    },
    '{ id: e1 }',
    'budget: { calls: 8 }',
  )
  const first = await run()
  expect(first.run).toMatchObject({
    status: 'stopped',
    reason: expect.stringContaining('the budget is used up: 8 of 8 calls'),
  })
  expect(service.counts.requests).toBe(8)
  const second = await run()
  expect(second.run).toMatchObject({ status: 'complete', run_id: first.run.run_id })
  expect(service.counts.byOperation).toMatchObject({ rh_enterpriseWritList: 1, rh_case_details: 12 })
  expect(await published(home, 'SELECT count(*)::INTEGER AS n FROM cases')).toEqual([{ n: 12 }])
})

test('a refused key stops the run at once, and a later run with the right key resumes it', async () => {
  const { home, service, run } = await setUp({}, '')
  const job = `pipeline: statute-watch\ncitations: [中华人民共和国民法典第五百七十七条]\n${unthrottled}\n`
  const refused = await runHere({ home, job, url: service.url, key: 'wrong' })
  expect(refused.run.status).toBe('unauthorised')
  expect(refused.run.reason).not.toContain('wrong')
  const resumed = await run(job)
  expect(resumed.run).toMatchObject({ status: 'complete', run_id: refused.run.run_id })
})

test('a run that is asked to stop brings home what is under way and is resumed by the next', async () => {
  const ids = numbered(24)
  const { home, service, run } = await setUp(
    {
      enterprises: [enterprise('e1', '甲公司')],
      'enterprise-documents': ids.map((id) => listed('e1', id)),
      cases: ids.map((id) => judgment(id)),
    },
    '{ id: e1 }',
  )
  const stopping = new AbortController()
  const job = `pipeline: enterprise-due-diligence\nenterprises: [{ id: e1 }]\n${unthrottled}\n`
  const stopped = await runHere({
    home,
    job,
    url: service.url,
    signal: stopping.signal,
    onProgress: ({ done }) => done >= 10 && stopping.abort(),
  })
  expect(stopped.run.status).toBe('stopped')
  const landed = service.counts.requests
  expect(stopped.calls.made).toBe(landed)
  const resumed = await run(job)
  expect(resumed.run).toMatchObject({ status: 'complete', run_id: stopped.run.run_id })
  expect(service.counts.byOperation.rh_case_details).toBe(24)
})
