import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ClientSettingsError, TransportError } from './errors.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * The service's address. https only, because the key travels in a header; loopback may be http.
 * @throws ClientSettingsError
 */
export function parseBaseUrl(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ClientSettingsError(
      `client: the base address "${withoutSecrets(given)}" is not an address; expected one such as https://api.example.com`,
    )
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    throw new ClientSettingsError(
      `client: ${url.origin} would send the key unencrypted; expected https:// (http is for loopback only)`,
    )
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ClientSettingsError(
      `client: the base address must be an origin and a path only, without user, query or fragment`,
    )
  }
  return url
}

/** User and query are left out: a person may have put a key there. */
const withoutSecrets = (address: string): string =>
  address.replace(/[?#].*$/s, '…').replace(/^([^/]*\/\/)?[^/]*@/, '$1…@')

/**
 * Connects to the service's host, over TLS where the address says so, and hangs up: no request is sent, so nothing is
 * charged. Resolves with the milliseconds it took. @throws ClientSettingsError, TransportError
 */
export async function reach(baseUrl: string, timeoutMs = 10_000): Promise<number> {
  const { protocol, hostname, port } = parseBaseUrl(baseUrl)
  const isTls = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { host, port: Number(port) || (isTls ? 443 : 80) }
  const started = performance.now()
  const socket = isTls ? connectTls({ ...target, servername: host }) : connect(target)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(timeoutMs) })
    return performance.now() - started
  } catch (cause) {
    const { code, message, name } = cause as NodeJS.ErrnoException
    const why = name === 'AbortError' ? `no connection within ${timeoutMs} ms` : (code ?? message)
    throw new TransportError(`client: ${target.host}:${target.port} cannot be reached: ${why}`, {
      failure: name === 'AbortError' ? 'timeout' : 'no-answer',
      cause,
    })
  } finally {
    socket.destroy()
  }
}
