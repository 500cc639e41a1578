import type { Doc, Fact, Merits, Said } from './facts.ts'
import type { Tell } from './matters.ts'
import { nothing, nothingOwed, paper, put, says } from './paper.ts'
import { daysAfter, places, sumOf, yuan } from './world.ts'

/** Cases that wait for a decision, with property held fast or let go. */

const freezes = [
  '冻结被申请人{d}银行账户内存款{m}。',
  '立即冻结{d}价值{m}的财产。',
  '将被申请人{d}价值{m}的财产予以查封、扣押或冻结。',
  '保全被申请人{d}名下价值{m}的财产，冻结银行存款的期限为一年。',
  '冻结被申请人{d}银行存款{m}或查封、扣押其相应价值的财产。',
  '查封、扣押、冻结被申请人{d}名下价值{m}的财产。',
  '冻结{d}在银行的存款{m}，期限一年。',
  '冻结被申请人{d}在瑞丰商业银行股份有限公司的存款{m}。',
  '对被申请人{d}名下价值{m}的财产采取保全措施。',
]
const lifts = [
  '解除本院对{d}银行账户的冻结。',
  '解除对被申请人{d}价值{m}财产的查封、冻结措施。',
  '对{d}名下财产的保全措施予以解除。',
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

const fates = [
  ...(['frozen', 'frozen by 执保', 'frozen before the suit', 'lifted and withdrawn'] as const),
  ...(['co-defendant frozen', 'refused', 'jurisdiction', 'stayed', 'moved'] as const),
]
type Fate = (typeof fates)[number]

/** A case that waits, with property held fast or let go. */
export const pending: Tell = (desk, id) => {
  const { dice, place, subject } = desk
  const creditor = desk.company()
  const on = daysAfter('2026-01-10', dice.integer(0, 220))
  const of = desk.number(place.low, '民初', on)
  const fate = dice.pick(fates)
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
    state,
    ...(state === 'in force' && { amount }),
  })
  /** Rulings are of the day on which the case was filed, unless they say how many days later. */
  const ruling = (decided: Said, merits: Merits, body = asked, days = 0): Doc =>
    paper(desk, { ...base, on: daysAfter(on, days), body: [body], decided: [decided], merits })
  const stays = nothing('本案中止诉讼。')
  const frozenNow = says(`${put(desk, freezes, values)}${dice.pick(tails)}`, fact('in force'))
  const opened = nothing(`本院受理${creditor}与${subject}${base.cause}一案后，`)
  const preserved = desk.number(place.low, '执保', daysAfter(on, 8))
  const before = desk.number(place.low, '财保', daysAfter(on, -40))
  const moved = desk.number(dice.pick(places.filter((one) => one !== place)).low, '民初', daysAfter(on, 60))
  const all: Readonly<Record<Fate, () => Doc[]>> = {
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
    'frozen before the suit': () => [
      paper(desk, {
        ...base,
        of: before,
        cause: '申请诉前财产保全',
        ...(dice.chance(0.5) && { defendants: [subject] }),
        body: [nothing(`申请人${creditor}于诉前向本院申请财产保全，并已提供担保。本院认为，`)],
        decided: [
          says(put(desk, freezes, values), { ...fact('in force'), key: before.key } as Fact, {
            is: 'preserved',
            key: before.key,
            suit: of.key,
          }),
        ],
      }),
      ruling(
        stays,
        'open',
        nothing(
          dice.chance(0.5)
            ? `诉前，本院作出${before.number}民事裁定，冻结${subject}财产。`
            : '本案须以另一案的审理结果为依据。',
        ),
      ),
    ],
    'lifted and withdrawn': () => [
      ruling(frozenNow, 'open'),
      ruling(nothing(`准许原告${creditor}撤回起诉。`), 'closed', opened, 30),
      ruling(
        says(put(desk, lifts, values), fact('lifted')),
        'closed',
        nothing(`申请人${creditor}申请解除保全，`),
        35,
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
        nothing(`${subject}在提交答辩状期间对管辖权提出异议，认为本案应移送其住所地法院审理。`),
      ),
    ],
    stayed: () => [ruling(stays, 'open', nothing('本案须以另一案的审理结果为依据，而另一案尚未审结。'))],
    moved: () => [
      ruling(nothing(`本案移送${moved.court.name}处理。`), 'moved', opened),
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
    numbers: [of.key, preserved.key, before.key, moved.key],
    owes: { ...nothingOwed, undecided: fate === 'moved' || fate === 'lifted and withdrawn' ? 0 : 1 },
    truth: `${of.key} · pending · ${fate}`,
  }
}
