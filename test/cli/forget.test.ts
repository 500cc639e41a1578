import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readTombstones, writeTombstones } from '../../src/rows/privacy/tombstones.ts'
import { dataTables } from '../../src/rows/tables/index.ts'
import { type Home, homeAt, takeLock } from '../../src/run/home/home.ts'
import { parquetFiles, rewriteArchive } from '../../src/warehouse/archive.ts'
import { Database } from '../../src/warehouse/database.ts'
import { cli } from '../support/cli.ts'
import { temporaryFolder, whenAllOver } from '../support/folder.ts'
import { enterprise, judgment, listed } from '../support/records.ts'
import { apiKey, published, serveCorpus, writeCorpus } from '../support/run.ts'
import { searchFolder } from '../support/search-home.ts'
import { tablesIn } from '../support/tables.ts'

const isOfLastRun = 'run_id = (SELECT max(run_id) FROM runs)'
const apart = ['.state/tombstones.json']
const parties = '被告：示例商贸股份有限公司（以下简称示例商贸公司），住所地北京市。'
const naming = (id: string) => judgment(id, { dsr: parties, content: parties })
const jobOver = (entries: string): string =>
  `pipeline: enterprise-due-diligence\nenterprises: [${entries}]\nrate: { perSecond: unlimited }\nexports: []\n`

