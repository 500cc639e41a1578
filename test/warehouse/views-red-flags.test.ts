import { expect, test } from 'vitest'
import { answersBehind } from '../../src/warehouse/schema.ts'
import { type Fact, type Row, subject, toldOf } from './litigation-world.ts'
import { asking, inText, type Scene, stage, telling } from './scenes.ts'

const states = stage()

/** The flags of an enterprise with these facts: flag, level, and the row that raises it. */
const flagged = asking('flag, level, row_key', 'red_flags', 'rank, row_key')
/** The names of its flags. */
const named = (...facts: readonly Fact[]): Scene => ({
  sql: "SELECT flag FROM red_flags WHERE enterprise_id = 'e1' GROUP BY ALL ORDER BY any_value(rank)",
  tell: telling(...facts),
})

const risk = (kind: string, more: Row = {}): Fact => [
  'enterprise_risks',
  { enterprise_id: 'e1', kind, ...more },
]
const change = (said: string): Fact => {
  const [item, changed_on] = said.split(' ')
  return ['enterprise_changes', { enterprise_id: 'e1', item, changed_on }]
}
const document = (id: string, more: Row): Fact => [
  'enterprise_documents',
  {
    ...{ enterprise_id: 'e1', document_id: id, case_number: id, case_number_key: id },
    ...{ role: 'defendant', number_procedure: '一审', decided_on: '2024-05-01', ...more },
  },
]
const civil = { number_category: '民事案件' }
const sued = (count: number, year = 2024): Fact[] =>
  Array.from({ length: count }, (_, at) =>
    document(`d${at}`, { ...civil, cause: '买卖合同纠纷', decided_on: `${year}-05-01` }),
  )

const ofStatus = (status: string): Scene => ({ ...flagged(), registered: { status } })
states(
  'the status of the registration fires where it ends the enterprise, by what it says',
  ofStatus,
  '拟注销 → , 申请注销中 → , 吊销，未注销 → revoked | high | status, 已吊销并注销 → revoked | high | status; deregistered | high | status',
  '责令关闭 → revoked | high | status, 撤销 → revoked | high | status, 撤销吊销 → , 撤销注销 → , 存续 → ',
  '注销 → deregistered | high | status, 存续 → ',
)

const registered = { registered_amount: '1000000.00', registered_currency: 'CNY' }
const key = '(2024)京0105执1号'
const number = { case_number: key, case_number_key: key }
const enforcing = { role: 'plaintiff', number_category: '执行案件', outcome: 'enforcement_suspended' }
states(
  'enforcement against it fires by what its cases are, and not what it enforces itself',
  flagged(
    ...[risk('终本案件', number), risk('失信被执行人', number), risk('限制高消费', number)],
    ...[risk('股权冻结', number), document('(2024)京0105执9号', enforcing)],
  ),
  `dishonest | high | ${key}; ended_unpaid | high | ${key}; restricted | high | ${key}; frozen_shares | medium | ${key}`,
)

/** An enterprise with a capital of a million, of which this is to be enforced. */
const enforced = (of: Row, ...more: readonly Fact[]): Scene => ({
  ...named(risk('被执行人', { amount: '500000.00', currency: 'CNY', ...of }), ...more),
  registered,
})
const half = { amount: '250000.00', currency: 'CNY' }
const silent = { filed_on: '2023-03-31' }
states(
  'what is unpaid in yuan fires from half of the capital on, unless its cases are silent for three years without an end',
  [enforced({ amount: '499999.99' }), 'enforced'],
  [enforced({}), 'enforced; unpaid_against_capital'],
  [enforced(half, risk('被执行人', half)), 'enforced; unpaid_against_capital'],
  [enforced({ unpaid: '499999.99' }), 'enforced'],
  [enforced(silent), ''],
  [enforced({ ...silent, kind: '终本案件' }), 'ended_unpaid; unpaid_against_capital'],
  [enforced({ currency: 'USD' }), 'enforced'],
  [{ ...enforced({}), registered: { ...registered, registered_currency: 'USD' } }, 'enforced'],
)

