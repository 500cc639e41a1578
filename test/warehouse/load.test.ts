import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadCall } from '../../src/calls/landing/entry.ts'
import { flatten } from '../../src/rows/flatten/index.ts'
import { Database } from '../../src/warehouse/database.ts'
import { loadSegment } from '../../src/warehouse/load.ts'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { temporaryFolder } from '../support/folder.ts'
import { isLong, oneForm, sizeOf } from '../support/forms.ts'
import { readCall as call, hit, judgment, listed } from '../support/records.ts'
import { digests, emptyWarehouse } from '../support/tables.ts'

/** Orders in which the same answers are loaded. */
const orders = sizeOf('DOSSIER_TEST_LOAD_ORDERS', { short: 2, long: 6 })

/** Records of an enterprise that is asked for by name. */
const company = (callKey: string, name: string, records: readonly object[], more: Partial<ReadCall> = {}) =>
  call(callKey, hit(...records), { operation: 'rh_company_info', params: { name }, ...more })

/** Hits of a search for cases. */
const search = (callKey: string, query: string, wenshu: readonly object[], more: Partial<ReadCall> = {}) =>
  call(
    callKey,
    { code: 200, msg: 'ok', extra: { wenshu } },
    { operation: 'case_vector_search', params: { query }, ...more },
  )

const sourceOf = (folder: string, segment: string, calls: readonly ReadCall[]) => ({
  segment,
  calls: calls.map((landed, index) => ({ ...landed, line: index + 1 })),
  flatten,
  stagingFolder: join(folder, 'staging'),
})

const load = (...[database, ...of]: [database: Database, ...Parameters<typeof sourceOf>]) =>
  loadSegment(database, sourceOf(...of), new Date(0))

/** An empty warehouse, and how a segment of calls is loaded into it. */
async function opened() {
  const folder = await temporaryFolder()
  const database = await emptyWarehouse(folder)
  return {
    rows: (sql: string) => database.rows(sql),
    load: (segment: string, ...calls: ReadCall[]) => load(database, folder, segment, calls),
    database,
    [Symbol.asyncDispose]: () => database.close(),
  }
}

test('loading a segment twice does nothing the second time', async () => {
  await using warehouse = await opened()
  await warehouse.load('s1', call('k1', hit(judgment('d1'))))
  const once = await digests(warehouse.database)
  const again = await warehouse.load('s1', call('k1', hit(judgment('d1'))))
  expect(again).toEqual([])
  expect(await digests(warehouse.database)).toEqual(once)
})

oneForm('texts are packed with zstd, in a file that DuckDB 1.2 reads', async () => {
  await using warehouse = await opened()
  await warehouse.load(
    's1',
    ...Array.from({ length: 300 }, (_, index) => call(`k${index}`, hit(judgment(`d${index}`)))),
  )
  await warehouse.database.run('CHECKPOINT')
  const [version] = await warehouse.rows(
    "SELECT tags['storage_version'] AS made_for FROM duckdb_databases() WHERE NOT internal",
  )
  expect(version?.made_for).toBe('v1.2.0+')
  const packed = await warehouse.rows(
    "SELECT DISTINCT compression FROM pragma_storage_info('cases') WHERE column_name = 'content' AND segment_type = 'VARCHAR'",
  )
  expect(packed).toEqual([{ compression: 'ZSTD' }])
})

oneForm(
  'what a home of long texts needs is not taken back when its tables are derived, nor what was given',
  async () => {
    const limitOf = async (database: Database) =>
      (await database.rows("SELECT current_setting('memory_limit') AS memory"))[0]?.memory
    await using database = await emptyWarehouse()
    const usual = await limitOf(database)
    await refreshDerived(database)
    expect(await limitOf(database)).toBe(usual)
    await database.needsForTexts(1e9)
    const raised = await limitOf(database)
    expect(raised).not.toBe(usual)
    await refreshDerived(database)
    expect(await limitOf(database)).toBe(raised)

    await using given = await Database.open(':memory:', { memoryLimit: '2GB' })
    const before = await limitOf(given)
    await given.needsForTexts(1e8)
    expect(await limitOf(given)).toBe(before)
  },
)

