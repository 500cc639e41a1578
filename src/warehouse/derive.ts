import { failPoint } from '../disk/fail-points.ts'
import { type Database, defaultMemoryLimit } from './database.ts'
import { type DerivedTable, derivedTables } from './tables/derived.ts'

/** A million documents are joined with their full texts and families in less; beyond, DuckDB spills. */
const memoryLimit = '1GB'

/** Works the derived tables out anew, in one transaction: readers of a published warehouse never see half of it. */
export async function refreshDerived(database: Database): Promise<void> {
  const statements = Object.entries(derivedTables as Readonly<Record<string, DerivedTable>>).flatMap(
    ([name, { sql }]) => [`DELETE FROM ${name}`, `INSERT INTO ${name} BY NAME ${sql}`],
  )
  await database.run(`SET memory_limit = '${memoryLimit}'`)
  await database.transaction(async (tx) => {
    await tx.run(statements.join(';\n'))
    failPoint('derive.worked-out')
  })
  failPoint('derive.committed')
  await database.run(`SET memory_limit = '${defaultMemoryLimit}'`)
}
