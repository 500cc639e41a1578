import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashOfFile } from '../../../src/disk/durable.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { diceOf, testSeed } from '../../support/dice.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { sizeOf } from '../../support/forms.ts'
import { dossier } from '../../support/processes.ts'
import { apiKey, serveCorpus } from '../../support/run.ts'
import { digests } from '../../support/tables.ts'
import { upgradeCorpus, upgradeHome } from './upgrade-home.ts'

/** Kills to survive; `npm run test:crash` takes more. `npm test` opens an upgrade that was not killed, in upgrade.test.ts. */
const kills = sizeOf('DOSSIER_TEST_KILLS', { short: 0, long: 6 })
const seed = testSeed()

describe.skipIf(kills === 0)(
  `an upgrade of a home of f3af57b that is killed, seed ${seed}`,
  { timeout: 600_000 },
  () => {
    const setting = {} as {
      folder: string
      env: Record<string, string>
      requests: () => number
      met: readonly string[]
      wholeMs: number
      expected: object
      old: string
    }
    const upgrade = (home: string, failPoint = '', killAfterMs?: number) =>
      dossier(['doctor', '--home', home], { ...setting.env, DOSSIER_FAIL_POINT: failPoint }, killAfterMs)
    const copied = async (name: string) => {
      const home = join(setting.folder, name)
      await cp(join(setting.folder, 'home'), home, { recursive: true, verbatimSymlinks: true })
      return home
    }
    const tables = async (path: string) => {
      await using database = await Database.open(path, { readOnly: true })
      return await digests(database)
    }
    /** The working tables and those of analysts: as the earlier version wrote them, or the new ones; never a half. */
    const expectOldOrNew = async (home: string, killed: string) => {
      const { published, state } = homeAt(home)
      for (const path of [published, state.warehouse])
        if ((await hashOfFile(path)).sha256 !== setting.old)
          expect(await tables(path), killed).toEqual(setting.expected)
    }

    const whenOver = whenAllOver()
    beforeAll(async () => {
      setting.folder = await temporaryFolder(whenOver)
      const { home: before } = await upgradeHome(setting.folder)
      setting.old = (await hashOfFile(before.published)).sha256
      const corpus = join(setting.folder, 'corpus')
      await upgradeCorpus(corpus)
      const service = await serveCorpus(corpus, {}, whenOver)
      setting.env = { DOSSIER_BASE_URL: service.url, DOSSIER_API_KEY: apiKey }
      setting.requests = () => service.counts.requests
      const home = await copied('whole')
      const started = performance.now()
      const { code, notes } = await upgrade(home, '*')
      expect(code, notes).toBe(0)
      setting.wholeMs = performance.now() - started
      const names = [...notes.matchAll(/^fail point (\S+)$/gm)].map(([, name = '']) => name)
      setting.met = names.map(
        (name, at) => `${name}:${names.slice(0, at + 1).filter((one) => one === name).length}`,
      )
      expect(setting.met).toContain('rebuild.replaced:1')
      setting.expected = await tables(homeAt(home).published)
    }, 120_000)

    test.each(Array.from({ length: kills }, (_, index) => index + 1))(
      'ends whole, and without a call, at the next start, kill %i',
      async (index) => {
        const random = diceOf(seed, 'upgrade', index)
        const home = await copied(`killed-${index}`)
        const isAtPoint = index % 2 === 1
        const { met } = setting
        // The first while the new tables are half built, where a home is most in danger.
        const built = met.slice(met.indexOf('rebuild.began:1') + 1, met.indexOf('derive.committed:1'))
        const points = index === 1 ? built : met
        const point = points[Math.floor(random() * points.length)] ?? ''
        const once = () => (isAtPoint ? upgrade(home, point) : upgrade(home, '', random() * setting.wholeMs))
        const first = await once()
        if (isAtPoint) expect(first.signal, point).toBe('SIGKILL')
        await expectOldOrNew(home, point)
        // Recovery has to survive as well.
        await once()
        await expectOldOrNew(home, point)
        expect(await upgrade(home), point).toMatchObject({ code: 0, notes: '' })
        expect(await tables(homeAt(home).published), point).toEqual(setting.expected)
        expect(setting.requests()).toBe(0)
      },
    )
  },
)
