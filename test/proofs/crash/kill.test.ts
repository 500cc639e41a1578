import { beforeAll, describe, expect, test } from 'vitest'
import { diceOf, testSeed } from '../../support/dice.ts'
import { sizeOf } from '../../support/forms.ts'
import { type CrashWorld, crashWorld } from './world.ts'

/** Kills to survive; `npm run test:crash` takes more. `npm test` leaves them to the kills at durable steps of matrix.test.ts. */
const kills = sizeOf('DOSSIER_TEST_KILLS', { short: 0, long: 2 })
const seed = testSeed()

describe
  .skipIf(kills === 0)
  .concurrent(`a run killed at random moments, seed ${seed}`, { timeout: 600_000 }, () => {
    let world: CrashWorld
    beforeAll(async () => {
      world = await crashWorld('whole')
    }, 120_000)

    test.each(Array.from({ length: Math.max(1, kills) }, (_, index) => index + 1))(
      'leaves what an uninterrupted run leaves and repeats only what was under way, kill %i',
      async (index) => {
        const random = diceOf(seed, 'kill', index)
        await using victim = await world.victim(`killed-${index}`)
        let killed = 0
        let last = await victim.run({ killAfterMs: random() * world.wholeMs })
        while (last.signal === 'SIGKILL' && !(await victim.hasEnded())) {
          killed += 1
          // Half of the next ones are killed too: recovery has to survive as well.
          const isKilledAgain = random() < 0.5
          last = await victim.run(isKilledAgain ? { killAfterMs: random() * world.wholeMs } : {})
        }
        expect(last.notes).not.toContain('dossier:')
        await victim.expectWhole(killed)
      },
    )
  })
