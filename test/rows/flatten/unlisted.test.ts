import { describe, expect, test } from 'vitest'
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
    expect(rows.unlisted_members?.[0]).toMatchObject({
      seen_run_id: 'r1',
      seen_by: 'k1',
      operation: 'rh_case_details',
    })
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
    const body = {
      code: 200,
      took: 5,
      extra: { wenshu: [{ ...caseHit, 热度: 9 }], fagui: [], news: [{ t: '甲' }] },
    }
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
    expect(flattened('rh_case_details', { id: 'a', type: 'ptal' }, [ordinaryCase])).not.toHaveProperty(
      'unlisted_members',
    )
  })
})
