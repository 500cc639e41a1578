import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReadCall } from '../../src/calls/landing/entry.ts'
import { flatten } from '../../src/rows/flatten/index.ts'
import { Database } from '../../src/warehouse/database.ts'
import { loadSegment } from '../../src/warehouse/load.ts'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { temporaryFolder } from '../support/folder.ts'
import { isLong, oneForm, sizeOf } from '../support/forms.ts'
import { readCall as call, hit, judgment, listed } from '../support/records.ts'
import { digests, emptyWarehouse } from '../support/tables.ts'
import { linesIn } from './litigation-world.ts'

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

/** An empty warehouse, what loads the next segment of calls into it, and what expects these lines of a SELECT. */
async function opened() {
  const folder = await temporaryFolder()
  const database = await emptyWarehouse(folder)
  let segments = 0
  return {
    database,
    load: (...calls: readonly ReadCall[]) => {
      segments += 1
      return load(database, folder, `s${segments}`, calls)
    },
    says: async (sql: string, ...lines: readonly string[]) => {
      expect(await linesIn(database, sql)).toEqual(lines)
    },
  }
}

const loading = (rule: string, work: (of: Awaited<ReturnType<typeof opened>>) => Promise<void>) =>
  oneForm(rule, async () => {
    const of = await opened()
    await using _ = of.database
    await work(of)
  })

test('loading a segment twice does nothing the second time', async () => {
  const folder = await temporaryFolder()
  await using database = await emptyWarehouse(folder)
  const calls = [call('k1', hit(judgment('d1')))]
  await load(database, folder, 's1', calls)
  const once = await digests(database)
  expect(await load(database, folder, 's1', calls)).toEqual([])
  expect(await digests(database)).toEqual(once)
})

loading('texts are packed with zstd, in a file that DuckDB 1.2 reads', async ({ load, says, database }) => {
  await load(...Array.from({ length: 300 }, (_, at) => call(`k${at}`, hit(judgment(`d${at}`)))))
  await database.run('CHECKPOINT')
  await says("SELECT tags['storage_version'] FROM duckdb_databases() WHERE NOT internal", 'v1.2.0+')
  const packed =
    "FROM pragma_storage_info('cases') WHERE column_name = 'content' AND segment_type = 'VARCHAR'"
  await says(`SELECT DISTINCT compression ${packed}`, 'ZSTD')
})

