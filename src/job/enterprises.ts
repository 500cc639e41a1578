import { basename, dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import { enterpriseNameKey } from '../legal/enterprise-names.ts'
import { isUscc, normaliseUscc } from '../legal/identifiers.ts'
import { suggest } from '../words/suggest.ts'
import type { JobInput } from './input.ts'
import { readListFile } from './list-file.ts'
import { JobError, type Problem, throughAll } from './problem.ts'

const name = z.string().trim().min(1).meta({ description: 'name, as the trade register writes it' })
const id = z.string().trim().min(1).meta({ description: 'enterprise id of the service' })
const uscc = z
  .string()
  .refine(isUscc, {
    error: 'not a unified social credit code (18 characters with a check digit, GB 32100-2015)',
  })
  .meta({ description: 'unified social credit code' })

const single = z.strictObject({ name: name.optional(), uscc: uscc.optional(), id: id.optional() })

/** One entry of `enterprises:` in a job: one enterprise, or a file of them with the columns name, uscc, id. */
export const enterpriseEntry = z
  .strictObject({ ...single.shape, file: z.string().optional().meta({ description: 'CSV file' }) })
  .refine((entry) => Object.keys(entry).length > 0, { error: 'expected one of name, uscc, id or file' })
  .refine((entry) => entry.file === undefined || Object.keys(entry).length === 1, {
    error: 'a file stands alone; its columns are name, uscc and id',
  })

export type EnterpriseEntry = z.infer<typeof enterpriseEntry>

/** The enterprises of a job one by one; files are read as they are met. @throws JobError */
export async function* readEnterprises(
  entries: readonly EnterpriseEntry[],
  jobFile: string,
): AsyncGenerator<JobInput> {
  yield* throughAll(
    entries.map(
      ({ file, ...entry }) =>
        () =>
          file === undefined
            ? [enterpriseInput(entry, basename(jobFile))]
            : readEnterpriseFile(resolve(dirname(jobFile), file)),
    ),
  )
}

const enterpriseInput = (entry: Omit<EnterpriseEntry, 'file'>, source: string): JobInput => ({
  kind: 'enterprise',
  given_name: entry.name ?? null,
  given_uscc: entry.uscc ?? null,
  given_id: entry.id ?? null,
  name_key: entry.name === undefined ? null : enterpriseNameKey(entry.name),
  uscc_key: entry.uscc === undefined ? null : normaliseUscc(entry.uscc),
  params: null,
  source,
})

const fileColumns = Object.keys(single.shape)
/** Problems of a file that are told before it is given up. */
const mostProblems = 20
const noRows = 'lists no enterprise; expected a header of name, uscc or id, and a row for each enterprise'

/** What csv-parse makes of one row. */
interface ParsedRow {
  readonly record: Readonly<Record<string, string>>
  readonly raw: string
  /** `lines`: the row's last line, from 1. `error`: it has more or fewer cells than the header. */
  readonly info: { readonly lines: number; readonly error?: unknown }
}

/** Rows of a CSV file with a header. Every bad row is a problem with its line; none is dropped but for blank lines. */
async function* readEnterpriseFile(file: string): AsyncGenerator<JobInput> {
  const problems: Problem[] = []
  const text = readListFile(file, 'a CSV file')
  const headerLine = newlinesIn(text.slice(0, Math.max(0, text.search(/\S/u)))) + 1
  let lastLine = headerLine
  const rows = Readable.from([text]).pipe(
    parse({
      columns: (header: string[]) => checkedHeader(header, file, headerLine),
      // While rows are read ahead: the stream drops those that wait when it meets a row it cannot read.
      on_record: (row: ParsedRow, { lines }: { lines: number }) => {
        lastLine = lines
        return row
      },
      info: true,
      raw: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
    }),
  )
  try {
    for await (const row of rows as AsyncIterable<ParsedRow>) {
      const line = row.info.lines - newlinesIn(row.raw.trim())
      const read = inputOrMessages(row, `${basename(file)}:${line}`)
      if (Array.isArray(read)) problems.push(...read.map((message) => ({ file, line, message })))
      else yield read
      if (problems.length >= mostProblems) break
    }
  } catch (error) {
    if (error instanceof JobError) throw error
    problems.push({ file, ...unreadable(error as CsvError, lastLine) })
  }
  if (lastLine === headerLine && problems.length === 0)
    problems.push({ file, line: headerLine, message: noRows })
  if (problems.length > 0) throw new JobError(problems)
}

/** The enterprise of a row, or what is wrong with it. */
function inputOrMessages({ record, info }: ParsedRow, source: string): JobInput | string[] {
  if (info.error !== undefined) return ['expected as many cells as the header has; quote a cell with commas']
  const given = Object.fromEntries(Object.entries(record).filter(([, value]) => value.trim() !== ''))
  const row = single.safeParse(given)
  if (!row.success) {
    return row.error.issues.map(
      ({ path: [column], message }) =>
        `${String(column)}: ${message}; found ${JSON.stringify(given[String(column)])}`,
    )
  }
  if (Object.keys(row.data).length === 0) return ['expected a name, uscc or id; found none']
  return enterpriseInput(row.data, source)
}

const quoteErrors: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by more text',
  INVALID_OPENING_QUOTE: 'a quote stands within a cell that has none around it',
}

/** A row that cannot be told from the next one. */
function unreadable({ code, message, lines }: CsvError, lastLine: number): Omit<Problem, 'file'> {
  const isOpen = code === 'CSV_QUOTE_NOT_CLOSED'
  return {
    line: isOpen ? lastLine + 1 : Number(lines),
    message: `${quoteErrors[code] ?? message}; expected a cell with commas or quotes in quotes, its quotes doubled`,
  }
}

const newlinesIn = (text: string): number => text.split('\n').length - 1

function checkedHeader(header: readonly string[], file: string, line: number): string[] {
  const names = header.map((column) => column.trim().toLowerCase())
  const unknown = names.find((column) => !fileColumns.includes(column))
  const twice = names.find((column, index) => names.indexOf(column) < index)
  const found = (message: string) => new JobError([{ file, line, message }])
  if (unknown !== undefined) {
    const near = suggest(unknown, fileColumns)
    const hint = near === undefined ? '' : `; did you mean "${near}"?`
    throw found(`unknown column "${unknown}"; expected name, uscc or id, separated by commas${hint}`)
  }
  if (twice !== undefined) throw found(`two columns are named "${twice}"; expected one`)
  return names
}
