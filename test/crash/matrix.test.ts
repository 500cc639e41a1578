import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FailPoint, failPoints } from '../../src/disk/fail-points.ts'
import { homeAt } from '../../src/engine/home.ts'
import { diceOf, testSeed } from '../support/dice.ts'
import { type CrashWorld, crashWorld } from './world.ts'

/** Seeds a fail point; `npm run test:crash` takes 25. */
const seeds = Number(process.env.DOSSIER_TEST_KILL_SEEDS ?? 1)
/** Cases of these, drawn by the seed; all of them when 0. */
const drawn = Number(process.env.DOSSIER_TEST_KILL_CASES ?? 14)
const seed = testSeed()

/** Places that only a recovery meets, with the crash or loss that brings it about. */
const broughtAboutBy: Readonly<Partial<Record<FailPoint, FailPoint | 'lost warehouse'>>> = {
  'recover.cut': 'landing.torn',
  'recover.renamed': 'landing.torn',
  'attempts.settled': 'call.answered',
  'attempts.cleared': 'call.answered',
  'rebuild.began': 'lost warehouse',
  'rebuild.runs-loaded': 'lost warehouse',
  'rebuild.raw-loaded': 'lost warehouse',
  'rebuild.replaced': 'lost warehouse',
  'rebuild.done': 'lost warehouse',
}

interface Case {
  readonly point: FailPoint
  readonly nth: number
}

/** A seeded choice of all points and seeds. */
function cases(): Case[] {
  const all = failPoints.flatMap((point) => Array.from({ length: seeds }, (_, nth) => ({ point, nth })))
  if (drawn === 0) return all
  const random = diceOf(seed, 'cases')
  return all
    .map((one) => ({ one, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, drawn)
    .map(({ one }) => one)
}

describe(`a run killed at its durable steps, seed ${seed}`, { timeout: 3_600_000 }, () => {
  let world: CrashWorld
  const count = { kills: 0, inRecovery: 0 }
  beforeAll(async () => {
    world = await crashWorld(afterAll)
  }, 120_000)
  afterAll(() => {
    process.stdout.write(`seed ${seed}: ${count.kills} kills, ${count.inRecovery} of them during recovery\n`)
  })

  /** Whether a run from here was killed at that place. */
  async function isKilledAt(home: string, failPoint: string): Promise<boolean> {
    const { signal, notes } = await world.run(home, { failPoint })
    if (signal !== 'SIGKILL') expect(notes).not.toContain('dossier:')
    else count.kills += 1
    return signal === 'SIGKILL'
  }

  /** Brings about what only a recovery meets, and kills it there; 0 when it was not met this time. */
  async function killsInRecovery(home: string, point: FailPoint, random: () => number): Promise<number> {
    const cause = broughtAboutBy[point] ?? point
    const first = cause === 'lost warehouse' ? 'publish.copied' : cause
    const nth = 1 + Math.floor(random() * (world.met.get(first) ?? 1))
    if (!(await isKilledAt(home, `${first}:${nth}`))) return 0
    if (cause === 'lost warehouse') await rm(homeAt(home).state.warehouse)
    if (!(await isKilledAt(home, point))) return 0
    count.inRecovery += 1
    return 2
  }

  /** Kills at that place; every second time the recovery is killed somewhere too. 0 when the place was not met this time. */
  async function killsAt(home: string, point: FailPoint, nth: number, random: () => number): Promise<number> {
    if (!(await isKilledAt(home, `${point}:${nth}`))) return 0
    if (random() < 0.5) return 1
    const again = failPoints[Math.floor(random() * failPoints.length)] ?? point
    const isAgain = await isKilledAt(home, again)
    count.inRecovery += isAgain ? 1 : 0
    return isAgain ? 2 : 1
  }

  test.each(cases())('leaves what an uninterrupted run leaves: $point, $nth', async ({ point, nth }) => {
    const random = diceOf(seed, point, nth)
    const home = world.home(`${point}-${nth}`)
    const met = world.met.get(point) ?? 1
    // The first time that it is met, the second, and any.
    const times = nth < 2 ? Math.min(met, nth + 1) : 1 + Math.floor(random() * met)
    let kills = 0
    let before = 0
    // What a run meets how often depends a little on timing.
    for (let tries = 0; kills === 0 && tries < 12; tries += 1) {
      await rm(home, { recursive: true, force: true })
      before = (await world.requests()).length
      kills =
        point in broughtAboutBy
          ? await killsInRecovery(home, point, random)
          : await killsAt(home, point, Math.max(1, times - tries), random)
    }
    expect(kills).toBeGreaterThan(0)
    const last = await world.run(home)
    expect(last.notes).not.toContain('dossier:')
    expect(last.code).toBe(4)
    await world.expectWhole(home, kills, before)
    await rm(home, { recursive: true, force: true })
  })
})
