import { expect, test } from 'vitest'
import type { Database } from '../../src/warehouse/database.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, linesIn, type Row } from './litigation-world.ts'
import { ofStory } from './scenes.ts'

/* What a run saw, what it misses, and what is new in it. */

ofStory(
  'coverage holds the declared total against what was listed, held, absent and cited',
  'SELECT * FROM coverage_history ORDER BY run_id',
  'r1 | - | e1 | 甲建设有限公司 | 8 | 8 | complete | - | 10 | 9 | 0 | 1 | 0 | 4 | 3 |  | 2026-01-01 08:00:00',
  'r2 | - | e1 | 甲建设有限公司 | 11 | 10 | incomplete | - | 10 | 9 | 0 | 1 | 0 | 4 | 3 |  | 2026-04-01 08:00:00',
)

/** A page that a run read of the list of e1. */
const page = (database: Database, run_id: string, ids: readonly string[], more: Row = {}) =>
  insert(database, 'list_pages', {
    ...{ scan_run_id: run_id, run_id, call_key: run_id, subject: 'id:e1', enterprise_id: 'e1', sweep: 1 },
    ...{ page_no: 1, is_found: true, declared_total: ids.length, page_size: 30, has_more: false },
    ...{ document_ids: ids, ids_digest: ids.join(), ...more },
  })

test('a list whose first page stands as it was lists what the complete scan saw, each as of its last page', async () => {
  await using database = await emptyWarehouse()
  const read = async (run_id: string, sweep: number, page_no: number, ...ids: readonly string[]) => {
    const call_key = `${run_id} ${sweep} ${page_no}`
    await insert(database, 'calls', { call_key, run_id, fetched_at: `2026-0${sweep}-0${page_no} 08:00:00` })
    const paged = { declared_total: 3, page_size: 2, has_more: page_no === 1 }
    await page(database, run_id, ids, { call_key, sweep, page_no, ...paged })
  }
  await read('r1', 1, 1, 'd1', 'd2')
  await read('r1', 1, 2, 'd3')
  await read('r1', 2, 1, 'd1', 'd2')
  await read('r2', 1, 1, 'd1', 'd2')
  const sql = 'SELECT run_id, verdict, listed, data_as_of FROM coverage_history ORDER BY 1'
  expect(await linesIn(database, sql)).toEqual([
    'r1 | complete | 3 | 2026-02-01 08:00:00',
    'r2 | unchanged | 3 | 2026-01-01 08:00:00',
  ])
})

test('a document left when a list that is read to its end no longer names it', async () => {
  await using database = await emptyWarehouse()
  await page(database, 'r1', ['d1', 'd2'])
  await page(database, 'r2', ['d1', 'd3'], { declared_total: 9 })
  await page(database, 'r3', ['d1'])
  await page(database, 'r4', ['d1'])
  await page(database, 'r5', ['d1', 'd2'])
  await page(database, 'r6', ['d1'])
  const sql =
    "SELECT run_id, earlier_run_id, before, after FROM changes_history WHERE kind = 'document_left' ORDER BY ALL"
  const left = ['r3 | r2 | d2 | -', 'r3 | r2 | d3 | -', 'r6 | r5 | d2 | -']
  expect(await linesIn(database, sql)).toEqual(left)
})

test('a flag is new, or ended, beside the last finished run of the same job that listed the enterprise', async () => {
  await using database = await emptyWarehouse()
  const flagged = async (run_id: string, job: string, status: string, ...flags: string[]) => {
    await insert(database, 'runs', { run_id, job, status })
    await insert(database, 'flag_history', { run_id, enterprise_id: 'e1', flags })
  }
  await flagged('r1', 'weekly', 'complete', 'revoked')
  await flagged('r2', 'daily', 'complete', 'dishonest')
  await flagged('r3', 'weekly', 'stopped')
  await flagged('r4', 'weekly', 'gaps', 'revoked', 'dishonest')
  await flagged('r5', 'weekly', 'complete', 'dishonest')
  const sql = 'SELECT kind, run_id, earlier_run_id, before, after FROM changes_history ORDER BY run_id, kind'
  expect(await linesIn(database, sql)).toEqual([
    'red_flag_ended | r3 | r1 | revoked | -',
    'red_flag | r4 | r1 | - | dishonest',
    'red_flag_ended | r5 | r4 | revoked | -',
  ])
})

ofStory(
  'changes are what the second run found and the first had not; the first finds none',
  "SELECT * FROM changes_history WHERE NOT starts_with(kind, 'shareholder_') ORDER BY ALL",
  'new_document | r2 | - | r1 | e1 | 甲建设有限公司 | document_id | - | d10',
  'new_document | r2 | - | r1 | e1 | 甲建设有限公司 | document_id | - | d9',
  'new_hit | r2 | - | r1 | s1 | 拖欠货款 | case_id | - | h3',
  'new_version | r2 | - | r1 | g2 | 公司法 | regulation_id | g1 | g2',
  'registration | r2 | - | r1 | e1 | 甲建设有限公司 | status | 存续 | 注销',
  'statute_validity | r2 | - | r1 | g1 | 公司法 | validity | 现行有效 | 失效',
)
const holder = (name: string, share: number) => `{"name":"${name}","kind":"自然人股东","share":${share}}`
ofStory(
  'so are changes of shareholders, with all that is said of each',
  "SELECT kind, subject_id, field, before, after FROM changes_history WHERE starts_with(kind, 'shareholder_') ORDER BY ALL",
  `shareholder_changed | e1 | 张三 | ${holder('张三', 60)} | ${holder('张三', 70)}`,
  `shareholder_joined | e1 | 王五 | - | ${holder('王五', 30)}`,
  `shareholder_left | e1 | 李四 | ${holder('李四', 40)} | -`,
)
ofStory(
  'a document has its text by its id, or by its number where the id holds none',
  "SELECT * FROM document_details WHERE case_id IN ('d1', 'q10') ORDER BY ALL",
  ...['d1 | ptal | d1 | id', 'd10 | qwal | q10 | number', 'q10 | qwal | q10 | id'],
)
