import type { Effects } from '../../calling/effects.ts'
import { StopError } from '../../calling/stop.ts'
import { enterpriseNameKey } from '../../legal/enterprise-names.ts'
import type { Tombstone } from '../../privacy/tombstone.ts'
import { readTombstones, writeTombstones } from '../../privacy/tombstone-file.ts'
import type { Database } from '../../warehouse/database.ts'
import { type Home, makeHome } from '../home.ts'
import { archiveLanded } from '../loader.ts'
import { takeLock } from '../lock.ts'
import { openHome } from '../open-home.ts'
import { stateOfRaw } from '../upkeep/raw-state.ts'
import { forgetterFor } from './forgetter-of.ts'
import { ownTextCalls } from './own-texts.ts'
import { enterpriseOf, personOf, type Subject } from './subject.ts'
import { isNothing, type Purge, weigh } from './weigh.ts'

export interface ForgetOptions {
  readonly home: Home
  readonly effects: Effects
  readonly kind: Tombstone['kind']
  /** Id, code or name of an enterprise; name of a person. */
  readonly given: string
  /** What else it is called, such as a brand; masked wherever it stands. */
  readonly also: readonly string[]
  readonly reason: string | null
  /** Works out what would be done, and does nothing. */
  readonly isDryRun: boolean
  /** Has a sentence for a person when something of the home was damaged. */
  readonly onDamage: (message: string) => void
}

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
 * bringing it back (issue 4; docs/privacy.md). Asks nothing of the service. The tombstone is durable before anything is
 * erased; a purge that is cut off is finished by whatever opens the home next. What is refused is refused of a dry run too, in
 * the same words.
 * @throws ForgetError, StopError (the home is taken, or its raw damaged)
 */
export async function forget(options: ForgetOptions): Promise<Forgotten> {
  const { home, effects } = options
  await makeHome(home)
  await using _lock = await takeLock(home.state.lock, effects.now())
  const { callKeys, ...forgotten } = await prepare(options)
  if (options.isDryRun) return forgotten
  const { tombstones } = await readTombstones(home.state.tombstones)
  await writeTombstones(home.state.tombstones, {
    version: 1,
    tombstones: [...tombstones, forgotten.tombstone],
    purging: { callKeys },
  })
  // Opening the home carries the purge out.
  await using _database = await openHome(home, effects, options.onDamage)
  return forgotten
}

/** The tombstones of a home. A purge that was cut off is finished first. @throws StopError (the home is taken) */
export async function listTombstones(
  home: Home,
  effects: Effects,
  onDamage: (message: string) => void,
): Promise<readonly Tombstone[]> {
  await makeHome(home)
  await using _lock = await takeLock(home.state.lock, effects.now())
  await using _database = await openHome(home, effects, onDamage)
  return (await readTombstones(home.state.tombstones)).tombstones
}

async function prepare(
  options: ForgetOptions,
): Promise<Forgotten & { readonly callKeys: readonly string[] }> {
  const { home, effects, reason, onDamage } = options
  await using database = await openHome(home, effects, onDamage)
  await archiveLanded(database, home)
  await refuseDamaged(database, home)
  const subject = await subjectOf(database, options)
  const since = effects.now().toISOString()
  const tombstone = { id: tombstoneId(since, effects.random()), ...subject, since, reason }
  const callKeys = await ownTextCalls(database, subject.ids)
  const purge = await weigh(database, home, forgetterFor([tombstone]), callKeys)
  return { tombstone, purge, doubts: doubtsOf(tombstone, purge), callKeys }
}

/**
 * What cannot be read cannot be searched for a name, and tables cannot be built anew without what is gone: the purge would
 * come to a stop when half of it is done. @throws StopError
 */
async function refuseDamaged(database: Database, home: Home): Promise<void> {
  const { isDamaged, damagedLines, lostCalls, examples } = await stateOfRaw(database, home)
  if (!isDamaged) return
  throw new StopError({
    status: 'failed',
    message:
      `forget: raw is damaged: ${damagedLines} of its files or lines cannot be read or are not what landed, ` +
      `${lostCalls} calls of the ledger have no raw answer (${examples.join('; ')}); expected all of it, to search it for the ` +
      'name. Nothing was forgotten. Put the files back from a copy, or take their calls out of the ledger with ' +
      'dossier doctor --drop-lost; then forget again',
  })
}

const subjectOf = async (database: Database, { kind, given, also }: ForgetOptions): Promise<Subject> =>
  kind === 'person' ? personOf(given, also) : await enterpriseOf(database, given, also)

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
