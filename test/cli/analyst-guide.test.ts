import { execFileSync, spawnSync } from 'node:child_process'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { table } from '../../docs/generator/dictionary.ts'
import { firstQueries } from '../../src/cli/commands/service.ts'
import { Database, type SqlRow } from '../../src/warehouse/database.ts'
import { openPublished } from '../../src/warehouse/query.ts'
import { temporaryFolder, whenAllOver } from '../support/folder.ts'
import { isLong } from '../support/forms.ts'
import { main } from '../support/processes.ts'
import { hasProgram } from '../support/programs.ts'
import { sampleHome } from '../support/sample-home.ts'

const docs = new URL('../../docs/', import.meta.url)
const questions = fileURLToPath(new URL('questions.md', docs))

/** Columns whose values are those of one run. */
const accidental = new Set(['run_id', 'data_as_of'])
const mostRows = 3

/** The long form asks the warehouse of the demo, which takes half a minute to make; the short one that of the sample's home. */
let warehouse = ''
/** What that demo printed, and the one after it on the same home. */
const printed: string[] = []
const whenOver = whenAllOver()
beforeAll(async () => {
  if (!isLong) {
    warehouse = join((await sampleHome()).home, 'dossier.duckdb')
    return
  }
  const home = await temporaryFolder(whenOver)
  // What is open depends on the day.
  const clock = join(await temporaryFolder(whenOver), 'clock')
  const env = { ...process.env, DOSSIER_CLOCK: clock }
  for (const hour of ['02', '03']) {
    await writeFile(clock, `2026-11-22T${hour}:00:00Z`)
    printed.push(execFileSync(process.execPath, [main, 'demo', '--home', home], { encoding: 'utf8', env }))
  }
  warehouse = join(home, 'dossier.duckdb')
}, 600_000)

