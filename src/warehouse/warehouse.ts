import { Database, type DatabaseOptions } from './database.ts'
import { makeRoomForTexts } from './long-texts.ts'
import { createSchema, type SchemaOptions, schemaFingerprint, storedFingerprint } from './schema.ts'

/**
 * What a run asks of DuckDB is too small to share (a segment's rows of one table, a few thousand calls): a second thread asked for
 * work without end, and a quarter of a run's processor time went into that.
 */
const threads = 1

/**
 * Opens the working database, making its tables when it is new; undefined when it was made with other tables than
 * this version's. A live file is never altered: it is built anew from raw.
 */
export async function openWarehouse(
  path: string,
  { hasComments, ...options }: DatabaseOptions & SchemaOptions,
): Promise<Database | undefined> {
  const database = await Database.open(path, { threads, ...options })
  try {
    const stored = await storedFingerprint(database)
    if (stored === undefined) await createSchema(database, { hasComments })
    if (stored === undefined || stored === schemaFingerprint()) {
      await makeRoomForTexts(database)
      return database
    }
  } catch (error) {
    await database.close()
    throw error
  }
  await database.close()
  return undefined
}
