import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectRedis, type Redis } from '../../../src/run/workers/redis.ts'
import { SharedGate, watchReached } from '../../../src/run/workers/shared-gate.ts'
import { SharedRate } from '../../../src/run/workers/shared-rate.ts'
import { openUnitQueue } from '../../../src/run/workers/unit-queue.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { hasProgram } from '../../support/programs.ts'
import { farAway, type OwnRedis, ownRedis } from '../../support/redis.ts'
import { mostIn, startOf, startsOf } from '../../support/starts.ts'
import { apiKey, mostInASecond, untilAsked, workersWorld } from './world.ts'

const monotonicMs = () => performance.now()
const silent = () => undefined

async function connected(redis: OwnRedis) {
  const client = await redis.connect()
  onTestFinished(async () => client.disconnect())
  return client
}

async function gateAt(redis: Redis, ceiling: number, onTrouble: (error: Error) => void = silent) {
  const reached = watchReached(redis, monotonicMs)
  const gate = await SharedGate.open({ redis, reached, scope: 'test', ceiling, monotonicMs, onTrouble })
  onTestFinished(() => gate[Symbol.asyncDispose]())
  return gate
}

describe.skipIf(!hasProgram('redis-server'))('at a Redis', () => {
  test('that may lose units nothing is begun, and each setting says how it is put right', async () => {
    const redis = await ownRedis(onTestFinished, ['--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru'])
    const env = {
      DOSSIER_REDIS_URL: redis.url,
      DOSSIER_API_KEY: apiKey,
      DOSSIER_BASE_URL: 'http://127.0.0.1:1',
    }
    const told = await cli(['worker', '--home', await temporaryFolder()], env)
    expect(told).toMatchObject({ code: 6, notes: expect.stringContaining('CONFIG SET appendonly yes') })
  })

  test('that is not there says what was expected', async () => {
    const env = { DOSSIER_API_KEY: apiKey, DOSSIER_BASE_URL: 'http://127.0.0.1:1' }
    const told = await cli(['worker', '--home', await temporaryFolder()], env)
    expect(told).toMatchObject({ code: 2, notes: expect.stringContaining('DOSSIER_REDIS_URL') })
  })

  test('three gates give out one rate together, and a refusal slows all of them', {
    timeout: 30_000,
  }, async () => {
    const redis = await ownRedis(onTestFinished)
    const clients = await Promise.all([1, 2, 3].map(() => connected(redis)))
    const gates = await Promise.all(clients.map((client) => gateAt(client, 100)))
    const starts = (await Promise.all(gates.map((gate) => startsOf(gate, { count: 50, callers: 2 })))).flat()
    expect(mostIn(starts, 1000)).toBeLessThanOrEqual(100)

    await gates[0]?.rate.refused(1_000)
    for (const { rate } of gates) await rate.refresh()
    expect(gates.map(({ rate }) => Math.round(rate.perSecond))).toEqual([70, 70, 70])
    expect(gates.every(({ rate }) => rate.closedMs > 500)).toBe(true)
  })

  test('that is far away workers start slower, say so, and keep the rate together with one that is near', {
    timeout: 30_000,
  }, async () => {
    const redis = await ownRedis(onTestFinished)
    const far = await connectRedis(await farAway(redis, 30, onTestFinished))
    onTestFinished(async () => far.disconnect())
    const told: string[] = []
    const distant = await gateAt(far, 20, ({ message }) => void told.push(message))
    const near = await gateAt(await connected(redis), 20, ({ message }) => void told.push(message))
    await startOf(distant)
    expect(told).toEqual([
      expect.stringMatching(/^Redis took \d+ ms or longer.*% of the rate.*near their Redis/),
    ])
    expect(distant.rate.wayMs).toBeGreaterThanOrEqual(90)
    const [ofDistant = [], ofNear = []] = await Promise.all([
      startsOf(distant, { count: 6, callers: 2 }),
      startsOf(near, { count: 24, callers: 2 }),
    ])
    const starts = [...ofDistant, ...ofNear].sort((a, b) => a - b)
    expect(mostIn(starts, 1000)).toBeLessThanOrEqual(20)
    expect([ofDistant.length, ofNear.length]).toEqual([6, 24])
    expect(told).toHaveLength(1)
  })

  test('a start whose request leaves late counts from then on, for all gates', async () => {
    const redis = await ownRedis(onTestFinished)
    const lists = await connected(redis)
    const gate = await gateAt(await connected(redis), 5)
    const counted = async () => (await lists.lrange('dossier:starts:test', 0, -1)).map(Number)
    const inTime = await gate.start()
    inTime()
    // On a busy machine this one is late too, and has been counted again by now.
    await gate.rate.refresh()
    const [first = 0] = await counted()
    const late = await gate.start()
    const began = monotonicMs()
    while (monotonicMs() - began <= 2 * gate.rate.wayMs) await turn()
    // What comes after may make the way longer.
    const { wayMs } = gate.rate
    late()
    await gate.rate.refresh()
    const [newest = 0, oldest = 0, ...others] = await counted()
    expect(others).toEqual([])
    expect(oldest).toBe(first)
    expect(newest - oldest).toBeGreaterThan(2 * wayMs)
  })

  test('what was learnt of a rate is there for whoever comes later', async () => {
    const redis = await ownRedis(onTestFinished)
    const options = { scope: 'test', ceiling: Number.POSITIVE_INFINITY, monotonicMs }
    const first = await SharedRate.open({ ...options, redis: await connected(redis) })
    for (let count = 0; count < 50; count += 1) expect(await first.start()).toMatchObject({ given: true })
    await first.refused(1_000)
    await first.farther(400)
    expect(first.wayMs).toBe(400)
    await first.farther(5_000)
    const second = await SharedRate.open({ ...options, redis: await connected(redis) })
    expect(second.perSecond).toBeCloseTo(35)
    expect(second.wayMs).toBe(1_000)
    expect(await second.start()).toMatchObject({ given: false })
  })

  test('a unit that is taken back is nobody else’s', async () => {
    const redis = await ownRedis(onTestFinished)
    const queue = await openUnitQueue('units', await connected(redis), { onEnded: silent, onTrouble: silent })
    onTestFinished(() => queue[Symbol.asyncDispose]())
    await queue.put([
      { runId: 'r', id: 'a' },
      { runId: 'r', id: 'b' },
      { runId: 'r', id: 'b' },
    ])
    expect(await queue.takeBack('a')).toBe(true)
    expect([...(await queue.known(['a', 'b']))]).toEqual(['b'])
  })

  test('a run is killed and goes on: its rate holds, nothing is asked twice, the key is nowhere, and a worker that is stopped gives back', {
    timeout: 90_000,
  }, async () => {
    const world = await workersWorld(onTestFinished, { documents: 80, seed: 5, perSecond: 15 })
    const cut = await world.run('spread', 'redis', 'budget: { calls: 50 }\n')
    const first = world.worker('spread')
    await untilAsked(world, 20)
    await cut.kill()
    first.process.kill('SIGTERM')
    expect(await first.ended).toMatchObject({ code: 0 })

    const second = world.worker('spread')
    await second.note('takes units')
    const resumed = await world.run('spread', 'redis', 'budget: { calls: 50 }\n')
    expect(await resumed.ended, resumed.notes()).toMatchObject({ code: 3 })
    expect(resumed.notes()).toContain('resuming')
    const requests = await world.requests()
    expect(mostInASecond(requests)).toBeLessThanOrEqual(15)
    const { attempts, lost } = await world.ledger('spread')
    expect({ requests: requests.length, lost }).toEqual({ requests: attempts, lost: 0 })
    expect(attempts).toBeLessThanOrEqual(50)
    expect(attempts).toBeGreaterThanOrEqual(45)

    const found = await filesWith(apiKey, world.folder)
    expect(found).toEqual([])
    const client = await connected(world.redis)
    for (const key of await client.keys('*')) {
      const dumped = await client.dumpBuffer(key)
      expect(dumped?.includes(apiKey)).not.toBe(true)
    }
    // A worker tells of itself once a second.
    await expect
      .poll(async () => {
        const status = await cli(['status', '--home', world.home('spread'), '--json'], world.env)
        return JSON.parse(status.out).workers
      })
      .toMatchObject([{ concurrency: 8, units: [] }])
  })
})

async function filesWith(text: string, folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const found: string[] = []
  for (const name of names) {
    const path = join(folder, name)
    if ((await stat(path)).isFile() && (await readFile(path)).includes(text)) found.push(name)
  }
  return found
}
