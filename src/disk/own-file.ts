import { constants } from 'node:fs'
import { copyFile, type FileHandle, open, stat } from 'node:fs/promises'
import { GivenFileError, mostBytes, refusalOf, sizeText, withoutWaiting } from './given-file.ts'

/**
 * The outcome of what has to be done before an open file is handed on; when that fails, the file is closed. Node from 25 on ends a
 * process with an error when it collects a file that was never closed.
 */
export async function orClosed<T>(file: Pick<FileHandle, 'close'>, outcome: () => Promise<T>): Promise<T> {
  try {
    return await outcome()
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Opens a file of a home to be read. A named pipe or a device in its place does not make it wait. @throws GivenFileError, or what the system says */
export async function openOwnFile(path: string): Promise<FileHandle> {
  const handle = await open(path, withoutWaiting)
  return await orClosed(handle, async () => {
    const refusal = refusalOf(await handle.stat())
    if (refusal !== undefined) throw refusedAt(path, refusal)
    return handle
  })
}

/** @throws as openOwnFile; GivenFileError for more than `most` bytes */
export async function readOwnFile(path: string, most: number = mostBytes.own): Promise<Buffer> {
  await using handle = await openOwnFile(path)
  const { size } = await handle.stat()
  if (size > most) throw refusedAt(path, `holds more than ${sizeText(most)}, the most that is read`)
  return await handle.readFile()
}

/** In UTF-8. @throws as readOwnFile */
export const readOwnText = async (path: string, most?: number): Promise<string> =>
  (await readOwnFile(path, most)).toString('utf8')

/** The bytes of a file, of any size, piece by piece. @throws as openOwnFile */
export async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  await using handle = await openOwnFile(path)
  yield* handle.createReadStream({ autoClose: false, highWaterMark: 1 << 18 })
}

/** Before another program, as DuckDB, opens a file: it would wait for a named pipe for ever. @throws as openOwnFile */
export async function requireFile(path: string): Promise<void> {
  const refusal = refusalOf(await stat(path))
  if (refusal !== undefined) throw refusedAt(path, refusal)
}

/** Copies; at once where the file system can share the bytes. @throws as openOwnFile */
export async function copyOwnFile(source: string, target: string): Promise<void> {
  await requireFile(source)
  await copyFile(source, target, constants.COPYFILE_FICLONE)
}

/** What is in the place of a file of a home, and what to do. */
export const refusedAt = (path: string, refusal: string): GivenFileError =>
  new GivenFileError(`${path} ${refusal}; expected a regular file: move it away, or put it back from a copy`)
