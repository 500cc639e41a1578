import { beforeAll, describe, expect } from 'vitest'
import { diceOf, testSeed } from '../../support/dice.ts'
import { longForm } from '../../support/forms.ts'
import { type CrashWorld, victimsOf } from './world.ts'

/** Homes that are killed until their budget is used up; `npm run test:crash` takes more. */
const homes = Number(process.env.DOSSIER_TEST_SPENDERS ?? 2)
/** Kills of one of them. */
const mostKills = 12
const seed = testSeed()
const most = 12

describe.concurrent(`a budget, seed ${seed}`, { timeout: 600_000 }, () => {
  let world: Pick<CrashWorld, 'victim'>
  beforeAll(async () => {
    world = await victimsOf('small')
  }, 120_000)

  longForm.each(Array.from({ length: homes }, (_, index) => index + 1))(
    'is never exceeded by a run that is killed again and again, home %i',
    async (index) => {
      const random = diceOf(seed, 'spending', index)
      await using victim = await world.victim(`capped-${index}`, `budget: { calls: ${most} }\n`)
      let last = { signal: 'SIGKILL' as string | null, code: null as number | null }
      for (let kills = 0; last.signal === 'SIGKILL'; kills += 1) {
        // Between the asking and the landing, where a charge is known to nobody but the journal.
        const point = kills < mostKills ? `call.answered:${1 + Math.floor(random() * 5)}` : ''
        last = await victim.run({ failPoint: point })
        expect((await victim.requests()).length).toBeLessThanOrEqual(most)
      }
      expect(last.code).toBe(3)
    },
  )
})
