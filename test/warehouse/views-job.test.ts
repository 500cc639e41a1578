import { expect, test } from 'vitest'
import { linesBeside } from './scenes.ts'

/* What the entries of a job were matched to, and what its searches found. Run r2 is asked about; r1 was before it. */

const codes = { e1: 'C1', e2: 'C2', e3: 'C3', e4: 'C4', e6: 'C6', e7: 'C7' } as const
/** A search by name with its candidates, `e1:甲`, each of its code or of one that is given. */
const search = (query: string, ...found: readonly string[]): string =>
  [
    `enterprise_searches query=${query} candidates=${found.length}`,
    ...found.map((one, at) => {
      const [id = '', name, uscc = codes[id as 'e1']] = one.split(':')
      return `enterprise_candidates query=${query} ordinal=${at} enterprise_id=${id} name=${name} name_key=${name} uscc=${uscc}`
    }),
  ].join('; ')
/** What the details operation answered by a name: these enterprises. */
const lookup = (query: string, ...ids: readonly string[]): string =>
  `company_lookups query=${query} hits=${ids.length} enterprise_ids=[${ids}]`
/** Page 1 of a list, as asked for; none of an enterprise that the service does not know. */
const page = (run: string, subject: string, id?: string): string =>
  `list_pages scan_run_id=${run} subject=${subject} subject_uscc=${subject.split('uscc:')[1] ?? '-'} sweep=1 page_no=1 is_found=${id !== undefined}${id === undefined ? '' : ` enterprise_id=${id} enterprise_name=${id}的列表`}`

const facts: readonly string[] = [
  ...['e1 甲(集团)有限公司 C1', 'e2 乙有限公司 C2', 'e7 庚有限公司 C7', 'e8 - -', 'e11 子有限公司 -'].map(
    (record) => {
      const [id, name, uscc] = record.split(' ')
      return `enterprises enterprise_id=${id} name=${name} name_key=${name} uscc=${uscc}`
    },
  ),
  'enterprise_names enterprise_id=e1 kind=former name=旧甲 name_key=旧甲',
  ...[search('甲(集团)有限公司', 'e1:甲(集团)有限公司'), search('甲（集团）有限公司')],
  search('丙有限公司', 'e3:丙有限公司', 'e4:丙有限公司'),
  search('庚有限公司', 'e8:庚有限公司:C7', 'e7:庚有限公司:C6'),
  search('己有限公司', 'e6:己股份有限公司'),
  ...['旧甲', '(集团)', '老甲', '丁', '无此公司', '只查'].map((query) => search(query)),
  ...[lookup('旧甲', 'e1'), lookup('(集团)', 'e1'), lookup('老甲', 'e1', 'e2'), lookup('丁', 'e2')],
  ...[lookup('无此公司'), lookup('只问'), lookup('丙有限公司', 'e1')],
  ...[page('r1', 'id:e1'), page('r2', 'id:e9'), page('r2', 'uscc:C9'), page('r1', 'uscc:C8')],
  ...[page('r2', 'uscc:C10', 'e10'), page('r2', 'uscc:C5', 'e2'), page('r2', 'uscc:C11', 'e11')],
]

/** What an entry gives (id, code, name), and: status, enterprise, its name and code, matched by, namesakes, candidates. */
const entries: readonly (readonly [given: string, line: string])[] = [
  // An id is taken, whatever stands beside it, unless the run heard that there is none.
  ['e1', 'matched | e1 | 甲(集团)有限公司 | C1 | id | 0 | -'],
  ['e1 - 丙有限公司', 'matched | e1 | 甲(集团)有限公司 | C1 | id | 0 | -'],
  ['e9', 'not_found | e9 | - | - | id | 0 | -'],
  // Its name and code are those of its record, whatever a search says.
  ['e7', 'matched | e7 | 庚有限公司 | C7 | id | 0 | -'],
  // A code is that of the one enterprise of which any answer states it; a list that was asked for by it counts where no record contradicts.
  ['- C2', 'matched | e2 | 乙有限公司 | C2 | uscc | 0 | -'],
  ['- C3 丙有限公司', 'matched | e3 | 丙有限公司 | C3 | uscc | 1 | -'],
  ['- C10', 'matched | e10 | e10的列表 | C10 | uscc | 0 | -'],
  ['- C11', 'matched | e11 | 子有限公司 | C11 | uscc | 0 | -'],
  ['- C5', 'pending | - | - | C5 | - | 0 | -'],
  ['- C7', 'pending | - | - | C7 | - | 0 | -'],
  // A code of which the run heard that there is none is not found, unless a name is to be asked for, too.
  ['- C9', 'not_found | - | - | C9 | - | 0 | -'],
  ['- C9 只问', 'pending | - | - | C9 | - | 0 | -'],
  ['- C8', 'pending | - | - | C8 | - | 0 | -'],
  // A name is that of its only candidate, in the spelling that was answered, and of the code that is given.
  ['- - 甲（集团）有限公司', 'matched | e1 | 甲(集团)有限公司 | C1 | name | 1 | -'],
  ['- C7 庚有限公司', 'matched | e8 | 庚有限公司 | C7 | name | 1 | -'],
  ['- - 丙有限公司', 'ambiguous | - | - | - | - | 2 | e3, e4'],
  ['- C12 丙有限公司', 'ambiguous | - | - | C12 | - | 0 | e3, e4'],
  ['- - 己有限公司', 'ambiguous | - | - | - | - | 0 | e6'],
  // Another name is that of the only record that is answered, if it has the name, in part or before, and the code.
  ['- - 旧甲', 'matched | e1 | 甲(集团)有限公司 | C1 | other_name | 0 | -'],
  ['- - (集团)', 'matched | e1 | 甲(集团)有限公司 | C1 | other_name | 0 | -'],
  ['- C12 旧甲', 'ambiguous | - | - | C12 | - | 0 | e1'],
  ['- - 老甲', 'ambiguous | - | - | - | - | 0 | e1, e2'],
  ['- - 丁', 'ambiguous | - | - | - | - | 0 | e2'],
  // A name is not found when neither the search nor the details know it.
  ['- - 无此公司', 'not_found | - | - | - | - | 0 | -'],
  ['- - 只查', 'pending | - | - | - | - | 0 | -'],
  ['- - 只问', 'pending | - | - | - | - | 0 | -'],
  // What was forgotten is not asked for.
  ['e2 ! -', 'forgotten | e2 | 乙有限公司 | C2 | id | 0 | -'],
]

