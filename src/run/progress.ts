import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readOwnText } from '../disk/own-file.ts'
import { type Home, runFolder } from './home/home.ts'

const left = z.number().nullable()

const progressFile = z.object({
  /** What the run is at: planning, calling, exporting; `ended` when nothing more comes. */
  phase: z.enum(['planning', 'calling', 'exporting', 'ended']),
  /** ISO 8601, UTC: when any of this last changed. */
  updated_at: z.string(),
  step: z.string(),
  /** What this process saw end; failed, rate and elapsedMs likewise: `tally` of `Watch`. */
  done: z.number(),
  /** Calls known to be still to make; more may follow from their answers. */
  left: z.number(),
  cost: z.number(),
  failed: z.number(),
  rate: z.number(),
  /** Starts a second that are allowed, while the service's refusals hold them below the job's rate; else null. */
  heldTo: left,
  /** Calls that wait for their answers much longer than usual, and how long the longest of them has. */
  stuck: z.object({ calls: z.number(), longestMs: z.number() }).nullable(),
  elapsedMs: z.number(),
  /** Of what run and month allow; null where nothing limits it. */
  budgetLeft: z.object({ calls: left, cost: left }),
  lastError: z.string().nullable(),
})

/** Where a run stands, as runs/<run-id>/progress.json has it, for processes that may not open the working database. */
export type ProgressRecord = Readonly<z.infer<typeof progressFile>>
/** Where a run stands, for a person. */
export type Progress = Omit<ProgressRecord, 'phase' | 'updated_at'>

export type ProgressFile = ReturnType<typeof createProgressFile>

/** Nothing is called yet. */
const atFirst: Progress = {
  step: '',
  done: 0,
  left: 0,
  cost: 0,
  failed: 0,
  rate: 0,
  heldTo: null,
  stuck: null,
  elapsedMs: 0,
  budgetLeft: { calls: null, cost: null },
  lastError: null,
}

/**
 * Keeps runs/<run-id>/progress.json: replaced whole, at most once a second. It is no record: a power cut may lose it, and a
 * disk that takes no more ends no run, for what matters is landed elsewhere and says so itself. `clean` is given every text.
 */
export function createProgressFile(
  folder: string,
  { now, clean }: { now: () => Date; clean: (text: string) => string },
) {
  const [temporary, file] = [join(folder, '.progress.json'), join(folder, 'progress.json')]
  let shown: ProgressRecord = { ...atFirst, phase: 'planning', updated_at: now().toISOString() }
  let due: NodeJS.Timeout | undefined
  const write = (): void => {
    clearTimeout(due)
    due = undefined
    try {
      writeFileSync(temporary, `${clean(JSON.stringify(shown))}\n`, { mode: 0o600 })
      renameSync(temporary, file)
    } catch {
      // See above.
    }
  }
  const change = (more: Partial<ProgressRecord>): void => {
    shown = { ...shown, ...more, updated_at: now().toISOString() }
  }
  write()
  return {
    show(progress: Progress): void {
      change({ ...progress, phase: 'calling' })
      due ??= setTimeout(write, 1000).unref()
    },
    enter(phase: ProgressRecord['phase']): void {
      change({ phase })
      write()
    },
    /** Writes what was not written yet. */
    end: write,
  }
}

/** What a run last wrote; undefined when it wrote nothing, or nothing that this version reads. */
export async function readProgressFile(home: Home, runId: string): Promise<ProgressRecord | undefined> {
  try {
    const text = await readOwnText(join(runFolder(home, runId), 'progress.json'))
    return progressFile.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
