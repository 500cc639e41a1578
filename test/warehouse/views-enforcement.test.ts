import { type Fact, type Row, subject, type Told, toldOf } from './litigation-world.ts'
import { against, asking, inList, inText, ofNone, type Scene, stage, statement } from './scenes.ts'

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

const [held, open] = [document('x1', number), document('x1', number, { outcome: 'seized' })]
/** Entries of the case, with this of theirs. */
const debt = (more: Row, kind = '被执行人') => entry(kind, number, more)

states(
  'entries of the registration and documents about one case are one row, of the largest sum and with every mark; frozen shares are none of it',
  asked('role, state, amount, is_counted, sources, document_ids', held, debt({ amount: '174000.00' })),
  'defendant | ended_unpaid | 174000.00 | true | registration, documents | x1',
  asked(
    'state, amount, is_dishonest, is_restricted, is_share_frozen, len(entries)::INTEGER',
    ...[debt({ amount: '300.00' }), debt({ amount: '500.00' }, '失信被执行人')],
    ...[debt({}, '限制高消费'), debt({ amount: '9000.00' }, '股权冻结')],
  ),
  'open | 500.00 | true | true | true | 4',
  asked('state, amount, currency, unpaid', debt({ unpaid: '900.00', currency: 'CNY' }, '终本案件')),
  'ended_unpaid | - | CNY | 900.00',
  asked('case_key, state, sources', open, entry('被执行人', '(2024)京0105执12号')),
  `${number} | open | documents; (2024)京0105执12号 | open | registration`,
)

const stateOf = (document: Told, ...facts: readonly Fact[]) => asked('state', document, ...facts)
const of = (outcome: string, as = number) => document('x1', as, { outcome })
const said = (...words: readonly string[]) => stateOf(open, ...words.map((one) => inText(one)))
const endedFor = (why: string) => asked('state, end_reasons', open, inText('终结执行', { reasons: [why] }))
const objection = '(2024)京0105执异2号'
const noticeFell = inList('终结执行', { evidence: '撤销执行通知书' })
const endedThenUnpaid = (later: Partial<Told>): Scene =>
  asked(
    'state',
    open,
    document('x2', number, { on: '2024-08-01', ...later }),
    inText('终结执行 甲'),
    inText('终本 x2'),
  )
states(
  'a case ended unpaid where any source says so, unless a payment is said later, or of this debtor on the same day',
  [stateOf(of('enforcement_ended'), debt({ amount: '800.00' }, '终本案件')), 'ended_unpaid'],
  [stateOf(of('enforcement_ended'), debt({ status: '终结本次执行' })), 'ended_unpaid'],
  [stateOf(held, debt({})), 'ended_unpaid'],
  said,
  '终本 2024-07-01 + 执行完毕 2024-07-02 → paid, 终本 2024-07-01 + 执行完毕 2024-07-01 → ended_unpaid',
  '终本 2024-07-01 + 执行完毕 2024-07-01 甲 → paid, 终本 2024-07-01 + 执行完毕 2024-06-30 甲 → ended_unpaid',
  '终结执行 2024-07-01 + 执行完毕 2024-06-30 → paid',
  [endedFor('双方和解'), 'ended | 双方和解'],
  [endedFor('执行完毕'), 'paid | '],
  // Why a notice was taken back, and so whether that ends the enforcement, the text says, where it is held.
  [stateOf(open, noticeFell), 'open'],
  [stateOf(document('x1', number, { outcome: 'seized', library: null }), noticeFell), 'ended'],
  // What ended for it by its name stays so when a document of another debtor ends the rest unpaid.
  [endedThenUnpaid({ defendant: '丁公司', listed: { role: null } }), 'ended'],
  [endedThenUnpaid({}), 'ended_unpaid'],
  [stateOf(of('enforcement_refused')), 'refused'],
  // What it enforces against others is on its own side.
  [asked('role, state', { ...held, ...againstAnother }), 'plaintiff | ended_unpaid'],
  [asked('state, is_counted', of('seized', '(2024)京0105执保1号')), 'preservation | false'],
  [asked('state, is_counted', of('objection_refused', objection)), 'review | false'],
  [stateOf(of('objection_refused', objection), entry('被执行人', objection)), 'open'],
)

