import {
  cp,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { GivenFileError } from '../../../src/disk/given-file.ts'
import { acquireLock } from '../../../src/disk/lock.ts'
import { folderLock } from '../../../src/disk/publish-folder.ts'
import { readTombstones, writeTombstones } from '../../../src/rows/privacy/tombstones.ts'
import { type Home, makeHome } from '../../../src/run/home/home.ts'
import { mendLanding } from '../../../src/run/home/leftovers.ts'
import { openHome, suspected } from '../../../src/run/home/open-home.ts'
import { rebuildHome } from '../../../src/run/home/rebuild.ts'
import { probeArchive } from '../../../src/warehouse/archived.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { copyOf, doctor, flipBits, garble, type Homes, makeHomes, verify } from '../../run/damaged.ts'
import { cli } from '../../support/cli.ts'
import { dice } from '../../support/dice.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { drawn, longForm, oneForm } from '../../support/forms.ts'
import { published, testEffects } from '../../support/run.ts'
import { tablesIn } from '../../support/tables.ts'

const setting = {} as { folder: string; homes: Homes }
let copies = 0

const whenOver = whenAllOver()
beforeAll(async () => {
  setting.folder = await temporaryFolder(whenOver)
  setting.homes = await makeHomes(setting.folder, whenOver)
}, 120_000)

const copy = (of: 'ended' | 'cutOff' = 'ended'): Home => {
  copies += 1
  return copyOf(setting.homes[of], join(setting.folder, `copy-${copies}`))
}

async function change(path: string, sql: string): Promise<void> {
  await using database = await Database.open(path)
  await database.run(sql)
}

/** Changes the working database of a home. */
const changed =
  (sql: string) =>
  ({ state }: Home): Promise<void> =>
    change(state.warehouse, sql)

const withoutCall = "DELETE FROM calls WHERE operation = 'rh_enterpriseWritList' AND line = 1"

/** An archive file of full texts, by its whole path. */
async function archiveFile({ state }: Home): Promise<string> {
  const folder = join(state.raw, 'operation=rh_case_details')
  const names = await readdir(folder, { recursive: true })
  return join(folder, names.filter((name) => name.endsWith('.parquet')).sort()[0] ?? '')
}

/** Writes an archive file again with other lines. */
async function rewrite(home: Home, records: string): Promise<void> {
  const path = await archiveFile(home)
  await using database = await Database.open(':memory:')
  await database.run(
    `COPY (SELECT * REPLACE (${records} AS record) FROM read_parquet('${path}', hive_partitioning = false)) TO '${path}.new' (FORMAT parquet)`,
  )
  await rename(`${path}.new`, path)
}

const cutShort = async (home: Home): Promise<void> => {
  const path = await archiveFile(home)
  await truncate(path, (await readFile(path)).length - 100)
}

/** Opens a home as a run does: what that says, and rows of what is asked then. */
async function opening(home: Home, sql = 'SELECT 1', more: { readonly mayLose?: boolean } = {}) {
  const messages: string[] = []
  await using database = await openHome(home, testEffects(), (message) => messages.push(message), more)
  return { messages, rows: await database.rows(sql) }
}

/** What the doctor leaves to a person. */
const problems = async (home: Home, more?: Parameters<typeof doctor>[1]) =>
  (await doctor(home, more)).filter(({ state }) => state === 'problem')

const filesOf = async ({ root }: Home): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()

/** Names of the checks that found damage, and what they found first. */
async function found(home: Home, isQuick = false): Promise<Record<string, string>> {
  const { checks } = await verify(home, isQuick)
  return Object.fromEntries(
    checks.flatMap(({ name, findings: [first] }) => (first?.isDamage ? [[name, first.what] as const] : [])),
  )
}

const checkOf = async (home: Home, wanted: string, isQuick = true) =>
  (await verify(home, isQuick)).checks.find(({ name }) => name === wanted)

const findingsOf = async (home: Home, check: string) => (await checkOf(home, check))?.findings

describe('verify', () => {
  oneForm("names what is none of a home's, and calls it no damage", async () => {
    const home = copy()
    await writeFile(join(home.root, '.state', 'history.json'), '{}')
    const findings = await findingsOf(home, 'files')
    expect(findings?.map(({ where, isDamage }) => [where, isDamage]).sort()).toEqual([
      [join(home.root, '.state', 'history.json'), false],
      [join(home.root, 'job.yaml'), false],
    ])
  })

  oneForm('takes a run that was cut off for unfinished, not for damaged', async () => {
    const { checks, damage } = await verify(copy('cutOff'))
    expect(damage).toBe(0)
    const published = checks.find(({ name }) => name === 'published copy')
    expect(published?.findings[0]).toMatchObject({
      what: expect.stringMatching(/^older: run \S+ is not published$/),
      isDamage: false,
    })
  })

  oneForm('finds one altered cell, and says what raw makes of it', async () => {
    const home = copy()
    await change(home.state.warehouse, "UPDATE cases SET title = '伪造' WHERE case_id = 'd0003'; CHECKPOINT")
    expect((await checkOf(home, 'tables', false))?.findings).toEqual([
      {
        what: 'a row differs',
        where: 'cases library=ptal case_id=d0003',
        expected: 'title=d0003号文书',
        found: 'title=伪造',
        todo: 'dossier rebuild rebuilds the tables from raw, without a call',
        isDamage: true,
      },
    ])
  })

  const damages: readonly [string, (home: Home) => Promise<unknown>, Record<string, string>][] = [
    [
      'a row taken out of a table',
      changed("DELETE FROM case_citations WHERE case_id = 'd0001' AND ordinal = 1"),
      { tables: 'a row is missing' },
    ],
    [
      'a row taken out of the ledger',
      changed(withoutCall),
      { 'raw in the ledger': 'a raw answer is not in the ledger' },
    ],
    [
      'a row that no call stands behind',
      changed("UPDATE articles SET call_key = repeat('0', 32) WHERE article_id = 'a1_577'"),
      { origins: 'rows come from a call that the ledger does not have' },
    ],
    [
      'a raw answer altered',
      (home) => rewrite(home, "replace(record, '买卖合同纠纷', '借款合同纠纷')"),
      { 'raw lines': 'a raw answer is not what landed' },
    ],
    [
      'a segment taken out of the archive',
      async (home) => rm(await archiveFile(home)),
      { 'ledger in raw': 'the raw answer of a call is gone' },
    ],
    [
      'an archive file cut short',
      cutShort,
      {
        'raw lines': 'a file of the archive cannot be read',
        'ledger in raw': 'the raw answer of a call is gone',
      },
    ],
    [
      'a mark that does not agree',
      changed('UPDATE segments SET calls = calls + 1'),
      { segments: 'the mark of a segment does not agree with its lines' },
    ],
    [
      'another published copy',
      ({ published }) => change(published, "UPDATE enterprises SET name = '丙公司'; CHECKPOINT"),
      { 'published copy': 'a row differs' },
    ],
    [
      'no published copy',
      ({ published }) => rm(published),
      { 'published copy': 'the published warehouse does not open' },
    ],
    [
      'no working database',
      ({ state }) => rm(state.warehouse),
      { 'working database': 'the working database is not there' },
    ],
    [
      'a database that does not open',
      ({ state }) => flipBits(state.warehouse, dice(1), 2000),
      { 'working database': 'the working database is damaged' },
    ],
  ]

  test.each(drawn(damages, 2))('finds %s', async (_, harm, expected) => {
    const home = copy()
    await harm(home)
    expect(await found(home, !('tables' in expected))).toMatchObject(expected)
  })

  const byFolder = [
    ['exports', 'exports', ['export', '--format', 'csv', '--tables', 'cases'], 'cases.csv'],
    ['exports-by-hand', 'exports by hand', ['export', '--format', 'csv', '--tables', 'cases'], 'cases.csv'],
    ['reports', 'reports', ['report'], 'index.html'],
  ] as const
  test.each(drawn(byFolder, 1))(
    'finds a file of %s that was altered or is missing, and tells one that no manifest names',
    async (folderName, name, args, changed) => {
      const home = copy()
      const folder = join(home.root, 'latest', folderName)
      expect((await cli([...args, '--out', folder, '--home', home.root])).code).toBe(0)
      const all = () => findingsOf(home, name)
      const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
      expect(await checkOf(home, name)).toMatchObject({ count: files.length, findings: [] })
      const file = join(folder, changed)
      const text = await readFile(file, 'utf8')
      await writeFile(file, `${text} `)
      expect(await found(home, true)).toEqual({ [name]: 'a file is not what was written' })
      await rm(file)
      expect(await all()).toMatchObject([{ found: 'no file', isDamage: true }])
      await writeFile(file, text)
      await mkdir(join(folder, 'in'))
      await writeFile(join(folder, 'in', 'more.csv'), 'more')
      const unnamed = { what: 'a file that the manifest does not name', isDamage: false }
      expect(await all()).toMatchObject([{ ...unnamed, where: expect.stringMatching(/more[.]csv$/) }])
      await writeFile(join(folder, 'manifest.json'), '{"kind":')
      expect(await all()).toContainEqual(
        expect.objectContaining({ what: 'the manifest cannot be read', isDamage: true }),
      )
    },
  )

  oneForm(
    'finds an export that has other rows than the warehouse, unless only some were asked for',
    async () => {
      const home = copy()
      const folder = join(home.root, 'latest', 'exports')
      const asked = ['export', '--format', 'csv', '--tables', 'cases', '--out', folder, '--home', home.root]
      expect((await cli(asked)).code).toBe(0)
      const manifest = join(folder, 'manifest.json')
      await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/"rows": \d+/, '"rows": 1000'))
      expect(await findingsOf(home, 'exports')).toMatchObject([
        { what: 'an export has another number of rows', isDamage: true },
      ])
      const ofSome = (await readFile(manifest, 'utf8')).replace('"rows": 1000', '$&, "filter": "false"')
      await writeFile(manifest, ofSome)
      expect(await findingsOf(home, 'exports')).toEqual([])
    },
  )

  oneForm('finds a run whose record is gone', async () => {
    const home = copy()
    for (const run of await readdir(home.runs)) await rm(join(home.runs, run, 'run.json'))
    const gone = { what: 'run.json cannot be read', found: 'no file', isDamage: true }
    expect(await findingsOf(home, 'runs')).toMatchObject([gone])
  })

  oneForm('takes no folder for damaged that a process is publishing into', async () => {
    const home = copy()
    const folder = join(home.root, 'latest', 'exports-by-hand')
    await mkdir(folder)
    await writeFile(join(folder, 'cases.csv'), 'just put there')
    const byHand = () => findingsOf(home, 'exports by hand')
    {
      await using _writing = await acquireLock(folderLock(await realpath(folder)), new Date())
      expect(await byHand()).toMatchObject([
        { what: 'files were being published there, so they were not compared', isDamage: false },
      ])
    }
    expect(await byHand()).toMatchObject([{ what: 'a file that the manifest does not name' }])
  })
})

