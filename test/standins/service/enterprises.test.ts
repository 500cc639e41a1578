import { describe, expect, test } from 'vitest'
import { failed, serve, servedToAll, succeeded } from './served.ts'

const tyshxydm = '91110108MA0074PN30'
const detail = {
  企业ID: 'e1',
  企业名称: '示例建设集团有限公司',
  统一社会信用代码: tyshxydm,
  法定代表人: '张三',
  董事: '李四,王五',
}
const aliases = { 曾用名: ['示例建筑公司', '老示例公司'], 股票简称: '示例股份' }
const documents = Array.from({ length: 70 }, (_, at) => ({
  enterprise_id: 'e1',
  文书id: `d${String(at).padStart(2, '0')}`,
  标题: `第${at}号`,
  时间: `20${10 + Math.floor(at / 10)}-01-01`,
}))
const namesakes = Array.from({ length: 60 }, (_, at) => ({ id: `n${10 + at}`, 企业名称: '同名商店' }))

const service = servedToAll({
  'enterprises.ndjson': [
    { id: 'e3', 企业名称: '北京示例建设集团有限公司', 统一社会信用代码: '' },
    { id: 'e4', 企业名称: '示例建设集团有限公司分公司' },
    { id: 'e2', 企业名称: '乙（上海）有限公司', 曾用名: '甲（上海）有限公司；示例股份' },
    { ...detail, ...aliases },
    ...namesakes,
  ],
  'enterprise-documents.ndjson': [...documents, { enterprise_id: 'ghost', 文书id: 'g1' }],
})

const list = (params: object) => service().call('rh_enterpriseWritList', params)
const search = (params: object) => service().call('rh_enterpriseSearch', params)
const info = (params: object) => service().call('rh_company_info', params)
const notFound = { status: 'notFound', code: 404, message: '未找到', data: null }

describe('4.4 litigation documents', () => {
  test('4.4: the first page by default, newest first, then by document id', async () => {
    const { data, ...envelope } = await list({ id: 'e1' })
    expect(envelope).toEqual({ status: 'success', code: 200, message: '请求成功' })
    expect(data).toMatchObject({
      id: 'e1',
      name: '示例建设集团有限公司',
      total: 70,
      pageNo: 1,
      pageSize: 30,
      hasMore: true,
    })
    expect(data?.list.slice(0, 2)).toEqual([
      { 文书id: 'd60', 标题: '第60号', 时间: '2016-01-01' },
      { 文书id: 'd61', 标题: '第61号', 时间: '2016-01-01' },
    ])
    expect(data?.list[10]).toMatchObject({ 文书id: 'd50' })
  })

  test('4.4: the pages together are every document once', async () => {
    const pages = await Promise.all([1, 2, 3].map((pageNo) => list({ id: 'e1', pageNo })))
    expect(pages.map(({ data }) => [data?.list.length, data?.hasMore])).toEqual([
      [30, true],
      [30, true],
      [10, false],
    ])
    expect(new Set(pages.flatMap(({ data }) => data?.list.map((item) => item.文书id))).size).toBe(70)
  })

  test.each([0, -1, 'abc', ''])('4.4, section 8: pageNo %j is page 1', async (pageNo) => {
    expect((await list({ id: 'e1', pageNo })).data?.pageNo).toBe(1)
  })

  test.each<[string, object, object]>([
    [
      '4.4: a page beyond the last is empty',
      { id: 'e1', pageNo: 4 },
      { pageNo: 4, hasMore: false, list: [] },
    ],
    ['4.4: by unified social credit code; the answer has the id', { tyshxydm }, { id: 'e1', total: 70 }],
    ['4.8: id counts before tyshxydm', { id: 'e2', tyshxydm }, { id: 'e2', total: 0 }],
    ['4.4: without documents a page is empty', { id: 'e2' }, { total: 0, hasMore: false, list: [] }],
    ['4.8: an enterprise known by its documents only has no name', { id: 'ghost' }, { name: '', total: 1 }],
  ])('%s', async (_, params, page) => {
    expect((await list(params)).data).toMatchObject(page)
  })

  test.each([{ id: 'nobody' }, { tyshxydm: 'nobody' }, { id: 'nobody', tyshxydm }])(
    '4.8: an unknown enterprise is not found, and id counts before tyshxydm (%j)',
    async (params) => {
      expect(await list(params)).toEqual(notFound)
    },
  )

  test.each([{}, { id: '', tyshxydm: '' }, { pageNo: 2 }])(
    '4.8: neither id nor tyshxydm fails with 500 参数异常! (%j)',
    async (params) => {
      expect(await list(params)).toEqual(failed(500, '参数异常!'))
    },
  )

  test('4.4: the page size in use is the one reported', async () => {
    const other = await serve({ 'enterprise-documents.ndjson': documents }, { pageSize: 50 })
    const { data } = await other.call('rh_enterpriseWritList', { id: 'e1', pageNo: 2 })
    expect(data).toMatchObject({ pageSize: 50, total: 70, hasMore: false })
    expect(data?.list).toHaveLength(20)
  })
})

