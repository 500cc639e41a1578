import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { OperationName } from '../../src/contract/operations.ts'
import { maskText } from '../../src/rows/privacy/mask.ts'
import { type Pipeline, step } from '../../src/run/pipeline.ts'
import { cutoffOf } from '../../src/run/plan-sql.ts'
import { Planner, type UnderWay } from '../../src/run/planner.ts'
import { runEnterprises, runListScans, runListSweeps } from '../../src/run/relations.ts'
import { callOfRow, type Relation, relation, run, type Sql, sql, variables } from '../../src/run/select.ts'
import type { Reader } from '../../src/warehouse/database.ts'
import { volatileFunctions } from '../../src/warehouse/schema.ts'
import { temporaryFolder } from '../support/folder.ts'
import { emptyWarehouse } from '../support/tables.ts'

const startedAt = new Date('2026-03-01T12:00:00Z')
const nothing: UnderWay = { outstanding: new Set(), givenUp: new Set() }

type Planned = Parameters<typeof Planner.create>
type Given = Partial<Pick<Planned[1], 'checks'> & Planned[2]>

/** A planner of these steps; it is asked for ten calls at most, while nothing is under way or given up, unless a test says otherwise. */
async function planner(database: Reader, steps: Pipeline['steps'], { checks, ...given }: Given = {}) {
  const run = { runId: 'r1', startedAt, variables: { since: null }, freshness: {}, ...given }
  const plan = await Planner.create(database, { name: 'test', steps, ...(checks && { checks }) }, run)
  const next = (state: Partial<UnderWay> = {}, most = 10) => plan.next(most, { ...nothing, ...state })
  const ids = async (...asked: Parameters<typeof next>) =>
    (await next(...asked)).map(({ params }) => params.id)
  return Object.assign(plan, { ask: next, ids })
}

/** The same over a warehouse without a row, with how many of its statements since it was asked last hold a text. */
async function planning(steps: Pipeline['steps'], given?: Given) {
  const database = await emptyWarehouse()
  onTestFinished(() => database.close())
  const statements: string[] = []
  const written = <T>(statement: string, answer: T): T => {
    statements.push(statement)
    return answer
  }
  const reader: Reader = {
    rows: (statement, values) => written(statement, database.rows(statement, values)),
    stream: (statement) => database.stream(statement),
    run: (statement) => written(statement, database.run(statement)),
  }
  const plan = await planner(reader, steps, given)
  const asked = (text: string) => statements.splice(0).filter((statement) => statement.includes(text)).length
  return { database, plan, asked }
}

const forever = { freshFor: 'forever' } as const
const details = (select: Sql) => [step('details', 'rh_case_details', select, forever)]

const keysOf = async (database: Reader, text: string) => {
  const select = { parts: [text] }
  const plan = await planner(database, [step('s', 'rh_ft_search', select, forever)])
  return (await plan.ask()).map(({ callKey }) => callKey)
}

test('a call has one key, whatever the order of its columns and whether defaults are written out', async () => {
  await using database = await emptyWarehouse()
  const [bare] = await keysOf(database, "SELECT '违约' AS keyword")
  const spelled = [
    "SELECT 10 AS top_k, 'AND' AS search_mode, '违约' AS keyword",
    "SELECT ' 违约 ' AS keyword, '' AS fgmc",
  ]
  for (const select of spelled) expect(await keysOf(database, select)).toEqual([bare])
  const others = [
    "SELECT '违约' AS keyword, 20 AS top_k",
    "SELECT '违约' AS keyword, 'OR' AS search_mode",
    "SELECT '解除' AS keyword",
  ]
  for (const select of others) expect(await keysOf(database, select)).not.toEqual([bare])
})

const laws =
  '"dy":null,"fbrq_end":null,"fbrq_start":null,"fgmc":"民法典","keyword":"违约","search_mode":"AND"'

