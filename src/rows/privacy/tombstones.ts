import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { ifMissing, replaceDurably } from '../../disk/durable.ts'
import { readOwnText } from '../../disk/own-file.ts'

/**
 * What must never come back. It holds what it takes to recognise an enterprise or a person in an answer, and nothing
 * else: without it the promise cannot be kept (docs/privacy.md).
 */
export const tombstone = z.strictObject({
  id: z.string().min(1),
  kind: z.enum(['enterprise', 'person']),
  /** Masked wherever they stand. */
  names: z.array(z.string().min(1)).readonly(),
  /** Too short, or too common a part of other names, to be masked within a text: recognised standing alone. */
  alone: z.array(z.string().min(1)).readonly(),
  /** Enterprise ids of the service. */
  ids: z.array(z.string().min(1)).readonly(),
  /** Unified social credit code, registration number, taxpayer number, organisation code. */
  codes: z.array(z.string().min(1)).readonly(),
  /** ISO 8601, UTC. */
  since: z.iso.datetime(),
  reason: z.string().nullable(),
})

export type Tombstone = Readonly<z.infer<typeof tombstone>>

/** The tombstones of a home, and the purge that is not finished yet, if there is one. */
export const tombstoneFile = z.strictObject({
  version: z.literal(1),
  tombstones: z.array(tombstone).readonly(),
  purging: z
    .strictObject({
      /** Keys of the calls that are erased though their parameters and answers do not tell: full texts. */
      callKeys: z.array(z.string()).readonly(),
    })
    .nullable(),
})

export type TombstoneFile = Readonly<z.infer<typeof tombstoneFile>>

const noTombstones: TombstoneFile = { version: 1, tombstones: [], purging: null }

/** The tombstones cannot be read. Going on without them would bring back what was forgotten. */
export class TombstoneError extends Error {
  override name = 'TombstoneError'
}

/** Reads the tombstones of a home; none when there is no file. @throws TombstoneError */
export async function readTombstones(path: string): Promise<TombstoneFile> {
  const text = await readOwnText(path).catch(ifMissing)
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
