import { readFile } from 'node:fs/promises'
import { JobError, unreadable } from './problem.ts'

/**
 * The text of a file that a job lists entries in. Excel saves Chinese text as GB18030 unless it is asked for UTF-8: both
 * are read, and nothing else. Line ends become one kind, because csv-parse counts a CRLF within quotes as two lines.
 * `kind` is what was expected, for the complaint. @throws JobError
 */
export async function readListFile(file: string, kind: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error, kind)
  })
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
    } catch {}
  }
  throw new JobError([
    { file, line: 1, message: `is neither UTF-8 nor GB18030; expected ${kind} saved as one of them` },
  ])
}
