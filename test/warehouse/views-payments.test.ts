import { type Fact, type Row, subject, type Told, toldOf } from './litigation-world.ts'
import { asking, ofNone, type Scene, stage, statement, telling } from './scenes.ts'

/* Sums against an enterprise: domain rules 判赔 and 金额口径. Three views, so that nobody adds them up. */

const states = stage()
const creditor = '庚建材有限公司'

const sum = { role: '款项', currency: 'CNY', is_ordered: true }
const sumOf = (amount: string, ...payers: string[]): Row => ({ ...sum, amount, payers, payer_keys: payers })
const frozen = 'only frozen or seized: nothing is taken by it'
const later = 'a later enforcement document of the family states a sum'
/** Family, type of the case number, what it says, and what of it counts. */
const rulings = [
  [70, '执', '冻结、划拨被执行人的银行存款9元', 'counts'],
  [71, '执', '扣留、提取被执行人的到期债权9元', 'counts'],
  [72, '执', '被执行人支付工程款9元', 'counts'],
  [73, '执', '冻结被执行人的银行存款9元，冻结期限为一年', frozen],
  [74, '执', '查封、扣押被执行人价值9元的财产', frozen],
  // A preservation order that is carried out takes nothing, whatever it says.
  [75, '执保', '冻结、划拨被执行人银行存款9元', 'preservation only'],
  // A later freeze order does not take the place of what was to be taken, a later sum to be taken does.
  [76, '执', '划拨被执行人的银行存款9元', 'counts'],
  [76, '执恢', '冻结被执行人的银行存款8元', frozen],
  [77, '执', '划拨被执行人的银行存款9元', later],
  [77, '执恢', '划拨被执行人的银行存款8元', 'counts'],
] as const
const ruling = ([family, type, evidence]: (typeof rulings)[number], at: number): Told => {
  const said = [`x${10 + at}`, `(2023)京0105${type}${100 + at}号`, `2023-01-${10 + at}`] as const
  return toldOf([...said, creditor, subject, 'enforcement_ordered'], {
    origin: `(2022)京0105民初${family}号`,
    orders: [{ ...sumOf('9.00', subject), is_ordered: evidence.includes('支付'), evidence }],
  })
}
states('of what enforcement documents say, the sums count that are taken or to be paid', [
  asking(
    `evidence, coalesce(not_counted_because, 'counts')`,
    'enforced_payments',
    'document_id',
  )(...rulings.map(ruling)),
  rulings.map(([, , text, why]) => `${text} | ${why}`),
])

const [judgment, appeal] = ['(2023)京0105民初900号', '(2023)京03民终901号']
const granted = (defendant: string, ...orders: Row[]): Told =>
  toldOf(['x1', judgment, '2023-03-01', creditor, defendant, 'granted'], { orders })
const granting = (...orders: Row[]): Scene =>
  asking('amount, not_counted_because', 'ordered_payments', 'ordinal')(granted(subject, ...orders))
/** What becomes of a sum that a document of this outcome orders the enterprise to pay. */
const deciding = (outcome: string | null, more: Row = {}, sides: Partial<Told> = {}): Scene =>
  asking(
    'effectiveness, not_counted_because',
    'ordered_payments',
  )({
    ...granted(subject, { ...sumOf('9.00', subject), ...more }),
    ...{ outcome, ...sides },
  })
const [sued, unopposed] = [{ plaintiff: subject, defendant: creditor }, 'first instance, no appeal held']
states(
  'a sum counts that a document orders by its outcome, also to be paid by who sued and lost, and not by who won',
  [deciding('granted'), `${unopposed} | -`],
  [deciding('granted', {}, { listed: { document_kind: '调解书' } }), 'final | -'],
  [deciding('granted', { role: '案件受理费' }), `${unopposed} | costs, a base or a total`],
  [deciding('granted', { amount: null }), `${unopposed} | no exact sum`],
  [deciding(null), `${unopposed} | outcome not recognised`],
  [deciding('granted', {}, sued), `${unopposed} | won by the subject`],
  [deciding('dismissed', {}, sued), `${unopposed} | -`],
  (outcome) => deciding(outcome),
  'mediated → final | -, seized → - | the document orders no payment, dismissed → - | the document orders no payment',
)

const unknown = { payers: ['甲建设公司', '王某'], unknown_payers: ['甲建设公司'] }
const former = { enterprise_id: 'e1', kind: 'former', name: '旧名', name_key: '旧名' }
const branch = `${subject}江宁店`
states(
  'a sum of which one payer is no known party is listed for the defendant, and counts for none but who is named, once; one that a branch is ordered to pay is listed, and does not count',
  [granting({ ...sumOf('20.00', '王某'), ...unknown }), ['20.00 | the text does not say who pays']],
  [granting({ ...sumOf('20.00', subject), ...unknown }), ['20.00 | -']],
  {
    ...granting(),
    tell: telling(['enterprise_names', former], granted(subject, sumOf('20.00', subject, '旧名'))),
  },
  '20.00 | -',
  [{ ...granting(), tell: telling({ ...granted(creditor, sumOf('20.00')), plaintiff: subject }) }, []],
  granting(
    sumOf('5586.00', branch),
    sumOf('1.00', branch, subject),
    sumOf('2.00', `${subject}江宁公园`),
    sumOf('3.00', '辛建设有限公司江宁店'),
  ),
  '5586.00 | a branch of it is ordered to pay; 1.00 | -',
)

