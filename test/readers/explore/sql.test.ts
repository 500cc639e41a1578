import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDossier } from '../../../src/app/dossier.ts'
import { testSeed } from '../../support/dice.ts'
import { sizeOf } from '../../support/forms.ts'
import { childrenOf } from '../../support/processes.ts'
import { sampleHome } from '../../support/sample-home.ts'
import { entranceTo, exploring, reading } from './serving.ts'

const seed = testSeed()

/** Processes of queries that this one started and that are there. */
const started = async (): Promise<number> => (await childrenOf(process.pid, 'query-process')).length

test('the next statement has a process that started before it, which ends with the pages', {
  timeout: 240_000,
}, async () => {
  // Those of the tests before.
  await expect.poll(started, { timeout: 60_000 }).toBe(0)
  {
    await using served = await openDossier({ home: (await sampleHome()).home, env: {} }).explore()
    const get = await reading({ url: served.url, origin: new URL(served.url).origin })
    for (const answer of [42, 43, 44]) {
      expect((await get(`/sql?sql=SELECT+${answer}+AS+answer`)).text).toContain(`>${answer}</td>`)
      await expect.poll(started, { timeout: 60_000 }).toBe(1)
    }
    for (const sql of ['SELECT nothing', 'DROP TABLE runs', "SELECT * FROM read_text('/etc/hostname')"])
      expect(await get(`/sql?${new URLSearchParams({ sql })}`)).toMatchObject({
        status: 422,
        text: expect.stringContaining('role="alert"'),
      })
  }
  await expect.poll(started, { timeout: 60_000 }).toBe(0)
})

/** Megabytes that processes of queries of this one have together. */
async function heldByThem(pids: readonly number[]): Promise<number> {
  const held = await Promise.all(
    pids.map(
      async (pid) =>
        /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1],
    ),
  )
  return held.reduce((sum, kilobytes) => sum + Number(kilobytes ?? 0) / 1e3, 0)
}

/** What the processes of queries take at most, by number and memory, until work is done. */
async function mostWhile<T>(work: Promise<T>): Promise<{ done: T; processes: number; megabytes: number }> {
  const others = new Set(await childrenOf(process.pid, 'query-process'))
  const most = { processes: 0, megabytes: 0 }
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const own = (await childrenOf(process.pid, 'query-process')).filter((pid) => !others.has(pid))
    most.processes = Math.max(most.processes, own.length)
    most.megabytes = Math.max(most.megabytes, await heldByThem(own))
    await sleep(20)
  }
  return { done: await done, ...most }
}

test('25 statements at once have two processes, and one that waits, in 800 MB: ten are answered, the others are asked to come again', {
  timeout: 240_000,
}, async () => {
  const get = await reading(await exploring((await sampleHome()).home, { language: 'en' }))
  // The first have both processes, and take some 250 MB each.
  const large = 'SELECT count(*) AS answer FROM (SELECT range % 2000000 AS k FROM range(3000000) GROUP BY k)'
  const { done, processes, megabytes } = await mostWhile(
    Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        get(
          `${at % 5 === 0 ? '/download?format=csv&' : '/sql?'}${new URLSearchParams({ sql: at < 4 ? large : 'SELECT 42 AS answer' })}`,
        ),
      ),
    ),
  )
  const byStatus = (status: number) => done.filter((answer) => answer.status === status)
  expect([byStatus(200).length, byStatus(503).length]).toEqual([10, 15])
  process.stdout.write(`25 statements: ${processes} processes, ${megabytes.toFixed(0)} MB\n`)
  expect(processes).toBeLessThanOrEqual(3)
  expect(megabytes).toBeLessThan(800)
  for (const { headers, text } of byStatus(503)) {
    expect(headers.get('retry-after')).toBe('5')
    expect(text).toMatch(/gain in 5 seconds/)
  }
  expect((await get('/sql?sql=SELECT+42')).text).toContain('>42</td>')
})

/** A statement, where it is asked, and whether its reader leaves before it is answered. */
const asked = fc.record({
  address: fc.constantFrom('/sql?', '/download?format=csv&', '/download?format=xlsx&'),
  sql: fc.constantFrom(
    ...['SELECT 42 AS a', 'SELECT nothing', "SELECT * FROM read_text('/etc/hostname')"],
    "SELECT repeat('x', 1000) AS x FROM range(500)",
  ),
  isLeft: fc.boolean(),
})
/** Two of them have both processes, a minute long, unless their readers leave. */
const endless = 'SELECT count(*) FROM range(1000000000000) AS r(i) WHERE i % 7 = 3'
const left = { address: '/sql?', sql: endless, isLeft: true }

test.each(
  fc
    .sample(fc.array(asked, { minLength: 9, maxLength: 30 }), {
      numRuns: sizeOf('DOSSIER_TEST_PAGES', { short: 1, long: 10 }),
      seed,
    })
    .map((some) => ({ all: [left, left, ...some] })),
)(
  `statements at once, some of them left, hold up no later one (seed ${seed}, draw %#)`,
  { timeout: 240_000 },
  async ({ all }) => {
    const { url, origin } = await exploring((await sampleHome()).home)
    const { cookie, space } = await entranceTo(url)
    const leave = new AbortController()
    const get = async (
      { address, sql }: Omit<(typeof all)[number], 'isLeft'>,
      signal: AbortSignal | null,
    ) => {
      const page = `${origin}${space}${address}${new URLSearchParams({ sql })}`
      const answer = await fetch(page, { headers: { cookie }, signal }).catch(() => undefined)
      await answer?.text().catch(() => undefined)
      return answer?.status
    }
    const answers = all.map((one) => get(one, one.isLeft ? leave.signal : null))
    // Some find the queue full.
    expect(await Promise.race(answers)).toBe(503)
    leave.abort()
    const soon = AbortSignal.timeout(50_000)
    await expect.poll(() => get({ address: '/sql?', sql: 'SELECT 42 AS a' }, soon)).toBe(200)
    for (const status of await Promise.all(answers)) expect([200, 422, 503, undefined]).toContain(status)
  },
)
