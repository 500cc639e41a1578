import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FailPoint, failPoints } from '../../../src/disk/fail-points.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { diceOf, shuffled, testSeed } from '../../support/dice.ts'
import { longForm, sizeOf } from '../../support/forms.ts'
import { type CrashWorld, crashWorld, type Victim, victimsOf } from './world.ts'

/* Runs that are killed, or whose disk fails: the next one leaves what an uninterrupted run leaves. */

const seed = testSeed()
const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

/** So many of all, drawn by the seed; all of them when 0. */
const some = <T>(all: readonly T[], count: number, what: string): T[] =>
  count === 0 ? [...all] : shuffled(all, diceOf(seed, what)).slice(0, count)

/** Seeds a fail point; `npm run test:crash` takes 25. */
const seeds = sizeOf('DOSSIER_TEST_KILL_SEEDS', { short: 2, long: 2 })
/** Cases of these, drawn by the seed; all of them when 0. */
const killCases = sizeOf('DOSSIER_TEST_KILL_CASES', { short: 1, long: 6 })

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

/** Each place with the time that it is met: the first, the second, any. */
const kills = numbersTo(seeds).flatMap((index) => failPoints.map((point) => ({ point, index })))

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

  test.each(some(kills, killCases, 'cases'))(
    'leaves what an uninterrupted run leaves: $point, $index',
    async ({ point, index }) => {
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
    },
  )
})

/** Kills to survive; `npm run test:crash` takes more. `npm test` leaves them to those at durable steps. */
const randomKills = sizeOf('DOSSIER_TEST_KILLS', { short: 0, long: 2 })

describe
  .skipIf(randomKills === 0)
  .concurrent(`a run killed at random moments, seed ${seed}`, { timeout: 600_000 }, () => {
    let world: CrashWorld
    beforeAll(async () => {
      world = await crashWorld('whole')
    }, 120_000)

    test.each(numbersTo(Math.max(1, randomKills)))(
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

/** Steps that fail, drawn by the seed; all of them with all codes when 0. */
const diskCases = sizeOf('DOSSIER_TEST_DISK_CASES', { short: 1, long: 4 })
const codes = ['ENOSPC', 'EROFS', 'EMFILE', 'EIO'] as const

/** Where nothing is written any more, or where a lack of answers is what fails. */
const noWrite: readonly FailPoint[] = ['run.ended', 'call.answered']

/** At its end the process collects garbage: Node warns of a file that was never closed, and from 25 on it is an error. */
const collecting = `--import=data:text/javascript,${encodeURIComponent(`
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
setFlagsFromString('--expose-gc')
process.once('beforeExit', () => {
  runInNewContext('gc')()
  setImmediate(() => undefined)
})
`)}`

/** Recoveries and rebuilds are met by damaged homes only. */
const writing = failPoints.filter((point) => !/^(recover|rebuild)\./.test(point) && !noWrite.includes(point))
const failures = writing.flatMap((point) => codes.map((code) => ({ point, code })))

describe.concurrent(`a disk that is full, read-only, broken or out of handles, seed ${seed}`, {
  timeout: 3_600_000,
}, () => {
  let world: CrashWorld
  beforeAll(async () => {
    world = await crashWorld('small')
  }, 120_000)

  test.each(some(failures, diskCases, 'disk'))(
    'ends the run for a person to act, and the next one goes on: $point, $code',
    async ({ point, code }) => {
      await using victim = await world.victim(`${point}-${code}`)
      const first = await victim.run({ failPoint: `${point}:1:${code}`, nodeOptions: collecting })
      expect(first.notes).not.toContain('garbage collection')
      if (!(await victim.hasEnded())) {
        expect(first).toMatchObject({ code: 6, signal: null })
        const last = await victim.run()
        expect(last.code).toBe(4)
      }
      await victim.expectWhole(1)
    },
  )
})

/** Homes that are killed until their budget is used up; `npm run test:crash` takes more. */
const homes = Number(process.env.DOSSIER_TEST_SPENDERS ?? 2)
const mostKills = 12
const most = 12

describe.concurrent(`a budget, seed ${seed}`, { timeout: 600_000 }, () => {
  let world: Pick<CrashWorld, 'victim'>
  beforeAll(async () => {
    world = await victimsOf('small')
  }, 120_000)

  longForm.each(numbersTo(homes))(
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
