import { createParser } from 'eventsource-parser'
import { isObject, type JsonObject } from '../../contract/answer.ts'
import { parseJsonText } from '../../contract/json.ts'

/** Id that the SDK gives a request. */
export type RequestId = string | number

/** The message of JSON-RPC that answers a request, with its `result` or its `error`. */
export type Message = JsonObject

/** Looks for the answer to one request in what an entry sends. */
export interface AnswerReader {
  /** Takes the next bytes of a stream of events; says whether there is nothing more to wait for. */
  readonly take: (chunk: Buffer) => boolean
  /** Another stream goes on where this one broke off. */
  readonly resume: () => void
  /** The answer, as far as there is one. */
  readonly message: Message | undefined
  /** Why an event cannot be read, the answer maybe. */
  readonly reason: string | undefined
  /** Where a stream that broke off can be taken up again; undefined when the service keeps none. */
  readonly lastEventId: string | undefined
  /** Milliseconds that the service wants to be left alone before that. */
  readonly retryMs: number
}

/** Reads events until the one that answers. What else the service says on its own is passed over: nobody here asked. */
export function createAnswerReader(id: RequestId): AnswerReader {
  const state: { -readonly [Name in keyof Omit<AnswerReader, 'take' | 'resume'>]: AnswerReader[Name] } = {
    message: undefined,
    reason: undefined,
    lastEventId: undefined,
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
    take(chunk: Buffer): boolean {
      parser.feed(decoder.decode(chunk, { stream: true }))
      return state.message !== undefined || state.reason !== undefined
    },
    resume() {
      parser.reset()
      decoder = new TextDecoder()
    },
  })
}

/** The message that answers the request: alone, or in a batch. An error may come without the id of what it could not read. */
export function answerAmong(value: unknown, id: RequestId): Message | undefined {
  const messages = Array.isArray(value) ? value : [value]
  return messages.find(
    (message: unknown): message is Message =>
      isObject(message) &&
      message.jsonrpc === '2.0' &&
      ((String(message.id) === String(id) && (isObject(message.result) || isObject(message.error))) ||
        (message.id == null && isObject(message.error))),
  )
}
