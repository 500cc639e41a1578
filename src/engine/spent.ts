import type { Spent } from '../warehouse/runs.ts'

export const nothing: Spent = { calls: 0, cost: 0 }

/** Points may have decimals, and 0.1 + 0.2 is more than 0.3. */
export const rounded = (points: number): number => Math.round(points * 1e6) / 1e6

export const sumOf = (all: readonly Spent[]): Spent =>
  all.reduce(
    (sum, { calls, cost }) => ({ calls: sum.calls + calls, cost: rounded(sum.cost + cost) }),
    nothing,
  )
