import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { classify, classifyAnswer, recordsOf, rulesVersion } from '../../src/contract/classify.ts'
import { type OperationName, operationNames, operations } from '../../src/contract/operations.ts'
import type { JsonObject } from '../../src/contract/values.ts'

const found = { status: 'success', code: 200, message: '请求成功' }
const failed = (code: unknown, message: string) => ({ status: 'failed', code, message, data: null })
const page = (list: unknown) => ({ id: 'e', name: 'n', total: 0, pageNo: 1, pageSize: 30, list })
const html = undefined

type Row = readonly [
  what: string,
  operation: OperationName,
  httpStatus: number,
  body: unknown,
  expected: string,
]

/** Answers of one operation, by HTTP 200 unless a row says otherwise. */
const rowsOf = (
  operation: OperationName,
  rows: readonly (readonly [what: string, body: unknown, expected: string, httpStatus?: number])[],
): Row[] =>
  rows.map(([what, body, expected, httpStatus = 200]) => [what, operation, httpStatus, body, expected])

/** Expected is the outcome, or the outcome and the kind of failure. */
const table: readonly Row[] = [
  ...rowsOf('case_vector_search', [
    ['4.1 hits', { code: 200, msg: 'ok', extra: { wenshu: [{ scid: 1 }] } }, 'hit'],
    ['4.1 code 201', { code: 201, extra: { wenshu: [{}] } }, 'hit'],
    ['2.1 code as text', { code: '200', extra: { wenshu: [{}] } }, 'hit'],
    ['4.1 no hits', { code: 200, extra: { wenshu: [] } }, 'empty'],
    ['4.1 null wenshu', { code: 200, extra: { wenshu: null } }, 'failed no-data'],
    ['4.1 no wenshu', { code: 200, extra: {} }, 'failed shape'],
    ['4.1 no extra', { code: 200, msg: '成功' }, 'failed shape'],
    ['7 any other code', { code: 202, msg: '异常' }, 'failed unknown-code'],
    ['7 any other code of 500', { code: 500, msg: '异常' }, 'failed service'],
    ['2.1 no code', { extra: { wenshu: [{}] } }, 'failed shape'],
    ['4.8 a message that names a parameter', { code: 400, msg: 'query参数缺失' }, 'rejected'],
    ['2.2 hits that are no objects', { code: 200, extra: { wenshu: ['x'] } }, 'failed shape'],
  ]),
  ...rowsOf('rh_case_details', [
    ['4.2 rule 3: a list', { ...found, data: [{ id: '1' }] }, 'hit'],
    ['4.2 in the wild: { lst }', { ...found, data: { lst: [{ id: '1' }] } }, 'hit'],
    ['4.2 in the wild: one object', { ...found, data: { id: '1' } }, 'hit'],
    ['4.2 rule 4: no hit', { ...found, message: '未查询到相关内容', data: null }, 'empty'],
    ['4.2 rule 4 with an empty list', { ...found, message: '未查询到相关内容', data: [] }, 'empty'],
    ['4.2 an empty list and no such message', { ...found, data: [] }, 'failed no-data'],
    ['4.2 rule 1: no id, no number', failed(500, '参数异常!'), 'rejected'],
    ['4.2 rule 1 with code as text', failed('500', '参数异常!'), 'rejected'],
    ['4.2 rule 1 as HTTP 500', failed(500, '参数异常!'), 'rejected', 500],
    ['4.2 rule 2: the type', failed(500, '不支持的type(x)类型'), 'rejected'],
    ['4.2 another failure', failed(500, '系统异常'), 'failed service'],
    ['4.2 data of no known shape', { ...found, data: { rows: [] } }, 'failed shape'],
    ['4.2 data as text', { ...found, data: 'x' }, 'failed shape'],
  ]),
  ...rowsOf('rh_ft_search', [
    ['4.3 rule 5: articles', { ...found, data: [{ id: '1_2' }] }, 'hit'],
    ['4.3 no articles', { ...found, data: [] }, 'empty'],
    ['2.6 articles and something else', { ...found, data: [{ id: '1' }, null] }, 'failed shape'],
    ['4.3 rule 2: empty body', failed(null, '请求参数不能为空'), 'rejected'],
    ['4.3 rule 2 with any code', failed(500, '请求参数不能为空'), 'rejected'],
    ['4.3 rule 3: empty keyword', failed(501, 'keyword 参数不可为空!'), 'rejected'],
    ['4.3 rule 3: code 501 alone', { status: 'failed', code: 501 }, 'rejected'],
    ['4.3 rule 4: unexpected failure', failed(500, '程序处理异常'), 'failed service'],
    ['7 failed with a success code', failed(200, '程序处理异常'), 'failed unknown-code'],
    ['7 failed without a code', failed(null, '原因不明'), 'failed service'],
  ]),
  ...rowsOf('rh_enterpriseWritList', [
    ['4.4 a page', { ...found, data: page([{ 文书id: 'd' }]) }, 'hit'],
    ['4.4 an empty page', { ...found, data: page([]) }, 'empty'],
    ['4.4 a page whose total is text', { ...found, data: { ...page([{}]), total: '1' } }, 'hit'],
    ['4.4 a page whose total is no count', { ...found, data: { ...page([{}]), total: -1 } }, 'failed shape'],
    ['4.4 a list in place of a page', { ...found, data: [{ 文书id: 'd' }] }, 'failed shape'],
    ['4.4 a page without a list', { ...found, data: page(undefined) }, 'failed shape'],
    ['4.4 not found', { status: 'notFound', code: 404, data: null }, 'empty'],
    ['4.4 not found, with an empty list', { status: 'notFound', data: [] }, 'empty'],
    ['4.4 not found, with an empty page', { status: 'notFound', data: page([]) }, 'empty'],
    ['4.4 not found, yet something', { status: 'notFound', data: page([{ 文书id: 'd' }]) }, 'failed shape'],
  ]),
  ...rowsOf('rh_enterpriseSearch', [
    ['4.5 not found, with records', { status: 'notFound', data: [{ id: '1' }] }, 'failed shape'],
  ]),
  ...rowsOf('rh_enterpriseWritList', [
    ['7 201 is no success of the list', { ...found, code: 201, data: page([{}]) }, 'failed unknown-code'],
    ['4.8 neither id nor code', failed(500, 'id和tyshxydm不能为空'), 'rejected'],
  ]),
  ...rowsOf('rh_enterpriseSearch', [
    ['4.5 candidates', { ...found, data: [{ id: '1' }] }, 'hit'],
    ['4.5 none', { ...found, data: [] }, 'empty'],
    ['4.5 not found', { status: 'notFound', message: '未找到' }, 'empty'],
    ['4.5 not found, too busy to look', { status: 'notFound', message: '系统繁忙' }, 'failed service'],
    ['7 201 is no success of the search', { ...found, code: 201, data: [{}] }, 'failed unknown-code'],
  ]),
  ...rowsOf('rh_company_info', [
    ['4.6 details', { ...found, code: 201, data: [{ 企业ID: '1' }] }, 'hit'],
    ['4.6 in the wild: { total, lst }', { ...found, data: { total: 1, lst: [{ 企业ID: '1' }] } }, 'hit'],
    ['4.6 in the wild: one object', { ...found, data: { 企业ID: '1' } }, 'hit'],
    ['4.6 not found', { status: 'notFound', code: 404, message: '未找到', data: null }, 'empty'],
    ['4.6 not found as HTTP 404', { status: 'notFound', code: 404, message: '未找到' }, 'empty', 404],
    ['4.6 not found from a server that fails', { status: 'notFound', code: 404 }, 'failed service', 502],
    ['4.8 missing name', failed(500, 'name参数不能为空'), 'rejected'],
  ]),
]

