import { operativePart } from '../../src/legal/operative-part.ts'
import { orderedAmounts } from '../../src/legal/orders.ts'
import { findParties } from '../../src/legal/parties.ts'
import { type Fact, type Row, subject, type Told, toldOf } from './litigation-world.ts'
import { asking, ofStory, type Scene, stage, statement, telling } from './scenes.ts'

/* Sums against an enterprise: domain rules 判赔 and 金额口径. Three views, so that nobody adds them up. */

const states = stage()
const creditor = '庚建材有限公司'
const counted = 'amount_role, amount, is_counted, not_counted_because'

ofStory(
  'a sum that is ordered says whether it took effect, and why it does not count',
  'SELECT document_id, ordinal, amount_role, amount, effectiveness, is_counted, not_counted_because, outcome FROM ordered_payments ORDER BY decided_on, ordinal',
  'd1 | 1 | 本金 | 100000.00 | upheld | true | - | granted',
  'd1 | 2 | 案件受理费 | 1150.00 | upheld | false | costs, a base or a total | granted',
  'd4 | 1 | 本金 | 50000.00 | superseded | false | a later document reversed or remanded it | granted',
  'd5 | 1 | 本金 | 20000.00 | final | true | - | reversed',
  'd6 | 2 | 款项 | 3000.00 | first instance, no appeal held | false | won by the subject | granted',
  'd8 | 1 | 标的 | 60000.00 | - | false | the document orders no payment | seized',
  'd10 | 1 | 款项 | 5000.00 | final | true | - | mediated',
)

const parties = findParties({
  section: '申请执行人：庚建材有限公司。\n被执行人：甲建设有限公司。',
  content: null,
  title: null,
  causes: [],
})
/** The sums of a ruling. */
const ordersOf = (text: string): Row[] => {
  const part = operativePart(`裁定如下：\n${text}`, null)
  return (part === null ? [] : orderedAmounts(part, parties)).map((one) => ({
    role: one.role,
    amount: one.amount,
    currency: one.currency,
    is_ordered: one.isOrdered,
    payers: one.payers.map((payer) => payer.text),
    payer_keys: one.payers.flatMap(({ keys }) => keys),
    evidence: one.evidence,
  }))
}

const frozen = 'only frozen or seized: nothing is taken by it'
const noSum = 'costs, a base or a total'
/** Family, type of the case number, what it says, and what of it counts. */
const rulings = [
  [70, '执', '冻结、划拨被执行人甲建设有限公司的银行存款人民币101150元。', 'counts'],
  [71, '执', '划拨被执行人甲建设有限公司已被冻结的银行存款45000元，发还申请执行人。', 'counts'],
  [72, '执', '扣留、提取被执行人甲建设有限公司在丙公司的到期债权80000元。', 'counts'],
  [73, '执', '被执行人甲建设有限公司于三日内向申请执行人庚建材有限公司支付工程款100000元。', 'counts'],
  [74, '执', '冻结被执行人甲建设有限公司名下银行存款101150元，冻结期限为一年。', frozen],
  [75, '执', '冻结被执行人甲建设有限公司银行存款300000元或查封、扣押其应当履行义务部分的财产。', frozen],
  [76, '执', '查封、冻结、扣押被执行人甲建设有限公司价值人民币500000元的财产。', frozen],
  [77, '执', '轮候查封被执行人甲建设有限公司名下的不动产，限额2000000元。', noSum],
  [78, '执', '强制执行被执行人甲建设有限公司的财产，以执行标的101150元为限。', noSum],
  [79, '执', '本案执行到位20000元。', 'the text does not say who pays'],
  // A preservation order that is carried out takes nothing, whatever it says.
  [80, '执保', '冻结、划拨被执行人甲建设有限公司银行存款600000元。', 'preservation only'],
  // A later freeze order does not take the place of what was to be taken, a later sum to be taken does.
  [81, '执', '冻结、划拨被执行人甲建设有限公司的银行存款101150元。', 'counts'],
  [81, '执恢', '冻结被执行人甲建设有限公司银行存款81150元。', frozen],
  [
    82,
    '执',
    '冻结、划拨被执行人甲建设有限公司的银行存款101150元。',
    'a later enforcement document of the family states a sum',
  ],
  [82, '执恢', '划拨被执行人甲建设有限公司的银行存款81150元。', 'counts'],
] as const
const ruling = (index: number, [family, type, text]: (typeof rulings)[number]): Told => {
  const [at, number] = [10 + index, `(2023)京0105${type}${100 + index}号`]
  return toldOf([`x${at}`, number, `2023-01-${at}`, creditor, subject, 'enforcement_ordered'], {
    origin: `(2022)京0105民初${family}号`,
    orders: ordersOf(text),
  })
}
states('of what enforcement documents say, the sums count that are taken or to be paid', [
  asking(
    `evidence || '。', coalesce(not_counted_because, 'counts')`,
    'enforced_payments',
    'document_id',
  )(...rulings.map((one, index) => ruling(index, one))),
  rulings.map(([, , text, why]) => `${text} | ${why}`),
])

