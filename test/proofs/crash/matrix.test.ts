import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FailPoint, failPoints } from '../../../src/disk/fail-points.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { diceOf, testSeed } from '../../support/dice.ts'
import { sizeOf } from '../../support/forms.ts'
import { type CrashWorld, crashWorld, type Victim } from './world.ts'

/** Seeds a fail point; `npm run test:crash` takes 25. */
const seeds = sizeOf('DOSSIER_TEST_KILL_SEEDS', { short: 2, long: 2 })
/** Cases of these, drawn by the seed; all of them when 0. */
const drawn = sizeOf('DOSSIER_TEST_KILL_CASES', { short: 1, long: 6 })
const seed = testSeed()

/** Share of the cases that are killed again, somewhere, while they recover. */
const recoveryKills = 0.2

/** Places that only a recovery meets, with the crash or loss that brings it about. */
const broughtAboutBy: Readonly<Partial<Record<FailPoint, FailPoint | 'warehouse to rebuild'>>> = {
  'recover.cut': 'landing.torn',
  'recover.renamed': 'landing.torn',
  'attempts.settled': 'call.answered',
  'rebuild.began': 'warehouse to rebuild',
  'rebuild.runs-loaded': 'warehouse to rebuild',
  'rebuild.raw-loaded': 'warehouse to rebuild',
  'rebuild.replaced': 'warehouse to rebuild',
  'rebuild.done': 'warehouse to rebuild',
}

interface Case {
  readonly point: FailPoint
  /** From 1: the first time that the place is met, the second, any. */
  readonly index: number
}

/** All cases, or a choice of them by the seed. */
function cases(): Case[] {
  const indices = Array.from({ length: seeds }, (_, at) => at + 1)
  const all = indices.flatMap((index) => failPoints.map((point) => ({ point, index })))
  if (drawn === 0) return all
  const random = diceOf(seed, 'cases')
  const ranked = all.map((one) => ({ one, rank: random() })).sort((a, b) => a.rank - b.rank)
  return ranked.slice(0, drawn).map(({ one }) => one)
}

/** A warehouse that is lost, or of another version. */
async function spoil(path: string, isLost: boolean): Promise<void> {
  if (isLost) return await rm(path)
  await using database = await Database.open(path)
  await database.run("UPDATE warehouse_schema SET fingerprint = 'another'")
}

describe.concurrent(`a run killed at its durable steps, seed ${seed}`, { timeout: 7_200_000 }, () => {
  let world: CrashWorld
  const count = { cases: 0, kills: 0, inRecovery: 0 }
  beforeAll(async () => {
    world = await crashWorld('small')
  }, 120_000)
  afterAll(() => {
    const { cases: of, kills, inRecovery } = count
    process.stdout.write(`seed ${seed}: ${of} cases whole after ${kills} kills, ${inRecovery} in recovery\n`)
  })

  /** Whether a run from here was killed at that place. */
  async function isKilledAt(victim: Victim, failPoint: string): Promise<boolean> {
    const { signal, notes } = await victim.run({ failPoint })
    if (signal !== 'SIGKILL') expect(notes).not.toMatch(/^dossier:/m)
    return signal === 'SIGKILL'
  }

  /** Brings about what only a recovery meets, and kills it there; 0 when it was not met this time. */
  async function killsInRecovery(victim: Victim, point: FailPoint, random: () => number): Promise<number> {
    const cause = broughtAboutBy[point] ?? point
    const first = cause === 'warehouse to rebuild' ? 'publish.copied' : cause
    const nth = 1 + Math.floor(random() * (world.met.get(first) ?? 1))
    if (!(await isKilledAt(victim, `${first}:${nth}`))) return 0
    if (cause === 'warehouse to rebuild') await spoil(homeAt(victim.home).state.warehouse, random() < 0.5)
    return (await isKilledAt(victim, point)) ? 2 : 0
  }

  /** Kills at that place; now and then the recovery is killed somewhere too. 0 when the place was not met this time. */
  async function killsAt(victim: Victim, point: string, random: () => number): Promise<number> {
    if (!(await isKilledAt(victim, point))) return 0
    if (random() > recoveryKills || (await victim.hasEnded())) return 1
    const again = failPoints[Math.floor(random() * failPoints.length)] ?? ''
    return (await isKilledAt(victim, again)) ? 2 : 1
  }

  test.each(cases())('leaves what an uninterrupted run leaves: $point, $index', async ({ point, index }) => {
    const random = diceOf(seed, point, index)
    await using victim = await world.victim(`${point}-${index}`)
    const met = world.met.get(point) ?? 1
    const nth = index <= 2 ? Math.min(met, index) : 1 + Math.floor(random() * met)
    let kills = 0
    // What a run meets how often depends a little on timing.
    for (let tries = 0; kills === 0 && tries < 12; tries += 1) {
      await victim.renew()
      kills =
        point in broughtAboutBy
          ? await killsInRecovery(victim, point, random)
          : await killsAt(victim, `${point}:${Math.max(1, nth - tries)}`, random)
    }
    expect(kills).toBeGreaterThan(0)
    if (!(await victim.hasEnded())) {
      const last = await victim.run()
      expect(last.notes).not.toMatch(/^dossier:/m)
      expect(last.code).toBe(4)
    }
    await victim.expectWhole(kills)
    count.cases += 1
    count.kills += kills
    count.inRecovery += kills - 1
  })
})
