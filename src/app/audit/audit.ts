import { access, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { obstacleOf, StopError } from '../../calls/stop.ts'
import { lockOwner, ownerText } from '../../disk/lock.ts'
import { version } from '../../disk/package.ts'
import { exists, makeHome, pointLatest, takeLock, writeObstacle } from '../../run/home/home.ts'
import { openHome, suspect } from '../../run/home/open-home.ts'
import { openRebuilt } from '../../run/home/rebuild.ts'
import { allDigests } from '../../warehouse/compare.ts'
import { Database } from '../../warehouse/database.ts'
import { firstLine, isDamage } from '../../warehouse/errors.ts'
import { type RunRecord, recordedRuns } from '../../warehouse/runs.ts'
import { schemaFingerprint, storedFingerprint } from '../../warehouse/schema.ts'
import { publishFile, refreshDerived } from '../../warehouse/warehouse.ts'
import { RefusedError } from '../errors.ts'
import { ofFiles, ofPlace, verifyKinds } from './files.ts'
import {
  type AuditCheck,
  Audited,
  type AuditOptions,
  type Check,
  type CheckNotes,
  count,
  fault,
  type Notes,
  notesOf,
  type RawState,
  type Seen,
  todos,
  whole,
} from './record.ts'
import { ofFolders, verifyFolders } from './verify-folders.ts'
import { ofRaw, stateOfRaw } from './verify-raw.ts'
import { isBare, verifyOrigins, verifyPublished, verifyRederived, verifyRuns } from './verify-tables.ts'

const everybody = ['verify', 'look', 'repair'] as const

/**
 * What must hold of a home, in the order in which things build on each other: landing, working database, raw, runs, published copy.
 * A repair may rely on those before it. Verify only looks, and so does doctor in a dry run.
 */
const checks: readonly AuditCheck[] = [
  ...ofFiles,
  {
    name: 'working database',
    by: everybody,
    asserts: 'opens, is of this version, and every block of it can be read',
    async run(audited, on) {
      const notes = on('working database')
      await openToRead(audited, notes)
      return notes.first === undefined ? whole('opens; every block can be read') : fault(notes.first)
    },
    async repair({ home, damage }, found) {
      if (damage !== undefined) await suspect(home, found)
      return `${found}; rebuilt from raw`
    },
  },
  { name: 'recovery', by: ['repair'], run: recover, repair: async (_, found) => found },
  {
    name: 'raw',
    by: everybody,
    needsTables: true,
    asserts: ofRaw,
    async run(audited, on) {
      const raw = await audited.raw()
      const state = await stateOfRaw(on, { raw, database: audited.database })
      audited.rawState = state
      if (state.isDamaged) return fault(`${lossText(state)}: ${state.examples.join('; ')}`)
      const files = count(raw.archive.files.length, 'archive file')
      return whole(`${files} and all landed segments: ${count(state.answers, 'answer')} as landed`)
    },
    async repair(audited) {
      await audited.rebuild()
      return `${audited.rawState && lossText(audited.rawState)}; taken out of the ledger, the next run asks for them again`
    },
    todo: rawTodo,
  },
  {
    name: 'ledger',
    by: ['look', 'repair'],
    needsTables: true,
    run: async ({ rawState }) =>
      rawState?.difference === undefined ? undefined : fault(rawState.difference),
    async repair(audited, found) {
      await audited.rebuild()
      return `${found}; the tables were rebuilt from raw`
    },
    todo: rawTodo,
  },
  {
    name: 'origins',
    by: ['verify'],
    needsTables: true,
    asserts: 'call_key and run_id of each row are in calls',
    run: verifyOrigins,
  },
  {
    name: 'tables',
    by: ['verify'],
    needsTables: true,
    asserts: 'each table, rebuilt from raw, equals the working one',
    isSlow: true,
    run: verifyRederived,
  },
  {
    name: 'runs',
    by: ['verify'],
    needsTables: true,
    asserts: 'each run.json equals its row in runs',
    run: verifyRuns,
  },
  {
    name: 'derived tables',
    by: ['repair'],
    needsTables: true,
    async run({ database, isRebuilt }) {
      if (!isRebuilt) await refreshDerived(database)
      await database.run('CHECKPOINT')
      return undefined
    },
  },
  {
    name: 'published copy',
    by: everybody,
    needsTables: true,
    asserts: 'each table of the published warehouse equals the working one',
    async run(audited, on) {
      const notes = on('published copy')
      await verifyPublished(audited, notes)
      if (notes.first === undefined) return whole(audited.home.published)
      return (await isBare(audited)) ? whole('no run yet') : fault(notes.first)
    },
    async repair(audited, found) {
      const { home } = audited
      await audited.close()
      await publishFile(home.state.warehouse, home.published)
      audited.open(await openRebuilt(home))
      return `${found}; published again`
    },
  },
  {
    name: 'latest',
    by: ['repair'],
    needsTables: true,
    async run({ home, database }) {
      const latest = join(home.root, 'latest')
      const runs = await recordedRuns(database)
      const endOf = ({ finished_at }: RunRecord) => finished_at ?? ''
      const newest = runs.sort((a, b) => endOf(a).localeCompare(endOf(b))).at(-1)
      if (newest === undefined) return whole('no run yet')
      // A copy that followed the link has a folder here.
      const points = basename(await readlink(latest).catch(() => newest.run_id))
      if (points !== newest.run_id || !(await exists(join(latest, 'run.json')))) return fault(newest.run_id)
      const isOld = newest.version !== version()
      return whole(
        `${latest}${isOld ? `; version ${newest.version} wrote its exports and dossiers: the next run writes new ones, or dossier export and dossier report do` : ''}`,
      )
    },
    async repair({ home }, newest) {
      await rm(join(home.root, 'latest'), { force: true })
      await pointLatest(home, newest)
      return `points at ${newest} again`
    },
  },
  { name: 'folders', by: ['verify'], asserts: ofFolders, run: verifyFolders },
  {
    name: 'files',
    by: ['verify'],
    asserts: 'each file of the home is of a kind that dossier writes',
    run: verifyKinds,
  },
]

/** The working database, read-only and read through once; a log that belongs to it is replayed in memory. */
async function openToRead(audited: Audited, notes: CheckNotes): Promise<void> {
  const { state } = audited.home
  const [where, todo] = [state.warehouse, todos.tables]
  notes.count = 1
  let database: Database | undefined
  try {
    database = await Database.open(where, { readOnly: true, spillTo: state.spill, memoryLimit: '1GB' })
    const stored = await storedFingerprint(database)
    if (stored === schemaFingerprint()) return audited.open(database, await allDigests(database))
    const versions = { expected: `schema ${schemaFingerprint()}`, found: `schema ${stored ?? 'none'}` }
    notes.add({ what: 'the working database is of another version', where, ...versions, todo })
  } catch (error) {
    if (!isDamage(error)) throw error
    const isThere = await exists(where)
    const found = isThere ? firstLine(error) : 'no file'
    if (isThere) audited.damage = found
    const what = `the working database is ${isThere ? 'damaged' : 'not there'}`
    notes.add({ what, where, expected: 'a warehouse', found, todo })
  }
  await database?.close()
}

/** Opens the home as a run does: this loads answers that landed and rebuilds lost tables. */
async function recover(audited: Audited): Promise<Seen | undefined> {
  const { home, effects, mayLose } = audited
  const messages: string[] = []
  await audited.close()
  try {
    audited.open(await openHome(home, effects, (message) => messages.push(message), { mayLose }))
    return messages.length === 0 ? undefined : fault(messages.join('; '))
  } catch (error) {
    if (!(error instanceof StopError)) throw error
    audited.refusal = [...messages, error.message].join('; ')
    return undefined
  }
}

const lossText = ({ damagedLines, lostCalls }: RawState): string =>
  `${count(damagedLines, 'line or file', 'lines or files')} damaged, ${count(lostCalls, 'call')} without a raw answer`

const restoreTodo =
  'put the files back from a copy, or take the calls out of the ledger with dossier doctor --drop-lost: ' +
  'the next run asks for them again. dossier verify names each'

/** The tables wait for what only a person can decide: what of raw is damaged may go, or comes back from a copy. */
function rawTodo({ rawState, mayLose }: Audited): string | undefined {
  return rawState?.isDamaged === true && !mayLose ? restoreTodo : undefined
}

const checksBy = (who: AuditCheck['by'][number]): readonly AuditCheck[] =>
  checks.filter(({ by }) => by.includes(who))

/** Makes them one by one: each sees what the repairs before it made of the home. */
async function* made(list: readonly AuditCheck[], audited: Audited, on: Notes) {
  for (const check of list)
    if (!check.needsTables || audited.isOpen) yield { check, seen: await check.run(audited, on) }
}

const assertionsOf = ({ name, asserts = [] }: AuditCheck) =>
  typeof asserts === 'string' ? [{ name, compared: asserts }] : asserts

const newNotes = () => notesOf(checks.flatMap(assertionsOf))

/** What an audit found. */
export interface Audit {
  readonly checks: readonly Check[]
  /** Findings that are damage, in all. */
  readonly damage: number
  readonly elapsedMs: number
}

/**
 * Ledger, raw, tables, published copy, exports and reports against each other. Reads only, makes no call; takes the lock, because the
 * working database has one owner. `isQuick` leaves out rebuilding the tables.
 * @throws RefusedError, StopError (another process has the home)
 */
export async function verifyHome({
  isQuick,
  ...options
}: AuditOptions & { readonly isQuick: boolean }): Promise<Audit> {
  const { home, effects } = options
  const started = effects.monotonicMs()
  await access(home.state.landing).catch((cause) => {
    if (cause.code !== 'ENOENT') throw cause
    throw new RefusedError(`verify: there is no home at ${home.root} yet; run a job first: dossier run JOB`, {
      cause,
    })
  })
  await using _lock = await takeLock(home.state.lock, effects.now())
  await using audited = new Audited(options)
  const on = newNotes()
  const notes: CheckNotes[] = []
  for await (const { check } of made(
    checksBy('verify').filter(({ isSlow }) => !(isQuick && isSlow)),
    audited,
    on,
  ))
    notes.push(...assertionsOf(check).map(({ name }) => on(name)))
  return {
    checks: notes.map(({ check }) => check),
    damage: notes.reduce((sum, { damage }) => sum + damage, 0),
    elapsedMs: Math.round(effects.monotonicMs() - started),
  }
}

/** One thing that doctor looked at. */
export interface Diagnosis {
  readonly check: string
  readonly state: 'ok' | 'repaired' | 'problem' | 'skipped'
  readonly found: string
  /** What a person has to do; empty when nothing. */
  readonly todo: string
}

export const diagnosis = (check: string, state: Diagnosis['state'], found: string, todo = ''): Diagnosis => ({
  check,
  state,
  found,
  todo,
})

/** Examines a home, and repairs what can be repaired from raw unless `isDryRun`. Makes no call. */
export async function examineHome({
  isDryRun,
  ...options
}: AuditOptions & { readonly isDryRun: boolean }): Promise<Diagnosis[]> {
  const { home, effects } = options
  const obstacle = await writeObstacle(home)
  if (obstacle !== undefined)
    return [
      diagnosis(
        'home',
        'problem',
        `${home.root} cannot be written: ${(obstacle as Error).message}`,
        obstacleOf(obstacle)?.words.en,
      ),
      diagnosis('other checks', 'skipped', 'not made: nothing could be repaired'),
    ]
  if (!(await exists(join(home.root, '.state'))))
    return [diagnosis('home', 'ok', `${home.root} is not there yet: the first run makes it`)]
  const place = await diagnosesOf(ofPlace, new Audited(options), isDryRun)
  const owner = await lockOwner(home.state.lock)
  if (owner !== undefined)
    return [
      ...place,
      diagnosis('lock', 'ok', `in use by ${ownerText(owner)}`),
      diagnosis('other checks', 'skipped', 'not made: the home belongs to that process until it has ended'),
    ]
  const isStale = await exists(home.state.lock)
  if (!isDryRun) await makeHome(home)
  await using _lock = await takeLock(home.state.lock, effects.now())
  await using audited = new Audited(options)
  const found = await diagnosesOf(checksBy(isDryRun ? 'look' : 'repair'), audited, isDryRun)
  const lock = isStale
    ? diagnosis('lock', 'repaired', 'left behind by a process that is gone; removed')
    : diagnosis('lock', 'ok', 'no process uses the home')
  if (audited.refusal === undefined) return [...place, lock, ...found]
  return [
    ...place,
    lock,
    ...found.filter(({ check }) => check !== 'working database'),
    diagnosis('raw', 'problem', audited.refusal, restoreTodo),
    diagnosis('working database', 'skipped', 'it is rebuilt once raw is whole, or once the loss is accepted'),
  ]
}

async function diagnosesOf(
  list: readonly AuditCheck[],
  audited: Audited,
  isDryRun: boolean,
): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = []
  for await (const { check, seen } of made(list, audited, newNotes())) {
    if (seen === undefined) continue
    const { name, repair, todo } = check
    const { found, isFault } = seen
    const act = todo?.(audited) ?? (isDryRun ? 'run dossier doctor without --dry-run: it repairs this' : '')
    if (!isFault) diagnoses.push(diagnosis(name, 'ok', found))
    else if (act !== '' || repair === undefined) diagnoses.push(diagnosis(name, 'problem', found, act))
    else diagnoses.push(diagnosis(name, 'repaired', await repair(audited, found)))
  }
  return diagnoses
}