const sum = { role: '款项', currency: 'CNY', is_ordered: true }
const sumOf = (amount: string, ...payers: string[]): Row => ({ ...sum, amount, payers, payer_keys: payers })
const [judgment, appeal] = ['(2023)京0105民初900号', '(2023)京03民终901号']
const granted = (defendant: string, ...orders: Row[]): Told =>
  toldOf(['x1', judgment, '2023-03-01', creditor, defendant, 'granted'], { orders })
const granting = (...orders: Row[]): Scene =>
  asking('amount, not_counted_because', 'ordered_payments', 'ordinal')(granted(subject, ...orders))
const unknown = { payers: ['甲建设公司', '王某'], unknown_payers: ['甲建设公司'] }
const former: Fact = [
  'enterprise_names',
  { enterprise_id: 'e1', kind: 'former', name: '旧名', name_key: '旧名' },
]
states(
  'a sum of which one payer is no known party is listed for the defendant, and counts for none but who is named, once',
  [granting({ ...sumOf('20.00', '王某'), ...unknown }), ['20.00 | the text does not say who pays']],
  [granting({ ...sumOf('20.00', subject), ...unknown }), ['20.00 | -']],
  [
    { ...granting(), tell: telling(former, granted(subject, sumOf('20.00', subject, '旧名'))) },
    ['20.00 | -'],
  ],
  [{ ...granting(), tell: telling({ ...granted(creditor, sumOf('20.00')), plaintiff: subject }) }, []],
)

const branch = `${subject}江宁店`
states('a sum that its branch is ordered to pay is listed for the enterprise, and counts for none', [
  granting(
    sumOf('5586.00', branch),
    sumOf('1.00', branch, subject),
    sumOf('2.00', `${subject}江宁公园`),
    sumOf('3.00', '辛建设有限公司江宁店'),
  ),
  ['5586.00 | a branch of it is ordered to pay', '1.00 | -'],
])

ofStory(
  'a sum that is claimed counts while its case is open, which is not known three years after the document that leaves it open',
  `SELECT document_id, ordinal, ${counted} FROM claimed_payments ORDER BY decided_on, ordinal`,
  'd1 | 3 | 标的 | 120000.00 | false | the case is closed',
  'd7 | 1 | 标的 | 80000.00 | false | the case is closed',
  'd8 | 2 | 标的 | 66000.00 | false | whether the case is still open is not known',
)

ofStory(
  'a sum stands beside the sentence it rests on and the text that has it',
  `SELECT enterprise_id, case_number, decided_on, family_key, role, stage, outcome, currency, payees, library, case_id, evidence
   FROM ordered_payments WHERE document_id = 'd1' AND ordinal = 1`,
  'e1 | (2020)京0105民初1号 | 2020-05-10 | (2020)京0105民初1号 | defendant | first instance | granted | CNY |  | ptal | d1 | 甲公司支付乙公司货款100000元。',
)

