import { mostBytes, readGivenFile } from '../disk/given-file.ts'
import { JobError, readFor } from './problem.ts'

/**
 * The text of a file that a job lists entries in. Excel saves Chinese text as GB18030 unless it is asked for UTF-8: both
 * are read, and nothing else. Line ends become one kind, because csv-parse counts a CRLF within quotes as two lines.
 * `kind` is what was expected, for the complaint. @throws JobError
 */
export function readListFile(file: string, kind: string): string {
  const bytes = readFor(file, kind, () => readGivenFile(file, { mostBytes: mostBytes.list }))
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
    } catch {}
  }
  throw new JobError([
    { file, line: 1, message: `is neither UTF-8 nor GB18030; expected ${kind} saved as one of them` },
  ])
}
