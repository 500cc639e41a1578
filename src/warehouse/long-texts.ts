import type { Database } from './database.ts'

/** Shorter texts fit by their 2,048 into the memory that a database has in any case. Bytes. */
export const longText = 64 << 10

/**
 * Makes room for the texts that a checkpoint has in memory at once: of 2,048 rows that lie side by side, which are at the most as large as
 * the 2,048 largest answers. `coming` are bytes of answers that are about to be loaded. Does nothing in a home of usual answers.
 */
export async function makeRoomForTexts(database: Database, coming = 0): Promise<void> {
  const [row] = await database.rows(
    `SELECT coalesce(sum(bytes), 0)::DOUBLE AS bytes
     FROM (SELECT bytes FROM calls WHERE bytes > ${longText} AND outcome = 'hit' ORDER BY bytes DESC LIMIT 2048)`,
  )
  const bytes = Number(row?.bytes) + coming
  if (bytes > 0) await database.needsForTexts(bytes)
}