test.each<readonly [OperationName, string, string]>([
  [
    'case_vector_search',
    `'违约' AS query, '{"cj":"高级"}'::JSON AS wenshu_filter`,
    '{"query":"违约","return_num":45,"rewrite_flag":true,"wenshu_filter":{"cj":"高级"}}',
  ],
  ['rh_case_details', `'ptal' AS type, 'd1' AS id`, '{"ah":null,"id":"d1","type":"ptal"}'],
  [
    'rh_ft_search',
    `'民法典' AS fgmc, '违约' AS keyword, 50 AS top_k`,
    `{${laws},"ssrq_end":null,"ssrq_start":null,"sxx":null,"top_k":50,"xljb_1":null}`,
  ],
  ['rh_enterpriseWritList', `'e1' AS id`, '{"id":"e1","pageNo":1,"tyshxydm":null}'],
  ['rh_enterpriseSearch', `'甲"\\公司👍' AS name`, '{"name":"甲\\"\\\\公司👍","top_k":10}'],
  ['rh_company_info', `'甲公司' AS name, 3 AS num`, '{"name":"甲公司","num":3}'],
])(
  'the key of %s with %s is the MD5 of it and %s: under another one a home pays again for all that it holds',
  async (operation, columns, params) => {
    await using database = await emptyWarehouse()
    const plan = await planner(database, [step('s', operation, { parts: [`SELECT ${columns}`] }, forever)])
    const key = createHash('md5').update(`${operation} ${params}`).digest('hex')
    expect((await plan.ask()).map(({ callKey }) => callKey)).toEqual([key])
  },
)

/** A SELECT of `keyword` in the places where SQL may hold another. */
const places: readonly ((relation: string) => string)[] = [
  (relation) => `SELECT keyword FROM ${relation} AS t(keyword)`,
  (relation) => `WITH t AS (FROM ${relation}) SELECT 'a' AS keyword FROM t`,
  (relation) => `SELECT (SELECT count(*) FROM ${relation})::VARCHAR AS keyword`,
  (relation) => `SELECT 'a' AS keyword WHERE EXISTS (FROM ${relation})`,
  (relation) => `SELECT 'a' AS keyword UNION ALL SELECT 'b' FROM ${relation}`,
  (relation) => `SELECT 'a' AS keyword FROM calls, LATERAL (FROM ${relation}) AS t`,
  (relation) =>
    `WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t, ${relation}) SELECT 'a' AS keyword FROM t`,
]
const kinds = ['csv', 'csv_auto', 'json', 'ndjson', 'json_objects', 'text', 'blob', 'parquet']
const elsewhere = [
  ...kinds.map((kind) => `read_${kind}('FILE')`),
  ...["glob('/*')", "parquet_metadata('FILE')", "sniff_csv('FILE')", "'FILE'", 'duckdb_settings()'],
  ...['duckdb_secrets()', "query('SELECT 1')", "query_table('calls')", "pragma_table_info('calls')"],
  ...['information_schema.tables', 'other.calls'],
]
const volatile = ['random()', 'uuid()', 'gen_random_uuid()', 'setseed(0.5)', "nextval('s')", "write_log('a')"]
const noSelect = [
  ...['DROP TABLE calls', 'DELETE FROM calls', 'INSERT INTO calls (call_key) VALUES (1)'],
  ...['CREATE TABLE own (a INTEGER)', "ATTACH 'FILE' AS other", "COPY calls TO 'FILE'", 'COMMIT'],
  ...["EXPORT DATABASE 'FILE'", 'INSTALL httpfs', 'LOAD httpfs', "SET memory_limit = '9GB'"],
  ...['PRAGMA enable_profiling', 'CHECKPOINT', 'CALL enable_logging()'],
]
const one = "SELECT 'a' AS keyword"
const broken = noSelect.flatMap((statement) => [
  statement,
  `${one}; ${statement}`,
  `${one}); ${statement}; (${one}`,
  `${one}) AS w; ${statement}; --`,
  `${statement}; ${one}`,
])

