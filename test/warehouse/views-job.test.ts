import { expect, test } from 'vitest'
import { emptyWarehouse } from '../support/tables.ts'
import { type Fact, insert, linesIn, type Row } from './litigation-world.ts'

/* What the entries of a job were matched to, and what its searches found. Run r2 is asked about; r1 was before it. */

const record = (enterprise_id: string, name: string | null, uscc: string | null): Fact => [
  'enterprises',
  { enterprise_id, name, name_key: name, uscc },
]
/** A search by name with its candidates: id, name, code. */
const search = (query: string, ...found: readonly (readonly [string, string, string])[]): readonly Fact[] => [
  ['enterprise_searches', { query, candidates: found.length }],
  ...found.map(
    ([enterprise_id, name, uscc], at): Fact => [
      'enterprise_candidates',
      { query, ordinal: at + 1, enterprise_id, name, name_key: name, uscc },
    ],
  ),
]
const lookup = (query: string, ...enterprise_ids: readonly string[]): Fact => [
  'company_lookups',
  { query, hits: enterprise_ids.length, enterprise_ids },
]
const page = (scan_run_id: string, subject: string, enterprise_id: string | null): Fact => [
  'list_pages',
  {
    ...{ scan_run_id, subject, enterprise_id, enterprise_name: enterprise_id && `${enterprise_id}的列表` },
    ...{ is_found: enterprise_id !== null, subject_uscc: subject.split('uscc:')[1], sweep: 1, page_no: 1 },
  },
]

const facts: readonly Fact[] = [
  ...[
    record('e1', '甲(集团)有限公司', 'C1'),
    record('e2', '乙有限公司', 'C2'),
    record('e7', '庚有限公司', 'C7'),
  ],
  ...[record('e8', null, null), record('e11', '子有限公司', null)],
  ['enterprise_names', { enterprise_id: 'e1', kind: 'former', name: '旧甲', name_key: '旧甲' }],
  ...search('甲(集团)有限公司', ['e1', '甲(集团)有限公司', 'C1']),
  ...search('甲（集团）有限公司'),
  ...search('丙有限公司', ['e3', '丙有限公司', 'C3'], ['e4', '丙有限公司', 'C4']),
  ...search('庚有限公司', ['e8', '庚有限公司', 'C7'], ['e7', '庚有限公司', 'C6']),
  ...search('己有限公司', ['e6', '己股份有限公司', 'C6']),
  ...['旧甲', '(集团)', '老甲', '丁', '无此公司', '只查'].flatMap((query) => search(query)),
  ...[lookup('旧甲', 'e1'), lookup('(集团)', 'e1'), lookup('老甲', 'e1', 'e2'), lookup('丁', 'e2')],
  ...[lookup('无此公司'), lookup('只问'), lookup('丙有限公司', 'e1')],
  ...[page('r1', 'id:e1', null), page('r2', 'id:e9', null), page('r2', 'uscc:C9', null)],
  ...[page('r1', 'uscc:C8', null), page('r2', 'uscc:C10', 'e10'), page('r2', 'uscc:C5', 'e2')],
  page('r2', 'uscc:C11', 'e11'),
]

/** What an entry gives (id, code, name), and: status, enterprise, its name and code, matched by, namesakes, candidates. */
const entries: Readonly<Record<string, readonly (readonly [given: string, line: string])[]>> = {
  'an id is taken, whatever stands beside it, unless the run heard that there is none': [
    ['e1', 'matched | e1 | 甲(集团)有限公司 | C1 | id | 0 | -'],
    ['e1 - 丙有限公司', 'matched | e1 | 甲(集团)有限公司 | C1 | id | 0 | -'],
    ['e9', 'not_found | e9 | - | - | id | 0 | -'],
  ],
  'a code is that of the one enterprise of which any answer states it; a list that was asked for by it counts where no record contradicts':
    [
      ['- C2', 'matched | e2 | 乙有限公司 | C2 | uscc | 0 | -'],
      ['- C3 丙有限公司', 'matched | e3 | 丙有限公司 | C3 | uscc | 1 | -'],
      ['- C10', 'matched | e10 | e10的列表 | C10 | uscc | 0 | -'],
      ['- C11', 'matched | e11 | 子有限公司 | C11 | uscc | 0 | -'],
      ['- C5', 'pending | - | - | C5 | - | 0 | -'],
      ['- C7', 'pending | - | - | C7 | - | 0 | -'],
    ],
  'a code of which the run heard that there is none is not found, unless a name is to be asked for, too': [
    ['- C9', 'not_found | - | - | C9 | - | 0 | -'],
    ['- C9 只问', 'pending | - | - | C9 | - | 0 | -'],
    ['- C8', 'pending | - | - | C8 | - | 0 | -'],
  ],
  'a name is that of its only candidate, in the spelling that was answered, and of the code that is given': [
    ['- - 甲（集团）有限公司', 'matched | e1 | 甲(集团)有限公司 | C1 | name | 1 | -'],
    ['- C7 庚有限公司', 'matched | e8 | 庚有限公司 | C7 | name | 1 | -'],
    ['- - 丙有限公司', 'ambiguous | - | - | - | - | 2 | e3, e4'],
    ['- C12 丙有限公司', 'ambiguous | - | - | C12 | - | 0 | e3, e4'],
    ['- - 己有限公司', 'ambiguous | - | - | - | - | 0 | e6'],
  ],
  'another name is that of the only record that is answered, if it has the name, in part or before, and the code':
    [
      ['- - 旧甲', 'matched | e1 | 甲(集团)有限公司 | C1 | other_name | 0 | -'],
      ['- - (集团)', 'matched | e1 | 甲(集团)有限公司 | C1 | other_name | 0 | -'],
      ['- C12 旧甲', 'ambiguous | - | - | C12 | - | 0 | e1'],
      ['- - 老甲', 'ambiguous | - | - | - | - | 0 | e1, e2'],
      ['- - 丁', 'ambiguous | - | - | - | - | 0 | e2'],
    ],
  'a name is not found when neither the search nor the details know it': [
    ['- - 无此公司', 'not_found | - | - | - | - | 0 | -'],
    ['- - 只查', 'pending | - | - | - | - | 0 | -'],
    ['- - 只问', 'pending | - | - | - | - | 0 | -'],
  ],
  'what was forgotten is not asked for': [['e2 ! -', 'forgotten | e2 | 乙有限公司 | C2 | id | 0 | -']],
}

