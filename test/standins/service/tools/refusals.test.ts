import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { corpus } from '../../../proofs/conformance/questions.ts'
import { whenAllOver } from '../../../support/folder.ts'
import { type Served, serve } from '../served.ts'
import { entry, honestBody, honestHeaders, protocolErrors, type Refused, refusals } from './refusals.ts'

let service: Served

const whenOver = whenAllOver()
beforeAll(async () => {
  service = await serve(corpus, {}, whenOver)
})

interface Answered {
  readonly status: number
  readonly body: string
}

/** An honest call but for what is given; over Node's own client, which sends any header that it is told to. */
function answered(
  { method = 'POST', path = entry, headers = {}, body }: Partial<Refused>,
  { port } = service,
): Promise<Answered> {
  const own = { ...honestHeaders(`127.0.0.1:${port}`), ...headers }
  const content = method === 'POST' ? (body ?? honestBody) : undefined
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { host: '127.0.0.1', port, method, path, agent: false, setHost: false },
      (incoming) => {
        text(incoming).then(
          (received) => resolve({ status: incoming.statusCode ?? 0, body: received }),
          reject,
        )
      },
    )
    for (const [name, value] of Object.entries(own)) if (value !== undefined) outgoing.setHeader(name, value)
    // A server that has refused may not read what still comes.
    outgoing.on('error', (error) => reject(error))
    outgoing.end(content)
  })
}

describe('refused', () => {
  const names = refusals(0).map(({ name }) => name)

  test.each(names)('%s, and the service goes on', async (name) => {
    const refused = refusals(service.port).find((one) => one.name === name)
    if (refused === undefined) throw new Error(`expected a request named ${name}`)
    const before = { ...service.counts.byOperation }
    const { status, body } = await answered(refused)
    expect([status, body.slice(0, 300)]).toEqual([refused.status, expect.anything()])
    if (refused.rpcCode !== undefined && refused.method !== 'HEAD')
      expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', error: { code: refused.rpcCode }, id: null })
    expect(service.counts.byOperation).toEqual(before)
    expect(await answered({})).toMatchObject({ status: 200, body: expect.stringContaining('甲公司') })
  })

  test.each(protocolErrors)('as a message: %s', async (_, message, code) => {
    const { status, body } = await answered({ body: JSON.stringify({ jsonrpc: '2.0', id: 7, ...message }) })
    expect([status, JSON.parse(body)]).toMatchObject([200, { id: 7, error: { code } }])
  })
})

describe('let in', () => {
  test.each([
    ['localhost', (port: number) => ({ host: `localhost:${port}` })],
    ['LOCALHOST', (port: number) => ({ host: `LOCALHOST:${port}` })],
    ['the loopback address of IPv6', (port: number) => ({ host: `[::1]:${port}` })],
    ['a page of our own', (port: number) => ({ origin: `http://127.0.0.1:${port}` })],
    ['no version of the protocol', () => ({ 'mcp-protocol-version': undefined })],
    ['a session that it never began', () => ({ 'mcp-session-id': '__proto__' })],
    ['a charset', () => ({ 'content-type': 'application/json; charset=utf-8' })],
  ])('%s', async (_, headers) => {
    expect(await answered({ headers: headers(service.port) })).toMatchObject({ status: 200 })
  })

  test('an address with our origin, whose call is counted, logged and paced as any other', async () => {
    const paced = await serve(corpus, { perSecond: 1 })
    const path = `${paced.url}/open/rh_company_info?name=x`
    const call = { method: 'GET', path }
    expect([(await answered(call, paced)).status, (await answered(call, paced)).status]).toEqual([200, 429])
    expect(paced.counts.byOperation.rh_company_info).toBe(1)
  })
})
