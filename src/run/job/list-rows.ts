import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { JobError, type Problem } from './problem.ts'

/** Rows of one file that are read; a longer list is several files. */
export const mostRows = 100_000
/** Characters of a line of text, or of a cell. Excel holds half as many in a cell. */
export const mostCharacters = 2 ** 16

/** What a list holds in one place. */
export interface ListCell {
  /** Without blanks around it. Of a number in a workbook: its digits as they are stored. */
  readonly text: string
  /** A number in a workbook, which may have lost digits. */
  readonly isNumber: boolean
  /** Why there is no value where there should be one. It follows the name of the column. */
  readonly fault?: string
}

/** A row that is not blank. */
export interface ListRow {
  /** From 1: a line of the text, or a row of the sheet. */
  readonly line: number
  /** By column; a row of a workbook may have holes. */
  readonly cells: readonly (ListCell | undefined)[]
}

/** What parts the cells of a row, in the order in which they are tried. */
export const separators = [',', ';', '\t'] as const

/** What csv-parse makes of one row. */
interface ParsedRow {
  readonly record: readonly string[]
  readonly raw: string
  /** `lines`: the row's last line, from 1. */
  readonly info: { readonly lines: number }
}

/** Characters of a row with what parts and quotes its cells; also of what the first rows are looked for in. */
const mostRaw = 4 * mostCharacters
/** So that no more rows wait than a piece holds. */
const pieceLength = 2 ** 14

const options = {
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: mostCharacters,
} as const

/** The first rows of a text, as one of the separators parts them; none when it cannot be read so. */
export function firstRows(text: string, separator: string, most: number): readonly (readonly string[])[] {
  try {
    return parseSync(text.slice(0, mostRaw), { ...options, delimiter: separator, to: most })
  } catch {
    return []
  }
}

/** Rows of a text that are not blank, lazily. @throws JobError at a row without a clear end */
export async function* csvRows(file: string, text: string, separator: string): AsyncGenerator<ListRow> {
  let lastLine = newlinesIn(text.slice(0, Math.max(0, text.search(/\S/u))))
  let blank = 0
  let readTo = 0
  let rowEndsBy = mostRaw
  // Not the whole text as bytes, which would be there twice then.
  function* pieces(): Generator<Buffer> {
    while (readTo < text.length) {
      if (readTo > rowEndsBy) rows.destroy(new JobError([{ file, line: lastLine + 1, message: tooLongRow }]))
      const end = readTo + pieceLength
      const isWithinCharacter = /[\ud800-\udbff]/.test(text[end - 1] ?? '')
      const piece = text.slice(readTo, isWithinCharacter ? end - 1 : end)
      readTo += piece.length
      yield Buffer.from(piece)
    }
  }
  const rows = parse({
    ...options,
    delimiter: separator,
    // While rows are read ahead: the stream drops those that wait when it meets a row it cannot read.
    on_record: (row: string[], { lines }) => {
      lastLine = lines
      rowEndsBy = readTo + mostRaw
      return row
    },
    info: true,
    raw: true,
  })
  Readable.from(pieces()).pipe(rows)
  try {
    for await (const { record, raw, info } of rows as AsyncIterable<ParsedRow>) {
      if (record.every((cell) => cell.trim() === '')) {
        blank += 1
        if (blank > mostBlank) throw new JobError([{ file, line: info.lines, message: tooManyBlank }])
        continue
      }
      yield { line: info.lines - newlinesIn(raw.trim()), cells: record.map(cellOf) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new JobError([{ file, ...unreadable(error, lastLine) }], { cause: error })
  }
}

const cellOf = (text: string): ListCell => ({ text: unguarded(text.trim()), isNumber: false })

/** A cell without what keeps a spreadsheet from taking it for a number: ="…", or one leading apostrophe. */
const unguarded = (text: string): string => (/^="(.*)"$/s.exec(text)?.[1] ?? text.replace(/^'/, '')).trim()

/** Of rows as `,,`: csv-parse makes an error, with its stack, of each that is not as wide as the first. */
const mostBlank = 20_000
const tooManyBlank = `has more than ${mostBlank} blank rows; expected a list: take them out`
const tooLongRow = `a row is longer than ${mostCharacters} characters; expected a shorter one: is a quote never closed?`

const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by more text',
  INVALID_OPENING_QUOTE: 'a quote stands within a cell that has none around it',
}

/** A row without a clear end. */
function unreadable({ code, message, lines }: CsvError, lastLine: number): Omit<Problem, 'file'> {
  if (code === 'CSV_MAX_RECORD_SIZE')
    return {
      line: lastLine + 1,
      message: tooLongRow,
    }
  return {
    line: code === 'CSV_QUOTE_NOT_CLOSED' ? lastLine + 1 : Number(lines),
    message: `${faults[code] ?? message}; expected a cell with commas or quotes in quotes, its quotes doubled`,
  }
}

const newlinesIn = (text: string): number => text.split('\n').length - 1
