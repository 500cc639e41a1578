import { type FileHandle, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ifMissing, newFile, sync } from '../../disk/durable.ts'
import { failPoint } from '../../disk/fail-points.ts'
import { orClosed, readOwnText } from '../../disk/own-file.ts'
import type { LandedCall } from './entry.ts'
import { createTurns, grouped } from './landing.ts'

/** An attempt that is about to be made, with what its ledger entry needs should it never come home. */
export type BegunAttempt = Pick<
  LandedCall,
  'callKey' | 'operation' | 'step' | 'params' | 'sweep' | 'cost'
> & {
  /** ISO 8601, UTC. */
  readonly startedAt: string
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
  readonly #append = grouped<string>(createTurns(), (lines) => this.#write(lines))

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Fails when there is a journal already: it has to be settled first. */
  static async open(path: string, head: JournalHead): Promise<AttemptJournal> {
    const file = await newFile(path)
    return await orClosed(file, async () => {
      const journal = new AttemptJournal(file)
      await journal.#write([lineOf(head)])
      await sync(dirname(path))
      failPoint('attempts.opened')
      return journal
    })
  }

  /** Resolves when the attempt is on disk: only then may it be made. */
  begin(attempt: BegunAttempt): Promise<void> {
    return this.#append(lineOf(attempt))
  }

  /** Says of an attempt, the last one of its call, that it was not made after all: it is not counted. */
  withdraw({ callKey }: Pick<BegunAttempt, 'callKey'>): Promise<void> {
    return this.#append(lineOf({ withdrawn: callKey } satisfies Withdrawal))
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
  readonly withdrawn: string
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`

/** What a killed process was about to ask; undefined when none left a journal. A torn last line was never asked. */
export async function readJournal(
  path: string,
): Promise<{ head: JournalHead; attempts: BegunAttempt[] } | undefined> {
  const text = await readOwnText(path).catch(ifMissing)
  if (text === undefined) return undefined
  const [head, ...lines] = wholeLines(text)
  // Without its head it was never opened, and nothing was asked.
  if (head === undefined) return { head: { runId: '', firstSegment: '' }, attempts: [] }
  return { head: head as JournalHead, attempts: attemptsIn(lines as (BegunAttempt | Withdrawal)[]) }
}

/** In the order in which they were begun, without those that were not made after all. */
function attemptsIn(lines: readonly (BegunAttempt | Withdrawal)[]): BegunAttempt[] {
  const attempts: BegunAttempt[] = []
  for (const line of lines) {
    if (!('withdrawn' in line)) attempts.push(line)
    else {
      const index = attempts.findLastIndex(({ callKey }) => callKey === line.withdrawn)
      if (index !== -1) attempts.splice(index, 1)
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

/** What a call says that was begun and never landed: ours is the only record that it was made. */
const lostMessage =
  'the process ended, or could not write, while this call was under way; it may have been charged'

/**
 * The calls of a killed process that were begun and never landed, each with all its attempts and their price, for each may have been
 * charged. `landed` counts attempts by call key.
 */
export function lostCalls(
  runId: string,
  attempts: readonly BegunAttempt[],
  landed: ReadonlyMap<string, number>,
): LandedCall[] {
  const begun = new Map<string, BegunAttempt[]>()
  for (const attempt of attempts) begun.set(attempt.callKey, [...(begun.get(attempt.callKey) ?? []), attempt])
  return [...begun].flatMap(([callKey, of]) => {
    const lost = of.slice(landed.get(callKey) ?? 0)
    const last = lost.at(-1)
    return last === undefined ? [] : [lostCall(runId, last, lost)]
  })
}

const lostCall = (
  runId: string,
  { startedAt, cost: _, ...asked }: BegunAttempt,
  attempts: readonly BegunAttempt[],
): LandedCall => ({
  ...asked,
  runId,
  fetchedAt: startedAt,
  attempts: attempts.length,
  latencyMs: 0,
  cost: attempts.reduce((sum, { cost }) => sum + cost, 0),
  httpStatus: null,
  error: lostMessage,
  transport: 'lost',
  body: new Uint8Array(),
  isJson: false,
  value: undefined,
})
