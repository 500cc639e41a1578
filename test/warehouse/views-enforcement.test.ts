import { describe, expect } from 'vitest'
import { type Fact, type Row, subject, type Told, toldOf } from './litigation-world.ts'
import { against, asking, inList, inText, type Scene, stage, statement } from './scenes.ts'

const states = stage()

/** An enforcement document by which 庚 enforces against the subject, unless it says otherwise. */
const document = (id: string, number: string, more: Partial<Told> = {}): Told =>
  toldOf([id, number, '2024-06-01', '庚材料有限公司', subject, 'enforcement_suspended'], more)
const againstAnother = { plaintiff: subject, defendant: '庚材料有限公司' }

/** An entry of the registration. */
const entry = (kind: string | null, number: string | null, more: Row = {}): Fact => [
  'enterprise_risks',
  {
    ...{ enterprise_id: 'e1', kind, case_number: number, case_number_key: number },
    number_category: number === null ? null : '执行案件',
    currency: more.amount === undefined ? null : 'CNY',
    ...more,
  },
]

/** Columns of the cases of what is told. */
const asked = (columns: string, ...parts: readonly (Told | Fact)[]): Scene =>
  asking(columns, 'enforcement_cases', 'case_key')(...parts)

const [number, resumed] = ['(2024)京0105执11号', '(2024)京0105执恢12号']

describe('entries of the registration and documents about one case are one row', () => {
  states('with both sources, its sum from the registration and its state from the document', [
    asked(
      'role, state, amount, is_counted, sources, document_ids',
      document('x1', number),
      entry('被执行人', number, { amount: '174000.00' }),
    ),
    ['defendant | ended_unpaid | 174000.00 | true | registration, documents | x1'],
  ])

  states(
    'of several entries about it the largest sum counts, never the worth of frozen shares, and every mark shows',
    [
      asked(
        'state, amount, is_dishonest, is_restricted, is_share_frozen, len(entries)::INTEGER',
        entry('被执行人', number, { amount: '300.00' }),
        entry('失信被执行人', number, { amount: '500.00' }),
        entry('限制高消费', number),
        entry('股权冻结', number, { amount: '9000.00' }),
      ),
      ['open | 500.00 | true | true | true | 4'],
    ],
  )

  states('what is unpaid has its currency without a sum to be enforced', [
    asked(
      'state, amount, currency, unpaid',
      entry('终本案件', number, { unpaid: '900.00', currency: 'CNY' }),
    ),
    ['ended_unpaid | - | CNY | 900.00'],
  ])

  states('a case that one source alone knows stands by itself', [
    asked(
      'case_key, state, amount, sources',
      document('x1', number, { outcome: 'seized' }),
      entry('被执行人', '(2024)京0105执12号', { amount: '900.00' }),
    ),
    [`${number} | open | - | documents`, '(2024)京0105执12号 | open | 900.00 | registration'],
  ])
})

describe('a termination of this enforcement is never settled', () => {
  const endedBy = (outcome: string, ...entries: readonly Fact[]): Scene =>
    asked('state', document('x1', number, { outcome }), ...entries)
  states(
    'when an entry of 终本, a status of 终结本次执行, or a document says so, whatever else is said',
    [endedBy('enforcement_ended', entry('终本案件', number, { amount: '800.00' })), ['ended_unpaid']],
    [endedBy('enforcement_ended', entry('被执行人', number, { status: '终结本次执行' })), ['ended_unpaid']],
    [endedBy('enforcement_suspended', entry('被执行人', number)), ['ended_unpaid']],
  )

  states('what was collected is taken off, what is unpaid is as stated, and nothing is guessed', [
    asked(
      'amount, collected, unpaid',
      entry('终本案件', '(2024)京0105执1号', { amount: '800.00', collected: '150.00' }),
      entry('终本案件', '(2024)京0105执2号', { amount: '800.00', collected: '150.00', unpaid: '700.00' }),
      entry('终本案件', '(2024)京0105执3号', { amount: '800.00' }),
      entry('被执行人', '(2024)京0105执4号', { amount: '800.00', status: '执行完毕' }),
    ),
    ['800.00 | 150.00 | 650.00', '800.00 | 150.00 | 700.00', '800.00 | - | -', '800.00 | - | 0.00'],
  ])
})

states('a resumed enforcement restates the sum: that of the case before it does not count again', [
  asked(
    'case_key, state, amount, is_counted',
    document('x1', number),
    document('x2', resumed, { on: '2024-09-01', origin: number, outcome: 'seized' }),
    entry('被执行人', number, { amount: '700.00', filed_on: '2024-01-05' }),
    entry('被执行人', resumed, { amount: '650.00', filed_on: '2024-08-05' }),
  ),
  [`${number} | ended_unpaid | 700.00 | false`, `${resumed} | open | 650.00 | true`],
])

const filedOn = (...parts: readonly Fact[]): Scene =>
  asked('filed_on::VARCHAR', document('x1', number), document('x2', number), ...parts)
