import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StopError } from '../../calls/stop.ts'
import { lockOwner, ownerText } from '../../disk/lock.ts'
import { exists, type Home, makeHome, pointLatest, takeLock } from '../../run/home/home.ts'
import { openHome, suspect } from '../../run/home/open-home.ts'
import { openRebuilt, rebuildWarehouse } from '../../run/home/rebuild.ts'
import type { Database } from '../../warehouse/database.ts'
import { recordedRuns } from '../../warehouse/runs.ts'
import { publishFile, refreshDerived } from '../../warehouse/warehouse.ts'
import type { CheckNotes } from './audit.ts'
import {
  count,
  type Diagnosis,
  type DoctorOptions,
  examineLanding,
  examineLeftovers,
  examinePlace,
  examinePrivacy,
  isRepaired,
  mendable,
  ok,
  problem,
  skipped,
} from './files.ts'
import { stateOfRaw } from './raw-state.ts'
import { createNotes, ofTables, openToRead } from './verify.ts'
import { verifyPublished } from './verify-tables.ts'

/** Examines a home and repairs what can be repaired from raw. Makes no call. */
export async function examineHome(options: DoctorOptions): Promise<Diagnosis[]> {
  const { home, effects } = options
  const place = await examinePlace(home)
  if (place.isNew) return place.diagnoses
  const owner = await lockOwner(home.state.lock)
  if (owner !== undefined) {
    return [
      ...place.diagnoses,
      ok('lock', `in use by ${ownerText(owner)}`),
      skipped('all else', 'not looked at: it belongs to that process until it has ended'),
    ]
  }
  const isStale = await exists(home.state.lock)
  if (!options.isDryRun) await makeHome(home)
  await using _lock = await takeLock(home.state.lock, effects.now())
  return [
    ...place.diagnoses,
    isStale
      ? isRepaired('lock', 'left behind by a process that is gone; removed')
      : ok('lock', 'no process uses the home'),
    await examinePrivacy(options),
    await examineLeftovers(options),
    ...(options.isDryRun ? await examineOnly(options) : await examineAndRepair(options)),
  ]
}

async function examineOnly(options: DoctorOptions): Promise<Diagnosis[]> {
  const { home } = options
  const landing = await examineLanding(options)
  const { opens, database, digests } = await openToRead(home)
  if (database === undefined) return [landing, mendable('working database', firstOf(opens), options)]
  await using working = database
  const found = [landing, ok('working database', 'opens; every block can be read')]
  const raw = await examineRaw(working, home)
  found.push(...raw.kept.map((it) => (it.state === 'repaired' ? mendable(it.check, it.found, options) : it)))
  const published = await comparePublished(working, home, digests)
  return [
    ...found,
    published.check.found === 0
      ? ok('published copy', home.published)
      : mendable('published copy', firstOf(published), options),
  ]
}

/** `digests`: those of the tables that are known already, by name. */
async function comparePublished(
  database: Database,
  home: Home,
  digests: ReadonlyMap<string, string> = new Map(),
): Promise<CheckNotes> {
  const on = createNotes(ofTables)
  await verifyPublished(on, { database, digests, home })
  return on('published copy')
}

const firstOf = ({ check }: CheckNotes): string => {
  const [first] = check.findings
  if (first === undefined) return ''
  return first.found === 'none' ? first.what : `${first.what} (${first.found})`
}

/** Repairs in the order in which things build on each other: landing, working database, raw, runs, published copy. */
async function examineAndRepair(options: DoctorOptions): Promise<Diagnosis[]> {
  const { home, effects } = options
  const landing = await examineLanding(options)
  const before = await openToRead(home)
  await before.database?.close()
  if (before.isDamaged) await suspect(home, firstOf(before.opens))
  const messages: string[] = []
  const found = [landing]
  const raw = await (async () => {
    const { mayLose } = options
    await using opened = await openHome(home, effects, (message) => messages.push(message), { mayLose })
    return await examineRaw(opened, home)
  })().catch((error) => {
    if (error instanceof StopError) return error
    throw error
  })
  if (raw instanceof StopError) return [...found, ...refused(raw, messages)]
  const database = await repairedTables(options, raw)
  try {
    found.push(
      before.database === undefined
        ? isRepaired('working database', `${firstOf(before.opens)}; rebuilt from raw`)
        : ok('working database', 'opens; every block can be read'),
    )
    if (messages.length > 0) found.push(isRepaired('recovery', messages.join('; ')))
    found.push(...(options.mayLose ? raw.dropped : raw.kept))
    await database.run('CHECKPOINT')
  } finally {
    await database.close()
  }
  return [...found, await repairPublished(home), await repairLatest(home)]
}

/** The tables wait for what only a person can decide: what of raw is damaged may go, or comes back from a copy. */
const refused = ({ message }: StopError, messages: readonly string[]): Diagnosis[] => [
  problem('raw', [...messages, message].join('; '), rawTodo),
  skipped('working database', 'it is rebuilt once raw is whole, or once the loss is accepted'),
]

const rawTodo =
  'put the files back from a copy, or take the calls out of the ledger with dossier doctor --drop-lost: ' +
  'the next run asks for them again. dossier verify names each'

/** What raw gives a person to read. */
interface RawDiagnosis {
  readonly kept: readonly Diagnosis[]
  /** The same once what is lost was taken out. */
  readonly dropped: readonly Diagnosis[]
  readonly isDamaged: boolean
  readonly isOtherThanTables: boolean
}

async function examineRaw(database: Database, home: Home): Promise<RawDiagnosis> {
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
      : [isRepaired('ledger', `${firstOf(difference)}; the tables were rebuilt from raw`)]
  return {
    kept: [isDamaged ? problem('raw', `${lost}: ${examples.join('; ')}`, rawTodo) : whole, ...tables],
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

async function repairedTables(
  { home, effects, mayLose }: DoctorOptions,
  raw: RawDiagnosis,
): Promise<Database> {
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
