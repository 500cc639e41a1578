import { describe, expect, test } from 'vitest'
import { recordsOf } from '../../src/contract/answer.ts'
import { classify } from '../../src/contract/classify.ts'
import { type OperationName, operationNames, operations } from '../../src/contract/operations.ts'

const found = { status: 'success', code: 200, message: '请求成功' }
const failed = (code: unknown, message: string) => ({ status: 'failed', code, message, data: null })
const page = (list: unknown) => ({
  id: 'e',
  name: 'n',
  total: 0,
  pageNo: 1,
  pageSize: 30,
  hasMore: false,
  list,
})
const html = undefined

type Row = readonly [
  what: string,
  operation: OperationName,
  httpStatus: number,
  body: unknown,
  expected: string,
]

/** Expected is the outcome, or the outcome and the kind of failure. */
const table: readonly Row[] = [
  ['4.1 hits', 'case_vector_search', 200, { code: 200, msg: 'ok', extra: { wenshu: [{ scid: 1 }] } }, 'hit'],
  ['4.1 code 201', 'case_vector_search', 200, { code: 201, extra: { wenshu: [{}] } }, 'hit'],
  ['2.1 code as text', 'case_vector_search', 200, { code: '200', extra: { wenshu: [{}] } }, 'hit'],
  ['4.1 no hits', 'case_vector_search', 200, { code: 200, extra: { wenshu: [] } }, 'empty'],
  ['4.1 null wenshu', 'case_vector_search', 200, { code: 200, extra: { wenshu: null } }, 'empty'],
  ['7 any other code', 'case_vector_search', 200, { code: 202, msg: '异常' }, 'failed unknown-code'],
  ['7 any other code of 500', 'case_vector_search', 200, { code: 500, msg: '异常' }, 'failed service'],
  ['2.1 no code', 'case_vector_search', 200, { extra: { wenshu: [{}] } }, 'failed shape'],
  [
    '4.8 a message that names a parameter',
    'case_vector_search',
    200,
    { code: 400, msg: 'query参数缺失' },
    'rejected',
  ],
  [
    '2.2 hits that are no objects',
    'case_vector_search',
    200,
    { code: 200, extra: { wenshu: ['x'] } },
    'failed shape',
  ],

  ['4.2 rule 3: a list', 'rh_case_details', 200, { ...found, data: [{ id: '1' }] }, 'hit'],
  ['4.2 in the wild: { lst }', 'rh_case_details', 200, { ...found, data: { lst: [{ id: '1' }] } }, 'hit'],
  ['4.2 in the wild: one object', 'rh_case_details', 200, { ...found, data: { id: '1' } }, 'hit'],
  [
    '4.2 rule 4: no hit',
    'rh_case_details',
    200,
    { ...found, message: '未查询到相关内容', data: null },
    'empty',
  ],
  ['4.2 an empty list', 'rh_case_details', 200, { ...found, data: [] }, 'empty'],
  ['4.2 rule 1: no id, no number', 'rh_case_details', 200, failed(500, '参数异常!'), 'rejected'],
  ['4.2 rule 1 with code as text', 'rh_case_details', 200, failed('500', '参数异常!'), 'rejected'],
  ['4.2 rule 1 as HTTP 500', 'rh_case_details', 500, failed(500, '参数异常!'), 'rejected'],
  ['4.2 rule 2: the type', 'rh_case_details', 200, failed(500, '不支持的type(x)类型'), 'rejected'],
  ['4.2 another failure', 'rh_case_details', 200, failed(500, '系统异常'), 'failed service'],
  ['4.2 data of no known shape', 'rh_case_details', 200, { ...found, data: { rows: [] } }, 'failed shape'],
  ['4.2 data as text', 'rh_case_details', 200, { ...found, data: 'x' }, 'failed shape'],

  ['4.3 rule 5: articles', 'rh_ft_search', 200, { ...found, data: [{ id: '1_2' }] }, 'hit'],
  ['4.3 no articles', 'rh_ft_search', 200, { ...found, data: [] }, 'empty'],
  ['4.3 rule 2: empty body', 'rh_ft_search', 200, failed(null, '请求参数不能为空'), 'rejected'],
  ['4.3 rule 2 with any code', 'rh_ft_search', 200, failed(500, '请求参数不能为空'), 'rejected'],
  ['4.3 rule 3: empty keyword', 'rh_ft_search', 200, failed(501, 'keyword 参数不可为空!'), 'rejected'],
  ['4.3 rule 3: code 501 alone', 'rh_ft_search', 200, { status: 'failed', code: 501 }, 'rejected'],
  ['4.3 rule 4: unexpected failure', 'rh_ft_search', 200, failed(500, '程序处理异常'), 'failed service'],
  ['7 failed with a success code', 'rh_ft_search', 200, failed(200, '程序处理异常'), 'failed unknown-code'],

  ['4.4 a page', 'rh_enterpriseWritList', 200, { ...found, data: page([{ 文书id: 'd' }]) }, 'hit'],
  ['4.4 an empty page', 'rh_enterpriseWritList', 200, { ...found, data: page([]) }, 'empty'],
  [
    '4.4 a page without a list',
    'rh_enterpriseWritList',
    200,
    { ...found, data: page(undefined) },
    'failed shape',
  ],
  ['4.4 not found', 'rh_enterpriseWritList', 200, { status: 'notFound', code: 404, data: null }, 'empty'],
  [
    '4.4 not found, with an empty list',
    'rh_enterpriseWritList',
    200,
    { status: 'notFound', data: [] },
    'empty',
  ],
  [
    '4.4 not found, with an empty page',
    'rh_enterpriseWritList',
    200,
    { status: 'notFound', data: page([]) },
    'empty',
  ],
  [
    '4.4 not found, and yet something',
    'rh_enterpriseWritList',
    200,
    { status: 'notFound', data: page([{ 文书id: 'd' }]) },
    'failed shape',
  ],
  [
    '4.5 not found, with records',
    'rh_enterpriseSearch',
    200,
    { status: 'notFound', data: [{ id: '1' }] },
    'failed shape',
  ],
  [
    '7 201 is no success of the list',
    'rh_enterpriseWritList',
    200,
    { ...found, code: 201, data: page([{}]) },
    'failed unknown-code',
  ],
  ['4.8 neither id nor code', 'rh_enterpriseWritList', 200, failed(500, 'id和tyshxydm不能为空'), 'rejected'],

  ['4.5 candidates', 'rh_enterpriseSearch', 200, { ...found, data: [{ id: '1' }] }, 'hit'],
  ['4.5 none', 'rh_enterpriseSearch', 200, { ...found, data: [] }, 'empty'],
  ['4.5 not found', 'rh_enterpriseSearch', 200, { status: 'notFound', message: '未找到' }, 'empty'],
  [
    '7 201 is no success of the search',
    'rh_enterpriseSearch',
    200,
    { ...found, code: 201, data: [{}] },
    'failed unknown-code',
  ],

  ['4.6 details', 'rh_company_info', 200, { ...found, code: 201, data: [{ 企业ID: '1' }] }, 'hit'],
  [
    '4.6 in the wild: { total, lst }',
    'rh_company_info',
    200,
    { ...found, data: { total: 1, lst: [{ 企业ID: '1' }] } },
    'hit',
  ],
  ['4.6 in the wild: one object', 'rh_company_info', 200, { ...found, data: { 企业ID: '1' } }, 'hit'],
  [
    '4.6 not found',
    'rh_company_info',
    200,
    { status: 'notFound', code: 404, message: '未找到', data: null },
    'empty',
  ],
  [
    '4.6 not found as HTTP 404',
    'rh_company_info',
    404,
    { status: 'notFound', code: 404, message: '未找到' },
    'empty',
  ],
  [
    '4.6 not found from a server that fails',
    'rh_company_info',
    502,
    { status: 'notFound', code: 404 },
    'failed service',
  ],
  ['4.8 missing name', 'rh_company_info', 200, failed(500, 'name参数不能为空'), 'rejected'],
]

