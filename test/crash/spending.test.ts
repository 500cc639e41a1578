import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diceOf, testSeed } from '../support/dice.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type CrashWorld, crashWorld, job } from './world.ts'

/** Homes that are killed until their budget is used up; `npm run test:crash` takes more. */
const homes = Number(process.env.DOSSIER_TEST_SPENDERS ?? 1)
const seed = testSeed()
const most = 40

let world: CrashWorld
let file: string
beforeAll(async () => {
  world = await crashWorld(afterAll)
  file = join(await temporaryFolder(afterAll), 'capped.yaml')
  await writeFile(file, job(`budget: { calls: ${most} }\n`))
}, 120_000)

test.each(Array.from({ length: homes }, (_, index) => index + 1))(
  `a run that is killed again and again never asks for more than its budget, home %i, seed ${seed}`,
  { timeout: 600_000 },
  async (index) => {
    const random = diceOf(seed, 'spending', index)
    const home = world.home(`capped-${index}`)
    const before = (await world.requests()).length
    let last = { signal: 'SIGKILL' as string | null, code: null as number | null }
    for (let kills = 0; last.signal === 'SIGKILL'; kills += 1) {
      // Between the asking and the landing, where a charge is known to nobody but the journal.
      const point = kills < 12 ? `call.answered:${1 + Math.floor(random() * 5)}` : ''
      last = await world.run(home, { failPoint: point, job: file })
      expect((await world.requests()).length - before).toBeLessThanOrEqual(most)
    }
    expect(last.code).toBe(3)
  },
)