states(
  'it was filed when the registration says so, else when texts do, unless they disagree',
  [filedOn(inText('立案', { happened_on: '2024-03-05' })), ['2024-03-05']],
  [
    filedOn(
      inText('立案', { happened_on: '2024-03-05' }),
      entry('被执行人', number, { filed_on: '2024-03-06' }),
    ),
    ['2024-03-06'],
  ],
  [
    filedOn(
      inText('立案', { happened_on: '2024-03-05' }),
      inText('立案', { happened_on: '2024-03-07', case_id: 'x2' }),
    ),
    ['-'],
  ],
)

/** A later document of a case than of the one that resumes it, which says this of it. */
const saying = (kind: string): Scene =>
  asked(
    'case_key, is_counted, resumed_by',
    document('x1', number, { on: '2024-10-01' }),
    document('x2', resumed, { on: '2024-09-01', origin: number, outcome: 'seized' }),
    statement(kind, number, { case_id: 'x2', is_decided: false }),
  )
states(
  'a case that its resumption names is resumed, though only a later document of it is listed',
  [saying('恢复执行'), [`${number} | false | ${resumed}`, `${resumed} | true | -`]],
  [saying('终本'), expect.arrayContaining([`${number} | true | -`])],
)

states('preservation is its own state, and neither it nor an objection has a sum that counts', [
  asked(
    'case_key, state, is_counted',
    document('x1', '(2024)京0105执保1号', { outcome: 'seized' }),
    document('x2', '(2024)京0105执异2号', { outcome: 'objection_refused', ...againstAnother }),
  ),
  ['(2024)京0105执保1号 | preservation | false', '(2024)京0105执异2号 | review | false'],
])

states('a mark that was lifted is none, and an entry about something else is no enforcement case', [
  asked(
    'case_key, is_dishonest, is_restricted',
    entry('失信被执行人', '(2024)京0105执1号', { status: '已移出' }),
    entry('限制消费令', null),
    entry('股权出质', null),
    entry('行政处罚', null),
  ),
  ['(2024)京0105执1号 | false | false', expect.stringMatching(/^entry \d+ \| false \| true$/)],
])

const [began, published] = [{ filed_on: '2024-01-05' }, { published_on: '2024-06-05' }]
const marks = [
  entry('失信被执行人', number, { ...began, ...published }),
  entry('限制高消费', number, { ...began, ...published }),
]
states(
  'a mark of the registration is since the day that it was published, not since its case began, and a listing alone ends by itself',
  [asked('dishonest_since, restricted_since', ...marks), ['2024-06-05 | 2024-06-05']],
  [
    asking('mark, since, usual_end', 'enterprise_marks')(...marks),
    ['dishonest | 2024-06-05 | 2026-06-05', 'restricted | 2024-06-05 | -'],
  ],
)

const frozenShares = (holder: string, company: string): Scene =>
  asked(
    'is_share_frozen',
    document('x1', number),
    inText('冻结', { ...against(holder), property: `${holder}持有的${company}50%股权` }),
  )
states(
  'shares in it that another holds are frozen in it, shares that it holds in another are not',
  [frozenShares('癸某', subject), ['true']],
  [frozenShares(subject, '癸公司'), ['false']],
)

const listedMark = (name: string): Scene =>
  asked(
    'is_restricted, is_dishonest',
    document('x1', number, { library: null }),
    inList('限高', against(name)),
    inList('失信', against(name)),
  )
states(
  'a mark that a list states is of whom it names, not of all who stand in its document',
  [listedMark(subject), ['true | true']],
  [listedMark('庚某'), ['false | false']],
)

describe('a bankruptcy', () => {
  const petition = '(2024)京01破申31号'
  const ofBankruptcy = (id: string, number: string, on: string, outcome: string | null): Told =>
    document(id, number, {
      ...{ on, outcome, library: null },
      listed: { number_category: '强制清算与破产案件', number_procedure: null },
    })
  const standing = asking('case_key, stage, is_current, applicants', 'bankruptcies')
  const petitioned = (outcome: string | null) => ofBankruptcy('x1', petition, '2024-03-01', outcome)
  const silent = ofBankruptcy('x2', petition, '2024-04-01', null)
  const by = '庚材料有限公司'
  const standsAt = (state: string, outcome: string | null) =>
    [standing(petitioned(outcome), silent), [`${petition} | ${state} | ${by}`]] as const
  states(
    'stands as its last decision says, whatever follows without one',
    standsAt('applied | true', null),
    standsAt('withdrawn | false', 'application_withdrawn'),
    standsAt('withdrawn | false', 'withdrawn'),
    standsAt('refused | false', 'rejected'),
    standsAt('refused | false', 'inadmissible'),
    standsAt('refused | false', 'application_refused'),
  )
  const procedure = '(2024)京01破32号'
  const appointed = ofBankruptcy('x2', procedure, '2024-06-01', null)
  const found = (case_id: string, kind: string, evidence: string): Fact => [
    'case_bankruptcy',
    { library: 'ptal', case_id, kind, evidence, is_ordered: true, ordinal: 1, debtor_keys: [subject] },
  ]
  states('is accepted once, whoever is appointed later; its procedure is that of the acceptance', [
    asking('case_key, stage, stage_on, procedure', 'bankruptcies')(
      { ...petitioned('bankruptcy_accepted'), library: 'ptal' },
      { ...appointed, library: 'ptal' },
      found('x1', '受理', '受理庚材料有限公司对甲建设有限公司的破产清算申请'),
      found('x2', '指定管理人', '指定某事务所担任甲建设有限公司破产管理人'),
    ),
    [`${petition} | accepted | 2024-03-01 | liquidation`],
  ])
  states('that is accepted goes on under the number of its procedure', [
    standing(
      petitioned('bankruptcy_accepted'),
      ofBankruptcy('x2', procedure, '2024-06-01', 'bankruptcy_ended'),
    ),
    [`${procedure} | ended | false | ${by}`],
  ])
})