test('a SELECT reads the warehouse and nothing else, and does nothing but read', async () => {
  const file = join(await temporaryFolder(), 'rows.csv')
  await writeFile(file, 'keyword\nsecret\n')
  await using database = await emptyWarehouse()
  await database.run("ATTACH ':memory:' AS other; CREATE TABLE other.calls (a INTEGER); CREATE SEQUENCE s")
  const tables = () => database.rows('SELECT table_name, estimated_size FROM duckdb_tables() ORDER BY ALL')
  const before = await tables()
  const refused = [
    ...elsewhere.flatMap((relation) => places.map((place) => place(relation))),
    ...volatile.flatMap((call) => places.map((place) => place(`(SELECT ${call})`))),
    ...broken,
  ].map((text) => text.replaceAll('FILE', file))
  expect(refused.length).toBeGreaterThan(200)
  for (const text of refused) {
    const why = await keysOf(database, text).then(
      () => 'nothing',
      ({ name }: Error) => name,
    )
    expect([text, why]).toEqual([text, 'PipelineError'])
  }
  // A check is looked at by the same function.
  const checks = [{ after: 'details', select: { parts: refused.slice(0, 1) }, isFatal: true }]
  const sound = details(sql`SELECT 'd1' AS id, 'ptal' AS type`)
  await expect(planner(database, sound, { checks })).rejects.toThrow(/^pipeline test: /)
  expect(await tables()).toEqual(before)
  await expect(readdir(dirname(file))).resolves.toEqual(['rows.csv'])
})

test('the functions that are refused are those that DuckDB calls volatile', async () => {
  await using database = await emptyWarehouse()
  const rows = await database.rows(
    "SELECT DISTINCT function_name AS name FROM duckdb_functions() WHERE stability = 'VOLATILE' AND NOT starts_with(function_name, 'defined_')",
  )
  expect(new Set(rows.map(({ name }) => name))).toEqual(volatileFunctions)
})

test('a SELECT may end in a comment, and make rows of values', async () => {
  await using database = await emptyWarehouse()
  const plain = [
    "SELECT unnest(['a', 'b']) AS keyword -- two",
    "FROM (VALUES ('a'), ('b')) AS t(keyword) /* two */",
    'SELECT chr(97 + n::INTEGER) AS keyword FROM range(2) AS t(n)',
    'WITH RECURSIVE t(n) AS (SELECT 97 UNION ALL SELECT n + 1 FROM t WHERE n < 98) SELECT chr(n) AS keyword FROM t',
    'SELECT value AS keyword FROM json_each(\'["a", "b"]\')',
  ]
  for (const text of plain)
    expect([text, await keysOf(database, text)]).toEqual([text, [expect.anything(), expect.anything()]])
})

test('parameters that a row does not give are not sent', async () => {
  const { plan } = await planning(details(sql`SELECT 'd1' AS id, NULL AS ah, 'ptal' AS type, 3 AS cost_rank`))
  expect(await plan.ask()).toMatchObject([
    { step: 'details', operation: 'rh_case_details', params: { id: 'd1', type: 'ptal' } },
  ])
})

const ledger = (key: string, outcome: string, fetchedAt: string, runId = 'r0') => `
  INSERT INTO calls (call_key, outcome, fetched_at, run_id, segment, line)
  VALUES ('${key}', '${outcome}', '${fetchedAt}', '${runId}', 's', 1)`

test.each([
  ['a hit is known for ever', 'hit', 'forever', '2001-01-01', 'r0', 0],
  ['an empty answer is known too', 'empty', 'forever', '2001-01-01', 'r0', 0],
  ['a refusal of our parameters holds for its run', 'rejected', 'forever', '2026-03-01 12:00:01', 'r1', 0],
  ['a refusal of an earlier run is asked again', 'rejected', 'forever', '2001-01-01', 'r0', 1],
  ['a failed call is asked again', 'failed', 'forever', '2026-03-01 12:00:01', 'r0', 1],
  ['a refused key says nothing about the call', 'unauthorised', 'forever', '2026-03-01 12:00:01', 'r1', 1],
  ['within its days an answer is known', 'hit', '7d', '2026-02-22 12:00:01', 'r0', 0],
  ['of the first moment of its days it is, too', 'hit', '7d', '2026-02-22 12:00:00', 'r0', 0],
  ['after its days an answer is asked for again', 'hit', '7d', '2026-02-22 11:59:59', 'r0', 1],
  ['an answer of this run is known to a step of the run', 'hit', 'run', '2026-03-01 12:00:01', 'r1', 0],
  ['an answer of an earlier run is not', 'hit', 'run', '2026-03-01 11:59:59', 'r0', 1],
  ['a clock set back does not make a run ask twice', 'hit', 'run', '2026-03-01 11:00:00', 'r1', 0],
  ['what was forgotten stays so for its run', 'forgotten', 'run', '2026-03-01 11:00:00', 'r1', 0],
  ['a later run may want it for another enterprise', 'forgotten', 'forever', '2026-03-01 11:00:00', 'r0', 1],
] as const)('%s', async (_, outcome, freshFor, fetchedAt, runId, needed) => {
  await using database = await emptyWarehouse()
  const steps = details(sql`SELECT 'd1' AS id, 'ptal' AS type`)
  const [call] = await (await planner(database, steps)).ask({}, 1)
  await database.run(ledger(call?.callKey ?? '', outcome, fetchedAt, runId))
  const plan = await planner(database, steps, { freshness: { details: freshFor } })
  expect(await plan.ask()).toHaveLength(needed)
  expect(await plan.count()).toMatchObject([{ step: 'details', wanted: 1, needed }])
})

