import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { styleSource } from './frame.ts'

export interface Reply {
  readonly status: number
  /** With its character set. */
  readonly type: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface PageServer extends AsyncDisposable {
  /** With the token: it opens once. */
  readonly url: string
}

/** Nothing but what this program sends: no script, one sheet, nothing from elsewhere, in no frame. */
const policy = `default-src 'none'; style-src ${styleSource}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

type Answer = (url: URL) => Promise<Reply>

/**
 * Serves pages to one browser on 127.0.0.1; port 0 picks a free one. A browser without the token gets `locked`.
 * @throws what Node throws when the port is taken
 */
export async function servePages(port: number, locked: Reply, answer: Answer): Promise<PageServer> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  const gate = openGate(taken, locked)
  server.on('request', async (request: IncomingMessage, response: ServerResponse) =>
    send(response, await replyTo(request, gate, answer), request.method === 'HEAD'),
  )
  return {
    url: `http://127.0.0.1:${taken}/?token=${gate.token}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function replyTo(
  request: IncomingMessage,
  gate: ReturnType<typeof openGate>,
  answer: Answer,
): Promise<Reply> {
  const at = request.url ?? ''
  if (!URL.canParse(at, 'http://127.0.0.1')) return text(400, 'expected an address')
  const url = new URL(at, 'http://127.0.0.1')
  const refusal = gate.refuse(request, url)
  if (refusal !== undefined) return refusal
  url.pathname = url.pathname.slice(gate.space.length)
  try {
    const reply = await answer(url)
    return { ...reply, body: within(gate.space, reply.body) }
  } catch (error) {
    return text(500, (error as Error).message)
  }
}

/** Has the addresses of a page, as `href="/search"`, lead into the space. No text of a page holds a quotation mark: it is escaped. */
const within = (space: string, body: string): string => body.replace(/ (href|action)="\//g, ` $1="${space}/`)

/**
 * Lets in the browser that has the cookie, and gives the cookie to the first that has the token. Browsers send a cookie of 127.0.0.1
 * to every port of it, and say nothing against a page of another port that links here. So all pages lie below a random path, the
 * space: the cookie is for that alone, and who does not know it gets nothing. A page of another site, or a name that was made to
 * resolve to this machine, is refused by its Origin and its Host before anything else is looked at.
 */
function openGate(port: number, locked: Reply) {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const origins = hosts.map((host) => `http://${host}`)
  const [token, session, space] = [secret(), secret(), `/${secret()}`]
  const name = `dossier_explore_${port}`
  let isUsed = false
  return {
    /** What the printed address ends with. */
    token,
    /** What the path of every page begins with: `/…`. */
    space,
    /** What a request gets that is not let in. */
    refuse({ method = '', headers }: IncomingMessage, { pathname, searchParams }: URL): Reply | undefined {
      const { host = '', origin, cookie = '' } = headers
      if (!hosts.includes(host)) return text(421, 'expected the host 127.0.0.1 or localhost, with the port')
      if (!['GET', 'HEAD'].includes(method)) return text(405, 'expected GET or HEAD')
      if (origin !== undefined && !origins.includes(origin))
        return text(403, 'expected a request of a page of this program')
      const isWithin = isSame(pathname.slice(0, space.length + 1), `${space}/`)
      if (isWithin && isSame(cookieOf(cookie, name), session)) return undefined
      const isFirst = !isUsed && method === 'GET' && pathname === '/'
      if (!isFirst || !isSame(searchParams.get('token') ?? undefined, token)) return locked
      isUsed = true
      const given = `${name}=${session}; Path=${space}/; HttpOnly; SameSite=Strict`
      return { ...text(303, ''), headers: { location: `${space}/`, 'set-cookie': given } }
    },
  }
}

const secret = (): string => randomBytes(24).toString('base64url')

/** In a time that does not tell how much of it was right. */
const isSame = (given: string | undefined, expected: string): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(expected))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const cookieOf = (header: string, name: string): string | undefined =>
  header
    .split(/;\s*/)
    .map((pair) => pair.split('='))
    .find(([key]) => key === name)?.[1]

const text = (status: number, body: string): Reply => ({
  status,
  type: 'text/plain; charset=utf-8',
  body,
})

function send(response: ServerResponse, { status, type, body, headers }: Reply, isHead: boolean): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(isHead ? undefined : body)
}
