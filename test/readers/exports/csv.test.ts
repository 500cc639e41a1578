import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellLimit, restoreCell } from '../../../src/readers/exports/excel-cell.ts'
import type { RequestedExport } from '../../../src/readers/exports/plan.ts'
import { exported, published, relation, roles, rolesTable, textOf } from './warehouse.ts'

const parsed = (text: string): string[][] => parse(text, { bom: true })

describe('codes in a CSV file', () => {
  const csvOf = async (request: Partial<RequestedExport> = {}) => {
    const { reader, folder, openSealed } = await published(rolesTable)
    const requests = [{ format: 'csv', ...request } as const]
    const { files } = await exported({ reader, folder, relations: [roles], requests, openSealed })
    return { files, rows: parsed(await textOf(folder, 'roles.csv')) }
  }

  test('stand beside their Chinese words, guarded like any text; one without a word is its own', async () => {
    const { files, rows } = await csvOf()
    expect(rows).toEqual([
      ['id', '诉讼身份', '诉讼身份（role）', '身份', '身份（roles）'],
      ['1', '原告方', 'plaintiff', "'=被告,方、原告方、judge", '["defendant","plaintiff","judge"]'],
      ['2', 'intervener', 'intervener', '', ''],
      ['3', '', '', '', '[]'],
    ])
    expect(files[0]?.columns.map(({ name }) => name)).toEqual([
      'id',
      'role_label',
      'role',
      'roles_label',
      'roles',
    ])
  })

  test('are what a filter asks for, and stand alone under the names of the columns', async () => {
    const { rows } = await csvOf({ headers: 'en', filter: "role = 'plaintiff'", columns: ['id', 'role'] })
    expect(rows).toEqual([
      ['id', 'role'],
      ['1', 'plaintiff'],
    ])
  })
})

describe('a CSV file', () => {
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
    const { reader, folder } = await published(`CREATE TABLE t AS ${select}`)
    await exported({ reader, folder, relations: [relation('t', { id: 'INTEGER', name: 'VARCHAR' })] })
    expect(await textOf(folder, 't.csv')).toBe(`\ufeff${text}`)
  })

  test('writes lists and JSON as JSON text, dates as ISO 8601, and leaves negative numbers alone', async () => {
    const { reader, folder } = await published(
      `CREATE TABLE t AS SELECT -1 AS id, ['甲', 'a"b', NULL] AS l, NULL::VARCHAR[] AS no_list, '{"k":[1]}'::JSON AS j,
        DATE '2024-02-29' AS d, TIMESTAMP '2024-02-29 01:02:03.5' AS at, true AS is_so, -12.50::DECIMAL(20,2) AS amount,
        -1.5::DOUBLE AS x, 123456789012345678 AS big`,
    )
    const columns = {
      id: 'INTEGER',
      l: 'VARCHAR[]',
      no_list: 'VARCHAR[]',
      j: 'JSON',
      d: 'DATE',
      at: 'TIMESTAMP',
      is_so: 'BOOLEAN',
      amount: 'DECIMAL(20,2)',
      x: 'DOUBLE',
      big: 'BIGINT',
    }
    const { files } = await exported({ reader, folder, relations: [relation('t', columns)] })
    expect(parsed(await textOf(folder, 't.csv'))[1]).toEqual([
      '-1',
      '["甲","a\\"b",null]',
      '',
      '{"k":[1]}',
      '2024-02-29',
      '2024-02-29 01:02:03.5',
      'true',
      '-12.50',
      '-1.5',
      '123456789012345678',
    ])
    expect(files[0]?.cells_neutralised).toBe(0)
  })

  test('guards text cells and header against formulas, and counts the cells', async () => {
    const { reader, folder } = await published(
      `CREATE TABLE t ("=id" INTEGER, name VARCHAR)`,
      `INSERT INTO t VALUES (1, '=1+1'), (2, '''quoted'), (3, '913101156073788111'), (4, '91110108MA0074PN30')`,
    )
    const { files } = await exported({
      reader,
      folder,
      relations: [relation('t', { '=id': 'INTEGER', name: 'VARCHAR' })],
    })
    expect(await textOf(folder, 't.csv')).toBe(
      "\ufeff'=id,name\r\n1,'=1+1\r\n2,''quoted\r\n3,'913101156073788111\r\n4,91110108MA0074PN30\r\n",
    )
    expect(files[0]).toMatchObject({ cells_neutralised: 3, cells_cut: 0 })
  })

  test('any text comes back from the file', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@\'"\t\r\n,;＝ 0中𠮷a'), maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 30 }), async (texts) => {
        const values = texts.map((value, id) => `(${id}, '${value.replaceAll("'", "''")}')`)
        const { reader, folder } = await published(
          'CREATE TABLE t (id INTEGER, name VARCHAR)',
          `INSERT INTO t VALUES ${values.join(', ')}`,
        )
        await exported({ reader, folder, relations: [relation('t', { id: 'INTEGER', name: 'VARCHAR' })] })
        const [, ...rows] = parsed(await textOf(folder, 't.csv'))
        expect(rows.map(([, name]) => restoreCell(name ?? ''))).toEqual(texts)
      }),
      { numRuns: 15 },
    )
  })

  test('cuts a text that Excel cannot hold, with a pointer to the whole, and counts it', async () => {
    const { reader, folder } = await published(
      "CREATE TABLE cases AS SELECT 'ptal' AS library, 'c1' AS case_id, repeat('判', 40000) AS content",
      "INSERT INTO cases VALUES ('ptal', 'c2', repeat('决', 32767))",
    )
    const columns = { library: 'VARCHAR', case_id: 'VARCHAR', content: 'VARCHAR' }
    const { files } = await exported({
      reader,
      folder,
      relations: [relation('cases', columns, 'library', 'case_id')],
    })
    const [, long, fitting] = parsed(await textOf(folder, 'cases.csv'))
    expect(long?.[2]).toHaveLength(cellLimit)
    expect(long?.[2]).toMatch(
      /判…\[cut for Excel, 40000 characters in all; whole in column content of cases \(DuckDB, cases\.parquet\), library=ptal, case_id=c1\]$/,
    )
    expect(fitting?.[2]).toBe('决'.repeat(32_767))
    expect(files[0]?.cells_cut).toBe(1)
  })

  test('has columns of any name in their order', async () => {
    const { reader, folder } = await published(
      `CREATE TABLE t ("b ""quoted"", column" INTEGER, "1" INTEGER, "__proto__" INTEGER, c1 INTEGER, 法院 VARCHAR)`,
      "INSERT INTO t VALUES (1, 4, 6, 8, '乙'), (0, 5, 7, 9, '甲')",
    )
    const columns = Object.fromEntries([
      ['b "quoted", column', 'INTEGER'],
      ['c1', 'INTEGER'],
      ['法院', 'VARCHAR'],
    ])
    const { name, key, columns: others } = relation('t', columns, 'c1')
    const weird = ['1', '__proto__'].map((column) => ({ name: column, type: 'INTEGER' }))
    await exported({ reader, folder, relations: [{ name, key, columns: [...others, ...weird] }] })
    expect(await textOf(folder, 't.csv')).toBe(
      '\ufeff"b ""quoted"", column",c1,法院,1,__proto__\r\n1,8,乙,4,6\r\n0,9,甲,5,7\r\n',
    )
  })
})
