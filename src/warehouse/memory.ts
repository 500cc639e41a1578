import { stat } from 'node:fs/promises'

/*
 * How much memory DuckDB is given, in megabytes. What it needs and does not spill was measured.
 */

/** Enough to load a segment and to archive what landed; a run works beside others. */
const usual = 256

/** Of landed bytes that DuckDB copies at once: they are in its memory up to five times; a group of the largest that land is 31 MB. */
export const toCopy = (bytes: number): number => Math.ceil((bytes * 8) / 1e6)

/** Of texts that lie side by side in a checkpoint. Seen: 1.15 times their bytes, for 600 MB of texts of 0.2 to 15 MB each. */
export const toWriteTexts = (bytes: number): number => usual + Math.ceil((bytes * 1.3) / 1e6)

/** To open a file: a log that a killed process left is read, and then written into the file, before anybody can ask what is in it. */
export async function toOpen(path: string): Promise<number> {
  const log = await stat(`${path}.wal`).catch(() => undefined)
  return usual + Math.ceil(((log?.size ?? 0) * 16) / 1e6)
}

/** To ask about all listed documents at once. Seen: a million are joined with their texts in 512 MB and not in 440, 100,000 in 128. */
export const toAskAboutAll = (documents: number): number => 192 + Math.ceil((documents * 600) / 1e6)
