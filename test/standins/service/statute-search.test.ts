import { describe, expect, test } from 'vitest'
import { failed, json, servedToAll } from './served.ts'

const article = (fgid: string, fgmc: string, tid: string, ft_num: string, content: string, more = {}) => ({
  id: `${fgid}_${tid}`,
  fgid,
  tid,
  fgmc,
  ft_num,
  content,
  ...more,
})
const national = { sxx: '现行有效', dy: '中央', xljb_1: '法律', fbrq: '2020-05-28', ssrq: '2021-01-01' }
const local = { sxx: '失效', dy: '北京', xljb_1: '地方性法规', fbrq: '2010-01-01', ssrq: '2010-06-01' }
const many = Array.from({ length: 60 }, (_, at) =>
  article('many', '重复条例', String(at + 1), `第${at + 1}款`, '重复的内容'),
)

const service = servedToAll({
  'statutes.ndjson': [
    article('mfd', '中华人民共和国民法典', '577', '第五百七十七条', '应当承担继续履行等违约责任。', national),
    article('mfd', '中华人民共和国民法典', '585', '第五百八十五条', '约定的违约金过分高于损失的。', national),
    article('mfd', '中华人民共和国民法典', '120-1', '第一百二十条之一', '依照第五百七十七条处理。', national),
    article(
      'jg',
      '关于适用民法典的解释（2020修正）',
      '1',
      '第一条',
      '第五百七十七条的适用，第五百七十七条。',
      {
        ...national,
        xljb_1: '司法解释',
        sxx: '已被修改',
      },
    ),
    article('bj', '北京市消费者条例', '3', '第三条', '消费者的违约金，消费者的损失。', local),
    article('wu', '无日期规定', '1', '第一条', '没有摘要的违约金。', { sxx: '', fbbm: null }),
    ...many,
  ],
})

const search = (params: object) => service().call('rh_ft_search', params)
const idsOf = async (params: object) => (await search(params)).data?.map(({ id }) => id)

describe('4.3 statute search, rules', () => {
  // What each number gives: test/contract/operations.test.ts.
  test.each([
    [undefined, 10],
    [51, 50],
    ['20', 20],
    ['abc', 10],
  ])('4.3 rule 1: top_k %j gives %j items', async (top_k, items) => {
    expect((await search({ keyword: '重复', top_k })).data).toHaveLength(items)
  })

  test.each(['', '{}', 'null', '[]', '"text"'])(
    '4.3 rule 2: an empty JSON body fails with 请求参数不能为空 (%j)',
    async (body) => {
      const response = await service().request('/open/rh_ft_search', json(body))
      expect(await response.json()).toEqual(failed(500, '请求参数不能为空'))
    },
  )

  test('4.3 rule 2: no body and no content type is an empty body', async () => {
    const response = await service().request('/open/rh_ft_search', { method: 'POST' })
    expect(await response.json()).toMatchObject({ message: '请求参数不能为空' })
  })

  test.each([{ top_k: 3 }, { keyword: '' }, { keyword: ' 　 ' }, { keyword: null }, { keyword: {} }])(
    '4.3 rule 3: an empty keyword fails with 501 (%j)',
    async (params) => {
      expect(await search(params)).toEqual(failed(501, 'keyword 参数不可为空!'))
    },
  )

  test.each([{ fbrq_start: '2020/1/1' }, { ssrq_end: '2020-02-30' }])(
    '4.3 rule 4: what was not foreseen fails with 500 程序处理异常 (%j)',
    async (params) => {
      expect(await search({ keyword: '违约', ...params })).toEqual(failed(500, '程序处理异常'))
    },
  )

  test('4.3 rule 5: success is a list of articles, an empty one where nothing is found', async () => {
    const success = { status: 'success', code: 200, message: '请求成功' }
    expect(await search({ keyword: '过分高于' })).toMatchObject({ ...success, data: [{ id: 'mfd_585' }] })
    expect(await search({ keyword: '不存在的词' })).toMatchObject({ ...success, data: [] })
  })
})

