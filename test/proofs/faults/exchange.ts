import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A request, and the whole answer that it would have had. */
export interface Exchange {
  readonly request: FaultyRequest
  readonly response: ServerResponse
  readonly socket: Socket
  /** The body of the answer, whole. */
  readonly body: Buffer
  /** In [0, 1), of the seed. */
  readonly random: () => number
  /** Another origin, which must never hear of the key. */
  readonly elsewhere: string
}

export interface FaultyRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** Which request of the server this is, from 1. */
  readonly nth: number
}

/** The answer as it should be. */
export function answerWhole(response: ServerResponse, httpStatus: number, body: Buffer): void {
  response.writeHead(httpStatus, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.byteLength,
  })
  response.end(body)
}
