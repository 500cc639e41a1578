import { describe, expect, test } from 'vitest'
import { parseJsonText } from '../../../src/contract/json.ts'
import { flattened, flattenedBody } from './flattened.ts'
import { caseHit, documentPage, enterpriseDetail, listedDocument, ordinaryCase } from './records.ts'

const sightings = (rows: ReturnType<typeof flattened>) =>
  rows.unlisted_members?.map(({ path, type, occurrences, example }) => [path, type, occurrences, example])

describe('members that the contract does not list', () => {
  test('are counted by path and type, with the first value', () => {
    const records = [
      { ...ordinaryCase, 审判人员: [{ 姓名: '甲', 职务: '审判长' }, { 姓名: '乙' }], 公开: true },
      { ...ordinaryCase, id: 'b', 审判人员: '丙', 空: null, 无: [], 对象: {} },
    ]
    const rows = flattened('rh_case_details', { id: 'a', type: 'ptal' }, records)
    expect(sightings(rows)).toEqual([
      ['data[].审判人员[].姓名', 'string', 2, '甲'],
      ['data[].审判人员[].职务', 'string', 1, '审判长'],
      ['data[].公开', 'boolean', 1, 'true'],
      ['data[].审判人员', 'string', 1, '丙'],
      ['data[].无', 'array', 1, '[]'],
      ['data[].对象', 'object', 1, '{}'],
    ])
    const seen = { seen_run_id: 'r1', seen_by: 'k1', operation: 'rh_case_details' }
    expect(rows.unlisted_members?.[0]).toMatchObject(seen)
  })

  test('stand where they are, in pages, items, modules and envelopes', () => {
    const page = { ...documentPage, 备注: '甲', list: [{ ...listedDocument, 裁判金额: 3 }] }
    expect(sightings(flattened('rh_enterpriseWritList', { id: 'e1', pageNo: 2 }, page))).toEqual([
      ['data.备注', 'string', 1, '甲'],
      ['data.list[].裁判金额', 'number', 1, '3'],
    ])
    const [first] = enterpriseDetail.股东详情
    const company = { 企业ID: 'e1', 曾用名: '旧名', 股东详情: [{ ...first, 国别: '中国' }] }
    const body = { status: 'success', code: 200, message: '请求成功', traceId: 't1', data: [company] }
    expect(sightings(flattenedBody('rh_company_info', { name: 'x' }, body))).toEqual([
      ['data[].曾用名', 'string', 1, '旧名'],
      ['data[].股东详情[].国别', 'string', 1, '中国'],
      ['traceId', 'string', 1, 't1'],
    ])
  })

  test('stand around a list that came as an object', () => {
    const rows = flattened('rh_company_info', { name: 'x' }, { total: 1, lst: [{ 企业ID: 'e1' }] })
    expect(sightings(rows)).toEqual([['data.total', 'number', 1, '1']])
  })

  test('stand in the envelope of the case search and beside its hits', () => {
    const extra = { wenshu: [{ ...caseHit, 热度: 9 }], fagui: [], news: [{ t: '甲' }] }
    const body = { code: 200, took: 5, extra }
    expect(sightings(flattenedBody('case_vector_search', { query: 'x' }, body))).toEqual([
      ['took', 'number', 1, '5'],
      ['extra.news[].t', 'string', 1, '甲'],
      ['extra.wenshu[].热度', 'number', 1, '9'],
    ])
  })

  test('include a listed one whose value its column cannot hold', () => {
    const body = { code: 200, extra: { wenshu: [{ ...caseHit, score: '高' }] } }
    expect(sightings(flattenedBody('case_vector_search', { query: 'x' }, body))).toEqual([
      ['extra.wenshu[].score', 'string', 1, '高'],
    ])
  })

  test('are followed six levels deep', () => {
    const deep = { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }
    expect(
      sightings(flattened('rh_case_details', { id: 'a', type: 'ptal' }, [{ id: 'a', ...deep }])),
    ).toEqual([['data[].a.b.c.d.e.f', 'object', 1, '{"g":1}']])
  })

  test('give at most 200 characters of a value, none of them halved', () => {
    const [row] = flattened('rh_case_details', { id: 'a', type: 'ptal' }, [
      { id: 'a', 未列: `x${'𠮷'.repeat(150)}` },
    ]).unlisted_members ?? [undefined]
    expect(row?.example).toBe(`x${'𠮷'.repeat(99)}`)
  })

  test('leave no row when there are none', () => {
    const rows = flattened('rh_case_details', { id: 'a', type: 'ptal' }, [ordinaryCase])
    expect(rows).not.toHaveProperty('unlisted_members')
  })
})

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