/** An objection to the enforcement x1 of that outcome, which the debtor raises, and what follows it. */
const objected = (outcome: string, ...more: readonly Told[]): Scene =>
  asked(
    'case_key, role, state',
    open,
    document('x2', objection, { ...againstAnother, origin: number, on: '2024-07-01', outcome }),
    ...more,
  )
const reviewedOf = `${objection} | defendant | review`
states(
  'an enforcement is refused where an objection to it succeeds: not what begins later, nor where a review takes that back',
  [objected('enforcement_refused'), `${number} | defendant | refused; ${reviewedOf}`],
  [objected('partly_granted'), `${number} | defendant | open; ${objection} | plaintiff | review`],
  [
    objected(
      'enforcement_refused',
      document('x3', resumed, { origin: number, on: '2024-08-01', outcome: 'seized' }),
    ),
    `${number} | defendant | refused; ${reviewedOf}; ${resumed} | defendant | open`,
  ],
  [
    objected(
      'enforcement_refused',
      document('x3', '(2024)京01执复3号', { origin: number, on: '2024-08-01', outcome: 'reversed' }),
    ),
    `${number} | defendant | open; ${reviewedOf}; (2024)京01执复3号 | defendant | review`,
  ],
  // Where nothing else is held of it, the objection is all there is of the enforcement.
  [
    asked('role, state', document('x2', objection, { ...againstAnother, outcome: 'enforcement_refused' })),
    'defendant | refused',
  ],
)

const [appeal, supervision] = ['(2024)京01执复3号', '(2024)京执监4号']
/** An enforcement that its objection ends, which an appeal sets aside by its number, and what follows that. */
const endedBy = (...more: readonly (Told | Fact)[]): Scene =>
  asked(
    'state',
    open,
    document('x2', objection, { origin: number, on: '2024-07-01', outcome: 'enforcement_ended' }),
    document('x3', appeal, { origin: number, on: '2024-08-01', outcome: 'reversed' }),
    inText('终结执行', { case_id: 'x2', number_key: number }),
    statement('撤销', objection, { case_id: 'x3' }),
    ...more,
  )
const supervised = document('x4', supervision, {
  origin: number,
  on: '2024-09-01',
  outcome: 'partly_reversed',
})
states(
  'what a review sets aside by its number stands again once that review is set aside',
  [endedBy(), 'open; review; review'],
  [endedBy(supervised, statement('撤销', appeal, { case_id: 'x4' })), 'ended; review; review; review'],
  [endedBy(supervised, statement('维持', appeal, { case_id: 'x4' })), 'open; review; review; review'],
)

