import type { Allowance, UsedUp } from '../calling/allowance.ts'
import type { SharedRun } from './shared-folder.ts'

/** What a unit may spend: the attempts that its run has paid for. A unit that needs more of them goes back to the run. */
export function createGrant(attempts: number, costs: SharedRun['costs']): Allowance {
  let left = attempts
  const inTheWay = (): UsedUp | null => (left > 0 ? null : usedUp)
  return {
    costOf: (operation) => costs[operation] ?? 0,
    inTheWay,
    take() {
      if (left <= 0) return usedUp
      left -= 1
      return null
    },
  }
}

const usedUp: UsedUp = {
  operation: null,
  message: 'the attempts that the run paid for this unit are made',
  next: 'the run plans what is left of it again',
}
