import { landedBody } from '../calls/landing/entry.ts'
import { openPath, sealedPath, segmentLines } from '../calls/landing/segment.ts'
import { readOwnFile } from '../disk/own-file.ts'
import { hint } from '../rows/words/suggest.ts'
import type { Home } from '../run/home/home.ts'
import { ArchiveReader } from '../warehouse/archived.ts'
import {
  type Behind,
  behindRow,
  callsOf,
  type EvidentRow,
  type LedgerCall,
  rowsWith,
} from '../warehouse/evidence.ts'
import { openPublished } from '../warehouse/query.ts'
import { answersBehind, isOfOneAnswer, relationNames, relationOf } from '../warehouse/schema.ts'
import { RefusedError } from './errors.ts'
import { requirePublished } from './query.ts'
import type { Settings } from './settings.ts'

export interface EvidenceOptions {
  /** Values of columns that name one row, each as `column=value`; for a table or view. */
  readonly where?: readonly string[] | undefined
  /** The run, where a call was made in several. */
  readonly runId?: string | undefined
}

/** The raw answer behind a row; or the rows, or the runs of the call, among which to choose. */
export type EvidenceFound =
  | ({ readonly kind: 'answer' } & Evidence)
  | Extract<Found, { readonly kind: 'rows' | 'runs' }>

/** The call, time, hash and raw answer behind a row; also while a run goes on. @throws RefusedError when there is no such row */
export async function evidence(
  settings: Settings,
  subject: string,
  { where = [], runId }: EvidenceOptions = {},
): Promise<EvidenceFound> {
  await requirePublished(settings.home, 'evidence')
  const found = await find(settings.home, subject, where, runId)
  if (found.kind === 'call') return { kind: 'answer', ...(await evidenceOf(settings.home, found.call)) }
  if (found.kind !== 'none') return found
  throw new RefusedError(
    `evidence: nothing is known of ${[subject, ...where].join(' ')}; expected a call key of calls, or values of one row`,
  )
}

const seeTables = '; see dossier tables'
const callKey = /^[0-9a-f]{32}$/

async function find(
  home: Home,
  subject: string,
  where: readonly string[],
  runId: string | undefined,
): Promise<Found> {
  if (callKey.test(subject) && where.length === 0) return await findCall(home, subject, runId)
  const values = { ...valuesOf(subject, where), ...(runId === undefined ? {} : { run_id: runId }) }
  await using reader = await openPublished(home.published)
  if (!isOfOneAnswer(subject)) throw severalAnswers(subject, await behindRow(reader, subject, values))
  const rows = await rowsWith(reader, subject, values, mostRows + 1)
  const [first] = rows
  if (first === undefined) return { kind: 'none' }
  if (rows.some(({ call_key, run_id }) => call_key !== first.call_key || run_id !== first.run_id))
    return { kind: 'rows', rows: rows.slice(0, mostRows), isCut: rows.length > mostRows }
  const [call] = await callsOf(reader, { callKey: first.call_key, runId: first.run_id })
  return call === undefined ? { kind: 'none' } : { kind: 'call', call }
}

/** @throws RefusedError when there is no such table or column, or rows of it are of no one call */
function valuesOf(table: string, where: readonly string[]): Record<string, string> {
  const relation = relationOf(table)
  if (relation === undefined)
    throw new RefusedError(
      `evidence: "${table}" is neither a call key (32 hexadecimal digits) nor a table or view${hint(table, relationNames(), seeTables)}`,
    )
  const columns = Object.keys(relation.columns)
  if (!isOfOneAnswer(table) && answersBehind(table).length === 0)
    throw new RefusedError(
      `evidence: no answer is behind a row of ${table}: dossier writes it itself; expected a table with call_key and run_id`,
    )
  if (where.length === 0)
    throw new RefusedError(`evidence: expected column=value after ${table}; found nothing`)
  return Object.fromEntries(where.map((text) => pairOf(text, table, columns)))
}

