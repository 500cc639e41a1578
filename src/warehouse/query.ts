import { access } from 'node:fs/promises'
import { Database, type SqlRow } from './database.ts'

/** The query cannot be run as it is written, or there is nothing to run it on. */
export class QueryError extends Error {
  override name = 'QueryError'
}

/**
 * Opens a published warehouse for reading alone: no other file, nothing to spill to. The views of 1,000,000 documents
 * need between 0.5 and 1 GB, and as much as a query needs is all that is taken.
 */
export const openPublished = (path: string): Promise<Database> =>
  Database.open(path, { readOnly: true, isSealed: true, memoryLimit: '1GB' })

/**
 * Runs one SELECT on a published warehouse, read-only and without access to any other file.
 * @throws QueryError
 */
export async function queryPublished(
  path: string,
  sql: string,
  limit: number,
): Promise<{ rows: SqlRow[]; isCut: boolean }> {
  await access(path).catch((cause) => {
    throw new QueryError(`query: there is no warehouse at ${path} yet; run a job first: dossier run JOB`, {
      cause,
    })
  })
  await using database = await openPublished(path)
  try {
    const rows = await database.select(sql, limit + 1)
    return { rows: rows.slice(0, limit), isCut: rows.length > limit }
  } catch (cause) {
    throw new QueryError(`query: ${(cause as Error).message}`, { cause })
  }
}
