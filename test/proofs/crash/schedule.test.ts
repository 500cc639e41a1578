import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { failPoints } from '../../../src/disk/fail-points.ts'
import { jobOver, setUp } from '../../cli/setting.ts'
import { diceOf, testSeed } from '../../support/dice.ts'
import { sizeOf } from '../../support/forms.ts'
import { processesWith, type Spawned, started } from '../../support/processes.ts'
import { published } from '../../support/run.ts'
import { factsOf } from '../../support/tables.ts'
import { setClock } from '../../support/virtual-time.ts'

/** Kills to survive; `npm run test:crash` takes more. `npm test` makes up for nights in test/app/schedule. */
const kills = sizeOf('DOSSIER_TEST_KILLS', { short: 0, long: 4 })
const seed = testSeed()
const concurrency = 2
const job = `${jobOver(['甲公司', '乙公司'], 'exports: [{ format: csv, tables: [cases] }]').replace(
  'unlimited }',
  `unlimited, concurrency: ${concurrency} }`,
)}schedule: { cron: "0 2 * * *" }\n`

/** What a run writes into its folder before its tables know it. */
const beginning = ['inputs.ndjson', '.run.json', 'run.json']

function requestIn(line: string): string {
  const { method, path, params } = JSON.parse(line)
  return JSON.stringify({ method, path, params })
}

describe.skipIf(kills === 0)(`a schedule that is killed, seed ${seed}`, { timeout: 600_000 }, () => {
  test.each(Array.from({ length: kills }, (_, index) => index + 1))(
    'makes up once for the night in which it was killed, loses nothing and pays nothing twice, kill %i',
    async (index) => {
      const random = diceOf(seed, 'schedule', index)
      const { folder, home, file, env, accessLog, dossier } = await setUp(job)
      const requests = async () => (await readFile(accessLog, 'utf8')).trimEnd().split('\n').map(requestIn)
      const clock = join(folder, 'clock')
      const scheduled = (more: Readonly<Record<string, string>> = {}): Spawned =>
        started(['schedule', file], { ...env, DOSSIER_CLOCK: clock, ...more })
      await setClock(clock, new Date('2026-03-01T12:00:00Z'))
      await dossier(['run', file], { DOSSIER_CLOCK: clock })
      const before = await factsOf(home)
      const asked = (await requests()).length

      // The run dies at one of its steps, or with the schedule at any moment after it began.
      const point = index % 2 === 1 ? failPoints[Math.floor(random() * failPoints.length)] : undefined
      const first = scheduled(point === undefined ? {} : { DOSSIER_FAIL_POINT: point })
      await first.note('next at 2026-03-02 02:00:00')
      await setClock(clock, new Date('2026-03-01T18:00:00Z'))
      await first.note(point === undefined ? 'starting run' : 'job: ended')
      if (point === undefined) await sleep(random() * 2_000)
      await first.kill()
      for (const pid of await processesWith('cmdline', file)) process.kill(pid, 'SIGKILL')
      await expect.poll(() => processesWith('cmdline', file), { timeout: 60_000 }).toEqual([])

      await setClock(clock, new Date('2026-03-02T00:00:00Z'))
      const again = scheduled()
      await again.note('next at 2026-03-03 02:00:00')
      again.process.kill('SIGTERM')
      expect(await again.ended).toEqual({ code: 0, signal: null })

      const runs = await published(home, 'SELECT run_id, status FROM runs')
      expect(
        runs.map(({ status }) => status),
        point,
      ).toEqual(['complete', 'complete'])
      // A run that died before it was kept made no call: all that its folder can hold is how it began.
      for (const folder of await readdir(join(home, 'runs')))
        if (!runs.some(({ run_id }) => run_id === folder))
          expect(beginning, point).toEqual(expect.arrayContaining(await readdir(join(home, 'runs', folder))))
      expect(await factsOf(home)).toEqual(before)
      const made = (await requests()).slice(asked)
      expect(made.length - new Set(made).size, point).toBeLessThanOrEqual(concurrency)
      const [spent] = await published(home, 'SELECT sum(attempts)::INTEGER AS attempts FROM calls')
      expect(Number(spent?.attempts), point).toBeGreaterThanOrEqual(asked + made.length)
    },
  )
})
