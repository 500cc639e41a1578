import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PlannedStep } from '../../src/run/estimate.ts'
import { homeAt, takeLock } from '../../src/run/home/home.ts'
import { openPublished } from '../../src/warehouse/query.ts'
import { relationNames } from '../../src/warehouse/schema.ts'
import { cli } from '../support/cli.ts'
import { temporaryFolder, whenAllOver } from '../support/folder.ts'
import { jobOver, setUp, smallJob, wholeJob } from './setting.ts'

/** One home after one complete run, for commands that only read. */
let ran: Awaited<ReturnType<typeof setUp>>

const whenOver = whenAllOver()
beforeAll(async () => {
  ran = await setUp(wholeJob, whenOver)
  const { code } = await ran.dossier(['run', ran.file])
  if (code !== 0) throw new Error(`the run ended with ${code}`)
})

const emptyHome = async () => ({ DOSSIER_HOME: join(await temporaryFolder(), 'home') })

describe('query', () => {
  const query = (sql: string, ...flags: string[]) => ran.dossier(['query', sql, ...flags])

  test('prints rows as a table, numbers to the right, also those that come as text, and no control character', async () => {
    const { code, out } = await query(
      `SELECT * FROM (VALUES ('甲公司', 1, 5::BIGINT, NULL::INTEGER, 1.50, '05', 'a' || chr(27) || '[31mb', ['甲']), ('ab', 100, 12, NULL, 12.50, '7', 'c', []))
         AS t(name, n, wide, none, amount, code, text, list)`,
    )
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.trimEnd())).toEqual([
      'name      n  wide  none  amount  code  text          list',
      '──────  ───  ────  ────  ──────  ────  ────────────  ──────',
      '甲公司    1     5          1.50  05    a\\u001b[31mb  ["甲"]',
      'ab      100    12         12.50  7     c             []',
    ])
  })

  test('with --json prints rows for programs: dates as ISO text, NULL as null, and numbers as such where a double keeps every digit', async () => {
    const { out } = await query(
      `SELECT any_value(decided_on) AS decided_on, any_value(plaintiffs) AS plaintiffs, NULL AS nothing, count(*) AS n,
         9007199254740991 AS most, 9007199254740993 AS more, -5::HUGEINT AS huge, 12.50::DECIMAL(20,2) AS amount, -0.05::DECIMAL(20,2) AS cents,
         1234567890123456.78::DECIMAL(20,2) AS sum, [1::BIGINT] AS list, {'a': 1.5::DECIMAL(4,1)} AS inner_one, '12' AS text
       FROM enterprise_documents WHERE document_id = 'd2'`,
      '--json',
    )
    expect(JSON.parse(out)).toEqual([
      {
        ...{ decided_on: '2021-02-03', plaintiffs: ['甲公司'], nothing: null, n: 1 },
        ...{ most: 9_007_199_254_740_991, more: '9007199254740993', huge: -5, amount: 12.5, cents: -0.05 },
        ...{ sum: '1234567890123456.78', list: [1], inner_one: { a: 1.5 }, text: '12' },
      },
    ])
  })

  test('with --format csv prints a line a row, with every digit and character', async () => {
    const sql = `SELECT * FROM (VALUES ('甲, "乙"', 9007199254740993::DECIMAL(20,2), ['a|b'], NULL, ''),
      ('丙' || chr(27) || chr(8238), 12.5, NULL, NULL, '')) AS t(name, n, list, nothing, blank)`
    expect((await query(sql, '--format', 'csv')).out.split('\n')).toEqual([
      'name,n,list,nothing,blank',
      '"甲, ""乙""",9007199254740993.00,"[""a|b""]",,""',
      '丙\u001b\u202e,12.50,,,""',
    ])
  })

  test('with --format csv prints all rows, and only the head where there is none', async () => {
    const many = await query(
      "SELECT range AS n, repeat('x', 500) AS text FROM range(2000)",
      '--format',
      'csv',
    )
    expect([many.out.split('\n').length, many.notes]).toEqual([2001, ''])
    expect((await query('SELECT 1 AS n WHERE false', '--format', 'csv')).out).toBe('n')
    const cut = await query('SELECT * FROM range(9)', '--format', 'csv', '--limit', '3')
    expect([cut.out, cut.notes]).toEqual([
      'range\n0\n1\n2',
      'only the first 3 rows are shown; --limit shows more',
    ])
    expect(await query('SELECT 1', '--json', '--format', 'csv')).toMatchObject({ code: 2 })
    const broken = await query(
      "SELECT CASE WHEN range = 299999 THEN error('no such year') ELSE 1 END AS n FROM range(300000)",
      '--json',
      '--limit',
      '1000000',
    )
    expect([broken.code, broken.out, broken.notes]).toEqual([2, '', expect.stringContaining('no such year')])
  })

  test('says when there are no rows, and gives programs an empty list', async () => {
    expect((await query('SELECT 1 WHERE false')).out).toBe('no rows')
    expect(JSON.parse((await query('SELECT 1 WHERE false', '--json')).out)).toEqual([])
  })

  test.each([
    [100, [], 'only the first 100 rows are shown; --limit shows more'],
    [1, ['--limit', '1'], 'only the first row is shown; --limit shows more'],
  ])('shows %i of 500 rows with %j', async (rows, flags, note) => {
    const { out, notes } = await query('SELECT * FROM range(500)', '--json', ...flags)
    expect(JSON.parse(out)).toHaveLength(rows)
    expect(notes).toBe(note)
  })

  // What else is refused: test/proofs/hostile.
  test('takes whatever is one SELECT, and nothing else', async () => {
    await using database = await openPublished(join(ran.home, 'dossier.duckdb'))
    const taken = [
      'SELECT 1;',
      'WITH a AS (SELECT 1) SELECT * FROM a',
      'FROM enterprises SELECT name',
      'VALUES (1)',
      'SELECT 1 -- comment',
    ]
    for (const sql of taken) expect((await database.select(sql, 1)).columns).toHaveLength(1)
    const refused = {
      'DELETE FROM runs': 'expected a SELECT',
      'SELECT 1; DROP TABLE runs': 'expected exactly one statement; found 2',
      'SELEC 1': 'syntax error',
    }
    for (const [sql, reason] of Object.entries(refused))
      await expect(database.select(sql, 1), sql).rejects.toThrow(reason)
  })

  test('says in a sentence why it refuses a statement', async () => {
    const { code, out, notes } = await query("SELECT * FROM read_csv('/etc/passwd')")
    expect([code, out]).toEqual([2, ''])
    expect(notes).toMatch(/^dossier: query: .*Permission Error/s)
    expect(notes).not.toContain('root:')
    expect(notes).not.toMatch(/\n {4}at /)
  })

  test('names the column that was meant, and the tables that have it', async () => {
    const { notes: slip } = await query('SELECT enterprize_name FROM coverage')
    expect(slip).toMatch(/did you mean "enterprise_name"\? It is a column of \w+, .*…/)
    const { notes: elsewhere } = await query('SELECT verdict FROM runs')
    expect(elsewhere).toMatch(/"verdict" is a column of .*\bcoverage\b/)
  })

  test.each([['query', 'SELECT 1'], ['export']])(
    '%s says that there is no warehouse yet',
    async (...args) => {
      const env = await emptyHome()
      expect(await cli(args, env)).toEqual({
        code: 2,
        out: '',
        notes: `dossier: ${args[0]}: there is no warehouse at ${join(env.DOSSIER_HOME, 'dossier.duckdb')} yet; run a job first: dossier run JOB`,
      })
    },
  )
})

