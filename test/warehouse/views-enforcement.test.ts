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

/** A case of which a document decides nothing of its end, and what its text says of it. */
const saidOf = (columns: string, ...said: readonly string[]): Scene =>
  asked(columns, document('x1', number, { outcome: 'seized' }), ...said.map((words) => inText(words)))
const stateOf = (...said: readonly string[]) => saidOf('state', ...said)
const endedFor = (why: string) =>
  asked(
    'state, end_reasons',
    document('x1', number, { outcome: 'seized' }),
    inText('终结执行', { reasons: [why] }),
  )
const objection = '(2024)京0105执异2号'
states(
  'a case that ended unpaid is paid where that is said later, or of this debtor on the same day',
  [stateOf('终本 2024-07-01', '执行完毕 2024-07-02'), 'paid'],
  [stateOf('终本 2024-07-01', '执行完毕 2024-07-01'), 'ended_unpaid'],
  [stateOf('终本 2024-07-01', '执行完毕 2024-07-01 甲'), 'paid'],
  [stateOf('终本 2024-07-01', '执行完毕 2024-06-30 甲'), 'ended_unpaid'],
  [stateOf('终结执行 2024-07-01', '执行完毕 2024-06-30'), 'paid'],
  [endedFor('双方和解'), 'ended | 双方和解'],
  [endedFor('执行完毕'), 'paid | '],
  [asked('state', document('x1', number, { outcome: 'enforcement_refused' })), 'refused'],
  [
    asked('state', document('x1', objection, { outcome: 'objection_refused' }), entry('被执行人', objection)),
    'open',
  ],
)

const collected = (...said: readonly string[]) => saidOf('collected, unpaid', ...said)
states(
  'of several sums that came in that counts which the others add up to, or which makes up the target without what is unpaid',
  [collected('执行到位 30.00', '执行到位 20.00', '执行到位 10.00'), '30.00 | -'],
  [collected('执行标的 100.00', '未执行到位 70.00', '执行到位 30.00', '执行到位 20.00'), '30.00 | 70.00'],
  [collected('执行标的 100.00', '未执行到位 50.00', '执行到位 30.00', '执行到位 20.00'), '50.00 | 50.00'],
  [collected('执行标的 100.00', '执行到位 30.00', '执行到位 20.00'), '- | -'],
  [collected('执行标的 30.00', '执行到位 30.00'), '30.00 | 0.00'],
  [collected('执行标的 30.00', '执行到位 30.01'), '30.01 | -'],
)

const targets = (...more: readonly Fact[]): Scene =>
  asked(
    'amount, is_as_ordered, given_property, given_amount',
    ...[document('x1', number), document('x2', number, { on: '2024-09-01' })],
    ...['执行标的 90.00', '执行标的 80.00 x2', '执行到位 5.00 厂房'].map((words) => inText(words)),
    ...more,
  )
states(
  'the target is that of the registration, else that of the last text',
  [targets(), '80.00 | false | 厂房 | 5.00'],
  [targets(entry('被执行人', number, { amount: '100.00' })), '100.00 | false | 厂房 | 5.00'],
  [targets(inText('执行到位 6.00 厂房')), '80.00 | false | 厂房 | -'],
)

const filed = (filed_on: string | null) => asked('is_recent', entry('被执行人', number, { filed_on }))
states(
  'a case is recent for three years after the last that is known of it, or where no day is',
  [filed('2023-04-01'), 'true'],
  [filed('2023-03-31'), 'false'],
  [filed(null), 'true'],
)

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

/** What the texts of x1, of June, and of x2, of September 2024, say of marks of the enterprise, and its entries of 失信. */
const marked = (columns: string, ...said: readonly (string | Row)[]): Scene =>
  asking(columns, 'enterprise_marks')(
    document('x1', number, { outcome: 'seized' }),
    document('x2', number, { on: '2024-09-01', outcome: 'seized' }),
    ...said.map((one) => (typeof one === 'string' ? inText(`${one} 甲`) : entry('失信', number, one))),
  )
const sinceWhen = (...said: readonly (string | Row)[]): Scene =>
  marked('is_in_force, since, is_since_stated, lifted_on, sources, row_key', ...said)
states(
  'a mark is since its last order or the last day that is stated, else since the first text that reports it, else as it is entered',
  [sinceWhen('失信 据报', '失信 x2 据报'), 'true | 2024-06-01 | false | - | full text | x1'],
  [sinceWhen('失信', '失信 x2'), 'true | 2024-09-01 | true | - | full text | x2'],
  [sinceWhen('失信 据报', '失信 x2 据报 2024-07-01'), 'true | 2024-07-01 | true | - | full text | x2'],
  [
    sinceWhen('失信 据报', { filed_on: '2024-10-01' }),
    'true | 2024-06-01 | false | - | full text, registration | x1',
  ],
  [
    sinceWhen({ filed_on: '2024-10-01' }, { filed_on: '2024-11-01' }),
    'true | 2024-11-01 | false | - | registration | 4',
  ],
  [sinceWhen({}), 'true | - | false | - | registration | 3'],
)
const ofMay = '失信 2024-05-01'
states(
  'a mark stands unless it was lifted on the day of its last imposition or later, and is lifted where only a removal is known',
  [sinceWhen(ofMay, `${ofMay} 解除`), 'false | 2024-05-01 | true | 2024-05-01 | full text | x1'],
  [sinceWhen(ofMay, '失信 2024-04-30 解除'), 'true | 2024-05-01 | true | 2024-04-30 | full text | x1'],
  [
    sinceWhen('失信 据报', '失信 2024-07-01 解除', '失信 x2 据报'),
    'true | 2024-09-01 | false | 2024-07-01 | full text | x2',
  ],
  [sinceWhen('失信 2024-07-01 解除'), 'false | - | - | 2024-07-01 | full text | x1'],
  [sinceWhen(ofMay, { status: '已移出' }), 'false | 2024-05-01 | true | - | full text, registration | x1'],
)
states(
  'a dishonest listing ends as its sentence says, else usually after two years',
  [marked('usual_end, is_term_stated', ofMay), '2026-05-01 | false'],
  [marked('usual_end, is_term_stated', `${ofMay} 纳入失信名单，期限为三年`), '2027-05-01 | true'],
  [marked('usual_end, is_term_stated', `${ofMay} 冻结期限三年，并纳入失信名单`), '2026-05-01 | false'],
  [marked('usual_end', {}), '-'],
)
states(
  'a mark was removed for what the sentence of its removal gives as the reason, and a restriction is of the heads that its sentence names',
  ...Object.entries({
    已履行完毕: 'paid',
    双方和解: 'settled',
    经申请执行人同意: 'creditor',
    删除: 'not stated',
  }).map(([why, reason]) => [marked('lift_reason', ofMay, `失信 2024-07-01 解除 ${why}`), reason] as const),
  [marked('lift_reason, is_of_heads', ofMay), '- | -'],
  [marked('is_of_heads', '限高 该公司及其法定代表人'), 'true'],
  [marked('is_of_heads', '限高 该公司'), 'false'],
)

