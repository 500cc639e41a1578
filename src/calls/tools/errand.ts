import { AsyncLocalStorage } from 'node:async_hooks'
import { createParser } from 'eventsource-parser'
import { isObject, type JsonObject } from '../../contract/answer.ts'
import { parseJsonText } from '../../contract/json.ts'
import type { Answer } from '../client/errors.ts'
import type { Sent } from '../client/exchange.ts'

/** A piece of work that is done through the SDK, and what its requests came to. */
export interface Errand {
  readonly signal: AbortSignal
  /** What it is, and at which entry, for errors. */
  readonly where: string
  /** Awaited once, before its first request, when the connection stands. */
  readonly start?: (() => Promise<Sent>) | undefined
  /** The last request that was sent for it. */
  requestId?: RequestId
  /** What answered that. */
  came?: Came
}

/** What an entry answered, and the message of JSON-RPC in it, where there is one. */
export interface Came {
  readonly answer: Answer
  readonly message?: Message
}

/** The SDK's fetch does not know which call it works for: this follows the work through it. */
const errands = new AsyncLocalStorage<Errand>()

export const onErrand = <Result>(errand: Errand, work: () => Result): Result => errands.run(errand, work)

/** The errand that the code is on. */
export function currentErrand(): Errand {
  const errand = errands.getStore()
  if (errand === undefined) throw new Error('client: a request of the SDK belongs to no errand')
  return errand
}

/** The service answered, and not with a message that answers: a status, or a body of another kind. */
export class AnsweredError extends Error {
  override name = 'AnsweredError'
  readonly answer: Answer

  constructor(answer: Answer, { where }: Pick<Errand, 'where'>) {
    super(`client: ${where} failed: HTTP ${answer.httpStatus}, and no message of the tool protocol`)
    this.answer = answer
  }
}

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

/** Reads events until the one that answers. Other messages of the service are skipped. */
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
