import { access, constants, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Effects } from '../calling/effects.ts'
import { StopError } from '../calling/stop.ts'
import { lockOwner, ownerText } from '../disk/lock.ts'
import { exists, type Home, makeHome, pointLatest, takeLock } from '../engine/home/home.ts'
import { leftoversOf, removeLeftovers } from '../engine/home/leftovers.ts'
import { openHome, suspect } from '../engine/home/open-home.ts'
import { openRebuilt, rebuildWarehouse } from '../engine/home/rebuild.ts'
import { inspectSegments } from '../landing/quarantine.ts'
import type { Database } from '../warehouse/database.ts'
import { recordedRuns } from '../warehouse/runs.ts'
import { publishFile, refreshDerived } from '../warehouse/warehouse.ts'
import type { CheckNotes } from './audit.ts'
import { makePrivate, openToOthers } from './private-files.ts'
import { stateOfRaw } from './raw-state.ts'
import { createNotes, ofTables, openToRead } from './verify.ts'
import { verifyPublished } from './verify-tables.ts'

/** One thing that was looked at. */
export interface Diagnosis {
  readonly check: string
  readonly state: 'ok' | 'repaired' | 'problem' | 'skipped'
  readonly found: string
  /** What a person has to do; empty when nothing. */
  readonly todo: string
}

export interface DoctorOptions {
  readonly home: Home
  readonly effects: Effects
  /** Tells only. */
  readonly isDryRun: boolean
  /** Takes calls whose raw answer is damaged or gone out of the ledger: the next run asks for them again. */
  readonly mayLose: boolean
}

const ok = (check: string, found: string): Diagnosis => ({ check, state: 'ok', found, todo: '' })
const problem = (check: string, found: string, todo: string): Diagnosis => ({
  check,
  state: 'problem',
  found,
  todo,
})
const isRepaired = (check: string, found: string): Diagnosis => ({
  check,
  state: 'repaired',
  found,
  todo: '',
})
const skipped = (check: string, found: string): Diagnosis => ({ check, state: 'skipped', found, todo: '' })

/** Repaired, or what would be. */
const mendable = (check: string, found: string, { isDryRun }: DoctorOptions): Diagnosis =>
  isDryRun
    ? problem(check, found, 'run dossier doctor without --dry-run: it repairs this')
    : isRepaired(check, found)

/** Examines a home and repairs what can be repaired from raw. Makes no call. */
export async function examineHome(options: DoctorOptions): Promise<Diagnosis[]> {
  const { home, effects } = options
  const place = await examinePlace(home)
  if (place.isNew) return place.told
  const owner = await lockOwner(home.state.lock)
  if (owner !== undefined) {
    return [
      ...place.told,
      ok('lock', `in use by ${ownerText(owner)}`),
      skipped('all else', 'not looked at: it belongs to that process until it has ended'),
    ]
  }
  const isStale = await exists(home.state.lock)
  if (!options.isDryRun) await makeHome(home)
  await using _lock = await takeLock(home.state.lock, effects.now())
  return [
    ...place.told,
    isStale
      ? isRepaired('lock', 'left behind by a process that is gone; removed')
      : ok('lock', 'no process uses the home'),
    await examinePrivacy(options),
    await examineLeftovers(options),
    ...(options.isDryRun ? await examineOnly(options) : await examineAndRepair(options)),
  ]
}

const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`
const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString('en-US')} MB`

async function examinePlace(home: Home): Promise<{ isNew: boolean; told: Diagnosis[] }> {
  if (!(await exists(join(home.root, '.state'))))
    return { isNew: true, told: [ok('home', `${home.root} is not there yet: the first run makes it`)] }
  const mayWrite = await access(join(home.root, '.state'), constants.W_OK).then(
    () => true,
    () => false,
  )
  const told = mayWrite
    ? ok('home', home.root)
    : problem(
        'home',
        `${home.root} cannot be written`,
        'give this user the right to write there, or choose another --home',
      )
  return { isNew: false, told: [told, await examineSpace(home)] }
}