/** What the text of x1, in which the enterprise has this position, reports of an enforcement that its list lacks; behind its number that of its first instance. */
const unlisted = '(2022)京0105执100号'
const reporting = (own: string, position: string, word: string, ...more: readonly (Told | Fact)[]): Scene => {
  const [as = '', origin = as] = own.split(' ')
  return asked(
    'case_key, role, state',
    document('x1', as, { outcome: 'dismissed', origin }),
    ['case_parties', { case_id: 'x1', library: 'ptal', name_key: subject, position }],
    inText(`${word} 据报`, { number_key: unlisted }),
    statement(word, unlisted, { is_decided: false }),
    ...more,
  )
}
const [sued, judged, retried] = ['(2023)京0105民初50号', '(2021)京0105民初9号', '(2024)京01民再5号']
const [review, endedThere] = ['(2023)京0105执异50号', `${unlisted} | defendant | ended_unpaid`]
const reviewOf = (position: string, word = '终本') => reporting(review, position, word)
const resuming = document('x3', resumed, { outcome: 'seized', origin: judged })
/** That the suit names it as filed makes both one dispute. */
const ofSuit = (word: string) => reporting(sued, '被告', word, statement('立案', unlisted))
states(
  'what a text reports of an enforcement is of the enterprise where that is its own: listed, of its dispute, or reported by an enforcement; of a review where its position there is a side of the enforcement',
  ofSuit,
  '终本 → , 执行完毕 → , 恢复执行 → , 不予执行 → ',
  (position) => reviewOf(position),
  `被申请人 → ${review} | defendant | review, 异议人（案外人） → ${review} | defendant | review`,
  `异议人（被执行人） → ${endedThere}; ${review} | defendant | review`,
  [reviewOf('被申请人', '冻结'), `${review} | defendant | review`],
  [reporting(sued, '被告', '终本', document('x2', unlisted, { outcome: 'seized' })), endedThere],
  [reporting(number, '被执行人', '终本'), `${endedThere}; ${number} | defendant | open`],
  [
    reporting(
      `${retried} ${judged}`,
      '被申请人',
      '终本',
      resuming,
      statement('恢复执行', unlisted, { case_id: 'x3' }),
    ),
    `${endedThere}; ${resumed} | defendant | open`,
  ],
  [reporting(`${retried} ${sued}`, '被申请人', '终本', statement('立案', unlisted)), ''],
  // Of no number it ends no review.
  [stateOf(of('objection_refused', objection), inText('终本 据报')), 'review'],
)

const sums = (more: Row) => asked('collected, unpaid', debt({ amount: '800.00', ...more }))
const collected = (...words: readonly string[]) =>
  asked('collected, unpaid', open, ...words.map((one) => inText(one)))
states(
  'what came in is taken off, what is unpaid is as stated; of several sums that came in that counts which the others add up to, or which makes up the target',
  [sums({ collected: '150.00' }), '150.00 | 650.00'],
  [sums({ collected: '150.00', unpaid: '700.00' }), '150.00 | 700.00'],
  [sums({}), '- | -'],
  [sums({ status: '执行完毕', unpaid: '700.00' }), '- | 0.00'],
  collected,
  '执行到位 30.00 + 执行到位 20.00 + 执行到位 10.00 → 30.00 | -, 执行标的 30.00 + 执行到位 30.00 → 30.00 | 0.00',
  '执行标的 100.00 + 未执行到位 70.00 + 执行到位 30.00 + 执行到位 20.00 → 30.00 | 70.00',
  '执行标的 100.00 + 未执行到位 50.00 + 执行到位 30.00 + 执行到位 20.00 → 50.00 | 50.00',
  '执行标的 100.00 + 执行到位 30.00 + 执行到位 20.00 → - | -, 执行标的 30.00 + 执行到位 30.01 → 30.01 | -',
)

const [inSeptember, goods] = [document('x2', number, { on: '2024-09-01' }), inText('执行到位 5.00 厂房')]
const targets = (fact: Fact): Scene =>
  asked(
    'amount, is_as_ordered, given_property, given_amount',
    ...[held, inSeptember, inText('执行标的 90.00'), inText('执行标的 80.00 x2'), goods, fact],
  )
const payer = { payers: [subject], payer_keys: [subject], evidence: '划拨被执行人银行存款4200元。' }
const sum = { role: '标的', amount: '4200.00', currency: 'CNY', is_ordered: false, ...payer }
states(
  'the target is that of the registration, else that of the last text, else what documents order',
  [targets(goods), '80.00 | false | 厂房 | 5.00'],
  [targets(debt({ amount: '100.00' })), '100.00 | false | 厂房 | 5.00'],
  [targets(inText('执行到位 6.00 厂房')), '80.00 | false | 厂房 | -'],
  asked('amount, is_as_ordered, currency, sources', document('x1', number, { orders: [sum] })),
  '4200.00 | true | CNY | documents',
)

