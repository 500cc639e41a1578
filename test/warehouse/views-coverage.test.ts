import { expect, test } from 'vitest'
import type { Database } from '../../src/warehouse/database.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { type Fact, insert, linesIn, type Row } from './litigation-world.ts'
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
  for (const run of ['r1', 'r3']) await page(database, run, ['d9'], { subject: 'id:e2', enterprise_id: 'e2' })
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

const call = (call_key: string, day: number, outcome: string, more: Row = {}): Fact => [
  'calls',
  {
    ...{ call_key, run_id: `r${day}`, outcome, operation: 'rh_case_details', segment: `s${day}`, line: 1 },
    ...{ fetched_at: `2026-01-0${day} 08:00:00`, ...more },
  },
]
const linesBeside = async (sql: string, ...facts: readonly Fact[]) => {
  await using database = await emptyWarehouse()
  for (const [table, row] of facts) await insert(database, table, row)
  return await linesIn(database, sql)
}

/** A lookup of articles 1 and 2 of a law that failed on the second day. */
const lookup = (keyword: string, more: Row = {}, operation = 'rh_ft_search'): Fact =>
  call('k0', 2, 'failed', {
    operation,
    params: { fgmc: '公司法', keyword, search_mode: 'OR', top_k: 50, ...more },
  })
/** An answered lookup of an article. */
const looked = (day: number, label: string, law = '公司法'): Fact[] => [
  call(`l${label}`, day, 'empty'),
  ['article_lookups', { law, label, call_key: `l${label}`, run_id: `r${day}` }],
]
const k0 = 'k0 | r2 | failed | 1'
test.each<[rule: string, facts: readonly Fact[], ...lines: string[]]>([
  [
    'a call that failed or was refused is a dead letter of each of its runs',
    [call('k1', 1, 'failed'), call('k1', 2, 'rejected'), call('k2', 1, 'hit'), call('k3', 1, 'empty')],
    ...['k1 | r1 | failed | 2', 'k1 | r2 | rejected | 2'],
  ],
  [
    'until it is answered, if by nothing',
    [call('k1', 1, 'failed'), call('k1', 2, 'empty'), call('k2', 1, 'hit')],
  ],
  [
    'not where it failed since',
    [call('k1', 1, 'hit'), call('k1', 2, 'hit'), call('k1', 3, 'failed'), call('k1', 4, 'failed')],
    ...['k1 | r3 | failed | 2', 'k1 | r4 | failed | 2'],
  ],
  [
    'in a run as it failed last',
    [call('k1', 1, 'failed'), call('k1', 2, 'rejected', { run_id: 'r1' })],
    'k1 | r1 | rejected | 2',
  ],
  [
    'by the later segment and line of one moment',
    [
      call('k1', 1, 'failed', { line: 9 }),
      ...[call('k1', 1, 'failed', { segment: 's2' }), call('k1', 1, 'rejected', { segment: 's2', line: 2 })],
    ],
    'k1 | r1 | rejected | 3',
  ],
  [
    'a lookup of articles is none once each was looked up since',
    [lookup('1 2'), ...looked(2, '1'), ...looked(3, '2')],
  ],
  ['not where one was before', [lookup('1 2'), ...looked(3, '1'), ...looked(1, '2')], k0],
  ['nor of another law', [lookup('1 2'), ...looked(3, '1'), ...looked(3, '2', '民法典')], k0],
  [
    'nor where it fails again',
    [lookup('1'), call('k0', 3, 'failed'), ...looked(3, '1')],
    'k0 | r3 | failed | 2',
  ],
  ['of one article whatever the mode', [lookup('1', { search_mode: 'AND' }), ...looked(3, '1')]],
  [
    'of two that must both be in it, it is a search',
    [lookup('1 2', { search_mode: 'AND' }), ...looked(3, '1'), ...looked(3, '2')],
    k0,
  ],
  ['so is one under another condition', [lookup('1', { sxx: '失效' }), ...looked(3, '1')], k0],
  ['one of no law', [lookup('1', { fgmc: null }), ...looked(3, '1')], k0],
  ['and one of another operation', [lookup('1', {}, 'case_vector_search'), ...looked(3, '1')], k0],
])('dead letters: %s', async (_, facts, ...lines) => {
  const sql = 'SELECT call_key, run_id, outcome, times FROM dead_letters ORDER BY ALL'
  expect(await linesBeside(sql, ...facts)).toEqual(lines)
})

