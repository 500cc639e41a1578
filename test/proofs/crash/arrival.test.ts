import { beforeAll, describe, expect, test } from 'vitest'
import { unitFailPoints } from '../../../src/disk/fail-points.ts'
import { repeatsIn, type WorkersWorld, workersWorld } from '../../run/workers/world.ts'
import { cli } from '../../support/cli.ts'
import { testSeed } from '../../support/dice.ts'
import { whenAllOver } from '../../support/folder.ts'
import { isLong } from '../../support/forms.ts'
import { hasProgram } from '../../support/programs.ts'

const seed = testSeed()
/** Every place, in the long form and in `npm run test:crash`. `npm test` kills a run of workers in test/run/workers/redis.test.ts alone. */
const isAsked = isLong || process.env.DOSSIER_TEST_KILL_CASES === '0'
/** The first unit that comes home, and when the run goes on one of those that come together. */
const nths = [1, 5]

describe.skipIf(!isAsked || !hasProgram('redis-server'))(
  `a run killed while it brings a unit home, seed ${seed}`,
  { timeout: 240_000 },
  () => {
    const whenOver = whenAllOver()
    let world: WorkersWorld
    let whole: Awaited<ReturnType<typeof wholeRun>>

    async function wholeRun() {
      const run = await world.run('here', 'in-process')
      const { code } = await run.ended
      return { code, tables: await world.digests('here'), repeats: repeatsIn(await world.requests()) }
    }

    beforeAll(async () => {
      world = await workersWorld(whenOver, { documents: 30, seed, perSecond: 'unlimited' })
      whole = await wholeRun()
      expect([0, 4]).toContain(whole.code)
    }, 120_000)

    test.each(unitFailPoints)(
      'leaves what one without workers leaves, and asks nothing twice: %s',
      async (point) => {
        const before = (await world.requests()).length
        const worker = world.worker(point)
        for (const nth of nths) {
          const killed = await world.run(point, 'redis', '', { failPoint: `${point}:${nth}` })
          expect(await killed.ended, killed.notes()).toMatchObject({ signal: 'SIGKILL' })
        }
        const last = await world.run(point, 'redis')
        expect(await last.ended, last.notes()).toMatchObject({ code: whole.code })
        expect(last.notes()).toContain('resuming')
        await worker.kill()

        expect(await world.digests(point)).toEqual(whole.tables)
        const requests = (await world.requests()).slice(before)
        expect(repeatsIn(requests)).toBe(whole.repeats)
        expect(await world.ledger(point)).toEqual({ attempts: requests.length, lost: 0 })
        expect(await cli(['verify', '--home', world.home(point)])).toMatchObject({ code: 0 })
      },
    )
  },
)
