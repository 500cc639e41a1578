import { existsSync, readSync } from 'node:fs'
import { type FileHandle, lstat, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { hasNumber } from './lock.ts'
import { orClosed } from './own-file.ts'

/** Where Linux names what a process has open, whether it has another name or not. */
const openFiles = '/proc/self/fd'

/**
 * A private file in the system's temporary folder (TMPDIR). Where the system allows it (Linux), it has no name of its own and
 * goes with the process, however that ends: what was forgotten cannot be left in it. Elsewhere it goes when it is closed.
 */
export class ScratchFile implements AsyncDisposable {
  readonly handle: FileHandle
  /** By which this process can open it again. */
  readonly path: string
  readonly #folder: string

  private constructor(handle: FileHandle, path: string, folder: string) {
    this.handle = handle
    this.path = path
    this.#folder = folder
  }

  static async open(): Promise<ScratchFile> {
    const { path: folder } = await temporaryFolder()
    const named = join(folder, 'file')
    const handle = await open(named, 'wx+', 0o600)
    if (!existsSync(openFiles)) return new ScratchFile(handle, named, folder)
    await orClosed(handle, () => rm(folder, { recursive: true, force: true }))
    return new ScratchFile(handle, join(openFiles, String(handle.fd)), folder)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Bytes that are gathered before a write; a piece that is larger is written as it is. */
const gatheredBytes = 4 << 20

/** Pieces in a scratch file, which can be read as soon as they are appended. */
export class Spool implements AsyncDisposable {
  readonly #file: ScratchFile
  readonly #gathered = Buffer.allocUnsafe(gatheredBytes)
  #waiting = 0
  #written = 0

  private constructor(file: ScratchFile) {
    this.#file = file
  }

  static async open(): Promise<Spool> {
    return new Spool(await ScratchFile.open())
  }

  /** One piece at a time. Resolves with its offset, when `bytes` may be used for something else. */
  async append(bytes: Uint8Array): Promise<number> {
    if (this.#waiting + bytes.byteLength > gatheredBytes) await this.flush()
    const offset = this.#written + this.#waiting
    if (bytes.byteLength > gatheredBytes) return await this.#write(bytes)
    this.#gathered.set(bytes, this.#waiting)
    this.#waiting += bytes.byteLength
    return offset
  }

  /** Before a read that goes beyond one piece. */
  async flush(): Promise<void> {
    await this.#write(this.#gathered.subarray(0, this.#waiting))
  }

  async #write(bytes: Uint8Array): Promise<number> {
    await this.#file.handle.appendFile(bytes)
    this.#waiting = 0
    this.#written += bytes.byteLength
    return this.#written - bytes.byteLength
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const target = Buffer.allocUnsafe(length)
    if (this.#copiedTo(target, offset)) return target
    const { bytesRead } = await this.#file.handle.read(target, 0, length, offset)
    return wholly(target, offset, bytesRead)
  }

  /** Reads at once: for many small pieces, which the system has in memory. */
  readInto(target: Uint8Array, offset: number): void {
    if (!this.#copiedTo(target, offset))
      wholly(target, offset, readSync(this.#file.handle.fd, target, 0, target.byteLength, offset))
  }

  #copiedTo(target: Uint8Array, offset: number): boolean {
    const from = offset - this.#written
    if (from >= 0) target.set(this.#gathered.subarray(from, from + target.byteLength))
    return from >= 0
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file[Symbol.asyncDispose]()
  }
}

function wholly<Bytes extends Uint8Array>(target: Bytes, offset: number, read: number): Bytes {
  if (read === target.byteLength) return target
  throw new Error(`expected ${target.byteLength} bytes at ${offset} of a temporary file, got ${read}`)
}

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

const newline = 0x0a

/**
 * The lines of a file, in UTF-8, without what ends them: line feeds alone do, which `readline` does not keep to. Bounded by the
 * longest line. The file stays open.
 */
export async function* linesOf(file: FileHandle): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const bytes of file.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 })) {
    const chunk = bytes as Buffer
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      begun.push(chunk.subarray(from, end))
      yield Buffer.concat(begun).toString('utf8')
      begun = []
      from = end + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8')
}
