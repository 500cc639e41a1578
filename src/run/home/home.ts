import { access, readdir, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StopError } from '../../calls/stop.ts'
import { makeFolder } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { acquireLock, isOnThisMachine, LockHeldError, type LockOwner, ownerText } from '../../disk/lock.ts'

/** Where everything of one customer stands (DOSSIER_HOME, default `output`). */
export interface Home {
  readonly root: string
  /** What analysts open. */
  readonly published: string
  readonly state: {
    readonly warehouse: string
    readonly landing: string
    readonly raw: string
    readonly staging: string
    readonly spill: string
    readonly lock: string
    /** Attempts that are under way: landing/attempts.ts. */
    readonly attempts: string
    /** What a run and its workers share; may be a mount or a link: workers/shared-folder.ts. */
    readonly shared: string
    /** Rates that services took. */
    readonly rates: string
    /** Bytes that were damaged, for an inspection. */
    readonly quarantine: string
    /** Marks that a run met damage in the working database: the next one rebuilds it. */
    readonly suspect: string
    /** When the jobs of a schedule that is kept run next: schedule/waiting-file.ts. */
    readonly schedule: string
    /** Who and what was forgotten: docs/privacy.md. */
    readonly tombstones: string
    /** Secret that aliases of persons are made with: privacy/persons.ts. */
    readonly aliasKey: string
  }
  readonly runs: string
}

export function homeAt(root: string): Home {
  const state = join(root, '.state')
  return {
    root,
    published: join(root, 'dossier.duckdb'),
    state: {
      warehouse: join(state, 'warehouse.duckdb'),
      landing: join(state, 'landing'),
      raw: join(state, 'raw'),
      staging: join(state, 'staging'),
      spill: join(state, 'spill'),
      lock: join(state, 'lock'),
      attempts: join(state, 'attempts.ndjson'),
      shared: join(state, 'shared'),
      rates: join(state, 'rates.json'),
      quarantine: join(state, 'quarantine'),
      suspect: join(state, 'suspect'),
      schedule: join(state, 'schedule.json'),
      tombstones: join(state, 'tombstones.json'),
      aliasKey: join(state, 'alias-key'),
    },
    runs: join(root, 'runs'),
  }
}

/** Makes the folders, private to their owner. */
export async function makeHome(home: Home): Promise<void> {
  for (const folder of [home.state.landing, home.state.raw, home.state.staging, home.runs])
    await makeFolder(folder)
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Runs that have a folder, oldest first. What else lies beside them, such as a file of the desktop, is none of ours. */
export async function runIds({ runs }: Home): Promise<string[]> {
  const entries = await readdir(runs, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** Folders of a run that files are published into: by the run itself, by `dossier export`, by either as dossiers. */
export const publishedFolders = ['exports', 'exports-by-hand', 'reports', 'reports-by-hand'] as const
export type PublishedFolder = (typeof publishedFolders)[number]

export const runFolder = (home: Home, runId: string): string => join(home.runs, runId)

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
    throw error instanceof LockHeldError ? refused(path, error) : error
  })
}

/** Says which home it is, who has it, and what a person can do about it. */
const refused = (path: string, cause: LockHeldError): StopError =>
  new StopError(
    {
      status: 'stopped',
      message:
        `the home ${dirname(dirname(path))} is in use by ${ownerText(cause.owner)}. ` +
        remedy(path, cause.owner),
    },
    { cause },
  )

const remedy = (path: string, owner: LockOwner): string =>
  isOnThisMachine(owner)
    ? 'Nothing was done. Wait until that process has ended and do this again, or choose another --home'
    : `Whether it still runs cannot be seen from this machine: nothing was done. Wait until it has ended and do this again, or ` +
      `choose another --home. If you are sure that it is gone, remove ${path}`
