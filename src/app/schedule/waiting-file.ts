import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../disk/durable.ts'
import { type LockOwner, lockOwner, thisProcess } from '../../disk/lock.ts'

const waitingFile = z.object({
  jobs: z.array(z.object({ job: z.string(), next: z.string().nullable() })),
})

/** A schedule that is kept, and when its jobs in a home run next: ISO 8601, UTC; null when no time is left. */
export interface Waiting extends z.infer<typeof waitingFile> {
  readonly owner: LockOwner
}

/** Shows `dossier status` that a schedule waits, home by home. */
export interface WaitingFiles extends Disposable {
  waits(home: string, job: string, until: Date | null): void
  /** It runs, and tells of itself. */
  runs(home: string, job: string): void
}

/**
 * Keeps a file in each home while the schedule is kept. It is no record, and no lock: one that cannot be written ends nothing, and one
 * whose process is gone counts for nothing. Of two schedules of one home, status reports the one that wrote last.
 */
export async function createWaitingFiles(
  paths: ReadonlyMap<string, string>,
  now: Date,
): Promise<WaitingFiles> {
  const owner = await thisProcess(now)
  const next = new Map<string, Map<string, Date | null>>()
  for (const [home, path] of paths) {
    next.set(home, new Map())
    await makeFolder(dirname(path)).catch(() => undefined)
  }
  const write = (home: string): void => {
    const path = paths.get(home)
    if (path === undefined) return
    const jobs = [...(next.get(home) ?? [])].map(([job, until]) => ({
      job,
      next: until?.toISOString() ?? null,
    }))
    const temporary = join(dirname(path), '.schedule.json')
    try {
      writeFileSync(temporary, `${JSON.stringify({ ...owner, jobs })}\n`, { mode: 0o600 })
      renameSync(temporary, path)
    } catch {
      // See above.
    }
  }
  return {
    waits(home, job, until) {
      next.get(home)?.set(job, until)
      write(home)
    },
    runs(home, job) {
      next.get(home)?.delete(job)
      write(home)
    },
    [Symbol.dispose]() {
      for (const path of paths.values()) rmSync(path, { force: true })
    },
  }
}

/** The schedule that is kept with a home; undefined when there is none that is alive. */
export async function readWaiting(path: string): Promise<Waiting | undefined> {
  const owner = await lockOwner(path).catch(() => undefined)
  if (owner === undefined) return undefined
  const text = await readFile(path, 'utf8').catch(() => '')
  try {
    return { owner, ...waitingFile.parse(JSON.parse(text)) }
  } catch {
    return undefined
  }
}
