import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { literal } from '../../../../src/contract/sql.ts'
import { restoreCell } from '../../../../src/readers/exports/excel-cell.ts'
import { Database } from '../../../../src/warehouse/database.ts'
import { isLong } from '../../../support/forms.ts'
import { hostileCells } from '../../../support/hostile-cells.ts'
import { hasProgram } from '../../../support/programs.ts'
import { convert, type ReadSheet, readWorkbook, valuesOf } from '../../../support/workbooks.ts'
import { exported, relation } from '../warehouse.ts'

/** What others than this product read in its exports. */

const cells = hostileCells()
/** Columns by name: type, and value in SQL. */
const typed = {
  uscc: ['VARCHAR', "'91110108MA0074PN30'"],
  phone: ['VARCHAR', "'13800138000'"],
  account: ['VARCHAR', "'6222021234567890123'"],
  amount: ['DECIMAL(20,2)', '1234567.80::DECIMAL(20,2)'],
  many_digits: ['BIGINT', '123456789012345678::BIGINT'],
  decided_on: ['DATE', "DATE '2024-02-29'"],
  fetched_at: ['TIMESTAMP', "TIMESTAMP '2024-02-29 13:14:15'"],
  is_so: ['BOOLEAN', 'false'],
  share: ['DOUBLE', '33.33333333333333::DOUBLE'],
  nothing: ['VARCHAR', 'NULL::VARCHAR'],
  names: ['VARCHAR[]', "['甲', 'a\"b', NULL]"],
} as const
const types = Object.fromEntries(Object.entries(typed).map(([name, [type]]) => [name, type]))
const hostile = { id: 'INTEGER', text: 'VARCHAR' }

let home = ''
const inHome = (...parts: string[]): string => join(home, ...parts)

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'readers-'))
  {
    await using writer = await Database.open(inHome('dossier.duckdb'))
    const rows = cells.map((cell, id) => `(${id}, ${literal(cell)})`)
    await writer.run(`CREATE TABLE hostile AS SELECT * FROM (VALUES ${rows.join(', ')}) AS v (id, text)`)
    const columns = Object.entries(typed).map(([name, [, sql]]) => `${sql} AS ${name}`)
    await writer.run(`CREATE TABLE typed AS SELECT ${columns.join(', ')}`)
  }
  await using reader = await Database.open(inHome('dossier.duckdb'), { readOnly: true })
  const asked = { headers: 'en', privacy: { persons: 'keep', identifiers: 'keep' } } as const
  await exported({
    reader,
    folder: inHome('exports'),
    relations: [relation('hostile', hostile), relation('typed', types)],
    requests: [
      { format: 'xlsx', ...asked },
      { format: 'csv', ...asked },
      { format: 'parquet', privacy: asked.privacy },
    ],
  })
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** Texts of a parsed CSV file, as they were before they were guarded. */
const restored = (rows: readonly (readonly unknown[])[]): string[] =>
  rows.slice(1).map((row) => restoreCell(String(row[1] ?? '')))

describe('CSV', () => {
  test('is read back equal by the csv module of Python', async () => {
    const script =
      'import csv, json, sys\ncsv.field_size_limit(10 ** 9)\n' +
      "rows = list(csv.reader(open(sys.argv[1], encoding='utf-8-sig', newline='')))\nprint(json.dumps(rows))"
    const { stdout, error } = spawnSync('python3', ['-c', script, inHome('exports/hostile.csv')], {
      maxBuffer: 2 ** 28,
      encoding: 'utf8',
    })
    if (error !== undefined) {
      process.stdout.write(
        'SKIPPED: what Python reads of CSV, for there is no python3 here; install it to run this\n',
      )
      return
    }
    expect(restored(JSON.parse(stdout) as string[][])).toEqual(cells)
  })
})

describe('Parquet', () => {
  /** Rows of a table that DuckDB does not find in its file. */
  const lostFrom = async (table: string) => {
    await using database = await Database.open(inHome('dossier.duckdb'), { readOnly: true })
    const file = literal(inHome('exports', `${table}.parquet`))
    return await database.rows(`FROM ${table} EXCEPT ALL FROM read_parquet(${file})`)
  }
  const rowsOf = async (file: string) =>
    parquetReadObjects({ file: await asyncBufferFromFile(inHome('exports', file)), compressors })

  test('is read by hyparquet as it was', async () => {
    const rows = await rowsOf('hostile.parquet')
    // It takes a byte order mark off the beginning of a text, as decoders do unless told otherwise; the mark is in the file.
    expect(rows.map(({ text }) => text)).toEqual(cells.map((cell) => cell.replace(/^\ufeff/, '')))
    expect(await lostFrom('hostile')).toEqual([])
  })

  test('has the same values for hyparquet and for DuckDB', async () => {
    expect(await rowsOf('typed.parquet')).toEqual([
      {
        uscc: '91110108MA0074PN30',
        phone: '13800138000',
        account: '6222021234567890123',
        amount: 1_234_567.8,
        many_digits: 123_456_789_012_345_678n,
        decided_on: new Date('2024-02-29'),
        fetched_at: new Date('2024-02-29T13:14:15Z'),
        is_so: false,
        share: 33.33333333333333,
        nothing: null,
        names: ['甲', 'a"b', null],
      },
    ])
    expect(await lostFrom('typed')).toEqual([])
  })
})

