import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ExportOptions } from '../../../src/readers/exports/export.ts'
import { ExportError } from '../../../src/readers/exports/relation.ts'
import { whenAllOver } from '../../support/folder.ts'
import {
  exported,
  exportedFile,
  type Published,
  published,
  publishedUntil,
  relation,
  textOf,
} from './warehouse.ts'

/** Columns by name: type and Chinese term. */
const typed: Readonly<Record<string, readonly [type: string, term?: string]>> = {
  case_id: ['VARCHAR', '案例ID'],
  year: ['INTEGER'],
  court: ['VARCHAR', '法院'],
  other_court: ['VARCHAR', '法院'],
  amount: ['DECIMAL(20,2)', '金额'],
}
const cases = {
  name: 'cases',
  key: ['case_id'],
  term: '案例',
  columns: Object.entries(typed).map(([name, [type, term]]) => ({
    name,
    type,
    holds: 'label' as const,
    ...(term === undefined ? {} : { term }),
  })),
}
const filled = [
  'CREATE TABLE cases (case_id VARCHAR, year INTEGER, court VARCHAR, other_court VARCHAR, amount DECIMAL(20,2))',
  "INSERT INTO cases VALUES ('c2', 2024, '乙院', NULL, 2.50), ('c1', 2023, '甲院', '丙院', 1), ('c3', NULL, '甲院', NULL, NULL)",
]
const write = async (world: Published, ...requests: ExportOptions['requests']) =>
  exported({ ...world, relations: [cases], requests })
const rowsOf = async (folder: string, file: string): Promise<string[][]> =>
  parse(await textOf(folder, file), { bom: true }) as string[][]

