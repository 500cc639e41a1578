import { type Debt, owing } from './debt.ts'
import type { Doc, Fact, Result, Said } from './facts.ts'
import { type Desk, nothing, paper, put, says } from './paper.ts'
import { daysAfter, inChinese, sumOf, yuan } from './world.ts'

/** Judgments of first instance and appeal, written from a debt. */

const pay = [
  '{dr}{d}于{after}之日起十日内支付{cr}{c}{nature}{m}',
  '{dr}{d}于{after}后五日内向{cr}{c}支付{nature}{m}',
  '限{dr}{d}在{after}之日起十日内给付{cr}{c}{nature}{m}',
  '由{dr}{d}于{after}之日起十五日内一次性付清{cr}{c}{nature}{m}',
  '{dr}{d}应在{after}后十日内偿付{cr}{c}{nature}{m}',
  '{dr}{d}于{after}后七日内向{cr}{c}给付{nature}{m}',
  '{dr}{d}在{after}之日起十日内支付{nature}{m}给{cr}{c}',
  '{dr}{d}自{after}之日起三十日内向{cr}{c}清偿{nature}{m}',
]
const running = [
  '',
  '',
  '，并以{m}为基数，自{day}起按全国银行间同业拆借中心公布的一年期贷款市场报价利率计付利息至实际付清之日止',
  '及逾期利息（以{m}为基数，自{day}起至付清之日止，按年利率3.85%计算）',
]
const joint = [
  '{dr}{g}对上述债务承担连带清偿责任',
  '{dr}{g}对本判决{all}确定的债务承担连带清偿责任',
  '{dr}{g}对{dr}{d}的上述付款义务承担连带保证责任',
  '{dr}{g}承担连带清偿责任，承担责任后有权向{dr}{d}追偿',
]
const third = [
  '{dr}{g}对{dr}{d}上述债务不能清偿部分的三分之一承担赔偿责任',
  '{dr}{g}在{dr}{d}不能清偿债务的二分之一范围内承担赔偿责任',
]
/** One of the wordings a debt: what an appeal quotes of the judgment below says the same. */
const sameOf = (wordings: readonly string[], { first }: Debt): string[] => {
  const serial = Number(/(\d+)号/.exec(first.key)?.[1] ?? 0)
  return wordings.filter((_, at) => at === serial % wordings.length)
}
const freed = ['驳回{cr}{c}对{dr}{g}的诉讼请求', '{dr}{g}不承担保证责任']
const claimed = [
  '{c}向本院提出诉讼请求：判令{d}支付{nature}{x}及利息，并承担本案诉讼费、律师费{y}。',
  '{c}诉称，{d}拖欠{nature}{x}，多次催要未果，请求判令立即支付，并申请将其纳入失信被执行人名单。',
  '原告诉请：1.{d}支付{nature}{x}；2.本案诉讼费由{d}负担。',
  '{c}起诉请求：{d}向其支付{x}。事实与理由：{d}至今未付{nature}。',
]
const claimedOfGuarantor = [
  '{c}向本院提出诉讼请求：判令{o}支付{nature}{x}及利息，{d}对上述债务承担连带保证责任。',
  '原告诉请：1.{o}支付{nature}{x}；2.{d}对上述债务承担连带清偿责任；3.本案诉讼费由二被告负担。',
]
const defended = [
  '{d}辩称，已付款{y}，应予扣减；原告的请求没有依据。',
  '{d}未作答辩，亦未提交证据。',
  '{d}辩称，愿意支付{y}，请求驳回其余请求。',
  '{d}经传票传唤无正当理由拒不到庭。',
]
const unproved = ['本院认为，原告提交的证据不足以证明其主张，对其诉讼请求不予支持。']
const reasons = [
  '本院认为，双方之间的合同关系合法有效，{d}未按约履行，应当承担相应责任。',
  '本院认为，依法成立的合同对当事人具有约束力。{d}逾期付款构成违约。',
  '本院认为，原告主张的部分金额缺乏依据，对超出部分不予支持。',
]
const law =
  '依照《中华人民共和国民法典》第五百零九条、第五百七十七条，《中华人民共和国民事诉讼法》第六十七条规定，'

type Items = Debt['items']