test('an enterprise that was forgotten is not asked for again, nor what a mask names', async () => {
  const { database, plan } = await planning(
    [
      step(
        'resolve',
        'rh_company_info',
        sql`SELECT unnest(['甲公司', ${{ value: 'masked' }}]) AS name`,
        forever,
      ),
    ],
    { variables: { masked: maskText } },
  )
  const [call, ...others] = await plan.ask()
  expect([call?.params.name, others]).toEqual(['甲公司', []])
  await database.run(ledger(call?.callKey ?? '', 'forgotten', '2001-01-01'))
  expect(await plan.count()).toMatchObject([{ wanted: 1, needed: 0 }])
})

test.each([
  ['rejected', '12:00:01', 1],
  ['rejected', '12:00:02', 0],
  ['hit', '12:00:01', 0],
])('a run that goes on at 12:00:02 asks again what was %s at %s: %d', async (outcome, at, needed) => {
  const { database, plan } = await planning(details(sql`SELECT 'd1' AS id, 'ptal' AS type`), {
    retryBefore: new Date('2026-03-01T12:00:02Z'),
  })
  const [call] = await plan.ask()
  await database.run(ledger(call?.callKey ?? '', outcome, `2026-03-01 ${at}`, 'r1'))
  expect(await plan.ask()).toHaveLength(needed)
})

test('not_before asks for something newer than the ledger holds, also within a run', async () => {
  await using database = await emptyWarehouse()
  const plain = details(sql`SELECT 'd1' AS id, 'ptal' AS type`)
  const [call] = await (await planner(database, plain)).ask({}, 1)
  await database.run(ledger(call?.callKey ?? '', 'hit', '2026-03-01 12:30:00', 'r1'))
  const newer = details(sql`SELECT 'd1' AS id, 'ptal' AS type, TIMESTAMP '2026-03-01 12:30:01' AS not_before`)
  const older = details(sql`SELECT 'd1' AS id, 'ptal' AS type, TIMESTAMP '2026-03-01 12:29:59' AS not_before`)
  expect(await (await planner(database, newer)).ask()).toHaveLength(1)
  expect(await (await planner(database, older)).ask()).toHaveLength(0)
})

test.each([
  ['a first sweep is known by the answer to it', 1, 'r1', 1, 0],
  ['a second sweep asks the same call again', 2, 'r1', 1, 1],
  ['a sweep is known by the answer to a later one', 2, 'r1', 3, 0],
  ['a sweep is not known by an answer of another run', 1, 'r2', 1, 1],
])('%s', async (_, wanted, runId, answered, needed) => {
  await using database = await emptyWarehouse()
  const select = { parts: [`SELECT 'e1' AS id, 1 AS pageNo, ${wanted} AS sweep`] }
  const steps = [step('pages', 'rh_enterpriseWritList', select, forever)]
  const plan = await planner(database, steps)
  const [call] = await plan.ask()
  expect(call).toMatchObject({ sweep: wanted, params: { id: 'e1', pageNo: 1 } })
  await database.run(ledger(call?.callKey ?? '', 'hit', '2026-03-01 12:30:00', runId))
  await database.run(`UPDATE calls SET sweep = ${answered}`)
  plan.loaded(['calls'])
  expect(await (await planner(database, steps)).ask()).toHaveLength(needed)
})

