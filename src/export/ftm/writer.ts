import { join } from 'node:path'
import { HashedFile } from '../../disk/hashed-file.ts'
import type { Present } from '../../privacy/present.ts'
import type { Reader, SqlRow } from '../../warehouse/database.ts'
import type { WrittenFile, WrittenTable } from '../manifest.ts'
import { entityOf, type ValueCounts } from './entity.ts'
import { readNames } from './names.ts'
import { entityRows } from './statements.ts'
import { steps } from './steps.ts'

/** Beside the warehouse, in memory and in the folder that DuckDB spills to. */
const database = 'ftm'

/**
 * Writes enterprises, persons, cases and what ties them together as FollowTheMoney entities, JSON Lines by id: each
 * once, and every one that another refers to.
 */
export async function writeEntities(
  reader: Reader,
  present: Present,
  folder: string,
  file: string,
): Promise<WrittenFile> {
  await reader.run(`ATTACH ':memory:' AS ${database} (READ_WRITE)`)
  try {
    await readNames(reader, database, present)
    for (const { name, sql } of steps) await reader.run(`CREATE TABLE ${database}.${name} AS ${sql}`)
    await reader.run(`CREATE TABLE ${database}.entities AS ${entityRows}`)
    return await writeLines(reader, present, folder, file)
  } finally {
    await reader.run(`DETACH ${database}`)
  }
}

async function writeLines(
  reader: Reader,
  present: Present,
  folder: string,
  file: string,
): Promise<WrittenFile> {
  await using output = await HashedFile.create(join(folder, file))
  const counts: ValueCounts = { cut: 0 }
  const tally = new Map<string, number>()
  const lineOf = (row: SqlRow): string => {
    const entity = entityOf(row, present, counts)
    tally.set(entity.schema, (tally.get(entity.schema) ?? 0) + 1)
    return `${JSON.stringify(entity)}\n`
  }
  for await (const batch of reader.stream(`FROM ${database}.entities ORDER BY id`)) {
    await output.write(batch.map(lineOf).join(''))
  }
  const tables = tablesOf(tally)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { file, table: null, tables, rows, columns: [], cells_cut: counts.cut, ...(await output.finish()) }
}

const tablesOf = (tally: ReadonlyMap<string, number>): WrittenTable[] =>
  [...tally].sort(([a], [b]) => (a < b ? -1 : 1)).map(([table, rows]) => ({ table, rows, columns: [] }))
