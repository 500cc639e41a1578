import type { Sum } from './facts.ts'
import type { Desk } from './paper.ts'
import { type Case, type Day, daysAfter, sumOf } from './world.ts'

/** A debt from the suit to the last franc, decided before it is written. */

export type Flavour = keyof typeof causes
export type Fate = (typeof enforcedFates)[number]
export type MarkTruth = 'none' | 'standing' | 'lifted'

export interface Enforcement {
  readonly of: Case
  readonly on: Day
  readonly fate: Fate
  readonly target: number
  readonly collected: number
  readonly unpaid: number
  readonly dishonest: MarkTruth
  readonly restricted: MarkTruth
  readonly markedOn: Day
  readonly liftedOn: Day
  readonly resumed?: Case
  readonly objection?: Case
}

export type Item = Sum & { readonly nature: string }

export interface Debt {
  readonly id: string
  readonly flavour: Flavour
  readonly cause: string
  readonly debtor: string
  readonly creditor: string
  /** Who owes beside the debtor; where the enterprise guarantees, the principal debtor. */
  readonly other?: string | undefined
  readonly first: Case
  readonly decision: 'granted' | 'dismissed' | 'mediated' | 'payment order'
  readonly items: readonly Item[]
  readonly appeal?:
    | {
        readonly of: Case
        readonly result: 'upheld' | 'changed' | 'dismissed' | 'remanded' | 'withdrawn'
        readonly items: readonly Item[]
        readonly again?: { readonly of: Case; readonly items: readonly Item[] }
      }
    | undefined
  readonly enforcement?: Enforcement | undefined
  readonly isSuedByDebtor: boolean
}

const causes = {
  trade: [
    ['买卖合同纠纷', '货款', '违约金'],
    ['租赁合同纠纷', '租金', '违约金'],
    ['建设工程施工合同纠纷', '工程款', '利息损失'],
    ['民间借贷纠纷', '借款本金', '利息'],
    ['承揽合同纠纷', '加工费', '逾期付款损失'],
    ['服务合同纠纷', '服务费', '违约金'],
  ],
  owed: [
    ['买卖合同纠纷', '货款', '违约金'],
    ['承揽合同纠纷', '加工费', '利息损失'],
  ],
  labour: [
    ['追索劳动报酬纠纷', '工资', '加班工资'],
    ['劳动合同纠纷', '工资', '经济补偿'],
    ['劳动争议', '经济补偿', '未休年休假工资'],
  ],
  'employer sued': [
    ['劳动争议', '工资', '经济补偿'],
    ['劳动合同纠纷', '违法解除劳动合同赔偿金', '工资'],
  ],
  guarantee: [
    ['金融借款合同纠纷', '借款本金', '利息'],
    ['民间借贷纠纷', '借款本金', '利息'],
    ['保证合同纠纷', '借款本金', '利息'],
  ],
  'void guarantee': [['金融借款合同纠纷', '借款本金', '利息']],
  'no guarantee': [['金融借款合同纠纷', '借款本金', '利息']],
  recourse: [['追偿权纠纷', '代偿款', '利息损失']],
  freight: [['货物运输合同纠纷', '运费', '代理费']],
  'set off': [['买卖合同纠纷', '货款', '质量损失']],
} as const

const enforcedFates = [
  ...(['open', 'terminated', 'terminated', 'terminated', 'in kind', 'paid', 'settled'] as const),
  ...(['resumed paid', 'resumed open', 'paid, co-debtor terminated'] as const),
]

export function decidedDebt(desk: Desk, id: string, flavour: Flavour): Debt {
  const { dice, subject, place } = desk
  const [cause, ...natures] = dice.pick<readonly [cause: string, ...natures: string[]]>(causes[flavour])
  const isLabour = flavour === 'labour' || flavour === 'employer sued'
  const other = isLabour || dice.chance(0.4) ? desk.person() : desk.company()
  const [debtor, creditor] = flavour === 'owed' ? [other, subject] : [subject, other]
  const isGuarantor = flavour.includes('guarantee')
  const beside = isGuarantor || (flavour === 'trade' && dice.chance(0.35)) ? desk.company() : undefined
  const on = daysAfter('2023-03-01', dice.integer(0, 700))
  const base = {
    id,
    flavour,
    cause,
    debtor,
    creditor,
    other: beside,
    isSuedByDebtor: flavour === 'employer sued',
  }
  const first = desk.number(place.low, '民初', on)
  const items = flavour === 'set off' ? setOff(desk, debtor, creditor) : itemsOf(desk, base, natures)
  const decision =
    flavour === 'trade' && dice.chance(0.12)
      ? 'dismissed'
      : flavour === 'trade' && dice.chance(0.15)
        ? 'mediated'
        : 'granted'
  if (decision === 'dismissed') return { ...base, first, decision, items: [] }
  const appeal = decision === 'granted' && dice.chance(0.55) ? appealOf(desk, items, on, first) : undefined
  const owed = finallyOwed({ items, appeal })
  const total = owed
    .filter(({ payers }) => payers.includes(debtor))
    .reduce((sum, { amount }) => sum + amount, 0)
  const from = daysAfter(on, appeal ? 320 : 90)
  const enforcement =
    total > 0 && dice.chance(0.75)
      ? decidedEnforcement(desk, { total, from, hasOther: beside !== undefined })
      : undefined
  return { ...base, first, decision, items, appeal, enforcement }
}

