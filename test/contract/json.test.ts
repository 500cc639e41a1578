import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson, parseJsonText } from '../../src/contract/json.ts'

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('a body', () => {
  test.each([
    ['an object', Buffer.from('{"名":"值"}'), { 名: '值' }],
    ['null', Buffer.from('null'), null],
    ['a byte order mark first', Buffer.from('\ufeff{"a":1}'), { a: 1 }],
    ['white space around', Buffer.from('\r\n {"a":1}\n'), { a: 1 }],
    ['64 levels', Buffer.from(nested(64)), JSON.parse(nested(64))],
    ['a colon after a quote in a text', Buffer.from('{"a":"\\":","b":":"}'), { a: '":', b: ':' }],
    ['half a surrogate pair', Buffer.from('"\\ud800"'), '\ud800'],
    ['an escaped NUL', Buffer.from('"\\u0000"'), '\0'],
    ['a member twice alike', Buffer.from('{"a":[1,{"b":2}],"a":[1,{"b":2.0}]}'), { a: [1, { b: 2 }] }],
  ])('with %s is JSON', (_, body, value) => {
    expect(parseJson(body)).toEqual({ isJson: true, value })
  })

  test.each([
    ['nothing', Buffer.alloc(0), 'JSON value expected but reached end of input at position 0'],
    ['HTML', Buffer.from('<html>502</html>'), "JSON value expected but got '<' at position 0"],
    ['half an object', Buffer.from('{"a":'), "Object value expected after ':' at position 5"],
    ['two values', Buffer.from('{}{}'), "Expected end of input but got '{' at position 2"],
    ['bad UTF-8 in a text', Buffer.from([0x22, 0xe4, 0xb8, 0x22]), 'bad UTF-8 at byte 1'],
    ['GBK', Buffer.from([0x22, 0xd6, 0xd0, 0x22]), 'bad UTF-8 at byte 1'],
    ['bad UTF-8 after what says so', Buffer.from('22e4b8adefbfbdff', 'hex'), 'bad UTF-8 at byte 7'],
    ['half a character at its end', Buffer.from([0x22, 0xe4]), 'bad UTF-8 at byte 1'],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'bad UTF-8 at byte 1'],
    ['a raw line break in a text', Buffer.from('"a\nb"'), "Invalid character '\ufffd' at position 2"],
    ['two marks', Buffer.from('\ufeff\ufeff{}'), "JSON value expected but got '\ufffd' at position 0"],
    ['65 levels', Buffer.from(nested(65)), 'more than 64 levels deep'],
    ['a million levels', Buffer.from(nested(1_000_000)), 'more than 64 levels deep'],
    ['a million levels that never end', Buffer.from('{"a":'.repeat(1_000_000)), 'more than 64 levels deep'],
    ['levels as large as a body may be', Buffer.alloc(16 << 20, '['), 'more than 64 levels deep'],
    ['one byte too many', Buffer.alloc((16 << 20) + 1, ' '), '16777217 bytes; expected 16777216 at most'],
    ['millions of numbers', Buffer.from(`[${'1,'.repeat(5_000_000)}1]`), 'more than 262144 values'],
    ['millions of empty objects', Buffer.from(`[${'{},'.repeat(5_000_000)}{}]`), 'more than 262144 values'],
    ['millions of lists of one', Buffer.from(`[${'[1],'.repeat(4_000_000)}[1]]`), 'more than 262144 values'],
    ['millions of members', Buffer.from(`{${'"":1,'.repeat(3_000_000)}"":1}`), 'more than 262144 values'],
    [
      'a member twice that says two things',
      Buffer.from('{"id":"a", "id" :"b"}'),
      'duplicate member id with another value at position 12',
    ],
    [
      'a member twice, once as an escape',
      Buffer.from('{"id":1,"\\u0069d":2}'),
      'duplicate member id with another value at position 9',
    ],
  ])('with %s is not JSON, and says why', (_, body, reason) => {
    expect(parseJson(body)).toEqual({ isJson: false, value: undefined, reason: `not JSON: ${reason}` })
  })

  test('with as many values as any may have is JSON, and so are commas within its texts', () => {
    const most = `[${'1,'.repeat((1 << 18) - 1)}1]`
    expect(parseJson(Buffer.from(most)).isJson).toBe(true)
    expect(parseJson(Buffer.from(`["${'[1],'.repeat(1 << 20)}"]`)).isJson).toBe(true)
  })
})

describe('a number', () => {
  test.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['1.10', 1.1],
    ['1e2', 100],
    ['100E-2', 1],
    ['0.30000000000000004', 0.1 + 0.2],
    ['0.8712345678901234', 0.8712345678901234],
    ['1e-7', 1e-7],
    ['0.0000000000000000', 0],
    ['5e-324', 5e-324],
    ['1e21', 1e21],
    ['100000000000000000000', 100000000000000000000],
  ])('%s is one', (written, value) => {
    expect(parseJsonText(`{"n":[${written}]}`).value).toEqual({ n: [value] })
    expect(parseJsonText(written).value).toBe(value)
  })

  test.each([
    '9007199254740993',
    '12345678901234567890',
    '-12345678901234567890',
    '1000000000000000000000',
    '1e400',
    '-1e400',
    '1e-400',
    '1.0000000000000000001',
    '0.87123456789012345678',
    '1e99999999999999999999',
    `1${'0'.repeat(400)}`,
  ])('%s is its text, for no double is that number', (written) => {
    expect(parseJsonText(`{"n":[0, ${written}],"m" : ${written}}`).value).toEqual({
      n: [0, written],
      m: written,
    })
    expect(parseJsonText(written).value).toBe(written)
  })
})

describe('a member', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is plain data', (name) => {
    // The second goes the exact way.
    for (const number of ['1', '12345678901234567890']) {
      const { value } = parseJsonText(`{"${name}":{"a":${number}}}`)
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
      expect(Object.entries(value as object)).toEqual([[name, { a: number === '1' ? 1 : number }]])
    }
  })
})

test('whatever JSON.stringify writes reads back, indented or not', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(parseJson(Buffer.from(text)).value).toEqual(JSON.parse(text))
    }),
    { numRuns: 500 },
  )
})

test('a text is JSON to parseJson when it is to JSON.parse, whatever one character is changed', () => {
  const text = '{"a" : [1, -2.5e3, true, null, "x\\u4e2d\\n"], "b":{"c":"判决书"}}'
  const at = fc.nat({ max: text.length - 1 })
  fc.assert(
    fc.property(
      at,
      fc.constantFrom('', '"', '\\', ',', ':', '{', ']', '0', 'e', '.', '\n', '\u2028', '中'),
      (i, put) => {
        const changed = text.slice(0, i) + put + text.slice(i + 1)
        let isJson = true
        try {
          JSON.parse(changed)
        } catch {
          isJson = false
        }
        expect(parseJsonText(changed)).toMatchObject({ isJson })
      },
    ),
    { numRuns: 1_000 },
  )
})
