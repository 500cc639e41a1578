import { access } from 'node:fs/promises'
import type { Effects } from '../../calls/effects.ts'
import { sealedSegments } from '../../calls/landing/segment.ts'
import { manifestName } from '../../disk/publish-folder.ts'
import { exists, type Home, publishedFolders, takeLock } from '../../run/home/home.ts'
import { Raw } from '../../run/home/raw.ts'
import { allDigests } from '../../warehouse/compare.ts'
import { Database } from '../../warehouse/database.ts'
import { isDamage } from '../../warehouse/errors.ts'
import { schemaFingerprint, storedFingerprint } from '../../warehouse/schema.ts'
import { type Audit, type Check, CheckNotes, type Notes, todos } from './audit.ts'
import { folders, verifyFolders } from './verify-folders.ts'
import { verifyRaw } from './verify-raw.ts'
import { type Audited, verifyOrigins, verifyPublished, verifyRederived, verifyRuns } from './verify-tables.ts'

export interface VerifyOptions {
  readonly home: Home
  readonly effects: Effects
  /** Leaves out rebuilding the tables from raw. */
  readonly isQuick: boolean
  /** See run-options.ts. */
  readonly stageModule?: string | undefined
}

/** Nothing to verify yet. */
export class NoWarehouseError extends Error {
  override name = 'NoWarehouseError'
}

/** Notes the violations of assertions; one check may see to several, such as those that need raw read once. */
type AuditCheck = (on: Notes, audited: Audited) => Promise<void>

export interface Assertion extends Named {
  readonly check: AuditCheck
  /** Builds the tables again: left out of a quick audit. */
  readonly isSlow?: true
}

/** The first assertion: where it fails, nothing that needs the tables is compared. */
const opens = {
  name: 'working database',
  compared: 'opens, is of this version, and every block of it can be read',
}

/** What must hold of a home whose working database opens, in the order in which it is reported. */
export const ofTables: readonly Assertion[] = [
  {
    name: 'raw lines',
    compared: 'each landed or archived line decodes, and its body hashes to its SHA-256',
    check: verifyRaw,
  },
  {
    name: 'raw copies',
    compared: 'a line that is kept twice is the same in both places',
    check: verifyRaw,
  },
  {
    name: 'raw in the ledger',
    compared: 'each line is in calls with its key, run, size, hash and time',
    check: verifyRaw,
  },
  { name: 'ledger in raw', compared: 'each row of calls has its line in raw', check: verifyRaw },
  { name: 'segments', compared: 'the mark of each loaded segment agrees with its lines', check: verifyRaw },
  { name: 'origins', compared: 'call_key and run_id of each row are in calls', check: verifyOrigins },
  {
    name: 'tables',
    compared: 'each table, rebuilt from raw, equals the working one',
    check: verifyRederived,
    isSlow: true,
  },
  { name: 'runs', compared: 'each run.json equals its row in runs', check: verifyRuns },
  {
    name: 'published copy',
    compared: 'each table of the published warehouse equals the working one',
    check: verifyPublished,
  },
]

const ofFiles = (more: string) => `files of the latest run have the size${more} that ${manifestName} says`

/** What must hold of files that analysts were given, whatever the working database is like. */
export const ofFolders = publishedFolders.map((folder) => ({
  name: folders[folder].name,
  compared: ofFiles(folder === 'exports' ? ', SHA-256 and rows' : ' and SHA-256'),
  check: verifyFolders,
}))

/** Makes the checks of these assertions, each check once; returns the notes in the order of the assertions. */
export async function assertAll<Context>(
  assertions: readonly (Named & { readonly check: (on: Notes, context: Context) => Promise<void> })[],
  context: Context,
): Promise<readonly CheckNotes[]> {
  const on = createNotes(assertions)
  for (const check of new Set(assertions.map((assertion) => assertion.check))) await check(on, context)
  return assertions.map(({ name }) => on(name))
}

/** Empty notes, one for each assertion. */
export function createNotes(assertions: readonly Named[]): Notes {
  const notes = new Map(assertions.map((assertion) => [assertion.name, notesOf(assertion)]))
  return (name) => {
    const found = notes.get(name)
    if (found === undefined) throw new Error(`audit: there is no assertion "${name}"`)
    return found
  }
}

type Named = Pick<Check, 'name' | 'compared'>

const notesOf = ({ name, compared }: Named): CheckNotes => new CheckNotes({ name, compared })

/**
 * The audit: ledger, raw, tables, published copy, exports and reports against each other. Reads only, makes no call; takes the
 * lock, because the working database has one owner. @throws NoWarehouseError, StopError (another process has the home)
 */
export async function verifyHome({ home, effects, isQuick, stageModule }: VerifyOptions): Promise<Audit> {
  const started = effects.monotonicMs()
  await access(home.state.landing).catch((cause) => {
    throw new NoWarehouseError(
      `verify: there is no home at ${home.root} yet; run a job first: dossier run JOB`,
      { cause },
    )
  })
  await using _lock = await takeLock(home.state.lock, effects.now())
  const { opens, database, digests } = await openToRead(home)
  const notes = [opens]
  if (database !== undefined) {
    await using working = database
    await using raw = await Raw.openProbed(home)
    const isUnfinished = await isCutOff(working, home)
    const assertions = ofTables.filter(({ isSlow = false }) => !(isQuick && isSlow))
    notes.push(
      ...(await assertAll(assertions, {
        home,
        effects,
        raw,
        database: working,
        digests,
        isUnfinished,
        stageModule,
      })),
    )
  }
  notes.push(...(await assertAll(ofFolders, { home })))
  return {
    checks: notes.map(({ check }) => check),
    damage: notes.reduce((sum, { damage }) => sum + damage, 0),
    elapsedMs: Math.round(effects.monotonicMs() - started),
  }
}

export interface OpenedToRead {
  /** Notes of the assertion that it opens. */
  readonly opens: CheckNotes
  readonly database: Database | undefined
  /** Of its tables, by name. */
  readonly digests: ReadonlyMap<string, string>
  /** Not merely of another version, or not there. */
  readonly isDamaged: boolean
}

/** The working database, read-only and read through once; a log that belongs to it is replayed in memory. */
export async function openToRead(home: Home): Promise<OpenedToRead> {
  const notes = notesOf(opens)
  notes.count = 1
  const where = home.state.warehouse
  let database: Database | undefined
  let isDamaged = false
  try {
    database = await Database.open(where, { readOnly: true, spillTo: home.state.spill, memoryLimit: '1GB' })
    const stored = await storedFingerprint(database)
    if (stored === schemaFingerprint()) {
      return { opens: notes, database, digests: await allDigests(database), isDamaged }
    }
    const versions = { expected: `schema ${schemaFingerprint()}`, found: `schema ${stored ?? 'none'}` }
    notes.add({ what: 'the working database is of another version', where, ...versions, todo: todos.tables })
  } catch (error) {
    if (!isDamage(error)) throw error
    isDamaged = await exists(where)
    const found = (error as Error).message.split('\n')[0] ?? ''
    const what = 'the working database is damaged'
    notes.add({ what, where, expected: 'a warehouse', found, todo: todos.tables })
  }
  await database?.close()
  return { opens: notes, database: undefined, digests: new Map(), isDamaged }
}

async function isCutOff(database: Database, home: Home): Promise<boolean> {
  const running = await database.rows("SELECT 1 FROM runs WHERE status = 'running'")
  return running.length > 0 || (await sealedSegments(home.state.landing)).length > 0
}
