import { describe, expect, test } from 'vitest'
import { type Fact, insert, type Row, subject, type Told, toldOf } from './litigation-world.ts'
import { asking, type Into, linesBeside, ofStory, stage, statement, telling } from './scenes.ts'

/* What an enterprise stands in, counted and told case by case: see litigation-world.ts. */

ofStory(
  'a document is told from the side of the subject: on appeal the sides are exchanged, and the full text tells a role the list does not',
  'SELECT document_id, role, original_role, stage, court_level, decided_on, outcome, subject_outcome, family_key, library, case_id FROM subject_documents ORDER BY decided_on',
  'd1 | defendant | - | first instance | 基层 | 2020-05-10 | granted | lost | (2020)京0105民初1号 | ptal | d1',
  'd2 | plaintiff | defendant | appeal | 中级 | 2020-09-01 | upheld | lost | (2020)京0105民初1号 | ptal | d2',
  'd3 | defendant | - | enforcement | 基层 | 2021-02-01 | enforcement_suspended | neutral | (2020)京0105民初1号 | ptal | d3',
  'd4 | defendant | - | first instance | 基层 | 2021-03-01 | granted | lost | (2021)京0105民初4号 | ptal | d4',
  'd5 | plaintiff | defendant | appeal | 中级 | 2021-08-01 | reversed | won | (2021)京0105民初4号 | ptal | d5',
  'd6 | plaintiff | - | first instance | 基层 | 2021-10-01 | granted | won | (2021)京0105民初6号 | ptal | d6',
  'd7 | defendant | - | first instance | 基层 | 2022-01-15 | withdrawn | neutral | (2022)京0105民初7号 | ptal | d7',
  'd8 | defendant | - | first instance | 基层 | 2022-03-01 | seized | neutral | (2022)京0105民初8号 | ptal | d8',
  'd9 | - | - | first instance | 基层 | 2022-04-01 | - | - | d9 | - | -',
  'd10 | defendant | - | first instance | 基层 | 2022-06-01 | mediated | neutral | (2022)京0105民初10号 | qwal | q10',
)

ofStory(
  'the overview counts documents and cases by side, category and stage, and suits that were decided; enforcement is none, nor is what no rule recognises',
  'SELECT * EXCLUDE (enterprise_name) FROM litigation_overview ORDER BY ALL',
  'e1 | defendant | 执行案件 | enforcement | 1 | 1 | 0 | 0 | 0 | 1 | 0 | 2021-02-01 | 2021-02-01 | 0 | 0',
  'e1 | defendant | 民事案件 | first instance | 5 | 5 | 0 | 2 | 0 | 3 | 0 | 2020-05-10 | 2022-06-01 | 4 | 0',
  'e1 | plaintiff | 民事案件 | appeal | 2 | 2 | 1 | 1 | 0 | 0 | 0 | 2020-09-01 | 2021-08-01 | 2 | 0',
  'e1 | plaintiff | 民事案件 | first instance | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 2021-10-01 | 2021-10-01 | 1 | 0',
  'e1 | - | 民事案件 | first instance | 1 | 1 | 0 | 0 | 0 | 0 | 1 | 2022-04-01 | 2022-04-01 | 0 | 0',
)

ofStory(
  'every year has its documents by side and stage',
  'SELECT year, role, stage, documents, cases, won, lost, neutral, unrecognised FROM litigation_by_year ORDER BY ALL',
  '2020 | defendant | first instance | 1 | 1 | 0 | 1 | 0 | 0',
  '2020 | plaintiff | appeal | 1 | 1 | 0 | 1 | 0 | 0',
  '2021 | defendant | enforcement | 1 | 1 | 0 | 0 | 1 | 0',
  '2021 | defendant | first instance | 1 | 1 | 0 | 1 | 0 | 0',
  '2021 | plaintiff | appeal | 1 | 1 | 1 | 0 | 0 | 0',
  '2021 | plaintiff | first instance | 1 | 1 | 1 | 0 | 0 | 0',
  '2022 | defendant | first instance | 3 | 3 | 0 | 0 | 3 | 0',
  '2022 | - | first instance | 1 | 1 | 0 | 0 | 0 | 1',
)

