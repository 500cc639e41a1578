import { type CallHead, decodeHead, landedBody } from '../../calls/landing/entry.ts'
import type { Raw } from '../../run/home/raw.ts'
import type { RawLine, RawSegment } from '../../run/stage-thread.ts'
import type { Database, SqlRow } from '../../warehouse/database.ts'
import { type Audited, type CheckNotes, type Notes, type RawState, todos } from './record.ts'

/** What is asserted of raw and the ledger. */
export const ofRaw = [
  {
    name: 'raw lines',
    compared: 'each landed or archived line decodes, and its body hashes to its SHA-256',
  },
  { name: 'raw copies', compared: 'a line that is kept twice is the same in both places' },
  { name: 'raw in the ledger', compared: 'each line is in calls with its key, run, size, hash and time' },
  { name: 'ledger in raw', compared: 'each row of calls has its line in raw' },
  { name: 'segments', compared: 'the mark of each loaded segment agrees with its lines' },
] as const

/** Hashes every raw answer again, and compares the ledger with it, at flat memory. */
export async function stateOfRaw(on: Notes, audit: RawAndLedger): Promise<RawState> {
  await verifyRaw(on, audit)
  const [lines, calls] = [on('raw lines'), on('ledger in raw')]
  const damaged = [lines, on('raw copies'), calls].filter(({ damage }) => damage > 0)
  return {
    answers: lines.count,
    damagedLines: lines.damage,
    lostCalls: calls.damage,
    isDamaged: damaged.length > 0,
    examples: damaged.flatMap(({ check }) =>
      check.findings.slice(0, 3).map((it) => `${it.where} (${it.expected})`),
    ),
    difference: [on('raw in the ledger'), on('segments')].find(({ damage }) => damage > 0)?.first,
  }
}

type RawAndLedger = Pick<Audited, 'database'> & { readonly raw: Raw }

/**
 * Raw against the ledger, both in the order of segment and line, at flat memory: every line decodes and has the body
 * that its hash says, is in `calls` as it is, and every row of `calls` has its line.
 */
async function verifyRaw(on: Notes, { raw, database }: RawAndLedger): Promise<void> {
  for (const { file, error } of raw.damaged) {
    on('raw lines').add({
      what: 'a file of the archive cannot be read',
      where: `.state/raw/${file}`,
      expected: 'Parquet',
      found: error,
      todo: todos.raw,
    })
  }
  const marks = await marksOf(database)
  const ledger = ledgerSegments(database)
  let next = await ledger.next()
  /** Reports the rows of segments that raw does not have. */
  const skipTo = async (segment?: string) => {
    const inRaw = on('ledger in raw')
    while (!next.done && (segment === undefined || segmentOf(next.value) < segment)) {
      inRaw.count += next.value.length
      for (const row of next.value) inRaw.add(lostCall(row))
      next = await ledger.next()
    }
  }
  for await (const segment of raw.read()) {
    await skipTo(segment.segment)
    const calls = verifyLines(segment, on)
    const rows = !next.done && segmentOf(next.value) === segment.segment ? next.value : []
    if (rows.length > 0) next = await ledger.next()
    verifySegment(segment, { calls, rows, mark: marks.get(segment.segment) }, on)
    marks.delete(segment.segment)
  }
  await skipTo()
  for (const [segment, mark] of marks) {
    // Its calls, if there are any, are reported one by one.
    if (mark.calls === 0) continue
    on('segments').add({
      what: 'a loaded segment is not in raw',
      where: `segment ${segment}`,
      expected: `${mark.calls} lines`,
      found: 'none',
      todo: todos.raw,
    })
  }
}

interface Mark {
  readonly calls: number
  readonly bytes: number
}

async function marksOf(database: Database): Promise<Map<string, Mark>> {
  const rows = await database.rows(
    'SELECT segment, calls, bytes::VARCHAR AS bytes FROM segments ORDER BY segment',
  )
  return new Map(
    rows.map((row) => [String(row.segment), { calls: Number(row.calls), bytes: Number(row.bytes) }]),
  )
}

const at = (segment: string, line: number): string => `segment ${segment} line ${line}`

/** Decodes each line; of each the first whole copy. */
function verifyLines({ lines }: RawSegment, on: Notes): Map<number, CallHead> {
  const calls = new Map<number, CallHead>()
  const seen = new Map<number, RawLine>()
  const decoded = on('raw lines')
  for (const line of lines) {
    decoded.count += 1
    const call = decodeHead(line.text, line.line)
    if (call === undefined) decoded.add(damagedLine(line))
    else if (!calls.has(line.line)) calls.set(line.line, call)
    const other = seen.get(line.line)
    if (other !== undefined) compareCopies(other, line, on('raw copies'))
    seen.set(line.line, line)
  }
  return calls
}

function damagedLine({ segment, line, text, place }: RawLine) {
  const body = landedBody(text)
  return {
    what: 'a raw answer is not what landed',
    where: `${at(segment, line)} in the ${place}`,
    expected: /"sha256":"([0-9a-f]{64})"/.exec(text)?.[1] ?? 'a landed call',
    found: body === undefined ? 'bytes that are no entry' : body.sha256,
    todo: todos.raw,
  }
}