const payer = { payers: [subject], payer_keys: [subject], evidence: '划拨被执行人银行存款4200元。' }
const sum = { role: '标的', amount: '4200.00', currency: 'CNY', is_ordered: false, ...payer }
states('where the registration has no sum, the last document that states one gives it', [
  asked('amount, currency, sources', document('x1', number, { orders: [sum] })),
  ['4200.00 | CNY | documents'],
])

states('what it enforces against others is on its own side', [
  asked('role, state', document('x1', number, againstAnother)),
  ['plaintiff | ended_unpaid'],
])

describe('marks of others in a dispute', () => {
  const other = '庚材料有限公司'
  const missing: Row = {
    ...{ library: 'ptal', case_id: 'x1', ordinal: 1, matter: 'missing', manner: 'found' },
    ...{ evidence: '下落不明', ...against(other) },
  }
  const others = (columns: string, ...parts: readonly (Told | Fact)[]): Scene =>
    asking(columns, 'other_debtors')(...parts)
  const mark = (case_id: string, name: string, more: Row = {}): Fact =>
    inText('失信', { case_id, ...against(name), ...more })
  const marked = (sides: Partial<Told>, ...facts: readonly Fact[]): Scene =>
    others(
      'names, kind, decided_on::VARCHAR, is_lifted',
      document('x1', number, sides),
      document('x2', number, { on: '2024-09-01', ...sides }),
      ...facts,
    )
  states(
    'are those of other debtors, by the last document that says how it stands with them',
    [marked(againstAnother, mark('x1', other)), [`${other} | 失信 | 2024-06-01 | false`]],
    [
      marked(againstAnother, mark('x1', other), mark('x2', other, { is_ordered: false })),
      [`${other} | 失信 | 2024-09-01 | false`],
    ],
    [
      marked(againstAnother, mark('x1', other), mark('x2', other, { is_lifted: true })),
      [`${other} | 失信 | 2024-09-01 | true`],
    ],
    [marked(againstAnother, mark('x1', '案外甲公司')), []],
    [marked({}, mark('x1', subject)), []],
  )
  states('have their day as far as it is said, and who cannot be found has none', [
    others(
      'kind, since::VARCHAR, is_lifted',
      document('x1', number, againstAnother),
      mark('x1', other, { happened_on: '2024-05-01' }),
      ['case_mentions', missing],
    ),
    ['下落不明 | - | false', '失信 | 2024-05-01 | false'],
  ])
  states('have the day on which they were imposed, not that of their removal', [
    others(
      'kind, since::VARCHAR, is_lifted',
      document('x1', number, againstAnother),
      document('x2', number, { on: '2024-09-01', ...againstAnother }),
      mark('x1', other, { happened_on: '2024-05-01' }),
      mark('x2', other, { is_lifted: true, happened_on: '2024-08-30' }),
    ),
    ['失信 | 2024-05-01 | true'],
  ])

  const suit = (id: string, number: string, more: Partial<Told> = {}): Told =>
    toldOf([id, number, '2024-06-01', other, subject, 'granted'], more)
  const answering = (kind: string, role: Partial<Told> = {}): Scene =>
    others(
      'names, kind',
      suit('x1', '(2024)京0105民初11号', { library: null, ...role }),
      inList(kind, { items: ['1'], ...against('壬') }),
    )
  states(
    'who answers for its debt, or whose property is held, stands beside it where it is sued',
    ...['连带', '补充', '一般保证', '按份', '限额内'].map(
      (kind) => [answering(kind), [`壬 | ${kind}`]] as const,
    ),
    [answering('查封'), ['壬 | 保全']],
    [answering('连带', againstAnother), []],
    [answering('查封', againstAnother), []],
  )

  states('property that a text holds is held by that document alone', [
    others(
      'document_id, names, kind',
      suit('x1', '(2024)京0105民初11号'),
      suit('x2', '(2024)京0105民初12号'),
      mark('x1', '壬', { kind: '查封' }),
    ),
    ['x1 | 壬 | 保全'],
  ])
})
