import type { Outcome } from '../../src/legal/outcomes.ts'
import { type Fact, type Row, subject, type Told, toldOf } from './litigation-world.ts'
import { asking, inText, ofStory, type Scene, stage } from './scenes.ts'

/* What no source answers. Each question has a row that raises it, and beside it one that looks like it and raises none. */

const states = stage()
const asked = asking('question, row_key, amount', 'open_questions')
const askedBesides = asking('question, detail, besides', 'open_questions')

const creditor = '庚建材有限公司'
const order = (amount: string, more: Row = {}): Row => ({
  role: '本金',
  amount,
  currency: 'CNY',
  is_ordered: true,
  payers: [subject],
  payer_keys: [subject],
  evidence: '支付货款。',
  ...more,
})

ofStory(
  'of what it was ordered to pay, it is asked whether that was paid or took effect, but not what is enforced or superseded',
  // d1 is enforced as d3, d4 was superseded by d5, d6 it won, d8 orders no payment; of d8 and d9 no end is held, d7 was withdrawn.
  'SELECT question, row_key, amount FROM open_questions ORDER BY ALL',
  // The story declares 11 documents and lists 10.
  'contradiction | list_total | -',
  'payment | d10 | 5000.00',
  'payment | d5 | 20000.00',
  'pending | d8 | -',
  'pending | d9 | -',
)

const [number, cited] = ['(2024)京0105执8号', '(2023)京0105民初8号']
const enforcement = (id: string, on: string): Told =>
  toldOf([id, number, on, creditor, subject, 'enforcement_suspended'])
/** What a text only mentions. */
const mentioned = (kind: string, more: Row = {}): Fact =>
  inText(kind, { is_ordered: false, against_keys: [subject], ...more })

states('a case that no list has is named with one that cites it, and what is held with its case', [
  askedBesides(
    { ...enforcement('x1', '2024-06-01'), origin: cited },
    [
      'case_references',
      {
        ...{ library: 'ptal', case_id: 'x1', source: 'litigation_record', number_key: cited },
        ...{ number_category: '民事案件', number_procedure: '一审' },
      },
    ],
    mentioned('查封', { property: '设备' }),
  ),
  [`executing | ${number} | -`, `held | ${number} | 设备`, `unlisted | ${cited} | ${number}`],
])

const [review, reviewed] = ['(2024)京0105执异9号', '(2023)京0105执7号']
const reviewing = (...entries: readonly Fact[]): Scene =>
  askedBesides(
    toldOf(['x1', review, '2024-06-01', creditor, subject, 'objection_refused']),
    [
      'case_references',
      {
        ...{ library: 'ptal', case_id: 'x1', source: 'content', number_key: reviewed, text_offset: 9 },
        ...{ number_category: '执行案件', number_procedure: '执行' },
      },
    ],
    ...entries,
  )
states(
  'an enforcement that only its review names is asked about, unless the registration has it',
  [reviewing(), [`unlisted | ${reviewed} | ${review}`]],
  [
    reviewing([
      'enterprise_risks',
      {
        ...{ enterprise_id: 'e1', kind: '被执行人', case_number: reviewed, case_number_key: reviewed },
        number_category: '执行案件',
      },
    ]),
    [`executing | ${reviewed} | -`],
  ],
)

/** A judgment of first instance against it, of a case of its own. */
const judged = (id: string, number: string, orders: readonly Row[], outcome: Outcome = 'granted'): Told =>
  toldOf([id, number, '2025-03-01', creditor, subject, outcome], { orders })

states(
  'a judgment without an appeal, a payer that is not named, and a withheld text are asked about once a document',
  [
    asked(
      judged('x1', '(2025)京0105民初21号', [order('100.00'), order('20.50', { role: '违约金' })]),
      judged('x2', '(2025)京0105民初22号', [order('7.00', { payers: [], payer_keys: [] })]),
      judged('x3', '(2025)京0105民初23号', [order('9.00')], 'withdrawn'),
      [
        'enterprise_documents',
        {
          ...{ enterprise_id: 'e1', document_id: 'x4', case_number: '(2025)京0105民初24号' },
          ...{ role: 'defendant', decided_on: '2025-03-01' },
        },
      ],
      ['case_lookups', { library: 'ptal', asked_by: 'id', asked: 'x4', hits: 1 }],
      ['cases', { case_id: 'x4', library: 'ptal', is_withheld: true }],
    ),
    ['effect | x1 | 120.50', 'payer | x2 | 7.00', 'withheld | x4 | -'],
  ],
)

