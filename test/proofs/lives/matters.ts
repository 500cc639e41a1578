import { decidedEnforcement, type Enforcement, type Item } from './debt.ts'
import { enforcementOf } from './enforcing.ts'
import type { Doc, Fact, Lack, Stage, Story } from './facts.ts'
import { type Desk, nothing, paper, put, says } from './paper.ts'
import { type Case, daysAfter, inChinese, sumOf, yuan } from './world.ts'

/** Matters beside ordinary debts: bankruptcy and payment orders. */

export type Tell = (desk: Desk, id: string) => Story

const steps: Readonly<Record<Stage, readonly string[]>> = {
  applied: [
    '{c}以{d}不能清偿到期债务且明显缺乏清偿能力为由，向本院申请对其进行破产清算。本院已立案审查。',
    '本院于{day}收到{c}对{d}提出的破产清算申请，正在审查。',
    '{c}申请{d}破产清算，本院依法组织听证，尚未作出裁定。',
  ],
  refused: [
    '对申请人{c}的申请，不予受理。',
    '申请人{c}提出的破产清算申请不符合受理条件，不予受理。',
    '对{c}申请{d}破产清算一案，本院不予受理。',
    '不予受理{c}对{d}的破产清算申请。',
    '对{c}提出的对{d}进行破产清算的申请，本院不予受理。',
    '{c}的破产清算申请，不予受理。',
  ],
  withdrawn: [
    '准予{c}撤回对被申请人{d}的破产清算申请。',
    '准许申请人{c}撤回对{d}破产清算的申请，本案终结审查。',
    '准许{c}撤回对{d}的破产清算申请。',
    '准许申请人{c}撤回破产申请。',
    '准许{c}撤回申请。',
  ],
  accepted: [
    '一、受理{c}对{d}的破产清算申请；二、指定管理人。',
    '本院受理申请人{c}对被申请人{d}的破产清算申请，债权人应当申报债权。',
    '受理申请人{c}提出的对债务人{d}进行破产清算的申请。',
    '受理{c}对{d}的破产清算申请。',
    '受理申请人{c}对被申请人{d}提出的破产清算申请。',
    '受理{d}破产清算一案。',
    '裁定受理{c}申请{d}破产清算一案。',
  ],
  dismissed: [
    '驳回{c}的破产清算申请，{d}不具备破产原因。',
    '经审查{d}不具备破产原因，驳回{c}对其提出的破产清算申请。',
    '驳回{c}对{d}的破产清算申请。',
    '驳回申请人{c}的破产申请。',
  ],
  declared: [
    '一、确认{d}符合宣告破产的条件；二、宣告{d}破产。',
    '宣告被申请人{d}破产，由管理人变价分配。',
    '宣告{d}破产。',
    '一、宣告{d}破产；二、终止和解程序的申请不予准许。',
    '宣告债务人{d}破产。',
  ],
  reorganised: [
    '一、批准{d}重整计划；二、终止{d}重整程序。',
    '批准{d}管理人制作的重整计划草案，并终止重整程序。',
  ],
  ended: [
    '{d}破产财产已分配完毕，终结破产程序。',
    '终结债务人{d}的破产程序，由管理人办理注销登记。',
    '终结{d}破产程序。',
    '终结{d}的破产清算程序。',
    '一、认可{d}破产财产分配方案；二、终结{d}破产程序。',
  ],
}

/** What a court finds of the debtor, beside sentences that find nothing. */
const lacks: readonly (readonly [string, readonly Lack[]])[] = [
  ['{d}注册资本实缴不足，账面资产不足以清偿全部债务。', ['unpaid_capital', 'insolvent']],
  ['经审计，{d}的资产总额低于负债总额。', ['insolvent']],
  ['本院认为，{d}不能清偿到期债务，明显缺乏清偿能力。', ['unable']],
  ['本院查明，{d}认缴出资未实缴到位。', ['unpaid_capital']],
  ['{c}称{d}早已资不抵债，股东出资未实缴。', []],
  ['现有证据尚不足以证明{d}资不抵债。', []],
  ['资产不足以清偿全部债务或者明显缺乏清偿能力的，可以清理债务。', []],
  ['{d}的查封财产处置后不足以清偿{c}的债权。', []],
  ['{d}是否资不抵债，有待审计。', []],
]