/** A document of an enforcement, or of the review of a penalty that is to be enforced, by its number. */
const ofEnforcement = (number: string, outcome: string, role = 'defendant'): Scene => {
  const ofPenalty = { number_category: '行政案件', number_procedure: '非诉行政行为执行审查' }
  const ofCase = { number_category: '执行案件', number_procedure: '执行' }
  return named(document(number, { ...(number.includes('行审') ? ofPenalty : ofCase), outcome, role }))
}
states(
  'an open enforcement against it fires; not one that it brings, one whose entry was removed, a measure before it, an objection, or a review of what an authority decided',
  ofEnforcement,
  '(2025)京0105执7号 + enforcement_ordered → enforced, (2025)京0105执7号 + enforcement_ordered + plaintiff → ',
  '(2025)京0105执保7号 + seized → , (2025)京0105执异7号 + objection_refused → , (2025)京0105执7号 + enforcement_suspended → ended_unpaid',
  '(2025)京0105行审7号 + application_granted → , (2025)京0105行审7号 + enforcement_refused → , (2025)京0105行审7号 + application_withdrawn → ',
  (status) => enforced({ status, amount: '490000.00' }),
  ' → enforced, 执行中 → enforced, 执行完毕 → , 已移除 → ',
  (property) => named(risk('股权冻结', { ...number, description: property })),
  '股权数额500万元 → frozen_shares',
)

const bankruptcy = { number_category: '强制清算与破产案件', number_procedure: null }
states(
  'bankruptcy fires on its own cases, not on those where it is the creditor or the court refused',
  flagged(
    document('d1', { ...bankruptcy, outcome: 'bankruptcy_accepted' }),
    document('d2', { ...bankruptcy, outcome: 'bankruptcy_accepted', role: 'plaintiff' }),
    document('d3', { ...bankruptcy, outcome: 'bankruptcy_refused' }),
  ),
  'bankruptcy | high | d1',
)

const suedAgain = document('d9', civil)
states(
  'being sued fires from five cases in one of its last three years on, each of them a row',
  [flagged(...sued(4), document('d5', { ...civil, decided_on: '2023-05-01' })), []],
  [named(...sued(5, 2022), suedAgain), 'sued_often'],
  [named(...sued(5, 2021), suedAgain), ''],
  [flagged(...sued(5)), ['d0', 'd1', 'd2', 'd3', 'd4'].map((id) => `sued_often | medium | ${id}`)],
)

const wages = (id: string, outcome: string, more: Row = {}): Fact =>
  document(id, { ...civil, cause: '追索劳动报酬纠纷', outcome, ...more })
const sum = { amount: '5000.00', currency: 'CNY', is_ordered: true, payer_keys: [subject] }
const owed = (document_id: string): Fact => ['document_amounts', { document_id, ...sum }]
states(
  'wages fire on what is decided to be paid to employees, whoever sued, and not on what ended without it',
  flagged(
    ...[wages('d1', 'granted'), owed('d1'), wages('d2', 'withdrawn'), wages('d4', 'transferred')],
    ...[wages('d3', 'dismissed', { role: 'plaintiff' }), owed('d3')],
    ...[wages('d5', 'granted', { cause: '买卖合同纠纷' }), owed('d5')],
    wages('(2024)京0105执异6号', 'objection_refused', { number_category: '执行案件' }),
  ),
  'wages | medium | (2024)京0105执异6号; wages | medium | d1; wages | medium | d3',
)

/** A document of a suit or an enforcement against it, and what its text says. */
const told = (number: string, outcome: string, ...facts: readonly Fact[]): Scene =>
  flagged(toldOf(['x1', number, '2024-06-01', '庚材料有限公司', subject, outcome]), ...facts)
const suit = '(2024)京0105民初1号'
const liable = (evidence: string): Scene =>
  told(suit, 'granted', [
    'case_liabilities',
    { case_id: 'x1', library: 'ptal', kind: '连带', name_keys: [subject], evidence },
  ])
states(
  'guarantees fire on a liability for the debt of another that was decided',
  liable,
  '对上述债务承担连带清偿责任 → guarantees | medium | x1, 承担连带赔偿责任 → ',
)