const inputOf = (text: string, at: number): string => {
  const [id = '-', uscc = '-', name = '-'] = text.split(' ')
  const code = uscc === '!' ? '-' : uscc
  const of = `job_inputs run_id=r2 kind=enterprise ordinal=${at} is_forgotten=${uscc === '!'}`
  const key = name.replace('（', '(').replace('）', ')')
  return `${of} given_id=${id} given_uscc=${code} uscc_key=${code} given_name=${name} name_key=${key}`
}

test('an entry of a job is matched to the one enterprise that it names', async () => {
  const inputs = entries.map(([given], at) => inputOf(given, at))
  const sql = `SELECT status, enterprise_id, name, uscc, matched_by, namesakes, json_extract_string(candidates, '$[*].id')
    FROM job_enterprises_history ORDER BY ordinal`
  const other = 'job_inputs run_id=r2 kind=case_search ordinal=99 given_id=e1'
  const lines = await linesBeside(sql, ...facts, ...inputs, other)
  expect(lines.map((line, at) => [entries[at]?.[0], line])).toEqual(entries)
})

test('a search of a job is answered by the last call that found something or nothing with its parameters, and has the documents', async () => {
  const call = (key: string, day: number, outcome: string, records: number, query: string) =>
    `calls call_key=${key} run_id=r${day} operation=case_vector_search params={"query":"${query}"} fetched_at=2026-01-0${day} outcome=${outcome} records=${records}`
  const input = (at: number, kind: string, more: string) =>
    `job_inputs run_id=r1 ordinal=${at} kind=${kind} ${more}`
  const number = 'case_number=（2024）京1号 case_number_key=(2024)京1号'
  const rows = [
    ...[
      call('k1', 1, 'hit', 5, '货款'),
      call('k1', 2, 'empty', 0, '货款'),
      call('k1', 3, 'failed', 9, '货款'),
    ],
    ...[call('k2', 1, 'hit', 2, '租金'), call('k4', 1, 'rejected', 0, '利息')],
    ...['货款', '租金', '利息'].map((query, at) =>
      input(at, 'case_search', `params={"query":"${query}"} is_forgotten=${query === '租金'}`),
    ),
    input(4, 'statute_search', 'params={"keyword":"租金"} is_forgotten=false'),
    ...[5, 6].map((at) => input(at, 'enterprise', 'given_id=e1')),
    ...[1, 2].map((at) => `enterprise_documents enterprise_id=e${at} document_id=d${at} ${number}`),
    ...['k2 d1', 'k2 d3', 'k9 d4'].map(
      (hit) => `case_hits search_key=${hit.replace(' ', ' case_id=')} ${number}`,
    ),
  ]
  const searches =
    'searched, status, search_key, hits, answered_at::DATE FROM job_searches_history ORDER BY ordinal'
  expect(await linesBeside(`SELECT ${searches}`, ...rows)).toEqual([
    '货款 | answered | k1 | 0 | 2026-01-02',
    '租金 | forgotten | k2 | 2 | 2026-01-01',
    ...['利息', '租金'].map((query) => `${query} | pending | - | - | -`),
  ])
  const documents = 'SELECT run_id, document_id, case_number_key FROM job_documents_history ORDER BY 2'
  expect(await linesBeside(documents, ...rows)).toEqual(['r1 | d1 | (2024)京1号', 'r1 | d3 | (2024)京1号'])
})