describe('raw that is damaged', () => {
  oneForm(
    'is a problem that the doctor tells, until the calls may go; then the next run asks for them again',
    async () => {
      const home = copy()
      await rewrite(
        home,
        "CASE WHEN contains(record, 'd0002号文书') THEN replace(record, '一审', '二审') ELSE record END",
      )
      const before = await tablesIn(home.state.warehouse)
      expect(await problems(home)).toMatchObject([
        { check: 'raw', todo: expect.stringContaining('doctor --drop-lost') },
      ])
      expect(await tablesIn(home.state.warehouse)).toEqual(before)
      await expect(
        rebuildHome({ home, effects: testEffects(), mayLose: false, onDamage: () => undefined }),
      ).rejects.toThrow('nothing was changed')
      expect(await problems(home, { mayLose: true })).toEqual([])
      expect(await found(home, true)).toEqual({})
      await using database = await Database.open(home.state.warehouse, { readOnly: true })
      expect(await database.rows("SELECT 1 FROM cases WHERE case_id = 'd0002'")).toEqual([])
      expect(await readdir(home.state.quarantine)).toHaveLength(1)
    },
  )

  oneForm('leaves a ledger that differs as it is, and says that it waits', async () => {
    const home = copy()
    await change(home.state.warehouse, withoutCall)
    const differing = { check: 'ledger', found: expect.stringContaining('a raw answer is not in the ledger') }
    expect(await doctor(home, { isDryRun: true })).toContainEqual(
      expect.objectContaining({ ...differing, todo: expect.stringContaining('without --dry-run') }),
    )
    await rewrite(home, "replace(record, '买卖合同纠纷', '借款合同纠纷')")
    expect(await problems(home)).toMatchObject([
      { check: 'raw' },
      { ...differing, todo: expect.stringContaining('doctor --drop-lost') },
    ])
    expect(await found(home, true)).toHaveProperty('raw in the ledger')
  })

  oneForm('does not stop a run while the tables still have what it held', async () => {
    const home = copy()
    await writeFile(await archiveFile(home), 'no Parquet')
    expect(await opening(home, 'SELECT count(*)::INTEGER AS n FROM cases')).toEqual({
      messages: [expect.stringContaining('1 files of the archive')],
      rows: [{ n: 6 }],
    })
  })

  oneForm('is reported where no tables are left that knew the call', async () => {
    const home = copy()
    await rewrite(home, "CASE WHEN contains(record, 'd0002号文书') THEN 'no call' ELSE record END")
    for (const path of [home.state.warehouse, home.published]) await rm(path)
    expect((await opening(home, undefined, { mayLose: true })).messages).toEqual([
      `raw is damaged: 0 files and 1 lines of the archive were set aside in ${home.state.quarantine}; 0 calls that are known to have been in them count as not made`,
    ])
  })

  const another = changed("UPDATE warehouse_schema SET fingerprint = 'older'")
  const withoutRaw: readonly [string, (home: Home) => Promise<unknown>][] = [
    ['of another version', async (home) => [await another(home), await cutShort(home)]],
    ['that is gone', async (home) => [await rm(home.state.warehouse), await cutShort(home)]],
    [
      'that is damaged',
      async (home) => [await writeFile(home.state.warehouse, 'no database'), await cutShort(home)],
    ],
    [
      'that is gone, with raw and the runs',
      async ({ state, runs }) => {
        for (const path of [state.warehouse, state.raw, runs]) await rm(path, { recursive: true })
      },
    ],
  ]

  test.each(drawn(withoutRaw, 1))(
    'under a database %s stops everybody until the calls may go',
    async (_, harm) => {
      const home = copy()
      const requests = setting.homes.service.counts.requests
      await harm(home)
      await makeHome(home)
      const before = await filesOf(home)
      const job = join(setting.folder, 'job.yaml')
      await writeFile(job, 'pipeline: enterprise-due-diligence\nenterprises: [{ id: e1 }]\n')
      const env = {
        DOSSIER_API_KEY: 'test-key',
        DOSSIER_BASE_URL: setting.homes.url,
        DOSSIER_HOME: home.root,
      }
      for (const command of ['plan', 'run'])
        expect(await cli([command, job], env)).toMatchObject({
          code: 1,
          notes: expect.stringMatching(/nothing was changed.*doctor --drop-lost/),
        })
      expect(await problems(home)).toContainEqual(
        expect.objectContaining({ check: 'raw', todo: expect.stringContaining('doctor --drop-lost') }),
      )
      expect((await filesOf(home)).filter((name) => !name.endsWith('suspect'))).toEqual(before)
      expect(await problems(home, { mayLose: true })).toEqual([])
      expect(setting.homes.service.counts.requests).toBe(requests)
    },
  )

  longForm('keeps an earlier copy of the same file', async () => {
    const home = copy()
    const path = await archiveFile(home)
    for (const bytes of ['first', 'second']) {
      await writeFile(path, bytes)
      await doctor(home, { mayLose: true })
    }
    const kept = await readdir(home.state.quarantine)
    const texts = await Promise.all(
      kept.sort().map((name) => readFile(join(home.state.quarantine, name), 'utf8')),
    )
    expect(texts).toEqual(['first', 'second'])
  })

  oneForm('is another matter than a file that the system does not give', async () => {
    const home = copy()
    const path = await archiveFile(home)
    await rm(path)
    await mkdir(path)
    await expect(probeArchive(home.state.raw, home.state.spill)).rejects.toThrow(GivenFileError)
  })

  oneForm('is deleted by a purge that was cut off', async () => {
    const home = copy()
    await cutShort(home)
    const tombstone = {
      id: '2026-01-01-0000',
      kind: 'person' as const,
      ids: [],
      codes: [],
      names: ['王小明'],
      alone: [],
      since: '2026-01-01T00:00:00.000Z',
      reason: null,
    }
    const purging = { callKeys: [] }
    await writeTombstones(home.state.tombstones, { version: 1, tombstones: [tombstone], purging })
    const messages: string[] = []
    const onDamage = (message: string) => messages.push(message)
    await rebuildHome({ home, effects: testEffects(), mayLose: false, onDamage })
    expect(messages[0]).toContain('1 files and 0 lines of the archive cannot be read')
    expect((await readTombstones(home.state.tombstones)).purging).toBeNull()
    expect(await filesOf(home)).not.toContainEqual(expect.stringContaining('quarantine'))
    expect(await found(home)).toEqual({})
  })

  oneForm('of the inputs of a run leaves the run, and says so', async () => {
    const home = copy()
    const [runId = ''] = await readdir(home.runs)
    await garble(join(home.runs, runId, 'inputs.ndjson'))
    await rm(home.state.warehouse)
    const left = 'SELECT run_id, (SELECT count(*)::INTEGER FROM job_inputs) AS inputs FROM runs'
    expect(await opening(home, left)).toEqual({
      messages: [expect.stringContaining(`${runId}/inputs.ndjson`)],
      rows: [{ run_id: runId, inputs: 0 }],
    })
  })

  oneForm('in the working database that a run meets makes the next one rebuild it', async () => {
    const home = copy()
    const met = await suspected(home, new Error('IO Error: Corrupt database file: computed checksum 1'))
    expect(met).toMatchObject({
      stop: { status: 'failed', words: { en: expect.stringContaining('run again') } },
    })
    expect((await opening(home)).messages).toEqual([expect.stringContaining('rebuilt from raw')])
    expect(await found(home, true)).toEqual({})
    const other = new Error('Binder Error: no such column')
    expect(await suspected(home, other)).toBe(other)
  })

  const kills = [
    ['', false, false],
    [', also when whoever took it out was killed before the tables were rebuilt', true, false],
    [', also when it has none and he was killed', true, true],
  ] as const
  test.each(drawn(kills, 1))(
    'in a landed segment goes into quarantine, and its whole lines stay%s',
    async (_, isKilled, isAll) => {
      const home = copy('cutOff')
      // The tables have it all.
      if (isKilled) await opening(home)
      const name = (await readdir(home.state.landing)).filter((it) => it.endsWith('.ndjson')).sort()[0] ?? ''
      const path = join(home.state.landing, name)
      const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
      const damaged = lines.map((line, index) =>
        index === 0 || isAll ? line.replace('"sha256":"', '"sha256":"0') : line,
      )
      await writeFile(path, `${damaged.join('\n')}\n`)
      if (isKilled) await mendLanding(home)
      const segment = name.replace('.ndjson', '')
      const { messages, rows } = await opening(
        home,
        `SELECT line FROM calls WHERE segment = '${segment}' ORDER BY line`,
      )
      expect(rows).toEqual(isAll ? [] : lines.slice(1).map((_, index) => ({ line: index + 2 })))
      if (!isKilled) expect(messages[0]).toContain('damaged on disk and counts as not made')
      const lost = isAll ? lines.length : 1
      expect(messages.at(-1)).toContain(`${lost} calls that are known to have been in them count as not made`)
      const kept = await readdir(home.state.quarantine)
      const texts = await Promise.all(kept.map((file) => readFile(join(home.state.quarantine, file), 'utf8')))
      const aside = damaged.slice(0, lost).map((line) => `${line}\n`)
      expect(texts.sort()).toEqual(aside.sort())
      expect((await verify(home, true)).damage).toBe(0)
    },
  )
})