ofStory(
  'causes are counted by side',
  'SELECT * EXCLUDE (enterprise_name) FROM litigation_by_cause ORDER BY ALL',
  'e1 | 买卖合同纠纷 | defendant | 6 | 6 | 0 | 2 | 0 | 4 | 0 | 2020-05-10 | 2022-06-01',
  'e1 | 买卖合同纠纷 | plaintiff | 3 | 3 | 2 | 1 | 0 | 0 | 0 | 2020-09-01 | 2021-10-01',
  'e1 | 买卖合同纠纷 | - | 1 | 1 | 0 | 0 | 0 | 0 | 1 | 2022-04-01 | 2022-04-01',
)

ofStory(
  'courts are counted with their level and place; without a full text the case number tells the level',
  'SELECT * EXCLUDE (enterprise_name) FROM litigation_by_court ORDER BY ALL',
  'e1 | 北京市朝阳区人民法院 | 基层 | 北京 | 北京市 | 7 | 7 | 1 | 2 | 0 | 4 | 0 | 2020-05-10 | 2022-06-01',
  'e1 | 北京市第三中级人民法院 | 中级 | 北京 | 北京市 | 2 | 2 | 1 | 1 | 0 | 0 | 0 | 2020-09-01 | 2021-08-01',
  'e1 | - | 基层 | 北京 | - | 1 | 1 | 0 | 0 | 0 | 0 | 1 | 2022-04-01 | 2022-04-01',
)

ofStory(
  'counterparties are the names on the other side, those of several disputes first; a case with its appeal is one dispute',
  'SELECT * EXCLUDE (enterprise_name, document_ids) FROM counterparties ORDER BY enterprise_id, disputes DESC, documents DESC, name_key',
  'e1 | 乙商贸有限公司 | 乙商贸有限公司 | 4 | 2 | false | true | defendant, plaintiff | 2020-05-10 | 2021-10-01',
  'e1 | 丙科技有限公司 | 丙科技有限公司 | 2 | 1 | false | false | defendant, plaintiff | 2021-03-01 | 2021-08-01',
  'e1 | 丁物流有限公司 | 丁物流有限公司 | 1 | 1 | false | false | plaintiff | 2022-01-15 | 2022-01-15',
  'e1 | 己公司 | 己公司 | 1 | 1 | false | false | plaintiff | 2022-06-01 | 2022-06-01',
  'e1 | 戊租赁有限公司 | 戊租赁有限公司 | 1 | 1 | false | false | plaintiff | 2022-03-01 | 2022-03-01',
)

