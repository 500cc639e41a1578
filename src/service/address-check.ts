import type { FastifyRequest } from 'fastify'
import type { ServiceSettings } from './options.ts'

/** The names by which this machine alone is reached. */
const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Tells whether a request is addressed to this service by a name it knows, and comes from no foreign web page: its Host,
 * with the port, and each Origin must be in the lists, exactly. A page whose name was made to resolve to this machine (DNS
 * rebinding) carries its own name as Host, and its own as Origin. The lists are the loopback names and the host listened on,
 * with the port of the connection, and what the settings add.
 */
export function addressCheck({
  host,
  hosts,
  origins,
}: ServiceSettings): (request: FastifyRequest) => boolean {
  const added = new Set(hosts.map((name) => name.toLowerCase()))
  const addedOrigins = new Set(origins)
  const ownNames = [...loopbackNames, host.includes(':') ? `[${host}]` : host.toLowerCase()]
  const isOwn = (given: string, port: number | undefined): boolean =>
    ownNames.some((name) => given === `${name}:${port}` || (port === 80 && given === name))

  return ({ raw }) => {
    const port = raw.socket.localPort
    const isHost = (given: string): boolean => added.has(given) || isOwn(given, port)
    const isOrigin = (given: string): boolean =>
      addedOrigins.has(given) || (given.startsWith('http://') && isOwn(given.slice('http://'.length), port))
    const { host: named = [], origin = [] } = raw.headersDistinct
    const targets = [...named, ...targetOf(raw.url ?? '')].map((name) => name.toLowerCase())
    return named.length === 1 && targets.every(isHost) && origin.every(isOrigin)
  }
}

/** The host that an address with its origin names, which counts before the Host header (RFC 9112, 3.2.2); none otherwise. */
function targetOf(url: string): string[] {
  const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? []
  return authority === undefined ? [] : [authority]
}
