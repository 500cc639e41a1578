import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/contract/values.ts'
import { callKey, flattened, flattenedBody } from './flattened.ts'
import { caseHit } from './records.ts'

const answer = (hits: readonly object[], more: object = {}) => ({
  ...{ msg: 'ok', code: 200, answer: '', extra: { wenshu: hits, fagui: [] } },
  ...more,
})
const searched = (params: JsonObject, body: unknown = answer([caseHit])) =>
  flattenedBody('case_vector_search', params, body)
const hitOf = (more: JsonObject) => searched({ query: 'x' }, answer([{ ...caseHit, ...more }])).case_hits?.[0]

describe('the search', () => {
  test('without a filter has the defaults of the contract', () => {
    expect(searched({ query: '买卖合同' }).case_searches).toEqual([
      {
        ...{ search_run_id: 'r1', search_key: callKey, query: '买卖合同', hits: 1, case_ids: ['c1'] },
        ...{ is_rewritten: true, wanted: 45, authoritative_only: false, category: null, causes: [] },
        ...{ document_kinds: [], closed_after: null, closed_before: null, courts: [], court_level: null },
        ...{ province: null, city: null, answer: null, message_id: null, style: null },
        ...{ request_id: null, extra: null },
      },
    ])
  })

  test('has its filter, document kinds by name', () => {
    const wenshu_filter = {
      ...{ wenshu_type: '民事案件', ay: ['买卖合同纠纷'], wszl: ['1', '2', '99'], dianxing: true },
      ...{ ja_start: '2020-01-01', ja_end: '2021-01-01', fayuan: ['北京市朝阳区人民法院'] },
      ...{ cj: '基层', xzqh_p: '北京', xzqh_c: '北京市' },
    }
    const params = { query: 'x', rewrite_flag: false, return_num: 7, wenshu_filter }
    expect(searched(params).case_searches).toMatchObject([
      {
        ...{ is_rewritten: false, wanted: 7, category: '民事案件', causes: ['买卖合同纠纷'] },
        ...{ document_kinds: ['判决书', '裁定书', '99'], authoritative_only: true },
        ...{ closed_after: '2020-01-01', closed_before: '2021-01-01', courts: ['北京市朝阳区人民法院'] },
        ...{ court_level: '基层', province: '北京', city: '北京市' },
      },
    ])
  })

  test('keeps what the envelope says', () => {
    const more = { answer: '甲', messageId: 'm1', style: 's1', request_id: 'q1', took: 3 }
    const extra = { wenshu: [], fagui: [], news: [{ t: 1 }] }
    expect(searched({ query: 'x' }, answer([], { ...more, extra })).case_searches?.[0]).toMatchObject({
      answer: '甲',
      message_id: 'm1',
      style: 's1',
      request_id: 'q1',
      hits: 0,
      extra: { took: 3, extra: { news: [{ t: 1 }] } },
    })
  })

  test.each([null, undefined])('may come without extra (%j)', (extra) => {
    const { case_searches, case_hits } = searched({ query: 'x' }, answer([], { extra }))
    expect(case_searches?.[0]).toMatchObject({ hits: 0, extra: null })
    expect(case_hits).toEqual([])
  })
})

