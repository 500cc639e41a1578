import { describe, expect, test } from 'vitest'
import { noRoom } from '../../src/run/estimate.ts'
import { homeAt } from '../../src/run/home/home.ts'
import { jobOn, litigationOf, worldOf } from '../support/world.ts'

describe('a run that would fill the disk', () => {
  test('calls nothing, says what it needs and what to do, and goes on once there is room', async () => {
    const { run, service } = await worldOf(litigationOf(['d1']))
    const job = jobOn('{ name: 甲公司 }')
    const blocked = await run(job, { freeBytes: async () => 1 << 20 })
    expect(blocked.run.status).toBe('blocked')
    expect(blocked.run.reason).toMatch(
      /has 1 MB free; about \d+ MB are needed for \d+ calls .* Nothing was called\. Make room/,
    )
    expect(blocked.calls.made).toBe(0)
    expect(service.counts.requests).toBe(0)
    const done = await run(job, { freeBytes: async () => 10 * 2 ** 30 })
    expect(done.run.run_id).toBe(blocked.run.run_id)
    expect(done.run.status).not.toBe('blocked')
    expect(done.calls.made).toBeGreaterThan(0)
  })

  test('is told from one that just fits', () => {
    const need = { calls: 10, bytes: 1000 }
    expect(noRoom(need, 1000, homeAt('home'))).toBeNull()
    expect(noRoom(need, 999, homeAt('home'))).toMatchObject({ status: 'blocked' })
  })
})