describe('the limit of memory', () => {
  const limitOf = (database: Database) =>
    database.rows("SELECT current_setting('memory_limit') AS memory").then(([row]) => row?.memory)

  oneForm('stays for long texts when tables are derived, and where it was given', async () => {
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
  })

  oneForm('is given back when what it was raised for is done, or has failed', async () => {
    await using database = await emptyWarehouse()
    const usual = await limitOf(database)
    expect(await database.withAtLeast(700, () => limitOf(database))).not.toEqual(usual)
    await expect(database.withAtLeast(700, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await limitOf(database)).toEqual(usual)
  })
})

const inRun2 = { runId: 'run-2' }
const at = (day: number) => ({ fetchedAt: `2026-01-0${day}T00:00:00.000Z` })
const failed = { status: 'failed', code: 500, message: '参数异常!', data: null }

loading('a case that is answered again replaces its citations, also by none', async ({ load, says }) => {
  await load(call('k1', hit(judgment('d1'))))
  await load(call('k1', hit(judgment('d1', { yyft: [], content: '没有引用。' })), inRun2))
  await says('SELECT count(*) FROM case_citations', '0')
  await says('SELECT content, run_id FROM cases', '没有引用。 | run-2')
})

loading('of two answers of a run to one call the later one counts', async ({ load, says }) => {
  for (const content of ['先说的。', '后说的。']) await load(call('k1', hit(judgment('d1', { content }))))
  await says('SELECT content FROM cases', '后说的。')
})

loading('an id that one page lists twice is one document', async ({ load, says }) => {
  const list = [listed('e1', 'd1'), listed('e1', 'd1')]
  const data = { id: 'e1', name: '甲公司', total: 2, pageNo: 1, pageSize: 30, hasMore: false, list }
  const asked = { operation: 'rh_enterpriseWritList', params: { id: 'e1', pageNo: 1 } } as const
  await load(call('k1', { status: 'success', code: 200, data }, asked))
  await says('SELECT document_id FROM enterprise_documents', 'd1')
  await says('SELECT count(*) FROM document_parties', '2')
  const scans = 'SELECT listed, distinct_documents, duplicates, verdict FROM list_scans_history'
  await says(scans, '2 | 1 | 1 | incomplete')
})

loading('an answer that is no answer is in the ledger and nowhere else', async ({ load, says }) => {
  await load(
    call('k1', undefined, { httpStatus: 502 }),
    call('k2', undefined, { httpStatus: null, error: 'client: reset' }),
    call('k3', failed),
  )
  await says(
    'SELECT outcome, failure, message FROM calls ORDER BY line',
    ...['failed | service | -', 'failed | no-answer | client: reset', 'rejected | - | 参数异常!'],
  )
  await says('SELECT count(*) FROM case_lookups', '0')
})

loading('an enterprise that is answered again replaces its modules, and its history grows', async (of) => {
  const answered = (runId: string, record: object) =>
    of.load(company('k1', '甲公司', [{ 企业ID: 'e1', 企业名称: '甲公司', ...record }], { runId }))
  await answered('run-1', { 经营状态: '存续', 监事: '王某,李某', 股东: '乙', 变更: [{ 变更项: '住所' }] })
  await answered('run-2', { 经营状态: '注销', 监事: '赵某', 股东: '丙' })
  await of.says('SELECT position, name, run_id FROM enterprise_members', '监事 | 赵某 | run-2')
  await of.says('SELECT count(*) FROM enterprise_changes', '0')
  await of.says(
    "SELECT seen_run_id, registration->>'status', shareholders->>'$[0].name' FROM enterprise_history ORDER BY 1",
    ...['run-1 | 存续 | 乙', 'run-2 | 注销 | 丙'],
  )
})

loading('a search that is made again replaces its hits, and its answers stay', async ({ load, says }) => {
  const hits = ['a', 'b', 'c'].map((scid, index) => ({ scid, score: 1 / (index + 1) }))
  await load(search('k1', '买卖合同', hits))
  await load(search('k1', '买卖合同', [{ scid: 'b', score: 1 }], inRun2))
  await says('SELECT rank, case_id, score FROM case_hits', '1 | b | 1')
  const answers = 'SELECT search_run_id, case_ids FROM case_searches ORDER BY 1'
  await says(answers, 'run-1 | a, b, c', 'run-2 | b')
})

loading(
  'what the contract does not list is counted once an answer, however often it is loaded',
  async (of) => {
    const judgedBy = (法官: unknown, id: string, more: Partial<ReadCall> = {}) =>
      call(id, hit(judgment(id, { 法官 })), { params: { id, type: 'ptal' }, ...more })
    await of.load(judgedBy('王某', 'd1'), judgedBy('王某', 'd2'))
    // A call that was under way at a crash is made again.
    await of.load(judgedBy('王某', 'd1', at(2)))
    await of.load(judgedBy('王某', 'd1', { ...inRun2, ...at(3) }), judgedBy(['李某'], 'd3', at(4)))
    await of.says(
      'SELECT operation, path, type, first_seen, count, example FROM drift ORDER BY path',
      'rh_case_details | data[].法官 | string | 2026-01-01 00:00:00 | 3 | 王某',
      'rh_case_details | data[].法官[] | string | 2026-01-04 00:00:00 | 1 | 李某',
    )
  },
)

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
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(all, { minLength: all.length }),
      fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }),
      async (order, cuts) => {
        await using database = await emptyWarehouse()
        let segment: typeof order = []
        let named = 0
        for (const [index, next] of order.entries()) {
          segment.push(next)
          // A segment is of one run.
          if (cuts[index] || order[index + 1]?.runId !== next.runId) {
            named += 1
            await load(database, folder, `s${named}`, segment)
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
