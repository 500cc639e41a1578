import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noRoom } from '../../src/run/estimate.ts'
import { homeAt } from '../../src/run/home/home.ts'
import { temporaryFolder } from '../support/folder.ts'
import { enterprise, listed } from '../support/records.ts'
import { runHere, serveCorpus, writeCorpus } from '../support/run.ts'

const job = `pipeline: enterprise-due-diligence
enterprises: [{ name: 甲公司 }]
rate: { perSecond: unlimited }
exports: []
`

describe('a run that would fill the disk', () => {
  test('calls nothing, says what it needs and what to do, and goes on once there is room', async () => {
    const folder = await temporaryFolder()
    const corpus = await writeCorpus(join(folder, 'corpus'), {
      enterprises: [enterprise('e1', '甲公司')],
      'enterprise-documents': [listed('e1', 'd1')],
    })
    const { url, counts } = await serveCorpus(corpus)
    const home = join(folder, 'home')
    const blocked = await runHere({ home, job, url, freeBytes: async () => 1 << 20 })
    expect(blocked.run.status).toBe('blocked')
    expect(blocked.run.reason).toMatch(
      /has 1 MB free; about \d+ MB are needed for \d+ calls .* Nothing was called\. Make room/,
    )
    expect(blocked.calls.made).toBe(0)
    expect(counts.requests).toBe(0)
    const done = await runHere({ home, job, url, freeBytes: async () => 10 * 2 ** 30 })
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
