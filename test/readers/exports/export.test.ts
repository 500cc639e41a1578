import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { rowGroupRows } from '../../../src/readers/exports/parquet.ts'
import { measuring, sourceOf } from '../../../src/readers/exports/rows.ts'
import type { Reader } from '../../../src/warehouse/database.ts'
import { longForm, oneForm } from '../../support/forms.ts'
import { exported, published, relation, textOf } from './warehouse.ts'

const t = relation('t', { id: 'INTEGER', name: 'VARCHAR' })
const both = [{ format: 'csv' }, { format: 'parquet' }] as const
const shuffled =
  'CREATE TABLE t AS SELECT (i * 7919 % 5000)::INTEGER AS id, md5(i::VARCHAR) AS name FROM range(5000) r(i)'
describe('an export', () => {
  oneForm(
    'writes the files asked for, each once, for its owner only, with a manifest of their sizes and hashes',
    async () => {
      const { reader, folder } = await published(shuffled, 'CREATE VIEW v AS SELECT id FROM t WHERE id < 3')
      const manifest = await exported({
        reader,
        folder,
        relations: [t, relation('v', { id: 'INTEGER' })],
        requests: [{ format: 'parquet', tables: ['v'] }, { format: 'csv' }, { format: 'csv', tables: ['t'] }],
      })
      expect(manifest.files.map(({ file, rows }) => [file, rows])).toEqual([
        ['v.parquet', 3],
        ['t.csv', 5000],
        ['v.csv', 3],
      ])
      expect((await readdir(folder)).sort()).toEqual(['manifest.json', 't.csv', 'v.csv', 'v.parquet'])
      expect((await stat(folder)).mode & 0o777).toBe(0o700)
      for (const file of await readdir(folder))
        expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
      for (const { file, bytes, sha256 } of manifest.files) {
        const content = await readFile(join(folder, file))
        expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256])
      }
      expect(JSON.parse(await textOf(folder, 'manifest.json'))).toEqual(manifest)
    },
  )

  oneForm('has a manifest with its keys in the order of the documentation', async () => {
    const { reader, folder } = await published('CREATE TABLE t (id INTEGER, name VARCHAR)')
    const manifest = await exported({ reader, folder, relations: [t] })
    expect(await textOf(folder, 'manifest.json')).toBe(`{
  "kind": "exports",
  "run_id": "run-1",
  "exported_at": "2026-02-03T04:05:06.000Z",
  "contract_version": null,
  "files": [
    {
      "file": "t.csv",
      "table": "t",
      "format": "csv",
      "rows": 0,
      "bytes": 12,
      "sha256": "${manifest.files[0]?.sha256}",
      "columns": [
        {
          "name": "id",
          "type": "INTEGER"
        },
        {
          "name": "name",
          "type": "VARCHAR"
        }
      ],
      "cells_neutralised": 0,
      "cells_cut": 0,
      "privacy": {
        "persons": "keep",
        "identifiers": "mask",
        "persons_altered": 0,
        "identifiers_masked": 0
      }
    }
  ]
}
`)
  })

  const tied = (names: string) => `CREATE TABLE t AS FROM (VALUES ${names}) v (id, name)`
  oneForm.each([
    ['put in differently', shuffled, `${shuffled} ORDER BY 1`],
    ['of one key', tied("(1, 'b'), (1, 'a')"), tied("(1, 'a'), (1, 'b')")],
  ])('orders by key: the same rows, %s, give the same bytes', async (_, ...statements) => {
    const hashes: string[][] = []
    for (const statement of statements) {
      const { reader, folder } = await published(statement)
      const { files } = await exported({ reader, folder, relations: [t], requests: both })
      hashes.push(files.map(({ sha256 }) => sha256))
    }
    expect(hashes[0]).toEqual(hashes[1])
  })

  longForm('of a table too large to sort at once is in order and whole', async () => {
    const { reader, folder } = await published(
      `CREATE TABLE t AS SELECT (i * 7919 % 6000)::INTEGER AS id, repeat('文书' || chr(97 + (i % 26)::INTEGER), 3000) || i AS name FROM range(6000) r(i)`,
    )
    const { files } = await exported({ reader, folder, relations: [t], requests: both })
    const lines = (await textOf(folder, 't.csv')).split('\r\n').slice(1, -1)
    expect(lines.map((line) => Number.parseInt(line, 10))).toEqual(
      Array.from({ length: 6000 }, (_, id) => id),
    )
    expect(files.map(({ rows }) => rows)).toEqual([6000, 6000])
    const parquet = `SELECT id, name FROM read_parquet('${join(folder, 't.parquet')}')`
    const [found] = await reader.rows(
      `SELECT (SELECT count(*)::INTEGER FROM (${parquet})) AS n, (SELECT count(*)::INTEGER FROM (${parquet} EXCEPT FROM t)) AS other,
        (SELECT bool_and(id = place) FROM (SELECT id, row_number() OVER () - 1 AS place FROM (${parquet}))) AS is_ordered`,
    )
    expect(found).toEqual({ n: 6000, other: 0, is_ordered: true })
    expect((await readdir(folder)).sort()).toEqual(['manifest.json', 't.csv', 't.parquet'])
  })

  oneForm('as Parquet read back by DuckDB is the table, with its types and nothing altered', async () => {
    const { reader, folder } = await published(
      `CREATE TABLE t AS SELECT i::INTEGER AS id, '=' || i AS name, [i::VARCHAR, NULL] AS l, DATE '2024-01-01' + i::INTEGER AS d,
        i::DECIMAL(20,2) AS amount, NULL::BOOLEAN AS is_so, ('{"i":' || i || '}')::JSON AS "weird ""name"", 法"
       FROM range(3000) r(i)`,
    )
    const columns = {
      id: 'INTEGER',
      name: 'VARCHAR',
      l: 'VARCHAR[]',
      d: 'DATE',
      amount: 'DECIMAL(20,2)',
      is_so: 'BOOLEAN',
      'weird "name", 法': 'JSON',
    }
    const { files } = await exported({
      reader,
      folder,
      relations: [relation('t', columns)],
      requests: [{ format: 'parquet' }],
    })
    const path = join(folder, 't.parquet')
    const differing = await reader.rows(
      `(FROM t EXCEPT FROM '${path}') UNION ALL (FROM '${path}' EXCEPT FROM t)`,
    )
    expect(differing).toEqual([])
    const described = await reader.rows(`DESCRIBE FROM '${path}'`)
    expect(Object.fromEntries(described.map((row) => [row.column_name, row.column_type]))).toEqual(columns)
    expect(files[0]).not.toHaveProperty('cells_cut')
  })

  oneForm('goes into a folder whose name holds quotes, spaces and pattern characters', async () => {
    const { reader, folder } = await published(
      "CREATE TABLE t AS SELECT i::INTEGER AS id, repeat('文书' || chr(97 + (i % 26)::INTEGER), 3000) || i AS name FROM range(900) r(i)",
    )
    const weird = join(folder, `o'brien [x] *? "法"`)
    const { files } = await exported({ reader, folder: weird, relations: [t], requests: both })
    expect(files.map(({ rows }) => rows)).toEqual([900, 900])
    expect((await readdir(weird)).sort()).toEqual(['manifest.json', 't.csv', 't.parquet'])
  })
})

