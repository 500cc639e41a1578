import type { Database } from './database.ts'
import { type DerivedTable, derivedTables } from './tables/derived.ts'

/** Works the derived tables out anew, in one transaction: readers of a published warehouse never see half of it. */
export async function refreshDerived(database: Database): Promise<void> {
  const statements = Object.entries(derivedTables as Readonly<Record<string, DerivedTable>>).flatMap(
    ([name, { sql }]) => [`DELETE FROM ${name}`, `INSERT INTO ${name} BY NAME ${sql}`],
  )
  await database.transaction((tx) => tx.run(statements.join(';\n')))
}
