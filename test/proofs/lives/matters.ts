import { type Debt, decidedEnforcement } from './debt.ts'
import { enforcementOf } from './enforcing.ts'
import type { Doc, Fact, Said, Stage, Story } from './facts.ts'
import { type Desk, nothing, paper, put, says } from './paper.ts'
import { type Case, daysAfter, inChinese, sumOf, yuan } from './world.ts'

/** Matters beside ordinary debts: bankruptcy, payment orders, preservation and what waits for a decision. */

type Tell = (desk: Desk, id: string) => Story

const steps: Readonly<Record<Stage, readonly string[]>> = {
  applied: [
    '{c}以{d}不能清偿到期债务且明显缺乏清偿能力为由，向本院申请对其进行破产清算。本院已立案审查。',
    '本院于{day}收到{c}对{d}提出的破产清算申请，正在审查。',
    '{c}申请{d}破产清算，本院依法组织听证，尚未作出裁定。',
  ],
  refused: [
    '不予受理{c}对{d}的破产清算申请。',
    '对{c}提出的对{d}进行破产清算的申请，本院不予受理。',
    '{c}的破产清算申请，不予受理。',
  ],
  withdrawn: ['准许{c}撤回对{d}的破产清算申请。', '准许申请人{c}撤回破产申请。', '准许{c}撤回申请。'],
  accepted: [
    '受理{c}对{d}的破产清算申请。',
    '受理申请人{c}对被申请人{d}提出的破产清算申请。',
    '受理{d}破产清算一案。',
    '裁定受理{c}申请{d}破产清算一案。',
  ],
  dismissed: ['驳回{c}对{d}的破产清算申请。', '驳回申请人{c}的破产申请。'],
  declared: ['宣告{d}破产。', '一、宣告{d}破产；二、终止和解程序的申请不予准许。', '宣告债务人{d}破产。'],
  reorganised: [
    '一、批准{d}重整计划；二、终止{d}重整程序。',
    '批准{d}管理人制作的重整计划草案，并终止重整程序。',
  ],
  ended: [
    '终结{d}破产程序。',
    '终结{d}的破产清算程序。',
    '一、认可{d}破产财产分配方案；二、终结{d}破产程序。',
  ],
}

const after: Partial<Record<Stage, true>> = {
  dismissed: true,
  declared: true,
  reorganised: true,
  ended: true,
}

/** How a bankruptcy of the enterprise went, or that of another in which it claims. */
export const bankruptcy: Tell = (desk, id) => {
  const { dice, place, subject } = desk
  const isOwn = dice.chance(0.75)
  const [debtor, creditor] = isOwn ? [subject, desk.company()] : [desk.company(), subject]
  const stage = dice.pick(Object.keys(steps) as Stage[])
  const on = daysAfter('2024-06-01', dice.integer(0, 600))
  const first = desk.number(place.high, '破申', on)
  const second = desk.number(place.high, '破', daysAfter(on, 60))
  const values = { c: creditor, d: debtor, day: on }
  const step = (of: Case, at: string, one: Stage, before: string): Doc =>
    paper(desk, {
      of,
      on: at,
      dispute: id,
      cause: dice.pick(['申请破产清算', '破产清算', '申请破产清算']),
      plaintiffs: [creditor],
      defendants: [debtor],
      kind: one === 'applied' ? '通知书' : '裁定书',
      body: [
        nothing(
          `${before}${debtor}注册资本实缴不足，账面资产不足以清偿全部债务。依照《中华人民共和国企业破产法》第二条、第十条规定，${one === 'accepted' ? '债权人应向管理人申报债权，未申报的不得行使权利。' : ''}`,
        ),
      ],
      decided: [
        says(
          put(desk, steps[one], values),
          ...(isOwn ? [{ is: 'bankruptcy', key: first.key, stage: one } as Fact] : []),
        ),
      ],
    })
  const opened = `${creditor}以不能清偿到期债务为由申请${debtor}破产清算，本院立案后进行了审查。`
  const based = `本院于${inChinese(on)}作出${first.number}民事裁定，受理${creditor}对${debtor}的破产清算申请。`
  const docs = after[stage]
    ? [step(first, on, 'accepted', opened), step(second, daysAfter(on, 150), stage, based)]
    : [step(first, on, stage, opened)]
  return {
    id,
    docs,
    numbers: [first.key, second.key],
    truth: `${first.key} · bankruptcy of ${isOwn ? 'its own' : 'another'} · ${stage}`,
  }
}

