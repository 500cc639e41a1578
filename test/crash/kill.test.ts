import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeAt } from '../../src/engine/home.ts'
import { writeSampleCorpus } from '../../src/service/sample/corpus.ts'
import { Database } from '../../src/warehouse/database.ts'
import { digests } from '../support/digest.ts'
import { temporaryFolder } from '../support/folder.ts'
import { dossier } from '../support/process.ts'
import { apiKey, serveCorpus } from '../support/run.ts'

/** Kills to survive; `npm run test:crash` takes more. */
const kills = Number(process.env.DOSSIER_TEST_KILLS ?? 6)
const seed = Number(process.env.DOSSIER_TEST_SEED ?? Math.floor(Math.random() * 1e9))
const concurrency = 8

const job = `pipeline: enterprise-due-diligence
enterprises:
  - name: 示例建设集团有限公司
  - uscc: 91110108MA0074PN30
  - name: 示例科技股份有限公司
  - name: 示例商贸（上海）有限公司
  - name: 示例物流
  - name: 不存在的供应商有限公司
rate: { perSecond: 150, concurrency: ${concurrency} }
exports: [{ format: csv, tables: [enterprise_documents] }]
`

/** Deterministic numbers in [0, 1) (mulberry32). */
function dice(state: number): () => number {
  let a = state
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

describe(`a run killed at random moments, seed ${seed}`, { timeout: 600_000 }, () => {
  const random = dice(seed)
  const setting = {} as { folder: string; url: string; accessLog: string; expected: object; wholeMs: number }

  const run = (home: string, killAfterMs?: number) =>
    dossier(
      ['run', join(setting.folder, 'job.yaml'), '--home', home, '--base-url', setting.url],
      { DOSSIER_API_KEY: apiKey },
      killAfterMs,
    )
  const tables = async (home: string) => {
    await using database = await Database.open(homeAt(home).published, { readOnly: true })
    return await digests(database)
  }
  const requests = async () => (await readFile(setting.accessLog, 'utf8')).trimEnd().split('\n')

  beforeAll(async () => {
    setting.folder = await temporaryFolder(afterAll)
    const corpus = join(setting.folder, 'corpus')
    await writeSampleCorpus({ out: corpus, seed: 1, enterprises: 8 })
    await writeFile(join(setting.folder, 'job.yaml'), job)
    setting.accessLog = join(setting.folder, 'access.ndjson')
    setting.url = (await serveCorpus(corpus, { accessLog: setting.accessLog }, afterAll)).url
    const started = performance.now()
    const whole = await run(join(setting.folder, 'whole'))
    setting.wholeMs = performance.now() - started
    expect(whole).toMatchObject({ code: 4 })
    setting.expected = await tables(join(setting.folder, 'whole'))
  }, 120_000)

  test.each(Array.from({ length: kills }, (_, index) => index + 1))(
    'ends with the same tables and repeats only what was under way, kill %i',
    async (index) => {
      const home = join(setting.folder, `killed-${index}`)
      const before = (await requests()).length
      let killed = 0
      let last = await run(home, random() * setting.wholeMs)
      while (last.signal === 'SIGKILL') {
        killed += 1
        // Half of the next ones are killed too: recovery has to survive as well.
        last = await run(home, random() < 0.5 ? random() * setting.wholeMs : undefined)
      }
      expect(last.notes).not.toContain('dossier:')
      expect(last.code).toBe(4)
      expect(await tables(home)).toEqual(setting.expected)
      const made = (await requests()).slice(before).map((line) => {
        const { method, path, params } = JSON.parse(line)
        return JSON.stringify({ method, path, params })
      })
      const repeated = made.length - new Set(made).size
      expect(repeated).toBeLessThanOrEqual(killed * concurrency)
    },
  )
})