describe('a family runs from first instance through the appeal to the enforcement that cites only the appeal', () => {
  const of = (columns: string) => `SELECT ${columns} FROM case_families ORDER BY family_key`

  ofStory(
    'with its documents, cases and stages',
    of('family_key, documents, cases, stages, latest_stage'),
    '(2020)京0105民初1号 | 3 | 3 | first instance, appeal, enforcement | enforcement',
    '(2021)京0105民初4号 | 2 | 2 | first instance, appeal | appeal',
    '(2021)京0105民初6号 | 1 | 1 | first instance | first instance',
    '(2022)京0105民初10号 | 1 | 1 | first instance | first instance',
    '(2022)京0105民初7号 | 1 | 1 | first instance | first instance',
    '(2022)京0105民初8号 | 1 | 1 | first instance | first instance',
    'd9 | 1 | 1 | first instance | first instance',
  )
  ofStory(
    'with its days and numbers',
    of('enterprise_id, first_on, last_on, case_numbers'),
    'e1 | 2020-05-10 | 2021-02-01 | (2020)京0105民初1号, (2020)京03民终2号, (2021)京0105执3号',
    'e1 | 2021-03-01 | 2021-08-01 | (2021)京0105民初4号, (2021)京03民终5号',
    'e1 | 2021-10-01 | 2021-10-01 | (2021)京0105民初6号',
    'e1 | 2022-06-01 | 2022-06-01 | (2022)京0105民初10号',
    'e1 | 2022-01-15 | 2022-01-15 | (2022)京0105民初7号',
    'e1 | 2022-03-01 | 2022-03-01 | (2022)京0105民初8号',
    'e1 | 2022-04-01 | 2022-04-01 | ',
  )
  ofStory(
    'with what became of it',
    of('original_role, latest_outcome, latest_subject_outcome, dispute_outcome, state, likely_key'),
    'defendant | enforcement_suspended | neutral | lost | ended unpaid | -',
    'defendant | reversed | won | won | in force | -',
    'plaintiff | granted | won | won | decided | -',
    'defendant | mediated | neutral | neutral | in force | -',
    'defendant | withdrawn | neutral | neutral | closed | -',
    'defendant | seized | neutral | neutral | unknown | -',
    '- | - | - | - | unknown | -',
  )
})

const states = stage()
const numbers: Readonly<Record<string, string>> = {
  ...{ 一审: '(2023)京0105民初21号', 二审: '(2023)京03民终22号', 重审: '(2024)京0105民初9号' },
  ...{
    再审: '(2024)京民再7号',
    申请: '(2025)京民申7号',
    执行: '(2025)京0105执8号',
    另执: '(2025)京0105执9号',
  },
  ...{ 另案: '(2024)京0105民初77号', 财保: '(2025)京0105财保1号', 破产: '(2025)京0105民初78号' },
  ...{ 管辖: '(2025)京0105民辖1号', 管辖上诉: '(2025)京01民辖终1号' },
}
const [first = '', aside = ''] = ['一审', '另案'].map((name) => numbers[name])
const retried = { number_procedure: '再审' }
const venue = { number_procedure: '管辖' }
const insolvent = { number_category: '强制清算与破产案件' }
const said: Readonly<Record<string, Row>> = {
  再审: retried,
  申请: retried,
  管辖: venue,
  管辖上诉: venue,
  破产: insolvent,
}
const sum = { role: '款项', amount: '5.00', currency: 'CNY', is_ordered: true, evidence: '' }
const order = { ...sum, payers: [subject], payer_keys: [subject] }
/**
 * Documents between 庚 and the enterprise, of one dispute: instance, day and outcome; `by`: the enterprise sues; `pays`: it is ordered to;
 * `list`: without a text, which names no dispute. The day of the data is 1 April 2026.
 */
const between = (text: string): Told[] =>
  text.split(', ').map((line, at) => {
    const [name = '', day = '', outcome = '', ...more] = line.split(' ')
    const sides = ['庚材料有限公司', subject] as const
    const [plaintiff, defendant] = more.includes('by') ? [sides[1], sides[0]] : sides
    return toldOf(
      [`x${at}${at}`, numbers[name] ?? '', day === '-' ? '' : day, plaintiff, defendant, outcome],
      {
        ...{
          origin: name === '另案' ? aside : first,
          listed: { ...said[name], ...(day === '-' && { decided_on: null }) },
        },
        ...(more.includes('pays') && { orders: [order] }),
        ...(more.includes('list') && { library: null }),
      },
    )
  })
const suits = (text: string) => asking('is_open', 'litigation_cases', 'last_on')(...between(text))
const reached = (text: string, ...facts: readonly Fact[]) =>
  asking('state', 'case_families')(...between(text), ...facts)

