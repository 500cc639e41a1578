import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../disk/durable.ts'
import { type LockOwner, lockOwner, thisProcess } from '../../disk/lock.ts'
import { readOwnText } from '../../disk/own-file.ts'

const waitingFile = z.object({
  jobs: z.array(
    z.object({ job: z.string(), next: z.string().nullable(), begun: z.string().nullable().default(null) }),
  ),
})

/**
 * A schedule that is kept, and of its jobs that wait when they run next, and when it last began a run of theirs: ISO 8601,
 * UTC; null when no time is left, and when it began none.
 */
export interface Waiting extends z.infer<typeof waitingFile> {
  readonly owner: LockOwner
  /** Its last sign of life, milliseconds since 1970 by the machine's clock: one a minute, at least. */
  readonly seenMs: number
}

/**
 * Shows `dossier status` that a schedule waits: keeps a file in the home while the schedule is kept. It is no record, and no lock: one that cannot be written ends nothing, and one
 * whose process is gone counts for nothing. Of two schedules of one home, status reports the one that wrote last.
 */
export async function createWaitingFile(path: string, now: Date) {
  const owner = await thisProcess(now)
  const next = new Map<string, Date | null>()
  const begun = new Map<string, Date>()
  await makeFolder(dirname(path)).catch(() => undefined)
  /** The schedule is alive. */
  const beat = (): void => {
    const jobs = [...next].map(([job, until]) => ({
      job,
      next: until?.toISOString() ?? null,
      begun: begun.get(job)?.toISOString() ?? null,
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
    beat,
    waits(job: string, until: Date | null): void {
      next.set(job, until)
      beat()
    },
    /** It runs from then on, and tells of itself. */
    runs(job: string, now: Date): void {
      next.delete(job)
      begun.set(job, now)
      beat()
    },
    [Symbol.dispose](): void {
      rmSync(path, { force: true })
    },
  }
}

/** The schedule that is kept with a home; undefined when there is none that is alive. */
export async function readWaiting(path: string): Promise<Waiting | undefined> {
  const owner = await lockOwner(path).catch(() => undefined)
  if (owner === undefined) return undefined
  const text = await readOwnText(path).catch(() => '')
  try {
    const { mtimeMs: seenMs } = await stat(path)
    return { owner, seenMs, ...waitingFile.parse(JSON.parse(text)) }
  } catch {
    return undefined
  }
}
