import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { View } from '../../src/tables/table.ts'
import { Database } from '../../src/warehouse/database.ts'
import { createSchema } from '../../src/warehouse/schema.ts'
import { views } from '../../src/warehouse/views/index.ts'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { temporaryFolder } from '../support/folder.ts'
import { insert, tellTheStory } from './litigation-world.ts'

async function empty(): Promise<Database> {
  const database = await Database.open(join(await temporaryFolder(), 'w.duckdb'))
  await createSchema(database)
  return database
}

test('every view has the columns that it documents, in their order and of their types', async () => {
  await using database = await empty()
  for (const [name, view] of Object.entries(views as Readonly<Record<string, View>>)) {
    const found = await database.rows(`DESCRIBE ${name}`)
    expect({ name, columns: found.map((row) => [row.column_name, row.column_type]) }).toEqual({
      name,
      columns: Object.entries(view.columns).map(([column, { type }]) => [column, type]),
    })
  }
})

test('no view has a row in an empty warehouse', async () => {
  await using database = await empty()
  for (const name of Object.keys(views)) expect(await database.rows(`FROM ${name}`)).toEqual([])
})

test('no view tells a document twice that two libraries or two runs hold', async () => {
  await using database = await empty()
  await tellTheStory(database)
  await insert(database, 'cases', { case_id: 'd1', library: 'qwal', outcome: 'dismissed' })
  await insert(database, 'enterprise_candidates', {
    query: '甲',
    ordinal: 1,
    enterprise_id: 'e1',
    name_key: '甲建设有限公司',
  })
  await refreshDerived(database)
  expect(
    await database.rows(
      "SELECT library, outcome, subject_outcome FROM subject_documents WHERE document_id = 'd1'",
    ),
  ).toEqual([{ library: 'ptal', outcome: 'granted', subject_outcome: 'lost' }])
  expect(
    await database.rows(
      'SELECT count(*)::INTEGER AS n, count(DISTINCT (document_id, ordinal))::INTEGER AS sums FROM ordered_payments',
    ),
  ).toEqual([{ n: 7, sums: 7 }])
})