const joined = (parts: readonly string[]): string[] => {
  const numerals = ['一', '二', '三', '四', '五', '六']
  return parts.length === 1
    ? [`${parts[0]}。`]
    : parts.map((part, at) => `${numerals[at]}、${part}${at === parts.length - 1 ? '。' : '；'}`)
}

/** The operative part by which the items are to be paid. */
function ordered(desk: Desk, debt: Debt, items: Items, key: string, after: string): Said {
  const { dice } = desk
  const roles = debt.isSuedByDebtor ? { dr: '原告', cr: '被告' } : { dr: '被告', cr: '原告' }
  const isGuarantor = debt.flavour.includes('guarantee')
  const principal = isGuarantor ? debt.other : debt.debtor
  const values = {
    ...roles,
    d: principal,
    c: debt.creditor,
    after,
    g: isGuarantor ? debt.debtor : debt.other,
    all: items.length > 1 ? '第一、二项' : '第一项',
  }
  const sums = items.map(({ nature, amount }) => {
    const m = yuan(dice, amount)
    const day = daysAfter(debt.first.on, -200)
    const tail = debt.flavour === 'trade' ? put(desk, sameOf(running, debt), { m, day }) : ''
    return `${put(desk, debt.flavour === 'set off' ? setOffWordings : pay, { ...values, nature, m })}${tail}`
  })
  const besides = { 'no guarantee': freed, 'void guarantee': sameOf(third, debt) } as Record<string, string[]>
  const beside = debt.other === undefined ? [] : [put(desk, besides[debt.flavour] ?? joint, values)]
  const refused = debt.isSuedByDebtor
    ? [`驳回原告${debt.debtor}的诉讼请求`]
    : dice.chance(0.7)
      ? [`驳回原告${debt.creditor}的其他诉讼请求`]
      : []
  return says(
    joined([...sums, ...beside, ...refused]).join(''),
    { is: 'ordered', key, sums: items },
    { is: 'result', key, results: grantedFor(desk, debt, refused.length > 0) },
  )
}

/** What it means for the enterprise that the claim is granted, in part where the rest is refused. */
function grantedFor({ subject }: Desk, debt: Debt, isInPart: boolean): readonly Result[] {
  if (debt.creditor === subject) return [isInPart ? 'partly' : 'won']
  if (debt.flavour === 'no guarantee') return ['won']
  if (debt.flavour === 'void guarantee') return ['partly', 'lost']
  return [isInPart && !debt.isSuedByDebtor ? 'partly' : 'lost']
}

/** The same where nothing of it is. */
const refusedFor = ({ subject }: Desk, { creditor }: Debt): readonly Result[] =>
  creditor === subject ? ['lost'] : ['won']

const setOffWordings = [
  '原、被告互负债务相互抵销后，{dr}{d}于{after}之日起十日内支付{cr}{c}{nature}{m}',
  '前述款项相互抵销后，{dr}{d}应于{after}后十日内向{cr}{c}支付{m}',
  '经抵销，{dr}{d}于{after}之日起十日内给付{cr}{c}差额{m}',
]

/** Who loses bears the costs, and may appeal: of a guarantor that was freed it is the other one. */
const losing = ({ flavour, debtor, other }: Debt): string =>
  flavour === 'no guarantee' && other !== undefined ? other : debtor

const costs = ({ dice }: Desk, who: string): Said =>
  nothing(`\n案件受理费${dice.integer(300, 9000)}元，由${who}负担。`)

const sidesOf = (debt: Debt) =>
  debt.isSuedByDebtor
    ? { plaintiffs: [debt.debtor], defendants: [debt.creditor] }
    : { plaintiffs: [debt.creditor], defendants: owing(debt) }