states('the overview counts suits that wait apart from those that were decided', [
  {
    ...suits('一审 2025-06-01 procedural list, 二审 2025-07-01 granted list'),
    sql: "SELECT stage, closed_cases, open_cases FROM litigation_overview WHERE enterprise_id = 'e1' ORDER BY 1",
  },
  ['appeal | 1 | 0', 'first instance | 0 | 1'],
])
states(
  'a suit waits until a decision that ends it; what is older than three years may have ended unseen, and a correction says neither',
  [suits('一审 2025-06-01 procedural list'), ['true']],
  [suits('一审 2022-06-01 procedural list'), ['-']],
  [suits('一审 2022-06-01 procedural list, 一审 2025-06-01 procedural list'), ['true']],
  [suits('一审 2025-06-01 correction list'), ['-']],
  [suits('一审 2025-06-01 procedural list, 一审 2025-08-01 granted list'), ['false']],
)
states(
  'a suit that was sent back waits for three years, and so does one of which only a ruling on jurisdiction is held',
  [suits('二审 2025-03-01 procedural list, 二审 2025-06-01 remanded list'), ['true']],
  [suits('二审 2022-06-01 remanded list, 二审 2022-07-01 correction list'), ['-']],
  ...['二审 2025-06-01 remanded', '管辖上诉 2025-06-01 jurisdiction', '管辖上诉 2025-06-01 upheld'].flatMap(
    (recent) =>
      [recent, recent.replace('2025', '2022'), recent.replace('2025-06-01', '-')].map(
        (one, at) => [suits(`${one} list`), [at === 0 ? 'true' : '-']] as const,
      ),
  ),
)
states(
  'it waits no more once a later instance decided, nor what was sent back once something was decided since, but for a refused retrial',
  [suits('一审 2025-05-01 procedural, 二审 2025-09-01 upheld'), ['false', 'false']],
  [suits('一审 2024-05-01 granted, 二审 2025-03-01 remanded'), ['false', 'true']],
  [
    suits('一审 2024-05-01 granted, 二审 2025-03-01 remanded, 重审 2025-06-01 procedural'),
    ['false', 'false', 'true'],
  ],
  [
    suits('一审 2024-05-01 granted, 二审 2025-03-01 remanded, 申请 2025-06-01 retrial_refused'),
    ['false', 'true', 'false'],
  ],
  [suits('财保 2025-06-01 seized, 破产 2025-06-01 procedural list'), []],
)
states('a case is of the year of its last document, and has them by day', [
  asking(
    'year, document_ids',
    'litigation_cases',
  )(...between('一审 2025-08-01 granted list, 一审 2024-05-01 procedural list')),
  ['2025 | x11, x00'],
])
const sided = (text: string) => asking('original_role', 'litigation_cases', 'case_key')(...between(text))
states(
  'who sued is known by the first instance of the dispute, of a ruling on jurisdiction alone by its own sides, not by its appeal',
  [sided('一审 2025-05-01 procedural, 二审 2025-09-01 upheld by'), ['defendant', 'defendant']],
  [sided('管辖 2025-05-01 jurisdiction list'), ['defendant']],
  [sided('管辖上诉 2025-05-01 jurisdiction list'), ['-']],
)
states(
  'a dispute is decided by a judgment, in force after an appeal, a retrial or a settlement, and unknown after it was sent back',
  [reached('一审 2023-05-01 granted'), ['decided']],
  [reached('一审 2023-05-01 granted, 二审 2023-09-01 upheld'), ['in force']],
  [reached('一审 2023-05-01 granted, 再审 2024-09-01 upheld'), ['in force']],
  [reached('一审 2023-05-01 mediated'), ['in force']],
  [reached('一审 2022-05-01 granted, 二审 2022-09-01 remanded'), ['unknown']],
  [reached('一审 2022-05-01 granted, 申请 2022-09-01 retrial_ordered'), ['unknown']],
  [reached('一审 2022-05-01 granted, 二审 2025-09-01 remanded'), ['open']],
  [reached('一审 2023-05-01 granted, 二审 2023-09-01 remanded, 重审 2024-02-01 granted'), ['decided']],
  [reached('一审 2023-05-01 granted, 二审 2023-09-01 transferred, 重审 2024-02-01 granted'), ['decided']],
)
const inForce = statement('生效', first, { case_id: 'x11' })
states(
  'it is closed where nothing is to be paid, unless a decision orders it, and in force where another document says so',
  [reached('一审 2023-05-01 dismissed'), ['closed']],
  [reached('一审 2023-05-01 dismissed by pays'), ['decided']],
  [reached('一审 2023-05-01 granted, 另案 2022-09-01 correction', inForce), ['in force', 'unknown']],
)
const [enforced, other] = ['一审 2021-05-01 granted, 执行 2025-10-01', '另执 2025-09-01']
states(
  'an enforcement says how it stands, the last one of several, unless it is open and older than three years',
  [reached(`${enforced} seized`), ['in enforcement']],
  [reached(`${enforced.replace('2025', '2022')} seized`), ['decided']],
  [reached(`${enforced} seized, ${other} enforcement_suspended`), ['in enforcement']],
  [reached(`${enforced} enforcement_suspended, ${other} seized`), ['ended unpaid']],
)
const family = asking('latest_outcome', 'case_families')
states(
  'of one day the document of the later stage is the last',
  ...['二审 2023-05-01 upheld', '再审 2023-05-01 upheld', '执行 2023-05-01 seized'].map(
    (later) =>
      [family(...between(`一审 2023-05-01 granted, ${later}`)), [later.split(' ')[2] ?? '']] as const,
  ),
)

