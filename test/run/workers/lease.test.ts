import { describe, expect, test } from 'vitest'
import { createLease, LostUnitError } from '../../../src/run/workers/carry-out-unit.ts'

/** A lease by a clock that is moved by hand. */
function leaseAt(renewals: boolean[]) {
  let now = 0
  let asked = 0
  const lease = createLease({
    holdMs: 15_000,
    monotonicMs: () => now,
    renew: async () => {
      asked += 1
      return renewals.shift() ?? false
    },
  })
  return { lease, asked: () => asked, pass: (ms: number) => (now += ms) }
}

describe('a lease', () => {
  test('is asked for once, and holds without asking until it is over', async () => {
    const { lease, asked, pass } = leaseAt([true])
    using _ = lease
    await lease.sure()
    pass(14_999)
    await lease.sure()
    expect(asked()).toBe(1)
  })

  test('that ran out while the process was stopped is asked for before the next attempt, and may be lost', async () => {
    const { lease, pass } = leaseAt([true, false])
    using _ = lease
    await lease.sure()
    pass(15_000)
    await expect(lease.sure()).rejects.toThrow(LostUnitError)
  })

  test('is asked for again once the connection was lost: Redis may have forgotten it', async () => {
    const { lease, asked } = leaseAt([true, true])
    using _ = lease
    await lease.sure()
    lease.doubt()
    await lease.sure()
    expect(asked()).toBe(2)
  })
})
