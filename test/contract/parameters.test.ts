import { describe, expect, test } from 'vitest'
import { type OperationName, operations } from '../../src/contract/operations.ts'

type Row = readonly [section: string, operation: OperationName, params: object]

/** A question narrowed down by this. */
const narrowed = (wenshu_filter: object) => ({ query: 'q', wenshu_filter })

const accepted: readonly Row[] = [
  ['4.1', 'case_vector_search', { query: '劳动争议' }],
  ['4.1', 'case_vector_search', { query: 'q', rewrite_flag: false, return_num: 1, wenshu_filter: {} }],
  [
    '4.1',
    'case_vector_search',
    narrowed({
      ...{ wenshu_type: '国家赔偿与司法救助案件', ay: ['盗窃罪'], wszl: ['1', '11'], dianxing: true },
      ...{ ja_start: '2020-02-29', ja_end: '2021-12-31', fayuan: ['北京市第一中级人民法院'] },
      ...{ cj: '最高', xzqh_p: '新疆生产建设兵团', xzqh_c: '杭州市' },
    }),
  ],
  ['4.2', 'rh_case_details', { id: 'x', type: 'ptal' }],
  ['4.2', 'rh_case_details', { ah: '(2020)京01民终1号', type: 'qwal' }],
  ['4.3', 'rh_ft_search', { keyword: '合同 解除' }],
  ['4.3', 'rh_ft_search', { keyword: 'k', search_mode: 'OR', top_k: 50, fgmc: '民法典' }],
  ['4.3', 'rh_ft_search', { keyword: 'k', xljb_1: '法律 宪法', sxx: '现行有效  失效', dy: '中央 北京' }],
  ['4.3', 'rh_ft_search', { keyword: 'k', xljb_1: '行业/团体规范', fbrq_start: '2020-01-01' }],
  ['4.4', 'rh_enterpriseWritList', { id: 'e', pageNo: 1 }],
  ['4.4', 'rh_enterpriseWritList', { tyshxydm: '91110108MA0074PN30' }],
  ['4.5', 'rh_enterpriseSearch', { name: '示例', top_k: 1 }],
  ['4.6', 'rh_company_info', { name: '示例', num: 0 }],
]

const refused: readonly (readonly [...Row, complaint: string])[] = [
  ['4.1', 'case_vector_search', {}, 'query'],
  ['4.1', 'case_vector_search', { query: '' }, 'query'],
  ['4.1', 'case_vector_search', { query: 'q', return_num: 0 }, 'return_num'],
  ['4.1', 'case_vector_search', { query: 'q', return_num: 1.5 }, 'return_num'],
  ['4.1', 'case_vector_search', { query: 'q', rewrite_flag: 'true' }, 'rewrite_flag'],
  ['4.1', 'case_vector_search', narrowed({ wenshu_type: '民事' }), 'wenshu_filter.wenshu_type'],
  ['2.3', 'case_vector_search', narrowed({ wszl: ['12'] }), 'wenshu_filter.wszl.0'],
  ['2.3', 'case_vector_search', narrowed({ wszl: [1] }), 'wenshu_filter.wszl.0'],
  ['4.1', 'case_vector_search', narrowed({ cj: '初级' }), 'wenshu_filter.cj'],
  ['4.1', 'case_vector_search', narrowed({ xzqh_p: '中央' }), 'wenshu_filter.xzqh_p'],
  ['4.1', 'case_vector_search', narrowed({ xzqh_p: '北京市' }), 'wenshu_filter.xzqh_p'],
  ['4.1', 'case_vector_search', narrowed({ ja_start: '20200101' }), 'wenshu_filter.ja_start'],
  ['4.1', 'case_vector_search', narrowed({ ja_end: '2021-02-29' }), 'wenshu_filter.ja_end'],
  ['4.2', 'rh_case_details', { id: 'x' }, 'type'],
  ['4.2', 'rh_case_details', { id: 'x', type: 'PTAL' }, 'type'],
  ['4.3', 'rh_ft_search', {}, 'keyword'],
  ['4.3', 'rh_ft_search', { keyword: ' \u3000' }, 'keyword'],
  ['4.3', 'rh_ft_search', { keyword: 'k', search_mode: 'NOT' }, 'search_mode'],
  ['4.3', 'rh_ft_search', { keyword: 'k', top_k: 51 }, 'top_k'],
  ['4.3', 'rh_ft_search', { keyword: 'k', top_k: 0 }, 'top_k'],
  ['4.3', 'rh_ft_search', { keyword: 'k', xljb_1: '法律 法典' }, 'xljb_1'],
  ['4.3', 'rh_ft_search', { keyword: 'k', sxx: '有效' }, 'sxx'],
  ['4.3', 'rh_ft_search', { keyword: 'k', dy: '新疆生产建设兵团' }, 'dy'],
  ['4.4', 'rh_enterpriseWritList', { id: 'e', pageNo: 0 }, 'pageNo'],
  ['4.4', 'rh_enterpriseWritList', { id: 'e', pageNo: '1' }, 'pageNo'],
  ['4.5', 'rh_enterpriseSearch', {}, 'name'],
  ['4.5', 'rh_enterpriseSearch', { name: '' }, 'name'],
  ['4.5', 'rh_enterpriseSearch', { name: 'n', top_k: 51 }, 'top_k'],
  ['4.6', 'rh_company_info', {}, 'name'],
  ['4.6', 'rh_company_info', { name: 'n', num: -1 }, 'num'],
  ['4.6', 'rh_company_info', { name: 'n', num: 51 }, 'num'],
]

describe('section 4: what a caller may send', () => {
  test.each(accepted)('%s %s takes %j, as it is', (_, name, params) => {
    expect(operations[name].params.parse(params)).toEqual(params)
  })

  test.each(refused)('%s %s refuses %j because of %s', (_, name, params, complaint) => {
    const { error } = operations[name].params.safeParse(params)
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([complaint])
  })

  test.each(Object.values(operations))('$name refuses a parameter it does not know', ({ params }) => {
    const { error } = params.safeParse({ query: 'q', keyword: 'k', name: 'n', type: 'ptal', nmae: 'x' })
    expect(error?.issues.find(({ code }) => code === 'unrecognized_keys')).toMatchObject({
      keys: expect.arrayContaining(['nmae']),
    })
  })

  test('4.1: an unknown filter condition is refused too', () => {
    const { error } = operations.case_vector_search.params.safeParse({
      query: 'q',
      wenshu_filter: { fayuan_name: ['x'] },
    })
    expect(error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['fayuan_name'] })
  })

  test('4.3: a value that is no enumerated one is told which ones are', () => {
    const { error } = operations.rh_ft_search.params.safeParse({ keyword: 'k', sxx: '有效' })
    expect(error?.issues[0]?.message).toBe(
      'expected one or more of 现行有效, 失效, 已被修改, 部分失效, 尚未生效, separated by spaces',
    )
  })
})