describe('tables', () => {
  test('lists every table and view with its Chinese term', async () => {
    const { code, out } = await cli(['tables', '--json'])
    expect(code).toBe(0)
    const listed = JSON.parse(out) as { name: string; kind: string; term: string; columns: number }[]
    expect(listed.map(({ name }) => name)).toEqual(relationNames())
    expect(listed).toContainEqual(
      expect.objectContaining({ name: 'enterprises', kind: 'table', term: '企业' }),
    )
    expect(listed.every(({ columns }) => columns > 0)).toBe(true)
    expect((await cli(['tables'])).out.split('\n')).toHaveLength(relationNames().length + 2)
  })

  test('of a name lists its columns with type, Chinese term and source', async () => {
    const { out } = await cli(['tables', 'enterprise_documents', '--json'])
    expect(JSON.parse(out)).toContainEqual({
      column: 'decided_on',
      type: 'DATE',
      term: '时间',
      source: 'data.list[].时间',
      meaning: 'date of the document',
      example: '2023-09-18',
    })
  })

  test.each([
    ['enterprise', 'did you mean "enterprises"?'],
    ['Cases', 'did you mean "cases"?'],
    ['zzzzzzzzzz', 'expected one of job_enterprises, job_searches,'],
  ])('of an unknown name %s says %s', async (name, hint) => {
    const { code, out, notes } = await cli(['tables', name])
    expect([code, out]).toEqual([2, ''])
    expect(notes).toContain(`dossier: tables: there is no table or view "${name}"; ${hint}`)
  })
})