states(
  'of a suit against it that was dismissed it is asked whether that is final, unless an appeal decided or it sued',
  [
    asked(
      judged('x1', '(2025)京0105民初21号', [], 'dismissed'),
      judged('x2', '(2025)京0105民初22号', [], 'dismissed'),
      toldOf(['x3', '(2025)京03民终3号', '2025-09-01', creditor, subject, 'upheld'], {
        origin: '(2025)京0105民初22号',
      }),
      toldOf(['x4', '(2025)京0105民初24号', '2025-03-01', subject, creditor, 'dismissed']),
    ),
    ['won | x1 | -'],
  ],
)

const marked = [enforcement('x1', '2024-06-01'), mentioned('限高'), mentioned('查封', { property: '设备' })]
const lifted = mentioned('限高', { case_id: 'x2', is_lifted: true, is_ordered: true })
states(
  'it is asked whether a debt was settled whose mark was lifted after it ended unpaid, and whether property that is only mentioned is held',
  [asked(...marked), ['executing | (2024)京0105执8号 | -', 'held | x1 | -']],
  [
    asked(...marked, enforcement('x2', '2024-09-01'), lifted),
    ['executing | (2024)京0105执8号 | -', 'held | x1 | -', `settled | ${number} | -`],
  ],
)

const penalty = (ordinal: number, more: Row): Fact => [
  'enterprise_risks',
  { enterprise_id: 'e1', ordinal, ...more },
]
states('of a penalty that is entered, or that a ruling imposes on it, it is asked whether it was paid', [
  asked(
    penalty(1, { kind: '行政处罚', description: '税务局对其少缴税款处罚款' }),
    penalty(2, { kind: '行政处罚', status: '已撤销' }),
    penalty(3, { kind: '经营异常' }),
    toldOf(['x1', '(2025)京0105执31号', '2025-03-01', creditor, subject, 'fined']),
    toldOf(['x2', '(2025)京0105执32号', '2025-03-01', subject, creditor, 'fined']),
  ),
  ['executing | (2025)京0105执31号 | -', 'penalty | 1 | -', 'penalty | x1 | -'],
])

const fine = (payer_keys: readonly string[]): Fact => [
  'case_amounts',
  { library: 'ptal', case_id: 'x1', ordinal: 1, part: 'order', role: '罚款', is_ordered: true, payer_keys },
]
const convicted = toldOf(['x1', '(2025)京0105刑初31号', '2025-03-01', creditor, subject, 'convicted'])
states(
  'of a conviction it is asked whom a fine without a payer meets, not where it fines no one or another',
  [asked(convicted, fine([])), ['penalty | x1 | -']],
  [asked(convicted, fine(['丁某'])), []],
  [asked(convicted), []],
)
const onAppeal = (outcome: Outcome): Scene =>
  asked(
    ...[convicted, fine([subject])],
    toldOf(['x2', '(2025)京03刑终31号', '2025-09-01', creditor, subject, outcome], {
      ...{ type: '民终', origin: '(2025)京0105刑初31号' },
    }),
  )
states(
  'a fine that fell on appeal is not asked about, one that stands is',
  [onAppeal('reversed'), []],
  [onAppeal('remanded'), ['pending | x2 | -']],
  [onAppeal('upheld'), ['penalty | x1 | -']],
)

states('of what is held in a case that was paid it is asked whether it was lifted', [
  asked(
    { ...enforcement('x1', '2024-06-01'), outcome: 'enforcement_ended' },
    mentioned('执行完毕', { is_ordered: true }),
    mentioned('查封', { property: '设备', is_ordered: true }),
  ),
  ['release | x1 | -'],
])

/** An enforcement that ended for this reason. */
const ended = (...reasons: string[]): Scene =>
  asked(
    { ...enforcement('x1', '2024-06-01'), outcome: 'enforcement_ended' },
    mentioned('终结执行', { reasons, is_ordered: true }),
  )
states(
  'of an enforcement that ended on a settlement it is asked whether that was kept, of another why it ended',
  [ended('双方和解'), [`settlement | ${number} | -`]],
  [ended('撤回执行申请'), [`ended | ${number} | -`]],
)

const resumption = '(2025)京0105执恢9号'
/** An enforcement with this outcome, and the one that resumes it. */
const resumed = (outcome: Outcome): Scene =>
  asked(
    { ...enforcement('x1', '2024-06-01'), outcome },
    toldOf(['x2', resumption, '2025-03-01', creditor, subject, 'seized'], { origin: number }),
  )
states(
  'of an enforcement that was resumed, whether it had ended or not, only the resumed one is asked about',
  [resumed('enforcement_ended'), [`executing | ${resumption} | -`]],
  [resumed('enforcement_ordered'), [`executing | ${resumption} | -`]],
)

