import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RequestedExport } from '../../../src/readers/exports/plan.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { openPublished } from '../../../src/warehouse/query.ts'
import { relationsToExport } from '../../../src/warehouse/schema.ts'
import { insert } from '../../warehouse/litigation-world.ts'
import { exported, textOf, warehouseOf } from './warehouse.ts'

/* The name of the enterprise beside its id, in whatever is exported. */

const relations = relationsToExport()

/** What makes a warehouse, opened as an export opens it. */
async function warehouse(fill: (database: Database) => Promise<void>) {
  const { path, folder: home } = await warehouseOf(async (database) => {
    await insert(database, 'enterprises', { enterprise_id: 'e1', name: '甲有限公司' })
    await insert(database, 'list_pages', { enterprise_id: 'e2', enterprise_name: '乙有限公司', page_no: 1 })
    await fill(database)
  })
  const reader = await Database.open(path, { readOnly: true, memoryLimit: '384MB' })
  return { reader, folder: join(home, 'exports'), relations, openSealed: () => openPublished(path) }
}

test('every relation with the id of an enterprise has its name behind it, unless it states it itself', () => {
  const nameless = relations.filter(({ columns }) => {
    const names = columns.map(({ name }) => name)
    const at = names.indexOf('enterprise_id')
    return at >= 0 && names[at + 1] !== 'enterprise_name'
  })
  // Those that state it themselves, in a place or under a name of their own.
  expect(nameless.map(({ name }) => name).sort()).toEqual([
    ...['current_names', 'enterprise_candidates', 'enterprises', 'job_enterprises'],
    ...['job_enterprises_history', 'list_pages', 'list_scans', 'list_scans_history', 'list_sweeps'],
    'list_sweeps_history',
  ])
})

test('tables and views are exported with it, and can be filtered by it', async () => {
  const { reader, ...given } = await warehouse(async (database) => {
    for (const id of ['e1', 'e2', 'e3'])
      await insert(database, 'enterprise_risks', { enterprise_id: id, ordinal: 1, kind: '经营异常' })
  })
  await using _ = reader
  const columns = ['enterprise_id', 'enterprise_name']
  const requests: RequestedExport[] = [
    { format: 'csv', tables: ['enterprise_risks', 'red_flags'], columns },
    {
      format: 'csv',
      folder: 'some',
      tables: ['enterprise_risks'],
      columns,
      filter: "enterprise_name LIKE '乙%'",
    },
  ]
  await exported({ reader, ...given, requests })
  const all = '\ufeff企业ID,企业名称\r\ne1,甲有限公司\r\ne2,乙有限公司\r\ne3,\r\n'
  expect(await textOf(given.folder, 'enterprise_risks.csv')).toBe(all)
  expect(await textOf(given.folder, 'red_flags.csv')).toBe(all)
  expect(await textOf(given.folder, 'some/enterprise_risks.csv')).toBe(
    '\ufeff企业ID,企业名称\r\ne2,乙有限公司\r\n',
  )
})

test('a table that is sorted in parts keeps its order, though there are more names than rows', async () => {
  const rows = 2_000
  const { reader, ...given } = await warehouse(async (database) => {
    await database.run(
      `INSERT INTO enterprises BY NAME SELECT 'n' || i AS enterprise_id, '第' || i || '公司' AS name FROM range(20000) r(i)`,
    )
    await database.run(
      `INSERT INTO enterprise_risks BY NAME SELECT 'n' || (i * 7919 % ${rows}) AS enterprise_id, 1 AS ordinal,
         repeat(md5(i::VARCHAR), 300) AS description FROM range(${rows}) r(i)`,
    )
  })
  await using _ = reader
  const columns = ['enterprise_id', 'enterprise_name', 'description']
  const privacy = { persons: 'keep', identifiers: 'keep' } as const
  await exported({
    reader,
    ...given,
    requests: [{ format: 'parquet', tables: ['enterprise_risks'], columns, privacy }],
  })
  const [row] = await reader.rows(
    `SELECT count(*)::INTEGER AS rows, bool_and(enterprise_name = '第' || enterprise_id[2:] || '公司') AS is_named,
       list(enterprise_id) = list(enterprise_id ORDER BY enterprise_id) AS is_ordered
     FROM read_parquet('${given.folder}/enterprise_risks.parquet')`,
  )
  expect(row).toEqual({ rows, is_named: true, is_ordered: true })
})
