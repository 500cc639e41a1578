import { expect, test } from 'vitest'
import { linesBeside, ofStory } from './scenes.ts'

/* What a run saw, what it misses, and what is new in it. */

ofStory(
  'coverage holds the declared total against what was listed, held, absent and cited',
  'SELECT * FROM coverage_history ORDER BY run_id',
  'r1 | - | e1 | 甲建设有限公司 | 8 | 8 | complete | - | 10 | 9 | 0 | 0 | 1 | 0 | 4 | 3 |  | 2026-01-01 08:00:00',
  'r2 | - | e1 | 甲建设有限公司 | 11 | 10 | incomplete | - | 10 | 9 | 0 | 0 | 1 | 0 | 4 | 3 |  | 2026-04-01 08:00:00',
)

/** A page that a run read of a list: run, sweep and number, its documents, and how many are declared, two a page. */
const page = (of: string, ids: string, total: number, list = 'e1'): string => {
  const [run, sweep, no] = of.split(' ')
  const key = `${run}.${sweep}.${no}`
  const declared = `declared_total=${total} page_size=2 has_more=${Number(no) * 2 < total} document_ids=[${ids}] ids_digest=${ids}`
  const row = `list_pages scan_run_id=${run} run_id=${run} call_key=${key} subject=${list} enterprise_id=${list}`
  return `${row} sweep=${sweep} page_no=${no} is_found=true ${declared}; calls call_key=${key} run_id=${run} fetched_at=2026-0${sweep}-0${no}`
}

test('a list whose first page stands as it was lists what the complete scan saw, each as of its last page', async () => {
  const sql = 'SELECT run_id, verdict, listed, data_as_of::DATE FROM coverage_history ORDER BY 1'
  const whole = [page('r1 1 1', 'd1,d2', 3), page('r1 1 2', 'd3', 3), page('r1 2 1', 'd1,d2', 3)]
  expect(await linesBeside(sql, ...whole, page('r2 1 1', 'd1,d2', 3))).toEqual([
    'r1 | complete | 3 | 2026-02-01',
    'r2 | unchanged | 3 | 2026-01-01',
  ])
})

test('a document left when a list that is read to its end no longer names it', async () => {
  const read = ['r1 d1,d2 2', 'r2 d1,d3 1', 'r3 d1 1', 'r4 d1 1', 'r5 d1,d2 2', 'r6 d1 1'].map((one) => {
    const [run, ids = '', total] = one.split(' ')
    return page(`${run} 1 1`, ids, Number(total))
  })
  const others = ['r1', 'r3'].map((run) => page(`${run} 1 1`, 'd9', 1, 'e2'))
  const sql =
    "SELECT run_id, earlier_run_id, before, after FROM changes_history WHERE kind = 'document_left' ORDER BY ALL"
  const left = ['r3 | r2 | d2 | -', 'r3 | r2 | d3 | -', 'r6 | r5 | d2 | -']
  expect(await linesBeside(sql, ...read, ...others)).toEqual(left)
})

