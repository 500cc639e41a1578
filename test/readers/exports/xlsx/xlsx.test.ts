import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { cellLimit } from '../../../../src/readers/exports/excel-cell.ts'
import type { RelationInfo } from '../../../../src/readers/exports/relation.ts'
import { type SheetSource, sheetName, Workbook } from '../../../../src/readers/exports/xlsx/workbook.ts'

import { temporaryFolder } from '../../../support/folder.ts'
import { hostileCells } from '../../../support/hostile-cells.ts'
import { type ReadSheet, readWorkbook, valuesOf } from '../../../support/workbooks.ts'
import { exported, published, relation } from '../warehouse.ts'

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
    expect(sheet?.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
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
    const { reader, folder } = await published(
      "CREATE TABLE t AS SELECT range AS id, '京' AS name FROM range(3000)",
    )
    const asked = { reader, relations: [relation('t', { id: 'BIGINT', name: 'VARCHAR' })] }
    const requests = [{ format: 'xlsx' as const }]
    const [first] = (await exported({ ...asked, folder: join(folder, '1'), requests })).files
    const [second] = (await exported({ ...asked, folder: join(folder, '2'), requests })).files
    expect(second?.sha256).toBe(first?.sha256)
    expect(first?.rows).toBe(3000)
  })

  test('of an export has a sheet a table and a dictionary, and its counts are in the manifest', async () => {
    const { reader, folder } = await published(
      `CREATE TABLE cases AS SELECT 1 AS id, repeat('判', 40000) AS content, 1234567890123456::BIGINT AS big`,
      'CREATE TABLE empty (id INTEGER)',
    )
    const cases = relation('cases', { id: 'INTEGER', content: 'VARCHAR', big: 'BIGINT' })
    const { files } = await exported({
      reader,
      folder,
      relations: [{ ...cases, term: '案例' }, relation('empty', { id: 'INTEGER' })],
      requests: [{ format: 'xlsx' }],
    })
    expect(files).toMatchObject([
      { file: 'dossier.xlsx', table: null, rows: 1, cells_cut: 1, cells_as_text: 1 },
    ])
    const [cover, content, empty, dictionary] = readWorkbook(await readFile(join(folder, 'dossier.xlsx')))
    const cut = content && valuesOf(content)[1]?.[1]
    expect(cut).toHaveLength(cellLimit)
    expect(cut).toMatch(
      /判…\[cut for Excel, 40000 characters in all; whole in column content of cases .*id=1\]$/,
    )
    expect(empty && valuesOf(empty)).toEqual([['id']])
    expect(dictionary && valuesOf(dictionary).slice(0, 2)).toEqual([
      ['工作表', '表', '列', '列标题', '说明', '类型', '取值'],
      ['案例', 'cases', 'id', 'id', null, '整数'],
    ])
    expect([content?.name, empty?.name, dictionary?.name]).toEqual(['案例', 'empty', '数据字典'])
    expect(cover?.name).toBe('封面')
    expect(cover && valuesOf(cover)).toEqual([
      ['工作表', '回答什么', '行数'],
      ['案例', '案例', 1],
      ['empty', 'empty', 0],
      ['数据字典', '各列的含义、类型和取值'],
    ])
    expect(
      [...(cover?.xml.matchAll(/<hyperlink ref="(\w+)" location="([^"]+)"/g) ?? [])].map(([, ...at]) => at),
    ).toEqual([
      ['A2', "'案例'!A1"],
      ['A3', "'empty'!A1"],
      ['A4', "'数据字典'!A1"],
    ])
  })
})

