import { isUtf8 } from 'node:buffer'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Dispatcher } from 'undici'
import type { Connections } from '../client/connection.ts'
import { type Answer, TransportError } from '../client/errors.ts'

import { answerFrom, type Exchanged, exchange, type HowFar, type Sending } from '../client/exchange.ts'
import {
  AnsweredError,
  type AnswerReader,
  answerAmong,
  createAnswerReader,
  currentErrand,
  type Errand,
  type Message,
  type RequestId,
} from './errand.ts'

/** What every request to the entries of one service has in common. */
export interface Wire {
  readonly connections: Connections
  /** Headers that carry the key, and the token where there is one. The SDK never sees them. */
  readonly credentials: Readonly<Record<string, string>>
}

/** A stream that broke off is taken up again so often: what it brings was charged already. */
const maximumResumptions = 2

/**
 * The fetch that the SDK is given: requests go out on our connections, under their limits, and each is answered with one message or
 * not at all. Streams of events are read here, to the answer and no further, so that whatever goes wrong on the way is an error of
 * the request itself. A redirect is an answer like any other, and is not shown to the SDK, which would follow some.
 */
export const createFetch =
  (wire: Wire): FetchLike =>
  async (url, init = {}) => {
    // No stream is opened for messages that the service sends on its own: nothing reads them.
    if (init.method === 'GET') return new Response(null, { status: 405 })
    const errand = currentErrand()
    const request = requestOf(new URL(url), init, wire, errand)
    const id = requestIdOf(init.body)
    if (id === undefined) {
      const exchanged = await send(wire, request, { where: errand.where })
      if (exchanged.httpStatus >= 300) throw new AnsweredError(answerFrom(exchanged), errand)
      return new Response(null, { status: 202 })
    }
    errand.requestId = id
    const { message, answer, sessionId } = await ask(wire, request, id, errand)
    errand.came = { answer, message }
    return Response.json(message, { headers: sessionId === undefined ? {} : { [sessionHeader]: sessionId } })
  }

const sessionHeader = 'mcp-session-id'

/** The request as undici takes it. */
function requestOf(
  url: URL,
  { method = 'GET', headers, body }: RequestInit,
  { credentials }: Wire,
  { signal }: Errand,
): Dispatcher.RequestOptions {
  return {
    method: method as Dispatcher.HttpMethod,
    path: url.pathname,
    headers: {
      ...Object.fromEntries(new Headers(headers)),
      'accept-encoding': 'gzip, deflate, br',
      ...credentials,
    },
    ...(typeof body === 'string' && { body }),
    signal,
  }
}

/** The id of a message that wants an answer. */
function requestIdOf(body: unknown): RequestId | undefined {
  const { id, method } =
    typeof body === 'string' ? (JSON.parse(body) as { id?: RequestId; method?: string }) : {}
  return method === undefined ? undefined : id
}

const send = (wire: Wire, request: Dispatcher.RequestOptions, sending: Sending) =>
  wire.connections.with((connection) => exchange(connection, request, sending))

interface Answered {
  readonly message: Message
  readonly answer: Answer
  readonly sessionId: string | undefined
}

/** Sends a request and gives the message that answers it. @throws TransportError, AnsweredError when there is none */
async function ask(
  wire: Wire,
  request: Dispatcher.RequestOptions,
  id: RequestId,
  errand: Errand,
): Promise<Answered> {
  const reader = createAnswerReader(id)
  const exchanged = await streamed(wire, request, reader, errand)
  const answer = answerFrom(exchanged)
  const message = isEvents(exchanged.headers)
    ? messageOfEvents(exchanged, reader, errand)
    : answerAmong(answer.value, id)
  if (exchanged.httpStatus >= 300 || message === undefined)
    throw new AnsweredError(
      reader.reason === undefined ? answer : { ...answer, reason: reader.reason },
      errand,
    )
  return { message, answer, sessionId: [exchanged.headers[sessionHeader]].flat()[0] }
}

/** The answer among events; undefined when it cannot be read. @throws TransportError when the stream ended before it */
function messageOfEvents(
  { httpStatus, headers, body }: Exchanged,
  reader: AnswerReader,
  { where }: Errand,
): Message | undefined {
  if (isPacked(headers)) reader.take(body)
  const isReadable = reader.reason === undefined && isUtf8(body)
  if (httpStatus >= 300 || !isReadable || reader.message !== undefined)
    return isReadable ? reader.message : undefined
  throw new TransportError(
    `client: ${where} failed: the stream ended before its answer; it may have been charged`,
    { failure: 'no-answer', received: { httpStatus, body } },
  )
}

/** Sends a request, and takes its stream up again where it breaks off before the answer and the service kept it. */
async function streamed(
  wire: Wire,
  request: Dispatcher.RequestOptions,
  reader: AnswerReader,
  errand: Errand,
): Promise<Exchanged> {
  const toAnswer: HowFar = ({ headers }) =>
    isEvents(headers) && !isPacked(headers) ? reader.take : undefined
  const { where, start } = errand
  let came = await outcomeOf(send(wire, request, { where, start, howFar: toAnswer }))
  for (let nth = 0; nth < maximumResumptions && mayResume(came, reader, errand); nth += 1) {
    await sleep(reader.retryMs, undefined, { signal: errand.signal }).catch(() => undefined)
    reader.resume()
    const resumed = await outcomeOf(send(wire, resumption(request, reader), { where, howFar: toAnswer }))
    // What it says of its own, that it cannot be resumed for one, is no answer to the call.
    if (!('httpStatus' in resumed && isEvents(resumed.headers))) break
    came = resumed
  }
  if ('error' in came) throw came.error
  return came
}

type Outcome = Exchanged | { readonly error: unknown }

const outcomeOf = (sending: Promise<Exchanged>): Promise<Outcome> =>
  sending.catch((error: unknown) => ({ error }))

const mayResume = (came: Outcome, reader: AnswerReader, { signal }: Errand): boolean =>
  !signal.aborted &&
  reader.lastEventId !== undefined &&
  reader.message === undefined &&
  reader.reason === undefined &&
  ('error' in came || isEvents(came.headers))

const resumption = (
  { body: _, method: __, headers, ...request }: Dispatcher.RequestOptions,
  { lastEventId }: AnswerReader,
): Dispatcher.RequestOptions => {
  const { 'content-type': ___, ...kept } = headers as Record<string, string>
  return {
    ...request,
    method: 'GET',
    headers: { ...kept, accept: 'text/event-stream', 'last-event-id': lastEventId ?? '' },
  }
}

type HttpHeaders = Exchanged['headers']

const isEvents = (headers: HttpHeaders): boolean =>
  /^text\/event-stream\b/i.test(String(headers['content-type'] ?? '').trim())

const isPacked = (headers: HttpHeaders): boolean =>
  !/^(identity)?$/i.test(String(headers['content-encoding'] ?? ''))
