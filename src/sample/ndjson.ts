import { open, rename } from 'node:fs/promises'

/** Characters that are gathered before a write. */
const chunk = 1 << 20

export interface NdjsonFile {
  readonly records: number
  readonly bytes: number
}

export interface NdjsonWriter {
  readonly write: (record: object) => Promise<void>
  /** Completes the file under its own name. */
  readonly close: () => Promise<NdjsonFile>
  /** Gives up, leaving the partial file. */
  readonly abandon: () => Promise<void>
}

/**
 * Writes records one a line, in chunks, under a temporary name until it is closed. `write` resolves at once
 * while there is room, so memory stays flat whatever the number of records.
 */
export async function openNdjson(path: string): Promise<NdjsonWriter> {
  const partial = `${path}.partial`
  const handle = await open(partial, 'w')
  let waiting = ''
  let records = 0
  let bytes = 0
  const flush = async (): Promise<void> => {
    const buffer = Buffer.from(waiting)
    waiting = ''
    bytes += buffer.length
    await handle.writeFile(buffer)
  }
  return {
    async write(record) {
      waiting += `${JSON.stringify(record)}\n`
      records++
      if (waiting.length > chunk) await flush()
    },
    async close() {
      await flush()
      await handle.close()
      await rename(partial, path)
      return { records, bytes }
    },
    abandon: () => handle.close(),
  }
}
