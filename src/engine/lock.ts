import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { StopError } from './stop.ts'

const lockFile = z.object({ pid: z.int().positive(), host: z.string(), since: z.string() })

/** The process that holds a home. */
export type LockOwner = Readonly<z.infer<typeof lockFile>>

/** Locks that this process holds. */
const held = new Set<string>()

/**
 * Takes the home for this process. A lock whose process is gone is taken over.
 * @throws StopError that says who holds it and since when
 */
export async function takeLock(path: string, since: Date): Promise<AsyncDisposable> {
  const own: LockOwner = { pid: process.pid, host: hostname(), since: since.toISOString() }
  while (!(await create(path, own))) {
    const holder = await lockOwner(path)
    if (holder !== undefined) throw refused(path, holder)
    await rm(path, { force: true })
  }
  held.add(resolve(path))
  return {
    [Symbol.asyncDispose]: async () => {
      await rm(path, { force: true })
      held.delete(resolve(path))
    },
  }
}

/** The lock appears whole or not at all: nobody reads one that is half written. False when there is one. */
async function create(path: string, own: LockOwner): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(own), { mode: 0o600 })
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

const refused = (path: string, { pid, host, since }: LockOwner): StopError =>
  new StopError({
    status: 'stopped',
    message:
      `another run has ${path}: process ${pid} on ${host}, since ${since}; ` +
      'wait for it, or choose another --home; if that process is gone, remove the file',
  })

/** Who holds the lock now; undefined when nobody who is alive does. */
export async function lockOwner(path: string): Promise<LockOwner | undefined> {
  const owner = await readOwner(path)
  return owner !== undefined && isAlive(owner, path) ? owner : undefined
}

async function readOwner(path: string): Promise<LockOwner | undefined> {
  try {
    return lockFile.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** A process on another machine cannot be asked: it counts as alive. */
function isAlive({ pid, host }: LockOwner, path: string): boolean {
  if (host !== hostname()) return true
  // Our own number, but not our lock: the holder is gone and its number was given out again.
  if (pid === process.pid) return held.has(resolve(path))
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