type Everywhere = readonly [what: string, httpStatus: number, body: unknown, expected: string]

const saying = (message: string, code = 500) => ({ status: 'failed', code, message, msg: message })
/** Records of either envelope. */
const both = { data: [{ id: '1' }], extra: { wenshu: [{}] } }
const messages = (expected: string, what: string, said: readonly string[]): Everywhere[] =>
  said.map((message) => [`${what}: ${message}`, 200, saying(message), expected])
/** Success by its status, and null: the message decides. */
const nulls = (expected: string, said: readonly string[]): Everywhere[] =>
  said.map((message) => [
    `7: null with ${message || 'no message'}`,
    200,
    { ...found, message, msg: message, data: null, extra: { wenshu: null } },
    expected,
  ])

/** Holds for every operation, whatever its envelope. */
const everywhere: readonly Everywhere[] = [
  ['5 rule 2: HTTP 401', 401, html, 'unauthorised'],
  ['5 rule 2: 401 in both', 401, { status: 'failed', code: 401, message: '未授权' }, 'unauthorised'],
  ['5: HTTP 403', 403, html, 'unauthorised'],
  ['5: HTTP 200 with code 401', 200, { status: 'failed', code: 401 }, 'unauthorised'],
  ['5: HTTP 200 with code "403"', 200, { status: 'failed', code: '403' }, 'unauthorised'],
  ['7: HTTP 429', 429, html, 'failed rate'],
  ['7: HTTP 200 with code 429', 200, { status: 'failed', code: 429 }, 'failed rate'],
  ['7: a message that says too fast', 200, saying('访问过于频繁'), 'failed rate'],
  ['7: HTTP 302', 302, html, 'failed redirect'],
  ['7: HTTP 307 with a success', 307, { ...found, data: [{ id: '1' }] }, 'failed redirect'],
  ['7: HTTP 500 as HTML', 500, html, 'failed service'],
  ['7: HTTP 503 as HTML', 503, html, 'failed service'],
  ['7: HTTP 404 as HTML', 404, html, 'failed unknown-code'],
  ['7: HTTP 400 as HTML', 400, html, 'failed unknown-code'],
  ['7: HTTP 408 as HTML', 408, html, 'failed service'],
  ['7: HTTP 402', 402, html, 'failed quota'],
  ['7: HTTP 200 with code 402', 200, { status: 'failed', code: 402 }, 'failed quota'],
  ...messages('failed quota', '8', [
    '账户余额不足',
    '额度已用完',
    '调用次数已用尽',
    '今日调用次数已达上限',
    '套餐已到期，请续费',
    'You exceeded your current quota: insufficient quota',
    'Quota exceeded',
  ]),
  ...messages('failed rate', '8', [
    '调用频率超出配额',
    '请求过快，请稍后再试',
    '请求次数超限，请稍后重试',
    'QPS 已达上限',
    'Rate limit: quota exceeded for requests per minute',
  ]),
  ...messages('failed service', '8: neither', ['系统繁忙，请稍后再试', '程序处理异常', '服务升级中']),
  ['8: HTTP 429 with a message of quota', 429, saying('本月额度已用完', 429), 'failed quota'],
  ['7: HTTP 502 with a success', 502, { ...found, ...both }, 'failed service'],
  ...nulls('empty', ['未查询到相关内容', ' 未找到', '暂无数据', '没有找到相关企业', 'No data found']),
  ...nulls('failed rate', ['访问过于频繁，请稍后再试']),
  ...nulls('failed quota', ['今日调用次数已达上限']),
  ...nulls('failed login', ['请先登录', 'token 已失效']),
  ...nulls('failed service', ['系统繁忙', '程序处理异常', '查询失败，未查询到相关内容']),
  ...nulls('rejected', ['参数异常!']),
  ...nulls('failed no-data', ['请求成功', '数据准备就绪', '']),
  ['2.1: success without data', 200, { ...found, msg: '请求成功' }, 'failed shape'],
  [
    '7: records beside a message that speaks of speed',
    200,
    {
      ...found,
      message: '访问过于频繁',
      msg: '访问过于频繁',
      ...both,
    },
    'failed rate',
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
    const { rh_ft_search: search } = operations
    expect(classify(search, 500, undefined, 'no JSON')).toMatchObject({ code: null, message: null })
    expect(classify(search, 200, undefined, 'no JSON')).toMatchObject({ code: null, message: 'no JSON' })
    // No column of the ledger holds these.
    for (const code of [2 ** 31, '5e2', 0.5]) expect(classify(search, 200, failed(code, '')).code).toBeNull()
  })
})