describe('a hit', () => {
  test('has every member of the contract in a column', () => {
    const { title, content, ah: case_number } = caseHit
    const said = expect.any(String)
    expect(hitOf({})).toEqual({
      ...{ search_key: callKey, rank: 1, score: 0.875, case_id: 'c1', title, content, extra: null },
      ...{ library: 'ptal', source_library: 'ptal', document_kind: '判决书', category: '民事案件' },
      ...{ case_number, case_number_canonical: '(2016)粤0304民初18775号', case_number_status: 'parsed' },
      ...{ case_number_key: '(2016)粤0304民初18775号', case_year: 2016, court_code: '粤0304' },
      ...{ type_code: '民初', number_category: said, number_procedure: said },
      ...{ number_court_level: said, number_province: said },
      ...{ procedure: '一审', closed_year: 2019, closed_on: '2019-12-23', closed_text: '20191223' },
      ...{ court: '广东省深圳市福田区人民法院', court_level: '基层', province: '广东', city: '深圳市' },
      ...{ cause_codes: ['9130', '9131'], causes: ['买卖合同纠纷', '合同纠纷'], hit_type: 3 },
      ...{ authority: '普通', paragraph: '本院认为' },
    })
  })

  test.each([
    ['text', 'c1', 'c1', null],
    ['text with blanks', ' c1 ', 'c1', null],
    ['a number', 17, '17', null],
    ['an object with id', { id: 'c1' }, 'c1', null],
    ['an object with id and more', { id: 'c1', v: 2 }, 'c1', { scid: { v: 2 } }],
    ['an object with $oid', { $oid: 'c1', ts: 5 }, 'c1', { scid: { ts: 5 } }],
    ['an object with one value', { 案例: 'c1' }, 'c1', null],
    ['an object that names none', { a: 'x', b: 'y' }, '{"a":"x","b":"y"}', null],
    ['null', null, `unidentified:${callKey}:1`, null],
  ])('may have %s as scid', (_, scid, id, extra) => {
    expect(hitOf({ scid })).toMatchObject({ case_id: id, extra })
  })

  test.each([
    ['ptal', 'ptal'],
    ['qwal', 'qwal'],
    [' QWAL ', 'qwal'],
    ['wenshu', null],
    [null, null],
  ])('from %j is of library %j', (db, library) => {
    expect(hitOf({ db })?.library).toBe(library)
  })

  test.each([
    [20191223, '2019-12-23', '20191223'],
    ['2019年12月23日', '2019-12-23', '2019年12月23日'],
    [20190230, null, '20190230'],
    [0, null, '0'],
  ])('closed %j', (jaDate, date, text) => {
    expect(hitOf({ jaDate })).toMatchObject({ closed_on: date, closed_text: text, extra: null })
  })

  test('may have one cause as text', () => {
    const hit = hitOf({ ay: '9130', anyou: '合同纠纷' })
    expect(hit).toMatchObject({ cause_codes: ['9130'], causes: ['合同纠纷'] })
  })

  test.each([
    ['score', 'score', '高'],
    ['jand', 'closed_year', '二〇一九'],
    ['type', 'hit_type', 1.5],
  ] as const)('keeps a %s that is no number in extra, and leaves %s empty', (name, column, value) => {
    expect(hitOf({ [name]: value })).toMatchObject({ [column]: null, extra: { [name]: value } })
  })

  test('without an id is one of its call and rank', () => {
    const { scid: _, ...hit } = caseHit
    const { case_hits, case_searches } = searched({ query: 'x' }, answer([hit, hit]))
    expect(case_hits?.map(({ case_id, rank }) => [case_id, rank])).toEqual([
      [`unidentified:${callKey}:1`, 1],
      [`unidentified:${callKey}:2`, 2],
    ])
    expect(case_searches?.[0]?.case_ids).toHaveLength(2)
  })
})

describe('a statute search', () => {
  const article = { id: 'fg1_577', fgid: 'fg1', fgmc: '民法典', _score: 12.5 }
  const found = [article, { ...article, id: 'fg1_578', _score: null }]
  const asked = (params: JsonObject, data: unknown = found) => flattened('rh_ft_search', params, data)

  test('has its parameters, defaults of the contract applied', () => {
    const filter = { sxx: '现行有效', fbrq_start: '2020-01-01' }
    const { article_searches } = asked({ keyword: '违约 责任', search_mode: 'or', top_k: 50, ...filter })
    expect(article_searches).toEqual([
      {
        ...{ search_run_id: 'r1', search_key: callKey, keywords: '违约 责任', match: 'OR', law: null },
        ...{ validity: '现行有效', published_from: '2020-01-01', published_to: null, region: null },
        ...{ effect_level: null, effective_from: null, effective_to: null },
        ...{ wanted: 50, hits: 2, article_ids: ['fg1_577', 'fg1_578'] },
      },
    ])
    const { article_searches: defaults } = asked({ keyword: 'x' }, null)
    expect(defaults?.[0]).toMatchObject({ match: 'AND', wanted: 10, hits: 0 })
  })

  test('has its hits by rank with their scores', () => {
    expect(asked({ keyword: 'x' }).article_hits).toEqual([
      { search_key: callKey, rank: 1, article_id: 'fg1_577', score: 12.5 },
      { search_key: callKey, rank: 2, article_id: 'fg1_578', score: null },
    ])
  })

  test('keeps a score that is no number with its article', () => {
    const { articles, article_hits } = asked({ keyword: 'x' }, [{ ...article, _score: '高' }])
    expect(article_hits?.[0]?.score).toBeNull()
    expect(articles?.[0]?.extra).toEqual({ _score: '高' })
  })
})
