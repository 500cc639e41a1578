import { describe, expect, test } from 'vitest'
import { failed, servedToAll, succeeded } from './served.ts'

const twins = Array.from({ length: 12 }, (_, at) => ({ id: `t${at}`, ah: '（2021）沪01民终9号' }))
const ordinary = {
  type: '普通案例',
  id: 'c1',
  ah: '（2020）京0101民初1号',
  title: '甲公司诉乙公司买卖合同纠纷案',
  ay: ['买卖合同纠纷'],
  yyft: ['中华人民共和国民法典第五百七十七条'],
  cmss: '查明事实',
  url: '/elsewhere/c1',
}

const service = servedToAll({
  'cases.ndjson': [ordinary, { id: 'c2', ah: '〔2019〕粤03民终2号' }, { id: 'c3', ah: '' }, ...twins],
  'authoritative-cases.ndjson': [{ id: 'q1', ah: '（2020）京0101民初1号', title: '典型案例' }],
})

const details = (params: object) => service().call('rh_case_details', params)

describe('4.2 case detail', () => {
  test.each([{ type: 'ptal' }, { type: 'ptal', id: '', ah: ' ' }, { type: 'none' }, {}])(
    '4.2 rule 1: id and ah both empty fail with 500 参数异常! (%j)',
    async (params) => {
      expect(await details(params)).toEqual(failed(500, '参数异常!'))
    },
  )

  test('4.2 rule 2: another type fails with 500 and names the type', async () => {
    expect(await details({ id: 'c1', type: 'abc' })).toEqual(failed(500, '不支持的type(abc)类型'))
    expect(await details({ id: 'c1' })).toMatchObject({ message: '不支持的type()类型' })
  })

  test('4.2 rule 3: a hit is a list of the record as it stands in the corpus', async () => {
    expect(await details({ id: 'c1', type: 'ptal' })).toEqual(succeeded([ordinary]))
  })

  test('2.4: type and url are written in where the record lacks them', async () => {
    expect((await details({ id: 'c2', type: 'ptal' })).data).toEqual([
      { id: 'c2', ah: '〔2019〕粤03民终2号', type: '普通案例', url: '/caseDetail/case/c2' },
    ])
  })

  test('2.5: an authoritative case has its own type and path', async () => {
    expect((await details({ id: 'q1', type: 'qwal' })).data).toMatchObject([
      { id: 'q1', type: '权威案例', url: '/caseDetail/qwcase/q1' },
    ])
  })

  test('4.2 rule 3, section 8: at most 10 records', async () => {
    expect((await details({ ah: '（2021）沪01民终9号', type: 'ptal' })).data).toHaveLength(10)
  })

  test.each(['(2020)京0101民初1号', '［２０２０］京0101民初1号', '（2020） 京0101民初1号'])(
    '4.2: a case number is found whatever its width and brackets (%s)',
    async (ah) => {
      expect((await details({ ah, type: 'ptal' })).data).toMatchObject([{ id: 'c1' }])
      expect((await details({ ah, type: 'qwal' })).data).toMatchObject([{ id: 'q1' }])
    },
  )

  test('4.2: ah is used only when id is not given', async () => {
    expect((await details({ id: 'c2', ah: '（2020）京0101民初1号', type: 'ptal' })).data).toMatchObject([
      { id: 'c2' },
    ])
    expect((await details({ id: 'nobody', ah: '（2020）京0101民初1号', type: 'ptal' })).data).toBeNull()
  })

  test('4.2 rule 4: no hit is a success with null data, also in the other library', async () => {
    const nothing = { status: 'success', code: 200, message: '未查询到相关内容', data: null }
    expect(await details({ id: 'nobody', type: 'ptal' })).toEqual(nothing)
    expect(await details({ id: 'c1', type: 'qwal' })).toEqual(nothing)
  })

  test('4.2: of a repeated parameter the first counts', async () => {
    const response = await service().request('/open/rh_case_details?id=c1&id=c2&type=ptal')
    expect(await response.json()).toMatchObject({ data: [{ id: 'c1' }] })
  })
})