test('of one call in two sweeps the earlier is asked for first, and the other when that is loaded', async () => {
  const { database, plan } = await planning([
    step('pages', 'rh_enterpriseWritList', sql`SELECT 'e1' AS id, 1 AS pageNo, unnest([2, 1]) AS sweep`, {
      freshFor: 'run',
    }),
  ])
  const [first, ...others] = await plan.ask()
  expect([first?.sweep, others]).toEqual([1, []])
  const callKey = first?.callKey ?? ''
  expect(await plan.ask({ outstanding: new Set([callKey]) })).toEqual([])
  await database.run(ledger(callKey, 'hit', '2026-03-01 12:30:00', 'r1'))
  await database.run('UPDATE calls SET sweep = 1')
  expect(await plan.ask()).toMatchObject([{ callKey, sweep: 2 }])
  expect(await plan.ask({ givenUp: new Set([callKey]) })).toEqual([])
})

test('a call that is under way or given up takes no place of the next one', async () => {
  const { plan } = await planning(details(sql`SELECT 'd' || i AS id, 'ptal' AS type FROM range(3) AS t(i)`))
  const [first, second] = await plan.ask()
  const keys = new Set([first?.callKey ?? ''])
  expect(await plan.ids({ outstanding: keys }, 1)).toEqual([second?.params.id])
  expect(await plan.ids({ givenUp: keys }, 1)).toEqual([second?.params.id])
})

test('a step sees what the budget still allows of its operation, each time it is asked', async () => {
  let left: number | null = 3
  const steps = details(sql`SELECT 'd' || coalesce(${run.calls_left}, 99) AS id, 'ptal' AS type`)
  const callsLeft = (operation: string) => (operation === 'rh_case_details' ? left : 0)
  const { plan } = await planning(steps, { callsLeft })
  expect(await plan.ids()).toEqual(['d3'])
  left = 2
  expect(await plan.ids()).toEqual(['d2'])
  left = null
  expect(await plan.ids()).toEqual(['d99'])
})

test('smaller cost_rank goes first, and no more than the limit', async () => {
  const { plan } = await planning(
    details(sql`SELECT 'd' || i AS id, 'ptal' AS type, 100 - i AS cost_rank FROM range(100) AS r(i)`),
  )
  const calls = await plan.ask({}, 3)
  expect(calls.map(({ params }) => params.id)).toEqual(['d99', 'd98', 'd97'])
  expect(await plan.ask({ outstanding: new Set(['of another step']) }, 3)).toEqual(calls)
  const outstanding = new Set(calls.map(({ callKey }) => callKey))
  expect(await plan.ids({ outstanding }, 2)).toEqual(['d96', 'd95'])
})

test('a step that waits is asked when those before it have nothing needed and nothing under way, or were given up for good', async () => {
  const { database, plan } = await planning([
    step('first', 'rh_case_details', sql`SELECT 'd1' AS id, 'ptal' AS type`, forever),
    step('second', 'rh_ft_search', sql`SELECT '违约' AS keyword`, { ...forever, after: 'first' }),
  ])
  const [first] = await plan.ask()
  expect(first?.step).toBe('first')
  const keys = new Set([first?.callKey ?? ''])
  expect(await plan.ask({ outstanding: keys })).toEqual([])
  expect(await plan.ask({ givenUp: keys, again: keys })).toEqual([])
  expect((await plan.ask({ givenUp: keys })).map(({ step }) => step)).toEqual(['second'])
  await database.run(ledger(first?.callKey ?? '', 'hit', '2026-03-01 12:00:01', 'r1'))
  expect((await plan.ask()).map(({ step }) => step)).toEqual(['second'])
})