/** Holds for every operation, whatever its envelope. */
const everywhere: readonly (readonly [what: string, httpStatus: number, body: unknown, expected: string])[] =
  [
    ['5 rule 2: HTTP 401', 401, html, 'unauthorised'],
    [
      '5 rule 2: HTTP 401 with an envelope',
      401,
      { status: 'failed', code: 401, message: '未授权' },
      'unauthorised',
    ],
    ['5: HTTP 403', 403, html, 'unauthorised'],
    ['5: HTTP 200 with code 401', 200, { status: 'failed', code: 401 }, 'unauthorised'],
    ['5: HTTP 200 with code "403"', 200, { status: 'failed', code: '403' }, 'unauthorised'],
    ['7: HTTP 429', 429, html, 'failed rate'],
    ['7: HTTP 200 with code 429', 200, { status: 'failed', code: 429 }, 'failed rate'],
    [
      '7: a message that says too fast',
      200,
      { status: 'failed', code: 500, message: '访问过于频繁', msg: '访问过于频繁' },
      'failed rate',
    ],
    ['7: HTTP 302', 302, html, 'failed redirect'],
    ['7: HTTP 307 with a success', 307, { ...found, data: [{ id: '1' }] }, 'failed redirect'],
    ['7: HTTP 500 as HTML', 500, html, 'failed service'],
    ['7: HTTP 503 as HTML', 503, html, 'failed service'],
    ['7: HTTP 404 as HTML', 404, html, 'failed unknown-code'],
    ['7: HTTP 400 as HTML', 400, html, 'failed unknown-code'],
    ['7: HTTP 408 as HTML', 408, html, 'failed service'],
    ['7: HTTP 402', 402, html, 'failed quota'],
    ['7: HTTP 200 with code 402', 200, { status: 'failed', code: 402 }, 'failed quota'],
    ...[
      '账户余额不足',
      '额度已用完',
      '调用次数已用尽',
      '今日调用次数已达上限',
      '套餐已到期，请续费',
      'You exceeded your current quota: insufficient quota',
      'Quota exceeded',
    ].map(
      (message) =>
        [
          `8: ${message}`,
          200,
          { status: 'failed', code: 500, message, msg: message },
          'failed quota',
        ] as const,
    ),
    ...[
      '调用频率超出配额',
      '请求过快，请稍后再试',
      '请求次数超限，请稍后重试',
      'QPS 已达上限',
      'Rate limit: quota exceeded for requests per minute',
    ].map(
      (message) =>
        [
          `8: ${message}`,
          200,
          { status: 'failed', code: 500, message, msg: message },
          'failed rate',
        ] as const,
    ),
    ...['系统繁忙，请稍后再试', '程序处理异常', '服务升级中'].map(
      (message) =>
        [
          `8: neither: ${message}`,
          200,
          { status: 'failed', code: 500, message, msg: message },
          'failed service',
        ] as const,
    ),
    [
      '8: HTTP 429 whose message says that it is no matter of speed',
      429,
      { status: 'failed', code: 429, message: '本月额度已用完', msg: '本月额度已用完' },
      'failed quota',
    ],
    [
      '7: HTTP 502 with a success',
      502,
      { ...found, data: [{ id: '1' }], extra: { wenshu: [{}] } },
      'failed service',
    ],
    ['2.1: HTTP 200 as HTML', 200, html, 'failed shape'],
    ['2.1: null', 200, null, 'failed shape'],
    ['2.1: a list', 200, [], 'failed shape'],
    ['2.1: text', 200, 'ok', 'failed shape'],
    ['2.1: an empty object', 200, {}, 'failed shape'],
  ]