/** A judgment on wages that it answers for beside another, and what the texts of its enforcement and of a resumed one say; whether they name it. */
const carriedOut = (said: string, resumed = '', of = '指明'): Scene => {
  const order = {
    role: '款项',
    amount: '50000.00',
    currency: 'CNY',
    payers: ['甲公司'],
    payer_keys: [subject],
  }
  const evidence = '对上述债务承担连带清偿责任'
  const listed = { cause: '劳动争议' }
  const enforcing = ([number, words]: readonly [string, string], at: number) => {
    const id = `x${at + 2}`
    const day = `2025-0${at + 1}-01`
    const text = toldOf([id, number, day, '张某', subject, 'procedural'], {
      ...(of === '指明' && { origin: suit }),
      listed,
    })
    return words === '' ? [] : [text, ...(words === '无' ? [] : [inText(words, { case_id: id })])]
  }
  return {
    ...named(),
    tell: telling(
      toldOf(['x1', suit, '2024-06-01', '张某', subject, 'granted'], {
        listed,
        orders: [{ ...order, is_ordered: true, evidence: '甲公司支付张某工资50000元' }],
      }),
      ['case_liabilities', { case_id: 'x1', library: 'ptal', kind: '连带', name_keys: [subject], evidence }],
      ...(
        [
          ['(2025)京0105执9号', said],
          ['(2025)京0105执恢10号', resumed],
        ] as const
      ).flatMap(enforcing),
    ),
  }
}
states(
  'wages and guarantees are over once the enforcement of the dispute is paid, and not while another of it is open or ended otherwise',
  carriedOut,
  ' → wages; guarantees, 执行完毕 → , 终结执行 → wages; guarantees, 无 → enforced; wages; guarantees',
  '终本 → ended_unpaid; wages; guarantees, 终本 + 执行完毕 → , 执行完毕 + 无 → enforced; wages; guarantees',
  '执行完毕 +  + 未指明 → , 终结执行 +  + 未指明 → wages; guarantees',
)

states(
  'property of its own fires while it is held, and not once that ended, nor what is only found or waited for',
  (words) => told(suit, 'seized', inText(words)),
  ...['冻结', '查封', '扣押'].map((kind) => `${kind} 设备 2026-01-05 甲 → seized | medium | x1`),
  '轮候冻结 设备 2026-01-05 甲 → ',
  '冻结 银行存款 2024-01-05 甲 → , 查封 房屋 2026-01-05 甲 解除 → , 财产 房屋 甲 → , 冻结 银行存款 2026-01-05 → seized | medium | x1',
)

/** A judgment by which this one pays, and what follows: an appeal that is upheld, or more. */
const judgedTo = (payer: string, ...later: readonly string[]): Scene => {
  const order = { role: '本金', amount: '9000.00', currency: 'CNY', payers: [payer], payer_keys: [payer] }
  const numbers = { 二审: '(2024)京03民终2号', 执行: '(2025)京0105执9号', 执保: '(2025)京0105执保9号' }
  return flagged(
    toldOf(['x1', suit, '2024-06-01', '庚材料有限公司', subject, 'granted'], {
      orders: [{ ...order, is_ordered: true, evidence: '支付货款9000元' }],
    }),
    ...Object.entries(numbers).flatMap(([name, of], at) => {
      const line = ['庚材料有限公司', subject, name === '二审' ? 'upheld' : 'procedural'] as const
      return later.includes(name)
        ? toldOf([`x${at + 2}`, of, `2025-0${at + 1}-01`, ...line], { origin: suit })
        : []
    }),
  )
}
states(
  'a judgment in force to pay fires unless something of it is enforced, and not where it may be appealed or another pays',
  judgedTo,
  `${subject} → , ${subject} + 二审 → judged | medium | x1, 庚材料有限公司 + 二审 → `,
  `${subject} + 二审 + 执保 → judged | medium | x1, ${subject} + 二审 + 执行 → enforced | high | (2025)京0105执9号`,
)

const verdict = '(2024)京0105刑初1号'
/** What becomes of an accusation, and of it on appeal. */
const tried = (outcome: string, ...facts: readonly Fact[]): Scene => told(verdict, outcome, ...facts)
const fine = { role: '罚款', amount: '9.00', currency: 'CNY', is_ordered: true, payer_keys: [subject] }
const retried = (outcome: string, ...orders: readonly Row[]): Scene =>
  flagged(
    toldOf(['x1', verdict, '2024-06-01', '某检察院', subject, 'convicted']),
    toldOf(['x2', '(2024)京03刑终2号', '2024-09-01', subject, '某检察院', outcome], {
      ...{ type: '民终', origin: verdict, orders },
    }),
  )
const partyIn = (case_id: string, result: string, result_rule: string): Fact => [
  'case_parties',
  { case_id, library: 'ptal', name_key: subject, result, result_rule },
]
/** A verdict, and an appeal that decides this for the enterprise by name. */
const appealed = (first: string, outcome: string, result: string, rule: string): Scene =>
  flagged(
    toldOf(['x1', verdict, '2024-06-01', '某检察院', subject, first]),
    toldOf(['x2', '(2024)京03刑终2号', '2024-09-01', '丁某', subject, outcome], {
      type: '民终',
      origin: verdict,
    }),
    partyIn('x2', result, rule),
  )
