import { classify, codeOf, isEnvelope } from '../../contract/classify.ts'
import { type Json, parseJsonText } from '../../contract/json.ts'
import type { Operation } from '../../contract/operation.ts'
import { textsOf } from '../../contract/tools.ts'
import { isObject, type JsonObject } from '../../contract/values.ts'

export interface Body extends Json {
  readonly body: Buffer
}

/** Members in which the envelope may stand, beside a request id or whatever else a gateway adds. */
const wrappers = [
  'structuredContent',
  'data',
  'result',
  'response',
  'body',
  'payload',
  'output',
  'toolResult',
] as const

/** Levels of wrapping, a text that holds JSON among them. */
const maximumWrapping = 5

/**
 * Where a result may hold the operation's envelope, which the service does not document, in the order in which it is believed. Texts go first:
 * they are the operation's own bytes. Several texts are read one by one, then as one that was cut into pieces.
 */
const places: readonly ((result: JsonObject) => readonly Body[])[] = [
  (result) => textsOf(result).map(ofText),
  (result) => [ofText(textsOf(result).join(''))],
  (result) => resourcesOf(result).map(ofText),
  (result) => [asBody(result)],
]

/**
 * The operation's own envelope out of a tool's result: the bytes of a text as they are, anything else as JSON without white space.
 * Without an envelope, or with two that differ, the result itself lands, or its text if that explains a failure. It is then neither
 * a hit nor an absence.
 */
export function unwrap(op: Operation, result: JsonObject): Body {
  const envelope = envelopeOf(op, result)
  if (envelope !== undefined && !(result.isError === true && isSuccess(op, envelope))) return envelope
  return reasonOf(op, result) ?? asBody(result)
}

function envelopeOf(op: Operation, result: JsonObject): Body | undefined {
  for (const place of places) {
    const found = place(result).flatMap((body) => envelopeIn(op, body, maximumWrapping) ?? [])
    const [first, ...others] = found
    if (first !== undefined) return others.every(({ body }) => body.equals(first.body)) ? first : undefined
  }
  return undefined
}

/** The innermost counts: a wrapper may have a code and a message of its own. */
function envelopeIn(op: Operation, body: Body, levels: number): Body | undefined {
  if (levels === 0) return undefined
  if (typeof body.value === 'string') return envelopeIn(op, ofText(body.value), levels - 1)
  const { value } = body
  if (!isObject(value)) return undefined
  for (const name of wrappers) {
    const inner = Object.hasOwn(value, name) ? value[name] : undefined
    const found = isObject(inner) || typeof inner === 'string' ? asBody(inner) : undefined
    const envelope = found === undefined ? undefined : envelopeIn(op, found, levels - 1)
    if (envelope !== undefined) return envelope
  }
  return isWhole(op, value) ? body : undefined
}

/** A code alone, or a success without its hits, is what any gateway says: envelope A needs the member that tells it apart. */
const isWhole = (op: Operation, value: JsonObject): boolean =>
  isEnvelope(op, value) &&
  (op.envelope === 'B' ||
    'extra' in value ||
    ('msg' in value && !op.successCodes.includes(codeOf(value.code) ?? 0)))

/** One text that is no envelope and says why, as a gateway's own refusal does. */
function reasonOf(op: Operation, result: JsonObject): Body | undefined {
  const [text, ...others] = textsOf(result)
  if (text === undefined || others.length > 0) return undefined
  const body = ofText(text)
  const { outcome, failure } = classify(op, 200, body.value, body.reason)
  const isUnread = failure === 'shape'
  return isSuccessful(outcome) || (isUnread && result.isError === true) ? undefined : body
}

/** Whether it says that the call went well. That there is no such thing may be marked as an error. */
const isSuccess = (op: Operation, { value }: Body): boolean =>
  isSuccessful(classify(op, 200, value).outcome) && !(isObject(value) && value.status === 'notFound')

const isSuccessful = (outcome: string): boolean => outcome === 'hit' || outcome === 'empty'

const resourcesOf = ({ content }: JsonObject): readonly string[] =>
  textsOf({
    content: (Array.isArray(content) ? content : []).map((part: unknown) => isObject(part) && part.resource),
  })

/** A text as its bytes. Half a surrogate pair has none. */
function ofText(text: string): Body {
  const json = /\p{Cs}/u.test(text)
    ? { isJson: false, value: undefined, reason: 'not JSON: half a surrogate pair' }
    : parseJsonText(text.replace(/^\ufeff/, ''))
  return { body: Buffer.from(text), ...json }
}

/** A value as its JSON, rewritten without white space. */
export const asBody = (value: unknown): Body => ({
  body: Buffer.from(JSON.stringify(value)),
  isJson: true,
  value,
})
