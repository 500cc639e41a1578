import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { identifier, literal } from '../../src/contract/sql.ts'
import { Database } from '../../src/warehouse/database.ts'
import { openPublished } from '../../src/warehouse/query.ts'
import { relationsToExport } from '../../src/warehouse/schema.ts'
import { temporaryFolder } from '../support/folder.ts'
import { giveEmptyTables } from '../support/tables.ts'
import { exported, type Published, textOf } from './warehouse.ts'

const name = '诸葛明月'
const phone = '13812345678'
const relations = relationsToExport()

/** What stands in a column that holds such, with a person and a phone in it wherever they may be. */
const values: Readonly<Record<string, string>> = {
  person: name,
  party: name,
  roll: `示例控股有限公司,${name}`,
  prose: `原告${name}，电话${phone}`,
  mixed: `{"name":"${name}","电话":"${phone}"}`,
  json: JSON.stringify({ 法定代表人: name, 备注: `电话${phone}`, list: [name] }),
  label: 'label',
}

let path = ''

/** The published warehouse as it is made, with one row in each table. */
beforeAll(async () => {
  path = join(await temporaryFolder(afterAll), 'dossier.duckdb')
  await giveEmptyTables(path)
  await using writer = await Database.open(path)
  const tables = new Set(
    (await writer.rows('SELECT table_name FROM duckdb_tables()')).map((row) => row.table_name),
  )
  for (const { name: table, columns } of relations.filter((one) => tables.has(one.name))) {
    const told = columns.map(({ name: column, type, holds }) => {
      const value = literal(values[holds ?? 'none'] ?? '')
      const cell = holds === undefined ? 'NULL' : type === 'VARCHAR[]' ? `[${value}]` : value
      return `${cell} AS ${identifier(column)}`
    })
    await writer.run(`INSERT INTO ${identifier(table)} BY NAME SELECT ${told.join(', ')}`)
  }
})

async function world(): Promise<Published> {
  const reader = await Database.open(path, { readOnly: true })
  onTestFinished(() => reader.close())
  return { reader, folder: await temporaryFolder(), openSealed: () => openPublished(path) }
}

/** All that a file says, as text. */
async function saidBy({ reader, folder }: Published, file: string): Promise<string> {
  if (!file.endsWith('.parquet')) return textOf(folder, file)
  const rows = await reader.rows(
    `SELECT to_json(row)::VARCHAR AS said FROM read_parquet('${join(folder, file)}') AS row`,
  )
  return rows.map(({ said }) => said).join('\n')
}

describe('every column of every table and view, in every format,', () => {
  test.each(['mask', 'alias'] as const)(
    'holds neither the name nor the number of a person: %s',
    async (persons) => {
      const one = await world()
      const requests = (['csv', 'parquet', 'jsonl'] as const).map((format) => ({
        format,
        tables: 'all' as const,
        privacy: { persons, identifiers: 'mask' as const },
      }))
      const { files } = await exported({ ...one, relations, requests })
      expect(files).toHaveLength(3 * relations.length)
      for (const { file } of files) {
        const said = await saidBy(one, file)
        expect([file, said.includes(name), said.includes(phone)]).toEqual([file, false, false])
      }
      const cases = files.filter(({ table }) => table === 'cases').map(({ privacy }) => privacy)
      expect(new Set(cases.map((privacy) => JSON.stringify(privacy))).size).toBe(1)
      expect(cases[0]).toMatchObject({ persons, identifiers: 'mask' })
      expect(cases[0]?.persons_altered).toBeGreaterThan(10)
      expect(cases[0]?.identifiers_masked).toBeGreaterThan(10)
      if (persons === 'alias') {
        const aliases = new Set<string>()
        for (const { file } of files)
          for (const [alias] of (await saidBy(one, file)).matchAll(/自然人-[0-9a-f]{12}/g)) aliases.add(alias)
        expect(aliases.size).toBe(1)
      }
    },
  )

  test('holds the name and not the number unless asked otherwise', async () => {
    const one = await world()
    await exported({ ...one, relations, requests: [{ format: 'csv', tables: ['cases'] }] })
    const said = await textOf(one.folder, 'cases.csv')
    expect([said.includes(name), said.includes(phone), said.includes('****5678')]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('of a SELECT of somebody holds neither', async () => {
    const one = await world()
    const text = 'SELECT name AS who, [name] AS names, upper(content) AS said FROM document_parties, cases'
    const sql = { file: 'who.sql', text }
    const privacy = { persons: 'mask', identifiers: 'mask' } as const
    await exported({ ...one, relations, requests: [{ format: 'jsonl', sql, privacy }] })
    expect(await textOf(one.folder, 'who.jsonl')).toBe(
      '{"who":"诸葛某","names":["诸葛某"],"said":"原告诸葛某，电话****5678"}\n',
    )
  })
})
