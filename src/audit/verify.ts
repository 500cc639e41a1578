import { access } from 'node:fs/promises'
import type { Effects } from '../calling/effects.ts'
import { exists, type Home, takeLock } from '../engine/home/home.ts'
import { Raw } from '../engine/home/raw.ts'
import { sealedSegments } from '../landing/segment.ts'
import { readAllTables } from '../warehouse/compare.ts'
import { Database } from '../warehouse/database.ts'
import { isDamage } from '../warehouse/errors.ts'
import { schemaFingerprint, storedFingerprint } from '../warehouse/schema.ts'
import { type Audit, CheckNotes, todos } from './audit.ts'
import { verifyFolders } from './verify-folders.ts'
import { verifyRaw } from './verify-raw.ts'
import { verifyOrigins, verifyPublished, verifyRederived, verifyRuns } from './verify-tables.ts'

export interface VerifyOptions {
  readonly home: Home
  readonly effects: Effects
  /** Leaves out building the tables anew from raw. */
  readonly isQuick: boolean
}

/** Nothing to verify yet. */
export class NoWarehouseError extends Error {
  override name = 'NoWarehouseError'
}

/**
 * The audit: ledger, raw, tables, published copy, exports and reports against each other. Reads only, makes no call; takes the
 * lock, because the working database has one owner. @throws NoWarehouseError, StopError (another process has the home)
 */
export async function verifyHome({ home, effects, isQuick }: VerifyOptions): Promise<Audit> {
  const started = effects.monotonicMs()
  await access(home.state.landing).catch((cause) => {
    throw new NoWarehouseError(
      `verify: there is no home at ${home.root} yet; run a job first: dossier run JOB`,
      { cause },
    )
  })
  await using _lock = await takeLock(home.state.lock, effects.now())
  const { opens, database } = await openToRead(home)
  const notes = [opens]
  if (database !== undefined) {
    await using working = database
    await using raw = await Raw.openProbed(home)
    const isUnfinished = await isCutOff(working, home)
    notes.push(...(await verifyRaw(raw, working)), await verifyOrigins(working))
    if (!isQuick) notes.push(await verifyRederived({ home, effects, raw, database: working, isUnfinished }))
    notes.push(await verifyRuns(working, home), await verifyPublished(working, home))
  }
  notes.push(...(await verifyFolders(home)))
  return {
    checks: notes.map(({ check }) => check),
    damage: notes.reduce((sum, { damage }) => sum + damage, 0),
    elapsedMs: Math.round(effects.monotonicMs() - started),
  }
}

export interface OpenedToRead {
  readonly opens: CheckNotes
  readonly database: Database | undefined
  /** Not merely of another version, or not there. */
  readonly isDamaged: boolean
}

/** The working database, read-only and read through once; a log that belongs to it is replayed in memory. */
export async function openToRead(home: Home): Promise<OpenedToRead> {
  const opens = new CheckNotes(
    'working database',
    'opens, is of this version, and every block of it can be read',
  )
  opens.count = 1
  const where = home.state.warehouse
  let database: Database | undefined
  let isDamaged = false
  try {
    database = await Database.open(where, { readOnly: true, spillTo: home.state.spill, memoryLimit: '1GB' })
    const stored = await storedFingerprint(database)
    if (stored === schemaFingerprint()) {
      await readAllTables(database)
      return { opens, database, isDamaged }
    }
    const versions = { expected: `schema ${schemaFingerprint()}`, found: `schema ${stored ?? 'none'}` }
    opens.add({ what: 'the working database is of another version', where, ...versions, todo: todos.tables })
  } catch (error) {
    if (!isDamage(error)) throw error
    isDamaged = await exists(where)
    const found = (error as Error).message.split('\n')[0] ?? ''
    opens.add({
      what: 'the working database is damaged',
      where,
      expected: 'a warehouse',
      found,
      todo: todos.tables,
    })
  }
  await database?.close()
  return { opens, database: undefined, isDamaged }
}

async function isCutOff(database: Database, home: Home): Promise<boolean> {
  const running = await database.rows("SELECT 1 FROM runs WHERE status = 'running'")
  return running.length > 0 || (await sealedSegments(home.state.landing)).length > 0
}
