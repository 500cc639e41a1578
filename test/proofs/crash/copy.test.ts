import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { dice, testSeed } from '../../support/dice.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { longForm } from '../../support/forms.ts'
import { concurrency, crashWorld } from './world.ts'

const seed = testSeed()
const copies = Number(process.env.DOSSIER_TEST_COPIES ?? 4)

/** The commands of docs/operations.md. */
const commands = (() => {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const [, found] = /## Copy a home\n[^`]*(?:`[^`]+`[^`]*)*```sh\n(.*?)```/s.exec(text) ?? []
  if (found === undefined) throw new Error('docs/operations.md: expected the commands under "Copy a home"')
  return found
})()

/** Copies a home; the only thing that `cp` may report is a file that was archived meanwhile. */
async function copyHome(home: string, copy: string): Promise<void> {
  const { stderr } = await promisify(execFile)('sh', ['-c', commands], {
    env: { PATH: process.env.PATH, LC_ALL: 'C', home, copy },
  }).catch((error: { stderr: string }) => error)
  const others = stderr
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith('No such file or directory'))
  expect(others).toEqual([])
}

longForm(
  `a copy of a home under way, of ${copies}, ends with the tables of an uninterrupted run, seed ${seed}`,
  {
    timeout: 120_000 + copies * 60_000,
  },
  async () => {
    const random = dice(seed)
    const world = await crashWorld('small')
    const folder = await temporaryFolder()
    await using original = await world.victim('original')
    const running = original.run()
    const moments = Array.from(
      { length: copies },
      // One copy alone is taken in the first half: at least one must be of a run that has not ended.
      (_, nth) => ((nth + random()) / Math.max(2, copies)) * 0.8 * world.wholeMs,
    )
    const started = performance.now()
    const taken: { copy: string; asked: number }[] = []
    for (const [index, moment] of moments.entries()) {
      await sleep(Math.max(0, moment - (performance.now() - started)))
      const asked = (await original.requests()).length
      const copy = join(folder, String(index))
      await copyHome(original.home, copy).catch((error) => {
        throw new Error(`copy ${index} at ${Math.round(moment)} ms: ${error}`)
      })
      taken.push({ copy, asked })
    }
    expect(await running).toMatchObject({ signal: null })
    await original.expectSame()
    const all = (await original.requests()).length
    let restored = 0
    for (const { copy, asked } of taken) {
      await rm(original.home, { recursive: true })
      await cp(copy, original.home, { recursive: true })
      // It would begin another run, whose pages are its own.
      if (await original.hasEnded()) continue
      restored += 1
      const before = (await original.requests()).length
      expect(await original.run()).toMatchObject({ signal: null })
      await original.expectSame()
      const again = (await original.requests()).length - before
      // Besides what was asked since, the copy may lack what was under way when it began.
      expect(again).toBeLessThanOrEqual(all - asked + concurrency)
    }
    expect(restored).toBeGreaterThan(0)
  },
)
