import { basename, dirname, resolve } from 'node:path'
import { z } from 'zod'
import { isUscc, normaliseUscc } from '../../contract/identifiers.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { meant } from '../../rows/words/suggest.ts'
import {
  cellValue,
  columnsIn,
  type EnterpriseColumn,
  enterpriseColumns,
  isBlank,
  isTotal,
  nameFault,
  type OwnHeaders,
  slipOf,
} from './enterprise-columns.ts'
import type { JobInput } from './input.ts'
import { key, optional, said } from './keys.ts'
import { begunWith, listKeys, type NamedList, readList, rowsWithHeader } from './list-file.ts'
import { csvRows, firstRows, type ListRow, mostRows, separators } from './list-rows.ts'
import { JobError, type Problem, throughAll } from './problem.ts'

const name = key(
  'name, as the trade register writes it',
  z
    .string()
    .trim()
    .min(1, { abort: true })
    .refine((text) => nameFault(text) === undefined, { error: ({ input }) => nameFault(String(input)) }),
)
const id = key('enterprise id of the service', said)
const uscc = key(
  'unified social credit code',
  z.string().refine(isUscc, {
    error: 'not a unified social credit code (18 characters with a check digit, GB 32100-2015)',
  }),
)

const single = z.strictObject({ name: name.optional(), uscc: uscc.optional(), id: id.optional() })

const ownHeader = (of: string) => optional(`header of the column that holds the ${of}`, said)
const columns = key(
  'headers of your own, where a list has none that is known',
  z.strictObject({ name: ownHeader('names'), uscc: ownHeader('codes'), id: ownHeader('ids') }),
)

/** One entry of `enterprises:` in a job: one enterprise, or a list of them. */
export const enterpriseEntry = z
  .strictObject({
    ...single.shape,
    file: optional('list of enterprises: a workbook (.xlsx) or a CSV file', listKeys.file),
    sheet: listKeys.sheet,
    columns: columns.optional(),
  })
  .refine((entry) => Object.keys(entry).length > 0, { error: 'expected one of name, uscc, id or file' })
  .refine(({ name, uscc, id, file }) => file === undefined || (name ?? uscc ?? id) === undefined, {
    error: 'a file stands alone; its columns are name, uscc and id',
  })
  .refine(({ file, sheet, columns }) => file !== undefined || (sheet ?? columns) === undefined, {
    error: 'sheet: and columns: belong to the list that file: names',
  })

export type EnterpriseEntry = z.infer<typeof enterpriseEntry>

/** Has a sentence for a person: what of a list was merged, or is not read. */
export type Tell = (remark: string) => void

/** The enterprises of a job one by one; files are read as they are met. @throws JobError */
export async function* readEnterprises(
  entries: readonly EnterpriseEntry[],
  jobFile: string,
  tell: Tell = () => undefined,
): AsyncGenerator<JobInput> {
  yield* throughAll(
    entries.map(
      ({ file, sheet, columns = {}, ...entry }) =>
        () =>
          file === undefined
            ? [enterpriseInput(entry, basename(jobFile))]
            : readEnterpriseList({ file: resolve(dirname(jobFile), file), sheet, own: columns }, tell),
    ),
  )
}

const enterpriseInput = (entry: z.infer<typeof single>, source: string): JobInput => ({
  kind: 'enterprise',
  given_name: entry.name ?? null,
  given_uscc: entry.uscc ?? null,
  given_id: entry.id ?? null,
  name_key: entry.name === undefined ? null : enterpriseNameKey(entry.name),
  uscc_key: entry.uscc === undefined ? null : normaliseUscc(entry.uscc),
  params: null,
  source,
})

/** Reading a file ends after this many problems. */
const mostProblems = 20
/** Rows that are named in one remark. */
const mostNamed = 20
const expectedList = 'a workbook (.xlsx) or a CSV file'

/** A list whose columns may have headers of the job's own. */
interface EnterpriseList extends NamedList {
  readonly own: OwnHeaders
}