states(
  'a resumed enforcement restates the sum: those of the cases before it, also resumed ones, do not count again',
  asked(
    'case_key, state, amount, is_counted',
    ...[held, document('x2', resumed, { on: '2024-09-01', origin: number, outcome: 'seized' })],
    document('x3', '(2025)京0105执恢13号', { on: '2025-02-01', origin: number, outcome: 'seized' }),
    debt({ amount: '700.00', filed_on: '2024-01-05' }),
    entry('被执行人', resumed, { amount: '650.00', filed_on: '2024-08-05' }),
  ),
  `${number} | ended_unpaid | 700.00 | false; ${resumed} | open | 650.00 | false; (2025)京0105执恢13号 | open | - | true`,
)

const [filed, otherwise] = [inText('立案 2024-03-05'), inText('立案 2024-03-07 x2')]
const filedOn = (...facts: readonly Fact[]) => asked('filed_on', held, inSeptember, ...facts)
const since = (filed_on?: string) => asked('is_recent', debt({ filed_on: filed_on ?? null }))
states(
  'it was filed when the registration says so, else when texts do, unless they disagree, and is recent for three years',
  [filedOn(filed), '2024-03-05'],
  [filedOn(filed, debt({ filed_on: '2024-03-06' })), '2024-03-06'],
  [filedOn(filed, otherwise), '-'],
  since,
  '2023-04-01 → true, 2023-03-31 → false',
  [since(), 'true'],
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
  saying,
  `恢复执行 → ${number} | false | ${resumed}; ${resumed} | true | -, 终本 → ${number} | true | -; ${resumed} | true | -`,
)

const dated = { filed_on: '2024-01-05', published_on: '2024-06-05' }
states(
  'an entry that was lifted is no mark, and one about something else no enforcement case; a mark that is entered is since the day that it was published, not since its case began',
  asked(
    'case_key, is_dishonest, is_restricted',
    ...[entry('失信被执行人', number, { status: '已移出' }), entry('限制消费令', null)],
    ...[entry('股权出质', null), entry('行政处罚', null)],
  ),
  `${number} | false | false; entry 2 | false | true`,
  asking('mark, since, usual_end', 'enterprise_marks')(
    debt(dated, '失信被执行人'),
    debt(dated, '限制高消费'),
  ),
  'dishonest | 2024-06-05 | 2026-06-05; restricted | 2024-06-05 | -',
)

/** What the texts of x1, of June, and of x2, of September 2024, say of marks of the enterprise; 登记 is an entry of 失信, filed on a day. */
const marked = (columns: string, ...said: readonly string[]): Scene =>
  asking(columns, 'enterprise_marks')(
    ...[open, { ...inSeptember, outcome: 'seized' }],
    ...said.map((one) => {
      const [, filed_on = null] = /^登记 ?(.+)?/.exec(one) ?? []
      return one.startsWith('登记') ? debt({ filed_on }, '失信') : inText(`${one} 甲`)
    }),
  )
const sinceWhen = (...said: string[]) =>
  marked('is_in_force, since, is_since_stated, lifted_on, sources, row_key', ...said)
const because = (why: string) =>
  marked('lift_reason', '失信', '失信 2024-06-20 解除 删除', `失信 2024-07-01 解除 ${why}`)
