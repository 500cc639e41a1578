import { ClientSettingsError } from './errors.ts'

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

/** What a person may have put a key into, user and query, is not told again. */
const withoutSecrets = (address: string): string =>
  address.replace(/[?#].*$/s, '…').replace(/^([^/]*\/\/)?[^/]*@/, '$1…@')
