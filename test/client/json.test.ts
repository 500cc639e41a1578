import { describe, expect, test } from 'vitest'
import { parseJson } from '../../src/client/json.ts'

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('a body', () => {
  test.each([
    ['an object', Buffer.from('{"名":"值"}'), { 名: '值' }],
    ['null', Buffer.from('null'), null],
    ['a byte order mark first', Buffer.from('\ufeff{"a":1}'), { a: 1 }],
    ['white space around', Buffer.from('\r\n {"a":1}\n'), { a: 1 }],
    ['64 levels', Buffer.from(nested(64)), JSON.parse(nested(64))],
  ])('with %s is JSON', (_, body, value) => {
    expect(parseJson(body)).toEqual({ isJson: true, value })
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['HTML', Buffer.from('<html>502</html>')],
    ['half an object', Buffer.from('{"a":')],
    ['two values', Buffer.from('{}{}')],
    ['bad UTF-8 in a text', Buffer.from([0x22, 0xe4, 0xb8, 0x22])],
    ['GBK', Buffer.from([0x22, 0xd6, 0xd0, 0x22])],
    ['a raw line break in a text', Buffer.from('"a\nb"')],
    ['two byte order marks', Buffer.from('\ufeff\ufeff{}')],
    ['65 levels', Buffer.from(nested(65))],
    ['a million levels', Buffer.from(nested(1_000_000))],
  ])('with %s is not JSON', (_, body) => {
    expect(parseJson(body)).toEqual({ isJson: false, value: undefined })
  })

  test('after one with bad UTF-8 is judged afresh', () => {
    parseJson(Buffer.from([0xe4]))
    expect(parseJson(Buffer.from('1'))).toEqual({ isJson: true, value: 1 })
  })
})