function compareCopies(one: RawLine, other: RawLine, notes: CheckNotes): void {
  notes.count += 1
  if (one.text === other.text) return
  notes.add({
    what: 'two copies of a raw answer differ',
    where: at(one.segment, one.line),
    expected: `as in the ${one.place}`,
    found: `another in the ${other.place}`,
    todo: todos.raw,
  })
}

interface Held {
  readonly calls: ReadonlyMap<number, CallHead>
  readonly rows: readonly SqlRow[]
  readonly mark: Mark | undefined
}

function verifySegment({ segment, lines }: RawSegment, { calls, rows, mark }: Held, on: Notes): void {
  const [marks, inRaw] = [on('segments'), on('ledger in raw')]
  marks.count += 1
  if (mark === undefined && rows.length === 0) {
    marks.add(notLoaded(segment, calls.size, lines[0]?.place))
    return
  }
  const present = new Set(lines.map(({ line }) => line))
  const ledger = new Map(rows.map((row) => [Number(row.line), row]))
  for (const [line, call] of calls) verifyCall(segment, call, ledger.get(line), on('raw in the ledger'))
  for (const row of rows) {
    inRaw.count += 1
    if (!present.has(Number(row.line))) inRaw.add(lostCall(row))
  }
  const bytes = [...calls.values()].reduce((sum, call) => sum + call.bytes, 0)
  // Lines that are damaged or gone are reported by themselves.
  const isWhole = calls.size === present.size && rows.every((row) => present.has(Number(row.line)))
  if (isWhole && (mark?.calls !== calls.size || mark.bytes !== bytes)) {
    marks.add({
      what: 'the mark of a segment does not agree with its lines',
      where: `segment ${segment}`,
      expected: `${calls.size} calls, ${bytes} bytes`,
      found: mark === undefined ? 'no mark' : `${mark.calls} calls, ${mark.bytes} bytes`,
      todo: todos.tables,
    })
  }
}

const notLoaded = (segment: string, lines: number, place: RawLine['place'] | undefined) => ({
  what: 'a segment is not in the tables',
  where: `segment ${segment} in the ${place}`,
  expected: `${lines} calls`,
  found: 'none',
  todo: place === 'landing' ? todos.unfinished : 'dossier doctor loads it',
  isDamage: place !== 'landing',
})

function verifyCall(segment: string, call: CallHead, row: SqlRow | undefined, notes: CheckNotes): void {
  notes.count += 1
  const expected = {
    call_key: call.callKey,
    run_id: call.runId,
    operation: call.operation,
    bytes: String(call.bytes),
    sha256: call.sha256,
    fetched_at: call.fetchedAt,
  }
  const where = at(segment, call.line)
  if (row === undefined) {
    notes.add({
      what: 'a raw answer is not in the ledger',
      where,
      expected: `calls.call_key=${call.callKey}`,
      found: 'no row',
      todo: todos.tables,
    })
    return
  }
  const differing = Object.entries(expected).filter(([name, value]) => row[name] !== value)
  if (differing.length === 0) return
  notes.add({
    what: 'the ledger has a call otherwise than raw',
    where: `calls, ${where}`,
    expected: differing.map(([name, value]) => `${name}=${value}`).join(' '),
    found: differing.map(([name]) => `${name}=${row[name]}`).join(' '),
    todo: todos.tables,
  })
}

const lostCall = ({ segment, line, call_key, operation }: SqlRow) => ({
  what: 'the raw answer of a call is gone',
  where: `calls, ${at(String(segment), Number(line))}`,
  expected: `the answer to ${operation} ${call_key}`,
  found: 'no line in landing or archive',
  todo: todos.raw,
})

/** The ledger in the order of segment and line, a segment at a time. */
async function* ledgerSegments(database: Database): AsyncGenerator<SqlRow[]> {
  const batches = database.stream(
    `SELECT segment, line, call_key, run_id, operation, bytes::VARCHAR AS bytes, sha256,
       strftime(fetched_at, '%Y-%m-%dT%H:%M:%S.%gZ') AS fetched_at
     FROM calls ORDER BY segment, line`,
  )
  let rows: SqlRow[] = []
  let read = 0
  for await (const batch of batches)
    for (const row of batch) {
      if (rows.length > 0 && row.segment !== segmentOf(rows)) {
        yield rows
        rows = []
      }
      rows.push(row)
      read += 1
    }
  if (rows.length > 0) yield rows
  // A stream that is broken off ends like a whole one: only the number of rows shows it.
  const [row] = await database.rows('SELECT count(*)::INTEGER AS n FROM calls')
  if (Number(row?.n) !== read)
    throw new Error(`verify: read ${read} of ${row?.n} rows of calls; run it again with more memory free`)
}

const segmentOf = (rows: readonly SqlRow[]): string => String(rows[0]?.segment)