test('members that the contract does not list are drift, since the first answer that held them; a bound is none', async () => {
  const member = (type: string, day: number, example: string, seen_by = 'k1'): Fact => [
    'unlisted_members',
    {
      operation: 'rh_case_details',
      path: 'data[].法官',
      type,
      seen_by,
      seen_run_id: `r${day}`,
      occurrences: 2,
      example,
    },
  ]
  const lines = await linesBeside(
    'SELECT type, first_seen::DATE, count, example FROM drift ORDER BY type',
    ...[
      member('string', 1, '王某'),
      member('string', 2, '李某'),
      member('bound', 1, ''),
      member('number', 9, '1', 'k9'),
    ],
    ...[call('k1', 1, 'hit'), call('k1', 2, 'empty'), call('k1', 1, 'failed', { fetched_at: '2025-01-01' })],
  )
  expect(lines).toEqual(['number | - | 2 | 1', 'string | 2026-01-01 | 4 | 李某'])
})

test('tables that hold as much as they may are told of an enterprise whose details or texts they are', async () => {
  const bound = (path: string, seen_by: string, seen_run_id = 'r1', type = 'bound'): Fact => [
    'unlisted_members',
    { path, type, seen_by, seen_run_id, operation: 'rh_case_details' },
  ]
  const held = (enterprise_id: string, case_id: string): Fact[] => [
    [
      'subject_documents',
      { enterprise_id, document_id: case_id, case_id, library: 'ptal', text_state: 'held' },
    ],
    ['cases', { case_id, library: 'ptal', call_key: case_id, run_id: 'r1' }],
    ['cases', { case_id, library: 'qwal', call_key: `${case_id} twice`, run_id: 'r1' }],
  ]
  const scan = (enterprise_id: string): Fact => [
    'list_pages',
    {
      ...{ scan_run_id: 'r1', subject: `id:${enterprise_id}`, enterprise_id, sweep: 1, page_no: 1 },
      is_found: true,
    },
  ]
  const lines = await linesBeside(
    'SELECT enterprise_id, documents, full_texts, at_bound FROM coverage_history ORDER BY 1',
    ...[scan('e1'), scan('e2'), scan('e3'), ...held('e1', 'd1'), ...held('e2', 'd2')],
    ['enterprises', { enterprise_id: 'e1', call_key: 'k1', run_id: 'r1' }],
    ...[bound('case_parties', 'd1'), bound('enterprise_risks', 'k1'), bound('case_parties', 'k1')],
    ...[bound('x', 'k1', 'r2'), bound('y', 'k1', 'r1', 'string'), bound('z', 'd1 twice'), bound('x', 'd9')],
  )
  expect(lines).toEqual(['e1 | 1 | 1 | case_parties, enterprise_risks', 'e2 | 1 | 1 | ', 'e3 | 0 | 0 | '])
})

test('what an enterprise cites is told of the texts that it has, with the articles that are held; its list is as of its own pages', async () => {
  const cites = (case_id: string, ordinal: number, key: string, library = 'ptal'): Fact => [
    'case_citations',
    { case_id, library, ordinal, citation_key: key, law: key, article_label: key, is_first: true },
  ]
  const page = (run: string, enterprise_id: string, day: number): Fact[] => [
    call(enterprise_id, day, 'hit', { run_id: run }),
    [
      'list_pages',
      {
        ...{ scan_run_id: run, run_id: run, call_key: enterprise_id, subject: enterprise_id, enterprise_id },
        ...{ sweep: 1, page_no: 1, is_found: true },
      },
    ],
  ]
  const state = (at: number, text_state: string): Fact => [
    'subject_documents',
    { enterprise_id: 'e1', document_id: `x${at}`, text_state, case_id: `x${at}`, library: 'ptal' },
  ]
  const lines = await linesBeside(
    `SELECT run_id, enterprise_id, full_texts, withheld, absent, not_looked_up, citations, citations_joined, data_as_of::DATE
     FROM coverage_history ORDER BY ALL`,
    ...[...page('r1', 'e1', 1), ...page('r2', 'e1', 2), ...page('r2', 'e2', 3)],
    ...['held', 'held', 'withheld', 'absent', 'absent', 'absent', 'open'].map((one, at) => state(at, one)),
    ...[
      cites('x0', 1, '甲法#1'),
      cites('x0', 2, '甲法#2'),
      cites('x1', 1, '甲法#1'),
      cites('x0', 1, '甲法#3', 'qwal'),
    ],
    ...['a', 'b'].map((article_id): Fact => ['articles', { article_id, citation_key: '甲法#1' }]),
  )
  expect(lines).toEqual([
    'r1 | e1 | 2 | 1 | 3 | 1 | 3 | 2 | 2026-01-01',
    'r2 | e1 | 2 | 1 | 3 | 1 | 3 | 2 | 2026-01-02',
    'r2 | e2 | 0 | 0 | 0 | 0 | 0 | 0 | 2026-01-03',
  ])
})

