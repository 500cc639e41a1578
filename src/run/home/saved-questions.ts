import { randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { z } from 'zod'
import { ifMissing, replaceDurably } from '../../disk/durable.ts'
import { mostBytes } from '../../disk/given-file.ts'
import { acquireLock, LockHeldError, removeLockDrafts } from '../../disk/lock.ts'
import { readOwnText } from '../../disk/own-file.ts'

/** Questions that analysts saved in a home are no object of statements by name. */
export class SavedQuestionsError extends Error {
  override name = 'SavedQuestionsError'
}

/** Statements by name, in the order of the file. */
export type Questions = ReadonlyMap<string, string>

/** Not a record of zod: that leaves `__proto__` out. */
const entries = z.array(z.tuple([z.string(), z.string()]))

/** None when there is no file. @throws SavedQuestionsError */
export async function readQuestions(path: string): Promise<Questions> {
  const text = await readOwnText(path, mostBytes.questions).catch(ifMissing('{}'))
  try {
    const value: unknown = JSON.parse(text)
    return new Map(entries.parse(Array.isArray(value) ? value : Object.entries(value as object)))
  } catch (cause) {
    throw new SavedQuestionsError(
      `${path}: expected an object of statements by name, as in {"name": "SELECT …"}; correct it or move it away`,
      { cause },
    )
  }
}

/**
 * Changes the questions of a home, one writer at a time, whichever process it is in. Nothing is written when nothing changes.
 * @throws SavedQuestionsError; LockHeldError when another has been writing for five seconds
 */
export async function changeQuestions(
  path: string,
  change: (saved: Questions) => Questions,
): Promise<Questions> {
  const lock = `${path}.lock`
  await using _lock = await lockInTurn(lock)
  await removeLockDrafts(lock)
  for (const name of await readdir(dirname(path)))
    if (name.startsWith(`${basename(path)}.`) && name.endsWith('.writing'))
      await rm(join(dirname(path), name))
  const saved = await readQuestions(path)
  const changed = change(saved)
  if (changed === saved) return saved
  const finished = `${path}.${randomUUID()}.writing`
  await writeFile(finished, `${JSON.stringify(Object.fromEntries(changed), null, 2)}\n`, { mode: 0o600 })
  await replaceDurably(finished, path)
  return changed
}

const [mostTries, waitMs] = [250, 20]

async function lockInTurn(lock: string): Promise<AsyncDisposable> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await acquireLock(lock, new Date())
    } catch (error) {
      if (!(error instanceof LockHeldError) || tries === mostTries) throw error
      await passed(waitMs)
    }
  }
}
