import { apiKey } from '../served.ts'
import { messageHeaders } from './tool-client.ts'

/**
 * A request that is refused at a tool entry: what a plain operation is refused for, by the same gate and parser, stands in raw-requests.ts.
 * What is unlike an honest call, and the status and the code of JSON-RPC that it gets.
 */
export interface Refused {
  readonly name: string
  readonly status: number
  readonly rpcCode?: number
  readonly method?: string
  readonly path?: string
  /** Headers that replace those of an honest call; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string
}

export const entry = '/mcp/company/stream'

const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'svc_rh_company_info', arguments: { name: '甲公司' } },
}
export const honestBody = JSON.stringify(call)

/** Headers of an honest call. */
export const honestHeaders = (host: string): Readonly<Record<string, string>> => ({
  host,
  'x-api-key': apiKey,
  ...messageHeaders,
  'mcp-protocol-version': '2025-06-18',
})

const as = (
  status: number,
  rpcCode: number | undefined,
  cases: Readonly<Record<string, Omit<Refused, 'name' | 'status' | 'rpcCode'>>>,
): Refused[] =>
  Object.entries(cases).map(([name, refused]) => ({
    name,
    status,
    ...(rpcCode === undefined ? {} : { rpcCode }),
    ...refused,
  }))

const host = (value: string) => ({ headers: { host: value } })
const origin = (value: string) => ({ headers: { origin: value } })
const key = (value: string | undefined, authorization?: string) => ({
  headers: { 'x-api-key': value, authorization },
})
const sent = (body: unknown) => ({
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const typed = (type: string | undefined) => ({ headers: { 'content-type': type } })
const accepting = (accept: string | undefined) => ({ headers: { accept } })
const version = (value: string) => ({ headers: { 'mcp-protocol-version': value } })

/** `port` is that of the service. */
export const refusals = (port: number): readonly Refused[] => [
  ...as(403, -32_000, {
    'a host that was made to resolve to us': host(`evil.example:${port}`),
    'our host without its port': host('127.0.0.1'),
    'our host with another port': host(`127.0.0.1:${port + 1}`),
    'our host with a port that begins with ours': host(`127.0.0.1:${port}0`),
    'our name as a subdomain': host(`localhost.evil.example:${port}`),
    'an empty host': host(''),
    'the origin of a page over https': origin(`https://127.0.0.1:${port}`),
    'the origin of a page on another port': origin(`http://localhost:${port + 1}`),
    'another host and no key': { headers: { host: 'evil.example', 'x-api-key': undefined } },
  }),
  ...as(403, undefined, {
    'an unknown path, asked for by another host': { path: '/elsewhere', method: 'GET', ...host('evil') },
  }),
  ...as(401, -32_000, {
    'no key': key(undefined),
    'another key beside the right token': key('another', `Bearer ${apiKey}`),
    'another token': key(undefined, 'Bearer another'),
    'the key as a token of another kind': key(undefined, `Basic ${apiKey}`),
    'no key, for the stream': { ...key(undefined), method: 'GET' },
    'no key, and a body beyond 1 MiB': { ...key(undefined), body: 'x'.repeat(1 << 21) },
  }),
  ...as(401, undefined, {
    'a plain operation with a token': {
      path: '/open/rh_company_info?name=x',
      method: 'GET',
      ...key(undefined, `Bearer ${apiKey}`),
    },
  }),
  ...as(400, -32_000, {
    'a version of the protocol that is none': version('2020-01-01'),
  }),
  ...as(400, -32_600, {
    'a batch': sent([call, { ...call, id: 2 }]),
    'a batch of 10,000': sent(
      Array.from({ length: 10_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'x' })),
    ),
  }),
  ...as(400, -32_700, {
    'no body': sent(''),
    'a body that is not JSON': sent('{"jsonrpc":'),
    'a body of null': sent('null'),
    'a body that is a text': sent('"tools/call"'),
    'a message of nothing': sent({}),
    'a message of another protocol': sent({ ...call, jsonrpc: '1.0' }),
    'an id that is an object': sent({ ...call, id: {} }),
    'parameters that are a list': sent({ ...call, params: ['svc_rh_company_info'] }),
  }),
  ...as(413, -32_000, {
    'a body beyond 1 MiB': sent({ ...call, params: { ...call.params, more: 'x'.repeat(1 << 20) } }),
  }),
  ...as(415, -32_000, {
    'a body without a type': typed(undefined),
    'a text that is named like JSON': typed('text/plain; application/json'),
  }),
  ...as(406, -32_000, {
    'an answer of no type': accepting(undefined),
    'an answer as JSON alone': accepting('application/json'),
  }),
  ...as(405, -32_000, {
    PUT: { method: 'PUT' },
    'the stream of a session': { method: 'GET' },
    'the end of a session': { method: 'DELETE' },
    HEAD: { method: 'HEAD' },
  }),
  ...as(404, undefined, {
    'an entry with a slash more': { path: `${entry}/` },
    'an entry that is none': { path: '/mcp/court/stream' },
  }),
]

/** The SDK's code for parameters that are not of the method's shape. */
const unparsed = -32_603

const calling = (params: object) => ({ method: 'tools/call', params })

/** Honest messages that are refused as messages: HTTP 200, and an error of the protocol. */
export const protocolErrors: readonly (readonly [string, object, number])[] = [
  ['a method that is none', { method: 'tools/run' }, -32_601],
  ['a call of nothing', { method: 'tools/call' }, unparsed],
  ['a call of a tool of another entry', calling({ name: 'svc_rh_ft_search' }), -32_602],
  ['arguments that are a list', calling({ ...call.params, arguments: ['甲公司'] }), unparsed],
]