/** Rows of a list. Every bad row is a problem with its line; only blank ones and repeats are dropped, and each is reported. */
async function* readEnterpriseList(list: EnterpriseList, tell: Tell): AsyncGenerator<JobInput> {
  const { sheet, rows, isEven } = await rowsIn(list)
  const at = { file: list.file, ...(sheet === undefined ? {} : { sheet }) }
  const place = [basename(list.file), ...(sheet === undefined ? [] : [sheet])].join(':')
  const head = await begunWith(rows, rowsWithHeader)
  const header = headerIn(head, list, at)
  const named = [list.file, ...(sheet === undefined ? [] : [sheet])].join(':')
  if (header.unread.length > 0) tell(`${named}: columns that are not read: ${header.unread.join(', ')}`)
  const problems: Problem[] = []
  const lines = new Map<string, number>()
  const repeats: string[] = []
  let count = 0
  try {
    for await (const row of followedBy(head.slice(header.index + 1), rows)) {
      count += 1
      if (count > mostRows) throw new JobError([{ ...at, line: row.line, message: tooMany }])
      const read = inputOrMessages(row, header, isEven, `${place}:${row.line}`)
      if (Array.isArray(read)) {
        problems.push(...read.map((message) => ({ ...at, line: row.line, message })))
        if (problems.length >= mostProblems) break
        continue
      }
      const key = [read.name_key, read.uscc_key, read.given_id].join('\n')
      const earlier = lines.get(key)
      if (earlier !== undefined) repeats.push(`${row.line} (as ${earlier})`)
      else {
        lines.set(key, row.line)
        yield read
      }
    }
  } catch (error) {
    if (!(error instanceof JobError)) throw error
    problems.push(...error.problems)
  }
  if (
    count > 0 &&
    header.unread.length > 0 &&
    problems.length === count &&
    problems.every(({ message }) => message.startsWith(givesNone))
  )
    throw new JobError([{ ...at, line: header.line, message: noneGives(header, problems.at(-1)?.line) }])
  if (count === 0 && problems.length === 0)
    problems.push({ ...at, line: header.line, message: noRows + onAnotherSheet(at) })
  if (problems.length > 0) throw new JobError(problems)
  if (repeats.length > 0) tell(`${named}: ${repeatsText(repeats)}`)
}

const givesNone = 'expected a name, uscc or id; found none'
const noneGives = ({ columns, unread }: Header, last = 0): string =>
  `no row up to line ${last} gives a value for ${[...columns.keys()].join(' or ')}; expected one in each row, or columns: { name: ${unread.length === 1 ? unread[0] : '…'} } in the job; ` +
  `not read: ${unread.join(', ')}`
const noRows = 'lists no enterprise; expected a header of name, uscc or id, and a row for each enterprise'
const tooMany = `lists more than ${mostRows} rows; expected at most so many in one file: part it into several`

const repeatsText = (repeats: readonly string[]): string =>
  `${repeats.length} ${repeats.length === 1 ? 'row repeats' : 'rows repeat'} an earlier one, which alone is read: ` +
  repeats.slice(0, mostNamed).join(', ') +
  (repeats.length > mostNamed ? `, and ${repeats.length - mostNamed} more` : '')

/** Rows of a list, the sheet where they stand, and whether each must have as many cells as the header. */
async function rowsIn(list: EnterpriseList) {
  const found = await readList(list, expectedList)
  if ('rows' in found) return { ...found, isEven: false }
  const rows = csvRows(list.file, found.text, separatorOf(found.text, list.own))
  return { sheet: undefined, rows, isEven: true }
}

/** What parts the columns of a text: that with which most of them are known. */
function separatorOf(text: string, own: OwnHeaders): string {
  const known = (separator: string): number =>
    Math.max(0, ...firstRows(text, separator, rowsWithHeader).map((cells) => countKnown(cells, own)))
  return separators.reduce((best, other) => (known(other) > known(best) ? other : best))
}

const countKnown = (cells: readonly string[], own: OwnHeaders): number =>
  columnsIn([...new Set(cells)], own).filter((column) => column !== undefined).length

/** A list may stand on another sheet. */
const onAnotherSheet = ({ sheet }: Pick<Problem, 'sheet'>): string =>
  sheet === undefined ? '' : '; if the list is on another sheet, name it under sheet:'

const textsOf = (cells: ListRow['cells']): string[] => Array.from(cells, (cell) => cell?.text ?? '')