test.runIf(isLong)(
  'the warehouse of `npm start` answers the fifteen questions as docs/questions.md says',
  async () => {
    await using database = await openPublished(warehouse)
    const [opening = '', ...asked] = (await readFile(questions, 'utf8')).split(/\n\n(?=## )/)
    const sections = []
    for (const section of asked) {
      const [question = '', sql = ''] = /^.*?```sql\n(.*?)\n```/s.exec(section) ?? []
      sections.push(`${question}\n\n${answer(await database.rows(sql))}`)
    }
    expect(sections.length).toBe(15)
    const page = [opening, ...sections].join('\n\n')
    await expect(`${page}\n`).toMatchFileSnapshot(questions)
  },
  60_000,
)

test.runIf(isLong)(
  'README shows what a demo prints line by line, and the calls of the next one',
  async () => {
    const [english, chinese] = await Promise.all(
      ['README.md', 'README.zh-CN.md'].map((name) => readFile(new URL(`../${name}`, docs), 'utf8')),
    )
    const [, shown = ''] = /```console\n.*?\.\.\.\n(.*?)```/s.exec(english ?? '') ?? []
    const lines = shown.trimEnd().split('\n')
    const [first = [], second = []] = printed.map((out) => out.split('\n').map(timeless))
    expect(lines.length).toBeGreaterThan(8)
    expect(lines.map(timeless).filter((line) => !first.includes(line))).toEqual([])
    const callsOf = (of: string[]) => Number(of.findLast((line) => line.startsWith('calls '))?.split(/ +/)[1])
    expect(english).toContain(`it makes ${callsOf(second)} calls instead of ${callsOf(first)}`)
    expect(chinese).toContain(`只需 ${callsOf(second)} 次调用（首次为 ${callsOf(first)} 次）`)
  },
)

/** A line of a summary without what is that run's alone: its id, its seconds, and where its home is. */
const timeless = (line: string): string =>
  line
    .replace(/\d{8}T\d{6}Z-[0-9a-f]{4}/, 'RUN')
    .replace(/[\d.]+ s,/, 'TIME,')
    .replace(/ \S*\/(dossier\.duckdb|runs\/)/, ' HOME/$1')

/** The first rows as a table of Markdown, and how many there are. */
function answer(rows: readonly SqlRow[]): string {
  const [first] = rows
  if (first === undefined) return 'The sample has none.'
  const columns = Object.keys(first).filter((column) => !accidental.has(column))
  const cells = rows.slice(0, mostRows).map((row) => columns.map((column) => cell(row[column])))
  return `${table(columns, cells).join('\n')}\n${rows.length === 1 ? '1 row' : `${rows.length} rows`}.`
}

const cell = (value: unknown): string => {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

/** Not those of docs/scale.md: they are for other systems and several homes. */
async function shownSelects(): Promise<string[]> {
  const pages = (await readdir(docs)).filter((name) => name.endsWith('.md') && name !== 'scale.md')
  const urls = [...pages.map((name) => new URL(name, docs)), new URL('../README.md', docs)]
  const texts = await Promise.all(urls.map((url) => readFile(url, 'utf8')))
  return texts.flatMap((text) => [
    ...[...text.matchAll(/(?:\bquery |\.(?:sql|query)\()(["'])(SELECT .*?)\1/g)].map(([, , sql = '']) => sql),
    ...[...text.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql),
  ])
}

test('each SELECT that README and docs show runs on that warehouse', async () => {
  await using database = await openPublished(warehouse)
  const selects = await shownSelects()
  expect(selects.length).toBeGreaterThan(20)
  for (const sql of selects)
    await expect(database.rows(`SELECT count(*) FROM (${sql})`), sql).resolves.toHaveLength(1)
}, 60_000)

test('the SELECTs that a demo prints name each entry of its last run as the job does, and none of an earlier run', async () => {
  const file = join(await temporaryFolder(), 'dossier.duckdb')
  await copyFile(warehouse, file)
  await using database = await Database.open(file)
  const given = await database.rows(
    'SELECT given_name FROM job_enterprises WHERE run_id = (SELECT max(run_id) FROM job_enterprises) ORDER BY ordinal',
  )
  await database.run(
    "INSERT INTO job_inputs SELECT * REPLACE ('19990101T000000Z-0001' AS run_id) FROM job_inputs",
  )
  const [entries = [], payments = []] = await Promise.all(firstQueries.map((sql) => database.rows(sql)))
  expect(entries.map(({ given_name }) => ({ given_name }))).toEqual(given)
  expect(payments.length).toBeGreaterThan(0)
  expect(new Set(payments.map((row) => JSON.stringify(row))).size).toBe(payments.length)
}, 60_000)

/** Runs lines of Python on that warehouse. */
const python = (program: string) =>
  spawnSync('python3', ['-c', program], {
    encoding: 'utf8',
    env: { ...process.env, MPLBACKEND: 'Agg', DOSSIER_WAREHOUSE: warehouse },
  })

test.runIf(hasProgram('python with duckdb, pandas, polars and pyarrow'))(
  'the lines for polars and pandas keep every digit of a sum',
  async () => {
    const guide = await readFile(new URL('analyst-guide.md', docs), 'utf8')
    const [, lines = ''] = /```python\n(.*?)```/s.exec(guide) ?? []
    const program = `${lines.replace('output/dossier.duckdb', warehouse)}
print(in_polars.schema['amount'], in_polars['amount'].sum())
print(in_pandas.dtypes['amount'], in_pandas['amount'].sum())`
    await using database = await Database.open(warehouse, { readOnly: true })
    const [row] = await database.rows(
      'SELECT sum(amount)::VARCHAR AS sum FROM ordered_payments WHERE is_counted',
    )
    const { stdout, stderr } = python(program)
    // Where it takes long, DuckDB draws a bar of its progress between them.
    expect(
      stdout.split(/[\r\n]+\s*/).filter((line) => /^decimal/i.test(line)),
      stderr,
    ).toEqual([`Decimal(precision=20, scale=2) ${row?.sum}`, `decimal128(20, 2)[pyarrow] ${row?.sum}`])
  },
  60_000,
)

test('docs/operations.md names the versions that are tested', async () => {
  const read = (name: string) => readFile(new URL(`../${name}`, docs), 'utf8')
  const [page, install, image] = await Promise.all(
    ['docs/operations.md', '.ci/install', 'Dockerfile'].map(read),
  )
  const [table = ''] = /\| program \|.*?\n\n/s.exec(page ?? '') ?? []
  const node = [...(image ?? '').matchAll(/node:(\d+\.\d+)/g)].map(([, version]) => `${version}`)
  const pinned = [...(install ?? '').matchAll(/(\w+)==([\d.]+)/g)].map(
    ([, name, version]) => `${name} ${version}`,
  )
  const { dependencies } = JSON.parse(await read('package.json'))
  const duckdb = `DuckDB ${/[\d.]+/.exec(dependencies['@duckdb/node-api'])}`.replace(' ', ' | ')
  const tested = [...node, ...pinned, duckdb]
  expect(tested.length).toBeGreaterThan(5)
  expect(tested.filter((one) => !table.includes(one))).toEqual([])
})

test.runIf(isLong && hasProgram('python with duckdb and matplotlib'))(
  'the notebook runs on that warehouse',
  async () => {
    const notebook = JSON.parse(await readFile(new URL('notebook.ipynb', docs), 'utf8'))
    const cells = notebook.cells.filter(({ cell_type: type }: { cell_type: string }) => type === 'code')
    const program = cells.map(({ source }: { source: string[] }) => source.join('')).join('\n')
    const { status, stderr, stdout } = python(
      `${program}\nprint(len(unpaid), len(rows), len(plt.get_fignums()))`,
    )
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^[1-9]\d* [1-9]\d* 2\n$/)
  },
  60_000,
)