describe('dossier forget', () => {
  const setting = {} as { folder: string; job: string; env: Record<string, string>; requests: () => number }
  /** A command line in a home of its own that is as the first run left it. */
  const inCopy = async (name: string) => {
    const home = join(setting.folder, name)
    await cp(join(setting.folder, 'home'), home, { recursive: true, verbatimSymlinks: true })
    const dossier = (...args: string[]) => cli(args, { ...setting.env, DOSSIER_HOME: home })
    return { home, dossier, path: homeAt(home).state.tombstones }
  }

  const whenOver = whenAllOver()
  beforeAll(async () => {
    setting.folder = await temporaryFolder(whenOver)
    const corpus = await writeCorpus(join(setting.folder, 'corpus'), {
      enterprises: [
        enterprise('e1', '示例商贸股份有限公司'),
        enterprise('e2', '乙公司'),
        enterprise('e8', '同名公司', '91110108MA0074PN30'),
        enterprise('e9', '同名公司'),
      ],
      'enterprise-documents': [listed('e1', 'd1'), listed('e1', 'd2'), listed('e2', 'd3')],
      cases: [naming('d1'), judgment('d2'), naming('d3')],
      statutes: [],
    })
    const service = await serveCorpus(corpus, {}, whenOver)
    setting.requests = () => service.counts.requests
    setting.env = { DOSSIER_BASE_URL: service.url, DOSSIER_API_KEY: apiKey }
    setting.job = join(setting.folder, 'job.yaml')
    await writeFile(setting.job, jobOver('{ id: e1 }, { name: 示例商贸股份有限公司 }, { name: 同名公司 }'))
    await cli(['run', setting.job], { ...setting.env, DOSSIER_HOME: join(setting.folder, 'home') })
  })

  test('is refused where it is not certain what is meant; a dry run, and a command without --yes, show what it would do and do nothing', async () => {
    const { home, dossier, path } = await inCopy('refused')
    const before = await files(home)
    const refusals: [string[], string][] = [
      [[], 'expected one of --enterprise ID|CODE|NAME, --person NAME and --list; found none'],
      [['--person', '王某', '--list'], 'found 2'],
      [['--person', '王'], '"王" is too short for a name'],
      [
        ['--enterprise', '同名公司'],
        'may be 2 enterprises; give the id of the one to forget:\n  - e8 # 同名公司 91110108MA0074PN30\n  - e9 # 同名公司',
      ],
    ]
    for (const [flags, complaint] of refusals) {
      const told = await dossier('forget', ...flags)
      expect(told).toMatchObject({ code: 2, out: '' })
      expect(told.notes).toContain(complaint)
    }
    const dry = await dossier('forget', '--enterprise', 'e1', '--dry-run', '--json')
    expect(JSON.parse(dry.out)).toMatchObject({
      isDryRun: true,
      tombstone: {
        kind: 'enterprise',
        names: ['示例商贸股份有限公司', '示例商贸公司'],
        alone: [],
        ids: ['e1'],
      },
      purge: {
        erased: { rh_case_details: 2, rh_company_info: 1, rh_enterpriseSearch: 1, rh_enterpriseWritList: 1 },
        entries: 2,
      },
    })
    const shown = await dossier('forget', '--enterprise', 'e1', '--dry-run')
    expect(shown).toMatchObject({ code: 0, notes: '', out: expect.stringContaining('would be erased') })
    expect(await dossier('forget', '--enterprise', 'e1')).toMatchObject({
      code: 2,
      out: shown.out,
      notes: expect.stringMatching(/nothing was erased.*--yes/),
    })
    for (const flag of ['--dry-run', '--json'])
      expect((await dossier('forget', '--enterprise', '没有这家公司', flag)).notes).toContain(
        'nothing held names 没有这家公司',
      )
    expect(await files(home)).toEqual(before)
    expect(await readTombstones(path)).toMatchObject({ tombstones: [] })
  })

  test('is refused of a dry run as it is of the real one: a home in use, raw that is damaged or gone', async () => {
    const harms: [string, (home: Home) => Promise<AsyncDisposable | undefined>, RegExp][] = [
      ['locked', ({ state }) => takeLock(state.lock, new Date()), /is in use by process \d+/],
      [
        'with a file of the archive gone',
        withoutArchiveFile,
        /[1-9]\d* calls of the ledger have no raw answer/,
      ],
      [
        'with a damaged line',
        withDamagedLine,
        /1 of its files or lines cannot be read or are not what landed/,
      ],
    ]
    for (const [name, harm, complaint] of harms) {
      const { home, dossier } = await inCopy(name)
      await using _held = await harm(homeAt(home))
      const before = await files(home)
      const dry = await dossier('forget', '--enterprise', 'e1', '--dry-run')
      expect(await dossier('forget', '--enterprise', 'e1', '--yes')).toEqual(dry)
      expect(dry).toMatchObject({ out: '', notes: expect.stringMatching(complaint) })
      expect(dry.code).not.toBe(0)
      expect(await files(home)).toEqual(before)
    }
  })

  test('of an enterprise leaves no byte of it, the bill and the others as they were, and lets no later answer name it', async () => {
    const { home, dossier } = await inCopy('erased')
    const named = ['示例商贸股份有限公司', '示例商贸公司']
    const places = () => searchFolder(home, named, apart)
    const bill = () =>
      published(
        home,
        'SELECT call_key, segment, line, operation, step, fetched_at, cost, attempts FROM calls ORDER BY ALL',
      )
    const others = () => published(home, "FROM enterprises WHERE enterprise_id <> 'e1' ORDER BY ALL")
    const before = [await bill(), await others()]
    expect(await places()).toContainEqual(expect.stringContaining('.parquet: '))

    expect(await dossier('forget', '--enterprise', 'e1', '--yes')).toMatchObject({ code: 0, notes: '' })

    expect(await places()).toEqual([])
    expect([await bill(), await others()]).toEqual(before)
    const { warehouse } = homeAt(home).state
    const tables = await dataIn(warehouse)
    await rm(warehouse)
    expect((await dossier('forget', '--list')).out).toContain('e1')
    expect(await dataIn(warehouse)).toEqual(tables)

    const job = join(setting.folder, 'later.yaml')
    await writeFile(job, jobOver('{ id: e1 }, { name: 同名公司 }, { id: e2 }'))
    const told = await dossier('run', job)
    expect(told.out).toContain("forgotten    1 of the job's entries not asked for")
    const statuses = `SELECT given_id, status FROM job_enterprises WHERE ${isOfLastRun} ORDER BY ordinal`
    expect(await published(home, statuses)).toEqual([
      { given_id: null, status: 'forgotten' },
      { given_id: null, status: 'ambiguous' },
      { given_id: 'e2', status: 'matched' },
    ])
    const masked = `SELECT operation FROM calls WHERE ${isOfLastRun} AND masked > 0`
    expect(await published(home, masked)).toEqual([{ operation: 'rh_case_details' }])
    expect(await places()).toEqual([])
  })

  test('that was cut off is finished by the next command that opens the home', async () => {
    const { home, dossier, path } = await inCopy('cut')
    await dossier('forget', '--person', '王某', '--reason', '本人申请', '--yes')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    // As a crash leaves it: the tombstone stands, and nothing else was done.
    const { tombstones } = await readTombstones(path)
    const cut = tombstones.flatMap((one) => [one, { ...one, names: ['同名公司'] }])
    await writeTombstones(path, { version: 1, tombstones: cut, purging: { callKeys: [] } })
    expect((await searchFolder(home, ['同名公司'], apart)).length).toBeGreaterThan(0)
    expect((await dossier('plan', setting.job)).code).toBe(0)
    expect(await searchFolder(home, ['同名公司', '王某'], apart)).toEqual([])
    expect((await readTombstones(path)).purging).toBeNull()
    expect((await dossier('forget', '--list')).out).toContain('本人申请')
  })

  test('of what was never held keeps it out, and is asked for once at most', async () => {
    const { home, dossier, path } = await inCopy('never-held')
    await dossier('forget', '--enterprise', '乙公司', '--yes')
    const job = join(setting.folder, 'other.yaml')
    await writeFile(job, jobOver('{ id: e2 }'))
    const before = setting.requests()
    await dossier('run', job)
    // Nobody knew its id: its list comes back all the same, and lands erased.
    expect(setting.requests()).toBe(before + 1)
    expect(await searchFolder(home, ['乙公司'], apart)).toEqual([])
    expect(await published(home, `SELECT outcome FROM calls WHERE ${isOfLastRun}`)).toEqual([
      { outcome: 'forgotten' },
    ])
    await writeFile(path, '{')
    const told = await dossier('run', job)
    expect(told.code).toBe(2)
    expect(told.notes).toContain('tombstones.json cannot be read')
  })
})

/** What a working database holds of answers. */
async function dataIn(warehouse: string) {
  const all = await tablesIn(warehouse)
  return Object.fromEntries(Object.keys(dataTables).map((name) => [name, all[name]]))
}

async function withoutArchiveFile({ state }: Home): Promise<undefined> {
  const [file = ''] = await parquetFiles(state.raw)
  await rm(join(state.raw, file))
}

/** One archived answer is another than the one that landed; the file itself is whole. */
async function withDamagedLine({ state }: Home): Promise<undefined> {
  const [file = ''] = await parquetFiles(state.raw)
  await using database = await Database.open(':memory:')
  let isDone = false
  await rewriteArchive(database, state.raw, [file], (record) => {
    const changed = isDone ? record : record.replace('"sha256":"', '"sha256":"0')
    isDone = true
    return changed
  })
}

/** Every file of a home but the working database, whose pages DuckDB may write again. */
async function files(home: string): Promise<Record<string, string>> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('warehouse.duckdb'))
  const read = names.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    return [path, (await readFile(path)).toString('base64')] as const
  })
  return Object.fromEntries(await Promise.all(read))
}
