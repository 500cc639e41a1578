import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { hasNumber } from './lock.ts'

/** The name says whose it is: what a killed process left is found by it. */
const temporaryName = /^dossier-of-(\d+)-\w{6}$/

/** A private folder in the system's temporary folder (TMPDIR), until it is disposed of. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), `dossier-of-${process.pid}-`))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Temporary folders of this user whose process is gone. */
export async function leftTemporaryFolders(): Promise<string[]> {
  const left: string[] = []
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = Number(temporaryName.exec(name)?.[1] ?? process.pid)
    if (pid === process.pid || hasNumber(pid)) continue
    const stats = await lstat(join(tmpdir(), name)).catch(() => undefined)
    if (stats?.isDirectory() && stats.uid === userInfo().uid) left.push(join(tmpdir(), name))
  }
  return left
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