const foundAs = (name: string) => ({
  sql: "SELECT role FROM subject_documents WHERE enterprise_id = 'e1'",
  tell: async (into: Into) => {
    const candidate = { query: '甲', ordinal: 1, enterprise_id: 'e1', name, name_key: name }
    await insert(into, 'enterprise_candidates', candidate)
    await telling(toldOf(['x1', first, '2025-06-01', '庚材料有限公司', '前建设有限公司', 'granted']))(into)
  },
})
states(
  'a name that a search found it by is its name in a text, too',
  [foundAs('前建设有限公司'), ['defendant']],
  [foundAs('前置业有限公司'), ['-']],
)

/** A document, its dispute, who sues | who is sued | who else takes part; the side of 甲 is that of its name. */
const listing = (id: string, dispute: string, names: string): string[] => [
  `subject_documents enterprise_id=e1 document_id=${id} family_key=${dispute} role=${names.startsWith('甲') ? 'plaintiff' : 'defendant'}`,
  ...names.split(' | ').flatMap((side, at) =>
    side.split(' ').map((name, ordinal) => {
      const of = `document_parties document_id=${id} side=${['plaintiff', 'defendant', 'third_party'][at]}`
      return `${of} ordinal=${ordinal} name=${name} name_key=${name.replace('(', '').replace(')', '')}`
    }),
  ),
]
const hidden = ['某公司', '某某银行', '李某', '王××', '赵*', '张X', '庚', 'AXA辛能源']
test('names on the other side are counterparties, written as the first by code; one that is hidden is no repeat', async () => {
  const lines = await linesBeside(
    'SELECT name, documents, disputes, is_hidden, is_repeat, roles FROM counterparties ORDER BY name',
    'enterprise_names enterprise_id=e1 kind=short name=丙 name_key=丙; enterprises enterprise_id=e1 name_key=甲; likely_joins enterprise_id=e1 family_key=f2 likely_key=f1',
    ...[...listing('d1', 'f1', '甲 乙 | 丙 | 丁'), ...listing('d2', 'f2', '甲 | 丙')],
    ...[
      ...listing('d3', 'f3', '(戊) 甲 | 甲 己'),
      ...listing('d4', 'f4', '戊 | 甲'),
      ...listing('d5', 'f4', '戊 | 甲'),
    ],
    ...[...listing('d6', 'f5', '甲 | 辛'), ...listing('d7', 'f5', '辛 | 甲')],
    ...hidden.flatMap((name, at) =>
      [6, 7].flatMap((of) => listing(`d${at}${of}`, `f${at}${of}`, `${name} | 甲`)),
    ),
  )
  expect(lines).toEqual(
    [
      ...hidden.map((name, at) => `${name} | 2 | 2 | ${at < 6} | ${at < 6 ? '-' : 'true'} | plaintiff`),
      ...['丙 | 2 | 2 | false | false | defendant', '(戊) | 3 | 2 | false | true | plaintiff'],
      '辛 | 2 | 1 | false | false | defendant, plaintiff',
    ].sort(),
  )
})

