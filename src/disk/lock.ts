import { createHash, randomUUID } from 'node:crypto'
import { link, lstat, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { failPoint } from './fail-points.ts'
import { mostBytes } from './given-file.ts'
import { readOwnText, refusedAt } from './own-file.ts'

const lockFile = z.object({
  pid: z.int().positive(),
  host: z.string(),
  since: z.string(),
  /** What `processStart` says of the holder, where it says anything. */
  processStart: z.string().optional(),
})

export type LockOwner = Readonly<z.infer<typeof lockFile>>

/** Locks that this process holds, or is about to, with what they say. */
const held = new Map<string, string>()

/** A living process holds the lock; nothing was done. The caller knows what the lock stands for, and says so to a person. */
export class LockHeldError extends Error {
  override name = 'LockHeldError'
  readonly owner: LockOwner

  constructor(path: string, owner: LockOwner) {
    super(`lock: ${path} is held by ${ownerText(owner)}`)
    this.owner = owner
  }
}

/**
 * Takes a lock for this process. One whose process is gone is taken over, by exactly one of those who find it.
 * @throws LockHeldError
 */
export async function acquireLock(path: string, since: Date): Promise<AsyncDisposable> {
  const owner = await thisProcess(since)
  const [place, own] = [resolve(path), JSON.stringify(owner)]
  if (held.has(place)) throw new LockHeldError(path, (await lockOwner(path)) ?? owner)
  held.set(place, own)
  try {
    const holder = await take(path, own)
    if (holder !== undefined) throw new LockHeldError(path, holder)
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

/** This process as the owner of something from then on. */
export async function thisProcess(since: Date): Promise<LockOwner> {
  const { pid } = process
  return { pid, host: hostname(), since: since.toISOString(), processStart: await processStart(pid) }
}

/** Takes a lock, or returns who is in the way. */
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
 * Removes a lock that no living process holds, or returns who is just doing so. Between looking and removing, another could have
 * removed it and put its own there. So the remover holds a lock on exactly this stale lock, and looks again under it:
 * it is gone, and stays so, or it is still there, and no other may touch it. A lock on a stale lock may be left
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

/** Removes this lock and no other: a person may have removed it, and another process taken its place. */
async function removeLock(path: string, content: string): Promise<void> {
  if ((await contentOf(path)) === content) await rm(path, { force: true })
}

/**
 * What file systems without hard links say (exFAT, some shares), to which people may export. There a lock is made in two steps, and
 * a reader between them takes it for one that no process holds.
 */
const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** The lock appears whole or not at all: a half-written one is never read. False when there is one. */
async function create(path: string, own: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, own, { mode: 0o600 })
  failPoint('lock.written')
  try {
    await link(draft, path).catch(async (error) => {
      if (!noLinks.includes(error.code)) throw error
      await writeFile(path, own, { mode: 0o600, flag: 'wx' })
    })
    failPoint('lock.taken')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** `YYYY-MM-DD hh:mm:ss` of an ISO 8601 time. */
export const utc = (iso: string): string => iso.slice(0, 19).replace('T', ' ')

export const ownerText = ({ pid, host, since }: LockOwner): string =>
  `process ${pid}${host === hostname() ? '' : ` on ${host}`}, since ${utc(since)} UTC`

/** Whether a person on this machine can see if the holder still runs. */
export const isOnThisMachine = ({ host }: LockOwner): boolean => host === hostname()

/** Who holds the lock now; undefined when no living process does. */
export async function lockOwner(path: string): Promise<LockOwner | undefined> {
  const content = await contentOf(path)
  return content === undefined ? undefined : await livingOwner(content, path)
}

/** What a lock says; undefined when there is none. A link to nothing is no lock that was given back: it would be waited for without end. */
async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readOwnText(path, mostBytes.secret)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const stands = await lstat(path).catch(() => undefined)
    if (stands?.isSymbolicLink()) throw refusedAt(path, 'is a link to nothing')
    return undefined
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

/**
 * What processes that were killed on their way to this lock left beside it: drafts, and locks on a stale one. Only its holder may remove
 * it. What a living process wrote is none of it, and neither is what names no owner, for an hour: it may be being written.
 */
export async function leftLockDrafts(path: string): Promise<string[]> {
  const [folder, prefix] = [dirname(path), `${basename(path)}.`]
  const left: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix) || !draftOrClaim.test(name.slice(prefix.length))) continue
    if (await isLeft(join(folder, name))) left.push(join(folder, name))
  }
  return left
}

const draftOrClaim = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16})$/
const surelyLeftMs = 3_600_000

async function isLeft(draft: string): Promise<boolean> {
  const content = await contentOf(draft)
  if (content === undefined) return false
  if (parseOwner(content) !== undefined) return (await livingOwner(content, draft)) === undefined
  const written = await stat(draft).catch(() => undefined)
  return written !== undefined && Date.now() - written.mtimeMs > surelyLeftMs
}

/**
 * When a process of this machine started, in the kernel's own count (field 22 of /proc/<pid>/stat): with it a process is
 * distinguished from a later one of the same number. 'gone' when there is none any more, or only its entry that was not collected
 * yet; undefined where the machine does not say.
 */
export async function processStart(pid: number): Promise<string | 'gone' | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    // The second field is the name of the program in brackets; it may hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? 'gone' : fields[19]
  } catch {
    return undefined
  }
}

/** Whether there is a process of this number, be it another's. */
export function hasNumber(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

let databases = 0

/**
 * A folder for one open database's own: DuckDB gives the files of all the same names, and two that share a folder read each other's.
 * DuckDB makes it when it needs it, and removes it when it is closed.
 */
export const spillFolder = (path: string): string => {
  databases += 1
  return `${path}.${process.pid}.${databases}`
}

/** Whether the process that a name made by `spillFolder` refers to is still there; its databases may be at work. */
export function isSpilledTo(name: string): boolean {
  const pid = Number(/\.(\d+)\.\d+$/.exec(name)?.[1] ?? Number.NaN)
  return pid !== process.pid && Number.isInteger(pid) && hasNumber(pid)
}