const debtor = '辛贸易有限公司'
const owes = (amount: string, item: number): Row => ({ ...sumOf(amount, debtor), item })
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
  answering,
  `对上述债务承担连带责任 → ${debtor} | 150.00 | - | 150.00 | false`,
  `承担连带清偿责任 → ${debtor} | 150.00 | - | 150.00 | false`,
  `对第一项债务承担连带责任 → ${debtor} | 100.00 | - | 100.00 | false`,
  `对第一、二项债务的三分之一承担清偿责任 → ${debtor} | 150.00 | 1/3 | 50.00 | false`,
  `对上述债务的30%承担清偿责任 → ${debtor} | 150.00 | 30% | 45.00 | false`,
  `对债务不能清偿部分承担补充责任 → ${debtor} | 150.00 | - | 150.00 | true`,
  // What it is limited to counts, but where interest comes on top of that.
  `在最高限额120元范围内对上述债务承担连带清偿责任 → ${debtor} | 150.00 | - | 120.00 | false`,
  `在未出资1,000.50元的范围内对上述债务承担补充责任 → ${debtor} | 150.00 | - | 150.00 | false`,
  `在0.01万元范围内对上述债务承担连带清偿责任 → ${debtor} | 150.00 | - | 100.00 | false`,
  `在本金120元及利息范围内对上述债务承担连带清偿责任 → ${debtor} | 150.00 | - | 150.00 | false`,
  '对工程质量承担保证责任 →  | - | - | - | false, 承担连带赔偿责任 → ',
)
const forAll = answers('对上述债务承担连带清偿责任')
const ofSums = (...orders: Row[]): Scene => guarantees(suit(...orders), forAll)
const inListed = { document_id: 'x1', kind: '连带', against_keys: [subject], evidence: '对上述债务承担责任' }
states(
  'its debt is no sum of its own, of costs, or of several currencies; its own name is no debtor; a text counts before a list, and no judgment of its own suit',
  ofSums(sumOf('9.00', debtor, subject), sumOf('7.00', subject), { ...owes('5.00', 1), role: '案件受理费' }),
  `${debtor} | 9.00 | - | 9.00 | false`,
  [ofSums(owes('9.00', 1), { ...owes('9.00', 2), currency: 'USD' }), `${debtor} | - | - | - | false`],
  guarantees(suit(owes('9.00', 1)), forAll, ['document_events', inListed]),
  `${debtor} | 9.00 | - | 9.00 | false`,
  [guarantees({ ...suit(), plaintiff: subject, defendant: debtor }, forAll), ''],
)
/** The same beside an appeal of this outcome, which changes item 1 of the judgment, orders these sums and says this of the liability. */
const onAppeal = (outcome: string, orders: Row[], ...more: (Told | Fact)[]): Scene =>
  asking('document_id, debt, effectiveness, has_recourse', 'guarantees')(
    suit(owes('100.00', 1), owes('50.00', 2)),
    toldOf(['x2', appeal, '2023-09-01', subject, creditor, outcome], { origin: judgment, orders }),
    forAll,
    ...more,
  )
const suedAgain = toldOf(['x3', '(2024)京0105民初7号', '2024-01-01', creditor, subject, 'granted'])
const another = { ...suedAgain, orders: [owes('1.00', 1), owes('2.00', 2)] }
const changes = statement('变更', judgment, { case_id: 'x2', items: ['1'] })
const again = answers('对上述债务承担连带清偿责任，并有权追偿', { case_id: 'x2' })
const enforcedAlone = toldOf(['x2', '(2024)京0105执8号', '2024-09-01', creditor, subject, 'seized'])
states(
  'of a debt that an appeal changed as many sums take the place of those it changed, else it is not known; what an appeal quotes of a liability is none of its own, unless the first was superseded; who may recover is said by what stands',
  [asking('effectiveness', 'guarantees')(suit(), forAll, enforcedAlone), 'in force, as is likely'],
  [onAppeal('upheld', []), ['x1 | 150.00 | upheld | false']],
  [onAppeal('partly_reversed', [owes('80.00', 1)], changes, another), ['x1 | 130.00 | upheld | false']],
  [onAppeal('partly_reversed', [owes('80.00', 1), owes('1.00', 2)], changes), ['x1 | - | upheld | false']],
  [onAppeal('upheld', [], again), ['x1 | 150.00 | upheld | true']],
  onAppeal('reversed', [owes('80.00', 1)], again),
  'x1 | 150.00 | superseded | true; x2 | 80.00 | final | true',
)
/** What becomes of a debt of another for which a first judgment has it answer, in item 2, by an appeal of this outcome whose items say this. */
const freeing = (outcome: string, items: string, ...more: (Told | Fact)[]): Scene =>
  asking('effectiveness', 'ordered_payments')(
    suit({ ...owes('100.00', 1), payer_keys: [debtor, subject], evidence: `${debtor}偿还100元` }),
    toldOf(['x2', appeal, '2023-09-01', subject, creditor, outcome], {
      origin: judgment,
      held: { content: `一审判决如下：驳回${creditor}对${subject}的诉讼请求。本院判决如下：${items}` },
    }),
    answers('对上述债务承担连带责任', { item: 2 }),
    ['current_names', { enterprise_id: 'e1', name: subject }],
    ...more,
  )