const given = (text: string): Row => {
  const [id, uscc, name] = text.split(' ').map((part) => (part === '-' ? null : part))
  const code = uscc === '!' ? null : uscc
  const names = {
    given_name: name,
    name_key: name?.replace(/[（）]/g, (mark) => (mark === '（' ? '(' : ')')),
  }
  return { given_id: id, given_uscc: code, uscc_key: code, is_forgotten: uscc === '!', ...names }
}

test('an entry of a job is matched to the one enterprise that it names', async () => {
  await using database = await emptyWarehouse()
  for (const [table, row] of facts) await insert(database, table, row)
  const all = Object.values(entries).flat()
  const of = { run_id: 'r2', kind: 'enterprise' }
  for (const [at, [text]] of all.entries())
    await insert(database, 'job_inputs', { ...of, ordinal: at, ...given(text) })
  await insert(database, 'job_inputs', { run_id: 'r2', ordinal: 99, kind: 'case_search', given_id: 'e1' })
  const lines = await linesIn(
    database,
    `SELECT status, enterprise_id, name, uscc, matched_by, namesakes, json_extract_string(candidates, '$[*].id')
     FROM job_enterprises_history ORDER BY ordinal`,
  )
  for (const [rule, of] of Object.entries(entries))
    expect(lines.splice(0, of.length), rule).toEqual(of.map(([, line]) => line))
  expect(lines).toEqual([])
})

test('a search of a job is answered by the last call that found something or nothing with its parameters, and has the documents', async () => {
  await using database = await emptyWarehouse()
  const call = (call_key: string, day: number, outcome: string, records: number, query: string): Fact => [
    'calls',
    {
      ...{ call_key, run_id: `r${day}`, operation: 'case_vector_search', params: { query } },
      ...{ fetched_at: `2026-01-0${day}`, outcome, records },
    },
  ]
  const input = (ordinal: number, kind: string, params: Row, is_forgotten = false): Fact => [
    'job_inputs',
    { run_id: 'r1', ordinal, kind, params, is_forgotten },
  ]
  const document = { case_number: '（2024）京1号', case_number_key: '(2024)京1号' }
  const rows: readonly Fact[] = [
    ...[
      call('k1', 1, 'hit', 5, '货款'),
      call('k1', 2, 'empty', 0, '货款'),
      call('k1', 3, 'failed', 9, '货款'),
    ],
    ...[call('k2', 1, 'hit', 2, '租金'), call('k4', 1, 'rejected', 0, '利息')],
    ...[input(1, 'case_search', { query: '货款' }), input(2, 'case_search', { query: '租金' }, true)],
    ...[input(3, 'case_search', { query: '利息' }), input(4, 'statute_search', { keyword: '租金' })],
    ['job_inputs', { run_id: 'r1', ordinal: 5, kind: 'enterprise', given_id: 'e1' }],
    ['job_inputs', { run_id: 'r1', ordinal: 6, kind: 'enterprise', given_id: 'e1' }],
    ['enterprise_documents', { enterprise_id: 'e1', document_id: 'd1', ...document }],
    ['enterprise_documents', { enterprise_id: 'e2', document_id: 'd2', ...document }],
    ...['d1', 'd3'].map((case_id): Fact => ['case_hits', { search_key: 'k2', case_id, ...document }]),
    ['case_hits', { search_key: 'k9', case_id: 'd4' }],
  ]
  for (const [table, row] of rows) await insert(database, table, row)
  const searches = 'ordinal, searched, status, search_key, hits, answered_at::DATE FROM job_searches_history'
  expect(await linesIn(database, `SELECT ${searches} ORDER BY 1`)).toEqual([
    '1 | 货款 | answered | k1 | 0 | 2026-01-02',
    '2 | 租金 | forgotten | k2 | 2 | 2026-01-01',
    '3 | 利息 | pending | - | - | -',
    '4 | 租金 | pending | - | - | -',
  ])
  const documents = 'SELECT run_id, document_id, case_number_key FROM job_documents_history ORDER BY 2'
  expect(await linesIn(database, documents)).toEqual(['r1 | d1 | (2024)京1号', 'r1 | d3 | (2024)京1号'])
})