type Question = readonly [
  what: string,
  operation: OperationName,
  params: JsonObject,
  data: unknown,
  expected: string | null,
]

const listOf = (id: unknown, more: object = {}) => ({ ...page([{ 文书id: 'd' }]), id, total: 1, ...more })
const company = (name: string, more: object = {}) => ({ 企业ID: '1', 企业名称: name, ...more })
const candidate = (name: string) => ({ id: '1', 企业名称: name })
const law = (fgmc: string, tid: string, content = '', more = {}) => ({ id: '1', fgmc, tid, content, ...more })
const civilCode = '中华人民共和国民法典'
const aCase = { id: 'x', type: 'ptal' }
const aNumber = { ah: '（2023）京0105民初1号', type: 'ptal' }
const anotherNumber = (ah: string | undefined) =>
  [
    `4.2 another number: ${ah}`,
    aNumber,
    [{ id: 'x', ah }],
    `case number ${aNumber.ah} → ${ah ?? 'a record without one'}`,
  ] as const
const aList = { id: 'e1', pageNo: 1 }
const unrelated =
  'an enterprise by a name → 1, and nothing in the answer relates them; if it is the one that is meant, name it by its id'
const noNameLikeIt = 'enterprises by a name → others: none of the candidates has a name like it'
const noWords = 'articles by keyword → 1 that hold none of the words'
const contracts = { keyword: '合同' }
const articlesOf = { fgmc: civilCode, keyword: '第五百七十七条 第五百八十五条', search_mode: 'OR' }

