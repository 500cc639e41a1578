import { type Debt, decidedDebt, type Flavour, finallyOwed } from './debt.ts'
import { enforcementOf } from './enforcing.ts'
import type { Entry, Left, Life, Owes, Story } from './facts.ts'
import { judgmentsOf } from './judging.ts'
import { bankruptcy, paymentOrder } from './matters.ts'
import { type Desk, nothingOwed } from './paper.ts'
import { pending } from './pending.ts'
import { equity, registered } from './register.ts'
import { type Dice, money, naming, numbering, places, throwing } from './world.ts'

/** A world of a seed: each enterprise with its disputes, decided and then written. */

const flavours: readonly Flavour[] = [
  ...(['trade', 'trade', 'trade', 'owed', 'labour', 'employer sued', 'guarantee', 'void guarantee'] as const),
  ...(['no guarantee', 'recourse', 'freight', 'set off'] as const),
]

export function worldOf(seed: number, enterprises: number): Life[] {
  const number = numbering()
  const names = naming(throwing(seed, 'names'))
  const ids = { docs: 0 }
  return Array.from({ length: enterprises }, (_, at) => {
    const dice = throwing(seed, 'life', at)
    const id = `life${seed % 100_000}x${at}`
    const place = dice.pick(places)
    const desk: Desk = {
      dice,
      place,
      number,
      subject: names.company(place.low.city.replace('市', '')),
      company: () => names.company(),
      person: () => names.person(),
      id: () => `${id}d${ids.docs++}`,
    }
    return lifeOf(desk, id)
  })
}

const others = [bankruptcy, paymentOrder, paymentOrder, pending, pending, equity]

function lifeOf(desk: Desk, id: string): Life {
  const { dice, subject } = desk
  const debts = Array.from({ length: dice.integer(1, 4) }, (_, at) =>
    storyOf(desk, decidedDebt(desk, `${subject} ${at}`, dice.pick(flavours))),
  )
  // One bankruptcy at most: a second one would contradict the first.
  const tells = Array.from({ length: dice.integer(0, 3) }, () => dice.pick(others))
  const matters = tells
    .filter((tell, at) => tell !== bankruptcy || tells.indexOf(tell) === at)
    .map((tell, at) => tell(desk, `${subject} m${at}`))
  const stories = [...debts, ...matters]
  const capital = dice.pick([50, 100, 500, 2000, 10_000]) * 10_000
  const register = registered(desk, capital)
  return {
    id,
    name: subject,
    capital,
    docs: stories.flatMap(({ docs }) => docs),
    entries: [...register.entries, ...stories.flatMap(({ entries = [] }) => entries)],
    says: register.says,
    record: { 企业ID: id, 企业名称: subject, ...register.record },
    numbers: Object.fromEntries(stories.map((story) => [story.id, story.numbers])),
    truth: [register.truth, ...stories.map(({ truth }) => truth)],
    owes: stories.map(({ owes = nothingOwed }) => owes).reduce(added),
  }
}

const storyOf = (desk: Desk, debt: Debt): Story => ({
  id: debt.id,
  docs: [...judgmentsOf(desk, debt), ...enforcementOf(desk, debt)],
  entries: entriesOf(desk.dice, debt, desk.subject),
  numbers: numbersOf(debt),
  truth: inShort(debt),
  owes: debt.debtor === desk.subject ? owedOf(debt) : nothingOwed,
})

const added = (a: Owes, b: Owes): Owes => ({
  least: a.least + b.least,
  most: a.most + b.most,
  ever: a.ever + b.ever,
  undecided: a.undecided + b.undecided,
})

/** What the debtor owes in the end; who answers for a share of what another cannot pay owes a third or a half. */
function owedOf({ flavour, items, appeal, debtor, enforcement: e }: Debt): Owes {
  const total = (of: Debt['items']) => of.reduce((sum, { amount }) => sum + amount, 0)
  const ever = total(items)
  // What is claimed is owed at most: its text says how much.
  const claimed = appeal?.result === 'remanded' ? Number.POSITIVE_INFINITY : ever
  if (appeal?.result === 'remanded' && appeal.again === undefined)
    return { ...nothingOwed, most: claimed, ever: claimed }
  if (flavour === 'no guarantee') return { ...nothingOwed, ever: claimed }
  if (e !== undefined)
    return { least: e.unpaid, most: e.unpaid === 0 ? 0 : e.target, ever: claimed, undecided: 0 }
  const owed = finallyOwed({ items, ...(appeal && { appeal }) })
  if (flavour === 'void guarantee')
    return {
      least: total(owed) / 3 - 1,
      most: appeal?.result === 'dismissed' ? 0 : total(items) / 2 + 1,
      ever: claimed,
      undecided: 0,
    }
  const own = total(owed.filter(({ payers }) => payers.includes(debtor)))
  return { least: own, most: own, ever: claimed, undecided: 0 }
}

const numbersOf = ({ first, appeal, enforcement: e }: Debt): string[] =>
  [first, appeal?.of, appeal?.again?.of, e?.of, e?.resumed, e?.objection].flatMap((of) =>
    of ? [of.key] : [],
  )

const inShort = ({ flavour, first, decision, appeal, enforcement: e }: Debt): string =>
  [
    first.key,
    flavour,
    decision,
    appeal?.result,
    e && `${e.fate} ${e.collected}/${e.target} 失信 ${e.dishonest} 限高 ${e.restricted}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Entries of the registration about an enforcement against the enterprise. */
function entriesOf(dice: Dice, { enforcement: e, debtor }: Debt, subject: string): Entry[] {
  if (e === undefined || debtor !== subject) return []
  const { key, number, court, on } = e.of
  const record = (kind: string, more: object = {}) => ({
    风险类型: kind,
    案号: number,
    执行法院: court.name,
    立案时间: on,
    ...more,
  })
  const target = { 执行标的: money(e.target) }
  const mark = (kind: string, name: 'dishonest' | 'restricted'): Entry[] =>
    e[name] === 'none' || dice.chance(0.5)
      ? []
      : e[name] === 'standing'
        ? [{ record: record(kind), on: e.markedOn, says: [{ is: 'marked', key, mark: name }] }]
        : [
            {
              record: record(kind, { 状态: dice.pick(['已移除', '已解除', '已屏蔽']) }),
              on: e.liftedOn,
              says: [{ is: 'marked', key, mark: name, isLifted: true }],
            },
          ]
  const enforced = (record: Entry['record'], on: string, more: object = {}): Entry[] =>
    dice.chance(0.4) ? [{ record, on, says: [{ is: 'enforced', key, target: e.target, ...more }] }] : []
  return [
    ...enforced(record('被执行人', target), on),
    ...mark('失信被执行人', 'dishonest'),
    ...mark('限制高消费', 'restricted'),
    ...(e.fate === 'terminated'
      ? enforced(record('终本案件', { ...target, 未履行金额: money(e.unpaid), 终本日期: e.on }), e.on, {
          unpaid: e.unpaid,
          state: 'ended_unpaid',
        })
      : []),
  ]
}

/** What is left of a life: most of it, and now and then all. */
export function leftOf(seed: number, life: Life): Left {
  const dice = throwing(seed, 'left', life.id)
  const isWhole = dice.chance(0.3)
  const listed = life.docs.filter(() => isWhole || dice.chance(0.9)).map(({ id }) => id)
  const held = listed.filter(() => isWhole || dice.chance(0.7))
  return {
    listed: new Set(listed),
    held: new Set(held),
    entries: life.entries.filter(() => isWhole || dice.chance(0.8)),
  }
}
