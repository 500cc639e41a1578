import { describe, expect, test } from 'vitest'
import { json, servedToAll } from './served.ts'

const food = {
  id: 'food',
  ah: '（2020）京0101民初1号',
  title: '孙某诉某超市买卖合同纠纷案',
  jbdw: '北京市东城区人民法院',
  ajlb: '民事案件',
  spcx: '一审',
  wszl: '判决书',
  ay: ['买卖合同纠纷'],
  cprq: '2020年6月15日',
  xzqh_p: '北京',
  xzqh_c: '北京市',
  content: '全文：超市出售过期食品，消费者请求十倍赔偿。尾部。',
  ajjbqk: '超市出售过期食品。',
  fxgc: '消费者可以请求十倍赔偿。',
  pjjg: '超市赔偿。',
}
const appeal = {
  id: 'appeal',
  title: '过期食品上诉案',
  jbdw: '广东省深圳市中级人民法院',
  ajlb: '民事案件',
  wszl: '裁定书',
  ay: '产品责任纠纷',
  cprq: '2021年1月1日',
  xzqh_p: '广东',
  xzqh_c: '深圳市',
  content: '上诉人主张食品过期。',
}
const supreme = {
  id: 'supreme',
  title: '食品安全典型案例',
  jbdw: '最高人民法院',
  ajlb: '刑事案件',
  wszl: '判决书',
  ay: '生产、销售不符合安全标准的食品罪',
  cprq: '',
  content: '食品安全。',
}
const twins = Array.from({ length: 60 }, (_, at) => ({ id: `t${10 + at}`, title: '相同的劳动争议' }))

const service = servedToAll({
  'cases.ndjson': [
    appeal,
    food,
    ...twins,
    { id: 'high', title: '食品', jbdw: '四川省高级人民法院', content: '食品' },
  ],
  'authoritative-cases.ndjson': [supreme],
})

const search = async (params: object) => {
  const answer = await service().call('case_vector_search', params)
  return answer.extra?.wenshu ?? []
}
const idsOf = async (params: object) => (await search(params)).map(({ scid }) => scid)

describe('4.1 case search', () => {
  test('2.1: envelope A has all its members', async () => {
    expect(await service().call('case_vector_search', { query: '没有任何相似之处吗' })).toEqual({
      msg: '请求成功',
      code: 200,
      answer: '',
      extra: { wenshu: [] },
      messageId: '',
      style: '',
      request_id: '',
    })
  })

  test('4.1: the most similar case comes first, scores fall and lie between 0 and 1', async () => {
    const hits = await search({ query: '超市卖过期食品，消费者要求十倍赔偿' })
    expect(hits[0]).toMatchObject({ scid: 'food' })
    const scores = hits.map(({ score }) => score ?? 0)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(Math.min(...scores)).toBeGreaterThan(0)
    expect(Math.max(...scores)).toBeLessThan(1)
  })

  test('2.2: a hit has every member of the table and those seen outside it', async () => {
    const [hit] = await search({ query: '超市过期食品十倍赔偿', return_num: 1 })
    expect(hit).toEqual({
      scid: 'food',
      title: '孙某诉某超市买卖合同纠纷案',
      ay: ['adf2db58'],
      ah: '（2020）京0101民初1号',
      wszl: '判决书',
      ajlb: '民事案件',
      spcx: '一审',
      jand: 2020,
      jaDate: 20200615,
      cj: '基层',
      content: '超市出售过期食品。\n消费者可以请求十倍赔偿。\n超市赔偿。',
      xzqh_p: '北京',
      xzqh_c: '北京市',
      score: hit?.score,
      type: 1,
      jbdw: '北京市东城区人民法院',
      para_name: 'content',
      authority: '普通案例',
      db: 'ptal',
      anyou: ['买卖合同纠纷'],
    })
  })

  test('2.2: an authoritative case says so; without a date it has neither jand nor jaDate', async () => {
    const [hit] = await search({ query: '食品安全典型案例', wenshu_filter: { dianxing: true } })
    expect(hit).toMatchObject({
      scid: 'supreme',
      cj: '最高',
      type: 2,
      authority: '权威案例',
      db: 'qwal',
      anyou: [supreme.ay],
      content: '食品安全。',
    })
    expect(hit).not.toHaveProperty('jaDate')
  })

  test.each([
    [undefined, 45],
    [0, 45],
    ['7', 7],
  ])('4.1, section 8: return_num %j gives %j cases', async (return_num, cases) => {
    expect(await search({ query: '劳动争议', return_num })).toHaveLength(cases)
  })

  test('4.1: never more than were retrieved', async () => {
    expect(await search({ query: '劳动争议', return_num: 1000 })).toHaveLength(60)
  })

  test('4.1: ties are in order of id', async () => {
    expect(await idsOf({ query: '劳动争议', return_num: 3 })).toEqual(['t10', 't11', 't12'])
  })

  test('4.1: rewrite_flag changes nothing', async () => {
    const rewritten = await search({ query: '过期食品', rewrite_flag: true })
    expect(await search({ query: '过期食品', rewrite_flag: false })).toEqual(rewritten)
  })

  test.each([
    [{}, ['appeal', 'food', 'high', 'supreme']],
    [{ wenshu_type: '刑事案件' }, ['supreme']],
    [{ ay: ['产品责任纠纷', '买卖合同纠纷'] }, ['appeal', 'food']],
    [{ ay: ['合同纠纷'] }, []],
    [{ ay: [] }, ['appeal', 'food', 'high', 'supreme']],
    [{ wszl: ['2'] }, ['appeal']],
    [{ wszl: ['1', '2'] }, ['appeal', 'food', 'supreme']],
    [{ wszl: ['99'] }, []],
    [{ dianxing: true }, ['supreme']],
    [{ dianxing: false }, ['appeal', 'food', 'high', 'supreme']],
    [{ fayuan: ['最高人民法院', '北京市东城区人民法院'] }, ['food', 'supreme']],
    [{ cj: '基层' }, ['food']],
    [{ cj: '中级' }, ['appeal']],
    [{ cj: '高级' }, ['high']],
    [{ cj: '最高' }, ['supreme']],
    [{ xzqh_p: '广东' }, ['appeal']],
    [{ xzqh_c: '北京市' }, ['food']],
    [{ ja_start: '2020-06-14' }, ['appeal', 'food']],
    [{ ja_start: '2020-06-15' }, ['appeal']],
    [{ ja_end: '2020-06-16' }, ['food']],
    [{ ja_end: '2020-06-15' }, []],
    [{ ja_start: '2020-06-14', ja_end: '2020-06-16', cj: '基层' }, ['food']],
  ])('4.1: wenshu_filter %j leaves %j', async (wenshu_filter, ids) => {
    expect((await idsOf({ query: '食品', wenshu_filter })).sort()).toEqual(ids)
  })

  test.each([{}, { query: '' }, { return_num: 3 }])(
    '4.8: a missing query fails with 501 in envelope A (%j)',
    async (params) => {
      expect(await service().call('case_vector_search', params)).toMatchObject({
        code: 501,
        msg: 'query 参数不可为空!',
        extra: { wenshu: [] },
      })
    },
  )

  test('4.3 rule 4, here in envelope A: what was not foreseen fails with 500', async () => {
    const response = await service().request(
      '/open/case_vector_search',
      json({ query: '食品', wenshu_filter: { ja_start: '去年' } }),
    )
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ code: 500, msg: '程序处理异常', extra: { wenshu: [] } })
  })
})