function pairOf(text: string, table: string, columns: readonly string[]): [string, string] {
  const [, column = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  if (column === '') throw new RefusedError(`evidence: expected column=value; found "${text}"`)
  if (!columns.includes(column))
    throw new RefusedError(`evidence: ${table} has no column "${column}"${hint(column, columns, seeTables)}`)
  return [column, value]
}

/** Says what to ask instead: the rows, each of one answer, that stand behind this one. */
function severalAnswers(view: string, behind: readonly Behind[] | undefined): RefusedError {
  const made = `evidence: rows of ${view} are made of several answers; ask for rows of the tables that it is made of: `
  if (behind === undefined) return new RefusedError(`${made}${answersBehind(view).join(', ')}`)
  const [known, unknown] = [behind.filter(hasValues), behind.filter((one) => !hasValues(one))]
  const commands = known.map(({ table, values }) =>
    [
      '  dossier evidence',
      table,
      ...Object.entries(values).map(([name, value]) => shellWord(`${name}=${value}`)),
    ].join(' '),
  )
  const others = unknown.map(({ table }) => table).join(', ')
  return new RefusedError(
    [`${made}${others === '' ? '' : `${others} (by columns of their own), and`}`.trimEnd(), ...commands].join(
      '\n',
    ),
  )
}

const hasValues = ({ values }: Behind): boolean => Object.keys(values).length > 0

const shellWord = (text: string): string =>
  /^[\w=.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The raw answer behind a row, with its hash as the ledger has it and as the bytes give it now. */
export type Evidence = Readonly<Awaited<ReturnType<typeof evidenceOf>>>

/** Either one call, or several rows or runs among which to choose. */
type Found =
  | { readonly kind: 'call'; readonly call: LedgerCall }
  | { readonly kind: 'rows'; readonly rows: readonly EvidentRow[]; readonly isCut: boolean }
  | { readonly kind: 'runs'; readonly calls: readonly LedgerCall[] }
  | { readonly kind: 'none' }

const mostRows = 20

/** Looks a call up by its key, in the published warehouse, beside a run that may be going on. */
export async function findCall(home: Home, callKey: string, runId: string | undefined): Promise<Found> {
  await using reader = await openPublished(home.published)
  const calls = await callsOf(reader, { callKey, runId })
  const [first] = calls
  if (first === undefined) return { kind: 'none' }
  return new Set(calls.map(({ run_id }) => run_id)).size === 1
    ? { kind: 'call', call: first }
    : { kind: 'runs', calls }
}

/** Fetches the raw answer of a call and hashes it again. Reads only, beside a run that may be going on. */
export async function evidenceOf(home: Home, call: LedgerCall) {
  // What leaves the landing is in the archive by then: asked in this order, it is in one of them.
  const found = (await landedLine(home, call)) ?? (await archivedLine(home, call))
  const read = found === undefined ? undefined : landedBody(found.text)
  return {
    call,
    /** Where the raw line was found; null when it is nowhere. */
    place: found?.place ?? null,
    /** Null when the raw answer is gone or cannot be read. */
    sha256Now: read?.sha256 ?? null,
    isMatch: read?.sha256 === call.sha256,
    body: read?.body ?? null,
  }
}

async function landedLine(home: Home, { segment, line }: LedgerCall) {
  for (const path of [sealedPath, openPath]) {
    const bytes = await readOwnFile(path(home.state.landing, segment)).catch(() => undefined)
    if (bytes === undefined) continue
    const found = [...segmentLines(bytes)].find((it) => it.line === line)
    if (found !== undefined) return { place: 'landing' as const, text: found.text }
  }
  return undefined
}

/** Of copies that differ the one that is as the ledger says. */
async function archivedLine(home: Home, call: LedgerCall) {
  const partition = `operation=${call.operation}/day=${call.fetched_at.slice(0, 10)}/`
  await using reader = await ArchiveReader.open(home.state.raw, home.state.spill, { below: partition })
  const lines = (await reader.lines([call.segment])).filter(({ line }) => line === call.line)
  const [text] = lines
    .map((it) => it.text)
    .sort(
      (a, b) => Number(landedBody(b)?.sha256 === call.sha256) - Number(landedBody(a)?.sha256 === call.sha256),
    )
  return text === undefined ? undefined : { place: 'archive' as const, text }
}
