import { AsyncLocalStorage } from 'node:async_hooks'
import { isUtf8 } from 'node:buffer'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createParser } from 'eventsource-parser'
import type { Dispatcher } from 'undici'
import { parseJsonText } from '../../contract/json.ts'
import { isObject, type JsonObject } from '../../contract/values.ts'
import { givenUpAfter } from '../client/client.ts'
import type { Connections } from '../client/connection.ts'
import { TransportError } from '../client/errors.ts'
import {
  type Answer,
  answerFrom,
  type Exchanged,
  exchange,
  type HowFar,
  type Sending,
  type Sent,
} from '../client/exchange.ts'

/** A piece of work that is done through the SDK, and what its requests came to. */
export interface ToolRequest {
  readonly signal: AbortSignal
  /** What it is, and at which entry, for errors. */
  readonly where: string
  /** Awaited once, before its first request, when the connection stands. */
  readonly start?: (() => Promise<Sent>) | undefined
  /** See CallOptions. */
  readonly silentMs?: number | undefined
  /** The last request that was sent for it. */
  requestId?: RequestId
  came?: Came
}

/** What an entry answered, and the message of JSON-RPC in it, where there is one. */
export interface Came {
  readonly answer: Answer
  readonly message?: Message
}

/** The SDK's fetch does not know which call it works for: this follows the work through it. */
const requests = new AsyncLocalStorage<ToolRequest>()

export const onBehalfOf = <Result>(asked: ToolRequest, work: () => Result): Result =>
  requests.run(asked, work)

/** The request that the code works for. */
function currentRequest(): ToolRequest {
  const asked = requests.getStore()
  if (asked === undefined) throw new Error('client: a request of the SDK belongs to no asked')
  return asked
}

/** The service answered, and not with a message that answers: a status, or a body of another kind. */
export class AnsweredError extends Error {
  override name = 'AnsweredError'
  readonly answer: Answer

  constructor(answer: Answer, { where }: Pick<ToolRequest, 'where'>) {
    super(`client: ${where} failed: HTTP ${answer.httpStatus}, and no message of the tool protocol`)
    this.answer = answer
  }
}

/** Id that the SDK gives a request. */
type RequestId = string | number

/** The message of JSON-RPC that answers a request, with its `result` or its `error`. */
type Message = JsonObject

type AnswerReader = ReturnType<typeof createAnswerReader>

/** Reads events until the one that answers the request. Other messages of the service are skipped. */
function createAnswerReader(id: RequestId) {
  const state = {
    /** The answer, as far as there is one. */
    message: undefined as Message | undefined,
    /** Why an event cannot be read, the answer maybe. */
    reason: undefined as string | undefined,
    /** Where a stream that broke off can be taken up again; undefined when the service keeps none. */
    lastEventId: undefined as string | undefined,
    /** Milliseconds that the service wants to be left alone before that. */
    retryMs: 0,
  }
  let decoder = new TextDecoder()
  const parser = createParser({
    onRetry: (ms) => {
      state.retryMs = ms
    },
    onEvent: (event) => {
      state.lastEventId = event.id || state.lastEventId
      const isMessage = (event.event ?? 'message') === 'message' && event.data !== ''
      if (!isMessage || state.message !== undefined) return
      const { value, reason } = parseJsonText(event.data)
      state.message = answerAmong(value, id)
      state.reason ??= reason
    },
  })
  return Object.assign(state, {
    /** Takes the next bytes of a stream of events; says whether there is nothing more to wait for. */
    take(chunk: Buffer): boolean {
      parser.feed(decoder.decode(chunk, { stream: true }))
      return state.message !== undefined || state.reason !== undefined
    },
    /** Another stream goes on where this one broke off. */
    resume(): void {
      parser.reset()
      decoder = new TextDecoder()
    },
  })
}

/** The message that answers the request: alone, or in a batch. An error may come without the id of what it could not read. */
function answerAmong(value: unknown, id: RequestId): Message | undefined {
  const messages = Array.isArray(value) ? value : [value]
  return messages.find(
    (message: unknown): message is Message =>
      isObject(message) &&
      message.jsonrpc === '2.0' &&
      ((String(message.id) === String(id) && (isObject(message.result) || isObject(message.error))) ||
        (message.id == null && isObject(message.error))),
  )
}

/** What every request to the entries of one service has in common. */
interface Wire {
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
    const asked = currentRequest()
    const request = requestOf(new URL(url), init, wire, asked)
    const id = requestIdOf(init.body)
    if (id === undefined) {
      const exchanged = await send(wire, request, { where: asked.where })
      if (exchanged.httpStatus >= 300) throw new AnsweredError(answerFrom(exchanged), asked)
      return new Response(null, { status: 202 })
    }
    asked.requestId = id
    const { message, answer, sessionId } = await ask(wire, request, id, asked)
    asked.came = { answer, message }
    return Response.json(message, { headers: sessionId === undefined ? {} : { [sessionHeader]: sessionId } })
  }

const sessionHeader = 'mcp-session-id'

function requestOf(
  url: URL,
  { method = 'GET', headers, body }: RequestInit,
  { credentials }: Wire,
  { signal, silentMs }: ToolRequest,
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
    ...givenUpAfter(silentMs),
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
  asked: ToolRequest,
): Promise<Answered> {
  const reader = createAnswerReader(id)
  const exchanged = await streamed(wire, request, reader, asked)
  const answer = answerFrom(exchanged)
  const message = isEvents(exchanged.headers)
    ? messageOfEvents(exchanged, reader, asked)
    : answerAmong(answer.value, id)
  if (exchanged.httpStatus >= 300 || message === undefined)
    throw new AnsweredError(
      reader.reason === undefined ? answer : { ...answer, reason: reader.reason },
      asked,
    )
  return { message, answer, sessionId: [exchanged.headers[sessionHeader]].flat()[0] }
}

/** The answer among events; undefined when it cannot be read. @throws TransportError when the stream ended before it */
function messageOfEvents(
  { httpStatus, headers, body }: Exchanged,
  reader: AnswerReader,
  { where }: ToolRequest,
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
  asked: ToolRequest,
): Promise<Exchanged> {
  const toAnswer: HowFar = ({ headers }) =>
    isEvents(headers) && !isPacked(headers) ? reader.take : undefined
  const { where, start } = asked
  let came = await outcomeOf(send(wire, request, { where, start, howFar: toAnswer }))
  for (let nth = 0; nth < maximumResumptions && mayResume(came, reader, asked); nth += 1) {
    await sleep(reader.retryMs, undefined, { signal: asked.signal }).catch(() => undefined)
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

const mayResume = (came: Outcome, reader: AnswerReader, { signal }: ToolRequest): boolean =>
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
