import type { MarkTruth } from './debt.ts'
import type { Doc, Fact, Mark, Said } from './facts.ts'
import { nothing, put } from './paper.ts'
import { document, type Run, saying } from './run.ts'
import * as words from './words.ts'

/** 失信 and 限高: imposed, lifted, and told in other rulings. */

const marks: readonly Mark[] = ['dishonest', 'restricted']

const markFact = (run: Run, mark: Mark, isLifted = false): Fact[] =>
  run.isAgainst ? [{ is: 'marked', key: run.e.of.key, mark, ...(isLifted && { isLifted }) }] : []

/** Sentences about the marks as they stand on the day of a ruling, or about others. */
export function marksTold(run: Run, isLate: boolean): Said[] {
  const { desk, e, debt, values } = run
  const { dice } = desk
  const day = e.markedOn
  const isTold = (truth: MarkTruth) => truth === 'standing' || (truth === 'lifted' && !isLate)
  const all = marks.filter((mark) => isTold(e[mark]))
  const told =
    all.length === marks.length
      ? [
          saying(
            run,
            words.both,
            all.flatMap((mark) => markFact(run, mark)),
            { day },
          ),
        ]
      : all.map((mark) => saying(run, papers[mark].tells, markFact(run, mark), { day }))
  const quiet = e.dishonest === 'none' && e.restricted === 'none'
  const denied = quiet && dice.chance(0.4) ? [nothing(put(desk, words.markDenied, values))] : []
  const beside =
    debt.other && dice.chance(0.5)
      ? [nothing(put(desk, words.coDebtorMarked.slice(0, quiet ? 4 : 3), values))]
      : []
  const alike = dice.chance(0.6) ? [nothing(put(desk, words.markLookAlikes, values))] : []
  return [...told, ...denied, ...beside, ...alike]
}

/** Documents that impose a mark, and how others tell of it and lift it. */
const papers = {
  dishonest: {
    kind: '决定书',
    imposes: [
      '将{d}纳入失信被执行人名单。',
      '决定将被执行人{d}列入失信被执行人名单，期限二年。',
      '将被执行人{d}纳入失信被执行人名单库。',
    ],
    tells: words.dishonest,
    lifts: words.dishonestLifted,
  },
  restricted: {
    kind: '限制消费令',
    imposes: [
      '限制被执行人{d}高消费及非生活和工作必需的消费。',
      '对{d}采取限制消费措施，限制其法定代表人不得实施高消费行为。',
      '限制{d}及其法定代表人高消费。',
    ],
    tells: words.restricted,
    lifts: words.restrictedLifted,
  },
}

/** 失信决定书 and 限制消费令, as documents of their own. */
export function marking(run: Run): Doc[] {
  const { e, desk, debt } = run
  const because = nothing(
    `本院于${e.of.on.slice(0, 4)}年立案执行申请执行人${debt.creditor}申请执行${debt.debtor}${debt.cause}一案，因被执行人未按执行通知书指定的期间履行给付义务，`,
  )
  return marks.flatMap((mark) => {
    if (e[mark] === 'none' || !desk.dice.chance(0.35)) return []
    const { kind, imposes } = papers[mark]
    const imposed = saying(run, imposes, markFact(run, mark))
    return [document(run, e.of, kind, e.markedOn, [because], [imposed])]
  })
}

export function lifting(run: Run): Doc[] {
  const { e, debt } = run
  const lifted = marks
    .filter((mark) => e[mark] === 'lifted')
    .map((mark) => saying(run, papers[mark].lifts, markFact(run, mark, true), { day: e.liftedOn }))
  if (lifted.length === 0) return []
  const opened = nothing(`本院执行的${debt.creditor}申请执行${debt.debtor}一案，经审查，`)
  return [document(run, e.of, '决定书', e.liftedOn, [opened], lifted)]
}
