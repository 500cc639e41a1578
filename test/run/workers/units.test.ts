import { describe, expect, test } from 'vitest'
import type { PlannedCall } from '../../../src/calls/call.ts'
import type { OperationName } from '../../../src/contract/operations.ts'
import { createBudget } from '../../../src/run/budget.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import type { ExecutorListener } from '../../../src/run/run-options.ts'
import { bringHome } from '../../../src/run/workers/collecting/collect.ts'
import { lotSize, nextLot, payFor } from '../../../src/run/workers/collecting/units.ts'
import { putUnit, shareRun, unitId } from '../../../src/run/workers/shared-folder.ts'
import { temporaryFolder } from '../../support/folder.ts'

const call = (callKey: string, operation: OperationName = 'rh_case_details'): PlannedCall => ({
  callKey,
  operation,
  step: 'details',
  params: { id: callKey },
  sweep: 1,
})
const calls = (count: number) => Array.from({ length: count }, (_, index) => call(`k${index}`))

const sharedRun = {
  ...{ version: 'test', baseUrl: 'http://service', transport: 'http' as const },
  ...{ tools: {}, perSecond: null, costs: {} },
}

describe('units', () => {
  test('have at most 200 calls, and a short batch is cut so that all workers have some of it', () => {
    expect([1, 90, 600, 10_000].map(lotSize)).toEqual([8, 8, 50, 200])
  })

  test('hold calls of one operation, in the order of the plan', () => {
    const backlog = [call('a'), call('b'), call('c', 'rh_ft_search')]
    expect(nextLot(backlog, 200).map(({ callKey }) => callKey)).toEqual(['a', 'b'])
  })

  test('have the name of their calls, in whatever order, of their run and their sweep', () => {
    const [a, b] = [call('a'), call('b')]
    expect(unitId('run', [a, b], 1)).toBe(unitId('run', [b, a], 1))
    const others = [
      unitId('other', [a, b], 1),
      unitId('run', [a, { ...b, sweep: 2 }], 1),
      unitId('run', [a], 1),
      unitId('run', [a, b], 2),
    ]
    expect(new Set([unitId('run', [a, b], 1), ...others]).size).toBe(5)
  })

  test('are paid for before they are given out, with some attempts more, and never beyond the budget', () => {
    const budget = createBudget({ budget: { calls: 105 }, costs: {} })
    expect(payFor(budget, 'rh_case_details', 80)).toEqual({ calls: 80, attempts: 88, usedUp: null })
    expect(payFor(budget, 'rh_case_details', 80)).toMatchObject({ calls: 17, attempts: 17 })
    expect(budget.spent.calls).toBe(105)
    // The first came home: two retries of the eight were made.
    budget.correct('rh_case_details', 82 - 88)
    expect(budget.callsLeft('rh_case_details')).toBe(6)
    expect(payFor(budget, 'rh_case_details', calls(5).length)).toMatchObject({ calls: 5, attempts: 6 })
  })

  test('that no worker took up come home with their calls and all that was paid for them', async () => {
    const home = homeAt(await temporaryFolder())
    const budget = createBudget({ budget: { calls: 105 }, costs: {} })
    const { attempts } = payFor(budget, 'rh_case_details', 3)
    const unit = { id: 'u1', runId: 'r1', attempts, hasAnswered: false, calls: calls(3) }
    await shareRun(home.state.shared, { ...sharedRun, runId: unit.runId }, 'no tombstones')
    await putUnit(home.state.shared, unit)
    const returned: string[] = []
    const listener = { onReturned: (keys: readonly string[]) => returned.push(...keys) }
    const coming = { home, budget, listener: listener as unknown as ExecutorListener, keep: null }
    await bringHome(unit, { ...coming, arrived: new Set(), answered: new Set() })
    expect([returned, budget.spent.calls]).toEqual([['k0', 'k1', 'k2'], 0])
  })
})