describe('rows of a workbook', () => {
  const payments = relation('payments', {
    enterprise_id: 'VARCHAR',
    document_id: 'VARCHAR',
    case_number: 'VARCHAR',
    amount_role: 'VARCHAR',
    evidence: 'VARCHAR',
    library: 'VARCHAR',
    case_id: 'VARCHAR',
    ordinal: 'INTEGER',
  })
  const flags = relation('red_flags', { enterprise_id: 'VARCHAR', source: 'VARCHAR', row_key: 'VARCHAR' })
  const documents = relation(
    'subject_documents',
    { enterprise_id: 'VARCHAR', document_id: 'VARCHAR', case_number: 'VARCHAR', title: 'VARCHAR' },
    'enterprise_id',
    'document_id',
  )
  const sheetsOf = async (relations: readonly RelationInfo[]) => {
    const { reader, folder } = await published(
      `CREATE TABLE payments AS SELECT * FROM (VALUES ('e2', 'd1', '1号', 'principal', '支付100元', 'l', 'held', 3),
         ('e3', 'd9', '9号', 'principal', '支付200元', 'l', 'not held', 1)) AS v(${payments.columns.map(({ name }) => name)})`,
      `CREATE TABLE red_flags AS SELECT * FROM (VALUES ('e1', 'subject_documents', 'd1'), ('e1', 'enterprises', 'status'))
         AS v(enterprise_id, source, row_key)`,
      `CREATE TABLE subject_documents AS SELECT * FROM (VALUES ('e1', 'd1', '1号', '甲'), ('e2', 'd1', '1号', '甲'))
         AS v(enterprise_id, document_id, case_number, title)`,
    )
    await exported({
      reader,
      folder,
      relations,
      requests: [{ format: 'xlsx' }],
      pageOf: (_, id) =>
        id === 'held' ? join(folder, '..', 'reports', 'judgments', '一 页.html') : undefined,
    })
    const bytes = await readFile(join(folder, 'dossier.xlsx'))
    const links = readWorkbook(bytes).map(({ name, xml }) => [
      name,
      [...xml.matchAll(/<hyperlink ref="([^"]+)" ([^/]+)\/>/g)].map(([, ...link]) => link),
    ])
    return { links: links.slice(1, -1), parts: unzipSync(bytes) }
  }

  test('lead to the row of their document, what flags rest on, and the sentence on a page that is there', async () => {
    const { links, parts } = await sheetsOf([payments, flags, documents])
    expect(links).toEqual([
      [
        'payments',
        [
          ['C2', `location="'subject_documents'!A3"`],
          ['E2', 'r:id="rId1" location="amount-3"'],
        ],
      ],
      ['red_flags', [['C2', `location="'subject_documents'!A2"`]]],
      ['subject_documents', []],
    ])
    const relations = Object.entries(parts).filter(([path]) => path.startsWith('xl/worksheets/_rels/'))
    expect(relations.map(([, bytes]) => /Target="([^"]+)"/.exec(strFromU8(bytes))?.[1])).toEqual([
      '../reports/judgments/%E4%B8%80%20%E9%A1%B5.html',
    ])
  })

  test('lead nowhere when their document is in no sheet', async () => {
    const { links } = await sheetsOf([flags])
    expect(links).toEqual([['red_flags', []]])
  })
})

test('booleans of a Chinese workbook are words, those of an English one are booleans', async () => {
  const { reader, folder } = await published(
    'CREATE TABLE t AS SELECT * FROM (VALUES (1, true), (2, false), (3, NULL)) AS v(id, is_so)',
  )
  const valuesWith = async (headers: 'zh' | 'en') => {
    const relations = [relation('t', { id: 'INTEGER', is_so: 'BOOLEAN' })]
    await exported({ reader, folder, relations, requests: [{ format: 'xlsx', headers }] })
    const [, rows] = readWorkbook(await readFile(join(folder, 'dossier.xlsx')))
    return rows && valuesOf(rows).slice(1)
  }
  expect(await valuesWith('zh')).toEqual([[1, '是'], [2, '否'], [3]])
  expect(await valuesWith('en')).toEqual([[1, true], [2, false], [3]])
})

test('the dictionary says in its language what columns mean; in Chinese a term may say enough', async () => {
  const { reader, folder } = await published(
    "CREATE TABLE t AS SELECT '甲' AS absent, '乙' AS title, '丙' AS own",
  )
  const info: RelationInfo = {
    name: 't',
    key: ['absent'],
    columns: [
      { name: 'absent', type: 'VARCHAR', term: '未查到', meaning: 'of these not found' },
      { name: 'title', type: 'VARCHAR', term: '标题', meaning: 'title' },
      { name: 'own', type: 'VARCHAR' },
    ],
  }
  const meaningsIn = async (language: 'zh' | 'en') => {
    await exported({ reader, folder, relations: [info], requests: [{ format: 'xlsx', language }] })
    const dictionary = readWorkbook(await readFile(join(folder, 'dossier.xlsx'))).at(-1)
    return dictionary && valuesOf(dictionary).map((row) => row[4])
  }
  expect(await meaningsIn('zh')).toEqual(['说明', '其中按文书id与案号在两库均未查到的', '标题', null])
  expect(await meaningsIn('en')).toEqual(['Meaning', 'of these not found', 'title', null])
})