const debtor = '辛贸易有限公司'
const owes = (amount: string, item: number, more: Row = {}): Row => ({
  ...sumOf(amount, debtor),
  item,
  ...more,
})
/** The text of x1 has the subject answer by these words, in item 3 unless they say otherwise. */
const answers = (evidence: string, more: Row = {}): Fact => [
  'case_liabilities',
  {
    ...{ case_id: 'x1', library: 'ptal', item: 3, kind: '连带', name: subject, name_keys: [subject] },
    ...{ evidence, ...more },
  },
]
const suit = (...orders: Row[]): Told => granted(subject, ...orders)
const guarantees = asking('debtors, debt, share, most, is_of_rest', 'guarantees')
/** What it answers for by these words, in a judgment with debts of 100 and 50 before it and of 7 behind it. */
const answering = (evidence: string): Scene =>
  guarantees(suit(owes('100.00', 1), owes('50.00', 2), owes('7.00', 4)), answers(evidence))
states(
  'who answers for a debt answers for what others are to pay by the items before it, or those it names, as far as it says',
  [answering('对上述债务承担连带清偿责任'), [`${debtor} | 150.00 | - | 150.00 | false`]],
  [answering('承担连带清偿责任'), [`${debtor} | 150.00 | - | 150.00 | false`]],
  [answering('对第一项债务承担连带清偿责任'), [`${debtor} | 100.00 | - | 100.00 | false`]],
  [answering('对第一、二项债务的三分之一承担清偿责任'), [`${debtor} | 150.00 | 1/3 | 50.00 | false`]],
  [answering('对上述债务的30%承担清偿责任'), [`${debtor} | 150.00 | 30% | 45.00 | false`]],
  [answering('对债务不能清偿部分承担补充责任'), [`${debtor} | 150.00 | - | 150.00 | true`]],
  [answering('对工程质量承担保证责任'), [' | - | - | - | false']],
  [answering('承担连带赔偿责任'), []],
)
const forAll = answers('对上述债务承担连带清偿责任')
const ofSums = (...orders: Row[]): Scene => guarantees(suit(...orders), forAll)
states(
  'its debt is no sum of its own, of costs, or of several currencies, and its own name is no debtor',
  [
    ofSums(sumOf('100.00', debtor, subject), sumOf('7.00', subject), owes('9.00', 1, { role: '案件受理费' })),
    [`${debtor} | 100.00 | - | 100.00 | false`],
  ],
  [ofSums(owes('100.00', 1), owes('100.00', 2, { currency: 'USD' })), [`${debtor} | - | - | - | false`]],
)
states(
  'it answers by a text before a list, and not in a judgment of its own suit',
  [
    guarantees(suit(owes('100.00', 1)), forAll, [
      'document_events',
      {
        document_id: 'x1',
        kind: '连带',
        against_keys: [subject],
        items: ['3'],
        evidence: '对上述债务承担连带清偿责任',
      },
    ]),
    [`${debtor} | 100.00 | - | 100.00 | false`],
  ],
  [guarantees({ ...suit(), plaintiff: subject, defendant: debtor }, forAll), []],
)
/** The same beside an appeal of this outcome, which changes item 1 of the judgment, orders these sums and says this of the liability. */
const onAppeal = (outcome: string, orders: Row[], ...more: Fact[]): Scene =>
  asking('document_id, debt, effectiveness, has_recourse', 'guarantees')(
    suit(owes('100.00', 1), owes('50.00', 2)),
    toldOf(['x2', appeal, '2023-09-01', subject, creditor, outcome], { origin: judgment, orders }),
    forAll,
    ...more,
  )
const changes = statement('变更', judgment, { case_id: 'x2', items: ['1'] })
const again = answers('对上述债务承担连带清偿责任，并有权追偿', { case_id: 'x2' })
states(
  'of a debt that an appeal changed as many sums take the place of those it changed, else it is not known',
  [onAppeal('upheld', []), ['x1 | 150.00 | upheld | false']],
  [onAppeal('partly_reversed', [owes('80.00', 1)], changes), ['x1 | 130.00 | upheld | false']],
  [onAppeal('partly_reversed', [owes('80.00', 1), owes('1.00', 2)], changes), ['x1 | - | upheld | false']],
)
states(
  'what an appeal quotes of a liability is none of its own, unless the first was superseded; who may recover is said by what stands',
  [onAppeal('upheld', [], again), ['x1 | 150.00 | upheld | true']],
  [
    onAppeal('reversed', [owes('80.00', 1)], again),
    ['x1 | 150.00 | superseded | true', 'x2 | 80.00 | final | true'],
  ],
)