const termOf = (words: string) => marked('usual_end, is_term_stated', `失信 2024-05-01 ${words}`)
states(
  'a mark is since its last order or the last day that is stated, else since the first text that reports it, else as it is entered',
  sinceWhen,
  '失信 据报 + 失信 x2 据报 → true | 2024-06-01 | false | - | full text | x1',
  '失信 + 失信 x2 → true | 2024-09-01 | true | - | full text | x2',
  '失信 据报 + 失信 x2 据报 2024-07-01 → true | 2024-07-01 | true | - | full text | x2',
  [
    sinceWhen('失信 据报', '登记 2024-10-01'),
    ['true | 2024-06-01 | false | - | full text, registration | x1'],
  ],
  '登记 2024-10-01 + 登记 2024-11-01 → true | 2024-11-01 | false | - | registration | 4',
  '登记 → true | - | false | - | registration | 3',
)
states(
  'a mark stands unless it was lifted on the day of its last imposition or later, and is lifted where only a removal is known',
  sinceWhen,
  '失信 2024-05-01 + 失信 2024-05-01 解除 → false | 2024-05-01 | true | 2024-05-01 | full text | x1',
  '失信 2024-05-01 + 失信 2024-04-30 解除 → true | 2024-05-01 | true | 2024-04-30 | full text | x1',
  '失信 据报 + 失信 2024-07-01 解除 + 失信 x2 据报 → true | 2024-09-01 | false | 2024-07-01 | full text | x2',
  '失信 2024-07-01 解除 → false | - | - | 2024-07-01 | full text | x1',
)
states(
  'a dishonest listing ends as its sentence says, else usually after two years, and was removed for what its removal gives as the reason',
  termOf,
  '将其纳入名单 → 2026-05-01 | false, 纳入失信名单，期限为三年 → 2027-05-01 | true',
  '冻结期限三年，并纳入失信名单 → 2026-05-01 | false',
  because,
  '已履行完毕 → paid, 双方和解 → settled, 经申请执行人同意 → creditor, 删除 → not stated',
  (...said) => marked('usual_end, lift_reason, is_of_heads', ...said),
  '登记 → - | - | -, 限高 该公司及其法定代表人 → - | - | true, 限高 该公司 → - | - | false',
)

/** Marks that the text of x1, a review of the enforcement x2, reports of this dispute. */
const reviewed = (...parts: readonly (Told | Fact)[]): Scene =>
  asking('case_key, case_keys', 'enterprise_marks')(
    document('x1', '(2024)京0105执异3号', { origin: number, outcome: 'objection_refused' }),
    inText('失信 2024-05-01 甲 据报'),
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
    ...[held, entry('被执行人', '(2024)京0105执13号')],
    inText(`冻结 ${holder}持有的${company}50%股权`, against(holder)),
  )
const listedMark = (name: string) => {
  const marks = [inList('限高', against(name)), inList('失信', against(name))]
  return asked('is_restricted, is_dishonest', { ...held, library: null }, ...marks)
}
states(
  'shares in it that another holds are frozen in it, shares that it holds in another are not; and a mark that a list states is of whom it names alone',
  frozenShares,
  `癸某 + ${subject} → true; false, ${subject} + 癸公司 → false; false`,
  listedMark,
  `${subject} → true | true, 庚某 → false | false`,
)

const by = '庚材料有限公司'
const [petition, procedure, second] = ['(2024)京01破申31号', '(2024)京01破32号', '(2024)京01破40号']
const category = { number_category: '强制清算与破产案件', number_procedure: null }
const ofBankruptcy = (id: string, number: string, on: string, outcome: string | null): Told =>
  document(id, number, { on, outcome, library: null, listed: category })