test('a flag is new, or ended, beside the last finished run of the same job that listed the enterprise', async () => {
  const flagged =
    'r1 weekly complete revoked, r2 daily complete dishonest, r3 weekly stopped , r4 weekly gaps revoked+dishonest, r5 weekly complete dishonest'
  const rows = flagged.split(', ').map((one) => {
    const [run, job, status, flags = ''] = one.split(' ')
    return `runs run_id=${run} job=${job} status=${status}; flag_history run_id=${run} enterprise_id=e1 flags=[${flags.replace('+', ',')}]`
  })
  const sql = 'SELECT kind, run_id, earlier_run_id, before, after FROM changes_history ORDER BY run_id, kind'
  expect(await linesBeside(sql, ...rows)).toEqual([
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

/** A call of the nth run, on the nth day. */
const call = (key: string, day: number | string, outcome: string, more = ''): string =>
  `calls call_key=${key} run_id=r${day} outcome=${outcome} segment=s line=1 fetched_at=2026-01-0${day} ${more}`.trim()
/** `k1 hit 2`: a call; `lookup 1+2 AND law=公司法`: one of articles, which failed on day 2; `found 1 3`: article 1 was looked up on day 3. */
function callOf(text: string): string {
  const [key = '', what = '', then = '', law = '"公司法"', more = '', operation = 'rh_ft_search'] =
    text.split(' ')
  if (key === 'found')
    return `${call(what, then, 'empty')}; article_lookups law=${JSON.parse(law)} label=${what} call_key=${what} run_id=r${then}`
  if (key !== 'lookup') return call(key, then, what, law === '"公司法"' ? '' : law)
  const keyword = what.replace('+', '\\u0020')
  const params = `{"fgmc":${law},"keyword":"${keyword}","search_mode":"${then}","top_k":50${more === '-' ? '' : more}}`
  return call('k0', 2, 'failed', `operation=${operation} params=${params}`)
}
const deadLetters: Readonly<Record<string, string>> = {
  'of each run that fails or is refused a call':
    'k1 failed 1, k1 rejected 2, k2 hit 1 → k1 r1 failed 2, k1 r2 rejected 2',
  'not once it is answered, if by nothing': 'k1 failed 1, k1 empty 2 → ',
  'or at that moment': 'k1 failed 1, k1 empty 1 run_id=r2 → ',
  'where it failed since': 'k1 hit 1, k1 hit 2, k1 failed 3 → k1 r3 failed 1',
  'as it failed last in the run': 'k1 failed 1, k1 rejected 2 run_id=r1 → k1 r1 rejected 2',
  'by the later line of one moment': 'k1 failed 1, k1 rejected 1 line=2 → k1 r1 rejected 2',
  'but by the later segment first': 'k1 failed 1 line=2, k1 rejected 1 segment=t → k1 r1 rejected 2',
  'not of a lookup each of whose articles was looked up since': 'lookup 1+2 OR, found 1 2, found 2 3 → ',
  'where one was before': 'lookup 1+2 OR, found 1 3, found 2 1 → k0 r2 failed 1',
  'or of another law': 'lookup 1+2 OR, found 1 3, found 2 3 "民法典" → k0 r2 failed 1',
  'where it fails again': 'lookup 1 OR, k0 failed 3, found 1 3 → k0 r3 failed 2',
  'not of one article, whatever the mode': 'lookup 1 AND, found 1 3 → ',
  'of a search for a text with both': 'lookup 1+2 AND, found 1 3, found 2 3 → k0 r2 failed 1',
  'or under another condition': 'lookup 1 OR "公司法" ,"sxx":"失效", found 1 3 → k0 r2 failed 1',
  'of no law': 'lookup 1 OR null, found 1 3 → k0 r2 failed 1',
  'of another operation': 'lookup 1 OR "公司法" - case_vector_search, found 1 3 → k0 r2 failed 1',
}
test.each(Object.entries(deadLetters))('a call is a dead letter %s', async (_, scene) => {
  const [calls = '', letters] = scene.split(' → ')
  const sql = "SELECT concat_ws(' ', call_key, run_id, outcome, times) FROM dead_letters ORDER BY run_id"
  expect((await linesBeside(sql, ...calls.split(/, (?=[a-z])/).map(callOf))).join(', ')).toBe(letters)
})

test('members that the contract does not list are drift, since the first answer that held them; a bound is none', async () => {
  const member = (type: string, day: number, example: string, by = 'k1') =>
    `unlisted_members operation=o path=p type=${type} seen_by=${by} seen_run_id=r${day} occurrences=2 example=${example}`
  const lines = await linesBeside(
    'SELECT type, first_seen::DATE, count, example FROM drift ORDER BY type',
    ...[
      member('string', 1, '王某'),
      member('string', 2, '李某'),
      member('bound', 1, ''),
      member('number', 9, '1', 'k9'),
    ],
    ...[call('k1', 1, 'hit'), call('k1', 2, 'empty'), call('k1', 1, 'failed').replace('2026', '2025')],
  )
  expect(lines).toEqual(['number | - | 2 | 1', 'string | 2026-01-01 | 4 | 李某'])
})

test('coverage has the bounds, texts, citations and days of an enterprise, as its own pages, details and held texts have them', async () => {
  const scan = (run: string, id: string, day: number) =>
    `${call(id, day, 'hit').replace(`r${day}`, run)}; list_pages scan_run_id=${run} run_id=${run} call_key=${id} subject=${id} enterprise_id=${id} sweep=1 page_no=1 is_found=true`
  const document = (id: string, state: string) =>
    `subject_documents enterprise_id=e1 document_id=${id} case_id=${id} library=ptal text_state=${state}`
  const text = (library: string, key: string) =>
    `cases case_id=x0 library=${library} call_key=${key} run_id=r1`
  const cites = (id: string, at: number, key: string, library = 'ptal') =>
    `case_citations case_id=${id} library=${library} ordinal=${at} citation_key=${key}`
  const bound = (path: string, by: string, run = 'r1', type = 'bound') =>
    `unlisted_members operation=o path=${path} type=${type} seen_by=${by} seen_run_id=${run}`
  const lines = await linesBeside(
    `SELECT run_id, enterprise_id, full_texts, partial, withheld, absent, not_looked_up, citations, citations_joined, at_bound, data_as_of::DATE
     FROM coverage_history ORDER BY ALL`,
    ...[
      scan('r1', 'e1', 1),
      scan('r2', 'e1', 2),
      scan('r2', 'e2', 3),
      text('ptal', 'x0'),
      text('qwal', 'twice'),
    ],
    ...['held', 'held', 'partial', 'withheld', 'absent', 'absent', 'absent', 'open'].map((state, at) =>
      document(`x${at}`, state),
    ),
    ...[
      cites('x0', 1, '甲法#1'),
      cites('x0', 2, '甲法#2'),
      cites('x1', 1, '甲法#1'),
      cites('x0', 1, '甲法#3', 'qwal'),
    ],
    'articles article_id=a citation_key=甲法#1; articles article_id=b citation_key=甲法#1; enterprises enterprise_id=e1 call_key=k1 run_id=r1',
    ...[
      bound('case_parties', 'x0'),
      bound('enterprise_risks', 'k1'),
      bound('case_parties', 'k1'),
      bound('v', 'k1', 'r2'),
    ],
    ...[bound('w', 'k1', 'r1', 'string'), bound('y', 'twice'), bound('z', 'x9')],
  )
  expect(lines).toEqual([
    'r1 | e1 | 2 | 1 | 1 | 3 | 1 | 3 | 2 | case_parties, enterprise_risks | 2026-01-01',
    'r2 | e1 | 2 | 1 | 1 | 3 | 1 | 3 | 2 | case_parties, enterprise_risks | 2026-01-02',
    'r2 | e2 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |  | 2026-01-03',
  ])
})

/** `r1 status=存续`: what a run saw of the registration; `r1 甲60`: stakes; `g1 1 1999-01-01`: a version and its run; `page 1 甲公司`; `enterprises …`. */
function seen(text: string): string {
  const [what = '', value = '', day] = text.split(' ')
  if (what === 'enterprises') return text
  if (what === 'page')
    return `list_pages scan_run_id=r0 subject=e1 enterprise_id=e1 sweep=1 page_no=${value} is_found=true enterprise_name=${day}`
  if (what.startsWith('g'))
    return `regulation_history seen_run_id=r${value} regulation_id=${what} law=公司法 name=公司法 effective_on=${day}`
  const stakes = [...value.matchAll(/(甲?)([0-9]+)/g)].map(([, name, share]) => ({
    ...(name && { name }),
    share,
  }))
  const members = [...value.matchAll(/(\w+)=([^,]*)/g)].map(([, member = '', is]) => [member, is])
  return `enterprise_history enterprise_id=e1 seen_run_id=${what} registration=${JSON.stringify(Object.fromEntries(members))} shareholders=${JSON.stringify(members.length > 0 ? [] : stakes)}`
}
const news: Readonly<Record<string, string>> = {
  'a member of a registration that one of two answers lacks is unknown':
    'r1 status=存续,address=甲; r2 status=注销,capital=1; r3 status=注销,address=乙 → r2 | r1 | - | status | 存续 | 注销',
  'an enterprise is named by page 1 of its list':
    'r1 status=存续; r2 status=注销; page 1 甲公司; page 2 页二 → r2 | r1 | 甲公司 | status | 存续 | 注销',
  'or as registered':
    'r1 status=存续; r2 status=注销; page 1 甲公司; enterprises enterprise_id=e1 name=丁公司 → r2 | r1 | 丁公司 | status | 存续 | 注销',
  'an empty list of shareholders is unknown, and a stake without a name; a holder changed with any of its stakes':
    'r1 甲60; r2 -; r3 甲70; r4 甲70,甲5,1; r5 甲70,甲5,1 → r4 | r3 | - | 甲 | {"name":"甲","share":"70"} | {"name":"甲","share":"5"} {"name":"甲","share":"70"}',
  'a version of a law is new in the run that saw it first, beside the last one known, of those with a day':
    'g1 1 1999-01-01; g2 2 2018-01-01; g0 2 -; g3 3 2024-01-01; g3 4 2024-01-01; g4 4 2024-01-01 → r2 | r1 | 公司法 | regulation_id | g1 | g2; r3 | r2 | 公司法 | regulation_id | g2 | g3',
}
test.each(Object.entries(news))('of changes: %s', async (_, scene) => {
  const [facts = '', lines] = scene.split(' → ')
  const sql =
    'SELECT run_id, earlier_run_id, subject_name, field, before, after FROM changes_history ORDER BY ALL'
  expect((await linesBeside(sql, ...facts.split('; ').map(seen))).join('; ')).toBe(lines)
})