describe('4.5 enterprise search', () => {
  test('4.5: the same name first, then a prefix of it, then others, from either shape', async () => {
    expect(await search({ name: '示例建设集团有限公司' })).toEqual(
      succeeded([
        { id: 'e1', 企业名称: '示例建设集团有限公司', 统一社会信用代码: tyshxydm },
        { id: 'e4', 企业名称: '示例建设集团有限公司分公司', 统一社会信用代码: '' },
        { id: 'e3', 企业名称: '北京示例建设集团有限公司', 统一社会信用代码: '' },
      ]),
    )
  })

  test('4.5: width makes no difference', async () => {
    expect((await search({ name: '乙(上海)' })).data).toMatchObject([{ id: 'e2' }])
  })

  test.each([
    [undefined, 10],
    [51, 10],
    ['abc', 10],
    [50, 50],
  ])('4.5, section 8: top_k %j gives %j candidates', async (top_k, candidates) => {
    const given = top_k === undefined ? {} : { top_k }
    expect((await search({ name: '同名', ...given })).data).toHaveLength(candidates)
  })

  test('section 7: no candidate is notFound', async () => {
    expect(await search({ name: '没有这家' })).toEqual(notFound)
  })

  test('4.8: a missing name fails with 501', async () => {
    const missing = failed(501, 'name 参数不可为空!')
    expect(await search({})).toEqual(missing)
    expect(await search({ name: ' ' })).toEqual(missing)
  })
})

describe('4.6 enterprise detail', () => {
  test('4.6: by name, the record as the corpus gives it, without the names that only lead to it', async () => {
    expect(await info({ name: '示例建设集团有限公司' })).toEqual(succeeded([detail]))
  })

  const second = { 企业ID: 'e2', 企业名称: '乙（上海）有限公司' }
  test.each<[string, string, object[]]>([
    ['by former name', '示例建筑公司', [detail]],
    ['by another former name', '老示例公司', [detail]],
    ['a former name counts before a stock short name, which counts too', '示例股份', [second, detail]],
    ['a candidate of 2.7 answers as a detail; width makes no difference', '乙(上海)有限公司', [second]],
  ])('4.6: %s', async (_, name, records) => {
    expect(await info({ name })).toEqual(succeeded(records))
  })

  test.each([
    [undefined, 2],
    [51, 10],
    [0, 0],
    ['abc', 2],
  ])('4.6, section 8: num %j gives %j records', async (num, records) => {
    expect((await info({ name: '同名商店', ...(num === undefined ? {} : { num }) })).data).toHaveLength(
      records,
    )
  })

  test('4.6: not found is notFound, 404, 未找到, null; a part of a name is not a name', async () => {
    expect(await info({ name: '没有这家' })).toEqual(notFound)
    expect(await info({ name: '示例建设集团' })).toEqual(notFound)
  })

  test('4.8: a missing name fails with 501', async () => {
    expect(await info({})).toMatchObject({ status: 'failed', code: 501, message: 'name 参数不可为空!' })
  })
})
