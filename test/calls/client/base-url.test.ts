import { describe, expect, test } from 'vitest'
import { parseBaseUrl } from '../../../src/calls/client/client.ts'
import { ClientSettingsError } from '../../../src/calls/client/errors.ts'

describe('the base address', () => {
  test.each([
    ...['https://api.example.com', 'https://api.example.com/gateway/', 'http://localhost:8080'],
    ...['http://127.0.0.1:1', 'http://127.8.9.10', 'http://[::1]:3000', 'http://0x7f.1'],
  ])('%s is taken', (given) => {
    expect(parseBaseUrl(given).href).toBe(new URL(given).href)
  })

  test.each([
    ['', ''],
    ['api.example.com', 'api.example.com'],
    ['ftp://api.example.com', 'ftp://api.example.com'],
    ['file:///etc/passwd', 'file:///…'],
    ['//api.example.com', '//api.example.com'],
  ])('"%s" is no address', (given, shown) => {
    expect(() => parseBaseUrl(given)).toThrow(
      new ClientSettingsError(
        `client: the base address "${shown}" is not an address; expected one such as https://api.example.com`,
      ),
    )
  })

  test.each([
    ...['http://api.example.com', 'http://10.0.0.1', 'http://127.0.0.1.example.com'],
    ...['http://localhost.example.com', 'http://1270.0.0.1.de', 'http://[::2]'],
  ])('%s would send the key unencrypted', (given) => {
    expect(() => parseBaseUrl(given)).toThrow(
      new ClientSettingsError(
        `client: ${new URL(given).origin} would send the key unencrypted; expected https:// (http is for loopback only)`,
      ),
    )
  })

  test.each([
    'https://user@api.example.com',
    'https://:secret@api.example.com',
    'https://api.example.com/?key=secret',
    'https://api.example.com/#part',
  ])('%s is refused without repeating what may be a secret', (given) => {
    expect(() => parseBaseUrl(given)).toThrow(
      new ClientSettingsError(
        'client: the base address must be an origin and a path only, without user, query or fragment',
      ),
    )
  })
})