describe('a request', () => {
  test('has Chinese headers, no two alike, and English ones where asked for', async () => {
    const world = await published(...filled)
    const { files } = await write(
      world,
      { format: 'csv' },
      { format: 'csv', headers: 'en', folder: 'en' },
      { format: 'jsonl' },
    )
    expect(files[0]?.columns.slice(0, 2)).toEqual([
      { name: 'case_id', type: 'VARCHAR', header: '案例ID' },
      { name: 'year', type: 'INTEGER' },
    ])
    expect((await rowsOf(world.folder, 'cases.csv'))[0]).toEqual([
      '案例ID',
      'year',
      '法院',
      '法院（other_court）',
      '金额',
    ])
    expect((await rowsOf(world.folder, 'en/cases.csv'))[0]).toEqual(cases.columns.map(({ name }) => name))
    const [line] = (await textOf(world.folder, 'cases.jsonl')).split('\n')
    expect(line).toBe('{"case_id":"c1","year":2023,"court":"甲院","other_court":"丙院","amount":1.00}')
  })

  test('takes columns in their order, and rows by a condition', async () => {
    const world = await published(...filled)
    const { files } = await write(world, {
      format: 'csv',
      columns: ['year', 'case_id'],
      filter: "court = '甲院' -- 甲",
    })
    expect(await rowsOf(world.folder, 'cases.csv')).toEqual([
      ['year', '案例ID'],
      ['2023', 'c1'],
      ['', 'c3'],
    ])
    expect(files[0]).toMatchObject({ rows: 2, filter: "court = '甲院' -- 甲" })
  })

  test('may be a SELECT of its own', async () => {
    const world = await published(...filled)
    const sql = {
      file: '/jobs/by-court.sql',
      text: 'SELECT court, count(*) AS cases FROM cases GROUP BY court -- by court',
    }
    const { files } = await write(world, { format: 'csv', sql })
    expect(await rowsOf(world.folder, 'by-court.csv')).toEqual([
      ['court', 'cases'],
      ['乙院', '1'],
      ['甲院', '2'],
    ])
    expect(files[0]?.sql_sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  // Nothing of what is refused touches it.
  const whenOver = whenAllOver()
  let untouched: Published
  beforeAll(async () => {
    untouched = await publishedUntil(whenOver, ...filled)
  })

  const selects = {
    'a file': "SELECT * FROM read_csv('/etc/passwd')",
    'a file by its name': "SELECT * FROM '/etc/passwd'",
    'a text': "SELECT * FROM read_text('/etc/hostname')",
    'a folder': "SELECT * FROM glob('/*')",
    'two statements': 'SELECT 1; SELECT 2',
    'no SELECT': 'DROP TABLE cases',
    'a copy': "COPY cases TO '/tmp/x'",
    'what is not there': 'SELECT * FROM nowhere',
    'what ends early': 'SELECT 1) AS x, (SELECT 2',
  }
  const folders = ['../../x', 'a/b', '.', '..', 'a\u202eb', '字'.repeat(100), ' ']
  test.each<[string, ExportOptions['requests'], string | RegExp]>([
    [
      'a table does not exist',
      [{ format: 'csv', tables: ['casess'] }],
      'export: there is no table or view "casess" to write as csv; did you mean "cases"?',
    ],
    [
      'its condition does not fit',
      [{ format: 'csv', filter: 'cuort = 1' }],
      /export: the filter "cuort = 1" does not fit cases: .*cuort.*expected a condition over case_id, year.*; or name the tables/s,
    ],
    [
      'its condition reads a file',
      [{ format: 'csv', filter: "case_id IN (SELECT content FROM read_text('/etc/hostname'))" }],
      'does not fit cases',
    ],
    ...Object.entries(selects).map(([what, text]): [string, ExportOptions['requests'], string] => [
      `its SELECT is ${what}`,
      [{ format: 'parquet', sql: { file: 'x.sql', text } }],
      'export: the SELECT in x.sql cannot be run',
    ]),
    ...folders.map((folder): [string, ExportOptions['requests'], string] => [
      `its folder is ${JSON.stringify(folder)}`,
      [{ format: 'csv', folder }],
      'cannot be a file name',
    ]),
    [
      'it would write a file in two ways',
      [{ format: 'csv' }, { format: 'csv', headers: 'en' }],
      'export: cases.csv would be written in two ways; expected a folder for one of them',
    ],
  ])('is refused before anything is written when %s', async (_, requests, message) => {
    const refused = expect(write(untouched, ...requests)).rejects
    await refused.toThrow(ExportError)
    await refused.toThrow(message)
    await expect(readdir(untouched.folder)).rejects.toThrow('ENOENT')
  })

  test.each(['../../cases', 'a/b', '.hidden', 'a\u202eb', 'con:', ''])(
    'is refused when it would name a file %j',
    async (name) => {
      const relations = [relation(name, { id: 'INTEGER' })]
      await expect(exported({ ...untouched, relations })).rejects.toThrow('cannot be a file name')
    },
  )

  test('removes what an earlier one left that it does not write, and nothing else', async () => {
    const world = await published(...filled)
    await write(world, { format: 'csv' }, { format: 'parquet', folder: 'more' })
    await mkdir(join(world.folder, 'mine'))
    await writeFile(join(world.folder, 'mine', 'notes.txt'), 'kept')
    await write(world, { format: 'jsonl' })
    const found = await readdir(world.folder, { recursive: true, withFileTypes: true })
    expect(
      found
        .filter((one) => one.isFile())
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['cases.jsonl', 'manifest.json', 'notes.txt'])
  })

  test('writes what the columns mean into Parquet', async () => {
    const world = await published(...filled)
    await write(world, { format: 'parquet' })
    const rows = await world.reader.rows(
      `SELECT decode(key) AS key, decode(value) AS value FROM parquet_kv_metadata('${world.folder}/cases.parquet')`,
    )
    const told = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
    expect(told).toMatchObject({ table: 'cases', title: '案例' })
    expect(JSON.parse(String(told.columns))[0]).toEqual({ name: 'case_id', type: 'VARCHAR', term: '案例ID' })
  })
})

test('JSON Lines hold numbers where a reader keeps every digit, else text; lists as lists; times in ISO 8601', async () => {
  const members = [
    ['case_id', 'VARCHAR', "'c'", '"c"'],
    ['big', 'BIGINT', '9007199254740993', '"9007199254740993"'],
    ['small', 'BIGINT', '42', '42'],
    ['wide', 'DECIMAL(20,2)', '12345678901234567.89', '"12345678901234567.89"'],
    ['amount', 'DECIMAL(20,2)', '-0.50', '-0.50'],
    ['names', 'VARCHAR[]', "['甲', NULL]", '["甲",null]'],
    ['extra', 'JSON', `'{"a":[1]}'`, '{"a":[1]}'],
    ['nothing', 'INTEGER', 'NULL', 'null'],
    ['is_so', 'BOOLEAN', 'true', 'true'],
    ['x', 'DOUBLE', "'nan'", '"nan"'],
    ['y', 'DOUBLE', '1.5', '1.5'],
    ['d', 'DATE', "'2024-02-29'", '"2024-02-29"'],
    ['at', 'TIMESTAMP', "'2024-02-29 01:02:03.5'", '"2024-02-29T01:02:03.500000Z"'],
  ] as const
  const made = members.map(([name, type, sql]) => `(${sql})::${type} AS ${name}`)
  const info = relation('t', Object.fromEntries(members.map(([name, type]) => [name, type])))
  const { text } = await exportedFile(`CREATE TABLE t AS SELECT ${made.join(', ')}`, info, {
    format: 'jsonl',
  })
  expect(text).toBe(`{${members.map(([name, , , json]) => `"${name}":${json}`).join(',')}}\n`)
})