const onItem = (kind: string): Fact => statement(kind, judgment, { case_id: 'x2', items: ['2'] })
const standing = statement('维持', judgment, { case_id: 'x2', items: ['1'] })
const instead = answers('对不能清偿部分的二分之一承担责任', { case_id: 'x2', kind: '补充' })
states(
  'a debt of another falls for the enterprise with the item that joined it, or where an appeal refuses the claim against it; it is not known what is left where another liability takes the place of that',
  [freeing('partly_reversed', '', standing, onItem('撤销')), 'superseded'],
  [freeing('partly_reversed', '', standing, onItem('变更')), 'partly superseded'],
  [freeing('partly_reversed', '', standing, onItem('撤销'), instead), 'partly superseded'],
  [freeing('partly_reversed', '', standing), 'upheld'],
  (items) => freeing('partly_reversed', items, standing),
  ...[
    `驳回${creditor}对${subject}的诉讼请求`,
    `驳回${creditor}对被告丙公司、${subject}的全部诉讼请求`,
    `驳回${creditor}要求${subject}承担连带责任的诉讼请求`,
    `${subject}不承担连带清偿责任`,
    `二、${subject}对本案债务不再承担保证责任`,
  ].map((items) => `${items} → superseded`),
  ...[
    `驳回${creditor}对${subject}的其他诉讼请求`,
    `驳回${subject}对${creditor}的诉讼请求`,
    `驳回${creditor}对丙公司的诉讼请求`,
    `驳回${creditor}要求${subject}支付律师费的诉讼请求`,
    `${subject}不承担连带责任，但应承担补充赔偿责任`,
    `${subject}股东李某不承担连带清偿责任`,
    `驳回${creditor}对${subject}股东丙公司的诉讼请求`,
    `丙公司对${subject}的债务不承担责任`,
    `${subject}对第二项债务不承担责任`,
    `${subject}对逾期利息不承担责任`,
    `撤销第三项，即驳回${creditor}对${subject}的诉讼请求`,
    `驳回${subject}的上诉请求`,
  ].map((items) => `${items} → upheld`),
  [
    freeing(
      'partly_reversed',
      `驳回${creditor}对${subject}的诉讼请求`,
      toldOf(['x3', '(2024)京民再1号', '2024-02-01', creditor, subject, 'partly_reversed'], {
        origin: appeal,
      }),
      statement('维持', judgment, { case_id: 'x3' }),
    ),
    'partly superseded',
  ],
)
const before = '甲基础工程有限公司'
const formerly: Fact = [
  'enterprise_names',
  { enterprise_id: 'e1', ordinal: 2, name: before, name_key: before, kind: 'former' },
]
states(
  'an appeal frees it by a name that it had',
  (items) => freeing('partly_reversed', items, standing, formerly),
  `驳回${creditor}对${before}的诉讼请求 → superseded, ${before}不承担连带清偿责任 → superseded`,
  `${before}苏州分公司不承担连带清偿责任 → upheld, 驳回${before}的上诉请求 → upheld`,
)
const [listedSuit, listedAppeal] = [
  toldOf(['x1', judgment, '2023-03-01', creditor, subject, 'granted'], { library: null }),
  toldOf(['x2', appeal, '2023-09-01', subject, creditor, 'upheld'], {
    library: null,
    listed: { result: `一、维持${judgment}判决第一项；二、驳回${creditor}对${subject}的诉讼请求。` },
  }),
]
states('a result of a list that refuses the claim against it frees it as well', [
  asking('effectiveness', 'ordered_payments')(
    listedSuit,
    listedAppeal,
    [
      'document_amounts',
      { document_id: 'x1', ...sumOf('100.00', debtor, subject), item: 1, unknown_payers: [] },
    ],
    [
      'document_events',
      {
        document_id: 'x2',
        kind: '维持',
        number: judgment,
        number_key: judgment,
        items: ['1'],
        is_decided: true,
        evidence: '维持',
        against: [],
        against_keys: [],
      },
    ],
    ['current_names', { enterprise_id: 'e1', name: subject }],
  ),
  'superseded',
])
states('no sum is of no enterprise', [ofNone('ordered_payments', 'claimed_payments', 'guarantees'), ''])
