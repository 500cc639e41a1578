import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { Database } from '../../src/warehouse/database.ts'
import { temporaryFolder } from './folder.ts'

/** A file with every table and view and no row in it, at this path. */
export const giveEmptyTables = (path: string): Promise<void> =>
  copyFile(inject('emptyWarehouse'), path, constants.COPYFILE_FICLONE)

/** A warehouse without a row, in a folder that is given or goes when the test is over. */
export async function emptyWarehouse(folder?: string): Promise<Database> {
  const path = join(folder ?? (await temporaryFolder()), 'w.duckdb')
  await giveEmptyTables(path)
  return await Database.open(path)
}
