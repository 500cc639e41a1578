import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeEntry, encodeEntry, type ReadCall } from '../../../src/calls/landing/entry.ts'
import {
  type Classification,
  classify,
  classifyAnswer,
  codeOf,
  recordsOf,
} from '../../../src/contract/classify.ts'
import { type Json, parseJson } from '../../../src/contract/json.ts'
import { type OperationName, operations } from '../../../src/contract/operations.ts'
import { isObject, type JsonObject } from '../../../src/contract/values.ts'
import { flatten } from '../../../src/rows/flatten/index.ts'
import { dataTables, type Rows, type TableName } from '../../../src/rows/tables/index.ts'
import type { Table } from '../../../src/rows/tables/table.ts'
import type { Database } from '../../../src/warehouse/database.ts'
import { loadSegment } from '../../../src/warehouse/load.ts'
import { dice, testSeed } from '../../support/dice.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { sizeOf } from '../../support/forms.ts'
import { type AnyRows, lostOfAnswer, misfits, scalarsOf } from '../../support/oracle.ts'
import { emptyWarehouse } from '../../support/tables.ts'
import { type Sample, sampleAnswers } from './answers.ts'
import { damaged, mutated, swollen } from './mutate.ts'

/*
 * Payload fuzz (hazards: programme 4; issue 4): whatever bytes the service answers, there is a typed outcome, and what is a
 * hit or empty lands without loss. DOSSIER_TEST_PAYLOADS=200000 is the proof; DOSSIER_TEST_SEED repeats one.
 */

const payloads = sizeOf('DOSSIER_TEST_PAYLOADS', { short: 500, long: 4_000 })
const seed = testSeed()
/** No payload may take more of the processor from its bytes to its rows: the machine may have others to serve. */
const longestMs = 1_000
/** Nor may its rows take more room than so many times its bytes: what one answer repeats in each row fills the disk. */
const mostSwelling = 20
/** One of so many is a segment of its own, and is read back from DuckDB; the others are loaded in segments of many. */
const readBackEach = 300
const segmentCalls = 1_000
/** A long proof says how far it is. */
const toldEach = 20_000

interface Payload {
  readonly index: number
  readonly operation: OperationName
  readonly params: JsonObject
  readonly httpStatus: number
  readonly body: Buffer
}

interface Judged extends Json {
  readonly classification: Classification
  readonly rows: Rows
  readonly ms: number
}

/** The payload of this place in the run; the same seed gives the same. */
function payloadAt(index: number, samples: readonly Sample[]): Payload {
  const random = dice(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))
  const one = () => samples[Math.floor(random() * samples.length)] as Sample
  const asked = one()
  const answered = random() < 0.04 ? one() : asked
  const text = random() < 1 / 1_500 ? swollen(random, answered.body) : mutated(random, answered.body)
  const sent = Buffer.from(text)
  const status = random()
  return {
    index,
    operation: asked.operation,
    params: asked.params,
    httpStatus: status < 0.94 ? 200 : ([400, 401, 404, 429, 500, 503][Math.floor(random() * 6)] ?? 200),
    body: random() < 0.1 ? damaged(random, sent) : sent,
  }
}

/** From bytes to rows, as a run does it; what took too long is tried twice more, and the least counts. */
function judged(payload: Payload): Judged {
  let best = judgedOnce(payload)
  for (let again = 0; again < 2 && best.ms > longestMs; again += 1) {
    const next = judgedOnce(payload)
    if (next.ms < best.ms) best = next
  }
  return best
}

function judgedOnce({ operation, params, httpStatus, body }: Payload): Judged {
  const started = process.cpuUsage()
  const json = parseJson(body)
  const classification = classify(operations[operation], httpStatus, json.value, json.reason)
  const isLoaded = classification.outcome === 'hit' || classification.outcome === 'empty'
  const origin = { operation, params, callKey: 'k', runId: 'r', sweep: 1 }
  const rows = isLoaded ? flatten(origin, json.value) : {}
  const { user, system } = process.cpuUsage(started)
  return { ...json, classification, rows, ms: (user + system) / 1000 }
}

/** Characters of all texts in the rows: what is written when they are loaded. */
const roomOf = (rows: AnyRows): number =>
  Object.values(rows)
    .flat()
    .flatMap((row) => Object.values(row))
    .reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

const outcomes = new Set(['hit', 'empty', 'rejected', 'failed', 'unauthorised'])

function complaints(
  { operation, params, body }: Payload,
  { isJson, reason, value, classification, rows, ms }: Judged,
) {
  const isLoaded = classification.outcome === 'hit' || classification.outcome === 'empty'
  return [
    ...(outcomes.has(classification.outcome) ? [] : [`no outcome: ${classification.outcome}`]),
    ...(isJson === (reason === undefined) ? [] : ['JSON with a reason, or none without']),
    ...(ms > longestMs ? [`took ${Math.round(ms)} ms`] : []),
    ...(roomOf(rows) > mostSwelling * body.length + 1_000_000 ? [`grew to ${roomOf(rows)} characters`] : []),
    ...misfits(rows),
    ...(isLoaded ? lostOfAnswer(operation, params, value, rows) : []).map(
      (lost) => `lost ${lost.slice(0, 200)}`,
    ),
    ...(isLoaded ? unseenMembers(operation, value, rows) : []).map((name) => `envelope lost ${name}`),
    ...('polluted' in {} || Object.keys(Object.prototype).length > 0
      ? ['the prototype of all was changed']
      : []),
  ]
}