const standing = asking('case_key, stage, is_current, applicants', 'bankruptcies')
const petitioned = (outcome: string | null) => ofBankruptcy('x1', petition, '2024-03-01', outcome)
const silent = ofBankruptcy('x2', petition, '2024-04-01', null)
states(
  'a bankruptcy stands as its last decision says, whatever follows without one',
  [standing(petitioned(null), silent), `${petition} | applied | true | ${by}`],
  (outcome) => standing(petitioned(outcome), silent),
  `application_withdrawn → ${petition} | withdrawn | false | ${by}, withdrawn → ${petition} | withdrawn | false | ${by}`,
  `rejected → ${petition} | refused | false | ${by}, inadmissible → ${petition} | refused | false | ${by}`,
  `application_refused → ${petition} | refused | false | ${by}`,
)
const found = (case_id: string, kind: string, evidence = kind, is_ordered = true): Fact => [
  'case_bankruptcy',
  { library: 'ptal', case_id, kind, evidence, is_ordered, debtor_keys: [subject] },
]
const accepted = petitioned('bankruptcy_accepted')
const bankrupt = (number = procedure, on = '2024-06-01') => ofBankruptcy('x2', number, on, null)
const declares = inList('宣告破产', { document_id: 'x2', ...against(subject) })
const suitOn = (id: string, number: string, on: string) => document(id, number, { on, outcome: 'granted' })
const steps = asking(
  'case_key, stage, stage_on, accepted_on, accepted_by, declared_on, documents_since',
  'bankruptcies',
)
states(
  'a bankruptcy that is accepted once goes on under the number of its procedure, until it ends; its procedure is that of the acceptance',
  asking('case_key, stage, stage_on, procedure', 'bankruptcies')(
    ...[
      { ...accepted, library: 'ptal' as const },
      { ...bankrupt(), library: 'ptal' as const },
    ],
    ...[found('x1', '受理', '受理对甲建设有限公司的破产清算申请'), found('x2', '指定管理人')],
  ),
  `${petition} | accepted | 2024-03-01 | liquidation`,
  [
    standing(accepted, { ...bankrupt(), outcome: 'bankruptcy_ended' }),
    `${procedure} | ended | false | ${by}`,
  ],
  steps(
    ...[accepted, bankrupt(), declares, suitOn('x3', '(2024)京0105民初50号', '2024-06-01')],
    suitOn('x4', '(2024)京0105民初51号', '2024-06-02'),
  ),
  `${procedure} | declared | 2024-06-01 | 2024-03-01 | ${petition} | 2024-06-01 | 1`,
  steps(
    accepted,
    ofBankruptcy('x3', procedure, '2024-05-01', 'bankruptcy_ended'),
    bankrupt(second),
    declares,
  ),
  `${procedure} | ended | 2024-05-01 | 2024-03-01 | ${petition} | - | 1; ${second} | declared | 2024-06-01 | 2024-06-01 | ${second} | 2024-06-01 | 0`,
)
/** The ruling of the procedure in text: what it reports of the acceptance, and what it decides. */
const dismissing: readonly (Told | Fact)[] = [
  { ...accepted, library: 'ptal' as const },
  { ...bankrupt(), outcome: 'application_refused', library: 'ptal' as const },
  found('x1', '受理'),
  ['case_bankruptcy', { ...found('x2', '受理', '受理', false)[1], happened_on: '2024-03-01' }],
  found('x2', '驳回申请'),
]
const appealed = (outcome: string): Told => ofBankruptcy('x3', '(2024)京破终1号', '2024-09-01', outcome)
states(
  'a dismissal under the number of the procedure ends what was accepted, though its text reports the acceptance; one of another application does not, and an appeal that sets it aside opens it again',
  [standing(...dismissing), `${procedure} | dismissed | false | ${by}`],
  standing(
    accepted,
    ofBankruptcy('x2', '(2024)京01破申33号', '2024-06-01', null),
    inList('驳回申请', { document_id: 'x2', ...against(subject) }),
  ),
  `${petition} | accepted | true | ${by}; (2024)京01破申33号 | refused | false | ${by}`,
  [standing({ ...bankrupt(), outcome: 'application_refused' }), `${procedure} | accepted | true | ${by}`],
  standing(...[{ ...bankrupt(), library: 'ptal' as const }, found('x2', '驳回申请'), appealed('set_aside')]),
  `${procedure} | dismissed | false | ${by}; (2024)京破终1号 | applied | true | ${by}`,
  [
    standing(ofBankruptcy('x1', '(2024)京01强清3号', '2024-03-01', null)),
    `(2024)京01强清3号 | accepted | true | ${by}`,
  ],
)
const entered = (description?: string) =>
  asking(
    'stage, is_current, procedure',
    'bankruptcies',
  )(entry('破产案件', null, { description: description ?? null }))