async function* followedBy<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first
  yield* rest
}

type Header = Readonly<ReturnType<typeof headerIn>>

/**
 * The row with the most known columns; the last one of several, for a form has its own words above its table, and the first of those
 * that equal it, for a table may repeat its header. @throws JobError
 */
function headerIn(rows: readonly ListRow[], list: EnterpriseList, at: Omit<Problem, 'message'>) {
  const texts = rows.map(({ cells }) => textsOf(cells))
  const known = texts.map((cells) => countKnown(cells, list.own))
  const last = texts[known.lastIndexOf(Math.max(0, ...known))]?.join()
  const index = texts.findIndex((cells) => cells.join() === last)
  const row = rows[index]
  const cells = texts[index] ?? []
  const refused = (message: string, line = row?.line) => new JobError([{ ...at, line: line ?? 1, message }])
  if (row === undefined) throw refused(noRows + onAnotherSheet(at))
  if (known[index] === 0)
    throw refused(noHeader(fullest(texts), list.own) + onAnotherSheet(at), rows[0]?.line)
  const columns = new Map<EnterpriseColumn, number>()
  const found = columnsIn(cells, list.own)
  for (const [number, column] of found.entries()) {
    if (column === undefined) continue
    const other = columns.get(column)
    if (other !== undefined)
      throw refused(
        `two columns hold the ${column}: "${cells[other]}" and "${cells[number]}"; expected one, or columns: { ${column}: … } in the job`,
      )
    columns.set(column, number)
  }
  const unread = cells.filter((header, number) => header !== '' && found[number] === undefined)
  for (const column of enterpriseColumns) {
    const header = list.own[column]
    if (header !== undefined && !columns.has(column))
      throw refused(`no column is headed "${header}", as columns: in the job says; ${meant(header, unread)}`)
  }
  for (const header of unread) {
    const slip = slipOf(header, [...columns.keys()])
    if (slip !== undefined)
      throw refused(`unknown column "${header}"; expected name, uscc or id; did you mean "${slip}"?`)
  }
  return { index, line: row.line, width: cells.length, columns, unread }
}

/** The row with the most cells that say something: above a table stands its title alone. */
const fullest = (rows: readonly string[][]): string[] => {
  const said = rows.map((cells) => cells.filter((cell) => cell !== ''))
  return said.toSorted((one, other) => other.length - one.length)[0] ?? []
}

function noHeader(found: readonly string[], own: OwnHeaders): string {
  const [header] = Object.values(own).filter((one) => one !== undefined)
  if (header !== undefined)
    return `no column is headed "${header}" in the first ${rowsWithHeader} rows, as columns: in the job says; ${meant(header, found)}`
  const slip = found.map((header) => slipOf(header, [])).find((column) => column !== undefined)
  return (
    `no column is known in the first ${rowsWithHeader} rows; expected a header with name, uscc or id, or 企业名称, 统一社会信用代码, ` +
    `or columns: { name: … } in the job; found ${found.join(', ')}${slip === undefined ? '' : `; did you mean "${slip}"?`}`
  )
}

function inputOrMessages(row: ListRow, header: Header, isEven: boolean, source: string): JobInput | string[] {
  if (isEven && row.cells.length !== header.width)
    return ['expected as many cells as the header has; quote a cell with commas']
  const given: Record<string, string> = {}
  const faults: string[] = []
  for (const [column, number] of header.columns) {
    const cell = row.cells[number]
    if (cell === undefined || (cell.fault === undefined && isBlank(cell.text))) continue
    const value = cellValue(cell, column)
    if ('fault' in value) faults.push(`${column}: ${value.fault}`)
    else given[column] = value.text
  }
  if (faults.length > 0) return faults
  const entry = single.safeParse(given)
  if (!entry.success)
    return entry.error.issues.map(
      ({ path: [column], message }) =>
        `${String(column)}: ${message}; found ${JSON.stringify(given[String(column)])}`,
    )
  if (Object.keys(entry.data).length === 0) {
    const total = textsOf(row.cells).find(isTotal)
    return [total === undefined ? givesNone : `${givesNone}; the row is a "${total}": delete it`]
  }
  return enterpriseInput(entry.data, source)
}
