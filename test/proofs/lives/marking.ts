import type { MarkTruth } from './debt.ts'
import type { Doc, Fact, Mark, Said } from './facts.ts'
import { nothing, put } from './paper.ts'
import { document, type Run, saying } from './run.ts'
import * as words from './words.ts'

/** 失信 and 限高: imposed, lifted, and told in other rulings. */

const markFact = (run: Run, mark: Mark, isLifted = false): Fact[] =>
  run.isAgainst ? [{ is: 'marked', key: run.e.of.key, mark, ...(isLifted && { isLifted }) }] : []

/** Sentences about the marks as they stand on the day of a ruling, or about others. */
export function marksTold(run: Run, isLate: boolean): Said[] {
  const { desk, e, debt, values } = run
  const { dice } = desk
  const day = e.markedOn
  const isTold = (truth: MarkTruth) => truth === 'standing' || (truth === 'lifted' && !isLate)
  const [bad, limited] = [isTold(e.dishonest), isTold(e.restricted)]
  const told =
    bad && limited
      ? [saying(run, words.both, [...markFact(run, 'dishonest'), ...markFact(run, 'restricted')], { day })]
      : [
          ...(bad ? [saying(run, words.dishonest, markFact(run, 'dishonest'), { day })] : []),
          ...(limited ? [saying(run, words.restricted, markFact(run, 'restricted'), { day })] : []),
        ]
  const quiet = e.dishonest === 'none' && e.restricted === 'none'
  const denied = quiet && dice.chance(0.4) ? [nothing(put(desk, words.markDenied, values))] : []
  const beside =
    debt.other && dice.chance(0.5)
      ? [nothing(put(desk, words.coDebtorMarked.slice(0, quiet ? 4 : 3), values))]
      : []
  const alike = dice.chance(0.6) ? [nothing(put(desk, words.markLookAlikes, values))] : []
  return [...told, ...denied, ...beside, ...alike]
}

/** 失信决定书 and 限制消费令, as documents of their own. */
export function marking(run: Run): Doc[] {
  const { e, desk } = run
  const day = e.markedOn
  const of = (mark: Mark, truth: MarkTruth, kind: string, wordings: readonly string[]) =>
    truth !== 'none' && desk.dice.chance(0.35)
      ? [
          document(
            run,
            e.of,
            kind,
            day,
            [
              nothing(
                `本院于${e.of.on.slice(0, 4)}年立案执行申请执行人${run.debt.creditor}申请执行${run.debt.debtor}${run.debt.cause}一案，因被执行人未按执行通知书指定的期间履行给付义务，`,
              ),
            ],
            [saying(run, wordings, markFact(run, mark))],
          ),
        ]
      : []
  return [
    ...of('dishonest', e.dishonest, '决定书', [
      '将{d}纳入失信被执行人名单。',
      '决定将被执行人{d}列入失信被执行人名单，期限二年。',
      '将被执行人{d}纳入失信被执行人名单库。',
    ]),
    ...of('restricted', e.restricted, '限制消费令', [
      '限制被执行人{d}高消费及非生活和工作必需的消费。',
      '对{d}采取限制消费措施，限制其法定代表人不得实施高消费行为。',
      '限制{d}及其法定代表人高消费。',
    ]),
  ]
}

export function lifting(run: Run): Doc[] {
  const { e } = run
  const all = [
    ...(e.dishonest === 'lifted'
      ? [saying(run, words.dishonestLifted, markFact(run, 'dishonest', true), { day: e.liftedOn })]
      : []),
    ...(e.restricted === 'lifted'
      ? [saying(run, words.restrictedLifted, markFact(run, 'restricted', true), { day: e.liftedOn })]
      : []),
  ]
  if (all.length === 0) return []
  return [
    document(
      run,
      e.of,
      '决定书',
      e.liftedOn,
      [nothing(`本院执行的${run.debt.creditor}申请执行${run.debt.debtor}一案，经审查，`)],
      all,
    ),
  ]
}
