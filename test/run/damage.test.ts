import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { appendFile, mkdir, readdir, realpath, rm, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { acquireLock, thisProcess } from '../../src/disk/lock.ts'
import { folderLock } from '../../src/disk/publish-folder.ts'
import { type Home, homeAt, makeHome, publishedFolders } from '../../src/run/home/home.ts'
import { removeLeftovers } from '../../src/run/home/leftovers.ts'
import { openHome } from '../../src/run/home/open-home.ts'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { cli } from '../support/cli.ts'
import { dice, testSeed } from '../support/dice.ts'
import { temporaryFolder, whenAllOver } from '../support/folder.ts'
import { oneForm, sizeOf } from '../support/forms.ts'
import { testEffects } from '../support/run.ts'
import { digests, tablesIn } from '../support/tables.ts'
import {
  copyOf,
  cutShort,
  doctor,
  flipBits,
  garble,
  type Homes,
  makeHomes,
  verify,
  zeroTail,
} from './damaged.ts'

/** Damaged homes to repair. */
const damages = sizeOf('DOSSIER_TEST_DAMAGES', { short: 1, long: 6 })
const seed = testSeed()

type Harm = (home: Home, random: () => number) => Promise<unknown>

const ofFirstRun = ({ runs }: Home, name: string) => join(runs, readdirSync(runs).sort()[0] ?? '', name)
const stray = ({ runs }: Home) => writeFile(join(runs, '.DS_Store'), 'x')
const wal = (home: Home) => `${home.state.warehouse}.wal`

/** What a power cut, a full disk, a bad sector or a hand can do; none of it touches raw. */
const harms: Readonly<Record<string, readonly [of: 'ended' | 'cutOff', Harm]>> = {
  'a bit of the database flipped': ['ended', (home, random) => flipBits(home.state.warehouse, random, 1)],
  'bits of the log flipped': ['cutOff', (home, random) => flipBits(wal(home), random, 3)],
  'many bits of the database flipped': [
    'ended',
    ({ state }, random) => flipBits(state.warehouse, random, 200),
  ],
  'the tail of the log zeroed': ['cutOff', (home, random) => zeroTail(wal(home), random)],
  'the database cut short': ['ended', (home, random) => cutShort(home.state.warehouse, random)],
  'the log cut short': ['cutOff', (home, random) => cutShort(wal(home), random)],
  'the tail of the database zeroed': ['cutOff', (home, random) => zeroTail(home.state.warehouse, random)],
  'the log gone': ['cutOff', (home) => rm(wal(home))],
  'the database gone': ['cutOff', (home) => rm(home.state.warehouse)],
  'the database of no bytes': ['ended', (home) => writeFile(home.state.warehouse, '')],
  'a bit of the database under a log flipped': [
    'cutOff',
    (home, random) => flipBits(home.state.warehouse, random, 1),
  ],
  'the published copy gone': ['ended', (home) => rm(home.published)],
  'bits of the published copy flipped': ['ended', (home, random) => flipBits(home.published, random, 20)],
  'no latest': ['ended', (home) => rm(join(home.root, 'latest'))],
  'run.json garbled': ['ended', (home) => garble(ofFirstRun(home, 'run.json'))],
  'run.json garbled and the log gone': [
    'cutOff',
    async (home) => [await garble(ofFirstRun(home, 'run.json')), await rm(wal(home))],
  ],
  'the inputs of a run garbled': ['ended', (home) => garble(ofFirstRun(home, 'inputs.ndjson'))],
  'a stray file among the runs': ['ended', stray],
  'a stray file among the runs and the database gone': [
    'cutOff',
    async (home) => [await stray(home), await rm(home.state.warehouse)],
  ],
  'half a line in an open segment': [
    'cutOff',
    (home) => appendFile(join(home.state.landing, 'torn.ndjson.open'), '{"callKey":"0'),
  ],
  'unfinished files': ['cutOff', leaveHalf],
}

async function leaveHalf({ root, state, published }: Home): Promise<void> {
  // No process has this number: the kernel gives none above 4,194,304.
  const spilled = `${state.spill}.4194305.1`
  await mkdir(spilled, { recursive: true })
  for (const path of [
    `${published}.publishing`,
    `${state.warehouse}.rebuilding`,
    `${state.warehouse}.placing`,
    join(spilled, 'duckdb_temp_storage-0.tmp'),
    join(state.staging, 'cases.ndjson'),
    join(root, '.latest'),
  ])
    await garble(path)
  await mkdir(join(state.raw, '.writing', 'operation=x'), { recursive: true })
}

describe(`a damaged home, seed ${seed}`, { timeout: 600_000 }, () => {
  const setting = {} as { folder: string; homes: Homes; expected: Record<'ended' | 'cutOff', object> }
  const names = Object.keys(harms)
  const random = dice(seed)
  // Every harm in turn, beginning somewhere: the short form takes a few.
  const first = Math.floor(random() * names.length)
  const cases = Array.from(
    { length: damages },
    (_, index) => [names[(first + index) % names.length] ?? '', index + 1] as const,
  )

  const whenOver = whenAllOver()
  beforeAll(async () => {
    setting.folder = await temporaryFolder(whenOver)
    setting.homes = await makeHomes(setting.folder, whenOver)
    setting.expected = { ended: await tables('ended'), cutOff: await tables('cutOff') }
  }, 120_000)

  /** What an undamaged home comes to. */
  async function tables(of: 'ended' | 'cutOff'): Promise<object> {
    const home = copyOf(setting.homes[of], join(setting.folder, `whole-${of}`))
    await using database = await openHome(home, testEffects(), () => undefined)
    await refreshDerived(database)
    return await digests(database)
  }

  test.each(cases)('with %s is whole again, without a call, case %i', async (name, index) => {
    const [of, harm] = harms[name] ?? ['ended', async () => undefined]
    const home = copyOf(setting.homes[of], join(setting.folder, `harmed-${index}`))
    await harm(home, random)
    const requests = setting.homes.service.counts.requests
    // Half of them meet the next run before anybody calls the doctor.
    if (random() < 0.5) await (await openHome(home, testEffects(), () => undefined)).close()
    const told = await doctor(home)
    expect(told.filter(({ state }) => state === 'problem')).toEqual([])
    expect(await tablesIn(home.state.warehouse)).toEqual(setting.expected[of])
    // The published copy is equal to the working database, or verify would say so.
    expect((await verify(home, true)).damage).toBe(0)
    expect(setting.homes.service.counts.requests).toBe(requests)
    expect(await readdir(join(home.root, 'latest'))).toContain('run.json')
    await rm(home.root, { recursive: true })
  })

  oneForm(
    'is rebuilt from raw; one generation of the damaged database is kept aside, and named',
    async () => {
      // DuckDB reads the names of files as patterns.
      await mkdir(join(setting.folder, "甲's 1a"))
      const home = copyOf(setting.homes.ended, join(setting.folder, "甲's [1]*{a,b}"))
      // A run that was killed before it began leaves a folder without its record.
      await mkdir(join(home.runs, '20200101T000000Z-dead'))
      const requests = setting.homes.service.counts.requests
      for (const bytes of ['first', 'second']) {
        await writeFile(home.state.warehouse, bytes)
        const messages: string[] = []
        await (await openHome(home, testEffects(), (message) => messages.push(message))).close()
        expect(messages).toEqual([expect.stringContaining(`kept as ${home.state.warehouse}.damaged`)])
      }
      const kept = (await readdir(join(home.root, '.state'))).filter((name) => name.includes('damaged'))
      expect(kept).toEqual(['warehouse.duckdb.damaged'])
      await doctor(home)
      expect(await tablesIn(home.state.warehouse)).toEqual(setting.expected.ended)
      expect(setting.homes.service.counts.requests).toBe(requests)
      const exporting = ['export', '--format', 'csv', 'parquet', '--tables', 'cases', '--home', home.root]
      expect(await cli(exporting)).toMatchObject({ code: 0, notes: '' })
    },
  )

  oneForm('keeps a draft of the lock for an hour, for it may be being written', async () => {
    const home = copyOf(setting.homes.ended, join(setting.folder, 'draft'))
    const draft = `${home.state.lock}.${randomUUID()}`
    await writeFile(draft, '{}')
    expect(await removeLeftovers(home)).toEqual([])
    const longAgo = new Date(Date.now() - 3_700_000)
    await utimes(draft, longAgo, longAgo)
    expect(await removeLeftovers(home)).toEqual([draft])
  })

  oneForm.each(publishedFolders)('keeps what is being written into %s, and only that', async (name) => {
    const home = copyOf(setting.homes.ended, join(setting.folder, `others-${name}`))
    const folder = join(home.runs, basename(await realpath(join(home.root, 'latest'))), name)
    const staging = ['.partial', '.partial-Ab12cd'].map((one) => join(folder, one))
    for (const one of staging) await mkdir(one, { recursive: true })
    {
      await using _writing = await acquireLock(folderLock(folder), new Date())
      expect(await removeLeftovers(home)).toEqual([])
    }
    expect(await removeLeftovers(home)).toEqual(staging)
    // What a killed process leaves: its lock bears the start of a process that is gone.
    const killed = { ...(await thisProcess(new Date())), processStart: 'of another process' }
    await writeFile(folderLock(folder), JSON.stringify(killed))
    expect(await removeLeftovers(home)).toEqual([folderLock(folder)])
    expect(await readdir(folder)).not.toContain(basename(folderLock(folder)))
  })

  oneForm('is only told about in a dry run', async () => {
    const home = copyOf(setting.homes.ended, join(setting.folder, 'dry'))
    await rm(home.published)
    const told = await doctor(home, { isDryRun: true })
    expect(told).toContainEqual({
      check: 'published copy',
      state: 'problem',
      found: expect.stringContaining('does not open'),
      todo: 'run dossier doctor without --dry-run: it repairs this',
    })
    expect(await readdir(home.root)).not.toContain('dossier.duckdb')
  })
})

oneForm(
  'a home that is not there yet is no problem and is not made; one without a run is none either',
  async () => {
    const home = homeAt(join(await temporaryFolder(), 'none'))
    expect((await doctor(home)).map(({ state }) => state)).toEqual(['ok'])
    await expect(readdir(home.root)).rejects.toThrow('ENOENT')
    await makeHome(home)
    await (await openHome(home, testEffects(), () => undefined)).close()
    for (const isDryRun of [true, false])
      expect(await doctor(home, { isDryRun })).toContainEqual({
        check: 'published copy',
        state: 'ok',
        found: 'no run yet',
        todo: '',
      })
  },
)
