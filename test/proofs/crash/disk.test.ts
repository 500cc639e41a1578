import { beforeAll, describe, expect, test } from 'vitest'
import { type FailPoint, failPoints } from '../../../src/disk/fail-points.ts'
import { diceOf, testSeed } from '../../support/dice.ts'
import { sizeOf } from '../../support/forms.ts'
import { type CrashWorld, crashWorld } from './world.ts'

/** Steps that fail, drawn by the seed; all of them with all codes when 0. */
const drawn = sizeOf('DOSSIER_TEST_DISK_CASES', { short: 1, long: 4 })
const seed = testSeed()
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

interface Case {
  readonly point: FailPoint
  readonly code: (typeof codes)[number]
}

function cases(met: readonly FailPoint[]): Case[] {
  const all = met.flatMap((point) => codes.map((code) => ({ point, code })))
  const random = diceOf(seed, 'disk')
  const ranked = all.map((one) => ({ one, rank: random() })).sort((a, b) => a.rank - b.rank)
  return ranked.slice(0, drawn === 0 ? all.length : drawn).map(({ one }) => one)
}

/** Recoveries and rebuilds are met by damaged homes only. */
const writing = failPoints.filter((point) => !/^(recover|rebuild)\./.test(point) && !noWrite.includes(point))

describe.concurrent(`a disk that is full, read-only, broken or out of handles, seed ${seed}`, {
  timeout: 3_600_000,
}, () => {
  let world: CrashWorld
  beforeAll(async () => {
    world = await crashWorld('small')
  }, 120_000)

  test.each(cases(writing))(
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
