import { beforeAll, describe, expect, test } from 'vitest'
import type { RunSummary } from '../../src/run/summary.ts'
import { type Whenever, whenAllOver } from '../support/folder.ts'
import { article, civilCode, enterprise, judgment, listed } from '../support/records.ts'
import { published, type RunHere, sentencesOf, serveCorpus, writeCorpus } from '../support/run.ts'
import { jobOn, litigationOf, numbered, worldOf } from '../support/world.ts'

const uscc = '91110108MA0074PN30'

/** A job over these entries, against a service on these records. */
const setUp = async (
  files: Readonly<Record<string, readonly object[]>>,
  entries: string,
  more: string,
  whenOver: Whenever,
) => {
  const world = await worldOf({ statutes: civilCode, ...files }, {}, whenOver)
  const job = jobOn(entries, more)
  return { ...world, run: (options: Partial<RunHere> = {}) => world.run(job, options) }
}

describe('a job becomes enterprises, documents, full texts, citations and articles', () => {
  const law = '中华人民共和国反垄断法'
  const silent = { yyft: [], content: '驳回诉讼请求。' }
  const files = {
    enterprises: [
      enterprise('e1', '甲公司', uscc),
      enterprise('e2', '乙公司', '91110000600037341L'),
      enterprise('e3', '丙公司北京分公司'),
      enterprise('e4', '丙公司上海分公司'),
    ],
    'enterprise-documents': [
      ...numbered(4).map((id) => listed('e1', id)),
      listed('e1', 'd0005', { 案号: '（2023）京0105民初×××号' }),
      listed('e1', 'd0006'),
      listed('e1', 'd0007'),
      listed('e1', 'd0008', { 时间: '2019-12-31' }),
    ],
    cases: [
      judgment('d0001'),
      judgment('other', { ah: '(2023)京0105民初2号', ...silent }),
      judgment('d0006', {
        content:
          '依照《中华人民共和国民法典》第五百七十七条、第五百八十五条、第九千条，《中华人民共和国公司法》第二十条的规定。',
      }),
      judgment('d0007', {
        cprq: '2012年3月1日',
        yyft: [],
        content: '违反反垄断法第十七条的规定。依照《中华人民共和国民法典》第五百七十七条。',
      }),
      judgment('d0008'),
    ],
    'authoritative-cases': [judgment('d0003', { type: '权威案例', ...silent })],
    statutes: [
      ...civilCode,
      article('old', law, 17, '第十七条', { ssrq: '2008-08-01', sxx: '已被修改' }),
      article('new', law, 17, '第十七条', { ssrq: '2022-08-01' }),
    ],
  }
  const entries = `{ name: 甲公司 }, { uscc: ${uscc} }, { id: e1 }, { name: 乙公司, uscc: 9144030071526726XG }, { name: 丙公司 }, { name: 丁公司 }, { id: e9 }`
  const setting = {} as Awaited<ReturnType<typeof setUp>> & { summary: RunSummary }
  const rows = (sql: string) => published(setting.home, sql)
  const whenOver = whenAllOver()
  beforeAll(async () => {
    Object.assign(setting, await setUp(files, entries, 'litigation: { since: 2020-01-01 }', whenOver))
    setting.summary = await setting.run()
  })

  test('of which the summary counts each once', async () => {
    const { documents, citations } = setting.summary
    expect(documents).toEqual({
      listed: 8,
      withFullText: 5,
      partial: 0,
      withheld: 0,
      notFound: 2,
      notLookedUp: 1,
    })
    // A record states 第五百七十七条 beside its text: an article counts once a text.
    expect(citations).toEqual({ total: 8, joined: 6, notFound: 2 })
    expect(await rows("SELECT name, established_on FROM enterprises WHERE enterprise_id = 'e1'")).toEqual([
      { name: '甲公司', established_on: '2015-03-02' },
    ])
    const cited =
      "SELECT citation_key FROM case_citations WHERE case_id = 'd0001' AND origin = 'text' ORDER BY ordinal"
    expect(await rows(cited)).toEqual([
      { citation_key: '中华人民共和国民法典#577' },
      { citation_key: '中华人民共和国民法典#585' },
    ])
  })

  test('a full text is looked for by id, then by case number, then in the authoritative library', async () => {
    const found =
      "SELECT document_id, library, case_id, found_by FROM document_details WHERE document_id < 'd0006' ORDER BY 1"
    expect(await rows(found)).toEqual([
      { document_id: 'd0001', library: 'ptal', case_id: 'd0001', found_by: 'id' },
      { document_id: 'd0002', library: 'ptal', case_id: 'other', found_by: 'number' },
      { document_id: 'd0003', library: 'qwal', case_id: 'd0003', found_by: 'id' },
    ])
    const tried = await rows(
      `SELECT asked_by, library, list(asked ORDER BY asked) AS asked FROM case_lookups
       WHERE hits = 0 AND asked IN ('d0004', '（2023）京0105民初4号') GROUP BY ALL ORDER BY 1, 2`,
    )
    expect(tried.map(({ asked_by, library }) => `${library} by ${asked_by}`)).toEqual([
      'ptal by id',
      'qwal by id',
      'ptal by number',
      'qwal by number',
    ])
    expect(await rows("SELECT asked FROM case_lookups WHERE asked LIKE '%×%'")).toEqual([])
  })

  test('full texts older than the job asks for are not fetched', async () => {
    const lookups = "SELECT asked FROM case_lookups WHERE asked IN ('d0008', '（2023）京0105民初8号')"
    expect(await rows(lookups)).toEqual([])
  })

  test('an enterprise listed by name, code and id is asked about once', async () => {
    // The other two are of a code and of an id that nobody knows.
    expect(setting.service.counts.byOperation.rh_enterpriseWritList).toBe(3)
    const matched = "SELECT matched_by, name FROM job_enterprises WHERE status = 'matched' ORDER BY ordinal"
    expect(await rows(matched)).toEqual(
      ['name', 'uscc', 'id'].map((matched_by) => ({ matched_by, name: '甲公司' })),
    )
  })

  test('a code needs no search; one that nobody knows falls back to the name beside it', async () => {
    const searched =
      "SELECT params->>'name' AS name FROM calls WHERE operation = 'rh_enterpriseSearch' ORDER BY 1"
    expect((await rows(searched)).map(({ name }) => name)).toEqual(['丁公司', '丙公司', '乙公司', '甲公司'])
    // The name exists, but with another code: that is for a person to decide.
    expect(await rows("SELECT status, candidates FROM job_enterprises WHERE given_name = '乙公司'")).toEqual([
      { status: 'ambiguous', candidates: '[{"id":"e2","name":"乙公司","uscc":"91110000600037341L"}]' },
    ])
  })

  // How each entry is recorded: test/warehouse/views-job.test.ts.
  test('an enterprise that is not found, or not unique, is told and the run goes on', () => {
    expect(setting.summary.run.status).toBe('gaps')
    expect(sentencesOf(setting.summary)).toEqual(
      expect.arrayContaining([
        'enterprises not found: 2 (丁公司, e9); see job_enterprises.status',
        'ambiguous enterprises: 2 (乙公司, 丙公司); give their uscc or id; see job_enterprises.candidates',
      ]),
    )
  })

  // Which of them is found, and in force: test/rows/flatten/answers.test.ts, test/warehouse/views-statutes.test.ts.
  test('several articles of one law go into one call', () => {
    expect(setting.service.counts.byOperation.rh_ft_search).toBe(3)
  })
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
    const added = listed('e1', 'd0999', { 时间: '2024-01-01' })
    await writeCorpus(setting.corpus, { 'enterprise-documents': [added, ...files['enterprise-documents']] })
    const changed = await serveCorpus(setting.corpus)
    const third = await setting.run({ url: changed.url })
    const calls = { rh_enterpriseWritList: 3 + 1 + 1, rh_case_details: 1 }
    expect(changed.counts.byOperation).toMatchObject(calls)
    expect(third.lists).toEqual({ complete: 2 })
    expect(third.documents).toMatchObject({ listed: 67, withFullText: 66 })
  })
})

