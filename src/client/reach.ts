import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { parseBaseUrl } from './base-url.ts'
import { TransportError } from './errors.ts'

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