test('a step waits for the one that it names and for those before it, and for no other', async () => {
  const options = { ...forever, after: 'first' }
  const { database, plan } = await planning([
    step('first', 'rh_case_details', sql`SELECT 'd1' AS id, 'ptal' AS type WHERE false`, forever),
    step('second', 'rh_company_info', sql`SELECT '甲公司' AS name`, options),
    step('third', 'rh_ft_search', sql`SELECT '违约' AS keyword`, options),
    step('fourth', 'rh_ft_search', sql`SELECT '解除' AS keyword`, { ...forever, after: 'third' }),
  ])
  const calls = await plan.ask()
  expect(calls.map(({ step }) => step)).toEqual(['second', 'third'])
  const outstanding = new Set(calls.map(({ callKey }) => callKey))
  await database.run(ledger(calls[1]?.callKey ?? '', 'hit', '2026-03-01 12:00:01', 'r1'))
  // The second is before the third, which the fourth waits for.
  expect(await plan.ask({ outstanding })).toEqual([])
  await database.run(ledger(calls[0]?.callKey ?? '', 'hit', '2026-03-01 12:00:01', 'r1'))
  expect((await plan.ask()).map(({ step }) => step)).toEqual(['fourth'])
})

test('a step with nothing to do is asked again when a table that it reads has grown', async () => {
  const { database, plan } = await planning(
    details(sql`SELECT document_id AS id, 'ptal' AS type FROM document_details`),
  )
  expect(await plan.ask()).toEqual([])
  await database.run("INSERT INTO enterprise_documents (enterprise_id, document_id) VALUES ('e1', 'd1')")
  await database.run("INSERT INTO cases (library, case_id) VALUES ('ptal', 'd1')")
  plan.loaded(['articles'])
  expect(await plan.ask()).toEqual([])
  plan.loaded(['cases'])
  expect(await plan.ask()).toHaveLength(1)
})

test.each([
  [false, sql`SELECT document_id AS id, 'ptal' AS type FROM enterprise_documents`],
  [
    false,
    sql`SELECT document_id AS id, 'ptal' AS type, count(*) AS cost_rank FROM document_details GROUP BY ALL`,
  ],
  [true, sql`SELECT document_id AS id, 'ptal' AS type FROM enterprise_documents WHERE run_id = 'r1'`],
  [true, sql`SELECT document_id AS id, 'ptal' AS type FROM (SELECT * FROM enterprise_documents)`],
])('that rows come from another run now is news: %s, for a step that reads %s', async (isNews, select) => {
  const { database, plan } = await planning(details(select))
  expect(await plan.ask()).toEqual([])
  await database.run("INSERT INTO cases (library, case_id) VALUES ('ptal', 'd1')")
  await database.run(
    "INSERT INTO enterprise_documents (enterprise_id, document_id, run_id) VALUES ('e1', 'd1', 'r1')",
  )
  plan.loaded(['enterprise_documents.run_id'])
  expect((await plan.ask()).length > 0).toBe(isNews)
})

test('a check is looked at also when its step was known to need nothing before it was asked', async () => {
  const { plan } = await planning(details(sql`SELECT 'd1' AS id, 'ptal' AS type WHERE false`), {
    checks: [{ after: 'details', select: sql`SELECT 'look at this' AS message`, isFatal: false }],
  })
  expect(await plan.count()).toMatchObject([{ needed: 0 }])
  expect(await plan.ask()).toEqual([])
  expect(plan.takeFindings()).toEqual([{ message: 'look at this', isFatal: false }])
})

test('run_enterprises has the entries of this run and no other, as the tables say when a step is asked', async () => {
  const { database, plan } = await planning(
    details(sql`SELECT enterprise_id AS id, 'ptal' AS type FROM ${runEnterprises}`),
  )
  expect(await plan.ids()).toEqual([])
  await database.run(entry('r0', 'e0'))
  await database.run(entry('r1', 'e1'))
  plan.loaded(['articles'])
  expect(await plan.ids()).toEqual([])
  plan.loaded(['job_inputs'])
  expect(await plan.ids()).toEqual(['e1'])
  expect(await plan.count()).toMatchObject([{ wanted: 1, needed: 1 }])
})

