import type { LandedCall } from '../../calls/landing/entry.ts'
import { rewriteLine } from '../../calls/landing/segment.ts'
import { literals } from '../../contract/sql.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { createForgetter, type Forgetter } from '../../rows/privacy/forgetter.ts'
import { readTombstones, type Tombstone, writeTombstones } from '../../rows/privacy/tombstones.ts'
import { exists, type Home, makeHome, takeLock } from '../../run/home/home.ts'
import { archiveLanded } from '../../run/home/loading.ts'
import { openHome } from '../../run/home/open-home.ts'
import { entriesNaming, purgedBy, runsWithExports } from '../../run/home/purge.ts'
import { Raw } from '../../run/home/raw.ts'
import { archivedFiles, parquetFiles } from '../../warehouse/archive.ts'
import type { Database, Reader } from '../../warehouse/database.ts'
import { quietEffects } from '../effects.ts'
import { FailedError, RefusedError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { notesOf } from './record.ts'
import { enterpriseOf, personOf } from './subject.ts'
import { ofRaw, stateOfRaw } from './verify-raw.ts'

export interface ForgetOptions {
  /** What else it is called, such as a brand. */
  readonly also?: readonly string[] | undefined
  /** Retained with the tombstone. */
  readonly reason?: string | undefined
  /** Whether to report what would be erased, and erase nothing. Default false. */
  readonly dryRun?: boolean | undefined
}

/** Whom to forget: an enterprise by id, code or name; a person by the name that documents write. */
export type Forgettable = { readonly enterprise: string } | { readonly person: string }

export interface Forgotten {
  readonly tombstone: Tombstone
  readonly purge: Purge
  /** Sentences for a person: why what is meant may be another thing than what was given. */
  readonly doubts: readonly string[]
}

/** A name of two characters that hits more answers than this is likely a word as well. */
const manyAnswers = 50

/**
 * Purges an enterprise or a person from everything that a home holds, and puts up a tombstone that keeps later runs from
 * bringing it back (docs/privacy.md). Asks nothing of the service. The tombstone is durable before anything is
 * erased; a purge that is cut off is finished by whatever opens the home next. What is refused is refused of a dry run too, in
 * the same words.
 * @throws RefusedError, StopError (the home is taken), FailedError (its raw is damaged)
 */
export async function forget(
  settings: Settings,
  whom: Forgettable,
  options: ForgetOptions = {},
): Promise<Forgotten> {
  const { home, note } = settings
  await using _lock = await lockedHome(settings)
  const { callKeys, ...forgotten } = await prepare(settings, whom, options)
  if (options.dryRun === true) return forgotten
  const { tombstones } = await readTombstones(home.state.tombstones)
  await writeTombstones(home.state.tombstones, {
    version: 1,
    tombstones: [...tombstones, forgotten.tombstone],
    purging: { callKeys },
  })
  // Opening the home carries the purge out.
  await using _database = await openHome(home, quietEffects(settings), note)
  return forgotten
}

/** The tombstones of a home. A purge that was cut off is finished first. @throws RefusedError, StopError (the home is taken) */
export async function listForgotten(settings: Settings): Promise<readonly Tombstone[]> {
  const { home, note } = settings
  await using _lock = await lockedHome(settings)
  await using _database = await openHome(home, quietEffects(settings), note)
  return (await readTombstones(home.state.tombstones)).tombstones
}

async function lockedHome({ home, clock }: Settings): Promise<AsyncDisposable> {
  if (!(await exists(home.runs)))
    throw new RefusedError(
      `forget: there is nothing at ${home.root}; expected the folder of earlier runs: --home`,
    )
  await makeHome(home)
  return await takeLock(home.state.lock, clock.now())
}

async function prepare(
  settings: Settings,
  whom: Forgettable,
  { also = [], reason }: ForgetOptions,
): Promise<Forgotten & { readonly callKeys: readonly string[] }> {
  const { home, clock, note } = settings
  const effects = quietEffects(settings)
  await using database = await openHome(home, effects, note)
  await archiveLanded(database, home)
  await refuseDamaged(database, home)
  const subject =
    'person' in whom ? personOf(whom.person, also) : await enterpriseOf(database, whom.enterprise, also)
  const since = clock.now().toISOString()
  const tombstone = { id: tombstoneId(since, effects.random()), ...subject, since, reason: reason ?? null }
  const callKeys = await ownTextCalls(database, subject.ids)
  const purge = await weigh(database, home, createForgetter([tombstone]), callKeys)
  return { tombstone, purge, doubts: doubtsOf(tombstone, purge), callKeys }
}

/**
 * What cannot be read cannot be searched for a name, and tables cannot be rebuilt without what is gone: the purge would
 * come to a stop when half of it is done. @throws FailedError
 */
async function refuseDamaged(database: Database, home: Home): Promise<void> {
  await using raw = await Raw.openProbed(home)
  const { isDamaged, damagedLines, lostCalls, examples } = await stateOfRaw(notesOf(ofRaw), { database, raw })
  if (!isDamaged) return
  throw new FailedError(
    `forget: raw is damaged: ${damagedLines} of its files or lines cannot be read or are not what landed, ` +
      `${lostCalls} calls of the ledger have no raw answer (${examples.join('; ')}); expected all of it, to search it for the ` +
      'name. Nothing was forgotten. Put the files back from a copy, or take their calls out of the ledger with ' +
      'dossier doctor --drop-lost; then forget again',
  )
}

/** Sorts by time; says nothing about whom it is for. */
const tombstoneId = (since: string, random: number): string =>
  `${since.slice(0, 10)}-${Math.floor(random * 0x10000)
    .toString(16)
    .padStart(4, '0')}`

function doubtsOf(tombstone: Tombstone, purge: Purge): string[] {
  const [name = tombstone.codes[0] ?? tombstone.ids[0] ?? ''] = [...tombstone.names, ...tombstone.alone]
  if (isNothing(purge)) {
    return [
      `nothing held names ${name}; expected an id, a code or a name as it was answered. ` +
        'Its tombstone keeps it out of later runs all the same',
    ]
  }
  const isShort = tombstone.kind === 'person' && enterpriseNameKey(name).length === 2
  return isShort && purge.masked.calls > manyAnswers
    ? [
        `${name} has two characters and stands in ${purge.masked.calls} answers, ${purge.masked.places} times: ` +
          'it may be a part of other names and words, which are masked too',
      ]
    : []
}

/**
 * Keys of the look-ups of full texts that were listed for these enterprises alone. A document that is listed for another
 * enterprise too, or was found by a question, stays; so does a look-up by a case number that such a document shares.
 */
async function ownTextCalls(database: Reader, enterpriseIds: readonly string[]): Promise<string[]> {
  if (enterpriseIds.length === 0) return []
  const isTheirs = `coalesce(enterprise_id IN (${literals(enterpriseIds)}), false)`
  const rows = await database.rows(
    `WITH own AS (SELECT document_id, case_number FROM enterprise_documents WHERE ${isTheirs}),
     other AS (
       SELECT document_id, case_number FROM enterprise_documents WHERE NOT ${isTheirs}
       UNION ALL SELECT case_id, case_number FROM case_hits)
     SELECT DISTINCT call_key FROM calls
     WHERE operation = 'rh_case_details' AND outcome <> 'forgotten' AND (
       (params->>'id') IN (SELECT document_id FROM own EXCEPT SELECT document_id FROM other)
       OR (params->>'ah') IN (SELECT case_number FROM own EXCEPT SELECT case_number FROM other))
     ORDER BY call_key`,
  )
  return rows.map(({ call_key }) => String(call_key))
}

/** What a purge does to what is held. */
type Purge = Readonly<Awaited<ReturnType<typeof weigh>>>

/** Works out what a purge would do, by doing it without writing. Everything landed must be in the archive. */
async function weigh(database: Database, home: Home, forgetter: Forgetter, callKeys: readonly string[]) {
  const erased: Record<string, number> = {}
  const masked = { calls: 0, places: 0 }
  const change = purgedBy(forgetter, callKeys)
  const count = (call: LandedCall): LandedCall => {
    const changed = change(call)
    if (changed === call) return call
    if (changed.forgotten) erased[call.operation] = (erased[call.operation] ?? 0) + 1
    else {
      masked.calls += 1
      masked.places += (changed.masked ?? 0) - (call.masked ?? 0)
    }
    return call
  }
  for await (const { rows } of archivedFiles(database, home.state.raw, await parquetFiles(home.state.raw))) {
    for (const { record } of rows) rewriteLine(String(record), count)
  }
  const entries = await entriesNaming(home, forgetter)
  return {
    /** Calls that are erased, by operation. */
    erased,
    /** Calls that stay with masks in them, and how many masks. */
    masked,
    /** Entries of jobs, all runs together, that lose what they named. */
    entries,
    /** Runs whose exports are removed. */
    exports: await runsWithExports(home),
  }
}

/** Whether nothing that is held has to do with what would be forgotten. */
const isNothing = ({ erased, masked, entries }: Purge): boolean =>
  Object.keys(erased).length + masked.calls + entries === 0