describe('evidence', () => {
  oneForm('of a row is the call, its hash again, and the answer as it landed', async () => {
    const home = copy()
    const { code, out } = await cli(['evidence', 'cases', 'case_id=d0003', '--home', home.root, '--json'])
    const told = JSON.parse(out)
    expect(code).toBe(0)
    expect(told).toMatchObject({ operation: 'rh_case_details', match: true, place: 'archive' })
    expect(told.body.data).toBeDefined()
    const raw = await cli(['evidence', told.call_key, '--home', home.root, '--raw'])
    expect(Buffer.byteLength(raw.out)).toBe(told.bytes)
  })

  oneForm('of several rows lists them, and says how to narrow', async () => {
    const { code, out, notes } = await cli(['evidence', 'cases', 'library=ptal', '--home', copy().root])
    expect(code).toBe(0)
    expect(out.split('\n')).toHaveLength(8)
    expect(notes).toContain('6 rows: name more columns')
  })

  oneForm('that is not what landed is a mismatch', async () => {
    const home = copy()
    await rewrite(home, "replace(record, '买卖合同纠纷', '借款合同纠纷')")
    const { code, out, notes } = await cli(['evidence', 'cases', 'case_id=d0003', '--home', home.root])
    expect(code).toBe(1)
    expect(out).toContain('MISMATCH')
    expect(notes).toContain('is not what landed')
  })

  oneForm('is found in a segment that a run is still to archive', async () => {
    const home = copy('cutOff')
    await doctor(home)
    const [segment] = (await readdir(home.state.landing)).map((name) => name.replace('.ndjson', ''))
    const sql = `SELECT call_key, run_id FROM calls WHERE segment = '${segment}' AND line = 1`
    const [call] = await published(home.root, sql)
    const asked = [String(call?.call_key), '--run', String(call?.run_id)]
    const { code, out } = await cli(['evidence', ...asked, '--home', home.root, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ place: 'landing', match: true, segment, line: 1 })
  })

  oneForm.each([
    [['nothing', 'a=b'], 'is neither a call key'],
    [['cases', 'case=d1'], 'cases has no column "case"; see dossier tables'],
    [['cases'], 'expected column=value after cases'],
    [['cases', 'case_id=unknown'], 'nothing is known of cases case_id=unknown'],
    [['runs', 'job=a'], 'no answer is behind a row of runs: dossier writes it itself'],
    [
      ['coverage', 'run_id=a'],
      'are made of several answers; ask for rows of the tables that it is made of: ',
    ],
    [['coverage', 'enterprise_id=e1'], '\n  dossier evidence enterprise_documents enterprise_id=e1\n'],
    [
      ['litigation_overview', 'enterprise_id=e1'],
      '\n  dossier evidence enterprise_documents enterprise_id=e1\n',
    ],
  ])('of %j says what is wrong', async (args, message) => {
    const { code, notes } = await cli(['evidence', ...args, '--home', setting.homes.ended])
    expect(code).toBe(2)
    expect(notes).toContain(message)
  })
})

