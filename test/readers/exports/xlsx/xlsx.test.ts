import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { cellLimit } from '../../../../src/readers/exports/excel-cell.ts'
import type { ExportOptions } from '../../../../src/readers/exports/export.ts'
import { fileOf, planExports, type RequestedExport } from '../../../../src/readers/exports/plan.ts'
import type { RelationInfo } from '../../../../src/readers/exports/relation.ts'
import { type SheetSource, sheetName, Workbook } from '../../../../src/readers/exports/xlsx/workbook.ts'
import { relationsToExport, usualExports } from '../../../../src/warehouse/schema.ts'
import { temporaryFolder } from '../../../support/folder.ts'
import { hostileCells } from '../../../support/hostile-cells.ts'
import { type ReadSheet, readWorkbook, valuesOf } from '../../../support/workbooks.ts'
import { exported, published, relation, roles, rolesTable } from '../warehouse.ts'

async function* inBatches<T>(...batches: T[]): AsyncGenerator<T> {
  yield* batches
}

/** Sheets as they are read back from a workbook with these. */
async function written(
  sources: readonly SheetSource[],
  limits?: { rows: number; length: number },
): Promise<ReadSheet[]> {
  const path = join(await temporaryFolder(), 'dossier.xlsx')
  await using workbook = await Workbook.create(path, limits)
  for (const source of sources) await workbook.add(source)
  await workbook.finish()
  return readWorkbook(await readFile(path))
}

/** The workbook of an export of what a statement makes: its entry in the manifest, its sheets, their values, and its parts. */
async function workbookOf(
  statement: string,
  relations: readonly RelationInfo[],
  request: Partial<RequestedExport> = {},
  pageIn: (folder: string) => ExportOptions['pageOf'] = () => undefined,
) {
  const { reader, folder } = await published(statement)
  const requests = [{ format: 'xlsx' as const, ...request }]
  const pageOf = pageIn(folder) ?? (() => undefined)
  const { files } = await exported({ reader, folder, relations, requests, pageOf })
  const bytes = await readFile(join(folder, 'dossier.xlsx'))
  const sheets = readWorkbook(bytes)
  return { file: files[0], sheets, values: sheets.map(valuesOf), part: unzipSync(bytes) }
}

