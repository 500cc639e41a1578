import { createHash } from 'node:crypto'
import type { Classification } from '../../contract/classify.ts'
import type { Failure, TransportFailure } from '../../contract/failure.ts'
import { parseJson } from '../../contract/json.ts'
import type { OperationName } from '../../contract/operations.ts'
import { isObject } from '../../contract/values.ts'

/*
 * One call has four forms, each on disk before the next begins: planned, begun (`BegunAttempt`, attempts.ts), landed, and read back.
 */

/** A call that a step wants and the ledger does not hold. */
export interface PlannedCall {
  readonly callKey: string
  readonly step: string
  readonly operation: OperationName
  readonly params: Readonly<Record<string, unknown>>
  /** Which time the run asks for this answer, from 1. It is written when it is more than 1. */
  readonly sweep: number
}

/** A finished call as it lands: what was asked, what came back, and nothing derived from it. */
export interface LandedCall extends PlannedCall {
  readonly runId: string
  /** ISO 8601, UTC. */
  readonly fetchedAt: string
  readonly attempts: number
  readonly latencyMs: number
  /** Points, all attempts together. */
  readonly cost: number
  /** Null when no answer came. */
  readonly httpStatus: number | null
  /** Why what came is no usable answer; the body then holds the raw bytes, as far as there were any. */
  readonly error: string | null
  /** The kind of that error; absent where there is none, and in what versions before 0.2 landed. */
  readonly transport?: TransportFailure
  /** The job declares the message of this answer an absence (`absences`); absent where it does not. */
  readonly isDeclaredAbsence?: true
  readonly body: Uint8Array
  /** Whether the body is JSON and can be spliced in as it is. */
  readonly isJson: boolean
  /** The JSON value of the body, by which the subject of an answer is known before it lands. Not written. */
  readonly value: unknown
  /** Names in parameters and body that were masked; the hash is of the masked body (docs/privacy.md). */
  readonly masked?: number
  /** What was asked and answered is gone for good; that the call was made and what it cost stays. */
  readonly forgotten?: true
}

/** A landed call read back: its body is parsed JSON, or absent, with the reason, when the bytes are not JSON. */
export interface ReadCall extends Omit<LandedCall, 'body' | 'isJson' | 'value'> {
  /** Line in the segment, from 1. */
  readonly line: number
  /** Size and hash of the body as landed. */
  readonly bytes: number
  readonly sha256: string
  readonly body: unknown
  /** Why the body is not JSON. */
  readonly reason?: string | undefined
}

/** A call that came to an end, made here or read back, and what its answer is worth; null when no answer came. */
export interface EndedCall<Call = LandedCall | ReadCall> {
  readonly landed: Call
  readonly classification: Classification | null
}

/** Why a call failed; null when its answer is conclusive. */
export const failureOf = ({ landed, classification }: EndedCall): Failure | null =>
  classification === null ? (landed.transport ?? 'no-answer') : classification.failure

const byteOrderMark = Buffer.from('\ufeff')
const newline = 0x0a
const carriageReturn = 0x0d
const space = 0x20

/**
 * One line of a segment. A JSON body is spliced in as received but for raw line breaks, which JSON allows between
 * tokens only and which become spaces, and a byte order mark; other bytes are kept as base64. The hash is of the body as landed.
 */
export function encodeEntry(call: LandedCall): Buffer {
  const { body: _, isJson, value: __, sweep, ...asked } = call
  const body = isJson ? splicable(call.body) : call.body
  const head = { ...asked, ...(sweep > 1 && { sweep }), bytes: body.byteLength, sha256: sha256Of(body) }
  const prefix = JSON.stringify(head).slice(0, -1)
  return isJson
    ? Buffer.concat([Buffer.from(`${prefix},"body":`), body, lineEnd])
    : Buffer.from(`${prefix},"base64":"${Buffer.from(body).toString('base64')}"}\n`)
}

const lineEnd = Buffer.from('}\n')

function splicable(given: Uint8Array): Uint8Array {
  const body = byteOrderMark.equals(given.subarray(0, 3)) ? given.subarray(3) : given
  if (!body.includes(newline) && !body.includes(carriageReturn)) return body
  return body.map((byte) => (byte === newline || byte === carriageReturn ? space : byte))
}

/**
 * Reads one line of a segment; undefined when it is torn, not an entry, or its body is not what was landed. The body has
 * the very values that it had when it landed.
 */
export function decodeEntry(text: string | Buffer, line: number): ReadCall | undefined {
  const whole = wholeLine(text)
  if (whole === undefined) return undefined
  const { value, reason } = parseJson(whole.bytes)
  return { ...headOf(whole, line), body: value, reason }
}

/** A call read back without its body, of which only the hash was worked out. */
export type CallHead = Omit<ReadCall, 'body' | 'reason'>

/** The head of a line whose body is what was landed; undefined where `decodeEntry` finds nothing. Costs a third of it. */
export function decodeHead(text: string | Buffer, line: number): CallHead | undefined {
  const whole = wholeLine(text)
  return whole && headOf(whole, line)
}

const headOf = ({ head }: SplitLine, line: number): CallHead => ({
  sweep: 1,
  ...(head as Omit<CallHead, 'sweep' | 'line'>),
  line,
})

/** A line whose body is what was landed, its body as bytes and not parsed; undefined where `decodeEntry` finds nothing. */
export function wholeLine(text: string | Buffer): SplitLine | undefined {
  const split = splitBody(text)
  if (split === undefined) return undefined
  const { head, bytes } = split
  return bytes.byteLength === head.bytes && sha256Of(bytes) === head.sha256 ? split : undefined
}

export interface SplitLine {
  readonly head: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
  /** Whether the body was spliced in. */
  readonly isJson: boolean
}

const bodyMember = ',"body":'
const closingBrace = 0x7d

/** Head and body of a line. A parameter may be called body, too: the body's member is the first that ends a whole head. */
function splitBody(text: string | Buffer): SplitLine | undefined {
  const line = typeof text === 'string' ? Buffer.from(text) : text
  for (let at = line.indexOf(bodyMember); at !== -1; at = line.indexOf(bodyMember, at + 1)) {
    const head = objectIn(`${line.toString('utf8', 0, at)}}`)
    if (head === undefined) continue
    const bytes = line.subarray(at + bodyMember.length, -1)
    return line.at(-1) === closingBrace ? { head, bytes, isJson: true } : undefined
  }
  const { base64, ...head } = objectIn(line.toString()) ?? {}
  return typeof base64 === 'string'
    ? { head, bytes: Buffer.from(base64, 'base64'), isJson: false }
    : undefined
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The body of a line as it landed, byte for byte, whatever its hash says; undefined when the line cannot be read. */
export function landedBody(text: string): { readonly body: Buffer; readonly sha256: string } | undefined {
  const split = splitBody(text)
  return split && { body: split.bytes, sha256: sha256Of(split.bytes) }
}

/** Reads one line back as it landed, its body as bytes; undefined where `decodeEntry` finds nothing. */
export function decodeLanded(text: string): LandedCall | undefined {
  const whole = wholeLine(text)
  if (whole === undefined) return undefined
  const { line: _, bytes: __, sha256: ___, ...asked } = headOf(whole, 0)
  return { ...asked, body: whole.bytes, isJson: whole.isJson, value: parseJson(whole.bytes).value }
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
