import { AsyncLocalStorage } from 'node:async_hooks'
import type { Answer } from '../answer.ts'
import type { Sent } from '../exchange.ts'
import type { Message, RequestId } from './message.ts'

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

/** The SDK's fetch is not told what it works for: this follows the work through it. */
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
