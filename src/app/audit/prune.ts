import { readdir, readlink, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sync } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { removePublished } from '../../disk/publish-folder.ts'
import { exists, type Home, publishedFolders, runFolder, runIds } from '../../run/home/home.ts'
import { readRunFile } from '../../run/home/runs.ts'

/** What can go without loss: raw, inputs and run.json cannot, for tables are rebuilt from them and nothing else. */
export const prunableKinds = ['exports', 'logs', 'quarantine'] as const
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
      found.push({
        kind,
        path,
        runId: run.runId,
        since: run.ended,
        bytes: await bytesIn(join(home.root, path)),
      })
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
    const path = file.slice(root.length + 1)
    found.push({
      kind: 'quarantine',
      path,
      runId: null,
      since: mtime.toISOString(),
      bytes: await bytesIn(file),
    })
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
 * Removes these, one by one, and returns those that are gone; the caller has the lock of the home. A folder that a process is writing into
 * stays. One that was cut off is finished by the next, which finds what is left.
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