const orderWords = [
  '被申请人{d}应当自收到本支付令之日起十五日内，给付申请人{c}{nature}{m}。',
  '被申请人{d}应自收到本支付令之日起十五日内向申请人{c}支付{nature}{m}。',
  '限被申请人{d}于收到本支付令后十五日内清偿申请人{c}{nature}{m}。',
]
const lapseWords = [
  '终结本案的督促程序。本院{n}支付令自行失效。',
  '终结督促程序，{n}支付令自行失效。',
  '一、终结本案督促程序；二、{n}支付令自本裁定送达之日起失效。',
]

/** A payment order that stood and was enforced, that nobody opposed as far as is known, or that lapsed and was sued on. */
export const paymentOrder: Tell = (desk, id) => {
  const { dice, place, subject } = desk
  const isLabour = dice.chance(0.4)
  const creditor = isLabour ? desk.person() : desk.company()
  const [cause, nature] = isLabour ? ['申请支付令', '拖欠的劳动报酬'] : ['申请支付令', '货款']
  const on = daysAfter('2024-03-01', dice.integer(0, 400))
  const of = desk.number(place.low, '民督', on)
  const fate = dice.pick(['enforced', 'silent', 'lapsed', 'lapsed and sued'] as const)
  const amount = sumOf(dice, 10, 90)
  const sums = [
    {
      item: 1,
      nature,
      amount,
      payers: [subject],
      payee: creditor,
      ...(isLabour && { as: 'labour' as const }),
    },
  ]
  const base = { dispute: id, cause, plaintiffs: [creditor], defendants: [subject] }
  const values = { c: creditor, d: subject, nature, m: yuan(dice, amount), n: of.number }
  const about = nothing(
    `申请人${creditor}于${inChinese(on)}向本院申请支付令，要求被申请人${subject}给付${nature}。被申请人如有异议，应当自收到之日起十五日内书面提出；逾期不提出异议又不履行的，支付令发生法律效力。`,
  )
  const order = paper(desk, {
    ...base,
    of,
    kind: '支付令',
    body: [about],
    decided: [says(put(desk, orderWords, values), { is: 'ordered', key: of.key, sums, isOrder: true })],
    merits: 'closed',
  })
  const docs = fate === 'enforced' ? enforcedOrder() : fate === 'silent' ? [] : lapsed()
  const numbers = [of.key, ...docs.map((doc) => doc.of.key)]
  return {
    id,
    docs: [order, ...docs],
    numbers,
    truth: `${of.key} · payment order · ${fate}${isLabour ? ' · labour' : ''}`,
  }

  function enforcedOrder(): Doc[] {
    const debt: Debt = {
      id,
      flavour: isLabour ? 'labour' : 'trade',
      cause: isLabour ? '追索劳动报酬纠纷' : '买卖合同纠纷',
      debtor: subject,
      creditor,
      first: of,
      decision: 'payment order',
      items: sums,
      isSuedByDebtor: false,
    }
    return enforcementOf(desk, {
      ...debt,
      enforcement: decidedEnforcement(desk, { total: amount, from: daysAfter(on, 30), hasOther: false }),
    })
  }

  function lapsed(): Doc[] {
    const ended = paper(desk, {
      ...base,
      of,
      kind: '裁定书',
      on: daysAfter(on, 25),
      merits: 'closed',
      body: [
        nothing(
          `本院于${inChinese(on)}发出${of.number}支付令，限令被申请人${subject}给付${values.m}。被申请人在法定期间内提出书面异议，经审查异议成立。`,
        ),
      ],
      decided: [
        says(put(desk, lapseWords, values), { is: 'reviewed', key: of.key, of: of.key, kept: [], sums: [] }),
      ],
    })
    if (fate === 'lapsed') return [ended]
    const sued = desk.number(place.low, '民初', daysAfter(on, 150))
    const told = nothing(
      `${creditor}曾向本院申请支付令，因${subject}提出异议，本院裁定终结督促程序，${of.number}支付令失效。${creditor}遂提起本案诉讼，请求判令${subject}支付${nature}。本院认为，${subject}应当支付。`,
    )
    const decided = says(
      `被告${subject}于本判决生效之日起十日内支付原告${creditor}${nature}${yuan(dice, amount)}。`,
      { is: 'ordered', key: sued.key, sums },
    )
    return [
      ended,
      paper(desk, {
        ...base,
        of: sued,
        cause: isLabour ? '追索劳动报酬纠纷' : '买卖合同纠纷',
        kind: '判决书',
        body: [told],
        decided: [decided],
        merits: 'closed',
      }),
    ]
  }
}

