import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { withoutWaiting } from './given-file.ts'
import { piecesOf } from './own-file.ts'

/** Makes what was written to a file, or the names in a folder, survive a power cut. */
export async function sync(path: string): Promise<void> {
  await using handle = await open(path, withoutWaiting)
  await handle.sync()
}

/** A file that was not there, for its owner only. Fails when it exists. */
export const newFile = (path: string): Promise<FileHandle> => open(path, 'ax', 0o600)

/** For `catch`: undefined instead of a file or folder that is not there; other errors are thrown on. */
export function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Puts a finished file in its place: a reader, also after a power cut, finds the old one or the new one, whole. */
export async function replaceDurably(finished: string, place: string): Promise<void> {
  await sync(finished)
  await rename(finished, place)
  await sync(dirname(place))
}

/**
 * Makes a folder and those above it, private to their owner. Each name that is new survives a power cut. One by one: Node's recursive
 * way says ENOENT of a disk that is read-only, and does not end below /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  const place = resolve(path)
  const isNew = await isMade(place).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await makeFolder(dirname(place))
    return await isMade(place)
  })
  if (isNew) await sync(dirname(place))
}

/** False where there is a folder already. */
async function isMade(place: string): Promise<boolean> {
  try {
    await mkdir(place, { mode: 0o700 })
    return true
  } catch (error) {
    if ((await stat(place).catch(() => undefined))?.isDirectory()) return false
    throw error
  }
}

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
    return new HashedFile(await newFile(path))
  }

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

export async function hashOfFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of piecesOf(path)) {
    hash.update(chunk)
    bytes += chunk.byteLength
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Makes a file durable that another program wrote; returns its size and hash. */
export async function hashSynced(path: string): Promise<{ bytes: number; sha256: string }> {
  await sync(path)
  return await hashOfFile(path)
}
