import { createServer } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RunSummary } from '../../src/run/summary.ts'
import type { SqlRow } from '../../src/warehouse/database.ts'
import { temporaryFolder, whenAllOver } from '../support/folder.ts'
import { listening } from '../support/listening.ts'
import { published, runHere, sentencesOf } from '../support/run.ts'
import { jobOn } from '../support/world.ts'

/* How litigation lists are read: what is asked for, in which order, and what is said of the list afterwards. */

interface Served {
  readonly documents: readonly string[]
  readonly total?: number
  readonly hasMore?: boolean | null
  readonly pageSize?: number
}

/** A list as it is at the nth request for it. Null: the service knows no such enterprise. */
type List = (request: number, pageNo: number) => Served | null

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `d${index + 1}`)

function answerOf(id: string, pageNo: number, served: Served | null): object {
  if (served === null) return { status: 'notFound', code: 404, message: '未找到', data: null }
  const { documents, total = documents.length, pageSize = 5 } = served
  const { hasMore = pageNo * pageSize < documents.length } = served
  const list = documents
    .slice((pageNo - 1) * pageSize, pageNo * pageSize)
    .map((document) => ({ 文书id: `${id}-${document}`, 时间: '2020-01-01' }))
  const data = { id, name: `${id}公司`, total, pageNo, pageSize, hasMore, list }
  return { status: 'success', code: 200, message: '请求成功', data }
}

interface Read {
  readonly summary: RunSummary
  /** Rows of list_scans by enterprise. */
  readonly scans: ReadonlyMap<string, SqlRow>
  /** Pages by enterprise, in the order in which they were asked for. */
  readonly asked: Readonly<Record<string, readonly number[]>>
  rows(sql: string): Promise<SqlRow[]>
  again(): Promise<RunSummary>
}

const whenOver = whenAllOver()

/** Serves these lists and runs a job over them, one call at a time. */
async function read(lists: Readonly<Record<string, List>>, litigation = '', more = ''): Promise<Read> {
  const asked = Object.fromEntries(Object.keys(lists).map((id) => [id, [] as number[]]))
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    const id = searchParams.get('id') ?? ''
    const pageNo = Number(searchParams.get('pageNo') ?? 1)
    asked[id]?.push(pageNo)
    const served = lists[id]?.(asked[id]?.length ?? 0, pageNo) ?? null
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answerOf(id, pageNo, served)))
  })
  const url = await listening(server, whenOver)
  const home = await temporaryFolder(whenOver)
  const ids = Object.keys(lists).map((id) => `{ id: ${id} }`)
  const keys = `litigation: { since: 2999-01-01, ${litigation} }\n${more}`
  const job = jobOn(ids.join(), keys).replace('concurrency: 4', 'concurrency: 1')
  const again = () => runHere({ home, job, url })
  const summary = await again()
  const rows = (sql: string) => published(home, sql)
  const scans = await rows("SELECT split_part(subject, ':', 2) AS id, * FROM list_scans")
  return { summary, asked, rows, again, scans: new Map(scans.map((scan) => [String(scan.id), scan])) }
}

/** Page 2 is read as it was before d7 went and another came at the end: d11 slips onto it unseen. */
function slipping(): List {
  const before = numbered(18)
  const after = [...before.slice(0, 6), ...before.slice(7), 'new']
  let isRead = false
  return (_, pageNo) => {
    const documents = pageNo <= 2 && !isRead ? before : after
    isRead ||= pageNo === 2
    return { documents }
  }
}

const afterChange = ['new', ...numbered(13).slice(1)]
/** Of pages of six: what each has of thirteen documents. */
const shortPages = [numbered(5), ['d6', 'd7'], [], numbered(13).slice(7)]

const honest: Readonly<Record<string, List>> = {
  single: () => ({ documents: numbered(5) }),
  several: () => ({ documents: numbered(13) }),
  changed: (request) => ({ documents: request === 1 ? numbered(13) : afterChange }),
  restless: (request) => ({ documents: numbered(12 + request) }),
  slipping: slipping(),
  short: (_, pageNo) => {
    const before = Array.from({ length: (pageNo - 1) * 6 }, () => 'elsewhere')
    const documents = [...before, ...(shortPages[pageNo - 1] ?? [])]
    return { documents, total: 13, pageSize: 6, hasMore: pageNo < 4 }
  },
}

const odd: Readonly<Record<string, List>> = {
  over: () => ({ documents: numbered(13), total: 14 }),
  under: () => ({ documents: numbered(13), total: 12 }),
  endless: () => ({ documents: numbered(60), total: 13, hasMore: true }),
  repeating: (_, page) => ({
    documents: [...numbered(10), ...numbered(10).slice(5), 'd11'],
    hasMore: page < 4,
  }),
  barren: () => ({ documents: numbered(10), total: 2_000_000, hasMore: true }),
  early: (_, page) => ({ documents: numbered(13), hasMore: page < 2 }),
  silent: (_, page) => ({ documents: numbered(13), hasMore: page < 3 ? true : null }),
  gone: (_, page) => (page === 2 ? null : { documents: numbered(13) }),
}