function itemsOf(
  desk: Desk,
  { flavour, debtor, creditor, other }: Pick<Debt, 'flavour' | 'debtor' | 'creditor' | 'other'>,
  natures: readonly string[],
): Item[] {
  const { dice } = desk
  const isLabour = flavour === 'labour' || flavour === 'employer sued'
  const isGuarantee = flavour === 'guarantee'
  const as = isLabour ? 'labour' : isGuarantee || flavour === 'void guarantee' ? 'guarantee' : undefined
  // Who guarantees is ordered to pay in an item of its own; the sums are those of the principal debtor.
  const others = other === undefined ? [] : [other]
  const isOnlyOther = flavour === 'void guarantee' || flavour === 'no guarantee'
  const payers = isOnlyOther ? others : isGuarantee ? [...others, debtor] : [debtor, ...others]
  const count = dice.chance(0.75) ? 2 : 1
  return natures.slice(0, count).map((nature, at) => ({
    item: at + 1,
    nature,
    amount: isLabour ? sumOf(dice, 8, 60) : sumOf(dice, at === 0 ? 60 : 5, at === 0 ? 900 : 50),
    payers,
    payee: creditor,
    ...(as && { as }),
  }))
}

/** One sum that is left of two. */
const setOff = ({ dice }: Desk, debtor: string, creditor: string): Item[] => [
  { item: 1, nature: '款项', amount: sumOf(dice, 40, 300), payers: [debtor], payee: creditor },
]

function appealOf(desk: Desk, items: readonly Item[], on: Day, first: Case): NonNullable<Debt['appeal']> {
  const { dice, place } = desk
  const upheld = ['upheld', 'upheld', 'changed', 'changed', 'dismissed', 'remanded', 'withdrawn'] as const
  const result = dice.pick(upheld)
  const of = desk.number(place.high, '民终', daysAfter(on, dice.integer(80, 140)))
  // A changed judgment has an item that stays and one that is another sum.
  const changed = items
    .filter(({ item }) => item === items.length)
    .map((item) => ({ ...item, amount: Math.floor(item.amount * 0.6) + 0.5 }))
  const isTriedAgain = result === 'remanded' && dice.chance(0.7)
  const again = isTriedAgain
    ? {
        of: desk.number(first.court, '民初', daysAfter(of.on, 110)),
        items: items.map((item) => ({ ...item, amount: Math.floor(item.amount * 0.8) + 1 })),
      }
    : undefined
  return { of, result, items: result === 'changed' ? changed : [], ...(again && { again }) }
}

/** Who owes, in the order of documents: first whom another guarantees. */
export function owing({ flavour, debtor, other }: Debt): string[] {
  if (other === undefined) return [debtor]
  return flavour.includes('guarantee') ? [other, debtor] : [debtor, other]
}

/** What is owed in the end: the enterprise owes these, or is owed. */
export function finallyOwed({ items, appeal }: Pick<Debt, 'items' | 'appeal'>): readonly Item[] {
  switch (appeal?.result) {
    case 'dismissed':
      return []
    case 'remanded':
      return appeal.again?.items ?? []
    case 'changed':
      return [...items.filter(({ item }) => !appeal.items.some((one) => one.item === item)), ...appeal.items]
    default:
      return items
  }
}

export function decidedEnforcement(
  desk: Desk,
  { total, from, hasOther }: { total: number; from: Day; hasOther: boolean },
): Enforcement {
  const { dice, place } = desk
  const fates = enforcedFates.filter((fate) => fate !== 'paid, co-debtor terminated' || hasOther)
  const fate = dice.pick(fates)
  const isWhole = ['paid', 'resumed paid', 'paid, co-debtor terminated'].includes(fate)
  const share = isWhole ? 1 : fate === 'open' || fate === 'settled' ? 0 : dice.pick([0, 0, 0.1, 0.3, 0.6])
  const collected = isWhole ? total : Math.floor(total * share)
  const of = desk.number(place.low, '执', daysAfter(from, dice.integer(10, 60)))
  const on = daysAfter(of.on, dice.integer(90, 160))
  const isMarked = fate !== 'paid' || dice.chance(0.3)
  const mark = (): MarkTruth =>
    !isMarked || dice.chance(0.45) ? 'none' : isWhole ? 'lifted' : dice.chance(0.25) ? 'lifted' : 'standing'
  const resumed = fate.startsWith('resumed')
    ? desk.number(place.low, '执恢', daysAfter(on, dice.integer(60, 120)))
    : undefined
  const objection = dice.chance(0.3) ? desk.number(place.low, '执异', daysAfter(of.on, 60)) : undefined
  return {
    of,
    on,
    fate,
    target: total,
    collected,
    unpaid: Math.round((total - collected) * 100) / 100,
    dishonest: mark(),
    restricted: mark(),
    markedOn: daysAfter(of.on, 45),
    liftedOn: daysAfter(resumed?.on ?? on, 40),
    ...(resumed && { resumed }),
    ...(objection && { objection }),
  }
}