describe('the command line', () => {
  oneForm(
    'of a home that was restored names doctor, which publishes it and points latest at its last run',
    async () => {
      const home = copy()
      const last = await readlink(join(home.root, 'latest'))
      const query = () => cli(['query', 'SELECT run_id FROM runs', '--home', home.root])
      for (const lost of [home.published, home.state.warehouse]) await rm(lost)
      expect((await query()).notes).toMatch(/there is no warehouse at .* yet; dossier doctor builds it/)
      // A run of another version, that ended before.
      const other = join(home.runs, '20990101T000000Z-0001')
      await cp(join(home.root, last), other, { recursive: true })
      const record = JSON.parse(await readFile(join(other, 'run.json'), 'utf8'))
      const earlier = { ...record, run_id: '20990101T000000Z-0001', finished_at: '2000-01-01T00:00:00.000Z' }
      await writeFile(join(other, 'run.json'), JSON.stringify(earlier))
      await writeFile(join(home.root, last, 'run.json'), JSON.stringify({ ...record, version: '0.0.9' }))
      await rm(join(home.root, 'latest'))
      await symlink('runs/20990101T000000Z-0001', join(home.root, 'latest'))
      expect(await doctor(home)).toContainEqual(
        expect.objectContaining({ check: 'latest', state: 'repaired' }),
      )
      expect(await readlink(join(home.root, 'latest'))).toBe(last)
      expect((await query()).code).toBe(0)
      expect(await doctor(home)).toContainEqual(
        expect.objectContaining({
          check: 'latest',
          state: 'ok',
          found: expect.stringContaining(
            'version 0.0.9 wrote its exports and dossiers: the next run writes new ones',
          ),
        }),
      )
    },
  )

  oneForm('ends with 1 for damage, and says what to do', async () => {
    const home = copy()
    await rm(home.published)
    const { code, out } = await cli(['verify', '--quick', '--home', home.root])
    expect(code).toBe(1)
    expect(out).toContain('do        dossier doctor publishes it again')
    const env = { DOSSIER_API_KEY: 'canary-key', DOSSIER_BASE_URL: setting.homes.url }
    const repaired = await cli(['doctor', '--home', home.root], env)
    expect(repaired).toMatchObject({ code: 0, out: expect.stringMatching(/published copy +repaired/) })
    expect(repaired.out).toContain('no request was sent')
    expect(repaired.out + repaired.notes).not.toContain('canary')
    expect((await cli(['verify', '--quick', '--home', home.root])).code).toBe(0)
  })

  oneForm('refuses a home that another process has', async () => {
    const home = copy()
    const owner = { pid: process.ppid, host: hostname(), since: 'now' }
    await writeFile(home.state.lock, JSON.stringify(owner))
    const env = { DOSSIER_API_KEY: 'test-key', DOSSIER_BASE_URL: setting.homes.url }
    const requests = setting.homes.service.counts.requests
    for (const command of [['verify'], ['rebuild'], ['run', join(home.root, 'job.yaml')]]) {
      const { code, notes } = await cli([...command, '--home', home.root], env)
      expect([code, notes]).toEqual([
        3,
        expect.stringContaining(`in use by process ${process.ppid}, since now`),
      ])
    }
    expect(setting.homes.service.counts.requests).toBe(requests)
    expect(await doctor(home)).toContainEqual(expect.objectContaining({ check: 'lock', state: 'ok' }))
  })

  oneForm('verify says what is missing before any run', async () => {
    const { code, notes } = await cli(['verify', '--home', join(setting.folder, 'none')])
    expect(code).toBe(2)
    expect(notes).toContain('run a job first: dossier run JOB')
    const [job, planned] = [join(setting.folder, 'bare-job.yaml'), join(setting.folder, 'bare-planned')]
    await writeFile(job, 'pipeline: enterprise-due-diligence\nenterprises: [{ name: 甲公司 }]\n')
    const env = { DOSSIER_API_KEY: 'test-key', DOSSIER_BASE_URL: setting.homes.url }
    expect(await cli(['plan', job, '--home', planned], env)).toMatchObject({ code: 0 })
    const verified = await cli(['verify', '--quick', '--home', planned])
    expect(verified).toMatchObject({
      code: 0,
      out: expect.stringContaining('run a job first: dossier run JOB'),
    })
  })
})
