import { expect, onTestFinished, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { hasProgram } from '../../support/programs.ts'
import { holdingService, unitKeys, unitWorld } from './unit-world.ts'
import { concurrency as callsAtOnce, repeatsIn, untilAsked, workersWorld } from './world.ts'

const [calls, concurrency, lockMs] = [20, 2, 4_000]

test.skipIf(!hasProgram('redis-server'))(
  'a worker that was stopped for longer than its lease makes no attempt of the unit that another has by then',
  { timeout: 120_000 },
  async () => {
    const world = await unitWorld(onTestFinished, calls)
    const [before, after] = await Promise.all([4, 3].map((from) => holdingService(onTestFinished, from)))
    if (before === undefined || after === undefined) throw new Error('two services were begun')
    const paused = world.workApart({ baseUrl: before.url, concurrency, lockMs })
    await before.untilAsked(5)
    paused.process.kill('SIGSTOP')
    const other = world.work({ baseUrl: after.url, concurrency, lockMs })
    await after.untilAsked(4)

    paused.process.kill('SIGCONT')
    before.goOn()
    await paused.note('the unit was given to another')
    expect(await world.isEnded()).toBe(false)
    after.goOn()
    await expect.poll(world.isEnded, { timeout: 60_000 }).toBe(true)
    await other.end()
    paused.process.kill('SIGTERM')
    expect(await paused.ended, paused.notes()).toMatchObject({ code: 0 })

    // Three were answered before it was stopped; two were under way, and were asked again.
    expect({ before: before.asked, after: after.asked }).toEqual({ before: 5, after: calls - 3 })
    const { answered, lost } = await world.standing()
    expect(answered).toEqual(unitKeys(calls))
    // What it had written down when it awoke, and then did not ask, is counted too.
    expect(lost.length).toBeGreaterThanOrEqual(concurrency)
    expect(lost.length).toBeLessThanOrEqual(2 * concurrency)
  },
)

/** It waits for the lease of a real worker: `npm run test:scale` makes it. */
const isAtScale = process.env.DOSSIER_TEST_DOCUMENTS !== undefined
const seed = Number(process.env.DOSSIER_TEST_SEED ?? 8)

test.skipIf(!hasProgram('redis-server') || !isAtScale)(
  `a run whose worker was stopped until it was over leaves what one without workers leaves (seed ${seed})`,
  { timeout: 240_000 },
  async () => {
    const world = await workersWorld(onTestFinished, { documents: 400, seed, perSecond: 50 })
    const run = await world.run('spread', 'redis')
    const [paused] = [world.worker('spread'), world.worker('spread')]
    await untilAsked(world, 100)
    paused.process.kill('SIGSTOP')
    const ended = await run.ended
    const requests = await world.requests()

    paused.process.kill('SIGCONT')
    await paused.note('the unit was given to another')
    paused.process.kill('SIGTERM')
    expect(await paused.ended).toMatchObject({ code: 0 })
    expect((await world.requests()).length).toBe(requests.length)

    const here = await world.run('here', 'in-process')
    expect(await here.ended, here.notes()).toMatchObject({ code: ended.code })
    const alone = (await world.requests()).slice(requests.length)
    expect(repeatsIn(requests) - repeatsIn(alone)).toBeLessThanOrEqual(callsAtOnce)
    expect(await world.digests('spread')).toEqual(await world.digests('here'))
    expect(await cli(['verify', '--home', world.home('spread')])).toMatchObject({ code: 0 })
  },
)
