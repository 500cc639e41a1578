import { describe, expect, test } from 'vitest'
import { parseJsonText } from '../../../src/contract/json.ts'
import { flattened, flattenedBody } from './flattened.ts'

/** What the payload fuzz found, and what big numbers come to (hazards: HTTP; issue 4). */

describe('a number that no double holds', () => {
  const { value } = parseJsonText(
    '{"id":12345678901234567890,"fgid":9007199254740993,"_score":0.12345678901234567890,"tid":577}',
  )

  test('is an identifier with all its digits', () => {
    const { articles, article_searches } = flattened('rh_ft_search', { keyword: 'x' }, [value])
    expect(articles?.[0]).toMatchObject({
      article_id: '12345678901234567890',
      regulation_id: '9007199254740993',
    })
    expect(article_searches?.[0]?.article_ids).toEqual(['12345678901234567890'])
  })

  test('comes near in a column of numbers, and is in extra as written', () => {
    const { articles, article_hits } = flattened('rh_ft_search', { keyword: 'x' }, [value])
    expect(article_hits?.[0]?.score).toBe(0.12345678901234568)
    expect(articles?.[0]?.extra).toEqual({ _score: '0.12345678901234567890' })
  })
})

test('members that an object has from its prototype are data like any other', () => {
  const { value } = parseJsonText('{"id":"e1","企业名称":"示例","__proto__":{"x":1},"constructor":"y"}')
  const { enterprise_candidates, unlisted_members } = flattened('rh_enterpriseSearch', { name: 'x' }, [value])
  const extra = enterprise_candidates?.[0]?.extra as object
  expect(Object.entries(extra)).toEqual([
    ['__proto__', { x: 1 }],
    ['constructor', 'y'],
  ])
  expect(unlisted_members?.map(({ path }) => path)).toEqual(['data[].__proto__.x', 'data[].constructor'])
})

describe('what the ledger cannot hold of an envelope is unlisted', () => {
  test.each([
    ['a text in another type', { message: { 值: '成功' } }, ['message.值', '成功']],
    ['a member without a name', { '': 'x' }, ['""', 'x']],
    ['data in place of records', { data: ['x'] }, ['data[]', 'x']],
  ])('%s', (_, more, unlisted) => {
    const body = { status: 'success', code: 200, message: '请求成功', data: [], ...more }
    const { unlisted_members } = flattenedBody('rh_enterpriseSearch', { name: 'x' }, body)
    expect(unlisted_members?.map(({ path, example }) => [path, example])).toEqual([unlisted])
  })
})

test('documents of a page that names no enterprise are kept under the code it was asked for by', () => {
  const { enterprise_documents, list_pages } = flattened(
    'rh_enterpriseWritList',
    { tyshxydm: '91110108MA0074PN30' },
    { total: 1, list: [{ 文书id: 'd1' }] },
  )
  expect(list_pages?.[0]?.enterprise_id).toBeNull()
  expect(enterprise_documents?.[0]?.enterprise_id).toBe('unidentified:uscc:91110108MA0074PN30')
})
