import { describe, expect, test } from 'vitest'
import { unwrap } from '../../../src/calls/tools/unwrap.ts'
import { classify } from '../../../src/contract/classify.ts'
import { type OperationName, operations } from '../../../src/contract/operations.ts'
import type { JsonObject } from '../../../src/contract/values.ts'

const text = (...texts: readonly string[]): JsonObject => ({
  content: texts.map((given) => ({ type: 'text', text: given })),
})
const unwrapped = (result: JsonObject, name: OperationName = 'rh_ft_search') => {
  const { body, ...json } = unwrap(operations[name], result)
  return { body: String(body), ...json, ...classify(operations[name], 200, json.value, json.reason) }
}

const envelope = { status: 'success', code: 200, message: '请求成功', data: [{ id: 'a1' }] }
const json = JSON.stringify(envelope)
/** White space and an id that a double cannot hold: bytes that only a copy keeps. */
const spaced = '{ "status": "success",\n "code": 200, "data": [{ "id": 9007199254740993123 }] }'
const hits = { code: 200, msg: 'ok', extra: { wenshu: [{ scid: 's1' }] } }

describe('an envelope', () => {
  test.each<[string, JsonObject, string]>([
    ['as text', text(spaced), spaced],
    ['as text with a byte order mark', text(`\ufeff${json}`), `\ufeff${json}`],
    ['as structured content alone', { content: [], structuredContent: envelope }, json],
    ['as both: the text counts', { ...text(spaced), structuredContent: envelope }, spaced],
    ['beside a text for people', { ...text('1 article found'), structuredContent: envelope }, json],
    ['after a text for people', text('1 article found', spaced), spaced],
    ['before a request id', text(spaced, 'request_id: r-1'), spaced],
    ['given twice', text(json, json), json],
    ['in pieces', text(json.slice(0, 20), json.slice(20)), json],
    [
      'beside a picture',
      { content: [{ type: 'image', data: '', mimeType: 'a/b' }, ...[text(json).content].flat()] },
      json,
    ],
    [
      'in an embedded resource',
      { content: [{ type: 'resource', resource: { uri: 'a:b', text: spaced } }] },
      spaced,
    ],
    ['wrapped with a request id', text(JSON.stringify({ request_id: 'r-1', data: envelope })), json],
    ['wrapped as a result', text(JSON.stringify({ requestId: 'r-1', result: envelope })), json],
    ['wrapped as text in text', text(JSON.stringify({ requestId: 'r-1', result: spaced })), spaced],
    ['as a text of JSON that is a text', text(JSON.stringify(spaced)), spaced],
    ['wrapped twice', text(JSON.stringify({ code: 0, data: { request_id: 'r', response: envelope } })), json],
    [
      'wrapped by what looks like one',
      text(JSON.stringify({ status: 'success', code: 200, request_id: 'r', data: envelope })),
      json,
    ],
    ['wrapped as structured content', { structuredContent: { result: envelope } }, json],
    ['as the result itself', envelope, json],
    ['of the oldest protocol', { toolResult: envelope }, json],
  ])('%s is what lands', (_, result, body) => {
    expect(unwrapped(result)).toMatchObject({ body, isJson: true, outcome: 'hit' })
  })

  test('keeps numbers that are too large for a double', () => {
    const { value } = unwrap(operations.rh_ft_search, text(spaced))
    expect(value).toMatchObject({ data: [{ id: '9007199254740993123' }] })
  })

  test.each<[string, JsonObject]>([
    ['as text', text(JSON.stringify(hits))],
    ['wrapped', text(JSON.stringify({ code: 200, msg: 'ok', request_id: 'r', data: hits }))],
    ['wrapped as structured content', { structuredContent: { request_id: 'r', result: hits } }],
  ])('of the case search, %s, is what lands', (_, result) => {
    expect(unwrapped(result, 'case_vector_search')).toMatchObject({
      body: JSON.stringify(hits),
      outcome: 'hit',
    })
  })

  test.each([
    ['not found', { status: 'notFound', code: 404, message: '未找到', data: null }, 'empty'],
    ['a refusal of the parameters', { status: 'failed', code: 500, message: '参数异常!' }, 'rejected'],
    ['a failure', { status: 'failed', code: 500, message: '程序处理异常' }, 'failed'],
  ])('that tells %s is that, marked as an error or not', (_, told, outcome) => {
    for (const isError of [true, false])
      expect([isError, unwrapped({ ...text(JSON.stringify(told)), isError }).outcome]).toEqual([
        isError,
        outcome,
      ])
  })
})

describe('what holds no envelope', () => {
  test.each<[string, JsonObject, object]>([
    ['nothing', { content: [] }, { body: '{"content":[]}', failure: 'shape' }],
    ['a text for people', text('1 article found'), { body: '1 article found', failure: 'shape' }],
    ['HTML', text('<html></html>'), { body: '<html></html>', failure: 'shape' }],
    ['JSON that is cut off', text(json.slice(0, -5)), { body: json.slice(0, -5), failure: 'shape' }],
    ['half a surrogate pair', text(json.replace('a1', '\ud800')), { failure: 'shape' }],
    ['a name given twice', text('{"status":"success","status":"failed"}'), { failure: 'shape' }],
    ['the refusal of a gateway', text('{"code":429,"message":"请求过于频繁"}'), { failure: 'rate' }],
    ['a gateway that wants another key', text('{"code":401,"msg":"x"}'), { outcome: 'unauthorised' }],
    ['the envelope of another operation', text(JSON.stringify(hits)), { failure: 'shape' }],
    ['a list', text('[1]'), { failure: 'shape' }],
  ])('is told by what lands: %s', (_, result, expected) => {
    expect(unwrapped(result)).toMatchObject({ outcome: 'failed', ...expected })
  })

  test.each<[string, JsonObject]>([
    ['two that differ', text(json, spaced)],
    ['one too deep in wrappers', text('{"data":'.repeat(6) + json + '}'.repeat(6))],
    ['a success that is marked as an error', { ...text(json), isError: true }],
    ['a page without its envelope', text('{"list":[],"total":0}')],
  ])('is no hit and no absence: %s', (_, result) => {
    expect(unwrapped(result)).toMatchObject({ outcome: 'failed' })
  })

  test.each<[string, JsonObject]>([
    ['a code alone', text('{"code":200}')],
    ['a success without its hits', text('{"code":200,"msg":"ok","request_id":"r","items":{}}')],
    ['as structured content', { structuredContent: { code: 200, msg: 'ok' } }],
  ])('in the case search is no absence: %s', (_, result) => {
    expect(unwrapped(result, 'case_vector_search')).toMatchObject({ outcome: 'failed', failure: 'shape' })
  })
})