const questionsOf = (
  operation: OperationName,
  rows: readonly (readonly [what: string, params: JsonObject, data: unknown, expected: string | null])[],
): Question[] => rows.map(([what, ...question]) => [what, operation, ...question])

/** Expected is what is said of the mismatch, as `asked for → answered with`, or null where the answer is one. */
const questions: readonly Question[] = [
  ...questionsOf('rh_case_details', [
    ['4.2 the case asked for', aCase, [{ id: 'x' }], null],
    ['4.2 another case', aCase, [{ id: 'y' }], 'case x → y'],
    ['4.2 the case asked for, and another', aCase, [{ id: 'x' }, { id: 'y' }], 'case x → y'],
    ['4.2 a case without id', aCase, [{ title: '案' }], 'case x → a record without id'],
    ['4.2 the other library', aCase, [{ id: 'x', type: '权威案例' }], 'a case of library ptal → one of qwal'],
    ['4.2 the library asked', aCase, [{ id: 'x', type: '普通案例' }], null],
    ['4.2 in other brackets, with 之一', aNumber, [{ id: 'x', ah: '(2023)京0105民初1号之一' }], null],
    [
      '4.2 one of several numbers of a case',
      { ah: '（2016）粤0304民初18775-18776号', type: 'ptal' },
      [{ id: 'x', ah: '（2016）粤0304民初18776号' }],
      null,
    ],
    ...['（2023）京0105民初2号', '（2022）京0105民初1号', '（2023）京0106民初1号'].map(anotherNumber),
    ...['（2023）京0105刑初1号', '（2023）京0105民初×号', '不公开', undefined].map(anotherNumber),
    ['4.2 a number of no form', { ah: '无号', type: 'ptal' }, [{ id: 'x', ah: '无 号' }], null],
    ['4.2 as many records as a lookup has', aCase, Array(10).fill({ id: 'x' }), null],
    ['4.2 too many records', aCase, Array(11).fill({ id: 'x' }), 'at most 10 records → 11'],
  ]),
  ...questionsOf('rh_enterpriseWritList', [
    ['4.4 the list asked for', aList, listOf('e1'), null],
    ['4.4 the list of a code', { tyshxydm: 'C', pageNo: 1 }, listOf('e1'), null],
    ['4.4 the list of another enterprise', aList, listOf('e2'), 'the list of enterprise e1 → that of e2'],
    [
      '4.4 an empty one of another',
      aList,
      listOf('e2', { list: [] }),
      'the list of enterprise e1 → that of e2',
    ],
    ['4.4 of no one', aList, listOf(null), 'the list of enterprise e1 → that of an enterprise without id'],
    ['4.4 of no one, and nothing in it', aList, listOf(null, { list: [] }), null],
    ['4.4 another page', { id: 'e1', pageNo: 3 }, listOf('e1', { pageNo: 2 }), 'page 3 → page 2'],
    ['4.4 a page without its number', { id: 'e1', pageNo: 3 }, listOf('e1', { pageNo: null }), null],
    ['4.4 a page that is full', aList, listOf('e1', { pageSize: 1 }), null],
    ['4.4 a page without its size', aList, listOf('e1', { pageSize: 0 }), null],
    [
      '4.4 a document twice in a list of one',
      { id: 'e1' },
      { ...listOf('e1'), list: [{ 文书id: 'd' }, { 文书id: 'd' }] },
      null,
    ],
    [
      '4.4 a page too long',
      { id: 'e1' },
      { ...page([{ 文书id: 'd' }, { 文书id: 'f' }]), id: 'e1', pageSize: 1 },
      'page 1 → 2 documents in pages of 1',
    ],
  ]),
  ...questionsOf('rh_enterpriseSearch', [
    ['4.5 a name and its branches', { name: '示例物流' }, [candidate('示例物流有限公司北京分公司')], null],
    ['4.5 a name with a slip', { name: '示例建设集团公司' }, [candidate('示例建没集团有限公司')], null],
    ['4.5 one name of several', { name: '示例物流' }, [candidate('甲乙公司'), candidate('示例物流')], null],
    ['4.5 no name', { name: '示例物流' }, [], null],
    ['4.5 other names', { name: '示例建设集团' }, [candidate('示例物流有限公司')], noNameLikeIt],
    ['4.5 a name without an id', { name: '示例建设集团' }, [{ 企业名称: '示例建设集团' }], noNameLikeIt],
    ['4.5 more names', { name: '示例', top_k: 1 }, Array(2).fill(candidate('示例')), 'at most 1 records → 2'],
  ]),
  ...questionsOf('rh_company_info', [
    ['4.6 a short name', { name: '工商银行' }, [company('中国工商银行股份有限公司')], null],
    ['4.6 a short name of stock', { name: '老甲' }, [company('新程公司', { 股票简称: '老甲' })], null],
    ['4.6 another legal form', { name: '示例物流有限公司' }, [company('示例物流股份公司')], null],
    ['4.6 one of two', { name: '示例' }, [company('甲乙公司'), company('示例公司')], null],
    ['4.6 no enterprise', { name: '示例' }, [], null],
    ['4.6 no id', { name: '示例' }, [{ 企业名称: '示例' }], unrelated.replace('1,', 'one without id,')],
    [
      '4.6 a former name',
      { name: '旧日贸易有限公司' },
      [company('新程科技有限公司', { 变更: [{ 变更项: '名称变更', 变更前: '旧日贸易有限公司' }] })],
      null,
    ],
    [
      '4.6 another branch of the same enterprise',
      { name: '示例物流有限公司上海分公司' },
      [company('示例物流有限公司北京分公司')],
      unrelated,
    ],
    ['4.6 parts in another order', { name: '示例（上海）公司' }, [company('上海示例有限公司')], null],
    ['4.6 another enterprise', { name: '旧日贸易有限公司' }, [company('新程科技有限公司')], unrelated],
    [
      '4.6 more records than asked for',
      { name: '示例', num: 2 },
      [company('示例一'), company('示例二'), company('示例三')],
      'at most 2 records → 3',
    ],
  ]),
  ...questionsOf('rh_ft_search', [
    ['4.3 the articles asked for', articlesOf, [law(civilCode, '577')], null],
    ['4.3 one of them', articlesOf, [law(civilCode, '12', '条文'), law(civilCode, '585')], null],
    ['4.3 no article', articlesOf, [], null],
    ['4.3 an article that names no law', articlesOf, [{ id: '1', tid: '577' }], null],
    ['4.3 an article without its text', contracts, [{ id: '1', tid: '12' }], null],
    ['4.3 its title alone', articlesOf, [{ id: '1', ftmc: `《${civilCode}》第五百七十七条` }], null],
    ['4.3 the words apart', { keyword: '违约金 定金' }, [law('甲法', '1', '违反约定的，支付金钱')], null],
    ['4.3 not all of a word', { keyword: '违约金' }, [law('甲法', '1', '违反约定的')], noWords],
    [
      '4.3 the same digits',
      { keyword: '第五百七十七条' },
      [law(civilCode, '757', '第七百五十七条')],
      noWords,
    ],
    ['4.3 no articles', contracts, [{ id: '1', content: '合同' }], 'articles → records of another kind'],
    ['4.3 more of them', contracts, Array(11).fill(law('甲法', '1', '合同')), 'at most 10 records → 11'],
    [
      '4.3 an article that names the one asked for',
      articlesOf,
      [law('最高人民法院关于适用《中华人民共和国民法典》的解释', '3', '依照第五百七十七条……')],
      null,
    ],
    ['4.3 other articles', articlesOf, [law(civilCode, '12', '条文')], noWords],
    ['4.3 of another law', articlesOf, [law('中华人民共和国公司法', '577')], 'articles by fgmc → others'],
    // A condition, what one article that is found says of it, and another that is not.
    ...(
      [
        [{ fgmc: '民法典 解释' }, { fgmc: '《民法典》担保解释' }, { fgmc: '民法典' }],
        [{ sxx: '现行有效 尚未生效' }, { sxx: '尚未生效' }, { sxx: '失效' }],
        [{ xljb_1: '法律' }, { xljb_1: '法律' }, { xljb_1: '行政法规' }],
        [{ dy: '北京 上海' }, { dy: '上海' }, { dy: '中央' }],
        [{ fbrq_start: '2020-01-01' }, { fbrq: '2020-01-01' }, { fbrq: '2019-12-31' }],
        [{ fbrq_end: '2020-01-01' }, { fbrq: '2020-01-01' }, { fbrq: '2020-01-02' }],
        [{ ssrq_start: '2020-01-01' }, { ssrq: '2020-01-01' }, { ssrq: '2019-12-31' }],
        [{ ssrq_end: '2020-01-01' }, { ssrq: '2020-01-01' }, { ssrq: '2020-01-02' }],
      ] as const
    ).flatMap(([condition, met, broken]) => {
      const [name = ''] = Object.keys(condition)
      const asked = { ...contracts, ...condition }
      const found = (more: object) => ({ id: '1', tid: '1', content: '合同', ...more })
      return [
        [`4.3 articles by ${name}, or that do not say`, asked, [found(met), found({})], null],
        [`4.3 other articles by ${name}`, asked, [found(met), found(broken)], `articles by ${name} → others`],
      ] as const
    }),
  ]),
]

