import { readFile } from 'node:fs/promises'
import { landedBody } from '../../calls/landing/entry.ts'
import { openPath, sealedPath, segmentLines } from '../../calls/landing/segment.ts'
import type { Home } from '../../run/home/home.ts'
import { ArchiveReader } from '../../warehouse/archived.ts'
import {
  type Behind,
  behindRow,
  callsOf,
  type EvidentRow,
  type LedgerCall,
  rowsWith,
} from '../../warehouse/evidence.ts'
import { openPublished } from '../../warehouse/query.ts'

/** The raw answer behind a row, with its hash as the ledger has it and as the bytes give it now. */
export interface Evidence {
  readonly call: LedgerCall
  /** Where the raw line was found; null when it is nowhere. */
  readonly place: 'landing' | 'archive' | null
  /** Null when the raw answer is gone or cannot be read. */
  readonly sha256Now: string | null
  readonly isMatch: boolean
  readonly body: Buffer | null
}

/** Either one call, or several rows or runs among which to choose. */
export type Found =
  | { readonly kind: 'call'; readonly call: LedgerCall }
  | { readonly kind: 'rows'; readonly rows: readonly EvidentRow[]; readonly isCut: boolean }
  | { readonly kind: 'runs'; readonly calls: readonly LedgerCall[] }
  | { readonly kind: 'none' }

/** Most rows that are listed. */
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

/** Looks up the call that a row was read from. */
export async function findRow(
  home: Home,
  table: string,
  values: Readonly<Record<string, string>>,
): Promise<Found> {
  await using reader = await openPublished(home.published)
  const rows = await rowsWith(reader, table, values, mostRows + 1)
  const [first] = rows
  if (first === undefined) return { kind: 'none' }
  if (rows.some(({ call_key, run_id }) => call_key !== first.call_key || run_id !== first.run_id))
    return { kind: 'rows', rows: rows.slice(0, mostRows), isCut: rows.length > mostRows }
  const [call] = await callsOf(reader, { callKey: first.call_key, runId: first.run_id })
  return call === undefined ? { kind: 'none' } : { kind: 'call', call }
}

/** Looks up which rows stand behind a row that several answers made. */
export async function findBehind(
  home: Home,
  view: string,
  values: Readonly<Record<string, string>>,
): Promise<Behind[] | undefined> {
  await using reader = await openPublished(home.published)
  return await behindRow(reader, view, values)
}

/** Fetches the raw answer of a call and hashes it again. Reads only, beside a run that may be going on. */
export async function evidenceOf(home: Home, call: LedgerCall): Promise<Evidence> {
  // What leaves the landing is in the archive by then: asked in this order, it is in one of them.
  const found = (await landedLine(home, call)) ?? (await archivedLine(home, call))
  const read = found === undefined ? undefined : landedBody(found.text)
  return {
    call,
    place: found?.place ?? null,
    sha256Now: read?.sha256 ?? null,
    isMatch: read?.sha256 === call.sha256,
    body: read?.body ?? null,
  }
}

interface FoundLine {
  readonly place: 'landing' | 'archive'
  readonly text: string
}

async function landedLine(home: Home, { segment, line }: LedgerCall): Promise<FoundLine | undefined> {
  for (const path of [sealedPath, openPath]) {
    const bytes = await readFile(path(home.state.landing, segment)).catch(() => undefined)
    if (bytes === undefined) continue
    const found = [...segmentLines(bytes)].find((it) => it.line === line)
    if (found !== undefined) return { place: 'landing', text: found.text }
  }
  return undefined
}

/** Of copies that differ the one that is as the ledger says. */
async function archivedLine(home: Home, call: LedgerCall): Promise<FoundLine | undefined> {
  const partition = `operation=${call.operation}/day=${call.fetched_at.slice(0, 10)}/`
  await using reader = await ArchiveReader.open(home.state.raw, home.state.spill, { below: partition })
  const lines = (await reader.lines([call.segment])).filter(({ line }) => line === call.line)
  const [text] = lines
    .map((it) => it.text)
    .sort(
      (a, b) => Number(landedBody(b)?.sha256 === call.sha256) - Number(landedBody(a)?.sha256 === call.sha256),
    )
  return text === undefined ? undefined : { place: 'archive', text }
}