states(
  'a conviction fires where it names the enterprise and no later decision sets it aside',
  [tried('convicted'), 'convicted | high | x1'],
  [tried('convicted', partyIn('x1', 'neutral', 'nothing for it')), ''],
  [tried('acquitted'), ''],
  // The list also names whom the accused only used.
  flagged(
    toldOf(['x1', verdict, '2024-06-01', '某检察院', '宋某', 'convicted'], { listed: { role: 'defendant' } }),
  ),
  '',
  [retried('upheld'), 'convicted | high | x1'],
  [retried('reversed'), ''],
  [retried('reversed', fine), 'convicted | high | x1'],
  [retried('remanded', fine), ''],
  // An appeal may leave the conviction, acquit the enterprise beside another, and convict who was acquitted.
  [
    appealed('convicted', 'partly_reversed', 'lost', 'convicted'),
    'convicted | high | x1; convicted | high | x2',
  ],
  [appealed('convicted', 'partly_reversed', 'won', 'acquitted'), ''],
  [appealed('acquitted', 'reversed', 'lost', 'convicted'), 'convicted | high | x2'],
)

states(
  'entries of the registration fire by what they say, those that were lifted do not',
  flagged(
    risk('行政处罚', { court: '某市生态环境局', description: '超标排放' }),
    risk('行政处罚', { court: '某市城市管理局' }),
    risk('经营异常', { status: '已移出' }),
    risk('经营异常'),
    risk('股权出质', { description: '股东丁某以其股权出质' }),
    risk('股权出质', { description: '以其持有的丙公司股权出质' }),
  ),
  'penalties | medium | 1; irregular | medium | 4; guarantees | medium | 6',
  // What ended, is of its head, or of another that it asked to be bankrupt.
  flagged(
    risk('股权出质', { description: '以其持有的丙公司股权出质', status: '已注销' }),
    risk('历史失信被执行人'),
    risk('失信被执行人', { description: '法定代表人王某被列为失信被执行人' }),
    risk('破产重整', { description: `申请人：${subject}；被申请人：丙公司` }),
  ),
  '',
  flagged(
    risk('破产重整', { description: `申请人：丙公司；被申请人：${subject}` }),
    risk('司法协助', { description: `股权所在企业：丙公司；类型：股权冻结`, status: '冻结' }),
  ),
  'bankruptcy | high | 1; frozen_holdings | medium | entry 2',
  // What a register calls present stands, though the longest term of the law is over; what it lifted does not.
  flagged(
    risk('股权冻结', { description: '被执行人：丁某', status: '未解除', filed_on: '2019-03-01' }),
    risk('股权冻结', { description: `被执行人：${subject}，冻结期限至：2099-03-01`, filed_on: '2019-03-01' }),
    risk('股权冻结', {
      description: '被执行人：丁某',
      status: '冻结',
      filed_on: '2019-03-01',
      ended_on: '2022-03-01',
    }),
    risk('股权冻结', { description: '被执行人：丁某', filed_on: '2019-03-01' }),
    risk('股权冻结', { description: '被执行人：丁某', status: '解除冻结', filed_on: '2019-03-01' }),
  ),
  'frozen_shares | medium | 1; frozen_holdings | medium | entry 2',
)