/** What is claimed is more than what is ordered, and sums that are set off yield what is ordered. */
const told = (desk: Desk, debt: Debt, items: Items = debt.items): Said[] => {
  const { dice } = desk
  const due = items.reduce((sum, { amount }) => sum + amount, 0)
  const [loss, more] = [sumOf(dice, 20, 200), sumOf(dice, 5, 300)]
  const isDismissed = debt.decision === 'dismissed'
  const values = {
    c: debt.creditor,
    d: debt.debtor,
    o: debt.other,
    nature: debt.items[0]?.nature ?? '款项',
    x: yuan(dice, isDismissed ? sumOf(dice, 900, 2000) : due + loss + more),
    y: yuan(dice, sumOf(dice, 5, 60)),
  }
  const setOff = () =>
    `经审理查明，${debt.debtor}应付货款${yuan(dice, due + loss)}，${debt.creditor}应赔偿质量损失${yuan(dice, loss)}。`
  const found = debt.flavour === 'set off' ? [nothing(setOff())] : []
  const why = put(desk, isDismissed ? unproved : reasons, { ...values, d: losing(debt) })
  const intro = `${sidesOf(debt).plaintiffs[0]}与${sidesOf(debt).defendants.join('、')}${debt.cause}一案，本院受理后，依法适用普通程序公开开庭进行了审理。本案现已审理终结。\n`
  return [
    nothing(intro),
    nothing(put(desk, debt.flavour.includes('guarantee') ? claimedOfGuarantor : claimed, values)),
    nothing(put(desk, defended, values)),
    ...found,
    nothing(`\n${why}${law}`),
  ]
}

function firstInstance(desk: Desk, debt: Debt): Doc {
  const { first, decision, items, id, cause } = debt
  const base = { of: first, dispute: id, cause, ...sidesOf(debt), merits: 'closed' as const }
  if (decision === 'dismissed')
    return paper(desk, {
      ...base,
      kind: '判决书',
      body: told(desk, debt),
      decided: [
        says(`驳回原告${debt.creditor}的诉讼请求。`, {
          is: 'result',
          key: first.key,
          results: refusedFor(desk, debt),
        }),
        costs(desk, debt.creditor),
      ],
    })
  if (decision === 'mediated') {
    const words = `${put(desk, ['{d}于{day}前支付{c}', '{d}欠{c}款项，{d}定于{day}前给付{c}'], { d: debt.debtor, c: debt.creditor, day: daysAfter(first.on, 40) })}`
    const sums = items.map(({ nature, amount }) => `${words}${nature}${yuan(desk.dice, amount)}`)
    const parts = [
      ...sums,
      ...(debt.other ? [`${debt.other}对上述债务承担连带清偿责任`] : []),
      '双方就本案再无其他争议',
    ]
    const agreed = says(
      joined(parts).join(''),
      { is: 'ordered', key: first.key, sums: items },
      { is: 'result', key: first.key, results: ['neutral'] },
    )
    return paper(desk, {
      ...base,
      kind: '调解书',
      body: [
        nothing(`${debt.creditor}与${debt.debtor}${cause}一案，经本院主持调解，当事人自愿达成如下协议：\n`),
      ],
      decided: [agreed],
    })
  }
  return paper(desk, {
    ...base,
    kind: '判决书',
    body: told(desk, debt),
    decided: [ordered(desk, debt, items, first.key, '本判决生效'), costs(desk, losing(debt))],
  })
}

