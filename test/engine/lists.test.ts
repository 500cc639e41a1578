import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { published, runHere } from '../support/run.ts'

/* How litigation lists are read: what is asked for, in which order, and what is said of the list afterwards. */

interface Served {
  readonly documents: readonly string[]
  readonly total?: number | null
  readonly hasMore?: boolean | null
  readonly pageSize?: number
}

/** Serves one list, page by page, as `look` says it is at the nth request; `asked` is what was asked for. */
async function serveList(look: (request: number, pageNo: number) => Served | null) {
  const asked: number[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const isList = pathname.endsWith('rh_enterpriseWritList')
    const pageNo = Number(searchParams.get('pageNo') ?? 1)
    if (isList) asked.push(pageNo)
    const served = isList ? look(asked.length, pageNo) : null
    response.setHeader('content-type', 'application/json')
    if (served === null) {
      response.end(JSON.stringify({ status: 'notFound', code: 404, message: '未找到', data: null }))
      return
    }
    const {
      documents,
      total = documents.length,
      pageSize = 5,
      hasMore = pageNo * pageSize < documents.length,
    } = served
    const list = documents
      .slice((pageNo - 1) * pageSize, pageNo * pageSize)
      .map((id) => ({ 文书id: id, 时间: '2020-01-01' }))
    const data = { id: 'e1', name: '甲公司', total, pageNo, pageSize, hasMore, list }
    response.end(JSON.stringify({ status: 'success', code: 200, message: '请求成功', data }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const home = await temporaryFolder()
  const run = async (litigation = '', more = '') => {
    const job = `pipeline: enterprise-due-diligence
enterprises: [{ id: e1 }]
litigation: { since: 2999-01-01, ${litigation} }
rate: { perSecond: unlimited, concurrency: 1 }
${more}
`
    const summary = await runHere({ home, job, url })
    const [scan] = await published(
      home,
      'SELECT verdict, reason, sweeps, pages, pages_again, declared_total, distinct_documents FROM list_scans ORDER BY run_id DESC LIMIT 1',
    )
    return { summary, scan }
  }
  return { home, asked, run }
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `d${index + 1}`)

test('a list of one page is one answer and needs no second', async () => {
  const { asked, run } = await serveList(() => ({ documents: numbered(5) }))
  const { scan } = await run()
  expect(scan).toMatchObject({ verdict: 'complete', reason: null, sweeps: 1, pages: 1, pages_again: 0 })
  expect(asked).toEqual([1])
})

test('a longer list is complete when page 1 stands after the last page was read', async () => {
  const { asked, run } = await serveList(() => ({ documents: numbered(13) }))
  const { scan } = await run()
  expect(scan).toMatchObject({
    verdict: 'complete',
    sweeps: 1,
    pages: 3,
    pages_again: 1,
    distinct_documents: 13,
  })
  expect([asked[0], asked.slice(1, -1).sort(), asked.at(-1)]).toEqual([1, [2, 3], 1])
})

test('a list that changes while it is read is read again, and what either reading saw is kept', async () => {
  const before = numbered(13)
  const after = ['new', ...before.slice(1)]
  const { asked, home, run } = await serveList((request) => ({ documents: request <= 1 ? before : after }))
  const { scan } = await run()
  expect(scan).toMatchObject({
    verdict: 'complete',
    sweeps: 2,
    pages: 3,
    pages_again: 1,
    distinct_documents: 13,
  })
  expect(asked).toHaveLength(3 + 3 + 1)
  expect(await published(home, 'SELECT count(*)::INTEGER AS n FROM enterprise_documents')).toEqual([
    { n: 14 },
  ])
  expect(await published(home, 'SELECT sweep, is_full, is_moved FROM list_sweeps ORDER BY sweep')).toEqual([
    { sweep: 1, is_full: true, is_moved: true },
    { sweep: 2, is_full: true, is_moved: false },
    { sweep: 3, is_full: false, is_moved: false },
  ])
})

test('a list that never stands still is unstable after three readings', async () => {
  const { asked, run } = await serveList((request) => ({ documents: numbered(12 + request) }))
  const { scan, summary } = await run()
  expect(scan).toMatchObject({
    verdict: 'unstable',
    sweeps: 3,
    reason: 'the total changed while the list was read',
  })
  expect(summary.run.status).toBe('gaps')
  expect(summary.gaps).toEqual([
    expect.stringMatching(/^litigation lists incomplete: 1 \(甲公司 \d+ of \d+\); see list_scans.reason$/),
  ])
  expect(asked.length).toBeLessThanOrEqual(3 * (Math.ceil((12 + asked.length) / 5) + 2) + 1)
})

test('one document replacing another beyond page 1 is seen when every page is asked for again', async () => {
  const before = numbered(18)
  const after = [...before.slice(0, 6), ...before.slice(7), 'new']
  // d11 moves from page 3 to page 2 after page 2 was read.
  const look = (request: number) => ({ documents: request <= 2 ? before : after })
  const quick = await serveList(look)
  expect((await quick.run()).scan).toMatchObject({ verdict: 'complete', sweeps: 1, pages_again: 1 })
  const held = "SELECT count(*)::INTEGER AS n FROM enterprise_documents WHERE document_id = 'd11'"
  expect(await published(quick.home, held)).toEqual([{ n: 0 }])

  const careful = await serveList(look)
  expect((await careful.run('confirm: every-page')).scan).toMatchObject({
    verdict: 'complete',
    sweeps: 2,
    pages_again: 3,
  })
  expect(await published(careful.home, held)).toEqual([{ n: 1 }])
})

test('asking for every page again ends with page 1, and leaves out the last', async () => {
  const { asked, run } = await serveList(() => ({ documents: numbered(18) }))
  expect((await run('confirm: every-page')).scan).toMatchObject({
    verdict: 'complete',
    pages: 4,
    pages_again: 3,
  })
  expect(asked.slice(0, 4).sort()).toEqual([1, 2, 3, 4])
  expect(asked[3]).toBe(4)
  expect([asked.slice(4, 6).sort(), asked.slice(6)]).toEqual([[2, 3], [1]])
})

test('a further reading is begun only when the budget holds all of it', async () => {
  const changing = (request: number) => ({ documents: numbered(request <= 2 ? 13 : 14) })
  const poor = await serveList(changing)
  // The four points are what is left after three pages: a page more than that is needed.
  const { scan, summary } = await poor.run('', 'budget: { calls: 5 }')
  expect(poor.asked).toHaveLength(3)
  expect(scan).toMatchObject({ verdict: 'unstable', sweeps: 1 })
  expect(summary.run.status).toBe('gaps')
  const rich = await serveList(changing)
  expect((await rich.run('', 'budget: { calls: 7 }')).scan).toMatchObject({ verdict: 'complete', sweeps: 2 })
})

test.each<[string, Served | ((pageNo: number) => Served | null), string]>([
  ['declares more than it lists', { documents: numbered(13), total: 14 }, '13 of 14 declared documents seen'],
  ['declares less than it lists', { documents: numbered(13), total: 12 }, '13 of 12 declared documents seen'],
  ['declares no total', { documents: numbered(13), total: null }, 'no total is declared'],
  [
    'goes on for ever',
    { documents: numbered(60), total: 13, hasMore: true },
    'the list goes on beyond its total',
  ],
  [
    'repeats a page',
    (page) => ({ documents: [...numbered(10), ...numbered(10).slice(5), 'd11'], hasMore: page < 4 }),
    'page 3 repeats page 2',
  ],
  [
    'brings nothing new',
    { documents: numbered(10), total: 40, hasMore: true },
    'no new document on pages 3 and 4',
  ],
  [
    'ends too early',
    (page) => ({ documents: numbered(13), hasMore: page < 2 }),
    'page 2 says that it is the last, and page 3 was there',
  ],
  [
    'does not say whether it goes on',
    { documents: numbered(13), hasMore: null },
    'page 3 does not say whether another follows',
  ],
  [
    'is gone on its second page',
    (page) => (page === 2 ? null : { documents: numbered(13) }),
    'page 2 was answered as not found',
  ],
])('a list that %s is incomplete, and the reason says so', async (_, served, reason) => {
  const { run } = await serveList((_request, pageNo) =>
    typeof served === 'function' ? served(pageNo) : served,
  )
  const { scan } = await run()
  expect(scan).toMatchObject({ verdict: 'incomplete', reason })
})

test('a short page, or an empty one, ends nothing while the list says that it goes on', async () => {
  const documents = numbered(13)
  const sizes = [5, 2, 0, 6]
  const starts = [0, 5, 7, 7]
  const { run } = await serveList((_, pageNo) => {
    const from = starts[pageNo - 1] ?? 13
    const padding = Array.from({ length: (pageNo - 1) * 6 }, () => 'x')
    return {
      documents: [...padding, ...documents.slice(from, from + (sizes[pageNo - 1] ?? 0))],
      total: 13,
      pageSize: 6,
      hasMore: pageNo < 4,
    }
  })
  expect((await run()).scan).toMatchObject({ verdict: 'complete', pages: 4, distinct_documents: 13 })
})
