import { join } from 'node:path'
import { HashedFile } from '../../../disk/durable.ts'
import type { Reader, SqlRow } from '../../../warehouse/database.ts'
import type { Exporter, ExportOrder } from '../exporter.ts'
import type { WrittenFile, WrittenTable } from '../manifest.ts'
import { assertWhole } from '../rows.ts'
import { entityOf, type ValueCounts } from './entity.ts'
import { createPresented, readNames } from './names.ts'

import { entityRows } from './statements.ts'
import { stepsOf } from './steps.ts'

const ending = '.ftm.json'

/** Beside the warehouse, in memory and in the folder that DuckDB spills to. */
const database = 'ftm'

/**
 * Enterprises, persons, cases and what ties them together as FollowTheMoney entities, JSON Lines by id: each once, and
 * every one that another refers to.
 */
export const ftmExporter: Exporter = {
  scope: 'warehouse',
  ending,
  stem: 'entities',
  isForReaders: false,
  open: async (order) => {
    const { reader } = order
    await reader.run(`ATTACH ':memory:' AS ${database} (READ_WRITE)`)
    return {
      write: ({ name }) => Promise.reject(new Error(`export: entities are not made of ${name} alone`)),
      close: async () => {
        await makeEntities(order)
        return [await writeLines(order)]
      },
      [Symbol.asyncDispose]: () => reader.run(`DETACH ${database}`),
    }
  },
}

async function makeEntities({ reader, relations, presentation }: ExportOrder): Promise<void> {
  const presented = createPresented(relations, presentation)
  await readNames(reader, database, presented)
  for (const { name, sql } of stepsOf(presented))
    await reader.run(`CREATE TABLE ${database}.${name} AS ${sql}`)
  await reader.run(`CREATE TABLE ${database}.entities AS ${entityRows}`)
}

async function writeLines({ reader, folder, stem }: ExportOrder): Promise<WrittenFile> {
  const file = `${stem}${ending}`
  await using output = await HashedFile.create(join(folder, file))
  const counts: ValueCounts = { cut: 0 }
  const tally = new Map<string, number>()
  const lineOf = (row: SqlRow): string => {
    const entity = entityOf(row, counts)
    tally.set(entity.schema, (tally.get(entity.schema) ?? 0) + 1)
    return `${JSON.stringify(entity)}\n`
  }
  for await (const batch of reader.stream(`FROM ${database}.entities ORDER BY id`)) {
    await output.write(batch.map(lineOf).join(''))
  }
  const tables = tablesOf(tally)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  assertWhole(rows, await countOf(reader))
  return { file, table: null, tables, rows, columns: [], cells_cut: counts.cut, ...(await output.finish()) }
}

async function countOf(reader: Reader): Promise<number> {
  const [row] = await reader.rows(`SELECT count(*) AS count FROM ${database}.entities`)
  return Number(row?.count)
}

const tablesOf = (tally: ReadonlyMap<string, number>): WrittenTable[] =>
  [...tally].sort(([a], [b]) => (a < b ? -1 : 1)).map(([table, rows]) => ({ table, rows, columns: [] }))
