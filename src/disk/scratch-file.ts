import { existsSync } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
    const folder = await mkdtemp(join(tmpdir(), 'dossier-scratch-'))
    const named = join(folder, 'file')
    const handle = await open(named, 'wx+', 0o600)
    if (!existsSync(openFiles)) return new ScratchFile(handle, named, folder)
    await rm(folder, { recursive: true, force: true })
    return new ScratchFile(handle, join(openFiles, String(handle.fd)), folder)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