test.each<readonly [string, Sql, string | RegExp]>([
  [
    'a column that the operation does not take',
    sql`SELECT 'd1' AS identifier, 'ptal' AS type`,
    'pipeline test, step details: rh_case_details takes no parameter identifier; ' +
      'expected columns among id, ah, type, cost_rank, not_before, sweep',
  ],
  [
    'a SELECT that does not work',
    sql`SELECT id FROM nowhere`,
    /pipeline test, step details: its SELECT cannot be planned: .*nowhere/,
  ],
  [
    'a value that the pipeline does not give',
    sql`SELECT ${variables(() => ({ until: null })).until} AS id, 'ptal' AS type`,
    /step details: .*takes until, which the run does not have; expected one of run_id, started_at, since/,
  ],
])('%s is refused before any call, with what was expected', async (_, select, problem) => {
  await expect(planning(details(select))).rejects.toThrow(problem)
})

test('a value outside the contract is refused before the call, with the reason', async () => {
  const { plan } = await planning(details(sql`SELECT 'd1' AS id, 'other' AS type`))
  await expect(plan.ask()).rejects.toThrow(/step details: rh_case_details refuses .*"other".*type/)
})

test.each([
  ['forever', '1970-01-01T00:00:00.000Z'],
  ['run', '2026-03-01T12:00:00.000Z'],
  ['30m', '2026-03-01T11:30:00.000Z'],
  ['12h', '2026-03-01T00:00:00.000Z'],
  ['7d', '2026-02-22T12:00:00.000Z'],
])('freshness %s counts answers from %s on', (freshFor, expected) => {
  expect(cutoffOf(freshFor, startedAt).toISOString()).toBe(expected)
})

const entry = (runId: string, id: string, ordinal = 1): string =>
  `INSERT INTO job_inputs (run_id, ordinal, kind, given_id) VALUES ('${runId}', ${ordinal}, 'enterprise', '${id}')`

const givenIds = relation(
  'given_ids',
  sql`SELECT given_id AS id FROM job_inputs WHERE run_id = ${run.run_id}`,
)

test('a relation is worked out once for the steps that read it, and again when a table behind it has grown', async () => {
  const read = sql`SELECT id, 'ptal' AS type FROM ${givenIds}`
  const { database, plan, asked } = await planning([
    step('one', 'rh_case_details', read, forever),
    step('other', 'rh_case_details', read, { freshFor: 'run' }),
  ])
  expect(asked('TEMP TABLE given_ids')).toBe(1)
  await plan.ask()
  await plan.ask()
  expect(asked('TEMP TABLE given_ids')).toBe(0)
  await database.run(entry('r1', 'e1'))
  plan.loaded(['job_inputs'])
  expect(await plan.ask()).toMatchObject([{ step: 'one', params: { id: 'e1' } }])
  expect(asked('TEMP TABLE given_ids')).toBe(1)
})

test('a step is not asked again while all that it yielded is under way, nor when a relation grew by nothing that it has', async () => {
  const { database, plan, asked } = await planning(details(sql`SELECT id, 'ptal' AS type FROM ${givenIds}`))
  await database.run(entry('r1', 'e1'))
  plan.loaded(['job_inputs'])
  const [call] = await plan.ask()
  const underWay = { outstanding: new Set([call?.callKey ?? '']) }
  asked('')
  expect(await plan.ask(underWay)).toEqual([])
  await database.run(entry('r0', 'e0'))
  plan.loaded(['job_inputs'])
  expect(await plan.ask(underWay)).toEqual([])
  expect(asked('FROM needed')).toBe(0)
  // What came back without an answer is asked for again.
  expect(await plan.ask()).toMatchObject([{ params: { id: 'e1' } }])
  await database.run(entry('r1', 'e2', 2))
  plan.loaded(['job_inputs'])
  expect(await plan.ask(underWay)).toMatchObject([{ params: { id: 'e2' } }])
})