/** A review of what this authority asks to enforce, which may order a fine. */
const reviewOf = (authority: string, outcome: string, fine = ''): Scene => {
  const id = '(2025)苏0508行审123号'
  const side = { side: 'plaintiff', name: authority, name_key: authority }
  const asked = document(id, {
    ...{ number_category: '行政案件', number_procedure: '非诉行政行为执行审查', outcome },
    case_number_key: id,
  })
  const sum = { role: '罚款', amount: '800000.00', currency: 'CNY', is_ordered: true, payer_keys: [subject] }
  return {
    sql: `SELECT flag FROM red_flags WHERE enterprise_id = 'e1' AND flag <> 'enforced'
      UNION ALL SELECT question FROM open_questions WHERE enterprise_id = 'e1' AND question = 'penalty'`,
    tell: telling(
      ...[asked, ['document_parties', { document_id: id, ...side }] as const],
      ...(fine === '' ? [] : [['document_amounts', { document_id: id, ...sum }] as const]),
    ),
  }
}
states(
  'a penalty for the environment or taxes fires where a court lets it be enforced, and its fine is asked about',
  reviewOf,
  '某市生态环境局 + application_granted + 罚款 → penalties; penalty, 某市环境保护局 + partly_granted → penalties',
  '某市生态环境局 + enforcement_refused + 罚款 → , 某市自然资源局 + application_granted → , 某环保科技有限公司 + application_granted → ',
  '国家税务总局某区税务局 + application_granted + 罚款 → penalties; penalty, 国家税务总局某区税务局 + application_granted → ',
  '某市城市管理局 + application_granted + 罚款 → penalty',
)
const wagesBy = (authority: string, outcome: string, said: string): Scene => {
  const { sql, tell } = reviewOf(authority, outcome)
  const text: Fact = [
    'cases',
    {
      library: 'ptal',
      case_id: '(2025)苏0508行审123号',
      case_number_key: '(2025)苏0508行审123号',
      outcome,
      content: said,
    },
  ]
  return {
    sql,
    tell: async (into) => {
      await tell(into)
      await telling(text)(into)
    },
  }
}
states(
  'wages fire where a court lets the authority for labour enforce that they are paid',
  wagesBy,
  '某区人力资源和社会保障局 + application_granted + 责令其支付张某等12人工资合计9元 → wages',
  '某区人力资源和社会保障局 + enforcement_refused + 责令其支付张某等12人工资合计9元 → ',
  '某区人力资源和社会保障局 + application_granted + 对其未签劳动合同罚款 → , 某市城市管理局 + application_granted + 责令其支付张某工资 → ',
)

const thrice = (item: string): Fact[] => ['01', '03', '05'].map((month) => change(`${item} 2020-${month}-01`))
states(
  'changes fire when they follow each other within two years',
  flagged(
    ...['法定代表人变更 2015-01-01', '法定代表人变更 2020-01-01', '负责人变更 2021-06-01'].map(change),
    ...['住所变更 2015-01-01', '住所变更 2018-01-01'].map(change),
  ),
  'representatives | low | 2; representatives | low | 3',
  [flagged(...['财务负责人变更', '通信地址变更', '网址变更'].flatMap(thrice)), ''],
  [flagged(...thrice('企业地址变更')), 'addresses | low | 1; addresses | low | 2; addresses | low | 3'],
)

/** A run of a job with these thresholds that listed the enterprise. */
const seen = (run_id: string, thresholds: object | null, enterprise_id = 'e1'): Fact[] => [
  ['runs', { run_id, red_flags: thresholds && JSON.stringify(thresholds) }],
  ['flag_history', { enterprise_id, run_id, flags: [] }],
]
const moving = [change('住所变更 2015-01-01'), change('住所变更 2015-03-01'), ...sued(3)]
const three = { cases_as_defendant: 3 }
states(
  'thresholds that a job sets count for the enterprises of its last run, and what it does not set is as usual; a share of the capital is exact',
  [named(...moving), ['addresses']],
  [named(...moving, ...seen('r1', three)), ['sued_often', 'addresses']],
  [named(...moving, ...seen('r2', { ...three, registration_changes: 3 })), ['sued_often']],
  [named(...moving, ...seen('r3', { cases_as_defendant: 4, months: 1 })), []],
  [named(...moving, ...seen('r4', three), ...seen('r5', null)), ['addresses']],
  [named(...sued(3), ...seen('r9', { cases_as_defendant: 1 }, 'e9')), []],
  [
    enforced({ amount: '200000.00' }, ...seen('r6', { share_of_capital: 0.2 })),
    ['enforced', 'unpaid_against_capital'],
  ],
  [enforced({ amount: '200000.00' }, ...seen('r7', { share_of_capital: 0.21 })), ['enforced']],
)

states(
  'a mark, and what is frozen of its holdings, leads to its enforcement, or to the document where that is of none, also where an outcome alone states it',
  (words) => told(key, 'other', inText(words)),
  `失信 甲 → dishonest | high | ${key}; enforced | high | ${key}, 冻结 癸公司股权 甲 → enforced | high | ${key}; frozen_holdings | medium | ${key}`,
  (words) => told(suit, 'other', inText(words)),
  '失信 甲 → dishonest | high | x1, 冻结 癸公司股权 甲 → frozen_holdings | medium | x1',
  '冻结 癸公司股权 甲 至2026-03-31 → ',
  (outcome) => told(key, outcome),
  `listed_dishonest → dishonest | high | ${key}; enforced | high | ${key}, enforcement_suspended → ended_unpaid | high | ${key}`,
)

test('a view of which a code is called like a view names the answers behind it', () => {
  expect(answersBehind('red_flags')).toEqual(
    expect.arrayContaining(['cases', 'enterprise_risks', 'enterprises']),
  )
})