const debtor = '辛餐饮有限公司'
const brought = (id: string, number: string, outcome: Outcome, more: Partial<Told> = {}): Told =>
  toldOf([id, number, '2026-03-01', subject, debtor, outcome], more)
const facing = (...[id, number, outcome, more]: Parameters<typeof brought>): Told =>
  brought(id, number, outcome, { plaintiff: creditor, defendant: subject, ...more })
const owedByOther = { orders: [order('90.00', { payers: [debtor], payer_keys: [debtor], item: 1 })] }
const liable = (case_id: string, name: string): Fact => [
  'case_liabilities',
  {
    ...{ library: 'ptal', case_id, kind: '连带', item: 2, name_keys: [name] },
    evidence: `${name}对上述债务承担连带责任`,
  },
]
/** A suit that it brought, its judgment with these orders, and what sent it back. */
const sentBack = (orders: readonly Row[]): Scene =>
  asked(
    brought('x1', '(2025)京0105民初21号', 'dismissed', { on: '2025-03-01', orders }),
    brought('x2', '(2025)京03民终22号', 'remanded', { origin: '(2025)京0105民初21号' }),
  )
states(
  'a suit that it brought and that was sent back is asked about where it was ordered to pay before',
  [sentBack([order('70.00')]), ['pending | x2 | -']],
  [sentBack([]), []],
)

states(
  'it is asked how a suit against it, a liability for another, an enforcement and a lapsed payment order stand, not about what it brought',
  [
    asked(
      facing('x1', '(2026)京0105民初21号', 'jurisdiction'),
      brought('x2', '(2026)京0105民初22号', 'jurisdiction'),
      facing('x3', '(2026)京0105执23号', 'enforcement_ordered'),
      brought('x4', '(2026)京0105执24号', 'enforcement_ordered'),
      facing('x5', '(2026)京0105民督25号', 'ended'),
      brought('x6', '(2026)京0105民督26号', 'ended'),
      facing('x7', '(2026)京0105民初27号', 'rejected'),
      facing('x8', '(2026)京0105民初28号', 'granted', owedByOther),
      facing('x9', '(2026)京0105民初29号', 'granted', owedByOther),
      liable('x8', subject),
      liable('x9', '壬担保有限公司'),
    ),
    ['effect | x8 | 90.00', 'executing | (2026)京0105执23号 | -', 'lapsed | x5 | -', 'pending | x1 | -'],
  ],
)

states('a liability that an appeal restates with the sum is asked about once', [
  asked(
    facing('x1', '(2025)京0105民初41号', 'granted', { on: '2025-03-01', ...owedByOther }),
    liable('x1', subject),
    toldOf(['x2', '(2025)京03民终42号', '2025-09-01', subject, creditor, 'partly_reversed'], {
      origin: '(2025)京0105民初41号',
      orders: [order('70.00')],
    }),
  ),
  ['payment | x2 | 70.00'],
])

const [agreed, paymentOrder] = ['(2026)京0105民初31号', '(2026)京0105民督32号']
/** What it agreed to pay in court, and a document of an enforcement or preservation between the same parties. */
const agreedWith = (number: string, more: Partial<Told> = {}): Scene =>
  asked(
    toldOf(['x1', agreed, '2026-01-05', creditor, subject, 'mediated'], { orders: [order('80.00')] }),
    toldOf(['l2', number, '2026-02-05', creditor, subject, 'seized'], more),
  )
const [unnamed, naming] = [{ library: null }, { origin: agreed }]
states(
  'an enforcement of the dispute, named or likely, takes the place of the question whether it paid; a preservation does not',
  ...[unnamed, naming].flatMap((more): readonly (readonly [Scene, readonly string[]])[] => [
    [agreedWith('(2026)京0105执33号', more), ['executing | (2026)京0105执33号 | -']],
    [agreedWith('(2026)京0105执保34号', more), ['payment | x1 | 80.00']],
  ]),
)

/** A payment order against it, and what came after it. */
const orderThen = (...after: readonly Told[]): Scene =>
  asked(
    toldOf(['x1', paymentOrder, '2026-01-05', creditor, subject, 'payment_order'], {
      orders: [order('60.00')],
    }),
    ...after,
  )
const lapse = toldOf(['x2', paymentOrder, '2026-02-05', creditor, subject, 'ended'])
states(
  'of a payment order it is asked whether an objection was made, of one that lapsed whether a suit followed; none where one did',
  [orderThen(), ['objection | x1 | 60.00']],
  [orderThen(lapse), ['lapsed | x1 | 60.00']],
  [
    orderThen(
      lapse,
      toldOf(['x3', agreed, '2026-03-05', creditor, subject, 'dismissed'], { origin: paymentOrder }),
    ),
    ['won | x3 | -'],
  ],
)