describe.runIf(isLong && hasProgram('libreoffice'))('LibreOffice', () => {
  /** It ends lines within a cell by a line feed alone; those of CSV also where they end by a carriage return. */
  const asKept = (text: string): string => text.replaceAll('\r\n', '\n')
  const asKeptOfCsv = (text: string): string => text.replace(/\r\n?/g, '\n')

  /**
   * What it reads right (`shows every cell` has all of them) and escapes wrongly when it saves: `_x0041_x0042_` it saves
   * as `_x005F_x0041_x0042_`, in which the last six characters are an escape again.
   */
  const savedWrong = ['_x0041_x0042_', '_x005F_x0041_', '_x0041\u0001', '_x004_']
  const savesWrong = (text: string): boolean => savedWrong.includes(text)
  /** What it saves of values: booleans as numbers with a format, and 15 digits. */
  const asSaved = (value: unknown): unknown =>
    typeof value === 'string' || value === null ? value : Number(Number(value).toPrecision(15))

  const sheetsOf = async (file: string): Promise<ReadSheet[]> => readWorkbook(await readFile(inHome(file)))
  /** Comma, double quotes, character set, from line 1, and both columns as text. */
  const csv = 'Text - txt - csv (StarCalc):44,34,76,1,1/2/2/2'

  test('opens a workbook and saves it again without loss', async () => {
    convert(home, { files: [inHome('exports/dossier.xlsx')], to: 'xlsx', into: inHome('saved') })
    const [cover, texts, values, dictionary] = await sheetsOf('saved/dossier.xlsx')
    const [coverBefore, textsBefore, valuesBefore, dictionaryBefore] = await sheetsOf('exports/dossier.xlsx')
    const saved = texts && valuesOf(texts).map(([, text]) => text ?? '')
    expect(saved?.filter((_, row) => row === 0 || !savesWrong(cells[row - 1] ?? ''))).toEqual([
      'text',
      ...cells.filter((cell) => !savesWrong(cell)).map(asKept),
    ])
    expect(values && valuesOf(values)).toEqual(
      valuesBefore && valuesOf(valuesBefore).map((row) => row.map(asSaved)),
    )
    expect(cover && valuesOf(cover)).toEqual(coverBefore && valuesOf(coverBefore))
    expect(dictionary && valuesOf(dictionary)).toEqual(dictionaryBefore && valuesOf(dictionaryBefore))
    expect(texts?.name).toBe(textsBefore?.name)
    for (const { xml } of [texts, dictionary] as ReadSheet[]) expect(xml).not.toMatch(/<f[ >/]/)
    // A boolean it saves as a formula of its own, FALSE().
    expect(values?.xml.match(/<f[^>]*>[^<]*/g)?.map((formula) => formula.replace(/<f[^>]*>/, ''))).toEqual([
      'FALSE()',
    ])
    // Without a window it saves no view, so that what stays in sight is to be seen in the written file alone.
    for (const { xml } of await sheetsOf('exports/dossier.xlsx')) {
      expect(xml).toContain('state="frozen"')
      expect(xml).not.toMatch(/<f[ >/]/)
    }
  })

  test('shows every cell as it should read: digits whole, dates as dates, formulas as text', async () => {
    const shown = `csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1`
    convert(home, { files: [inHome('exports/dossier.xlsx')], to: shown, into: inHome('shown') })
    expect((await readdir(inHome('shown'))).sort()).toEqual([
      'dossier-hostile.csv',
      'dossier-typed.csv',
      'dossier-封面.csv',
      'dossier-数据字典.csv',
    ])
    const parsed = async (file: string): Promise<string[][]> =>
      parse(await readFile(inHome('shown', file), 'utf8'), { bom: true })
    const texts = await parsed('dossier-hostile.csv')
    expect(texts.slice(1).map(([, text]) => text)).toEqual(cells.map(asKept))
    expect((await parsed('dossier-typed.csv'))[1]).toEqual([
      '91110108MA0074PN30',
      '13800138000',
      '6222021234567890123',
      '1,234,567.80 ',
      '123456789012345678',
      '2024-02-29',
      '2024-02-29 13:14:15',
      'FALSE',
      '33.3333333333333',
      '',
      '["甲","a\\"b",null]',
    ])
  })

  test('opens CSV and finds every text', async () => {
    convert(home, {
      files: [inHome('exports/hostile.csv')],
      from: csv,
      to: 'xlsx',
      into: inHome('opened'),
    })
    const [sheet] = await sheetsOf('opened/hostile.xlsx')
    const found = sheet && restored(valuesOf(sheet))
    expect(found?.filter((_, row) => !savesWrong(cells[row] ?? ''))).toEqual(
      cells.filter((cell) => !savesWrong(cell)).map(asKeptOfCsv),
    )
    expect(sheet?.xml).not.toMatch(/<f[ >/]/)
  })
})
