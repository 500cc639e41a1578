import { type Debt, decidedDebt, type Flavour } from './debt.ts'
import { enforcementOf } from './enforcing.ts'
import type { Doc, Entry, Left, Life } from './facts.ts'
import { judgmentsOf } from './judging.ts'
import type { Desk } from './paper.ts'
import { type Dice, money, naming, numbering, places, throwing } from './world.ts'

/** A world of a seed: each enterprise with its disputes, decided and then written. */

const flavours: readonly Flavour[] = [
  'trade',
  'trade',
  'trade',
  'owed',
  'labour',
  'employer sued',
  'guarantee',
  'void guarantee',
  'no guarantee',
  'recourse',
  'freight',
  'set off',
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

function lifeOf(desk: Desk, id: string): Life {
  const { dice, subject } = desk
  const debts = Array.from({ length: dice.integer(2, 5) }, (_, at) =>
    decidedDebt(desk, `${subject} ${at}`, dice.pick(flavours)),
  )
  const docs = debts.flatMap((debt) => [...judgmentsOf(desk, debt), ...enforcementOf(desk, debt)])
  const entries = debts.flatMap((debt) => entriesOf(dice, debt, subject))
  const capital = dice.pick([50, 100, 500, 2000, 10_000]) * 10_000
  return {
    id,
    name: subject,
    capital,
    docs,
    entries,
    says: [],
    record: {
      企业ID: id,
      企业名称: subject,
      法定代表人: desk.person(),
      注册资本: `${capital / 10_000}万元人民币`,
      成立日期: '2012年5月8日',
      经营状态: '存续',
      注册地址: `${desk.place.address}长虹路${dice.integer(1, 300)}号`,
    },
    numbers: Object.fromEntries(debts.map((debt) => [debt.id, numbersOf(debt)])),
    truth: debts.map(inShort),
  }
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
  const isEnded = e.fate === 'terminated'
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
  return [
    ...(dice.chance(0.4)
      ? [
          {
            record: record('被执行人', target),
            on,
            says: [{ is: 'enforced' as const, key, target: e.target }],
          },
        ]
      : []),
    ...mark('失信被执行人', 'dishonest'),
    ...mark('限制高消费', 'restricted'),
    ...(isEnded && dice.chance(0.4)
      ? [
          {
            record: record('终本案件', { ...target, 未履行金额: money(e.unpaid), 终本日期: e.on }),
            on: e.on,
            says: [
              {
                is: 'enforced' as const,
                key,
                target: e.target,
                unpaid: e.unpaid,
                state: 'ended_unpaid' as const,
              },
            ],
          },
        ]
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

export const lifeRecords = (lives: readonly Life[]): readonly Doc[] => lives.flatMap(({ docs }) => docs)