const linksIn = (sheet?: ReadSheet): string[][] =>
  [...(sheet?.xml.matchAll(/<hyperlink ref="([^"]+)" ([^/]+)\/>/g) ?? [])].map(([, ...link]) => link)

const texts = (name: string, ...cells: (string | null)[]): SheetSource => ({
  name,
  columns: [{ header: '文本', type: 'VARCHAR' }],
  rows: inBatches(cells.map((cell) => [cell])),
})

const ofTypes = (...typed: (readonly [type: string, text: string | null])[]): SheetSource => ({
  name: '值',
  columns: typed.map(([type]) => ({ header: type, type })),
  rows: inBatches([typed.map(([, text]) => text)]),
})

describe('a cell of a sheet', () => {
  test('of text is that text, whatever it begins with, and never a formula', async () => {
    const cells = hostileCells()
    expect(cells.length).toBeGreaterThanOrEqual(200)
    const [sheet] = await written([texts('敌意', ...cells)])
    expect(sheet && valuesOf(sheet).slice(1)).toEqual(cells.map((cell) => [cell]))
    expect(sheet?.xml).not.toMatch(/<f[ >/]/)
    expect(new Set(sheet?.rows.slice(1).map(([cell]) => cell?.format))).toEqual(new Set(['#49']))
  })

  test('gives back any text, also one that looks like an escape', async () => {
    const unit = fc.constantFrom(...'_x0041F5\u0001\u0000\r\n\ud800\udc00\uffff<&>"中')
    const strings = fc.array(fc.string({ unit, maxLength: 12 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(strings, async (cells) => {
        const [sheet] = await written([texts('任意', ...cells)])
        expect(sheet && valuesOf(sheet).slice(1)).toEqual(cells.map((cell) => [cell]))
      }),
      { numRuns: 30 },
    )
  })

  test('of a number, a date, a time and a boolean is one, with a format', async () => {
    const [sheet] = await written([
      ofTypes(
        ['INTEGER', '-12'],
        ['BIGINT', '123456789012345'],
        ['DECIMAL(20,2)', '1234567890123.40'],
        ['DOUBLE', '0.30000000000000004'],
        ['DATE', '2024-02-29'],
        ['TIMESTAMP', '2024-02-29 12:00:00'],
        ['BOOLEAN', 'false'],
      ),
    ])
    expect(sheet?.rows[1]).toEqual([
      { value: -12, format: '0_ ' },
      { value: 123_456_789_012_345, format: '0_ ' },
      { value: 1_234_567_890_123.4, format: '#,##0.00_ ' },
      { value: 0.1 + 0.2, format: '#0' },
      { value: 45_351, format: 'yyyy\\-mm\\-dd' },
      { value: 45_351.5, format: 'yyyy\\-mm\\-dd\\ hh:mm:ss' },
      { value: false, format: '"TRUE";"TRUE";"FALSE"' },
    ])
  })

  test('of a number with more digits than Excel keeps, or a date that it does not count, is text', async () => {
    const forced = [
      ['BIGINT', '1234567890123456'],
      ['DECIMAL(20,2)', '12345678901234.56'],
      ['HUGEINT', '170141183460469231731687303715884105727'],
      ['DOUBLE', 'inf'],
      ['DATE', '1900-02-28'],
      ['DATE', '12024-01-01'],
      ['TIMESTAMP', '1899-12-31 00:00:00'],
      ['TIME', '12:00:00'],
    ] as const
    const [sheet] = await written([ofTypes(...forced)])
    expect(sheet?.rows[1]).toEqual(forced.map(([, value]) => ({ value, format: '#49' })))
  })

  test('of NULL is not there, and of the empty text is empty', async () => {
    const [sheet] = await written([texts('空', 'a', null, '')])
    expect(sheet && valuesOf(sheet).slice(1)).toEqual([['a'], [], ['']])
  })
})

describe('a workbook', () => {
  test('keeps the bold header of each sheet in sight and filters its columns', async () => {
    const [sheet] = await written([texts('甲', 'x', 'y')])
    expect(sheet?.xml).toContain(
      '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>',
    )
    expect(sheet?.xml).toContain('<autoFilter ref="A1:A3"/>')
  })

  test('gives columns the width of their content, two for a Chinese character, within bounds', async () => {
    const [sheet] = await written([
      {
        name: '宽',
        columns: ['a', '统一社会信用代码', 'c'].map((header) => ({ header, type: 'VARCHAR' })),
        rows: inBatches([['x', '中', '长'.repeat(400)]]),
      },
    ])
    const widths = [...(sheet?.xml.matchAll(/ width="(\d+)"/g) ?? [])].map(([, width]) => Number(width))
    expect(widths).toEqual([8, 21, 60])
  })

  test('goes on on further sheets when one is full, and loses no row', async () => {
    const cells = Array.from({ length: 10 }, (_, index) => String(index))
    const byRows = await written([texts('大表', ...cells), texts('大表 (2)', 'x')], { rows: 5, length: 1e9 })
    expect(byRows.map(({ name, rows }) => [name, rows.length - 1])).toEqual([
      ['大表', 4],
      ['大表 (2)', 4],
      ['大表 (3)', 2],
      ['大表 (2) (2)', 1],
    ])
    expect(byRows.slice(0, 3).flatMap((sheet) => valuesOf(sheet).slice(1).flat())).toEqual(cells)
    const byLength = await written([texts('大表', 'x'.repeat(3000), 'y', 'z')], { rows: 100, length: 3000 })
    expect(byLength.map(({ rows }) => rows.length - 1)).toEqual([1, 2])
  })

  test('of the same rows is the same bytes', async () => {
    const statement = "CREATE TABLE t AS SELECT range AS id, '京' AS name FROM range(3000)"
    const relations = [relation('t', { id: 'BIGINT', name: 'VARCHAR' })]
    const [first, second] = [await workbookOf(statement, relations), await workbookOf(statement, relations)]
    expect(second.file?.sha256).toBe(first.file?.sha256)
    expect(first.file?.rows).toBe(3000)
  })

  test('of an export has a sheet a table and a dictionary, and its counts are in the manifest', async () => {
    const cases = relation('cases', { id: 'INTEGER', content: 'VARCHAR', big: 'BIGINT', more: 'BIGINT' })
    const { file, sheets, values } = await workbookOf(
      `CREATE TABLE cases AS SELECT 1 AS id, repeat('判', 40000) AS content, 1234567890123456::BIGINT AS big, big AS more;
       CREATE TABLE empty (id INTEGER)`,
      [{ ...cases, term: '案例' }, relation('empty', { id: 'INTEGER' })],
    )
    expect(file).toMatchObject({ file: 'dossier.xlsx', table: null, rows: 1, cells_cut: 1, cells_as_text: 2 })
    expect(sheets.map(({ name }) => name)).toEqual(['封面', '案例', 'empty', '数据字典'])
    const [cover, content, empty, dictionary] = values
    expect(content?.[1]?.[1]).toHaveLength(cellLimit)
    expect(content?.[1]?.[1]).toMatch(
      /判…\[cut for Excel, 40000 characters in all; whole in column content of cases .*id=1\]$/,
    )
    expect(empty).toEqual([['id']])
    expect(dictionary?.slice(0, 2)).toEqual([
      ['工作表', '表', '列', '列标题', '说明', '类型', '取值'],
      ['案例', 'cases', 'id', 'id', null, '整数'],
    ])
    expect(cover).toEqual([
      ['工作表', '回答什么', '行数'],
      ['案例', '案例', 1],
      ['empty', 'empty', 0],
      ['数据字典', '各列的含义、类型和取值'],
    ])
    expect(linksIn(sheets[0])).toEqual([
      ['A2', `location="'案例'!A1"`],
      ['A3', `location="'empty'!A1"`],
      ['A4', `location="'数据字典'!A1"`],
    ])
  })
})

describe('rows of a workbook', () => {
  const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'VARCHAR']))
  const sum = ['case_number', 'amount_role', 'evidence', 'library', 'case_id']
  const payments = relation('payments', {
    ...texts('enterprise_id', 'document_id', ...sum),
    ordinal: 'INTEGER',
  })
  const flags = relation('red_flags', texts('enterprise_id', 'source', 'row_key'))
  const documents = relation(
    'subject_documents',
    texts('enterprise_id', 'document_id', 'case_number', 'title'),
    'enterprise_id',
    'document_id',
  )
  const sheetsOf = (relations: readonly RelationInfo[]) =>
    workbookOf(
      `CREATE TABLE payments AS FROM (VALUES ('e2', 'd1', '1号', 'principal', '支付100元', 'l', 'held', 3),
         ('e3', 'd9', '9号', 'principal', '支付200元', 'l', 'not held', 1),
         (NULL, 'd1', '1号', 'principal', '支付300元', 'l', 'not held', 2)) AS v(${payments.columns.map(({ name }) => name)});
       CREATE TABLE red_flags AS FROM (VALUES ('e1', 'subject_documents', 'd1'), ('e1', 'enterprises', 'status'))
         AS v(enterprise_id, source, row_key);
       CREATE TABLE subject_documents AS FROM (VALUES ('e1', 'd1', '1号', '甲'), ('e2', 'd1', '1号', '甲'))
         AS v(enterprise_id, document_id, case_number, title)`,
      relations,
      {},
      (folder) => (_, id) =>
        id === 'held' ? join(folder, '..', 'reports', 'judgments', '一 页.html') : undefined,
    )

  test('lead to the row of their document, what flags rest on, and the sentence on a page that is there', async () => {
    const { sheets, part } = await sheetsOf([payments, flags, documents])
    expect(sheets.slice(1, -1).map((sheet) => [sheet.name, linksIn(sheet)])).toEqual([
      [
        'payments',
        [
          ['C2', `location="'subject_documents'!A3"`],
          ['E2', 'r:id="rId1" location="amount-3"'],
          ['C4', `location="'subject_documents'!A2"`],
        ],
      ],
      ['red_flags', [['C2', `location="'subject_documents'!A2"`]]],
      ['subject_documents', []],
    ])
    const [path = '', ...others] = Object.keys(part).filter((one) => one.startsWith('xl/worksheets/_rels/'))
    expect(others).toEqual([])
    expect(/Target="([^"]+)"/.exec(strFromU8(part[path] ?? new Uint8Array()))?.[1]).toBe(
      '../reports/judgments/%E4%B8%80%20%E9%A1%B5.html',
    )
  })

  test('lead nowhere when their document is in no sheet', async () => {
    const { sheets } = await sheetsOf([flags])
    expect(linksIn(sheets[1])).toEqual([])
  })
})

