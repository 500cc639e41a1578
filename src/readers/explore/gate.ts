import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What becomes of a request: it is let in, given a cookie, or refused with a status of HTTP. */
export type Verdict =
  | { readonly kind: 'in' }
  | { readonly kind: 'welcome'; readonly cookie: string }
  | { readonly kind: 'locked' }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string }

/** Who may read: one browser, which opened the printed address first. */
export interface Gate {
  /** What the printed address ends with. */
  readonly token: string
  judge(request: IncomingMessage, url: URL): Verdict
}

/**
 * Lets in the browser that has the cookie, and gives the cookie to the first that has the token. A page of another site, or a name
 * that was made to resolve to this machine, is refused by its Origin and its Host before anything else is looked at.
 */
export function openGate(port: number): Gate {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const origins = hosts.map((host) => `http://${host}`)
  const token = randomBytes(24).toString('base64url')
  const session = randomBytes(24).toString('base64url')
  const name = `dossier_explore_${port}`
  let isUsed = false

  return {
    token,
    judge(request, url) {
      const { host = '', origin, cookie = '' } = request.headers
      const method = request.method ?? ''
      if (!hosts.includes(host))
        return refused(421, 'expected the host 127.0.0.1 or localhost, with the port')
      if (!['GET', 'HEAD', 'POST'].includes(method)) return refused(405, 'expected GET, HEAD or POST')
      if (origin !== undefined ? !origins.includes(origin) : method === 'POST')
        return refused(403, 'expected a request of a page of this program')
      if (isSame(cookieOf(cookie, name), session)) return { kind: 'in' }
      const given = url.searchParams.get('token')
      if (method !== 'GET' || url.pathname !== '/' || given === null || isUsed || !isSame(given, token))
        return { kind: 'locked' }
      isUsed = true
      return { kind: 'welcome', cookie: `${name}=${session}; Path=/; HttpOnly; SameSite=Strict` }
    },
  }
}

const refused = (status: number, reason: string): Verdict => ({ kind: 'refused', status, reason })

/** In a time that does not tell how much of it was right. */
const isSame = (given: string | undefined, expected: string): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(expected))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const cookieOf = (header: string, name: string): string | undefined =>
  header
    .split(/;\s*/)
    .map((pair) => pair.split('='))
    .find(([key]) => key === name)?.[1]