describe('4.3 statute search, keywords', () => {
  test.each([
    ['keywords are split on spaces', { keyword: '违约金  损失' }, ['mfd_585', 'bj_3']],
    ['and must all match by default', { keyword: '违约金 消费者', search_mode: '' }, ['bj_3']],
    ['and where that is asked for', { keyword: '违约金 消费者', search_mode: 'AND' }, ['bj_3']],
    ['or one of them', { keyword: '过分高于 继续履行', search_mode: 'OR' }, ['mfd_577', 'mfd_585']],
    ['also in small letters', { keyword: '过分高于 继续履行', search_mode: 'or' }, ['mfd_577', 'mfd_585']],
    ['a keyword may be in the title', { keyword: '北京市' }, ['bj_3']],
    ['also a single character', { keyword: '京' }, ['bj_3']],
    ['or one in the title and one in the text', { keyword: '北京市 损失' }, ['bj_3']],
    [
      'an article named by its label comes before those that mention it',
      { keyword: '第五百七十七条' },
      ['mfd_577', 'jg_1', 'mfd_120-1'],
    ],
    ['and alone with its law', { keyword: '民法典第五百七十七条' }, ['mfd_577']],
    ['width makes no difference', { keyword: '适用', fgmc: '解释(2020修正)' }, ['jg_1']],
  ])('4.3: %s: %j', async (_, params, ids) => {
    expect(await idsOf(params)).toEqual(ids)
  })

  test('4.3: several articles of one regulation to a call: exactly those come first, ties by id', async () => {
    const params = { fgmc: '民法典', keyword: '第五百八十五条 第五百七十七条', search_mode: 'OR' }
    expect(await idsOf(params)).toEqual(['mfd_577', 'mfd_585', 'jg_1', 'mfd_120-1'])
    expect(await idsOf({ ...params, top_k: 2 })).toEqual(['mfd_577', 'mfd_585'])
  })

  test('4.3: the score is the same each time and falls', async () => {
    const first = await search({ keyword: '违约金 消费者 民法典', search_mode: 'OR' })
    const scores = first.data?.map(({ _score }) => _score ?? 0) ?? []
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(await search({ keyword: '违约金 消费者 民法典', search_mode: 'OR' })).toEqual(first)
  })
})

describe('4.3 statute search, filters', () => {
  const all = { keyword: '违约金 违约责任 第五百七十七条', search_mode: 'OR', top_k: 50 }
  const sorted = async (filter: object) => (await idsOf({ ...all, ...filter }))?.sort()

  test.each([
    [{}, ['bj_3', 'jg_1', 'mfd_120-1', 'mfd_577', 'mfd_585', 'wu_1']],
    [{ fgmc: '民法典 解释' }, ['jg_1']],
    [{ fgmc: '条例' }, ['bj_3']],
    [{ xljb_1: '司法解释 地方性法规' }, ['bj_3', 'jg_1']],
    [{ xljb_1: '宪法' }, []],
    [{ sxx: '失效' }, ['bj_3']],
    [{ sxx: '失效 已被修改' }, ['bj_3', 'jg_1']],
    [{ dy: '北京 上海' }, ['bj_3']],
    [{ fbrq_start: '2010-01-01', fbrq_end: '2010-01-01' }, ['bj_3']],
    [{ fbrq_start: '2010-01-02' }, ['jg_1', 'mfd_120-1', 'mfd_577', 'mfd_585']],
    [{ fbrq_end: '2020-05-27' }, ['bj_3']],
    [{ ssrq_start: '2021-01-01' }, ['jg_1', 'mfd_120-1', 'mfd_577', 'mfd_585']],
    [{ ssrq_end: '2010-06-01' }, ['bj_3']],
    [{ ssrq_start: '2010-06-02', ssrq_end: '2020-12-31' }, []],
  ])('4.3: %j leaves %j', async (filter, ids) => {
    expect(await sorted(filter)).toEqual(ids)
  })
})

describe('2.6 statute article', () => {
  test('2.6: what follows from the record is filled in, in the shapes of the contract', async () => {
    expect((await search({ keyword: '第五百八十五条' })).data?.[0]).toEqual({
      id: 'mfd_585',
      _score: 100,
      ftmc: '中华人民共和国民法典第五百八十五条',
      title: '中华人民共和国民法典第五百八十五条',
      fgid: 'mfd',
      tid: '585',
      url: '/zxt/statuteDetail/detailPage/mfd?text=585',
      content: '约定的违约金过分高于损失的。',
      fgmc: '中华人民共和国民法典',
      ft_num: '第五百八十五条',
      llm_content: ' - 《中华人民共和国民法典》第五百八十五条##约定的违约金过分高于损失的。',
      ...national,
    })
  })

  test('2.6: regulation-level fields without a value are omitted', async () => {
    const [found] = (await search({ keyword: '没有摘要' })).data ?? []
    expect(Object.keys(found ?? {}).sort()).toEqual(
      [
        ...['id', '_score', 'ftmc', 'title', 'fgid', 'tid'],
        ...['url', 'content', 'fgmc', 'ft_num', 'llm_content'],
      ].sort(),
    )
  })
})