const freezes = [
  '冻结被申请人{d}银行存款{m}或查封、扣押其相应价值的财产。',
  '查封、扣押、冻结被申请人{d}名下价值{m}的财产。',
  '冻结{d}在银行的存款{m}，期限一年。',
  '对被申请人{d}名下价值{m}的财产采取保全措施。',
]
const lifts = [
  '解除对被申请人{d}银行存款{m}的冻结。',
  '解除对{d}名下价值{m}的财产的查封、扣押、冻结。',
  '解除对被申请人{d}财产的保全措施。',
]
const tails = [
  '',
  '',
  '冻结期限为一年，逾期未申请续行冻结的，自行解除。',
  '申请人应当在保全期限届满七日前申请续行，期满不续的自动解除。',
]

/** A case that waits, with property held fast or let go. */
export const pending: Tell = (desk, id) => {
  const { dice, place, subject } = desk
  const creditor = desk.company()
  const on = daysAfter('2026-01-10', dice.integer(0, 220))
  const of = desk.number(place.low, '民初', on)
  const fate = dice.pick([
    'frozen',
    'frozen by 执保',
    'lifted and withdrawn',
    'co-defendant frozen',
    'refused',
    'jurisdiction',
    'stayed',
    'moved',
  ] as const)
  const amount = sumOf(dice, 60, 700)
  const other = desk.company()
  const values = { d: subject, c: creditor, m: yuan(dice, amount), o: other }
  const base = {
    of,
    dispute: id,
    cause: dice.pick(['买卖合同纠纷', '承揽合同纠纷', '租赁合同纠纷']),
    plaintiffs: [creditor],
    defendants: [subject, other],
    kind: '裁定书',
  }
  const asked = nothing(
    `本院在审理${creditor}与${subject}、${other}${base.cause}一案中，申请人${creditor}向本院申请财产保全，请求冻结被申请人名下价值${values.m}的财产，并已提供担保。本院认为，`,
  )
  const fact = (state: 'in force' | 'lifted'): Fact => ({
    is: 'frozen',
    key: of.key,
    property: '存款',
    state,
    ...(state === 'in force' && { amount }),
  })
  const ruling = (
    decided: Said,
    merits: 'open' | 'closed' | 'moved',
    days = 0,
    body: Said = asked,
    more: object = {},
  ): Doc =>
    paper(desk, { ...base, on: daysAfter(on, days), body: [body], decided: [decided], merits, ...more })
  const frozenNow = says(`${put(desk, freezes, values)}${dice.pick(tails)}`, fact('in force'))
  const opened = nothing(`本院受理${creditor}与${subject}${base.cause}一案后，`)
  const preserved = desk.number(place.low, '执保', daysAfter(on, 8))
  const moved = desk.number(place.low, '民初', daysAfter(on, 60))
  const all: Readonly<Record<typeof fate, () => Doc[]>> = {
    frozen: () => [ruling(frozenNow, 'open')],
    'frozen by 执保': () => [
      ruling(frozenNow, 'open'),
      paper(desk, {
        ...base,
        of: preserved,
        body: [nothing(`本院${of.number}民事裁定已送达，现予执行。`)],
        decided: [says(put(desk, freezes, values), fact('in force'))],
      }),
    ],
    'lifted and withdrawn': () => [
      ruling(frozenNow, 'open'),
      ruling(nothing(`准许原告${creditor}撤回起诉。`), 'closed', 30, opened),
      ruling(
        says(put(desk, lifts, values), fact('lifted')),
        'closed',
        35,
        nothing(`申请人${creditor}申请解除保全，`),
      ),
    ],
    'co-defendant frozen': () => [ruling(nothing(put(desk, freezes, { ...values, d: other })), 'open')],
    refused: () => [
      ruling(
        nothing(
          dice.pick([
            `驳回${creditor}的财产保全申请。`,
            `${creditor}申请冻结${subject}存款，未提供担保，本院不予准许，驳回其保全申请。`,
          ]),
        ),
        'open',
      ),
    ],
    jurisdiction: () => [
      ruling(
        nothing(`驳回被告${subject}对本案管辖权提出的异议。`),
        'open',
        0,
        nothing(`${subject}在提交答辩状期间对管辖权提出异议，认为本案应移送其住所地法院审理。`),
      ),
    ],
    stayed: () => [
      ruling(
        nothing('本案中止诉讼。'),
        'open',
        0,
        nothing('本案须以另一案的审理结果为依据，而另一案尚未审结。'),
      ),
    ],
    moved: () => [
      ruling(nothing(`本案移送${moved.court.name}处理。`), 'moved', 0, opened),
      paper(desk, {
        ...base,
        of: moved,
        kind: '判决书',
        body: [nothing(`本案由${of.court.name}${of.number}民事裁定移送本院审理。`)],
        decided: [nothing(`驳回原告${creditor}的诉讼请求。`)],
        merits: 'closed',
      }),
    ],
  }
  return {
    id,
    docs: all[fate](),
    numbers: [of.key, preserved.key, moved.key],
    truth: `${of.key} · pending · ${fate}`,
  }
}
