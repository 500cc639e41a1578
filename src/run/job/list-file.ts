import { z } from 'zod'
import { mostBytes, readGivenFile } from '../../disk/given-file.ts'
import { key, optional } from './keys.ts'
import type { ListRow } from './list-rows.ts'
import { JobError, readFor, WorkbookError } from './problem.ts'

/** Keys by which a job names a file of entries. */
export const listKeys = {
  file: key('list: a workbook (.xlsx) or text', z.string()),
  sheet: optional('sheet of the workbook; default the first that is not hidden', z.string().min(1)),
}

/** A file that a job names, and of a workbook one of its sheets. */
export interface NamedList {
  readonly file: string
  readonly sheet?: string | undefined
}

/** Reads a list: a text, or a sheet as rows. `expected`: what it was to be, for the complaint. @throws JobError */
export async function readList({ file, sheet }: NamedList, expected: string) {
  const bytes = readFor(file, expected, () => readGivenFile(file, { mostBytes: mostBytes.list }))
  refuseCompoundFile(file, bytes)
  if (bytes.subarray(0, 4).equals(zipMark)) return await readSheet(file, bytes, sheet)
  if (sheet === undefined) return { text: withinLines(file, textOf(file, bytes)) }
  throw new JobError([
    { file, message: 'is text and has no sheets; expected a workbook (.xlsx), or no sheet:' },
  ])
}

/** Rows among which the header of a list stands: titles may stand above it. */
export const rowsWithHeader = 10

/** The first rows; the others are left to be read. */
export async function begunWith(rows: AsyncGenerator<ListRow>, most: number): Promise<ListRow[]> {
  const head: ListRow[] = []
  while (head.length < most) {
    const { value, done } = await rows.next()
    if (done === true) break
    head.push(value)
  }
  return head
}

async function readSheet(file: string, bytes: Buffer, wanted: string | undefined) {
  try {
    const { sheetRows } = await import('./workbook-rows.ts')
    const { sheet, rows } = await sheetRows(bytes, wanted)
    return { sheet, rows: sound(file, rows) }
  } catch (error) {
    throw complaint(file, error)
  }
}

async function* sound(file: string, rows: AsyncIterable<ListRow>): AsyncGenerator<ListRow> {
  try {
    yield* rows
  } catch (error) {
    throw complaint(file, error)
  }
}

function complaint(file: string, error: unknown): JobError {
  const message =
    error instanceof WorkbookError
      ? error.message
      : `is no sound workbook (${error instanceof Error ? error.message : String(error)}); open it in Excel and save it as .xlsx`
  return new JobError([{ file, message }], { cause: error })
}

const zipMark = Buffer.from('PK\x03\x04')
const compoundFileMark = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** The stream in which Office keeps a workbook that it encrypted (MS-OFFCRYPTO 2.3.4.4). */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

function refuseCompoundFile(file: string, bytes: Buffer): void {
  if (!bytes.subarray(0, 8).equals(compoundFileMark)) return
  const message = bytes.includes(encryptedPackage)
    ? 'is encrypted; save it without a password'
    : 'is a workbook of Excel 97 to 2003 (.xls); save it as .xlsx'
  throw new JobError([{ file, message }])
}

/**
 * The text of a list, decoded strictly. Excel saves Chinese text as GB18030 unless it is asked for UTF-8, and its "Unicode text" as
 * UTF-16 with a mark. Line ends become one kind, because csv-parse counts a CRLF within quotes as two lines.
 */
function textOf(file: string, bytes: Buffer): string {
  for (const encoding of encodingsOf(bytes)) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
    } catch {}
  }
  const message = 'is neither text in UTF-8 or GB18030 nor a workbook (.xlsx); save it as one of them'
  throw new JobError([{ file, message }])
}

/** As many as a sheet of Excel has; cells within quotes may have several. */
const mostLines = 2 ** 20

/** Blank lines take as long as others. @throws JobError */
function withinLines(file: string, text: string): string {
  const end = /[\r\n]/g
  for (let lines = 0; end.test(text); lines += 1)
    if (lines === mostLines)
      throw new JobError([{ file, message: `has more than ${mostLines} lines; expected a list of fewer` }])
  return text
}

function encodingsOf(bytes: Buffer): readonly string[] {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return ['utf-16le']
  return mark === 'feff' ? ['utf-16be'] : ['utf-8', 'gb18030']
}