describe('an answer counts only if it answers the question', () => {
  test.each(questions)('%s', (_, operation, params, data, expected) => {
    const body = { ...found, data }
    const outcome = recordsOf(operations[operation], body)?.length === 0 ? 'empty' : 'hit'
    const { outcome: given, failure, message } = classifyAnswer({ operation, params, httpStatus: 200, body })
    const [asked, answered] = expected?.split(' → ') ?? []
    expect([given, failure, message]).toEqual(
      expected === null
        ? [outcome, null, '请求成功']
        : ['failed', 'mismatch', `asked for ${asked}, answered with ${answered}`],
    )
  })

  test.each<[string, object | undefined, object, string | null]>([
    ['4.1 without conditions', undefined, {}, null],
    ['4.1 of the kind asked for', { wszl: ['1', '2'] }, { wszl: '裁定书' }, null],
    ['4.1 that do not say', { wszl: ['1'], xzqh_p: '北京', ja_start: '2020-01-01' }, { jaDate: '2' }, null],
    ['4.1 of another kind', { wszl: ['1'] }, { wszl: '裁定书' }, 'cases by wszl → others'],
    [
      '4.1 of another category',
      { wenshu_type: '刑事案件' },
      { ajlb: '民事案件' },
      'cases by wenshu_type → others',
    ],
    ['4.1 of the province', { xzqh_p: '上海' }, { xzqh_p: '上海市' }, null],
    ['4.1 of another province', { xzqh_p: '北京' }, { xzqh_p: '上海市' }, 'cases by xzqh_p → others'],
    ['4.1 of the first day', { ja_start: '2020-01-01' }, { jaDate: 20200101 }, null],
    ['4.1 from before', { ja_start: '2020-01-01' }, { jaDate: 20191231 }, 'cases by ja_start → others'],
    ['4.1 of the last day', { ja_end: '2020-01-01' }, { jaDate: 20200101 }, null],
    ['4.1 from after', { ja_end: '2020-01-01' }, { jaDate: '20200102' }, 'cases by ja_end → others'],
    ['4.1 of a record that is no case', {}, { scid: null }, 'cases → records of another kind'],
  ])('%s', (_, wenshu_filter, hit, expected) => {
    const { failure, message } = classifyAnswer({
      operation: 'case_vector_search',
      params: { query: '违约金', wenshu_filter },
      httpStatus: 200,
      body: { code: 200, msg: 'ok', extra: { wenshu: [{ scid: 'a' }, { scid: 'b', ...hit }] } },
    })
    const mismatch = `asked for ${expected?.replace(' → ', ', answered with ')}`
    expect([failure, message]).toEqual(expected === null ? [null, 'ok'] : ['mismatch', mismatch])
  })

  test('a message that the job declares an absence is one, a call of other failures is not', () => {
    const question = { operation: 'rh_case_details', params: aCase, httpStatus: 200 } as const
    const declared = { ...question, isDeclaredAbsence: true }
    const body = (message: string) => ({ status: 'success', code: 200, message, data: null })
    expect(classifyAnswer({ ...question, body: body('该案件未公开') }).failure).toBe('no-data')
    expect(classifyAnswer({ ...declared, body: body('该案件未公开') })).toMatchObject({
      outcome: 'empty',
      failure: null,
    })
    expect(classifyAnswer({ ...declared, body: body('系统繁忙') }).failure).toBe('service')
  })
})

test('the rules are those of their version: when this fails for a rule that you changed, raise rulesVersion', () => {
  const verdicts = [
    ...table.map(([what, operation, status, body]) => [what, verdict(operation, status, body)]),
    ...everywhere.flatMap(([what, status, body]) =>
      operationNames.map((name) => [what, verdict(name, status, body)]),
    ),
    ...questions.map(([what, operation, params, data]) => [
      what,
      classifyAnswer({ operation, params, httpStatus: 200, body: { ...found, data } }).outcome,
    ]),
  ]
  const digest = createHash('sha256').update(JSON.stringify(verdicts)).digest('hex').slice(0, 16)
  expect([rulesVersion, digest]).toEqual([3, '934d512c67ecd23f'])
})