/** Members of envelope B that hold something and are neither in the ledger nor unlisted. */
function unseenMembers(operation: OperationName, body: unknown, { unlisted_members = [] }: Rows): string[] {
  if (!isObject(body) || operations[operation].envelope === 'A') return []
  const seen = unlisted_members.map(({ path }) => path ?? '')
  const isSeen = (name: string) => seen.some((one) => one === name || /^[.[]/.test(one.slice(name.length)))
  const inLedger: Readonly<Record<string, boolean>> = {
    status: true,
    data: recordsOf(operations[operation], body) !== undefined,
    code: codeOf(body.code) !== null,
    message: typeof body.message === 'string',
  }
  return Object.entries(body)
    .filter(
      ([name, value]) => scalarsOf(value).some((scalar) => scalar.trim() !== '') && inLedger[name] !== true,
    )
    .map(([name]) => (name === '' ? '""' : name))
    .filter((name) => !isSeen(name))
}

const callOf = (
  { index, operation, params, httpStatus, body }: Payload,
  { isJson, value, reason }: Judged,
) => ({
  callKey: index.toString(16).padStart(32, '0'),
  operation,
  step: 'fuzz',
  sweep: 1,
  // Of two answers about the same the later run counts, by its id.
  runId: `run-${String(index).padStart(9, '0')}`,
  params,
  fetchedAt: '2026-01-02T03:04:05.678Z',
  attempts: 1,
  latencyMs: 1,
  cost: 1,
  httpStatus,
  error: null,
  body,
  isJson,
  value,
  reason,
})

/** The payload as it is read back from where it landed: with the very values that it had. */
function landed(payload: Payload, found: Judged, line: number): ReadCall {
  const written = encodeEntry(callOf(payload, found)).toString('utf8').slice(0, -1)
  const read = decodeEntry(written, line)
  if (read === undefined || !isDeepStrictEqual(read.body, found.value) || read.reason !== found.reason)
    throw new Error(`payload ${payload.index} reads back as another than landed`)
  return read
}

/** Rows that another of the same answer replaces: a list may hold an id twice, and then the first counts. */
const hasRepeatedKey = (rows: Rows): boolean =>
  Object.entries(rows).some(([name, held]) => {
    const { key } = dataTables[name as TableName] as Table
    const keys = held.map((row) => JSON.stringify(key.map((column) => (row as JsonObject)[column])))
    return new Set(keys).size < keys.length
  })

describe(`mutated answers, seed ${seed}`, { timeout: 7_200_000 }, () => {
  const setting = {} as { samples: Sample[]; database: Database; folder: string }
  const tally: Record<string, number> = {}
  let slowest = { ms: 0, index: -1 }

  const tell = (done: number) =>
    process.stderr.write(
      `${done} payloads of seed ${seed}: ${JSON.stringify(tally)}; slowest: ${slowest.index}, ${Math.round(slowest.ms)} ms\n`,
    )

  const load = (segment: string, calls: readonly ReadCall[]) =>
    loadSegment(
      setting.database,
      { segment, calls, flatten, stagingFolder: join(setting.folder, 'staging') },
      new Date(0),
    )

  /** What DuckDB lost of an answer that is a segment of its own. */
  async function lostInDuckDb(payload: Payload, found: Judged): Promise<string[]> {
    const call = landed(payload, found, 1)
    const tables = await load(`own-${payload.index}`, [call])
    const rows: Record<string, readonly object[]> = {}
    for (const name of tables)
      rows[name] = await setting.database.rows(`FROM ${name} WHERE call_key = '${call.callKey}'`)
    // What answers another question is not read at all: its bytes stay in raw.
    const { outcome } = classifyAnswer({ ...payload, body: found.value, reason: found.reason })
    const isRead = outcome === 'hit' || outcome === 'empty'
    if (!isRead || Object.keys(found.rows).length === 0 || hasRepeatedKey(found.rows)) return []
    return lostOfAnswer(payload.operation, payload.params, found.value, rows as AnyRows).map(
      (lost) => `DuckDB lost ${lost.slice(0, 200)}`,
    )
  }

  const told = ({ index, operation, body }: Payload, problems: readonly string[]): string =>
    `payload ${index}: ${operation}: ${problems.slice(0, 3).join('; ')}: ${body.toString('utf8').slice(0, 2_000)}`

  const whenOver = whenAllOver()
  beforeAll(async () => {
    setting.samples = await sampleAnswers(whenOver)
    setting.folder = await temporaryFolder(whenOver)
    setting.database = await emptyWarehouse(setting.folder)
  })
  afterAll(() => setting.database.close())

  test(`${payloads} of them have an outcome and lose nothing, in time, on the way into DuckDB`, async () => {
    const wrong: string[] = []
    let batch: ReadCall[] = []
    for (let index = 0; index < payloads && wrong.length < 20; index += 1) {
      const payload = payloadAt(index, setting.samples)
      try {
        const found = judged(payload)
        const problems = complaints(payload, found)
        const { outcome, failure } = found.classification
        const kind = `${outcome}${failure === null ? '' : ` (${failure})`}${found.isJson ? '' : ', not JSON'}`
        tally[kind] = (tally[kind] ?? 0) + 1
        if (found.ms > slowest.ms) slowest = { ms: found.ms, index }
        if (index % readBackEach === 0) problems.push(...(await lostInDuckDb(payload, found)))
        else batch.push(landed(payload, found, batch.length + 1))
        if (problems.length > 0) wrong.push(told(payload, problems))
      } catch (error) {
        wrong.push(told(payload, [String(error)]))
      }
      if (batch.length < segmentCalls && index < payloads - 1) continue
      if ((index + 1) % toldEach < segmentCalls) tell(index + 1)
      await load(`many-${index}`, batch).catch((error) => wrong.push(`up to payload ${index}: ${error}`))
      batch = []
    }
    tell(payloads)
    expect(wrong).toEqual([])
    expect(scalarsOf(tally).length).toBeGreaterThan(5)
  })
})
