import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { strikingOut } from '../../src/contract/strike-out.ts'
import { anyText } from '../support/any-text.ts'

const key = 'a"b\\c+7f3a/9d21=~(x)%25&e'

const inEachForm: readonly (readonly [string, string])[] = [
  ['as it is', key],
  ['in JSON', JSON.stringify({ key })],
  ['in JSON within JSON', JSON.stringify({ text: JSON.stringify({ key }) })],
  ['in an address', `https://x.example/?k=${encodeURIComponent(key)}`],
  ['in a form', new URLSearchParams({ k: key }).toString()],
  ['in an address with small escapes', encodeURIComponent(key).replace(/%../g, (byte) => byte.toLowerCase())],
  ['in hexadecimal', Buffer.from(key).toString('hex')],
  ['in capital hexadecimal', Buffer.from(key).toString('hex').toUpperCase()],
  ['in base64', Buffer.from(key).toString('base64')],
  ['in base64 for addresses', Buffer.from(key).toString('base64url')],
  ['in base64 behind one character', Buffer.from(`x${key}yyy`).toString('base64')],
  ['in base64 behind two', Buffer.from(`xx${key}yyy`).toString('base64')],
]

describe('a secret is struck out of a text', () => {
  const { text, value } = strikingOut([key, 'another-secret'])

  test.each(inEachForm)('%s', (_, given) => {
    const left = text(given)
    expect(left).toContain('[key]')
    expect(left).not.toContain('9d21')
  })

  test('and of every text and name of a value; what holds none stays what it is', () => {
    const at = new Date(0)
    expect(value({ [key]: [1, null, { deep: `x${key}y` }], n: 3 })).toEqual({
      '[key]': [1, null, { deep: 'x[key]y' }],
      n: 3,
    })
    expect(strikingOut(['']).value(at)).toBe(at)
    expect(text('nothing of it')).toBe('nothing of it')
  })
})

test('a secret too short to be one is struck out of nothing', () => {
  expect(strikingOut(['s', '1234567']).text('7 lists, 1234567')).toBe('7 lists, 1234567')
  expect(strikingOut(['12345678']).text('12345678')).toBe('[key]')
})

test.each([
  ['12345678yyy', '[key]Nzh5eXk='],
  ['xx12345678yyy', 'eHgx[key]OHl5eQ=='],
  // Its own characters would be four.
  ['x12345678yyy', 'eDEyMzQ1Njc4eXl5'],
])('of a short secret in base64 goes what only it would have: %s', (given, left) => {
  expect(strikingOut(['12345678']).text(Buffer.from(given).toString('base64'))).toBe(left)
})

test('a secret that holds another leaves no half', () => {
  expect(strikingOut(['12345678', '123456789']).text('123456789')).toBe('[key]')
})

test('a line of JSON stays one, whatever the secret is', () => {
  fc.assert(
    fc.property(anyText({ minLength: 8 }), fc.string(), (secret, around) => {
      const line = JSON.stringify(
        strikingOut([secret]).value({ around, said: `${around}${secret}${around}` }),
      )
      expect((JSON.parse(line) as { said: string }).said).not.toContain(secret)
    }),
    { numRuns: 50 },
  )
})