const verdict = (operation: OperationName, httpStatus: number, body: unknown): string => {
  const { outcome, failure } = classify(operations[operation], httpStatus, body)
  return failure === null ? outcome : `${outcome} ${failure}`
}

describe('sections 2.1, 4 and 7: what an answer is worth', () => {
  test.each(table)('%s: %s, HTTP %d, %j is %s', (_, operation, httpStatus, body, expected) => {
    expect(verdict(operation, httpStatus, body)).toBe(expected)
  })

  test.each(everywhere)('%s, HTTP %d with %j, is %s for every operation', (_, httpStatus, body, expected) => {
    expect(operationNames.map((name) => [name, verdict(name, httpStatus, body)])).toEqual(
      operationNames.map((name) => [name, expected]),
    )
  })

  test('the code, as a number, and the message come along', () => {
    expect(classify(operations.rh_ft_search, 200, failed('501', 'keyword 参数不可为空!'))).toEqual({
      outcome: 'rejected',
      failure: null,
      code: 501,
      message: 'keyword 参数不可为空!',
    })
    expect(classify(operations.case_vector_search, 200, { code: 500, msg: '异常' })).toMatchObject({
      code: 500,
      message: '异常',
    })
    expect(classify(operations.rh_ft_search, 500, undefined)).toMatchObject({ code: null, message: null })
  })
})

describe('section 2: the records of an answer', () => {
  test.each<[string, OperationName, unknown, unknown]>([
    [
      '2.1 extra.wenshu only',
      'case_vector_search',
      { extra: { wenshu: [{ a: 1 }], other: [{ b: 2 }] } },
      [{ a: 1 }],
    ],
    [
      '2.8 the items of a page',
      'rh_enterpriseWritList',
      { data: page([{ 文书id: 'd' }]) },
      [{ 文书id: 'd' }],
    ],
    [
      '4.2 { lst }',
      'rh_case_details',
      { data: { lst: [{ id: '1' }, { id: '2' }] } },
      [{ id: '1' }, { id: '2' }],
    ],
    ['4.2 one object', 'rh_case_details', { data: { id: '1', title: '案' } }, [{ id: '1', title: '案' }]],
    ['4.2 null', 'rh_case_details', { data: null }, []],
    ['2.8 a page that is one object', 'rh_enterpriseWritList', { data: { id: 'e' } }, undefined],
    ['2.1 no object', 'rh_ft_search', 'x', undefined],
    ['2.6 a list with something else in it', 'rh_ft_search', { data: [{ id: '1' }, null] }, undefined],
  ])('%s', (_, operation, body, expected) => {
    expect(recordsOf(operations[operation], body)).toEqual(expected)
  })
})
