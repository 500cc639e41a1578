import { readSync } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes that are gathered before a write. */
const chunk = 4 << 20

/**
 * A private file that has no name and goes with the process, however that ends: what was forgotten cannot be left in it. Written
 * once, then read at any place. It stands in the system's temporary folder (TMPDIR) and takes room there while it is open.
 */
export class Spool {
  readonly #folder: string
  readonly #file: FileHandle
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #written = 0

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder
    this.#file = file
  }

  static async open(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), 'dossier-mirror-'))
    const file = await open(join(folder, 'spool'), 'wx+', 0o600)
    // A system that does not remove what is open has it removed by close().
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    return new Spool(folder, file)
  }

  /** Resolves with the offset; the bytes can be read after `flush`. */
  async append(bytes: Uint8Array): Promise<number> {
    const offset = this.#written + this.#waitingBytes
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.byteLength
    if (this.#waitingBytes >= chunk) await this.flush()
    return offset
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#file.appendFile(bytes)
    this.#written += bytes.byteLength
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(length), 0, length, offset)
    if (bytesRead !== length) throw this.#shortRead(offset, length, bytesRead)
    return buffer
  }

  /** Reads at once: for many small pieces, which the system has in memory. */
  readInto(target: Uint8Array, offset: number): void {
    const read = readSync(this.#file.fd, target, 0, target.byteLength, offset)
    if (read !== target.byteLength) throw this.#shortRead(offset, target.byteLength, read)
  }

  #shortRead(offset: number, length: number, read: number): Error {
    return new Error(`mirror: expected ${length} bytes at ${offset} of its temporary file, got ${read}`)
  }

  async close(): Promise<void> {
    await this.#file.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