/** Marks that the text of x1, a review of the enforcement x2, reports of this dispute. */
const reviewed = (...parts: readonly (Told | Fact)[]): Scene =>
  asking('case_key, case_keys', 'enterprise_marks')(
    document('x1', '(2024)京0105执异3号', { origin: number, outcome: 'objection_refused' }),
    inText(`${ofMay} 甲 据报`),
    ...parts,
  )
const besides = (of: string) => document('x3', of, { on: '2024-08-01', origin: number })
states(
  'a mark that a review reports is of the only enforcement of its dispute, and of the one that a text imposes it in',
  [reviewed(), '(2024)京0105执异3号 | '],
  [reviewed(document('x2', number)), `${number} | `],
  [reviewed(document('x2', number), besides(resumed)), `${number} | `],
  [reviewed(document('x2', number), besides('(2024)京0105执15号')), '(2024)京0105执异3号 | '],
  [reviewed(document('x2', number), inText('失信 2024-04-01 甲 x2')), `${number} | ${number}`],
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
  const found = (case_id: string, kind: string, evidence: string, more: Row = {}): Fact => [
    'case_bankruptcy',
    { library: 'ptal', case_id, kind, evidence, is_ordered: true, debtor_keys: [subject], ...more },
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
  const [second, later] = ['(2024)京01破40号', '(2024)京0105民初50号']
  const steps = asking('case_key, stage, stage_on, accepted_by, declared_on, documents_since', 'bankruptcies')
  const bankrupt = (on: string, number = procedure, id = 'x2'): Told => ofBankruptcy(id, number, on, null)
  const declares = inList('宣告破产', { document_id: 'x2', ...against(subject) })
  states(
    'that is accepted goes on under the number of its procedure, until it ends',
    [
      standing(
        petitioned('bankruptcy_accepted'),
        ofBankruptcy('x2', procedure, '2024-06-01', 'bankruptcy_ended'),
      ),
      [`${procedure} | ended | false | ${by}`],
    ],
    [
      steps(
        petitioned('bankruptcy_accepted'),
        bankrupt('2024-06-01'),
        declares,
        document('x3', later, { on: '2024-06-01', outcome: 'granted' }),
        document('x4', '(2024)京0105民初51号', { on: '2024-06-02', outcome: 'granted' }),
      ),
      [`${procedure} | declared | 2024-06-01 | ${petition} | 2024-06-01 | 1`],
    ],
    [
      steps(
        petitioned('bankruptcy_accepted'),
        ofBankruptcy('x3', procedure, '2024-05-01', 'bankruptcy_ended'),
        bankrupt('2024-06-01', second),
        declares,
      ),
      [
        `${procedure} | ended | 2024-05-01 | ${petition} | - | 1`,
        `${second} | declared | 2024-06-01 | ${second} | 2024-06-01 | 0`,
      ],
    ],
  )
  states(
    'was accepted where only its number says so, and where a text reports it, not where that names an administrator alone',
    [standing(bankrupt('2024-06-01')), [`${procedure} | accepted | true | ${by}`]],
    [
      standing(document('x1', later), found('x1', '受理', '受理', { is_ordered: false })),
      [`${later} | accepted | true | `],
    ],
    [standing(document('x1', later), found('x1', '指定管理人', '指定管理人', { is_ordered: false })), []],
  )
  const entered = (description: string | null) =>
    asking('stage, is_current, procedure', 'bankruptcies')(entry('破产案件', null, { description }))
  const applied = entry('破产案件', petition, { filed_on: '2024-04-01', description: '申请' })
  states(
    'stands as its entry in the registration says',
    [entered('不予受理'), 'refused | false | -'],
    [entered('驳回申请'), 'refused | false | -'],
    [entered('准许撤回重整的申请'), 'withdrawn | false | reorganisation'],
    [entered('终结和解程序'), 'ended | false | composition'],
    [entered('宣告破产'), 'declared | true | -'],
    [entered('破产清算申请审查中'), 'applied | true | liquidation'],
    [entered('申请人庚，裁定受理'), 'accepted | true | -'],
    [entered('受理'), 'accepted | true | -'],
    [entered(null), 'applied | true | -'],
    [asking('stage, entries', 'bankruptcies')(petitioned('rejected'), applied), 'refused | 2'],
    [
      asking('procedure', 'bankruptcies')(ofBankruptcy('x1', '(2024)京01强清3号', '2024-03-01', null)),
      'winding_up',
    ],
  )
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
