import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { type Client, type ClientOptions, createClient } from '../../../src/calls/client/client.ts'
import { TransportError } from '../../../src/calls/client/errors.ts'
import { listening } from '../../support/listening.ts'

export const apiKey = 'canary-key-0123456789'

export interface Received {
  readonly method: string | undefined
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface LocalServer {
  readonly url: string
  /** Requests as they came, oldest first. */
  readonly received: readonly Received[]
}

/** Answers one request, or does not. */
export type Respond = (response: ServerResponse, request: Received, nth: number) => unknown

/** A real HTTP server until the test is over; the handler is told which request this is, from 1. */
export async function serve(handler: Respond): Promise<LocalServer> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method, url = '', headers } = request
    const seen = { method, url, headers, body }
    handler(response, seen, received.push(seen))
  })
  return { url: await listening(server), received }
}

/** A server of raw sockets until the test is over; the handler is given each socket and what it was sent first. */
export async function serveSockets(
  handler: (socket: Socket, nth: number, request: string) => void,
): Promise<string> {
  let nth = 0
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      nth += 1
      handler(socket, nth, String(bytes))
    })
  })
  return await listening(server)
}

/** A client of that address until the test is over. */
export function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({ baseUrl, apiKey, ...options })
  onTestFinished(() => client[Symbol.asyncDispose]())
  return client
}

/** What a call that comes to no answer complains about, without the key. */
export async function complaintOf(calling: Promise<unknown>): Promise<TransportError> {
  const error = await calling.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof TransportError)) throw new Error(`expected a TransportError, got ${error}`)
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(apiKey)
  return error
}

export function answer(response: ServerResponse, body: unknown, httpStatus = 200): void {
  response.writeHead(httpStatus, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
