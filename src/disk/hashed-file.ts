import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** A new file that is hashed while it is written. Only its owner may read it. */
export class HashedFile implements AsyncDisposable {
  readonly #handle: FileHandle
  readonly #hash: Hash = createHash('sha256')
  #bytes = 0

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** Fails when the file exists. */
  static async create(path: string): Promise<HashedFile> {
    return new HashedFile(await open(path, 'wx', 0o600))
  }

  /** Text is written as UTF-8. */
  async write(content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.#hash.update(bytes)
    this.#bytes += bytes.length
    await this.#handle.writeFile(bytes)
  }

  /** Makes what was written durable; to be called once, at the end. */
  async finish(): Promise<{ bytes: number; sha256: string }> {
    await this.#handle.sync()
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#handle.close()
  }
}

/** Size and SHA-256 of a file that is there. */
export async function hashOfFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.byteLength
  }
  return { bytes, sha256: hash.digest('hex') }
}