/** A rebuild and a publication need the size of the warehouse twice, for a while. */
async function examineSpace(home: Home): Promise<Diagnosis> {
  const { bavail, bsize } = await statfs(home.root)
  const sizes = await Promise.all(
    [home.state.warehouse, `${home.state.warehouse}.wal`].map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  const needed = 2 * sizes.reduce((sum, size) => sum + size, 0) + (64 << 20)
  const found = `${megabytes(bavail * bsize)} free, ${megabytes(needed)} needed to rebuild and publish`
  return bavail * bsize >= needed
    ? ok('disk space', found)
    : problem('disk space', found, `free some space where ${home.root} is`)
}

async function examinePrivacy(options: DoctorOptions): Promise<Diagnosis> {
  const found = await openToOthers(options.home)
  if (found.length === 0) return ok('permissions', 'files 0600, folders 0700')
  if (!options.isDryRun) await makePrivate(found)
  const what = `${count(found.length, 'file or folder', 'files or folders')} could be opened by others, such as ${found[0]?.path}${options.isDryRun ? '' : '; private now'}`
  return mendable('permissions', what, options)
}

async function examineLeftovers(options: DoctorOptions): Promise<Diagnosis> {
  const found = options.isDryRun ? await leftoversOf(options.home) : await removeLeftovers(options.home)
  return found.length === 0
    ? ok('leftovers', 'no file is left half written')
    : mendable(
        'leftovers',
        `${count(found.length, 'file')} left half written, such as ${found[0]}${options.isDryRun ? '' : '; removed'}`,
        options,
      )
}

async function examineOnly(options: DoctorOptions): Promise<Diagnosis[]> {
  const { home } = options
  const landing = await examineLanding(options)
  const { opens, database } = await openToRead(home)
  if (database === undefined) return [landing, mendable('working database', firstOf(opens), options)]
  await using working = database
  const found = [landing, ok('working database', 'opens; every block can be read')]
  const raw = await examineRaw(working, home)
  found.push(...raw.told.map((it) => (it.state === 'repaired' ? mendable(it.check, it.found, options) : it)))
  const published = await comparePublished(working, home)
  return [
    ...found,
    published.check.found === 0
      ? ok('published copy', home.published)
      : mendable('published copy', firstOf(published), options),
  ]
}

async function comparePublished(database: Database, home: Home): Promise<CheckNotes> {
  const on = createNotes(ofTables)
  await verifyPublished(on, { database, home })
  return on('published copy')
}

const firstOf = ({ check }: CheckNotes): string => {
  const [first] = check.findings
  if (first === undefined) return ''
  return first.found === 'none' ? first.what : `${first.what} (${first.found})`
}

async function examineLanding(options: DoctorOptions): Promise<Diagnosis> {
  const { open, damaged } = await inspectSegments(options.home.state.landing)
  if (open.length + damaged.length === 0) return ok('landing', 'no segment is open or damaged')
  const found = [
    ...(open.length > 0 ? [`${count(open.length, 'segment')} left open by a process that was killed`] : []),
    ...(damaged.length > 0
      ? [`${count(damaged.length, 'landed answer')} damaged, kept in quarantine: ${damaged.join(', ')}`]
      : []),
  ]
  return mendable('landing', found.join('; '), options)
}

/** Repairs in the order in which things build on each other: landing, working database, raw, runs, published copy. */
async function examineAndRepair(options: DoctorOptions): Promise<Diagnosis[]> {
  const { home, effects } = options
  const landing = await examineLanding(options)
  const before = await openToRead(home)
  await before.database?.close()
  if (before.isDamaged) await suspect(home, firstOf(before.opens))
  const messages: string[] = []
  const told = [landing]
  const raw = await (async () => {
    const { mayLose } = options
    await using opened = await openHome(home, effects, (message) => messages.push(message), { mayLose })
    return await examineRaw(opened, home)
  })().catch((error) => {
    if (error instanceof StopError) return error
    throw error
  })
  if (raw instanceof StopError) return [...told, ...refused(raw, messages)]
  const database = await repairedTables(options, raw)
  try {
    told.push(
      before.database === undefined
        ? isRepaired('working database', `${firstOf(before.opens)}; built anew from raw`)
        : ok('working database', 'opens; every block can be read'),
    )
    if (messages.length > 0) told.push(isRepaired('recovery', messages.join('; ')))
    told.push(...(options.mayLose ? raw.dropped : raw.told))
    await database.run('CHECKPOINT')
  } finally {
    await database.close()
  }
  return [...told, await repairPublished(home), await repairLatest(home)]
}

/** The tables wait for what only a person can decide: what of raw is damaged may go, or comes back from a copy. */
const refused = ({ message }: StopError, messages: readonly string[]): Diagnosis[] => [
  problem('raw', [...messages, message].join('; '), rawTodo),
  skipped('working database', 'it is built anew once raw is whole, or what is lost may go'),
]

const rawTodo =
  'put the files back from a copy, or take the calls out of the ledger with dossier doctor --drop-lost: ' +
  'the next run asks for them again. dossier verify names each'

/** What raw gives a person to read. */
interface ToldOfRaw {
  readonly told: readonly Diagnosis[]
  /** The same once what is lost was taken out. */
  readonly dropped: readonly Diagnosis[]
  readonly isDamaged: boolean
  readonly isOtherThanTables: boolean
}

async function examineRaw(database: Database, home: Home): Promise<ToldOfRaw> {
  const { files, answers, damagedLines, lostCalls, isDamaged, examples, difference } = await stateOfRaw(
    database,
    home,
  )
  const whole = ok(
    'raw',
    `${count(files, 'archive file')} and all landed segments: ${count(answers, 'answer')} as landed`,
  )
  const lost = `${count(damagedLines, 'line or file', 'lines or files')} damaged, ${count(lostCalls, 'call')} without a raw answer`
  const tables =
    difference === undefined
      ? []
      : [isRepaired('ledger', `${firstOf(difference)}; the tables were built anew from raw`)]
  return {
    told: [isDamaged ? problem('raw', `${lost}: ${examples.join('; ')}`, rawTodo) : whole, ...tables],
    dropped: [
      isDamaged
        ? isRepaired('raw', `${lost}; taken out of the ledger, the next run asks for them again`)
        : whole,
      ...tables,
    ],
    isDamaged,
    isOtherThanTables: difference !== undefined,
  }
}

async function repairedTables({ home, effects, mayLose }: DoctorOptions, raw: ToldOfRaw): Promise<Database> {
  if (raw.isDamaged ? mayLose : raw.isOtherThanTables) {
    await rebuildWarehouse({ home, effects, mayLose })
    return await openRebuilt(home)
  }
  const database = await openRebuilt(home)
  await refreshDerived(database)
  return database
}

async function repairPublished(home: Home): Promise<Diagnosis> {
  const published = await (async () => {
    await using database = await openRebuilt(home)
    // A plan makes a home too: where no run was, there is nothing to publish and nothing is broken.
    if (!(await exists(home.published)) && (await recordedRuns(database)).length === 0) return undefined
    return await comparePublished(database, home)
  })()
  if (published === undefined) return ok('published copy', 'no run yet')
  if (published.check.found === 0) return ok('published copy', home.published)
  await publishFile(home.state.warehouse, home.published)
  return isRepaired('published copy', `${firstOf(published)}; published again`)
}

/** `latest` is the newest run with a folder. */
async function repairLatest(home: Home): Promise<Diagnosis> {
  if (await exists(join(home.root, 'latest', 'run.json'))) return ok('latest', join(home.root, 'latest'))
  await using database = await openRebuilt(home)
  const newest = (await recordedRuns(database)).at(-1)
  if (newest === undefined) return ok('latest', 'no run yet')
  await rm(join(home.root, 'latest'), { force: true })
  await pointLatest(home, newest.run_id)
  return isRepaired('latest', `points at ${newest.run_id} again`)
}