test.each([
  ['zh', [[1, '是'], [2, '否'], [3]]],
  ['en', [[1, true], [2, false], [3]]],
] as const)(
  'booleans of a Chinese workbook are words, those of an English one booleans: %s',
  async (headers, rows) => {
    const { values } = await workbookOf(
      'CREATE TABLE t AS FROM (VALUES (1, true), (2, false), (3, NULL)) AS v(id, is_so)',
      [relation('t', { id: 'INTEGER', is_so: 'BOOLEAN' })],
      { headers },
    )
    expect(values[1]?.slice(1)).toEqual(rows)
  },
)

test.each([
  ['zh', ['说明', '其中按文书id与案号在两库均未查到的', '标题', null]],
  ['en', ['Meaning', 'of these not found', 'title', null]],
] as const)(
  'the dictionary says in its language what columns mean; a term may say enough: %s',
  async (language, meanings) => {
    const columns = [
      { name: 'absent', type: 'VARCHAR', term: '未查到', meaning: 'of these not found' },
      { name: 'title', type: 'VARCHAR', term: '标题', meaning: 'title' },
      { name: 'own', type: 'VARCHAR' },
    ]
    const { values } = await workbookOf(
      "CREATE TABLE t AS SELECT '甲' AS absent, '乙' AS title, '丙' AS own",
      [{ name: 't', key: ['absent'], columns }],
      { language },
    )
    expect(values.at(-1)?.map((row) => row[4])).toEqual(meanings)
  },
)