/** The decision of the appeal, as operative part and result. */
function reviewed(desk: Desk, debt: Debt): Said {
  const { appeal, first, items } = debt
  if (appeal === undefined) return nothing('')
  const { court, number, key } = first
  const base = `${court.name}${number}民事判决`
  const fact = (kept: 'all' | number[], sums: Items = []): Fact => ({
    is: 'reviewed',
    key: appeal.of.key,
    of: key,
    kept,
    sums,
  })
  const means = (results: readonly Result[] | 'as below'): Fact => ({
    is: 'result',
    key: appeal.of.key,
    results,
  })
  const stands = (words: readonly string[]) => says(desk.dice.pick(words), fact('all'), means('as below'))
  switch (appeal.result) {
    case 'upheld':
      return stands([
        '驳回上诉，维持原判。',
        `驳回上诉，维持${base}。`,
        '上诉请求不能成立，驳回上诉，维持原判决。',
      ])
    case 'withdrawn':
      return stands([
        `准许${losing(debt)}撤回上诉。`,
        `准许上诉人${losing(debt)}撤回上诉。一审判决自本裁定书送达之日起发生法律效力。`,
        '准许撤回上诉，双方均按原审判决执行。',
      ])
    case 'dismissed':
      return says(
        `一、撤销${base}；二、驳回${debt.creditor}的诉讼请求。`,
        fact([]),
        means(refusedFor(desk, debt)),
      )
    case 'remanded':
      return says(`一、撤销${base}；二、本案发回${court.name}重审。`, fact([]), means(['neutral']))
    case 'changed': {
      const [changed] = appeal.items
      const numeral = ['零', '一', '二', '三'][changed?.item ?? 1]
      const values = {
        dr: '',
        cr: '',
        d: debt.flavour.includes('guarantee') ? debt.other : debt.debtor,
        c: debt.creditor,
        after: '本判决生效',
        nature: changed?.nature,
        m: yuan(desk.dice, changed?.amount ?? 0),
      }
      const kept = items.map(({ item }) => item).filter((item) => item !== changed?.item)
      const joint = debt.other === undefined ? [] : [items.length + 1]
      const stays = [...kept, ...joint].map((item) => `第${['零', '一', '二', '三', '四'][item]}项`)
      const keep = stays.length > 0 ? [`维持${base}${stays.join('、')}`] : []
      const change = desk.dice.pick([
        `变更${base}第${numeral}项为：`,
        `撤销${base}第${numeral}项，改判为：`,
        `将${base}第${numeral}项变更为：`,
      ])
      const rest = desk.dice.chance(0.5) ? [`驳回${losing(debt)}的其他上诉请求`] : []
      return says(
        joined([...keep, `${change}${put(desk, pay, values)}`, ...rest]).join(''),
        fact(kept, appeal.items),
        means(debt.flavour === 'no guarantee' ? ['won', 'partly'] : ['partly']),
      )
    }
  }
}

function appealed(desk: Desk, debt: Debt): Doc[] {
  const { appeal, first, id, cause, creditor } = debt
  if (appeal === undefined) return []
  const { plaintiffs, defendants } = sidesOf(debt)
  const base = `${first.court.name}${first.number}民事判决`
  const appellant = losing(debt)
  const answering = [...plaintiffs, ...defendants].filter((name) => name !== appellant)
  const quoted = ordered(desk, debt, debt.items, first.key, '本判决生效')
  const isRuling = appeal.result === 'remanded' || appeal.result === 'withdrawn'
  const body = [
    nothing(
      `上诉人${appellant}因与被上诉人${answering.join('、')}${cause}一案，不服${base}，向本院提起上诉。本院立案后，依法组成合议庭进行了审理。\n`,
    ),
    nothing(`${appellant}上诉请求：撤销一审判决，改判驳回${creditor}的诉讼请求。`),
    ...(isRuling ? [] : [{ words: `一审法院判决：${quoted.words}\n`, says: quoted.says }]),
    nothing(
      '本院二审查明的事实与一审一致。本院认为，上诉人的上诉请求应依法审查。依照《中华人民共和国民事诉讼法》第一百七十七条规定，',
    ),
  ]
  const common = { dispute: id, cause, merits: 'closed' as const }
  const decision = paper(desk, {
    ...common,
    merits: appeal.result === 'remanded' ? 'moved' : 'closed',
    of: appeal.of,
    kind: isRuling ? '裁定书' : '判决书',
    plaintiffs: [appellant],
    defendants: answering,
    body,
    decided: [reviewed(desk, debt)],
  })
  if (!appeal.again) return [decision]
  const intro = nothing(
    `${plaintiffs[0]}与${defendants.join('、')}${cause}一案，本院于${inChinese(first.on)}作出${first.number}民事判决，${losing(debt)}不服提起上诉，${appeal.of.court.name}于${inChinese(appeal.of.on)}作出${appeal.of.number}民事裁定，撤销原判，发回重审。本院另行组成合议庭进行了审理。\n`,
  )
  const again = paper(desk, {
    ...common,
    of: appeal.again.of,
    kind: '判决书',
    plaintiffs,
    defendants,
    body: [intro, ...told(desk, debt, appeal.again.items)],
    decided: [
      ordered(desk, debt, appeal.again.items, appeal.again.of.key, '本判决生效'),
      costs(desk, losing(debt)),
    ],
  })
  return [decision, again]
}

export const judgmentsOf = (desk: Desk, debt: Debt): Doc[] => [
  firstInstance(desk, debt),
  ...appealed(desk, debt),
]
