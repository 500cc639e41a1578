import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { foreignIn } from '../../../src/run/home/files.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { writeSampleCorpus } from '../../../src/standins/sample/corpus.ts'
import { subjectAt } from '../../../src/standins/sample/parties.ts'
import { reading } from '../../readers/explore/serving.ts'
import { testSeed } from '../../support/dice.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { longForm } from '../../support/forms.ts'
import { started } from '../../support/processes.ts'
import { chromiumHere } from '../../support/programs.ts'
import { apiKey, serveCorpus } from '../../support/run.ts'
import { searchFolder } from '../../support/search-home.ts'
import { setClock } from '../../support/virtual-time.ts'
import { receiver } from '../notify/receiver.ts'

const seed = testSeed()
const enterprises = 4

longForm(
  `a home where every feature was used, and killed, holds known files only, and forgets in all of them (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const folder = await temporaryFolder()
    const corpus = join(folder, 'corpus')
    const size = { documentsPerEnterprise: 6, contentCharacters: [200, 400] } as const
    await writeSampleCorpus({ out: corpus, seed, enterprises, ...size })
    const service = await serveCorpus(corpus)
    const chromium = await chromiumHere()
    const hook = await receiver()
    const temporary = join(folder, 'temporary')
    await mkdir(temporary)
    const home = join(folder, 'home')
    const { party, uscc, id } = subjectAt(seed, 2, { documentsPerEnterprise: 6 })
    const forgotten = [party.name, party.name.replace('（', '(').replace('）', ')'), uscc, id]
    const env = {
      DOSSIER_API_KEY: apiKey,
      DOSSIER_BASE_URL: service.url,
      TMPDIR: temporary,
      DOSSIER_HOME: home,
      DOSSIER_CLOCK: join(folder, 'clock'),
    }
    await setClock(env.DOSSIER_CLOCK, new Date('2026-03-01T12:00:00Z'))
    const began = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      started(args, { ...env, ...more })
    const done = async (...args: string[]) => {
      const child = began(args)
      const { code } = await child.ended
      expect([0, 4], `${args.join(' ')}: ${child.notes()}`).toContain(code)
      return child.out()
    }
    const killed = async (args: readonly string[], at: string) =>
      expect(await began(args, { DOSSIER_FAIL_POINT: at }).ended).toMatchObject({ signal: 'SIGKILL' })
    const names = Array.from({ length: enterprises }, (_, index) => subjectAt(seed, index).party.name)
    const jobFile = async (name: string, keys: string): Promise<string> => {
      const file = join(folder, `${name}.yaml`)
      const entries = names.map((entry) => `{ name: ${entry} }`).join(', ')
      const rate = 'rate: { perSecond: unlimited, concurrency: 8 }'
      const text = `pipeline: enterprise-due-diligence\ntitle: ${name}\nenterprises: [${entries}]\n${rate}\n${keys}\n`
      await writeFile(file, text)
      return file
    }
    await writeFile(join(folder, 'own.sql'), `SELECT * FROM cases WHERE title <> '${party.name}'`)
    const exported = `  - { format: csv, tables: [cases, enterprises, enterprise_documents] }
  - { format: parquet, tables: all }
  - { format: jsonl, sql: own.sql }
  - { format: xlsx, tables: [cases, enterprises] }
`
    const dossiers = `report: { formats: [html, docx${chromium === undefined ? '' : ', pdf'}] }\n`
    const night = await jobFile('night', `exports:\n${exported}${dossiers}`)
    for (const at of ['landing.written:9', 'load.merged:2', 'archive.copied', 'export.revealing'])
      await killed(['run', night], at)
    await done('run', night)
    await killed(['export', '--format', 'csv', 'jsonl'], 'export.written')
    await done('report', '--format', 'html', 'docx')
    await killed(['rebuild'], 'rebuild.raw-loaded')

    const nightly = `schedule: { cron: "0 2 * * *" }\nnotify: [{ url: "${hook.url}", on: [finished] }]\n`
    await jobFile('night', `exports:\n${exported}${nightly}`)
    const schedule = began(['schedule', night])
    await schedule.note('night: next at')
    await setClock(env.DOSSIER_CLOCK, new Date('2026-03-01T18:00:00Z'))
    await expect.poll(() => hook.received.length, { timeout: 120_000 }).toBe(1)
    await schedule.kill()

    const pages = began(['explore'])
    const url = await pages.line('').then(() => /http:\/\/\S+/.exec(pages.out())?.[0] ?? '')
    const get = await reading({ url, origin: new URL(url).origin })
    expect((await get(`/enterprise/${id}`)).status).toBe(200)
    await pages.kill()

    expect(await foreignIn({ root: home })).toEqual([])
    const apart = ['.state/tombstones.json']
    const before = await searchFolder(home, forgotten, apart)
    const kinds = ['csv', 'parquet', 'jsonl', 'xlsx', 'html', 'docx', 'ndjson', 'json', 'duckdb']
    for (const kind of kinds) expect(before).toContainEqual(expect.stringContaining(`.${kind}: `))

    await done('forget', '--enterprise', uscc, '--yes')
    expect(await searchFolder(home, forgotten, apart)).toEqual([])
    expect(await searchFolder(temporary, forgotten)).toEqual([])
    await access(homeAt(home).published)
  },
)
