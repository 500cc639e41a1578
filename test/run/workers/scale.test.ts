import { expect, onTestFinished, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { hasProgram } from '../../support/programs.ts'
import { concurrency, mostInASecond, repeatsIn, untilAsked, workersWorld } from './world.ts'

/*
 * Three workers, one of them killed, then Redis killed and started again: in `npm run test:scale` alone, of 20,000 documents.
 */
const isAtScale = process.env.DOSSIER_TEST_DOCUMENTS !== undefined
const documents = Number(process.env.DOSSIER_TEST_DOCUMENTS ?? 20_000)
const perSecond = Number(process.env.DOSSIER_TEST_RATE ?? 200)
const seed = Number(process.env.DOSSIER_TEST_SEED ?? 8)
const timeout = 120_000 + documents * 20

test.runIf(isAtScale && hasProgram('redis-server'))(
  `of ${documents} documents none is lost, and none paid for twice, when a worker and then Redis are killed (seed ${seed})`,
  { timeout },
  async () => {
    const world = await workersWorld(onTestFinished, { documents, seed, perSecond, giveWay: true })
    const run = await world.run('spread', 'redis')
    const workers = [1, 2, 3].map(() => world.worker('spread'))
    await untilAsked(world, documents / 3)
    await workers[0]?.kill()
    await untilAsked(world, (documents * 2) / 3)
    await world.redis.kill()
    await world.redis.start()
    const ended = await run.ended
    // The sample leaves some full texts in neither library: gaps, here as there.
    expect(ended, run.notes()).toMatchObject({ code: 4 })
    const requests = await world.requests()

    const here = await world.run('here', 'in-process')
    expect(await here.ended, here.notes()).toMatchObject({ code: ended.code })
    const alone = (await world.requests()).slice(requests.length)

    expect(await world.digests('spread')).toEqual(await world.digests('here'))
    // Raw is whole, and tables rebuilt from it are the same.
    expect(await cli(['verify', '--home', world.home('spread')])).toMatchObject({ code: 0 })
    const repeated = repeatsIn(requests) - repeatsIn(alone)
    const most = mostInASecond(requests)
    const { attempts, lost } = await world.ledger('spread')
    process.stdout.write(
      `${documents} documents, seed ${seed}: ${requests.length} requests, ${repeated} repeated (${lost} lost in the ledger), ` +
        `at most ${most} in a rolling second of ${perSecond}\n`,
    )
    // What was under way at the worker that was killed.
    expect(repeated).toBeLessThanOrEqual(concurrency)
    expect(most).toBeLessThanOrEqual(perSecond)
    // The ledger never knows less than the service.
    expect(attempts).toBeGreaterThanOrEqual(requests.length)
    expect(attempts).toBeLessThanOrEqual(requests.length + concurrency)
  },
)