oneForm('the limit is given back when what it was raised for is done, or has failed', async () => {
  await using database = await emptyWarehouse()
  const limit = () => database.rows("SELECT current_setting('memory_limit') AS memory")
  const usual = await limit()
  const raised = await database.withAtLeast(700, limit)
  expect(raised).not.toEqual(usual)
  await expect(database.withAtLeast(700, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await limit()).toEqual(usual)
})

oneForm('a case that is answered again replaces its citations, also by none', async () => {
  await using warehouse = await opened()
  await warehouse.load('s1', call('k1', hit(judgment('d1'))))
  await warehouse.load(
    's2',
    call('k1', hit(judgment('d1', { yyft: [], content: '没有引用。' })), { runId: 'run-2' }),
  )
  expect(await warehouse.rows('SELECT count(*)::INTEGER AS n FROM case_citations')).toEqual([{ n: 0 }])
  expect(await warehouse.rows('SELECT content, run_id FROM cases')).toEqual([
    { content: '没有引用。', run_id: 'run-2' },
  ])
})

oneForm('an id that one page lists twice is one document', async () => {
  await using warehouse = await opened()
  const page = { id: 'e1', name: '甲公司', total: 2, pageNo: 1, pageSize: 30, hasMore: false }
  const body = {
    status: 'success',
    code: 200,
    data: { ...page, list: [listed('e1', 'd1'), listed('e1', 'd1')] },
  }
  await warehouse.load(
    's1',
    call('k1', body, { operation: 'rh_enterpriseWritList', params: { id: 'e1', pageNo: 1 } }),
  )
  expect(await warehouse.rows('SELECT document_id FROM enterprise_documents')).toEqual([
    { document_id: 'd1' },
  ])
  expect(await warehouse.rows('SELECT count(*)::INTEGER AS n FROM document_parties')).toEqual([{ n: 2 }])
  expect(
    await warehouse.rows('SELECT listed, distinct_documents, duplicates, verdict FROM list_scans_history'),
  ).toEqual([{ listed: 2, distinct_documents: 1, duplicates: 1, verdict: 'incomplete' }])
})

oneForm('an answer that is no answer is in the ledger and nowhere else', async () => {
  await using warehouse = await opened()
  await warehouse.load(
    's1',
    call('k1', undefined, { httpStatus: 502 }),
    call('k2', undefined, { httpStatus: null, error: 'client: reset' }),
    call('k3', { status: 'failed', code: 500, message: '参数异常!', data: null }),
  )
  expect(await warehouse.rows('SELECT outcome, failure, message FROM calls ORDER BY line')).toEqual([
    { outcome: 'failed', failure: 'service', message: null },
    { outcome: 'failed', failure: 'no-answer', message: 'client: reset' },
    { outcome: 'rejected', failure: null, message: '参数异常!' },
  ])
  expect(await warehouse.rows('SELECT count(*)::INTEGER AS n FROM case_lookups')).toEqual([{ n: 0 }])
})

oneForm('a call that two runs were refused is a dead letter of both, until a good answer comes', async () => {
  await using warehouse = await opened()
  const refused = { status: 'failed', code: 500, message: '参数异常!', data: null }
  const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`
  await warehouse.load('s1', call('k1', refused, { fetchedAt: at(1) }))
  await warehouse.load('s2', call('k1', refused, { runId: 'run-2', fetchedAt: at(2) }))
  const letters = 'SELECT run_id, times::INTEGER AS times FROM dead_letters ORDER BY run_id'
  expect(await warehouse.rows(letters)).toEqual([
    { run_id: 'run-1', times: 2 },
    { run_id: 'run-2', times: 2 },
  ])
  await warehouse.load('s3', call('k1', hit(judgment('d1')), { runId: 'run-2', fetchedAt: at(3) }))
  expect(await warehouse.rows(letters)).toEqual([])
})

oneForm('a lookup of articles is no dead letter once later lookups asked for each of them', async () => {
  await using warehouse = await opened()
  const ask = (callKey: string, day: number, keyword: string, body: unknown, condition = {}) =>
    call(callKey, body, {
      operation: 'rh_ft_search',
      params: { fgmc: '公司法', keyword, search_mode: 'OR', top_k: 50, ...condition },
      fetchedAt: `2026-01-0${day}T00:00:00.000Z`,
    })
  const notFound = { status: 'notFound', code: 404, message: '未查询到相关内容', data: null }
  const failed = { status: 'failed', code: 500, message: '程序处理异常', data: null }
  const letters = () => warehouse.rows('SELECT call_key FROM dead_letters ORDER BY call_key')
  await warehouse.load('s1', ask('k0', 1, '第二十条', notFound))
  await warehouse.load('s2', ask('k1', 2, '第二十条 第二十一条', failed))
  await warehouse.load('s3', ask('k2', 3, '第二十一条', notFound))
  expect(await letters()).toEqual([{ call_key: 'k1' }])
  await warehouse.load('s4', ask('k3', 3, '第十九条 第二十条', notFound))
  expect(await letters()).toEqual([])
  // A search under a condition is another question than the lookup of the same article.
  await warehouse.load('s5', ask('k4', 2, '第二十条', failed, { sxx: '现行有效' }))
  await warehouse.load('s6', ask('k5', 2, '第二十条 第二十一条', failed, { search_mode: 'AND' }))
  expect(await letters()).toEqual([{ call_key: 'k4' }, { call_key: 'k5' }])
})

oneForm('an enterprise that is answered again replaces its modules, and its history grows', async () => {
  await using warehouse = await opened()
  const answered = (runId: string, record: object) =>
    company('k1', '甲公司', [{ 企业ID: 'e1', 企业名称: '甲公司', ...record }], { runId })
  await warehouse.load(
    's1',
    answered('run-1', { 经营状态: '存续', 监事: '王某,李某', 股东: '乙', 变更: [{ 变更项: '住所' }] }),
  )
  await warehouse.load('s2', answered('run-2', { 经营状态: '注销', 监事: '赵某', 股东: '丙' }))
  expect(await warehouse.rows('SELECT position, name, run_id FROM enterprise_members')).toEqual([
    { position: '监事', name: '赵某', run_id: 'run-2' },
  ])
  expect(await warehouse.rows('SELECT count(*)::INTEGER AS n FROM enterprise_changes')).toEqual([{ n: 0 }])
  expect(
    await warehouse.rows(
      `SELECT seen_run_id AS run, registration ->> 'status' AS status, shareholders ->> '$[0].name' AS shareholder
       FROM enterprise_history ORDER BY run`,
    ),
  ).toEqual([
    { run: 'run-1', status: '存续', shareholder: '乙' },
    { run: 'run-2', status: '注销', shareholder: '丙' },
  ])
})

oneForm('a search that is made again replaces its hits, and its answers stay', async () => {
  await using warehouse = await opened()
  const answered = (runId: string, ...ids: string[]) =>
    search(
      'k1',
      '买卖合同',
      ids.map((scid, i) => ({ scid, score: 1 / (i + 1) })),
      { runId },
    )
  await warehouse.load('s1', answered('run-1', 'a', 'b', 'c'))
  await warehouse.load('s2', answered('run-2', 'b'))
  expect(await warehouse.rows('SELECT rank, case_id, score FROM case_hits')).toEqual([
    { rank: 1, case_id: 'b', score: 1 },
  ])
  expect(
    await warehouse.rows('SELECT search_run_id AS run, case_ids FROM case_searches ORDER BY run'),
  ).toEqual([
    { run: 'run-1', case_ids: ['a', 'b', 'c'] },
    { run: 'run-2', case_ids: ['b'] },
  ])
})

oneForm('what the contract does not list is counted once an answer, however often it is loaded', async () => {
  await using warehouse = await opened()
  const with法官 = (callKey: string, more: Partial<ReadCall> = {}) =>
    call(callKey, hit(judgment(callKey, { 法官: '王某' })), {
      params: { id: callKey, type: 'ptal' },
      ...more,
    })
  await warehouse.load('s1', with法官('d1'), with法官('d2'))
  // A call that was under way at a crash is made again.
  await warehouse.load('s2', with法官('d1', { fetchedAt: '2026-01-02T00:00:00.000Z' }))
  await warehouse.load(
    's3',
    with法官('d1', { runId: 'run-2', fetchedAt: '2026-01-03T00:00:00.000Z' }),
    call('d3', hit(judgment('d3', { 法官: ['李某'] })), {
      params: { id: 'd3', type: 'ptal' },
      fetchedAt: '2026-01-04T00:00:00.000Z',
    }),
  )
  expect(
    await warehouse.rows(
      'SELECT operation, path, type, first_seen::VARCHAR AS first_seen, count::INTEGER AS count, example FROM drift ORDER BY path',
    ),
  ).toEqual([
    {
      operation: 'rh_case_details',
      path: 'data[].法官',
      type: 'string',
      first_seen: '2026-01-01 00:00:00',
      count: 3,
      example: '王某',
    },
    {
      operation: 'rh_case_details',
      path: 'data[].法官[]',
      type: 'string',
      first_seen: '2026-01-04 00:00:00',
      count: 1,
      example: '李某',
    },
  ])
})

test('the tables do not depend on the order in which the answers of two runs are loaded', async () => {
  const folder = await temporaryFolder()
  const other = '另一版本《中华人民共和国公司法》第二十条。'
  // Three calls that state the same two cases differently: by id, and twice by one case number.
  const calls = [
    call('k1', hit(judgment('d1'))),
    call('k2', hit(judgment('d1', { content: other }), judgment('d2')), {
      params: { ah: 'n1', type: 'ptal' },
    }),
    call('k3', hit(judgment('d2', { yyft: [] })), { params: { ah: 'n2', type: 'ptal' } }),
    call('k4', hit(), { params: { id: 'd9', type: 'ptal' } }),
    // Two names of one enterprise, answered differently, and a name that two enterprises have.
    company('k5', '甲公司', [{ 企业ID: 'e1', 监事: '王某,李某', 曾用名: '旧名' }]),
    company('k6', '甲', [{ 企业ID: 'e1', 监事: '赵某', 商标: [{ 名称: '甲牌' }] }, { 企业ID: 'e2' }]),
    // Two searches of one article, whose regulation they tell differently.
    ...['现行有效', '失效'].map((sxx, index) => {
      const article = { id: 'a1_577', fgid: 'a1', fgmc: '民法典', tid: '577', sxx, _score: index }
      return call(`k${7 + index}`, hit(article), { operation: 'rh_ft_search', params: { keyword: sxx } })
    }),
    search('k9', 'x', [{ scid: 'd1', 热度: 1 }]),
  ]
  // A later run asks for some of them again and hears something else; an older one may be resumed after it.
  const later = [
    call('k1', hit(judgment('d1', { content: '后来的版本。', yyft: [] })), { runId: 'run-2' }),
    call('k3', hit(judgment('d2')), { params: { ah: 'n2', type: 'ptal' }, runId: 'run-2' }),
    company('k6', '甲', [{ 企业ID: 'e1', 监事: '孙某' }], { runId: 'run-2' }),
    search('k9', 'x', [{ scid: 'd3' }], { runId: 'run-2' }),
  ]
  const all = [...calls, ...later]
  let expected: object | undefined
  let cases = 0
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(all, { minLength: all.length }),
      fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }),
      async (order, cuts) => {
        cases += 1
        const own = join(folder, String(cases))
        await mkdir(own)
        await using database = await emptyWarehouse(own)
        let segment: typeof order = []
        let named = 0
        for (const [index, next] of order.entries()) {
          segment.push(next)
          // A segment is of one run.
          if (cuts[index] || order[index + 1]?.runId !== next.runId) {
            named += 1
            await load(database, own, `s${named}`, segment)
            segment = []
          }
        }
        const found = await digests(database, isLong)
        expected ??= found
        expect(found).toEqual(expected)
      },
    ),
    { numRuns: orders },
  )
})