describe('an export that fails', () => {
  const missing = relation('missing', { id: 'INTEGER' })

  oneForm('leaves nothing behind', async () => {
    const { reader, folder } = await published(shuffled)
    await expect(exported({ reader, folder, relations: [t, missing] })).rejects.toThrow(
      `export: ${join(folder, 'missing.csv')} could not be written, so this export was given up: Catalog Error`,
    )
    expect(await readdir(folder)).toEqual([])
  })

  oneForm(
    'because the database stopped in the middle says so: its stream ends without an error',
    async () => {
      const { reader } = await published(shuffled)
      const stopping: Reader = {
        rows: (...asked) => reader.rows(...asked),
        run: (sql) => reader.run(sql),
        stream: (sql) => reader.stream(`FROM (${sql}) LIMIT 2048`),
      }
      const presentation = {
        column: (_: unknown, { name }: { readonly name: string }) => `source.${name}`,
        joins: () => '',
        taken: () => ({ persons_altered: 0, identifiers_masked: 0 }),
      }
      const reading = { relation: t, columns: t.columns, presentation }
      const measure = await measuring(stopping)(reading)
      const source = sourceOf(stopping, reading, measure, { language: 'en', headers: 'en' })
      const all = async () => {
        for await (const _ of source.rows('/nowhere'));
      }
      await expect(all()).rejects.toThrow('the database gave 2048 of 5000 rows and then stopped')
    },
  )

  oneForm('when the files take their places has no manifest', async () => {
    const { reader, folder } = await published(shuffled)
    await exported({ reader, folder, relations: [t] })
    await mkdir(join(folder, 't.parquet'))
    await expect(exported({ reader, folder, relations: [t], requests: both })).rejects.toThrow('t.parquet')
    expect((await readdir(folder)).sort()).toEqual(['t.csv', 't.parquet'])
  })
})

oneForm('a row group holds 16 MiB of values, at least one row and at most 122,880', () => {
  expect(rowGroupRows({ rows: 0, bytes: 0 })).toBe(1)
  expect(rowGroupRows({ rows: 1_000_000, bytes: 40_000_000_000 })).toBe(419)
  expect(rowGroupRows({ rows: 1_000_000, bytes: 8_000_000 })).toBe(122_880)
})
