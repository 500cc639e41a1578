import type { Kind, Stage } from './outcomes.ts'

interface StageWords {
  readonly stage: Stage
  readonly weight: number
  readonly kinds: readonly { readonly kind: Kind; readonly weight: number }[]
}

const kinds = (...rows: readonly (readonly [Kind, number])[]): StageWords['kinds'] =>
  rows.map(([kind, weight]) => ({ kind, weight }))

/** Procedures of domain.md 5, and in each the kinds of document that make 50% rulings and 45% judgments of all. */
export const stages: readonly StageWords[] = [
  {
    stage: 'first',
    weight: 55,
    kinds: kinds(['判决书', 57], ['裁定书', 40], ['调解书', 2], ['决定书', 1]),
  },
  { stage: 'second', weight: 17, kinds: kinds(['判决书', 75], ['裁定书', 25]) },
  { stage: 'enforcement', weight: 20, kinds: kinds(['裁定书', 92], ['通知书', 4], ['决定书', 4]) },
  { stage: 'retrial', weight: 3, kinds: kinds(['裁定书', 70], ['判决书', 30]) },
  { stage: 'other', weight: 5, kinds: kinds(['裁定书', 70], ['支付令', 20], ['决定书', 10]) },
]