const applied = entry('破产案件', petition, { filed_on: '2024-04-01', description: '申请' })
states(
  'it was accepted where only its number says so, and where a text reports it, not where that names an administrator alone, else stands as its entry says',
  [standing(bankrupt()), `${procedure} | accepted | true | ${by}`],
  [standing(held, found('x1', '受理', '受理', false)), `${number} | accepted | true | `],
  [standing(held, found('x1', '指定管理人', '指定管理人', false)), ''],
  entered,
  '不予受理 → refused | false | -, 驳回申请 → refused | false | -, 宣告破产 → declared | true | -',
  '准许撤回重整的申请 → withdrawn | false | reorganisation, 终结和解程序 → ended | false | composition',
  '破产清算申请审查中 → applied | true | liquidation, 受理 → accepted | true | -',
  '甲申请，裁定受理 → accepted | true | -',
  [entered(), 'applied | true | -'],
  [asking('stage, entries', 'bankruptcies')(petitioned('rejected'), applied), 'refused | 2'],
  asking('procedure', 'bankruptcies')(ofBankruptcy('x1', '(2024)京01强清3号', '2024-03-01', null)),
  'winding_up',
)

const other = '庚材料有限公司'
const others = (columns: string, ...parts: readonly (Told | Fact)[]): Scene =>
  asking(columns, 'other_debtors')(...parts)
/** What the texts of x1 and x2 say of a mark of 庚, whom the enterprise enforces against. */
const enforcing = (...said: readonly string[]) =>
  others(
    'kind, decided_on, since, is_lifted',
    ...[
      { ...held, ...againstAnother },
      { ...inSeptember, ...againstAnother },
    ],
    ...said.map((words) => inText(words, against(other))),
  )
const missing: Row = { library: 'ptal', case_id: 'x1', matter: 'missing', manner: 'found', ...against(other) }
states(
  'marks of others in a dispute are those of other debtors, by the last document that says how it stands with them, since they were imposed',
  enforcing,
  '失信 → 失信 | 2024-06-01 | - | false, 失信 + 失信 据报 x2 → 失信 | 2024-09-01 | - | false',
  '失信 2024-05-01 + 失信 解除 2024-08-30 x2 → 失信 | 2024-09-01 | 2024-05-01 | true',
  [others('names, kind', held, inText('失信 甲')), ''],
  [others('names, kind', { ...held, ...againstAnother }, inText('失信', against('案外公司'))), ''],
  others('names, kind', { ...held, ...againstAnother }, ['case_mentions', missing]),
  `${other} | 下落不明`,
)

const suit = (id: string, number: string, more: Partial<Told> = {}): Told =>
  toldOf([id, number, '2024-06-01', other, subject, 'granted'], more)
const first = '(2024)京0105民初11号'
const inSuit = (role: Partial<Told>, fact: Fact) => others('names, kind', suit('x1', first, role), fact)
const answering = (kind: string, role: Partial<Told> = {}): Scene =>
  inSuit({ library: null, ...role }, inList(kind, { items: ['1'], ...against('壬') }))
const inItem = [
  'case_liabilities',
  { case_id: 'x1', library: 'ptal', kind: '连带', name: '壬', name_keys: ['壬'] },
] as const
const paying = { ...sum, payers: ['壬'], payer_keys: ['壬'], is_ordered: true }
const freeze = inText('查封', against('壬'))
states(
  'who is to pay or answers for its debt, or whose property is held, stands beside it where it is sued',
  (kind) => answering(kind),
  '连带 → 壬 | 连带, 补充 → 壬 | 补充, 一般保证 → 壬 | 一般保证, 按份 → 壬 | 按份, 限额内 → 壬 | 限额内, 担保 → 壬 | 担保, 查封 → 壬 | 保全',
  [answering('连带', againstAnother), ''],
  [answering('查封', againstAnother), ''],
  [inSuit({}, inItem), '壬 | 连带'],
  [inSuit(againstAnother, inItem), ''],
  others('kind, amount', suit('x1', first, { orders: [paying, { ...paying, amount: null }] }), freeze),
  '保全 | -; - | 4200.00',
  [inSuit({ orders: [paying], ...againstAnother }, freeze), ''],
  [{ ...others('names, kind', suit('x1', first), freeze), registered: { name_key: null } }, '壬 | 保全'],
  others('document_id, kind', suit('x1', first), suit('x2', '(2024)京0105民初12号'), freeze),
  'x1 | 保全',
)
states('no state is of no enterprise', [ofNone('enforcement_cases', 'enterprise_marks', 'bankruptcies'), ''])
