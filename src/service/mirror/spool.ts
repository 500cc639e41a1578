import { readSync } from 'node:fs'
import { ScratchFile } from '../../disk/scratch-file.ts'

/** Bytes that are gathered before a write; a piece that is larger is written as it is. */
const gatheredBytes = 4 << 20

/** A scratch file that is written once, then read at any place. It takes room on the disk while it is open. */
export class Spool {
  readonly #scratch: ScratchFile
  readonly #gathered = Buffer.allocUnsafe(gatheredBytes)
  #waiting = 0
  #written = 0

  private constructor(scratch: ScratchFile) {
    this.#scratch = scratch
  }

  static async open(): Promise<Spool> {
    return new Spool(await ScratchFile.open())
  }

  /** Resolves with the offset, when `bytes` may be used for something else; they can be read after `flush`. */
  async append(bytes: Uint8Array): Promise<number> {
    if (this.#waiting + bytes.byteLength > gatheredBytes) await this.flush()
    const offset = this.#written + this.#waiting
    if (bytes.byteLength > gatheredBytes) {
      await this.#write(bytes)
    } else {
      this.#gathered.set(bytes, this.#waiting)
      this.#waiting += bytes.byteLength
    }
    return offset
  }

  async flush(): Promise<void> {
    await this.#write(this.#gathered.subarray(0, this.#waiting))
    this.#waiting = 0
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#scratch.handle.appendFile(bytes)
    this.#written += bytes.byteLength
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const target = Buffer.allocUnsafe(length)
    const { bytesRead } = await this.#scratch.handle.read(target, 0, length, offset)
    if (bytesRead !== length) throw this.#shortRead(offset, length, bytesRead)
    return target
  }

  /** Reads at once: for many small pieces, which the system has in memory. */
  readInto(target: Uint8Array, offset: number): void {
    const read = readSync(this.#scratch.handle.fd, target, 0, target.byteLength, offset)
    if (read !== target.byteLength) throw this.#shortRead(offset, target.byteLength, read)
  }

  #shortRead(offset: number, length: number, read: number): Error {
    return new Error(`mirror: expected ${length} bytes at ${offset} of its temporary file, got ${read}`)
  }

  close(): Promise<void> {
    return this.#scratch[Symbol.asyncDispose]()
  }
}
