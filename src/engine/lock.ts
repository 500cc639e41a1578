import { createHash, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { StopError } from '../calling/stop.ts'
import { failPoint } from '../disk/fail-points.ts'
import { processStart } from './process-start.ts'

const lockFile = z.object({
  pid: z.int().positive(),
  host: z.string(),
  since: z.string(),
  /** What `processStart` says of the holder, where it says anything. */
  processStart: z.string().optional(),
})

/** The process that holds a home. */
export type LockOwner = Readonly<z.infer<typeof lockFile>>

/** Locks that this process holds, or is about to, with what they say. */
const held = new Map<string, string>()

/**
 * Takes the home for this process. A lock whose process is gone is taken over, by exactly one of those who find it.
 * @throws StopError that says who holds it and since when
 */
export async function takeLock(path: string, since: Date): Promise<AsyncDisposable> {
  const owner = await thisProcess(since)
  const [place, own] = [resolve(path), JSON.stringify(owner)]
  if (held.has(place)) throw refused(path, (await lockOwner(path)) ?? owner)
  held.set(place, own)
  try {
    const holder = await take(path, own)
    if (holder !== undefined) throw refused(path, holder)
  } catch (error) {
    held.delete(place)
    throw error
  }
  return {
    [Symbol.asyncDispose]: async () => {
      await removeLock(path, own)
      held.delete(place)
    },
  }
}

async function thisProcess(since: Date): Promise<LockOwner> {
  const start = await processStart(process.pid)
  return {
    pid: process.pid,
    host: hostname(),
    since: since.toISOString(),
    ...(start === undefined ? {} : { processStart: start }),
  }
}

/** Takes a lock, or tells who is in the way. */
async function take(path: string, own: string): Promise<LockOwner | undefined> {
  while (!(await create(path, own))) {
    const found = await contentOf(path)
    // Given back since.
    if (found === undefined) continue
    const inTheWay = (await livingOwner(found, path)) ?? (await clearStale(path, found, own))
    if (inTheWay !== undefined) return inTheWay
  }
  return undefined
}

/**
 * Removes a lock that nobody alive holds, or tells who is just doing so. Between looking and removing, another could have
 * removed it and put its own there. So whoever removes holds a lock on exactly this stale lock, and looks again under it:
 * it is gone, and stays so, or it is still there, and nobody else may touch it. A lock on a stale lock may be left
 * behind in its turn, and is cleared the same way.
 */
async function clearStale(path: string, stale: string, own: string): Promise<LockOwner | undefined> {
  const claim = `${path}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`
  const claimant = await take(claim, own)
  if (claimant !== undefined) return claimant
  try {
    await removeLock(path, stale)
  } finally {
    await removeLock(claim, own)
  }
  return undefined
}

/** Removes this lock and no other: a person may have removed it, and somebody else taken its place. */
async function removeLock(path: string, content: string): Promise<void> {
  if ((await contentOf(path)) === content) await rm(path, { force: true })
}

/** The lock appears whole or not at all: nobody reads one that is half written. False when there is one. */
async function create(path: string, own: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, own, { mode: 0o600 })
  failPoint('lock.written')
  try {
    await link(draft, path)
    failPoint('lock.taken')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Says which home it is, who has it, and what a person can do about it. */
const refused = (path: string, owner: LockOwner): StopError =>
  new StopError({
    status: 'stopped',
    message:
      `the home ${dirname(dirname(path))} is in use by ${ownerText(owner)}. ` +
      (owner.host === hostname()
        ? 'Nothing was done. Wait until that process has ended and do this again, or choose another --home'
        : `Whether it still runs cannot be seen from this machine: nothing was done. Wait until it has ended and do this again, or ` +
          `choose another --home. If you are sure that it is gone, remove ${path}`),
  })

/** Who holds a lock, for a person. */
export const ownerText = ({ pid, host, since }: LockOwner): string =>
  `process ${pid}${host === hostname() ? '' : ` on ${host}`}, since ${since.slice(0, 19).replace('T', ' ')} UTC`

/** Who holds the lock now; undefined when nobody who is alive does. */
export async function lockOwner(path: string): Promise<LockOwner | undefined> {
  const content = await contentOf(path)
  return content === undefined ? undefined : await livingOwner(content, path)
}

/** What a lock says; undefined when there is none. */
async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function livingOwner(content: string, path: string): Promise<LockOwner | undefined> {
  const owner = parseOwner(content)
  if (owner === undefined) return undefined
  const isOfOurNumber = owner.pid === process.pid && owner.host === hostname()
  // Our own number, but not our lock: the holder is gone and its number was given out again.
  const isHeld = isOfOurNumber ? held.get(resolve(path)) === content : await isAlive(owner)
  return isHeld ? owner : undefined
}

function parseOwner(content: string): LockOwner | undefined {
  try {
    return lockFile.parse(JSON.parse(content))
  } catch {
    return undefined
  }
}

/** A process on another machine cannot be asked: it counts as alive. */
async function isAlive({ pid, host, processStart: start }: LockOwner): Promise<boolean> {
  if (host !== hostname()) return true
  if (!hasNumber(pid)) return false
  const now = await processStart(pid)
  return now !== 'gone' && (start === undefined || now === undefined || now === start)
}

/** Whether there is a process of this number, be it another's. */
function hasNumber(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
