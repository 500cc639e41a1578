import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { identifier, literal } from '../../../src/contract/sql.ts'
import { createPresent } from '../../../src/rows/privacy/present.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { openPublished } from '../../../src/warehouse/query.ts'
import { relationsToExport } from '../../../src/warehouse/schema.ts'
import { identifierCases } from '../../rows/privacy/identifier-cases.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { isLong, oneForm } from '../../support/forms.ts'
import { giveEmptyTables } from '../../support/tables.ts'
import { exported, type Published, published, textOf } from './warehouse.ts'

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
const whenOver = whenAllOver()
beforeAll(async () => {
  path = join(await temporaryFolder(whenOver), 'dossier.duckdb')
  await giveEmptyTables(path)
  await using writer = await Database.open(path)
  const tables = new Set(
    (await writer.rows('SELECT table_name FROM duckdb_tables()')).map((row) => row.table_name),
  )
  for (const { name: table, columns } of relations.filter((one) => tables.has(one.name))) {
    const stored = columns.filter(({ isBeside }) => isBeside !== true)
    const told = stored.map(({ name: column, type, holds }) => {
      const value = literal(values[holds ?? 'none'] ?? '')
      const cell = holds === undefined ? 'NULL' : type === 'VARCHAR[]' ? `[${value}]` : value
      return `${cell} AS ${identifier(column)}`
    })
    await writer.run(`INSERT INTO ${identifier(table)} BY NAME SELECT ${told.join(', ')}`)
  }
  await workOut(
    writer,
    relations.flatMap((one) => (tables.has(one.name) ? [] : [one.name])),
  )
})

/** Puts the rows of each view in its place: they are worked out once, and not for every file. */
async function workOut(writer: Database, views: readonly string[]): Promise<void> {
  for (const view of views)
    await writer.run(`CREATE TABLE ${identifier(`rows of ${view}`)} AS FROM ${identifier(view)}`)
  for (const view of views) {
    await writer.run(`DROP VIEW ${identifier(view)}`)
    await writer.run(`ALTER TABLE ${identifier(`rows of ${view}`)} RENAME TO ${identifier(view)}`)
  }
}

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

describe('every column of every table and view', () => {
  const few = ['cases', 'document_parties']
  test('holds neither the name nor the number of a person, in every format', async () => {
    const one = await world()
    const privacy = { persons: 'mask', identifiers: 'mask' } as const
    const tables = isLong ? ('all' as const) : few
    const requests = [
      { format: 'jsonl', tables: 'all', privacy } as const,
      ...(['csv', 'parquet'] as const).map((format) => ({
        format,
        tables: tables === 'all' ? tables : [...tables],
        privacy,
      })),
    ]
    const { files } = await exported({ ...one, relations, requests })
    expect(files).toHaveLength(relations.length + 2 * (tables === 'all' ? relations : tables).length)
    for (const { file } of files) {
      const said = await saidBy(one, file)
      expect([file, said.includes(name), said.includes(phone)]).toEqual([file, false, false])
    }
    const cases = files.filter(({ table }) => table === 'cases')
    expect(cases).toHaveLength(3)
    expect(new Set(cases.map((file) => JSON.stringify(file.privacy))).size).toBe(1)
    expect(cases[0]?.privacy).toMatchObject(privacy)
    expect(cases[0]?.privacy.persons_altered).toBeGreaterThan(10)
    expect(cases[0]?.privacy.identifiers_masked).toBeGreaterThan(10)
  })

  oneForm('holds the name and not the number unless asked otherwise', async () => {
    const one = await world()
    await exported({ ...one, relations, requests: [{ format: 'csv', tables: ['cases'] }] })
    const said = await textOf(one.folder, 'cases.csv')
    expect([said.includes(name), said.includes(phone), said.includes('****5678')]).toEqual([
      true,
      false,
      true,
    ])
  })

  oneForm('of a SELECT of somebody holds neither', async () => {
    const one = await world()
    const text = 'SELECT name AS who, [name] AS names, upper(content) AS said FROM document_parties, cases'
    const sql = { file: 'who.sql', text }
    const privacy = { persons: 'mask', identifiers: 'mask' } as const
    await exported({ ...one, relations, requests: [{ format: 'jsonl', sql, privacy }] })
    expect(await textOf(one.folder, 'who.jsonl')).toBe(
      '{"who":"诸葛某","names":["诸葛某"],"said":"原告诸葛某，电话****5678"}\n',
    )
  })

  oneForm(
    'loses every identifier that can be told: the database looks no less closely than the mask does',
    async () => {
      const one = await world()
      const given = identifierCases.map((text) => text.replace(/[⟦⟧]/g, ''))
      const sql = { file: 'said.sql', text: `SELECT unnest([${given.map(literal).join(', ')}]) AS said` }
      await exported({ ...one, relations, requests: [{ format: 'jsonl', sql }] })
      const lines = (await textOf(one.folder, 'said.jsonl')).trim().split('\n')
      const present = createPresent({ persons: 'keep', identifiers: 'mask' })
      expect(lines.map((line) => (JSON.parse(line) as { said: string }).said).sort()).toEqual(
        given.map((text) => present.show(text, 'mixed').text).sort(),
      )
    },
  )
})

test('a short name that belongs to a row is hidden in its texts, also where its id is not asked for', async () => {
  const one = await published(
    "CREATE TABLE parties AS SELECT 'd1' AS document_id, '高明' AS name",
    "CREATE TABLE texts AS SELECT 'd1' AS document_id, '高明到庭' AS said",
  )
  const columnsOf = (name: string, holds: 'party' | 'prose') => [
    { name: 'document_id', type: 'VARCHAR', holds: 'label' as const },
    { name, type: 'VARCHAR', holds },
  ]
  const made = [
    { name: 'parties', key: ['document_id'], columns: columnsOf('name', 'party') },
    { name: 'texts', key: ['document_id'], columns: columnsOf('said', 'prose') },
  ]
  const privacy = { persons: 'mask' } as const
  const requests = [{ format: 'jsonl' as const, tables: ['texts'], columns: ['said'], privacy }]
  await exported({ ...one, relations: made, requests })
  expect(await textOf(one.folder, 'texts.jsonl')).toBe('{"said":"高某到庭"}\n')
})
