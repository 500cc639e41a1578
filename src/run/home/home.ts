import { access, constants, readdir, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StopError } from '../../calls/stop.ts'
import { stops } from '../../calls/stops.ts'
import { makeFolder } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { acquireLock, isOnThisMachine, LockHeldError, type LockOwner, ownerText } from '../../disk/lock.ts'

/** Where everything of one customer stands (DOSSIER_HOME, default `output`). */
export type Home = Readonly<ReturnType<typeof homeAt>>

export function homeAt(root: string) {
  const state = join(root, '.state')
  return {
    root,
    /** What analysts open. */
    published: join(root, 'dossier.duckdb'),
    state: {
      warehouse: join(state, 'warehouse.duckdb'),
      landing: join(state, 'landing'),
      raw: join(state, 'raw'),
      staging: join(state, 'staging'),
      spill: join(state, 'spill'),
      lock: join(state, 'lock'),
      /** Attempts that are under way: landing/attempts.ts. */
      attempts: join(state, 'attempts.ndjson'),
      /** Rates that services took. */
      rates: join(state, 'rates.json'),
      /** Bytes that were damaged, for an inspection. */
      quarantine: join(state, 'quarantine'),
      /** Marks that a run met damage in the working database: the next one rebuilds it. */
      suspect: join(state, 'suspect'),
      /** When the jobs of a running schedule are due: schedule/waiting-file.ts. */
      schedule: join(state, 'schedule.json'),
      /** Who and what was forgotten: docs/privacy.md. */
      tombstones: join(state, 'tombstones.json'),
    },
    runs: join(root, 'runs'),
  }
}

/** Makes the folders, private to their owner. */
export async function makeHome(home: Home): Promise<void> {
  for (const folder of [home.state.landing, home.state.raw, home.state.staging, home.runs])
    await makeFolder(folder)
}

/** Whether something is there. What may not be looked at is no absence: @throws Error of the system */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw error
    },
  )

/** The path, or the nearest one above it that is there. @throws Error of the system, also where it would lie in a file */
async function nearest(path: string): Promise<string> {
  return await access(path).then(
    () => path,
    async (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return await nearest(dirname(path))
      throw error
    },
  )
}

/** Why this process could not write to a home that is there, or make one that is not; undefined when it can. */
export async function writeObstacle({ root, published, state, runs }: Home): Promise<unknown> {
  try {
    const parts = [runs, state.landing, state.raw, state.lock, state.warehouse, published]
    for (const part of [root, ...parts]) await access(await nearest(resolve(part)), constants.W_OK)
    return undefined
  } catch (error) {
    return error
  }
}

/** Runs that have a folder, oldest first; none where no run made a folder. What else lies beside them, such as a file of the desktop, is none of ours. */
export async function runIds({ runs }: Home): Promise<string[]> {
  const entries = (await exists(runs)) ? await readdir(runs, { withFileTypes: true }) : []
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** Folders of a run that files are published into: by the run itself, by `dossier export`, by either as dossiers. */
export const publishedFolders = ['exports', 'exports-by-hand', 'reports'] as const
export type PublishedFolder = (typeof publishedFolders)[number]

export const runFolder = (home: Home, runId: string): string => join(home.runs, runId)

/** Where the log of a run stands. */
export const logOf = (home: Home, runId: string): string => join(runFolder(home, runId), 'log.ndjson')

export const publishedFolder = (home: Home, runId: string, which: PublishedFolder): string =>
  join(runFolder(home, runId), which)

/** Points `latest` at a run, by a rename. */
export async function pointLatest(home: Home, runId: string): Promise<void> {
  const temporary = join(home.root, '.latest')
  await rm(temporary, { force: true })
  await symlink(join('runs', runId), temporary)
  failPoint('latest.linked')
  await rename(temporary, join(home.root, 'latest'))
  failPoint('latest.renamed')
}

/**
 * Takes the home for this process. A lock whose process is gone is taken over, by exactly one of those who find it.
 * @throws StopError that says who holds it and since when
 */
export async function takeLock(path: string, since: Date): Promise<AsyncDisposable> {
  return await acquireLock(path, since).catch((error) => {
    if (!(error instanceof LockHeldError)) throw error
    const { owner } = error
    const held = { home: dirname(dirname(path)), owner: ownerText(owner), remedy: remedy(path, owner) }
    throw new StopError(stops.homeInUse({ ...owner, ...held }), { cause: error })
  })
}

const remedy = (path: string, owner: LockOwner): string =>
  isOnThisMachine(owner)
    ? 'Nothing was done. Wait until that process has ended and do this again, or choose another --home'
    : `Whether it still runs cannot be seen from this machine: nothing was done. Wait until it has ended and do this again, or ` +
      `choose another --home. If you are sure that it is gone, remove ${path}`
