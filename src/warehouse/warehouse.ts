import { Database, type DatabaseOptions } from './database.ts'
import { createSchema, schemaFingerprint, storedFingerprint } from './schema.ts'

/**
 * Opens the working database, making its tables when it is new; undefined when it was made with other tables than
 * this version's. A live file is never altered: it is built anew from raw.
 */
export async function openWarehouse(path: string, options: DatabaseOptions): Promise<Database | undefined> {
  const database = await Database.open(path, options)
  try {
    const stored = await storedFingerprint(database)
    if (stored === undefined) await createSchema(database)
    if (stored === undefined || stored === schemaFingerprint()) return database
  } catch (error) {
    await database.close()
    throw error
  }
  await database.close()
  return undefined
}