test('a sheet prints as wide as a page, lying, its head on each page', async () => {
  const info = { ...relation('t', { id: 'INTEGER', name: 'VARCHAR' }), term: "甲'乙" }
  const { sheets, part } = await workbookOf("CREATE TABLE t AS SELECT 1 AS id, '甲' AS name", [info])
  for (const { xml } of sheets) {
    expect(xml).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    expect(xml).toContain('<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>')
  }
  const workbook = strFromU8(part['xl/workbook.xml'] ?? new Uint8Array())
  const titles = [...workbook.matchAll(/localSheetId="(\d)">([^<]+)</g)].map(([, ...at]) => at)
  expect(titles).toEqual([
    ['0', "'封面'!$1:$1"],
    ['1', "'甲''乙'!$1:$1"],
    ['2', "'数据字典'!$1:$1"],
  ])
})

test('a sheet that is too wide for readable print is several pages wide, its first columns on each', async () => {
  const columns = Object.fromEntries(['id', 'name', ...'abcdefgh'].map((name) => [name, 'VARCHAR']))
  const { sheets, part } = await workbookOf(
    `CREATE TABLE t AS SELECT 'e1' AS id, '甲公司' AS name, ${[...'abcdefgh'].map((name) => `repeat('长', 40) AS ${name}`)}`,
    [relation('t', columns)],
  )
  const workbook = strFromU8(part['xl/workbook.xml'] ?? new Uint8Array())
  expect(workbook).toMatch(/localSheetId="1">'([^']+)'!\$A:\$B,'\1'!\$1:\$1</)
  // Eight columns of 60 characters beside two of 10: 200 on the first page, 180 on each further one.
  expect(sheets[1]?.xml).toContain('fitToWidth="3" fitToHeight="0"')
})

