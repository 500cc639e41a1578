import { readdir, readlink, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sync } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { removePublished } from '../../disk/publish-folder.ts'
import { exists, type Home, publishedFolders, runFolder, runIds, takeLock } from '../../run/home/home.ts'
import { readRunFile } from '../../run/home/runs.ts'
import { RefusedError } from '../errors.ts'
import { requireRuns, type Settings } from '../settings.ts'

/** What can go without loss: raw, inputs and run.json cannot, for tables are rebuilt from them and nothing else. */
const prunableKinds = ['exports', 'logs', 'quarantine'] as const
export type PrunableKind = (typeof prunableKinds)[number]

/** What is older than these goes; a kind without a time stays. */
export type PruneBefore = Readonly<Partial<Record<PrunableKind, Date | undefined>>>

/** One thing that would go. */
export interface Prunable {
  readonly kind: PrunableKind
  /** Relative to the home. */
  readonly path: string
  /** The run that left it; null for what no run owns. */
  readonly runId: string | null
  /** When the run ended, or the file was written; ISO 8601, UTC. */
  readonly since: string
  readonly bytes: number
}

export interface PruneScope {
  /** Only what runs of this job left. Default all. */
  readonly job?: string | undefined
}

/**
 * What would go, oldest run first; touches nothing. Of each job the newest run keeps everything, and so does the run that `latest`
 * points to and each that has not ended.
 */
export async function prunables(
  home: Home,
  before: PruneBefore,
  { job }: PruneScope = {},
): Promise<Prunable[]> {
  const found: Prunable[] = []
  for (const run of await endedRuns(home)) {
    if (run.isKept || (job !== undefined && run.job !== job)) continue
    for (const entry of await readdir(runFolder(home, run.runId), { withFileTypes: true })) {
      const kind = kindOf(entry.name, entry.isDirectory())
      const limit = kind && before[kind]
      if (kind === undefined || limit === undefined || new Date(run.ended) >= limit) continue
      const path = join('runs', run.runId, entry.name)
      const bytes = await bytesIn(join(home.root, path))
      found.push({ kind, path, runId: run.runId, since: run.ended, bytes })
    }
  }
  return job === undefined ? [...found, ...(await quarantined(home, before.quarantine))] : found
}

/**
 * What was made from the tables can be made again: exports, those made by hand, and reports, kept for the same time. A folder of
 * another name is none of ours.
 */
function kindOf(name: string, isFolder: boolean): PrunableKind | undefined {
  if (isFolder) return publishedFolders.some((known) => known === name) ? 'exports' : undefined
  return name === 'log.ndjson' ? 'logs' : undefined
}

async function endedRuns(home: Home) {
  const latest = basename(await readlink(join(home.root, 'latest')).catch(() => ''))
  const seen = new Set<string>()
  const runs = []
  for (const runId of (await runIds(home)).reverse()) {
    // What cannot be read is for `dossier doctor`, not for a broom.
    const run = await readRunFile(home, runId).catch(() => undefined)
    if (run === undefined) continue
    const isNewest = !seen.has(run.job)
    seen.add(run.job)
    const isKept = isNewest || runId === latest || run.status === 'running'
    runs.push({ runId, job: run.job, ended: run.finished_at ?? run.started_at, isKept })
  }
  return runs.reverse()
}

async function quarantined({ root, state }: Home, limit: Date | undefined): Promise<Prunable[]> {
  if (limit === undefined || !(await exists(state.quarantine))) return []
  const found: Prunable[] = []
  for (const name of (await readdir(state.quarantine)).sort()) {
    const file = join(state.quarantine, name)
    const { mtime } = await stat(file)
    if (mtime >= limit) continue
    const [path, bytes] = [file.slice(root.length + 1), await bytesIn(file)]
    found.push({ kind: 'quarantine', path, runId: null, since: mtime.toISOString(), bytes })
  }
  return found
}

async function bytesIn(path: string): Promise<number> {
  const stats = await stat(path)
  if (!stats.isDirectory()) return stats.size
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => stat(join(entry.parentPath, entry.name)))
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
}

/**
 * Removes these one by one and returns those that are gone; the caller has the lock of the home. A folder stays while a process writes
 * into it. If the process is killed, the next prune removes the rest.
 */
export async function removePrunables(
  home: Home,
  things: readonly Prunable[],
  now: Date,
): Promise<Prunable[]> {
  const gone: Prunable[] = []
  for (const thing of things) {
    const place = join(home.root, thing.path)
    failPoint('prune.began')
    if (thing.kind !== 'exports') await rm(place, { recursive: true, force: true })
    else if (!(await removePublished(place, now))) continue
    await sync(dirname(place))
    failPoint('prune.removed')
    gone.push(thing)
  }
  return gone
}

export interface PruneOptions {
  /** Days that exports and reports of runs are retained; all of them when it is not given. So with the others. */
  readonly exports?: number | undefined
  readonly logs?: number | undefined
  /** Days that damaged bytes are retained. */
  readonly quarantine?: number | undefined
  /** Whether to report what would go, and remove nothing. Default false. */
  readonly dryRun?: boolean | undefined
}

export interface Pruned {
  /** What was removed; in a dry run what would be. */
  readonly pruned: readonly Prunable[]
  /** What stays, because a process is writing there. */
  readonly inUse: readonly Prunable[]
}

const dayMs = 86_400_000

/** Removes what is older than these days; raw, ledger and tables stay. @throws RefusedError, StopError */
export async function prune(settings: Settings, options: PruneOptions): Promise<Pruned> {
  const { home, clock } = settings
  const now = clock.now()
  const before = beforeOf(options, now)
  await requireRuns(home, 'prune')
  await using _lock = await takeLock(home.state.lock, now)
  const things = await prunables(home, before)
  const pruned = options.dryRun === true ? things : await removePrunables(home, things, now)
  return { pruned, inUse: things.filter((thing) => !pruned.includes(thing)) }
}

function beforeOf(options: PruneOptions, now: Date): Partial<Record<PrunableKind, Date>> {
  const given = prunableKinds.flatMap((kind) => {
    const days = options[kind]
    return days === undefined ? [] : [[kind, new Date(now.getTime() - days * dayMs)] as const]
  })
  if (given.length > 0) return Object.fromEntries(given)
  throw new RefusedError(
    'prune: nothing says what may go; expected days, as --exports 30, --logs 365 or --quarantine 90. ' +
      'Raw answers, the ledger and the tables always stay',
  )
}