describe('status', () => {
  test('before any run says so, and makes no home', async () => {
    const env = await emptyHome()
    expect(await cli(['status'], env)).toEqual({
      code: 0,
      out: 'no run is going on\nno run has begun yet',
      notes: '',
    })
    expect(JSON.parse((await cli(['status', '--json'], env)).out)).toEqual({
      running: null,
      progress: null,
      schedule: null,
      runs: [],
    })
    await expect(readdir(env.DOSSIER_HOME)).rejects.toThrow('ENOENT')
  })

  test('after a run says how it ended, with its calls and points', async () => {
    const { out } = await ran.dossier(['status', '--json'])
    const { running, runs } = JSON.parse(out)
    expect(running).toBeNull()
    expect(runs).toEqual([
      expect.objectContaining({
        job: 'job',
        status: 'complete',
        reason: null,
        calls: ran.service.counts.requests,
        started_utc: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      }),
    ])
    expect((await ran.dossier(['status'])).out).toMatch(
      /^no run is going on\nrun_id .*\n─+.*\n\S+ +job +complete/,
    )
  })

  test('tells a run whose process is gone as interrupted, one whose process lives as running, and one that a later run replaced as abandoned; export says so where none was published', async () => {
    const { home, file, dossier } = await setUp(smallJob)
    await dossier(['run', file])
    const [runId = ''] = await readdir(join(home, 'runs'))
    const runFile = join(home, 'runs', runId, 'run.json')
    // As a SIGKILL leaves it: the run began, and nobody wrote that it ended.
    const begun = { ...JSON.parse(await readFile(runFile, 'utf8')), status: 'running', finished_at: null }
    await writeFile(runFile, JSON.stringify(begun))
    const state = async () => JSON.parse((await dossier(['status', '--json'])).out)
    expect(await state()).toMatchObject({ running: null, runs: [{ run_id: runId, status: 'interrupted' }] })
    expect((await dossier(['status'])).out).toMatch(
      new RegExp(
        `^no run is going on\nrun ${runId} of job was interrupted: it began at .* UTC, the last sign of it is of .* run the job again`,
      ),
    )
    {
      await using _lock = await takeLock(homeAt(home).state.lock, new Date())
      expect((await dossier(['status'])).out).toMatch(
        new RegExp(`in use by process ${process.pid}, since .* UTC; it has begun no run, or not yet`),
      )
      expect((await state()).runs[0].status).toBe('interrupted')
      await writeFile(runFile, JSON.stringify(begun))
      expect((await dossier(['status'])).out).toMatch(
        `run ${runId} of job is going on: process ${process.pid}, since `,
      )
      expect((await state()).runs[0].status).toBe('running')
    }
    const later = join(home, 'runs', '99990101T000000Z-0000')
    await mkdir(later)
    await writeFile(join(later, 'run.json'), JSON.stringify({ ...begun, run_id: '99990101T000000Z-0000' }))
    expect((await state()).runs.map(({ status }: { status: string }) => status)).toEqual([
      'interrupted',
      'abandoned',
    ])
    await rm(join(home, 'latest'))
    expect(await dossier(['export'])).toMatchObject({
      code: 2,
      notes: `dossier: export: ${join(home, 'latest')} does not point to a run; run a job first: dossier run JOB`,
    })
  })
})

interface Planned {
  readonly steps: readonly PlannedStep[]
}

