import type { Debt } from './debt.ts'
import type { Condition, Doc, Said } from './facts.ts'
import { lifting, marking, marksTold } from './marking.ts'
import { type Desk, nothing, put, together } from './paper.ts'
import { beside, document, fact, opening, type Run, saying } from './run.ts'
import * as words from './words.ts'
import { daysAfter, sumOf, yuan } from './world.ts'

/** Judgments take effect when the term of the appeal is over, those of an appeal once they are served. */
const inForceOn = ({ first, appeal }: Debt): string =>
  daysAfter(
    appeal?.again?.of.on ?? appeal?.of.on ?? first.on,
    appeal !== undefined && appeal.again === undefined ? 8 : 25,
  )

/** What enforcement leaves in writing: rulings, decisions of 失信 and 限高, objections, resumed cases. */

export function enforcementOf(desk: Desk, debt: Debt): Doc[] {
  const { enforcement: e } = debt
  if (e === undefined) return []
  const decision = debt.appeal?.result === 'changed' ? debt.appeal.of : (debt.appeal?.again?.of ?? debt.first)
  const name =
    debt.decision === 'payment order'
      ? '支付令'
      : `民事${debt.decision === 'mediated' ? '调解书' : desk.dice.pick(['判决', '判决书'])}`
  const base = `${decision.court.name}${decision.number}${name}`
  const values = {
    d: debt.debtor,
    c: debt.creditor,
    co: debt.other ?? desk.company(),
    x: desk.company(),
    n: e.of.number,
    base,
    other: desk.number(desk.place.low, '执', e.of.on).number,
    day: e.of.on,
    effective: inForceOn(debt),
  }
  const run: Run = { decision, desk, debt, e, values, isAgainst: debt.debtor === desk.subject }
  return [
    ...seizing(run),
    ...marking(run),
    ...objecting(run),
    ...ending(run),
    ...resuming(run),
    ...lifting(run),
  ]
}

/** A ruling at the beginning: an account is taken up to the target. */
function seizing(run: Run): Doc[] {
  const { desk, e } = run
  if (e.fate !== 'open' && desk.dice.chance(0.6)) return []
  const m = yuan(desk.dice, e.target)
  const may = fact(run, { mayTarget: e.target })
  const decided = saying(
    run,
    [
      '冻结、划拨被执行人{d}银行存款{m}。',
      '冻结、扣划被执行人{d}在银行的存款{m}，或查封、扣押其同等价值的财产。',
      '查封、冻结、扣押被执行人{d}价值{m}的财产。',
    ],
    [may],
    { m },
  )
  return [document(run, e.of, '裁定书', daysAfter(e.of.on, 25), opening(run), [decided])]
}

const sums = (run: Run): Said[] => {
  const { e, desk } = run
  const m = (amount: number) => ({ m: yuan(desk.dice, amount) })
  const part = e.collected > 0 && e.collected < e.target
  return [
    ...(part && e.fate !== 'in kind'
      ? [saying(run, words.collected, [fact(run, { collected: e.collected })], m(e.collected))]
      : []),
    ...(e.unpaid > 0 && desk.dice.chance(0.6)
      ? [saying(run, words.unpaid, [fact(run, { unpaid: e.unpaid })], m(e.unpaid))]
      : []),
    ...(desk.dice.chance(0.4) ? [beside(run, words.sumLookAlikes, m(sumOf(desk.dice, 30, 400)))] : []),
  ]
}

const searched = (run: Run): Said => together([nothing('\n本院在执行过程中，'), beside(run, words.searches)])
/** Property that was found, and why nothing comes of it. */
function properties(run: Run): Said[] {
  const { desk } = run
  const b = `${desk.dice.pick(['瑞丰', '泰安', '江海'])}商业银行股份有限公司`
  const condition = desk.dice.pick(kinds)
  const isMortgage = condition === 'mortgaged' || condition === 'claimed by mortgagee'
  const found = fact(run, { is: 'property', condition, ...(isMortgage && { to: b }) })
  return [
    ...(desk.dice.chance(0.6) ? [saying(run, words.properties[condition], [found], { b })] : []),
    ...(desk.dice.chance(0.4) ? [beside(run, words.propertyLookAlikes, { b })] : []),
  ]
}
const kinds = Object.keys(words.properties) as Condition[]