const registered = (run: number, registration: Row, ...shareholders: readonly Row[]): Fact => [
  'enterprise_history',
  { enterprise_id: 'e1', seen_run_id: `r${run}`, registration, shareholders },
]
const stake = (name: string | null, share: number): Row => ({ name, share })
const version = (
  run: number,
  regulation_id: string,
  effective_on: string | null,
  validity = '有效',
): Fact => [
  'regulation_history',
  { seen_run_id: `r${run}`, regulation_id, law: '公司法', name: '公司法', effective_on, validity },
]
const named = (page_no: number, enterprise_name: string): Fact => [
  'list_pages',
  {
    scan_run_id: 'r0',
    subject: 'id:e1',
    enterprise_id: 'e1',
    sweep: 1,
    page_no,
    is_found: true,
    enterprise_name,
  },
]
test.each<[rule: string, facts: readonly Fact[], ...lines: string[]]>([
  [
    'a member of a registration that one of two answers lacks is unknown',
    [
      ...[registered(1, { status: '存续', address: '甲' }), registered(2, { status: '注销', capital: '1' })],
      ...[registered(3, { status: '注销', capital: '1' }), registered(4, { status: '注销', address: '乙' })],
    ],
    'registration | r2 | r1 | - | status | 存续 | 注销',
  ],
  [
    'so is an empty list of shareholders, and a stake without a name; a holder changed with any of its stakes',
    [
      ...[registered(1, {}, stake('甲', 60)), registered(2, {}), registered(3, {}, stake('甲', 70))],
      ...[4, 5].map((run) => registered(run, {}, stake('甲', 70), stake('甲', 5), stake(null, 1))),
    ],
    'shareholder_changed | r4 | r3 | - | 甲 | {"name":"甲","share":70} | {"name":"甲","share":5} {"name":"甲","share":70}',
  ],
  [
    'an enterprise is named as registered, else by page 1 of its list',
    [
      registered(1, { status: '存续' }),
      registered(2, { status: '注销' }),
      named(1, '甲公司'),
      named(2, '页二'),
    ],
    'registration | r2 | r1 | 甲公司 | status | 存续 | 注销',
  ],
  [
    'whatever its list says',
    [
      ...[registered(1, { status: '存续' }), registered(2, { status: '注销' }), named(1, '甲公司')],
      ['enterprises', { enterprise_id: 'e1', name: '丁公司' }],
    ],
    'registration | r2 | r1 | 丁公司 | status | 存续 | 注销',
  ],
  [
    'a version of a law is new in the run that saw it first, beside the last one known, of those with a day',
    [
      ...[version(1, 'g1', '1999-01-01'), version(2, 'g2', '2018-01-01'), version(2, 'g0', null)],
      ...[version(3, 'g3', '2024-01-01'), version(4, 'g3', '2024-01-01'), version(4, 'g4', '2024-01-01')],
    ],
    'new_version | r2 | r1 | 公司法 | regulation_id | g1 | g2',
    'new_version | r3 | r2 | 公司法 | regulation_id | g2 | g3',
  ],
])('of changes: %s', async (_, facts, ...lines) => {
  const sql =
    'SELECT kind, run_id, earlier_run_id, subject_name, field, before, after FROM changes_history ORDER BY ALL'
  expect(await linesBeside(sql, ...facts)).toEqual(lines)
})
