import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { dice } from '../../support/dice.ts'
import type { Whenever } from '../../support/folder.ts'
import { listening } from '../../support/listening.ts'
import { answerWhole, type FaultyRequest } from './exchange.ts'
import type { Fault } from './kinds.ts'

/** What the service behind would answer. */
export type Behind = (
  request: FaultyRequest,
) => Promise<{ readonly httpStatus: number; readonly body: Buffer }>

export interface FaultServerOptions {
  readonly behind: Behind
  readonly seed: number
  /** Kinds of fault to choose from, evenly. */
  readonly faults: readonly Fault[]
  /** Share of the requests that meet one, in [0, 1]; above 0, one of the first ten surely does. */
  readonly share: number
  /** Requests whose address begins so meet none. */
  readonly spares?: string
  readonly elsewhere?: string
}

export interface FaultServer {
  readonly url: string
  readonly counts: { readonly requests: number; readonly faults: number; readonly sockets: number }
}

/**
 * A real server until the test is over: it answers as the service behind does, and goes wrong by seed and share. Which
 * requests meet which fault depends on the seed and on the order in which they come.
 */
export async function startFaultServer(
  options: FaultServerOptions,
  whenOver: Whenever = onTestFinished,
): Promise<FaultServer> {
  const random = dice(options.seed)
  const counts = { requests: 0, faults: 0, sockets: 0 }
  let untilSure = options.share > 0 ? Math.floor(dice(options.seed)() * 10) : -1

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await received(incoming, ++counts.requests)
    const fault = chosenFor(request)
    const { httpStatus, body } = await options.behind(request)
    if (fault === undefined) return answerWhole(response, httpStatus, body)
    counts.faults += 1
    const { elsewhere = 'http://127.0.0.1:9' } = options
    fault.respond({ request, response, socket: incoming.socket, body, random, elsewhere })
  }

  function chosenFor({ url }: FaultyRequest): Fault | undefined {
    const isMeant = random() < options.share
    const fault = options.faults[Math.floor(random() * options.faults.length)]
    if (options.spares !== undefined && url.startsWith(options.spares)) return undefined
    const isSure = untilSure-- === 0
    return isMeant || isSure ? fault : undefined
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error) => response.destroy(error))
  })
  server.on('connection', (socket: Socket) => {
    counts.sockets += 1
    socket.on('error', () => undefined)
  })
  return { url: await listening(server, whenOver), counts }
}

/** Passes requests on to a service that is well, such as the embedded one. */
export const passedOnTo =
  (service: string): Behind =>
  async ({ method, url, headers, body }) => {
    const { 'x-api-key': key = '' } = headers
    const response = await fetch(service + url, {
      method,
      headers: { 'x-api-key': String(key), 'content-type': 'application/json; charset=utf-8' },
      ...(method === 'GET' ? {} : { body }),
    })
    return { httpStatus: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }

async function received(incoming: IncomingMessage, nth: number): Promise<FaultyRequest> {
  let body = ''
  for await (const chunk of incoming) body += chunk
  const { method = '', url = '', headers } = incoming
  return { method, url, headers, body, nth }
}
