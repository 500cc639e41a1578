import { chmod, rm } from 'node:fs/promises'
import { replaceDurably } from '../disk/durable.ts'
import { failPoint } from '../disk/fail-points.ts'
import { copyOwnFile } from '../disk/own-file.ts'
import { Database, type DatabaseOptions, hasRow, type Reader } from './database.ts'
import { derivedTables } from './derived.ts'
import { createSchema, schemaFingerprint, storedFingerprint } from './schema.ts'

/**
 * One thread: statements of a run are too small to share, and a waiting second thread took a quarter of its
 * processor time.
 */
const threads = 1

/**
 * Opens the working database and makes the tables of a new one. Undefined: it has tables of another version, which are
 * never altered but rebuilt from raw.
 */
export async function openWarehouse(
  path: string,
  options: DatabaseOptions,
  hasComments?: boolean,
): Promise<Database | undefined> {
  const database = await Database.open(path, { threads, ...options })
  try {
    const stored = await storedFingerprint(database)
    if (stored === undefined) await createSchema(database, hasComments)
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

/** Files that DuckDB leaves beside a published file that was opened for writing. */
const logs = ['.wal', '.wal.checkpoint', '.wal.recovery']

/**
 * Replaces the published copy by a rename, so that readers have the old file or the new one. Close the source first. A
 * log beside the old file goes, because DuckDB would replay it onto the new one.
 */
export async function publishFile(source: string, target: string): Promise<void> {
  const temporary = `${target}.publishing`
  await rm(temporary, { force: true })
  await copyOwnFile(source, temporary)
  // The copy has the mode of its source, which an earlier version may have made readable to all.
  await chmod(temporary, 0o600)
  failPoint('publish.copied')
  for (const log of logs) await rm(`${target}${log}`, { force: true })
  await replaceDurably(temporary, target)
  failPoint('publish.replaced')
}

/** Does work with enough memory to query all listed documents, and with at least so many megabytes. */
export async function withRoomForAll<T>(database: Database, work: () => Promise<T>, leastMb = 0): Promise<T> {
  const [row] = await database.rows('SELECT count(*)::DOUBLE AS documents FROM enterprise_documents')
  // Seen: 100,000 are joined with their texts in 256 MB and not in 200, 500,000 in 650 and not in 500.
  const neededMb = 192 + Math.ceil((Number(row?.documents) * 1000) / 1e6)
  return await database.withAtLeast(Math.max(leastMb, neededMb), work)
}

const derivations = Object.entries(derivedTables)

/** Recomputes the derived tables. */
export const refreshDerived = (database: Database): Promise<void> =>
  withRoomForAll(database, () => derive(database, recompute))

async function recompute(tx: Reader): Promise<void> {
  for (const [name, { sql, from }] of derivations) {
    await tx.run(`DELETE FROM ${name}`)
    if (await hasRow(tx, from)) await tx.run(`INSERT INTO ${name} BY NAME ${sql}`)
  }
}

/** Brings the derived tables up to date: where no new answer came, only what the days changed. */
export async function updateDerived(database: Database): Promise<void> {
  const known = await database.rows('SELECT 1 FROM warehouse_schema WHERE derived_on IS NOT NULL')
  if (known.length === 0) return await refreshDerived(database)
  const aging = derivations.flatMap(([, { aging: statements = [] }]) => statements)
  await derive(database, (tx) => tx.run(aging.join(';\n')))
}

/** In one transaction: readers of a published warehouse never see half of it. */
async function derive(database: Database, work: (tx: Reader) => Promise<void>): Promise<void> {
  await database.transaction(async (tx) => {
    await work(tx)
    await tx.run('UPDATE warehouse_schema SET derived_on = (SELECT max(fetched_at)::DATE FROM calls)')
    failPoint('derive.worked-out')
  })
  failPoint('derive.committed')
}

/** Shorter texts fit by their 2,048 into the memory that a database has in any case. Bytes. */
export const longText = 64 << 10

/**
 * Makes room for the texts of a checkpoint: of 2,048 adjacent rows, which are no larger than the 2,048 largest answers.
 * `coming`: bytes of answers about to be loaded. Does nothing in a home of usual answers.
 */
export async function makeRoomForTexts(database: Database, coming = 0): Promise<void> {
  const [row] = await database.rows(
    `SELECT coalesce(sum(bytes), 0)::DOUBLE AS bytes
     FROM (SELECT bytes FROM calls WHERE bytes > ${longText} AND outcome = 'hit' ORDER BY bytes DESC LIMIT 2048)`,
  )
  const bytes = Number(row?.bytes) + coming
  if (bytes > 0) await database.needsForTexts(bytes)
}
