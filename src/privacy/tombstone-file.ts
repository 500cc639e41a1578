import { readFile, writeFile } from 'node:fs/promises'
import { replaceDurably } from '../disk/durable.ts'
import { noTombstones, type TombstoneFile, tombstoneFile } from './tombstone.ts'

/** The tombstones cannot be read. Going on without them would bring back what was forgotten. */
export class TombstoneError extends Error {
  override name = 'TombstoneError'
}

/** Reads the tombstones of a home; none when there is no file. @throws TombstoneError */
export async function readTombstones(path: string): Promise<TombstoneFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return noTombstones
  try {
    return tombstoneFile.parse(JSON.parse(text))
  } catch (cause) {
    throw new TombstoneError(
      `${path} cannot be read: expected the tombstones that dossier forget wrote; ` +
        'put it back from a copy: without it, what was forgotten would come back',
      { cause },
    )
  }
}

/** Writes the tombstones whole or not at all, for their owner only. */
export async function writeTombstones(path: string, file: TombstoneFile): Promise<void> {
  const temporary = `${path}.writing`
  await writeFile(temporary, `${JSON.stringify(tombstoneFile.parse(file), null, 2)}\n`, { mode: 0o600 })
  await replaceDurably(temporary, path)
}