describe('when page 1 confirms', () => {
  const run = {} as Read
  beforeAll(async () => {
    Object.assign(run, await read({ ...honest, ...odd }))
  })

  test('a list of one page is one answer and needs no second', () => {
    const scan = { verdict: 'complete', reason: null, sweeps: 1, pages_again: 0 }
    expect(run.scans.get('single')).toMatchObject(scan)
    expect(run.asked.single).toEqual([1])
  })

  test('a longer list is complete when page 1 stands after the last page was read', () => {
    const scan = { verdict: 'complete', sweeps: 1, pages: 3, pages_again: 1 }
    expect(run.scans.get('several')).toMatchObject(scan)
    const [first, second, third, ...again] = run.asked.several ?? []
    expect([first, new Set([second, third]), again]).toEqual([1, new Set([2, 3]), [1]])
  })

  test('a list that changes while it is read is read again, and what either reading saw is kept', async () => {
    const scan = { verdict: 'complete', sweeps: 2, pages: 3, distinct_documents: 13 }
    expect(run.scans.get('changed')).toMatchObject(scan)
    expect(run.asked.changed).toHaveLength(3 + 3 + 1)
    const documents = await run.rows("FROM enterprise_documents WHERE enterprise_id = 'changed'")
    expect(documents).toHaveLength(14)
    const sweeps = "SELECT sweep, is_full, is_moved FROM list_sweeps WHERE list_id = 'changed' ORDER BY sweep"
    expect(await run.rows(sweeps)).toEqual([
      { sweep: 1, is_full: true, is_moved: true },
      { sweep: 2, is_full: true, is_moved: false },
      { sweep: 3, is_full: false, is_moved: false },
    ])
  })

  test('a list that never stands still is unstable after three readings', () => {
    const reason = 'the total changed while the list was read'
    expect(run.scans.get('restless')).toMatchObject({ verdict: 'unstable', sweeps: 3, reason })
    const asked = run.asked.restless?.length ?? 0
    expect(asked).toBeLessThanOrEqual(3 * (Math.ceil((12 + asked) / 5) + 2) + 1)
  })

  test('a short page, or an empty one, ends nothing while the list says that it goes on', () => {
    expect(run.scans.get('short')).toMatchObject({ verdict: 'complete', pages: 4, distinct_documents: 13 })
  })

  test('one document that replaces another beyond page 1 is not seen, as the documentation says', async () => {
    expect(run.scans.get('slipping')).toMatchObject({ verdict: 'complete', sweeps: 1, pages_again: 1 })
    expect(await run.rows("FROM enterprise_documents WHERE document_id = 'slipping-d11'")).toEqual([])
  })

  test('a list that declares an absurd total is not paged to its end', () => {
    expect(run.asked.barren?.length).toBeLessThanOrEqual(60)
  })

  test('the summary counts what is incomplete and names three', () => {
    expect(run.summary.run.status).toBe('gaps')
    expect(sentencesOf(run.summary)).toContain(
      'litigation lists incomplete: 9 (barren公司 10 of 2000000, early公司 all 13 seen, not confirmed, endless公司 25 of 13, …); see list_scans.reason',
    )
  })
})

describe('when every page confirms', () => {
  const run = {} as Read
  beforeAll(async () => {
    const lists = { several: () => ({ documents: numbered(18) }), slipping: slipping() }
    Object.assign(run, await read(lists, 'confirm: every-page'))
  })

  test('all pages but the last are asked for again after the last one was read, and page 1 at the end', () => {
    expect(run.scans.get('several')).toMatchObject({ verdict: 'complete', pages: 4, pages_again: 3 })
    const asked = run.asked.several ?? []
    expect([asked[0], new Set(asked.slice(1, 3)), asked[3]]).toEqual([1, new Set([2, 3]), 4])
    expect([new Set(asked.slice(4, 6)), asked.slice(6)]).toEqual([new Set([2, 3]), [1]])
  })

  test('one document that replaces another is seen, and the list read again', async () => {
    expect(run.scans.get('slipping')).toMatchObject({ verdict: 'complete', sweeps: 2, pages_again: 3 })
    expect(await run.rows("FROM enterprise_documents WHERE document_id = 'slipping-d11'")).toHaveLength(1)
  })
})

// How many calls must be left for it: test/warehouse/views-lists.test.ts.
test('a further reading is not begun when the budget holds a part of it: it is left undone, and the next run goes on with it', async () => {
  // Four calls are made by then, one for the enterprise; another reading needs three pages, and page 1 again.
  const changing: List = (request) => ({ documents: numbered(request <= 2 ? 13 : 14) })
  const { summary, scans, asked, again, rows } = await read({ e1: changing }, '', 'budget: { calls: 7 }')
  expect(scans.get('e1')).toMatchObject({ verdict: 'unstable', sweeps: 1 })
  expect(asked.e1).toHaveLength(3)
  expect(summary.run.status).toBe('stopped')
  expect(summary.run.reason).toContain(
    'the budget leaves 3 calls of rh_enterpriseWritList, fewer than step litigation',
  )
  expect(summary.left).toMatchObject([{ step: 'litigation', needed: 1 }])
  const { run } = await again()
  expect(run.run_id).toBe(summary.run.run_id)
  expect(run.status).toBe('complete')
  expect(await rows('SELECT verdict FROM list_scans')).toEqual([{ verdict: 'complete' }])
})
