import { createHash } from 'node:crypto'
import type { OperationName } from '../contract/operations.ts'

/** A finished call as it lands: what was asked, what came back, and nothing derived from it. */
export interface LandedCall {
  readonly callKey: string
  readonly operation: OperationName
  readonly step: string
  readonly runId: string
  /** Parameters as sent. */
  readonly params: Readonly<Record<string, unknown>>
  /** ISO 8601, UTC. */
  readonly fetchedAt: string
  readonly attempts: number
  readonly latencyMs: number
  /** Points, all attempts together. */
  readonly cost: number
  /** Null when no answer came; `error` then says why. */
  readonly httpStatus: number | null
  readonly error: string | null
  readonly body: Uint8Array
  /** Whether the body is JSON and can be spliced in as it is. */
  readonly isJson: boolean
  /** The JSON value of the body, which spares whoever loads it next another parse. Not written. */
  readonly value: unknown
  /** Names in parameters and body that were masked; the hash is of the masked body (docs/privacy.md). */
  readonly masked?: number
  /** What was asked and answered is gone for good; that the call was made and what it cost stays. */
  readonly forgotten?: true
}

/** A landed call read back: its body is parsed JSON, or absent when the bytes were not JSON. */
export interface ReadCall extends Omit<LandedCall, 'body' | 'isJson' | 'value'> {
  /** Line in the segment, from 1. */
  readonly line: number
  /** Size and hash of the body as landed. */
  readonly bytes: number
  readonly sha256: string
  readonly body: unknown
}

const byteOrderMark = Buffer.from('\ufeff')
const newline = 0x0a
const carriageReturn = 0x0d
const space = 0x20

/**
 * One line of a segment. A JSON body is spliced in as received but for raw line breaks, which JSON allows between
 * tokens only and which become spaces, and a byte order mark; other bytes are kept as base64. The hash is of the body as landed.
 */
export function encodeEntry(call: LandedCall): EncodedEntry {
  const { body: _, isJson, value, ...asked } = call
  const body = isJson ? splicable(call.body) : call.body
  const head = { ...asked, bytes: body.byteLength, sha256: sha256Of(body) }
  const prefix = JSON.stringify(head).slice(0, -1)
  const line = isJson
    ? Buffer.concat([Buffer.from(`${prefix},"body":`), body, lineEnd])
    : Buffer.from(`${prefix},"base64":"${Buffer.from(body).toString('base64')}"}\n`)
  return { line, read: { ...head, body: value } }
}

/** A line to write, and what reading it back would give but for its place. */
export interface EncodedEntry {
  readonly line: Buffer
  readonly read: Omit<ReadCall, 'line'>
}

const lineEnd = Buffer.from('}\n')

function splicable(given: Uint8Array): Uint8Array {
  const body = byteOrderMark.equals(given.subarray(0, 3)) ? given.subarray(3) : given
  if (!body.includes(newline) && !body.includes(carriageReturn)) return body
  return body.map((byte) => (byte === newline || byte === carriageReturn ? space : byte))
}

/** Reads one line of a segment; undefined when it is torn, not an entry, or its body is not what was landed. */
export function decodeEntry(text: string, line: number): ReadCall | undefined {
  try {
    const { base64, ...entry } = JSON.parse(text)
    const body = typeof base64 === 'string' ? Buffer.from(base64, 'base64') : splicedBody(text, entry.bytes)
    return sha256Of(body) === entry.sha256 ? { body: undefined, ...entry, line } : undefined
  } catch {
    return undefined
  }
}

/** Reads one line back as it landed, its body as bytes; undefined where `decodeEntry` finds nothing. */
export function decodeLanded(text: string): LandedCall | undefined {
  const read = decodeEntry(text, 0)
  if (read === undefined) return undefined
  const { line: _, bytes, sha256: __, body: value, ...asked } = read
  const base64 = trailingBase64.exec(text)?.[1]
  const isJson = base64 === undefined
  return { ...asked, body: isJson ? splicedBody(text, bytes) : Buffer.from(base64, 'base64'), isJson, value }
}

/** A body that is no JSON ends the line, before the brace. */
const trailingBase64 = /,"base64":"([A-Za-z0-9+/=]*)"\}$/

/** A spliced body ends the line, before the brace. */
function splicedBody(text: string, bytes: number): Buffer {
  const line = Buffer.from(text)
  return line.subarray(line.byteLength - 1 - bytes, -1)
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