test('codes are hidden beside their Chinese words, and the dictionary has both', async () => {
  const { sheets, values } = await workbookOf(rolesTable, [roles])
  // The codes are there for filters: what is read are the words.
  expect(sheets[1]?.xml.match(/<col min="(\d)"[^>]* hidden="1"/g)?.map((col) => col[10])).toEqual(['3', '5'])
  expect(values[1]).toEqual([
    ['id', '诉讼身份', '诉讼身份（role）', '身份', '身份（roles）'],
    [1, '原告方', 'plaintiff', '=被告,方、原告方、judge', '["defendant","plaintiff","judge"]'],
    [2, 'intervener', 'intervener'],
    [3, null, null, '', '[]'],
  ])
  expect(values[2]?.map((row) => [row[2], row[6]])).toEqual([
    ['列', '取值'],
    ['id', undefined],
    ['role_label', undefined],
    ['role', 'plaintiff = 原告方；defendant = =被告,方'],
    ['roles_label', undefined],
    ['roles', 'plaintiff = 原告方；defendant = =被告,方'],
  ])
})

test('names of sheets are such as Excel takes, each once', () => {
  const taken = new Set<string>()
  const given = [
    'a[b]:*?/\\c',
    "'quoted'",
    '',
    'History',
    'x'.repeat(40),
    'X'.repeat(40),
    '表',
    '表',
    '\u0000',
    `${'长'.repeat(30)}𠮷`,
  ]
  expect(given.map((name) => sheetName(name, taken))).toEqual([
    'a_b______c',
    'quoted',
    '_',
    'History_',
    'x'.repeat(31),
    `${'X'.repeat(27)} (2)`,
    '表',
    '表 (2)',
    '_ (2)',
    '长'.repeat(30),
  ])
})

test('the usual workbook has what page one of a dossier has, and a second file the rest', () => {
  const catalogue = { relations: relationsToExport(), usual: usualExports }
  const files = planExports([{ format: 'xlsx' }], catalogue)
  const [first, second] = files.map(({ relations }) => relations.map(({ relation }) => relation.name))
  expect(files.map(fileOf)).toEqual(['dossier.xlsx', 'dossier-data.xlsx'])
  expect(first?.slice(0, 4)).toEqual(['job_enterprises', 'red_flags', 'open_questions', 'enforcement_cases'])
  // Beside them stand the cover and the dictionary.
  expect(first?.length).toBeLessThanOrEqual(10)
  expect([...(first ?? []), ...(second ?? [])].sort()).toEqual([...usualExports].sort())
  expect(planExports([{ format: 'xlsx', tables: ['red_flags', 'coverage'] }], catalogue).map(fileOf)).toEqual(
    ['dossier.xlsx'],
  )
})

test('ids are hidden where a row has a name, and the first column that is seen stays in sight', async () => {
  const unkeyed = (name: string, ...columns: string[]): RelationInfo => ({
    ...{ name, key: [] },
    columns: columns.map((column) => ({ name: column, type: 'VARCHAR' })),
  })
  const { sheets } = await workbookOf(
    "CREATE TABLE named AS SELECT 'e1' AS enterprise_id, '甲公司' AS enterprise_name, '1' AS amount; CREATE TABLE bare AS SELECT 'd1' AS document_id, '1' AS amount",
    [
      unkeyed('named', 'enterprise_id', 'enterprise_name', 'amount'),
      unkeyed('bare', 'document_id', 'amount'),
    ],
  )
  const [, named, bare] = sheets.map(({ xml }) => xml)
  expect(named).toMatch(/<col min="1"[^>]*hidden="1"\/><col min="2"(?![^>]*hidden)/)
  expect(named).toContain('<pane xSplit="2" ySplit="1" topLeftCell="C2"')
  expect(bare).not.toContain('hidden')
})
