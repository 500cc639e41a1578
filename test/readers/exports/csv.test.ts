import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { cellLimit } from '../../../src/readers/exports/excel-cell.ts'
import { exportedFile, relation, roles, rolesTable } from './warehouse.ts'

const parsed = (text: string): string[][] => parse(text, { bom: true })

describe('codes in a CSV file', () => {
  test('stand beside their Chinese words, guarded like any text; one without a word is its own', async () => {
    const { file, text } = await exportedFile(rolesTable, roles)
    expect(parsed(text)).toEqual([
      ['id', '诉讼身份', '诉讼身份（role）', '身份', '身份（roles）'],
      ['1', '原告方', 'plaintiff', "'=被告,方、原告方、judge", '["defendant","plaintiff","judge"]'],
      ['2', 'intervener', 'intervener', '', ''],
      ['3', '', '', '', '[]'],
    ])
    expect(file?.columns.map(({ name }) => name).join()).toBe('id,role_label,role,roles_label,roles')
  })

  test('are what a filter asks for, and stand alone under the names of the columns', async () => {
    const request = { headers: 'en' as const, filter: "role = 'plaintiff'", columns: ['id', 'role'] }
    const { text } = await exportedFile(rolesTable, roles, request)
    expect(text).toBe('\ufeffid,role\r\n1,plaintiff\r\n')
  })
})

describe('a CSV file', () => {
  const t = relation('t', { id: 'INTEGER', name: 'VARCHAR' })

  test.each([
    [
      'begins with a BOM and a header, and ends every line with CRLF',
      "SELECT 1 AS id, '京' AS name",
      'id,name\r\n1,京\r\n',
    ],
    ['of an empty table is its header', "SELECT 1 AS id, '' AS name WHERE false", 'id,name\r\n'],
    [
      'quotes commas, quotes, line ends, and what LibreOffice would split at',
      `FROM (VALUES (1, 'a,b'), (2, 'say "x"'), (3, E'one\\ntwo\\r\\nthree'), (4, 'a;b'),
         (5, E'a\\tb'), (6, E'lone\\nLF'), (7, E'lone\\rCR')) AS v (id, name)`,
      'id,name\r\n1,"a,b"\r\n2,"say ""x"""\r\n3,"one\ntwo\r\nthree"\r\n4,"a;b"\r\n5,"a\tb"\r\n6,"lone\nLF"\r\n7,"lone\rCR"\r\n',
    ],
    [
      'writes NULL as nothing and the empty text as two quotes',
      "FROM (VALUES (1, NULL), (2, '')) AS v (id, name)",
      'id,name\r\n1,\r\n2,""\r\n',
    ],
  ])('%s', async (_, select, text) => {
    expect((await exportedFile(`CREATE TABLE t AS ${select}`, t)).text).toBe(`\ufeff${text}`)
  })

  test('writes lists and JSON as JSON text, dates as ISO 8601, and leaves negative numbers alone', async () => {
    const cells = [
      ['id', 'INTEGER', '-1', '-1'],
      ['l', 'VARCHAR[]', `['甲', 'a"b', NULL]`, '["甲","a\\"b",null]'],
      ['no_list', 'VARCHAR[]', 'NULL', ''],
      ['j', 'JSON', `'{"k":[1]}'`, '{"k":[1]}'],
      ['d', 'DATE', "'2024-02-29'", '2024-02-29'],
      ['at', 'TIMESTAMP', "'2024-02-29 01:02:03.5'", '2024-02-29 01:02:03.5'],
      ['is_so', 'BOOLEAN', 'true', 'true'],
      ['amount', 'DECIMAL(20,2)', '-12.50', '-12.50'],
      ['x', 'DOUBLE', '-1.5', '-1.5'],
      ['big', 'BIGINT', '123456789012345678', '123456789012345678'],
    ] as const
    const made = cells.map(([name, type, sql]) => `(${sql})::${type} AS ${name}`)
    const info = relation('t', Object.fromEntries(cells.map(([name, type]) => [name, type])))
    const { file, text } = await exportedFile(`CREATE TABLE t AS SELECT ${made.join(', ')}`, info)
    expect(parsed(text)[1]).toEqual(cells.map(([, , , shown]) => shown))
    expect(file?.cells_neutralised).toBe(0)
  })

  test('guards text cells and header against formulas, and counts the cells', async () => {
    const { file, text } = await exportedFile(
      `CREATE TABLE t AS FROM (VALUES (1, '=1+1'), (2, '''quoted'), (3, '913101156073788111'), (4, '91110108MA0074PN30')) AS v ("=id", name)`,
      relation('t', { '=id': 'INTEGER', name: 'VARCHAR' }),
    )
    expect(text).toBe(
      "\ufeff'=id,name\r\n1,'=1+1\r\n2,''quoted\r\n3,'913101156073788111\r\n4,91110108MA0074PN30\r\n",
    )
    expect(file).toMatchObject({ cells_neutralised: 3, cells_cut: 0 })
  })

  test('cuts a text that Excel cannot hold, with a pointer to the whole, and counts it', async () => {
    const columns = { library: 'VARCHAR', case_id: 'VARCHAR', content: 'VARCHAR' }
    const { file, text } = await exportedFile(
      "CREATE TABLE cases AS FROM (VALUES ('ptal', 'c1', repeat('判', 40000)), ('ptal', 'c2', repeat('决', 32767))) AS v (library, case_id, content)",
      relation('cases', columns, 'library', 'case_id'),
    )
    const [, long, fitting] = parsed(text)
    expect(long?.[2]).toHaveLength(cellLimit)
    expect(long?.[2]).toMatch(
      /判…\[cut for Excel, 40000 characters in all; whole in column content of cases \(DuckDB, cases\.parquet\), library=ptal, case_id=c1\]$/,
    )
    expect(fitting?.[2]).toBe('决'.repeat(32_767))
    expect(file?.cells_cut).toBe(1)
  })

  test('has columns of any name in their order', async () => {
    const names = ['b "quoted", column', 'c1', '法院', '1', '__proto__']
    const info = { name: 't', key: ['c1'], columns: names.map((name) => ({ name, type: 'INTEGER' })) }
    const { text } = await exportedFile(
      [
        `CREATE TABLE t ("b ""quoted"", column" INTEGER, "1" INTEGER, "__proto__" INTEGER, c1 INTEGER, 法院 INTEGER)`,
        'INSERT INTO t VALUES (1, 4, 6, 8, 10), (0, 5, 7, 9, 11)',
      ],
      info,
    )
    expect(text).toBe('\ufeff"b ""quoted"", column",c1,法院,1,__proto__\r\n1,8,10,4,6\r\n0,9,11,5,7\r\n')
  })
})