test('a sheet prints as wide as a page, lying, its head on each page', async () => {
  const { reader, folder } = await published("CREATE TABLE t AS SELECT 1 AS id, '甲' AS name")
  const relations = [{ ...relation('t', { id: 'INTEGER', name: 'VARCHAR' }), term: "甲'乙" }]
  await exported({ reader, folder, relations, requests: [{ format: 'xlsx' }] })
  const bytes = await readFile(join(folder, 'dossier.xlsx'))
  for (const { xml } of readWorkbook(bytes)) {
    expect(xml).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    expect(xml).toContain('<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>')
  }
  const workbook = strFromU8(unzipSync(bytes)['xl/workbook.xml'] ?? new Uint8Array())
  const titles = [...workbook.matchAll(/localSheetId="(\d)">([^<]+)</g)].map(([, ...at]) => at)
  expect(titles).toEqual([
    ['0', "'封面'!$1:$1"],
    ['1', "'甲''乙'!$1:$1"],
    ['2', "'数据字典'!$1:$1"],
  ])
})

test('a sheet that is too wide for readable print is several pages wide, its first columns on each', async () => {
  const columns = Object.fromEntries(['id', 'name', ...'abcdefgh'].map((name) => [name, 'VARCHAR']))
  const { reader, folder } = await published(
    `CREATE TABLE t AS SELECT 'e1' AS id, '甲公司' AS name, ${[...'abcdefgh'].map((name) => `repeat('长', 40) AS ${name}`)}`,
  )
  await exported({ reader, folder, relations: [relation('t', columns)], requests: [{ format: 'xlsx' }] })
  const bytes = await readFile(join(folder, 'dossier.xlsx'))
  const workbook = strFromU8(unzipSync(bytes)['xl/workbook.xml'] ?? new Uint8Array())
  expect(workbook).toMatch(/localSheetId="1">'([^']+)'!\$A:\$B,'\1'!\$1:\$1</)
  // Eight columns of 60 characters beside two of 10: 200 on the first page, 180 on each further one.
  const [, sheet] = readWorkbook(bytes)
  expect(sheet?.xml).toContain('fitToWidth="3" fitToHeight="0"')
})

describe('columns of codes', () => {
  const words = { plaintiff: '原告方', defendant: '被告方' }
  const roles: RelationInfo = {
    name: 'roles',
    key: ['id'],
    columns: [
      { name: 'id', type: 'INTEGER' },
      { name: 'role', type: 'VARCHAR', term: '诉讼身份', words },
      { name: 'roles', type: 'VARCHAR[]', term: '身份', words },
    ],
  }
  const sheetsWith = async (headers: 'zh' | 'en') => {
    const { reader, folder } = await published(
      `CREATE TABLE roles AS SELECT * FROM (VALUES (1, 'plaintiff', ['defendant', 'plaintiff']), (2, 'intervener', NULL), (3, NULL, []))
       AS t(id, role, roles)`,
    )
    const { files } = await exported({
      reader,
      folder,
      relations: [roles],
      requests: [{ format: 'xlsx', headers }],
    })
    const [, rows, dictionary] = readWorkbook(await readFile(join(folder, 'dossier.xlsx')))
    return {
      files,
      xml: rows?.xml,
      rows: rows && valuesOf(rows),
      dictionary: dictionary && valuesOf(dictionary),
    }
  }

  test('stand beside one with their Chinese words, and the dictionary has both', async () => {
    const { files, xml, rows, dictionary } = await sheetsWith('zh')
    // The codes are there for filters: what is read are the words.
    expect(xml?.match(/<col min="(\d)"[^>]* hidden="1"/g)?.map((col) => col[10])).toEqual(['3', '5'])
    expect(rows).toEqual([
      ['id', '诉讼身份', '诉讼身份（role）', '身份', '身份（roles）'],
      [1, '原告方', 'plaintiff', '被告方、原告方', '["defendant","plaintiff"]'],
      [2, 'intervener', 'intervener'],
      [3, null, null, '', '[]'],
    ])
    expect(dictionary?.map((row) => [row[2], row[6]])).toEqual([
      ['列', '取值'],
      ['id', undefined],
      ['role_label', undefined],
      ['role', 'plaintiff = 原告方；defendant = 被告方'],
      ['roles_label', undefined],
      ['roles', 'plaintiff = 原告方；defendant = 被告方'],
    ])
    expect(files[0]?.columns.map(({ name }) => name)).toEqual([
      'id',
      'role_label',
      'role',
      'roles_label',
      'roles',
    ])
  })

  test('stand alone under the names of the columns', async () => {
    const { rows } = await sheetsWith('en')
    expect(rows?.slice(0, 2)).toEqual([
      ['id', 'role', 'roles'],
      [1, 'plaintiff', '["defendant","plaintiff"]'],
    ])
  })
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
