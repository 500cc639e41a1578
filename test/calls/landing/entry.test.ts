import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeEntry, encodeEntry, type ReadCall } from '../../../src/calls/landing/entry.ts'
import { parseJson } from '../../../src/contract/json.ts'
import { anyText } from '../../support/any-text.ts'
import { landed } from './landed.ts'

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** A body through a line of a segment and back; its JSON is judged as the client judges it. */
function throughALine(body: Uint8Array): { line: string; call: ReadCall | undefined } {
  const { value, reason, isJson } = parseJson(body)
  const bytes = encodeEntry(landed({ body, value, isJson }))
  const line = bytes.toString('utf8').slice(0, -1)
  expect(bytes.indexOf(0x0a)).toBe(bytes.byteLength - 1)
  expect(Buffer.from(`${line}\n`)).toEqual(bytes)
  const call = decodeEntry(line, 7)
  // Whoever made the call, and whoever reads it back, sees the same.
  expect([call?.body, call?.reason]).toEqual([value, reason])
  return { line, call }
}

describe('a landed call', () => {
  test('reads back as it landed, with its line, its size and the hash of its body', () => {
    const { body, isJson: _, value: __, ...head } = landed()
    expect(throughALine(body).call).toEqual({
      ...head,
      line: 7,
      bytes: 20,
      sha256: sha256('{"status":"success"}'),
      body: { status: 'success' },
    })
  })

  test('says for which sweep it was asked, when that is not the first', () => {
    const lineOf = (sweep: number) => encodeEntry(landed({ sweep })).toString()
    expect(lineOf(1)).not.toContain('sweep')
    expect(decodeEntry(lineOf(1).trimEnd(), 1)?.sweep).toBe(1)
    expect(decodeEntry(lineOf(2).trimEnd(), 1)?.sweep).toBe(2)
  })

  test('begins with its key, where the archive looks for it', () => {
    expect(throughALine(landed().body).line.slice(0, 45)).toBe(`{"callKey":"${landed().callKey}"`)
  })

  test('keeps a JSON body byte for byte: spaces, escapes, big numbers and members given twice', () => {
    const body =
      '{ "id" : 12345678901234567890, "a":"\\u4e2d\\/", "a" : "中/", "b": 1e400,"__proto__":{"x":1} }'
    const { line, call } = throughALine(Buffer.from(body))
    expect(line.endsWith(`,"body":${body}}`)).toBe(true)
    expect(call?.sha256).toBe(sha256(body))
    expect(Object.entries(call?.body as object)).toEqual([
      ['id', '12345678901234567890'],
      ['a', '中/'],
      ['b', '1e400'],
      ['__proto__', { x: 1 }],
    ])
  })

  test('that says two things under one name keeps the bytes, and the reason is read from them', () => {
    const { line, call } = throughALine(Buffer.from('{"id":1,"id":2}'))
    expect(JSON.parse(line)).toMatchObject({ base64: 'eyJpZCI6MSwiaWQiOjJ9' })
    expect(JSON.parse(line)).not.toHaveProperty('reason')
    expect(call?.reason).toBe('not JSON: duplicate member id with another value at position 9')
  })

  test.each(['body', 'base64'])('with a parameter called %s still finds its body', (name) => {
    const params = { x: { [name]: ',"body":{}}' }, [name]: { [name]: 1 } }
    const line = String(encodeEntry(landed({ params }))).slice(0, -1)
    expect(decodeEntry(line, 1)).toMatchObject({ params, body: { status: 'success' } })
  })

  test.each([
    ['line feeds', '{\n"a":\n1}', '{ "a": 1}'],
    ['carriage returns and line feeds', '{\r\n  "a": [1,\r\n 2]\r\n}\r\n', '{    "a": [1,   2]  }  '],
    ['a byte order mark', '\ufeff{"a":1}', '{"a":1}'],
    ['escaped line breaks, which stay', '{"a":"\\n"}', '{"a":"\\n"}'],
    ['U+2028, which stays', '{"a":"\u2028"}', '{"a":"\u2028"}'],
  ])('with %s in its body is one line, and hashed as it landed', (_, body, expected) => {
    const { line, call } = throughALine(Buffer.from(body))
    expect(line.slice(line.indexOf('"body":') + 7, -1)).toBe(expected)
    expect(call).toMatchObject({
      body: JSON.parse(expected),
      bytes: Buffer.byteLength(expected),
      sha256: sha256(expected),
    })
  })

  test.each([
    ['HTML', Buffer.from('<html>\n502</html>')],
    ['nothing', Buffer.alloc(0)],
    ['bad UTF-8', Buffer.from([0x22, 0xe4, 0xb8, 0x22])],
    ['half an object', Buffer.from('{"a":')],
  ])('whose body is %s keeps the bytes as base64', (_, body) => {
    const { line, call } = throughALine(body)
    expect(JSON.parse(line).base64).toBe(body.toString('base64'))
    expect(call).toMatchObject({ body: undefined, bytes: body.byteLength, sha256: sha256(body) })
  })

  test('without an answer says why', () => {
    const line = encodeEntry(
      landed({ httpStatus: null, error: 'client: timed out', body: new Uint8Array(), isJson: false }),
    )
    expect(decodeEntry(String(line), 1)).toMatchObject({ httpStatus: null, error: 'client: timed out' })
  })

  test('carries any bytes', () => {
    const texts = anyText().map((text) => Buffer.from(text))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 64 }), texts), (body) => {
        const { line, call } = throughALine(body)
        expect(call).toMatchObject({ callKey: landed().callKey })
        if (parseJson(body).isJson) return
        expect(Buffer.from(JSON.parse(line).base64, 'base64')).toEqual(Buffer.from(body))
      }),
    )
  })
})

describe('a line is no landed call', () => {
  const { line } = throughALine(Buffer.from('{"title":"判决书"}'))

  test.each([
    ['cut short', line.slice(0, -1)],
    ['empty', ''],
    ['null', 'null'],
    ['a number', '5'],
    ['another object', '{"a":1}'],
    ['zeros', '\0'.repeat(64)],
    ['two calls in one', line + line],
    ['changed in its body', line.replace('判', '裁')],
    ['changed in its last character', `${line.slice(0, -1)}]`],
    ['changed in its hash', line.replace(/"sha256":"./, '"sha256":"x')],
    ['changed in its size', line.replace(/"bytes":\d+/, '"bytes":1')],
  ])('when it is %s', (_, text) => {
    expect(decodeEntry(text, 1)).toBeUndefined()
  })

  test('wherever it is cut', () => {
    for (let end = 0; end < line.length; end += 1) expect(decodeEntry(line.slice(0, end), 1)).toBeUndefined()
  })
})
