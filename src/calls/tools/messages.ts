import { isUtf8 } from 'node:buffer'
import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import type { Dispatcher } from 'undici'
import { parseJsonText } from '../../contract/json.ts'
import { isObject, type JsonObject } from '../../contract/values.ts'
import { type CallOptions, givenUpAfter } from '../client/client.ts'
import type { Connections } from '../client/connection.ts'
import { TransportError } from '../client/errors.ts'
import {
  type Answer,
  answerFrom,
  type Exchanged,
  exchange,
  type HowFar,
  type Sending,
} from '../client/exchange.ts'

/** What a request to an entry is made for. */
export interface ToolRequest extends Pick<CallOptions, 'silentMs'>, Pick<Sending, 'start'> {
  readonly signal: AbortSignal
  /** What it is, and at which entry, for errors. */
  readonly where: string
}

/** Where messages go, and what each of them bears: the key, the token where there is one, and what a session agreed on. */
export interface Line {
  readonly connections: Connections
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
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

/** What an entry answered, and the message of JSON-RPC in it that answers, with its `result` or its `error`, where there is one. */
export interface Came {
  readonly answer: Answer
  readonly message: JsonObject | undefined
  /** The session that the entry opened with it. */
  readonly sessionId: string | undefined
}

/** Sends a request and gives what it is answered with. @throws TransportError */
export async function ask(
  line: Line,
  request: { readonly id: number; readonly method: string; readonly params: JsonObject },
  asked: ToolRequest,
): Promise<Came> {
  const reader = createAnswerReader(request.id)
  const exchanged = await streamed(line, request, reader, asked)
  const given = answerFrom(exchanged)
  const { httpStatus, headers } = exchanged
  const message = isEvents(headers)
    ? messageOfEvents(exchanged, reader, asked)
    : answerAmong(given.value, request.id)
  return {
    answer: reader.reason === undefined ? given : { ...given, reason: reader.reason },
    message: httpStatus >= 300 ? undefined : message,
    sessionId: [headers['mcp-session-id']].flat()[0],
  }
}

/** Sends a message that wants no answer. @throws TransportError, AnsweredError when the service refuses it */
export const tell = (line: Line, message: JsonObject, asked: ToolRequest): Promise<void> =>
  accepted(line, posted(line, message, asked), asked)

/** Ends a session on the side of the service. @throws TransportError, AnsweredError when the service refuses it */
export const end = (line: Line, asked: ToolRequest): Promise<void> =>
  accepted(line, requestOf(line, 'DELETE', asked), asked)

async function accepted(line: Line, request: Dispatcher.RequestOptions, asked: ToolRequest): Promise<void> {
  const exchanged = await send(line, request, { where: asked.where })
  if (exchanged.httpStatus >= 300) throw new AnsweredError(answerFrom(exchanged), asked)
}

const contentTypes = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const posted = (line: Line, message: JsonObject, asked: ToolRequest): Dispatcher.RequestOptions => ({
  ...requestOf(line, 'POST', asked, contentTypes),
  body: JSON.stringify({ jsonrpc: '2.0', ...message }),
})

const requestOf = (
  { url, headers }: Line,
  method: Dispatcher.HttpMethod,
  { signal, silentMs }: ToolRequest,
  more: Line['headers'] = {},
): Dispatcher.RequestOptions => ({
  method,
  path: url.pathname,
  headers: { ...more, 'accept-encoding': 'gzip, deflate, br', ...headers },
  ...givenUpAfter(silentMs),
  signal,
})

const send = (
  { connections }: Line,
  request: Dispatcher.RequestOptions,
  sending: Sending,
): Promise<Exchanged> => connections.with((connection) => exchange(connection, request, sending))

/** A stream that broke off is taken up again so often: what it brings was charged already. */
const maximumResumptions = 2

/** Sends a request, and takes its stream up again where it breaks off before the answer and the service kept it. */
async function streamed(
  line: Line,
  message: JsonObject,
  reader: AnswerReader,
  asked: ToolRequest,
): Promise<Exchanged> {
  const toAnswer: HowFar = ({ headers }) =>
    isEvents(headers) && !isPacked(headers) ? reader.take : undefined
  const { where, start } = asked
  let came = await outcomeOf(send(line, posted(line, message, asked), { where, start, howFar: toAnswer }))
  for (let nth = 0; nth < maximumResumptions && mayResume(came, reader, asked); nth += 1) {
    await sleep(reader.retryMs, undefined, { signal: asked.signal }).catch(() => undefined)
    const place = { accept: 'text/event-stream', 'last-event-id': reader.resume() }
    const request = requestOf(line, 'GET', asked, place)
    const resumed = await outcomeOf(send(line, request, { where, howFar: toAnswer }))
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

/** The answer among events; undefined when it cannot be read. @throws TransportError when the stream ended before it */
function messageOfEvents(
  { httpStatus, headers, body }: Exchanged,
  reader: AnswerReader,
  { where }: ToolRequest,
): JsonObject | undefined {
  if (isPacked(headers)) reader.take(body)
  const isReadable = reader.reason === undefined && isUtf8(body)
  if (httpStatus >= 300 || !isReadable || reader.message !== undefined)
    return isReadable ? reader.message : undefined
  throw new TransportError(
    `client: ${where} failed: the stream ended before its answer; it may have been charged`,
    { failure: 'no-answer', received: { httpStatus, body } },
  )
}

type AnswerReader = ReturnType<typeof createAnswerReader>

/** Reads events until the one that answers the request. Other messages of the service are skipped. */
function createAnswerReader(id: number) {
  const state = {
    /** The answer, as far as there is one. */
    message: undefined as JsonObject | undefined,
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
    /** Another stream goes on where this one broke off: behind the event of this id. */
    resume(): string {
      parser.reset()
      decoder = new TextDecoder()
      return state.lastEventId ?? ''
    },
  })
}

/** The message that answers the request: alone, or in a batch. An error may come without the id of what it could not read. */
function answerAmong(value: unknown, id: number): JsonObject | undefined {
  const messages = Array.isArray(value) ? value : [value]
  return messages.find(
    (message: unknown): message is JsonObject =>
      isObject(message) &&
      message.jsonrpc === '2.0' &&
      ((String(message.id) === String(id) && (isObject(message.result) || isObject(message.error))) ||
        (message.id == null && isObject(message.error))),
  )
}

type HttpHeaders = Exchanged['headers']

const isEvents = (headers: HttpHeaders): boolean =>
  /^text\/event-stream\b/i.test(String(headers['content-type'] ?? '').trim())

const isPacked = (headers: HttpHeaders): boolean =>
  !/^(identity)?$/i.test(String(headers['content-encoding'] ?? ''))
