import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sync } from '../disk/durable.ts'
import { failPoint } from '../disk/fail-points.ts'
import type { LandedCall } from './entry.ts'
import { Grouped, Turns } from './landing.ts'

/** An attempt that is about to be made, with what its ledger entry needs should it never come home. */
export type BegunAttempt = Pick<
  LandedCall,
  'callKey' | 'operation' | 'step' | 'params' | 'sweep' | 'cost'
> & {
  /** ISO 8601, UTC. */
  readonly startedAt: string
}

/** An attempt as the journal knows it afterwards. */
export type JournalledAttempt = BegunAttempt & {
  /** It was never made. */
  readonly isWithdrawn?: true
}

/** Which process of which run a journal is of: its segments are those from the first one on. */
export interface JournalHead {
  readonly runId: string
  readonly firstSegment: string
}

/**
 * What is about to be asked, on disk before it is asked. After a crash the attempts that neither landed nor are known to have
 * failed are those that may have been charged all the same: the ledger must hold them, or a budget could be exceeded.
 */
export class AttemptJournal {
  readonly #file: FileHandle
  /** Bytes that are whole lines. */
  #bytes = 0
  readonly #lines = new Grouped<string>(new Turns(), (group) => this.#write(group))

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Fails when there is a journal already: it has to be settled first. */
  static async open(path: string, head: JournalHead): Promise<AttemptJournal> {
    const journal = new AttemptJournal(await open(path, 'ax', 0o600))
    await journal.#write([lineOf(head)])
    await sync(dirname(path))
    failPoint('attempts.opened')
    return journal
  }

  /** Resolves when the attempt is on disk: only then may it be made. */
  begin(attempt: BegunAttempt): Promise<void> {
    return this.#lines.add(lineOf(attempt))
  }

  /** Says of an attempt, the last one of its call, that it was not made after all: nobody counts it. */
  withdraw({ callKey }: Pick<BegunAttempt, 'callKey'>): Promise<void> {
    return this.#lines.add(lineOf({ withdrawn: callKey } satisfies Withdrawal))
  }

  async #write(lines: readonly string[]): Promise<void> {
    const group = Buffer.from(lines.join(''))
    try {
      await this.#file.appendFile(group)
      failPoint('attempts.written')
      await this.#file.datasync()
    } catch (error) {
      // Half a line would hide those behind it: nothing of a group that failed stays.
      await this.#file.truncate(this.#bytes)
      throw error
    }
    this.#bytes += group.byteLength
    failPoint('attempts.synced')
  }

  /** Nothing more is begun; what was is settled against the ledger afterwards. */
  async close(): Promise<void> {
    await this.#file.close()
    failPoint('attempts.closed')
  }
}

interface Withdrawal {
  /** Key of the call. */
  readonly withdrawn: string
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`

/** What a killed process was about to ask; undefined when none left a journal. A torn last line was never asked. */
export async function readJournal(
  path: string,
): Promise<{ head: JournalHead; attempts: JournalledAttempt[] } | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const [head, ...lines] = wholeLines(text)
  // Without its head it was never opened, and nothing was asked.
  if (head === undefined) return { head: { runId: '', firstSegment: '' }, attempts: [] }
  return { head: head as JournalHead, attempts: attemptsIn(lines as (BegunAttempt | Withdrawal)[]) }
}

/** In the order in which they were begun; whoever counted them once counts the same ones again. */
function attemptsIn(lines: readonly (BegunAttempt | Withdrawal)[]): JournalledAttempt[] {
  const attempts: JournalledAttempt[] = []
  for (const line of lines) {
    if (!('withdrawn' in line)) attempts.push(line)
    else {
      const index = attempts.findLastIndex(({ callKey }) => callKey === line.withdrawn)
      const attempt = attempts[index]
      if (attempt !== undefined) attempts[index] = { ...attempt, isWithdrawn: true }
    }
  }
  return attempts
}

/** Up to the first line that is not whole: what stands behind it was never on disk when it was asked for. */
function wholeLines(text: string): unknown[] {
  const values: unknown[] = []
  for (const line of text.split('\n').slice(0, -1)) {
    try {
      values.push(JSON.parse(line))
    } catch {
      break
    }
  }
  return values
}

export async function removeJournal(path: string): Promise<void> {
  await rm(path, { force: true })
  await sync(dirname(path))
}