test('who was sued beside the enterprise is no counterparty when either appeals, and who sued both is one', async () => {
  const sides = ['plaintiff', 'defendant', 'defendant', 'plaintiff', 'third_party', 'third_party']
  const first = ['defendant', 'plaintiff', '', '', 'plaintiff', '']
  const lines = await linesBeside(
    'SELECT name, roles, document_ids FROM counterparties ORDER BY name',
    'enterprises enterprise_id=e1 name_key=甲',
    'subject_documents enterprise_id=e1 document_id=d1 library=ptal case_id=c1 role=defendant original_role=defendant',
    ...[...'乙丙丁戊己庚'].flatMap((name, at) => [
      `document_parties document_id=d1 ordinal=${at} side=${sides[at]} name=${name} name_key=${name}`,
      ...(first[at] === ''
        ? []
        : [`case_parties library=ptal case_id=c1 ordinal=${at} name_key=${name} original_side=${first[at]}`]),
    ]),
  )
  expect(lines).toEqual(['丙 | defendant | d1', '己 | plaintiff | d1', '戊 | plaintiff | d1'])
})

test('a text found by number is of the documents of that number and kind, another listed text of its own day only', async () => {
  const [own, listed, hit] = ['cases', 'enterprise_documents enterprise_id=e1', 'case_hits search_key=s1']
  const of = (
    table: string,
    id: string,
    number: string,
    on: string,
    more = 'document_kind=判决书',
  ): string => {
    const day = table === hit ? 'closed_on' : 'decided_on'
    const key = table === listed ? 'document_id' : 'case_id'
    return `${table} ${key}=${id} ${table === own ? '' : `case_number=${number}`} case_number_key=${number} ${day}=${on} ${more}`
  }
  const lines = await linesBeside(
    'SELECT document_id, library, case_id, found_by FROM document_details ORDER BY ALL',
    ...['n1 ptal 1', 'n2 qwal 1', 'n3 qwal 0'].map((asked) => {
      const [number, library, hits] = asked.split(' ')
      return `case_lookups asked=${number} library=${library} hits=${hits} asked_by=number`
    }),
    ...['x1', 'x3', 'x4'].map((id) => of(listed, id, 'n1', id === 'x3' ? '2024-02-01' : '2024-01-01')),
    ...[of(listed, 'x2', 'n1', '2024-01-01', 'document_kind=裁定书'), of(hit, 'x7', 'n1', '2024-01-01')],
    ...[of(listed, 'x5', 'n2', '2024-03-01'), of(listed, 'x6', 'n3', '2024-03-02')],
    ...[
      'x1 n1 2024-01-01 ptal',
      'l5 n2 2024-03-02 qwal',
      'l6 n2 2024-03-02 ptal',
      'l7 n3 2024-03-02 qwal',
    ].map((held) => {
      const [id = '', number = '', on = '', library] = held.split(' ')
      return of(own, id, number, on, `document_kind=判决书 library=${library}`)
    }),
  )
  const byId = ['l5 | qwal | l5', 'l6 | ptal | l6', 'l7 | qwal | l7', 'x1 | ptal | x1'].map(
    (line) => `${line} | id`,
  )
  const byNumber = ['x4 | ptal | x1', 'x5 | qwal | l5', 'x7 | ptal | x1'].map((line) => `${line} | number`)
  expect(lines).toEqual([...byId, ...byNumber])
})
