import { createHash, type Hash } from 'node:crypto'
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

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
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

/** Makes a file durable that somebody else wrote, and tells what it is. */
export async function hashSynced(path: string): Promise<{ bytes: number; sha256: string }> {
  await using handle = await open(path, 'r+')
  await handle.sync()
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
