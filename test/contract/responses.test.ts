import { describe, expect, test } from 'vitest'
import { type OperationName, operations } from '../../src/contract/operations.ts'

const success = { status: 'success', code: 200, message: '请求成功' }
const search = (hit: object) => ({ code: 200, msg: 'ok', extra: { wenshu: [hit] } })
const page = { id: '1', name: '', total: 1, pageNo: 1, pageSize: 50, hasMore: false, list: [{ 文书id: 'd' }] }
const detail = (record: object) => ({ ...success, data: [record] })

describe('section 2: shapes as documented and as seen are both accepted', () => {
  test.each<[string, OperationName, object]>([
    ['2.2 scid as an object', 'case_vector_search', search({ scid: { $oid: '5f' } })],
    ['2.2 scid as text', 'case_vector_search', search({ scid: '5f' })],
    ['2.2 ay as texts', 'case_vector_search', search({ scid: '5f', ay: ['301'] })],
    ['2.2 ay as text', 'case_vector_search', search({ scid: '5f', ay: '301' })],
    ['2.2 members outside the table', 'case_vector_search', search({ scid: '5f', type: 1, 新: [{}] })],
    ['2.4 ay and yyft as text', 'rh_case_details', detail({ id: '1', ay: '盗窃罪', yyft: '第一条' })],
    ['2.4 ay and yyft as texts', 'rh_case_details', detail({ id: '1', ay: ['盗窃罪'], yyft: ['第一条'] })],
    ['2.5 an authoritative case', 'rh_case_details', detail({ id: '1', type: '权威案例', url: '/x' })],
    ['4.2 rule 4: null data', 'rh_case_details', { ...success, message: '未查询到相关内容', data: null }],
    ['4.2 in the wild: { lst }', 'rh_case_details', { ...success, data: { lst: [{ id: '1' }] } }],
    ['4.2 in the wild: one object', 'rh_case_details', { ...success, data: { id: '1' } }],
    ['2.6 without a regulation', 'rh_ft_search', { ...success, data: [{ id: '1_2', _score: 3.5 }] }],
    ['2.7 an empty code', 'rh_enterpriseSearch', { ...success, data: [{ id: '1', 统一社会信用代码: '' }] }],
    ['2.8 a page', 'rh_enterpriseWritList', { ...success, data: page }],
    ['2.9 position keys by title', 'rh_company_info', { ...success, data: [{ 企业ID: '1', 董事长: '甲' }] }],
    ['4.6 not found', 'rh_company_info', { status: 'notFound', code: 404, message: '未找到', data: null }],
  ])('%s', (_, name, body) => {
    expect(operations[name].response.parse(body)).toEqual(body)
  })

  test('2.1: a code as digits is the number', () => {
    const parsed = operations.rh_ft_search.response.parse({ ...success, code: '200', data: [] })
    expect(parsed.code).toBe(200)
  })

  test.each<[string, OperationName, object]>([
    ['2.1 a status outside the list', 'rh_ft_search', { ...success, status: 'ok', data: [] }],
    ['2.1 a code that is no number', 'rh_ft_search', { ...success, code: 'OK', data: [] }],
    ['2.1 envelope A without a code', 'case_vector_search', { msg: 'ok', extra: { wenshu: [] } }],
    ['2.4 a record without an id', 'rh_case_details', detail({ title: '案' })],
    ['2.8 a page without hasMore', 'rh_enterpriseWritList', { ...success, data: { id: '1', list: [] } }],
  ])('%s is refused', (_, name, body) => {
    expect(operations[name].response.safeParse(body).success).toBe(false)
  })
})