describe('plan', () => {
  test('before any run counts the searches, makes no call and leaves no run behind', async () => {
    const { file, home, env, service, dossier } = await setUp(wholeJob)
    const { code, out } = await dossier(['plan', file, '--json'])
    expect(code).toBe(0)
    const { steps } = JSON.parse(out) as Planned
    expect(steps[0]).toMatchObject({
      step: 'resolve',
      operation: 'rh_enterpriseSearch',
      needed: 5,
      fresh: 0,
      cost: 5,
    })
    expect(steps.slice(1).every(({ needed }) => needed === 0)).toBe(true)
    // It needs neither a key nor an address.
    const told = (await dossier(['plan', file], { DOSSIER_API_KEY: '', DOSSIER_BASE_URL: '' })).out
    expect(told).toContain('known          0 calls answered in the ledger and fresh')
    expect(told).toContain('to call now    5 calls for 5 points, each tried once')
    expect(told).toContain(
      'may follow     what the answers ask for (pages, full texts, statutes): as a rule many times as many calls. How many cannot be known yet',
    )
    expect(service.counts.requests).toBe(0)
    expect(await readdir(join(home, 'runs'))).toEqual([])
    expect((await dossier(['status'])).out).toContain('no run has begun yet')
    const { notes } = await cli(['run', file], env, { signal: AbortSignal.abort() })
    expect(notes).toMatch(/^starting run/)
  })

  test('says what the budget of the run, of the month and of an operation leave, and whether the plan fits', async () => {
    const { folder, dossier } = ran
    const file = join(folder, 'budgeted.yaml')
    const planned = async (budget: string) => {
      await writeFile(file, jobOver(['甲公司', '无此公司'], `budget: ${budget}`))
      const { out } = await dossier(['plan', file])
      return { out, budget: JSON.parse((await dossier(['plan', file, '--json'])).out).budget }
    }
    const spent = ran.service.counts.requests
    const wide = await planned(`{ calls: 500, perMonth: { calls: ${spent + 400} } }`)
    expect(wide.budget).toMatchObject([
      { limit: 'budget.calls', unit: 'calls', most: 500, spent: 0, left: 500, fits: 'unknown' },
      { limit: 'budget.perMonth.calls', most: spent + 400, spent, left: 400, fits: 'unknown' },
    ])
    expect(wide.out).toMatch(/budget\.calls +500 +0 +500 +\d+ +not known yet +not known yet/)
    expect(wide.out).toMatch(
      /What is needed now fits into the budget.* whether the rest does is not known yet/,
    )
    const tight = await planned(
      `{ perMonth: { calls: ${spent} }, operations: { rh_ft_search: { cost: 1 } } }`,
    )
    expect(tight.budget).toMatchObject([
      { limit: 'budget.perMonth.calls', spent, left: 0, fits: 'no' },
      { limit: 'budget.operations.rh_ft_search.cost', unit: 'cost', left: 1, needed: 0 },
    ])
    expect(tight.out).toMatch(
      /It does not fit into the budget: budget\.perMonth\.calls leaves 0 calls, \d+ are needed/,
    )
  })

  test('after a run counts what is known, and the lists that the next run asks for again', async () => {
    const requests = ran.service.counts.requests
    const { out } = await ran.dossier(['plan', ran.file, '--json'])
    const told = (await ran.dossier(['plan', ran.file])).out
    expect(told).toMatch(/^step +operation +known, fresh +to call now +points +may follow$/m)
    expect(told).toMatch(/^resolve +rh_enterpriseSearch +5 +0 +0 +nothing$/m)
    expect(told).toMatch(/^litigation +rh_enterpriseWritList +0 +5 +50 +not known yet$/m)
    expect(told).toContain('to call now    5 calls for 50 points')
    expect(told).toContain('none where the answers are what they were, else what is new in them')
    const { steps } = JSON.parse(out) as Planned
    const of = (name: string) => steps.find(({ step }) => step === name)
    expect(of('resolve')).toMatchObject({ needed: 0, fresh: 5, cost: 0 })
    expect(of('litigation')).toMatchObject({ needed: 5, cost: 50 })
    expect(of('details')).toMatchObject({ needed: 0, fresh: 2 })
    expect(ran.service.counts.requests).toBe(requests)
    expect(JSON.parse((await ran.dossier(['status', '--json'])).out).runs).toHaveLength(1)
  })
})

describe('export', () => {
  test('with --json prints the manifest that it wrote', async () => {
    const folder = await temporaryFolder()
    const { out } = await ran.dossier(['export', '--tables', 'cases', 'articles', '--out', folder, '--json'])
    const manifest = JSON.parse(out)
    expect(manifest).toEqual(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
    expect(manifest.files.map(({ file }: { file: string }) => file)).toEqual([
      'cases.csv',
      'articles.csv',
      'cases.parquet',
      'articles.parquet',
    ])
    const [run] = await readdir(join(ran.home, 'runs'))
    expect(manifest.run_id).toBe(run)
  })

  test('takes names with commas or spaces between them, of the last run alone where it is asked for, and says what it replaced', async () => {
    const folder = join(await temporaryFolder(), 'out')
    const flags = ['--format', 'csv', '--out', folder, '--where', 'run_id = (SELECT max(run_id) FROM runs)']
    const first = await ran.dossier(['export', ...flags, '--tables', 'job_enterprises,coverage'])
    expect(first).toMatchObject({ code: 0, notes: '' })
    expect((await readdir(folder)).sort()).toEqual(['coverage.csv', 'job_enterprises.csv', 'manifest.json'])
    const columns = ['--columns', 'status', 'name', '--headers', 'en']
    const second = await ran.dossier(['export', ...flags, '--tables', 'job_enterprises', ...columns])
    expect(second.code).toBe(0)
    expect(second.notes).toMatch(
      /^replaced the export of \d{4}-\S+Z in .*out \(job_enterprises\.csv, coverage\.csv\); to keep both, give another folder: --out$/,
    )
    expect(await readFile(join(folder, 'job_enterprises.csv'), 'utf8')).toMatch(/^\uFEFFstatus,name\r\n/)
    const unnamed = await ran.dossier(['export', ...flags])
    expect(unnamed).toMatchObject({
      code: 2,
      notes: expect.stringMatching(
        /does not fit .*; or name the tables that it is for: tables \(--tables\)/s,
      ),
    })
  })

  test("without --out writes to the last run's exports", async () => {
    expect((await ran.dossier(['export', '--format', 'csv', '--tables', 'runs'])).code).toBe(0)
    expect(await readdir(join(ran.home, 'latest', 'exports-by-hand'))).toContain('runs.csv')
  })
})
