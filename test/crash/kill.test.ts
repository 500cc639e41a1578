import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dice, testSeed } from '../support/dice.ts'
import { type CrashWorld, crashWorld } from './world.ts'

/** Kills to survive; `npm run test:crash` takes more. */
const kills = Number(process.env.DOSSIER_TEST_KILLS ?? 3)
const seed = testSeed()

describe(`a run killed at random moments, seed ${seed}`, { timeout: 600_000 }, () => {
  const random = dice(seed)
  let world: CrashWorld
  beforeAll(async () => {
    world = await crashWorld(afterAll)
  }, 120_000)

  test.each(Array.from({ length: kills }, (_, index) => index + 1))(
    'leaves what an uninterrupted run leaves and repeats only what was under way, kill %i',
    async (index) => {
      const home = world.home(`killed-${index}`)
      const before = (await world.requests()).length
      let killed = 0
      let last = await world.run(home, { killAfterMs: random() * world.wholeMs })
      while (last.signal === 'SIGKILL') {
        killed += 1
        // Half of the next ones are killed too: recovery has to survive as well.
        const killAfterMs = random() < 0.5 ? { killAfterMs: random() * world.wholeMs } : {}
        last = await world.run(home, killAfterMs)
      }
      expect(last.notes).not.toContain('dossier:')
      expect(last.code).toBe(4)
      await world.expectWhole(home, killed, before)
    },
  )
})
