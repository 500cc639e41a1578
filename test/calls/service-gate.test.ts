import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openServiceGate } from '../../src/calls/pace/gate.ts'
import { recallRate, rememberRate, worthRemembering } from '../../src/calls/pace/rate.ts'
import { homeAt } from '../../src/run/home/home.ts'
import type { Progress } from '../../src/run/progress.ts'
import { effects } from '../support/attempt.ts'
import { temporaryFolder } from '../support/folder.ts'
import { jobOn, litigationOf, numbered, worldOf } from '../support/world.ts'

const origin = 'https://api.example.com'
const now = new Date('2026-03-10T00:00:00.000Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
const ratesFile = async () => join(await temporaryFolder(), 'rates.json')

describe('the rate that a service took', () => {
  test('is kept by the service, for the owner only, and recalled', async () => {
    const file = await ratesFile()
    const rate = { perSecond: 12.5, refusedAt: daysAgo(1) }
    await rememberRate(file, origin, rate, now)
    await rememberRate(file, 'https://other.example.com', { ...rate, perSecond: 3 }, now)
    expect(await recallRate(file, origin, now)).toEqual(rate)
    expect(await recallRate(file, 'https://third.example.com', now)).toBeUndefined()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('counts for seven days after the last refusal, and is then forgotten', async () => {
    const file = await ratesFile()
    for (const days of [7.1, -7.1, 7]) {
      const of = days === 7 ? origin : 'https://old.example.com'
      await rememberRate(file, of, { perSecond: 3, refusedAt: daysAgo(days) }, now)
      expect((await recallRate(file, of, now))?.perSecond).toBe(days === 7 ? 3 : undefined)
    }
    expect(Object.keys(JSON.parse(await readFile(file, 'utf8')))).toEqual([origin])
  })

  test.each([
    '',
    'null',
    '[]',
    '{"https://api.example.com":7}',
    '{"https://api.example.com":{"perSecond":-1,"refusedAt":"2026-03-09T00:00:00Z"}}',
    '{"https://api.example.com":{"perSecond":5,"refusedAt":"yesterday"}}',
  ])('is none where the file holds %j', async (content) => {
    const file = await ratesFile()
    await writeFile(file, content)
    expect(await recallRate(file, origin, now)).toBeUndefined()
  })

  test('is not kept where the service never refused for speed, nor where it cannot be', async () => {
    const file = await ratesFile()
    const { pace, remember } = await openServiceGate({
      perSecond: 40,
      baseUrl: origin,
      ratesFile: file,
      effects,
    })
    await remember()
    await expect(stat(file)).rejects.toThrow('ENOENT')
    pace.pause(0)
    await remember()
    expect((await recallRate(file, origin, effects.now()))?.perSecond).toBe(28)
    // A run that cannot leave it is as good as any.
    await rm(dirname(file), { recursive: true })
    await remember()
  })

  test.each([
    ['nothing was cut and nothing is remembered', undefined, { provenPerSecond: 40, cuts: 0 }, undefined],
    [
      'it was cut',
      undefined,
      { provenPerSecond: 28, cuts: 1 },
      { perSecond: 28, refusedAt: now.toISOString() },
    ],
    ['it climbed', 12, { provenPerSecond: 30, cuts: 0 }, { perSecond: 30, refusedAt: daysAgo(2) }],
    ['the job’s own rate is lower', 12, { provenPerSecond: 5, cuts: 0 }, undefined],
  ] as const)('when %s', (_, perSecond, gate, expected) => {
    const memory = perSecond === undefined ? undefined : { perSecond, refusedAt: daysAgo(2) }
    expect(worthRemembering(memory, gate, now)).toEqual(expected)
  })
})

describe('a run at 20 a second against a service that takes 10', () => {
  test('ends complete after few refusals, and the next one begins at the rate that worked', async () => {
    const job = jobOn().replace('unlimited', '20')
    const accessLog = join(await temporaryFolder(), 'access.ndjson')
    // Enough for two cuts, 20 → 14 → 9.8: after one, the next run's first call may still be one too many for this second.
    const files = litigationOf(numbered(26), { yyft: [], content: '判决如下：驳回诉讼请求。' })
    const { home, url, run } = await worldOf(files, { perSecond: 10, accessLog })
    const refused = async () => {
      const entries = (await readFile(accessLog, 'utf8')).trimEnd().split('\n')
      return entries.filter((line) => JSON.parse(line).http_status === 429).length
    }
    const heldTo: Progress['heldTo'][] = []
    const onProgress = (progress: Progress) => void heldTo.push(progress.heldTo)
    const first = await run(job, { onProgress })
    expect(first.run).toMatchObject({ status: 'complete', reason: null })
    expect(first.documents).toMatchObject({ listed: 26, withFullText: 26 })
    expect(await refused()).toBeGreaterThan(0)
    expect(await refused()).toBeLessThanOrEqual(12)
    const kept = JSON.parse(await readFile(homeAt(home).state.rates, 'utf8'))[url]
    expect(kept.perSecond).toBeLessThanOrEqual(heldTo.at(-1) ?? 0)
    expect(kept.perSecond).toBeLessThan(20)

    const before = await refused()
    heldTo.length = 0
    const began = performance.now()
    let toldAfterMs = Number.POSITIVE_INFINITY
    const second = await run(job, {
      onProgress(progress) {
        toldAfterMs = Math.min(toldAfterMs, performance.now() - began)
        onProgress(progress)
      },
    })
    expect(second.run.status).toBe('complete')
    // It grows by one a second: on a busy machine some seconds pass before the first call has landed.
    expect(heldTo[0]).toBeGreaterThanOrEqual(kept.perSecond)
    expect(heldTo[0]).toBeLessThan(kept.perSecond + 1 + toldAfterMs / 1000)
    expect(await refused()).toBe(before)
  })
})
