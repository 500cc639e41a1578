import type { Entry, Fact, Story } from './facts.ts'
import { type Desk, nothing, nothingOwed, paper, says } from './paper.ts'
import { daysAfter, inChinese } from './world.ts'

/** What the registration says: its status, its changes, its entries, and equity that is held fast. */

const entry = (on: string, record: Readonly<Record<string, string>>, ...flags: readonly string[]): Entry => ({
  on,
  record,
  says: flags.map((flag) => ({ is: 'flag', flag })),
})

export interface Registered {
  readonly record: Readonly<Record<string, unknown>>
  readonly says: readonly Fact[]
  readonly entries: readonly Entry[]
  readonly truth: string
}

/** Changes of one item: close together they are a sign, far apart none. */
function changes(desk: Desk, item: string, flag: string, named: () => string, last: string) {
  const { dice } = desk
  const count = dice.pick([0, 1, 2, 2, 3])
  const isClose = dice.chance(0.5)
  const days = Array.from({ length: count }, (_, at) => daysAfter('2017-03-01', at * (isClose ? 240 : 1000)))
  const names = [...Array.from({ length: count }, named), last]
  const rows = days.map((day, at) => ({
    变更项: item,
    变更前: names[at],
    变更后: names[at + 1],
    变更时间: inChinese(day),
  }))
  const says: Fact[] = count >= 2 && isClose ? [{ is: 'flag', flag }] : []
  return { rows, says, count }
}

/** What contradicts a deregistration: knowable.ts. */
export const lateSuit = 'a suit after the end'
const statuses = ['存续', '存续', '存续', '在业', '开业', '吊销，未注销', '注销'] as const

export function registered(desk: Desk, capital: number): Registered {
  const { dice, place } = desk
  const status = dice.pick(statuses)
  const head = desk.person()
  const isStale = dice.chance(0.2)
  const last = isStale ? desk.person() : head
  const heads = changes(desk, '法定代表人变更', 'representatives', desk.person, last)
  const seats = changes(
    desk,
    '住所变更',
    'addresses',
    () => `${place.address}人民路${dice.integer(1, 400)}号`,
    `${place.address}长虹路8号`,
  )
  const isContradicted = isStale && heads.count > 0
  const ended = status === '注销' ? '2024-01-01' : undefined
  return {
    record: {
      法定代表人: head,
      注册资本: `${capital / 10_000}万元人民币`,
      成立日期: '2012年5月8日',
      经营状态: status,
      注册地址: `${place.address}长虹路8号`,
      ...(ended && { 核准日期: inChinese(ended) }),
      变更: [...heads.rows, ...seats.rows],
    },
    says: [
      ...heads.says,
      ...seats.says,
      ...(status.startsWith('吊销') ? [{ is: 'flag', flag: 'revoked' } as const] : []),
      ...(ended
        ? ([
            { is: 'flag', flag: 'deregistered' },
            { is: 'contradiction', about: lateSuit },
          ] as const)
        : []),
      ...(isContradicted ? [{ is: 'contradiction', about: 'representative' } as const] : []),
    ],
    entries: entriesOf(desk),
    truth: `registration · ${status}${isContradicted ? ' · representative contradicted' : ''}`,
  }
}

function entriesOf({ dice, company }: Desk): Entry[] {
  const day = daysAfter('2024-02-01', dice.integer(0, 500))
  const some = (...of: Entry[]): Entry[] => (dice.chance(0.25) ? [dice.pick(of)] : [])
  return [
    ...some(
      entry(day, { 风险类型: '经营异常', 内容: '通过登记的住所无法联系', 立案时间: day }, 'irregular'),
      entry(day, { 风险类型: '经营异常', 内容: '未按规定公示年度报告', 立案时间: day, 状态: '已移出' }),
      entry(day, { 风险类型: '严重违法失信企业名单', 立案时间: day, 状态: '已移出' }),
      entry(day, { 风险类型: '严重违法失信企业名单', 立案时间: day }, 'irregular'),
    ),
    ...some(
      entry(
        day,
        { 风险类型: '行政处罚', 内容: '违反大气污染防治法，生态环境局处罚款', 立案时间: day },
        'penalties',
      ),
      entry(day, { 风险类型: '行政处罚', 内容: '税务局对其少缴税款处罚款', 立案时间: day }, 'penalties'),
      entry(day, {
        风险类型: '行政处罚',
        内容: `占道堆放，城市管理局处罚款，投诉人${company()}`,
        立案时间: day,
      }),
    ),
  ]
}

/** Shares in the enterprise that are frozen touch its control; shares that it holds elsewhere do not. */
export function equity(desk: Desk, id: string): Story {
  const { dice, place, subject } = desk
  const of = desk.number(place.low, '执', daysAfter('2025-06-01', dice.integer(0, 300)))
  const fate = dice.pick(['own', 'own by entry', 'own lifted', 'elsewhere', 'elsewhere by entry'] as const)
  const [holder, creditor, other] = [desk.person(), desk.company(), desk.company()]
  const flag: Fact = { is: 'flag', flag: 'frozen_shares', key: of.key }
  const elsewhere: Fact = { is: 'flag', flag: 'frozen_holdings' }
  const base = {
    of,
    dispute: id,
    cause: '买卖合同纠纷',
    kind: '裁定书',
    plaintiffs: [creditor],
    body: [nothing(`本院在执行${creditor}申请执行一案中，查明下列股权可供执行。`)],
  }
  const own = { ...base, defendants: [holder], thirds: [subject] }
  const holds = `${holder}持有的${subject}${dice.integer(20, 80)}%的股权`
  const held = `${subject}持有的${other}${dice.integer(20, 80)}%的股权`
  const share = (text: string, ...facts: Fact[]): Entry => ({
    on: of.on,
    says: facts,
    record: { 风险类型: '股权冻结', 案号: of.number, 执行法院: of.court.name, 立案时间: of.on, 内容: text },
  })
  const freeze = (what: string, more: object, ...facts: Fact[]) =>
    paper(desk, {
      ...base,
      defendants: [subject],
      ...more,
      decided: [says(`冻结被执行人${what}。`, ...facts)],
    })
  const lifted = paper(desk, {
    ...own,
    on: daysAfter(of.on, 90),
    decided: [says(`解除对${holds}的冻结。`, { ...flag, isLifted: true })],
  })
  const docs = {
    own: [freeze(holds, own, flag)],
    'own by entry': [],
    'own lifted': [freeze(holds, own, flag), lifted],
    elsewhere: [freeze(held, {}, elsewhere)],
    'elsewhere by entry': [],
  }[fate]
  const entries =
    fate === 'own by entry'
      ? [share(`股东${holds}被冻结`, flag)]
      : fate === 'elsewhere by entry'
        ? [share(`${held}被冻结`, elsewhere)]
        : []
  const owes = { ...nothingOwed, undecided: fate === 'elsewhere' ? 1 : 0 }
  return { id, docs, entries, owes, numbers: [of.key], truth: `${of.key} · equity · ${fate}` }
}
