import { type Debt, type Enforcement, owing } from './debt.ts'
import type { Doc, Fact, Said } from './facts.ts'
import { type Desk, paper, put, says } from './paper.ts'
import * as words from './words.ts'
import { type Case, yuan } from './world.ts'

/** One enforcement as its writers have it at hand. */

export type Values = Readonly<Record<string, string | undefined>>

export interface Run {
  /** What is carried out. */
  readonly decision: Case
  readonly desk: Desk
  readonly debt: Debt
  readonly e: Enforcement
  readonly values: Values
  readonly isAgainst: boolean
}

export const fact = ({ e }: Run, more: object, key = e.of.key): Fact => ({ is: 'enforced', key, ...more })
export const saying = (
  { desk, values }: Run,
  wordings: readonly string[],
  facts: readonly Fact[],
  more: Values = {},
): Said => says(put(desk, wordings, { ...values, ...more }), ...facts)

/** What is beside the debt: of most wordings nothing. */
export function beside(run: Run, wordings: readonly string[], more: Values = {}): Said {
  const wording = run.desk.dice.pick(wordings)
  const matter = words.asides.get(wording)
  const isOwn = matter !== undefined && run.isAgainst
  return saying(run, [wording], isOwn ? [fact(run, { is: 'aside', matter })] : [], more)
}

export const document = (
  { desk, debt }: Run,
  of: Case,
  kind: string,
  on: string,
  body: readonly Said[],
  decided: readonly Said[],
): Doc =>
  paper(desk, {
    ...{ of, kind, on, body, decided, cause: debt.cause, dispute: debt.id },
    plaintiffs: [debt.creditor],
    defendants: owing(debt),
  })

export const opening = (run: Run): Said[] => {
  const { debt, e, desk, values, decision } = run
  const m = yuan(desk.dice, e.target)
  return [
    says(
      `本院在执行${debt.creditor}与${[debt.debtor, debt.other].filter(Boolean).join('、')}${debt.cause}一案中，${put(desk, words.refers, values)}`,
      { is: 'in force', key: decision.key },
    ),
    ...(desk.dice.chance(0.75) ? [saying(run, words.target, [fact(run, { target: e.target })], { m })] : []),
  ]
}
