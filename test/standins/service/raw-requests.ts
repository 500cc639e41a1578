/** A request as the bytes that go over the socket, and the statuses that its answers have. */
export interface RawRequest {
  readonly name: string
  readonly bytes: (key: string) => string | Buffer
  /** Of each answer on the connection, in order. */
  readonly statuses: readonly number[]
}

const crlf = (...lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('')

const head = (first: string, key: string, ...headers: readonly string[]): string =>
  `${crlf(first, 'host: here', `x-api-key: ${key}`, ...headers)}\r\n`

const details = '/open/rh_case_details?type=ptal&id=c1'
const statutes = 'POST /open/rh_ft_search HTTP/1.1'
const json = 'content-type: application/json'
const lengthOf = (body: string | Buffer): string => `content-length: ${Buffer.byteLength(body)}`

const get =
  (path: string, ...headers: readonly string[]) =>
  (key: string): string =>
    head(`GET ${path} HTTP/1.1`, key, 'connection: close', ...headers)

const bare =
  (method: string, path: string = details) =>
  (key: string): string =>
    head(`${method} ${path} HTTP/1.1`, key, 'connection: close')

const post =
  (body: string | Buffer, ...headers: readonly string[]) =>
  (key: string): Buffer =>
    Buffer.concat([
      Buffer.from(
        head(
          statutes,
          key,
          lengthOf(body),
          'connection: close',
          ...(headers.length === 0 ? [json] : headers),
        ),
      ),
      Buffer.from(body),
    ])

const chunked =
  (chunks: string, ...headers: readonly string[]) =>
  (key: string): string =>
    head(statutes, key, json, 'transfer-encoding: chunked', 'connection: close', ...headers) + chunks

const as = (
  statuses: number | readonly number[],
  cases: Readonly<Record<string, RawRequest['bytes']>>,
): RawRequest[] =>
  Object.entries(cases).map(([name, bytes]) => ({
    name,
    bytes,
    statuses: typeof statuses === 'number' ? [statuses] : statuses,
  }))

const deep = (depth: number): string => `{"keyword":"x]","deep":${'['.repeat(depth)}${']'.repeat(depth)}}`

export const rawRequests: readonly RawRequest[] = [
  ...as(200, {
    'an honest request': get(details),
    'an address with its origin': get(`http://here${details}`),
    'a parameter twice': get(`${details}&id=c2`),
    'a parameter named __proto__': get(`${details}&__proto__=x&__proto__[a]=1`),
    'a parameter with a NUL': get('/open/rh_case_details?type=ptal&id=%00'),
    'a parameter of bad percent-encoding': get('/open/rh_case_details?type=ptal&id=%zz%'),
    'a parameter of bad UTF-8': get('/open/rh_case_details?type=ptal&id=%ff%fe'),
    'many parameters': get(`${details}&${'a=1&'.repeat(1500)}`),
    'a GET with a body': (key) =>
      `${head(`GET ${details} HTTP/1.1`, key, json, 'content-length: 2', 'connection: close')}{}`,
    'a body with a member twice': post('{"keyword":"a","keyword":"b"}'),
    'a body with __proto__': post('{"__proto__":{"keyword":"x"},"keyword":"x"}'),
    'a body with constructor.prototype': post('{"constructor":{"prototype":{"keyword":"x"}},"keyword":"x"}'),
    'a body with a NUL in a text': post('{"keyword":"a\\u0000b"}'),
    'a body with half a surrogate': post('{"keyword":"\\ud800"}'),
    'a body with a number beyond all bounds': post('{"keyword":"x","top_k":1e400}'),
    'a body with a BOM': post('\uFEFF{"keyword":"x"}'),
    'a body of null': post('null'),
    'a body that is a list': post('[1,2]'),
    'no body at all': post(''),
    'a body 64 deep': post(deep(63)),
    'many lists side by side': post(JSON.stringify({ keyword: 'x', wide: Array(65).fill([]) })),
    'brackets in a text': post(JSON.stringify({ keyword: `\\"${'['.repeat(500)}` })),
    'a body in chunks': chunked('7\r\n{"keywo\r\n8\r\nrd":"x"}\r\n0\r\n\r\n'),
    'a content type with a charset': post('{}', 'content-type: application/json;charset=utf-8'),
  }),
  ...as(400, {
    'a body cut off by its length': post('{"keyword"'),
    'a body of bad UTF-8': post(Buffer.from([0x7b, 0xff, 0x7d])),
    'a body 65 deep': post(deep(64)),
    'a body of 500,000 brackets': post('['.repeat(500_000)),
    'a body with something after it': post('{} {}'),
    'a body with a NUL': post('{"keyword":"a"}\u0000'),
    'an address of bad percent-encoding': get('/open/%zz'),
  }),
  ...as(401, {
    'the key in the address': (key) => get(`${details}&x-api-key=${key}`)(''),
    'a body of 1 MiB and more without the key': () =>
      `${head(statutes, 'wrong', json, 'content-length: 2000000', 'connection: close')}{`,
  }),
  ...as(403, {
    'an address of another host': get(`http://elsewhere.example${details}`),
    'two hosts': get(details, 'host: here'),
    'HTTP/1.0 without a host': (key) => `${crlf(`GET ${details} HTTP/1.0`, `x-api-key: ${key}`)}\r\n`,
    'a page of another origin': get(details, 'origin: http://elsewhere.example'),
    'a page of no origin': get(details, 'origin: null'),
  }),
  ...as(404, {
    'a path with dots': get('/open/../etc/passwd'),
    'an operation in another case': get('/OPEN/RH_CASE_DETAILS'),
  }),
  ...as(405, {
    HEAD: bare('HEAD'),
    TRACE: bare('TRACE'),
    'a GET of what takes POST': get('/open/rh_ft_search?keyword=x'),
  }),
  ...as(413, {
    'a body beyond 1 MiB': (key) => head(statutes, key, json, 'content-length: 1048577', 'connection: close'),
    'a chunk beyond 1 MiB': chunked(`100001\r\n${'x'.repeat(0x100001)}\r\n0\r\n\r\n`),
  }),
  ...as(415, {
    'a body without a type': post('{}', 'x-h: 1'),
    'a type that is none': post('{}', 'content-type: ;;;'),
  }),
  ...as([200, 200, 200], {
    'three requests at once': (key) => head(`GET ${details} HTTP/1.1`, key).repeat(2) + get(details)(key),
  }),
  ...as([200, 401], {
    'a second request at once without the key': (key) =>
      head(`GET ${details} HTTP/1.1`, key) + get(details)('wrong'),
  }),
]