test('a step that reads the calls of rows is asked again when these rows have grown, not when the ledger alone has', async () => {
  const { database, plan, asked } = await planning(
    details(sql`
      SELECT case_id AS id, 'qwal' AS type FROM cases AS t
      JOIN ${callOfRow} AS c ON c.call_key = t.call_key AND c.run_id = t.run_id
      WHERE c.fetched_at >= ${run.started_at}`),
  )
  expect(await plan.ask()).toEqual([])
  asked('')
  plan.loaded(['calls'])
  expect(await plan.ask()).toEqual([])
  expect(asked('FROM needed')).toBe(0)
  await database.run(
    `INSERT INTO calls (call_key, run_id, fetched_at) VALUES ('k', 'r1', '2026-03-01 13:00:00');
     INSERT INTO cases (library, case_id, call_key, run_id) VALUES ('ptal', 'd1', 'k', 'r1')`,
  )
  plan.loaded(['calls', 'cases'])
  expect(await plan.ask()).toMatchObject([{ params: { id: 'd1', type: 'qwal' } }])
})

test('what was seen of lists has its columns, and no row, before the run has read a page', async () => {
  const { database, plan } = await planning(
    details(sql`
      SELECT s.enterprise_id AS id, 'ptal' AS type, s.pages_predicted AS cost_rank
      FROM ${runListSweeps} AS s JOIN ${runListScans} AS c USING (enterprise_id) WHERE c.verdict <> 'unchanged'`),
  )
  expect(await plan.ask()).toEqual([])
  await database.run(page('r1', 'e1'))
  plan.loaded(['list_pages'])
  expect(await plan.ask()).toMatchObject([{ params: { id: 'e1' } }])
  const types = (of: string) => database.rows(`SELECT column_name, column_type FROM (DESCRIBE FROM ${of})`)
  // Of one run, whose job is known.
  for (const view of ['list_sweeps', 'list_scans'])
    expect(await types(`run_${view}`)).toEqual(await types(`(SELECT * EXCLUDE (job) FROM ${view})`))
})

const page = (runId: string, id: string): string =>
  `INSERT INTO list_pages (scan_run_id, run_id, subject, enterprise_id, sweep, page_no, is_found, declared_total, has_more, document_ids)
   VALUES ('${runId}', '${runId}', 'id:${id}', '${id}', 1, 1, true, 1, false, ['d1'])`

test('a relation that bears the name of a table, or of another relation, is refused', async () => {
  const reading = (...relations: Relation[]) =>
    relations.flatMap((one) => details(sql`SELECT 'd1' AS id, 'ptal' AS type FROM ${one}`))
  await expect(planning(reading(relation('cases', sql`SELECT 1 AS one`)))).rejects.toThrow(
    'pipeline test: a relation is named cases, like a table; expected another name',
  )
  const twice = reading(relation('mine', sql`SELECT 1 AS one`), relation('mine', sql`SELECT 2 AS one`))
  await expect(planning(twice)).rejects.toThrow(
    'pipeline test: two relations are named mine; expected a name of its own for each',
  )
})

test('a relation takes nothing that differs by step', () => {
  expect(() => relation('mine', sql`SELECT ${run.calls_left} AS one`)).toThrow(
    'relation mine reads calls_left, which differs by step; expected it in the step',
  )
})

test('names in a SELECT are its own: an alias or a text that reads like a table is read from none', async () => {
  const { plan, asked } = await planning(
    details(
      sql`SELECT calls.id AS id, 'ptal' AS type FROM (SELECT 'calls_left run_enterprises' AS id) AS calls`,
    ),
  )
  await plan.ask()
  asked('')
  plan.loaded(['calls', 'job_inputs'])
  expect(asked('FROM needed')).toBe(0)
  expect(await plan.count()).toMatchObject([{ wanted: 1, needed: 1 }])
})

test.each([
  [3, { step: 'list', operation: 'rh_enterpriseWritList' }],
  [null, null],
])(
  'of %j calls left the first step that takes them is held back, and none that does not',
  async (left, held) => {
    const { database, plan } = await planning(
      [
        step(
          'details',
          'rh_case_details',
          sql`SELECT id, 'ptal' AS type FROM ${givenIds} WHERE ${run.run_id} = 'r1'`,
          forever,
        ),
        step(
          'list',
          'rh_enterpriseWritList',
          sql`SELECT 'e1' AS id WHERE coalesce(${run.calls_left} >= 5, true)`,
          forever,
        ),
      ],
      { callsLeft: () => left },
    )
    await database.run(entry('r1', 'e1'))
    plan.loaded(['job_inputs'])
    expect(await plan.heldBack(nothing)).toEqual(held)
  },
)