describe('a run that stopped is resumed by the next', () => {
  const setting = {} as Awaited<ReturnType<typeof setUp>> & { runId: string }
  const whenOver = whenAllOver()
  beforeAll(async () => {
    Object.assign(
      setting,
      await setUp(litigationOf(numbered(24)), '{ id: e1 }', 'budget: { calls: 14 }', whenOver),
    )
  })

  test('at once when its key is refused', async () => {
    const { run } = await setting.run({ key: 'wrong' })
    expect(run.status).toBe('unauthorised')
    expect(run.reason).not.toContain('wrong')
    setting.runId = run.run_id
  })

  test('before its budget is exceeded', async () => {
    const before = setting.service.counts.requests
    const { run } = await setting.run()
    expect(run).toMatchObject({ status: 'stopped', run_id: setting.runId })
    expect(run.reason).toContain('the budget is used up: 14 of 14 calls')
    expect(setting.service.counts.requests).toBe(before + 14)
  })

  test('when it is asked to stop, and has brought home what is under way', async () => {
    const stopping = new AbortController()
    const { run, calls } = await setting.run({
      signal: stopping.signal,
      onProgress: ({ done }) => done >= 5 && stopping.abort(),
    })
    expect(run).toMatchObject({ status: 'stopped', run_id: setting.runId })
    expect(calls.made).toBe(setting.service.counts.requests)
  })

  test('until it is complete, and has asked for nothing twice', async () => {
    const { run } = await setting.run()
    expect(run).toMatchObject({ status: 'complete', reason: null, run_id: setting.runId })
    const once = { rh_enterpriseWritList: 1, rh_case_details: 24 }
    expect(setting.service.counts.byOperation).toMatchObject(once)
    expect(await published(setting.home, 'SELECT count(*)::INTEGER AS n FROM cases')).toEqual([{ n: 24 }])
  })
})
