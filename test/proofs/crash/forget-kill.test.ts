import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readTombstones } from '../../../src/rows/privacy/tombstones.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { cli } from '../../support/cli.ts'
import { dice, testSeed } from '../../support/dice.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { sampleOf, sizeOf } from '../../support/forms.ts'
import { dossier } from '../../support/processes.ts'
import { apiKey, serveCorpus } from '../../support/run.ts'
import { sampleCorpus } from '../../support/sample-corpus.ts'
import { searchFolder } from '../../support/search-home.ts'
import { publishedTables } from '../../support/tables.ts'

/** Kills to survive; `npm run test:crash` takes more. `npm test` finishes a purge that was cut off, in test/cli/forget.test.ts. */
const kills = sizeOf('DOSSIER_TEST_KILLS', { short: 0, long: 2 })
const seed = testSeed()

const trading = ['5a1e0000c0de4d00a0000000000000e2', '91310115MA2RQJBX9W', '示例商贸（上海）有限公司']
const job = `pipeline: enterprise-due-diligence
enterprises:
  - id: ${trading[0]}
  - id: 5a1e0000c0de4d00a0000000000000e5
rate: { perSecond: unlimited }
exports: [{ format: csv, tables: [cases] }]
`

describe.skipIf(kills === 0)(`a purge killed at random moments, seed ${seed}`, { timeout: 600_000 }, () => {
  const random = dice(seed)
  const setting = {} as { folder: string; expected: object; wholeMs: number }

  const purge = (home: string, killAfterMs?: number) =>
    dossier(['forget', '--enterprise', trading[1] ?? '', '--yes', '--home', home], {}, killAfterMs)
  const copied = async (name: string) => {
    const home = join(setting.folder, name)
    await cp(join(setting.folder, 'home'), home, { recursive: true, verbatimSymlinks: true })
    return home
  }
  const tombstones = (home: string) => readTombstones(homeAt(home).state.tombstones)

  const whenOver = whenAllOver()
  beforeAll(async () => {
    setting.folder = await temporaryFolder(whenOver)
    const corpus = await sampleCorpus({ seed: 1, enterprises: 6, ...sampleOf(12) })
    const file = join(setting.folder, 'job.yaml')
    await writeFile(file, job)
    const { url } = await serveCorpus(corpus, {}, whenOver)
    const env = { DOSSIER_BASE_URL: url, DOSSIER_API_KEY: apiKey, DOSSIER_HOME: join(setting.folder, 'home') }
    await cli(['run', file], env)
    const home = await copied('whole')
    const started = performance.now()
    expect(await purge(home)).toMatchObject({ code: 0, notes: '' })
    setting.wholeMs = performance.now() - started
    setting.expected = await publishedTables(home)
  }, 120_000)

  test.each(Array.from({ length: kills }, (_, index) => index + 1))(
    'is finished by whatever opens the home next, or never began, kill %i',
    async (index) => {
      const home = await copied(`killed-${index}`)
      // The first part of it only starts a process and looks.
      let last = await purge(home, (0.3 + 0.7 * random()) * setting.wholeMs)
      while (last.signal === 'SIGKILL') {
        const isBegun = (await tombstones(home)).tombstones.length > 0
        if (!isBegun) expect((await searchFolder(home, trading)).length).toBeGreaterThan(0)
        // Half of the next ones are killed too.
        const killAfterMs = random() < 0.5 ? random() * setting.wholeMs : undefined
        last = isBegun
          ? await dossier(['forget', '--list', '--home', home], {}, killAfterMs)
          : await purge(home, killAfterMs)
      }
      expect(last).toMatchObject({ code: 0, notes: '' })
      expect(await tombstones(home)).toMatchObject({ tombstones: [{ ids: [trading[0]] }], purging: null })
      expect(await searchFolder(home, trading, ['.state/tombstones.json'])).toEqual([])
      expect(await publishedTables(home)).toEqual(setting.expected)
    },
  )
})