const because = nothing('\n本院认为，应依法结案。依照《中华人民共和国民事诉讼法》第二百六十八条规定，')
const terminated = (run: Run, key = run.e.of.key): Said =>
  saying(run, words.terminated, [fact(run, { state: 'ended_unpaid' }, key)])

/** How the first case of the enforcement ends. */
function ending(run: Run): Doc[] {
  const { e, desk } = run
  const made = (kind: string, body: readonly Said[], decided: Said) => [
    document(run, e.of, kind, e.on, [...opening(run), ...body, because], [decided]),
  ]
  switch (e.fate) {
    case 'open':
      return []
    case 'paid':
      return made('通知书', marksTold(run, true), saying(run, words.paid, [fact(run, { state: 'paid' })]))
    case 'settled':
      return made(
        '裁定书',
        [...marksTold(run, false), nothing(put(desk, words.settled, run.values))],
        saying(run, words.settledEnds, [fact(run, { state: 'ended' })]),
      )
    case 'in kind': {
      const m = yuan(desk.dice, e.collected)
      const taken =
        e.collected > 0 ? [saying(run, words.inKind, [fact(run, { collected: e.collected })], { m })] : []
      return made(
        '裁定书',
        [searched(run), ...properties(run), ...taken, ...sums(run), ...marksTold(run, false)],
        terminated(run),
      )
    }
    case 'paid, co-debtor terminated': {
      const done = saying(
        run,
        ['被执行人{d}已履行完毕其应承担的全部义务。', '被执行人{d}已自动履行完毕。'],
        [fact(run, { state: 'paid', orEnded: true })],
      )
      return made(
        '裁定书',
        [done, ...marksTold(run, true)],
        saying(run, ['对被执行人{co}终结本次执行程序。', '终结对被执行人{co}的本次执行程序。'], []),
      )
    }
    default: {
      const before = e.fate.startsWith('resumed') ? [] : sums(run)
      return made(
        '裁定书',
        [searched(run), ...properties(run), ...before, ...marksTold(run, false)],
        terminated(run),
      )
    }
  }
}

function resuming(run: Run): Doc[] {
  const { e, debt } = run
  if (e.resumed === undefined) return []
  const { resumed } = e
  const resume = saying(run, words.resumes, [fact(run, { resumes: e.of.key }, resumed.key)], {
    old: `本院${e.of.number}`,
    day: e.on,
  })
  const opened = nothing(`本院在执行${debt.creditor}与${debt.debtor}${debt.cause}一案中，`)
  const isPaid = e.fate === 'resumed paid'
  const decided = isPaid
    ? saying(run, words.paid, [fact(run, { state: 'paid' }, resumed.key)])
    : saying(
        run,
        ['冻结、划拨被执行人{d}银行存款{m}。', '拍卖被执行人{d}名下机器设备。'],
        [fact(run, { state: 'open', mayTarget: e.unpaid }, resumed.key)],
        { m: yuan(run.desk.dice, e.unpaid) },
      )
  return [
    document(
      run,
      resumed,
      isPaid ? '通知书' : '裁定书',
      daysAfter(resumed.on, 30),
      [opened, resume, because],
      [decided],
    ),
  ]
}

/** An objection of a stranger: the ruling reports how the enforcement stands, and decides nothing of it. */
function objecting(run: Run): Doc[] {
  const { e, desk, values } = run
  if (e.objection === undefined) return []
  const told = marksTold(run, false)
  const intro = nothing(
    `案外人${values.x}对本院${e.of.number}执行案件中查封的财产提出书面异议。本院受理后依法进行了审查，现已审查终结。\n${values.x}称，被查封的设备系其所有，请求解除查封。\n经查，${put(desk, words.refers, values)}`,
  )
  const decided = nothing(desk.dice.pick([`驳回案外人${values.x}的异议请求。`, `驳回${values.x}的异议。`]))
  return [
    document(run, e.objection, '裁定书', daysAfter(e.objection.on, 20), [intro, ...told, because], [decided]),
  ]
}