const afterOpening: readonly Stage[] = ['dismissed', 'declared', 'reorganised', 'ended']

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
  const [finding, found] = dice.pick(lacks.filter(([, found]) => stage !== 'dismissed' || found.length === 0))
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
        nothing(before),
        says(
          put(desk, [finding], values),
          ...(isOwn ? found.map((lack): Fact => ({ is: 'found', key: first.key, lack })) : []),
        ),
        nothing(
          `依照《中华人民共和国企业破产法》第二条、第十条规定，${one === 'accepted' ? '债权人应向管理人申报债权，未申报的不得行使权利。' : ''}`,
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
  const docs = afterOpening.includes(stage)
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
  '被申请人{d}自收到本支付令之日起十五日内给付申请人{c}{nature}{m}。',
  '申请人{c}的申请符合规定，被申请人{d}应当自收到本支付令之日起十五日内向其清偿{nature}{m}。',
  '被申请人{d}应在收到本支付令之日起十五日内，偿还申请人{c}{nature}{m}。',
  '特发出如下支付令：被申请人{d}自收到之日起十五日内，向申请人{c}给付{nature}{m}。',
  '被申请人{d}于收到本支付令之日起十五日内一次性支付申请人{c}{nature}{m}。',
  '被申请人{d}应当自收到本支付令之日起十五日内，给付申请人{c}{nature}{m}。',
  '被申请人{d}应自收到本支付令之日起十五日内向申请人{c}支付{nature}{m}。',
  '限被申请人{d}于收到本支付令后十五日内清偿申请人{c}{nature}{m}。',
]
const lapseWords = [
  '终结本案的督促程序，{n}支付令失效。',
  '裁定终结督促程序。{n}支付令自行失效，申请人{c}可以提起诉讼。',
  '被申请人异议成立，终结督促程序，本院发出的{n}支付令自行失效。',
  '终结{c}申请支付令一案的督促程序；{n}支付令自行失效。',
  '本案督促程序终结，{n}支付令失效，转入诉讼程序。',
  '终结本案的督促程序。本院{n}支付令自行失效。',
  '终结督促程序，{n}支付令自行失效。',
  '一、终结本案督促程序；二、{n}支付令自本裁定送达之日起失效。',
]

/** A payment order that stood and was enforced, that nobody opposed as far as is known, or that lapsed and was sued on. */
export const paymentOrder: Tell = (desk, id) => {
  const { dice, place, subject } = desk
  const isLabour = dice.chance(0.4)
  const creditor = isLabour ? desk.person() : desk.company()
  const [suitCause, nature] = isLabour ? ['追索劳动报酬纠纷', '拖欠的劳动报酬'] : ['买卖合同纠纷', '货款']
  const on = daysAfter('2024-03-01', dice.integer(0, 400))
  const of = desk.number(place.low, '民督', on)
  const fate = dice.pick(['enforced', 'silent', 'lapsed', 'lapsed and sued'] as const)
  const amount = sumOf(dice, 10, 90)
  const sum = { item: 1, nature, amount, payers: [subject], payee: creditor }
  const sums: readonly Item[] = [isLabour ? { ...sum, as: 'labour' } : sum]
  const base = {
    ...{ dispute: id, cause: '申请支付令', plaintiffs: [creditor], defendants: [subject] },
    merits: 'closed' as const,
  }
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
  })
  const e =
    fate === 'enforced'
      ? decidedEnforcement(desk, { total: amount, from: daysAfter(on, 30), hasOther: false })
      : undefined
  const docs = e !== undefined ? enforcedOrder(e) : fate === 'silent' ? [] : lapsed()
  const numbers = [of.key, ...docs.map((doc) => doc.of.key)]
  return {
    id,
    docs: [order, ...docs],
    numbers,
    owes: { least: e?.unpaid ?? amount, most: e?.unpaid === 0 ? 0 : amount, ever: amount, undecided: 0 },
    truth: `${of.key} · payment order · ${fate}${isLabour ? ' · labour' : ''}`,
  }

  function enforcedOrder(enforcement: Enforcement): Doc[] {
    return enforcementOf(desk, {
      ...{ id, cause: suitCause, debtor: subject, creditor, first: of, items: sums, enforcement },
      flavour: isLabour ? 'labour' : 'trade',
      decision: 'payment order',
      isSuedByDebtor: false,
    })
  }

  function lapsed(): Doc[] {
    const ended = paper(desk, {
      ...base,
      of,
      kind: '裁定书',
      on: daysAfter(on, 25),
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
        cause: suitCause,
        kind: '判决书',
        body: [told],
        decided: [decided],
      }),
    ]
  }
}
