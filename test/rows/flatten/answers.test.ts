import { describe, expect, test } from 'vitest'
import * as contract from '../../../src/contract/records.ts'
import type { JsonObject } from '../../../src/contract/values.ts'
import { scalarsOf } from '../../support/oracle.ts'
import { callKey, flattened, flattenedBody, noCase, notFound } from './flattened.ts'
import {
  authoritativeCase,
  bareArticle,
  candidate,
  documentPage,
  enterpriseDetail,
  interpretationArticle,
  listedDocument,
  ordinaryCase,
  regulationSummary,
  statuteArticle,
} from './records.ts'

const cases = (
  [
    ['2.4', 'rh_case_details', { id: 'x', type: 'ptal' }, ordinaryCase, contract.ordinaryCase],
    ['2.5', 'rh_case_details', { id: 'x', type: 'qwal' }, authoritativeCase, contract.authoritativeCase],
    ['2.6', 'rh_ft_search', { keyword: 'x' }, statuteArticle, contract.statuteArticle],
    ['2.7', 'rh_enterpriseSearch', { name: '示例' }, candidate, contract.enterpriseCandidate],
    ['2.8', 'rh_enterpriseWritList', { id: 'e1', pageNo: 2 }, documentPage, contract.documentPage],
    ['2.9', 'rh_company_info', { name: '示例' }, enterpriseDetail, contract.enterpriseDetail],
  ] as const
).map(([section, operation, params, data, { shape }]) => ({
  ...{ section, operation, params, data },
  members: Object.keys(shape),
}))
/** The list of documents answers one page, not a list of records (2.8). */
const ofRecords = cases.filter(({ section }) => section !== '2.8')

const ofCase = (record: object) => flattened('rh_case_details', { id: 'a', type: 'ptal' }, [record])
const ofArticles = (...records: object[]) => flattened('rh_ft_search', { keyword: 'x' }, records)
const ofPage = (more: object) =>
  flattened('rh_enterpriseWritList', { id: 'e1', pageNo: 2 }, { ...documentPage, ...more })

describe('nothing of a record is lost', () => {
  test.each(cases)(
    'section $section: members of $operation that the contract does not list go to extra',
    (one) => {
      const record = { ...one.data, 未列: '值', nested: { deep: [1.5, true, { x: 'y' }] } }
      const rows = Object.values(flattened(one.operation, one.params, record)).flat()
      const extras = rows.map((row) => ('extra' in row ? row.extra : null))
      expect(extras).toContainEqual(
        expect.objectContaining({ 未列: '值', nested: { deep: [1.5, true, { x: 'y' }] } }),
      )
    },
  )

  test.each(cases)('section $section: null members of $operation are no values', (one) => {
    const nulls = Object.fromEntries(one.members.map((name) => [name, null]))
    const key = one.members.find((name) => /^(id|企业ID)$/.test(name)) ?? ''
    const record = { ...nulls, ...(one.section === '2.8' ? { list: [] } : { [key]: 'x' }) }
    const rows = Object.values(flattened(one.operation, one.params, record)).flat()
    expect(rows.filter((row) => 'extra' in row && row.extra !== null)).toEqual([])
  })

  test('section 2.8: a listed document keeps members that the contract does not list', () => {
    const { enterprise_documents } = ofPage({ list: [{ ...listedDocument, 裁判金额: '3万元' }] })
    expect(enterprise_documents?.[0]?.extra).toEqual({ 裁判金额: '3万元' })
  })

  test.each([
    ['total', '约六十'],
    ['total', 2 ** 40],
    ['pageSize', ['', 'x']],
    ['hasMore', '是'],
    ['pageNo', 7],
  ])('section 2.8: %s of %j, which its column cannot hold or does not say, goes to extra', (name, value) => {
    expect(ofPage({ [name]: value }).list_pages?.[0]?.extra).toEqual({ [name]: value })
  })

  test('section 2.6: an article without a regulation id keeps what it says of its regulation', () => {
    const { fgid: _, ...record } = statuteArticle
    const { regulations, articles } = ofArticles(record)
    expect(regulations).toEqual([])
    expect(articles?.[0]).toMatchObject({
      regulation_name: '中华人民共和国民法典',
      extra: { sxx: '现行有效', dy: '中央', fwzh: '主席令第四十五号' },
    })
    expect(articles?.[0]?.extra).not.toHaveProperty('fgmc')
  })

  describe('section 2.6: a regulation whose summary the service did not find', () => {
    test.each([{}, { sxx: null, dy: '', fbrq: ' ' }])('has no row and no history: %j', (blanks) => {
      const { articles, ...rows } = ofArticles({ ...bareArticle, ...blanks })
      expect(rows).toMatchObject({ regulations: [], regulation_history: [] })
      expect(rows.unlisted_members).toBeUndefined()
      expect(articles).toEqual([
        expect.objectContaining({
          regulation_id: 'fg1',
          regulation_name: '中华人民共和国民法典',
          citation_key: '中华人民共和国民法典#577',
          extra: null,
        }),
      ])
    })

    test.each(Object.entries(regulationSummary))('has a row when it has %s alone', (name, value) => {
      const { regulations, regulation_history } = ofArticles({ ...bareArticle, [name]: value })
      expect(regulations).toEqual([expect.objectContaining({ name: '中华人民共和国民法典' })])
      expect(regulation_history).toHaveLength(1)
    })

    test('has the row that another article of the answer gives', () => {
      const { regulations, articles } = ofArticles(bareArticle, { ...statuteArticle, id: 'b', tid: '578' })
      expect(regulations).toEqual([expect.objectContaining({ validity: '现行有效' })])
      expect(articles?.map(({ extra }) => extra)).toEqual([null, null])
    })
  })

  test('section 2.6: an article keeps the name of its regulation as it gives it', () => {
    const other = { ...statuteArticle, id: 'fg1_578', fgmc: '民法典' }
    const { regulations, articles } = ofArticles(statuteArticle, other)
    expect(regulations?.map(({ name }) => name)).toEqual(['中华人民共和国民法典'])
    expect(articles?.map(({ regulation_name, law, extra }) => [regulation_name, law, extra])).toEqual([
      ['中华人民共和国民法典', '中华人民共和国民法典', null],
      ['民法典', '中华人民共和国民法典', null],
    ])
  })

  test('section 2.6: a second title that says something else has its column', () => {
    const { articles } = ofArticles({ ...statuteArticle, ftmc: '另一标题' })
    expect(articles?.[0]).toMatchObject({ title: statuteArticle.title, full_title: '另一标题', extra: null })
  })

  test('section 2.6: articles of one regulation make one, each member from the first that has it', () => {
    const { sxx: _, ...first } = statuteArticle
    const second = { ...statuteArticle, id: 'fg1_578', tid: '578', dy: '上海' }
    const { regulations, regulation_history, articles } = ofArticles(first, second)
    expect(regulations).toEqual([expect.objectContaining({ validity: '现行有效', region: '中央' })])
    expect(regulation_history).toEqual([expect.objectContaining({ seen_run_id: 'r1', validity: '现行有效' })])
    expect(articles?.map(({ extra }) => extra)).toEqual([null, { dy: '上海' }])
  })

  test('section 2.4: a type that is not that of the library asked is kept', () => {
    expect(ofCase(authoritativeCase).cases?.[0]).toMatchObject({
      library: 'ptal',
      extra: { type: '权威案例' },
    })
  })
})

describe('the shapes that data comes in', () => {
  const withoutLookup = (one: (typeof cases)[number], data: unknown) => {
    // That data is an object, and its total, is no part of the contract: it counts as unlisted.
    const { unlisted_members: _, ...rows } = flattened(one.operation, one.params, data)
    return rows
  }

  test.each(ofRecords)('section $section: $operation reads one object, a list and { lst } alike', (one) => {
    const asList = withoutLookup(one, [one.data])
    expect(withoutLookup(one, one.data)).toEqual(asList)
    expect(withoutLookup(one, { total: 1, lst: [one.data] })).toEqual(asList)
    expect(scalarsOf(asList).length).toBeGreaterThan(3)
  })

  test.each(['total', 'pageSize', 'pageNo', 'hasMore'] as const)('section 2.8: %s may be text', (name) => {
    expect(ofPage({ [name]: String(documentPage[name]) })).toEqual(ofPage({}))
  })

  test.each([true, false, 'false'])('section 2.8: hasMore %j is that', (hasMore) => {
    expect(ofPage({ hasMore }).list_pages?.[0]?.has_more).toBe(hasMore === true)
  })

  test('section 2.6: tid may be a number', () => {
    const { articles } = ofArticles({ ...statuteArticle, tid: 577 })
    expect(articles?.[0]).toMatchObject({ article_number: '577', citation_key: '中华人民共和国民法典#577' })
  })

  test.each([
    ['a list', ['买卖合同纠纷', '合同纠纷'], ['买卖合同纠纷', '合同纠纷']],
    ['text', '买卖合同纠纷', ['买卖合同纠纷']],
    ['a list with blanks', ['', null, '合同纠纷'], ['合同纠纷']],
    ['an empty list', [], []],
    ['null', null, []],
  ])('section 2.4: ay may be %s', (_, ay, causes) => {
    const { case_causes } = ofCase({ ...ordinaryCase, ay })
    expect(case_causes?.map(({ ordinal, cause }) => [ordinal, cause])).toEqual(
      causes.map((cause, index) => [index + 1, cause]),
    )
  })

  test.each([
    ['a list', ['民法典第577条', '民法典第584条']],
    ['text', '民法典第577条、第584条'],
  ])('section 2.4: yyft may be %s', (_, yyft) => {
    const { case_citations } = ofCase({ id: 'a', yyft })
    expect(case_citations?.map(({ citation_key, origin }) => [citation_key, origin])).toEqual([
      ['中华人民共和国民法典#577', 'listed'],
      ['中华人民共和国民法典#584', 'listed'],
    ])
  })

  test('section 2.8: one party may be text', () => {
    const list = [{ ...listedDocument, 起诉方: '甲公司', 第三方: null }]
    const { document_parties, enterprise_documents } = ofPage({ list })
    expect(enterprise_documents?.[0]).toMatchObject({ plaintiffs: ['甲公司'], third_parties: [] })
    expect(document_parties?.map(({ side, name }) => [side, name])).toEqual([
      ['plaintiff', '甲公司'],
      ['defendant', '乙公司'],
    ])
  })

  test('section 2.4: a member of another type than documented is kept as its JSON', () => {
    const { cases: rows } = ofCase({ id: 'a', title: { text: '标题' }, jbdw: 7, spcx: false })
    expect(rows?.[0]).toMatchObject({ title: '{"text":"标题"}', court: '7', procedure: 'false' })
  })
})

describe('records without an id', () => {
  test.each([
    ['rh_case_details', { ah: 'x', type: 'ptal' }, 'title', 'cases', 'case_id'],
    ['rh_ft_search', { keyword: 'x' }, 'tid', 'articles', 'article_id'],
    ['rh_enterpriseSearch', { name: 'x' }, '企业名称', 'enterprise_candidates', 'enterprise_id'],
    ['rh_company_info', { name: 'x' }, '企业名称', 'enterprises', 'enterprise_id'],
  ] as const)('%s: each gets one from its call and position', (operation, params, member, table, column) => {
    const rows = flattened(operation, params, [{ [member]: '1' }, { [member]: '2' }])[table]
    expect(rows?.map((row) => row[column as keyof typeof row])).toEqual([
      `unidentified:${callKey}:1`,
      `unidentified:${callKey}:2`,
    ])
  })

  test('rh_enterpriseWritList: so do documents, and their parties with them', () => {
    const ids = ['d1', `unidentified:${callKey}:2`]
    const { list_pages, document_parties } = ofPage({
      list: [listedDocument, { ...listedDocument, 文书id: ' ' }],
    })
    expect(list_pages?.[0]?.document_ids).toEqual(ids)
    expect([...new Set(document_parties?.map(({ document_id }) => document_id))]).toEqual(ids)
  })

  test('rh_company_info: an id under the name of candidates is one', () => {
    const { enterprises } = flattened('rh_company_info', { name: 'x' }, [{ 企业ID: '', id: 'e9' }])
    expect(enterprises?.[0]?.enterprise_id).toBe('e9')
  })
})

describe('an answer that says there is nothing is a row too', () => {
  test.each([
    ['d1', { id: 'd1', type: 'ptal' }, { library: 'ptal', asked_by: 'id' }],
    ['(2020)京01民终1号', { ah: '(2020)京01民终1号', type: 'qwal' }, { library: 'qwal', asked_by: 'number' }],
  ])('section 4.2: a case detail asked for by %s', (asked, params, lookup) => {
    const { case_lookups, ...others } = flattenedBody('rh_case_details', params, noCase)
    expect(case_lookups).toEqual([{ ...lookup, asked, hits: 0 }])
    expect(Object.values(others).flat()).toEqual([])
  })

  test('section 4.5: a search by name', () => {
    expect(flattened('rh_enterpriseSearch', { name: '无此公司' }, [])).toEqual({
      enterprise_searches: [{ query: '无此公司', candidates: 0 }],
      enterprise_candidates: [],
    })
  })

  test.each([
    [{ id: 'e1' }, 'id:e1', null],
    [{ tyshxydm: '91110108MA0074PN30' }, 'uscc:91110108MA0074PN30', '91110108MA0074PN30'],
  ])('section 4.4: the litigation list of %j', (params, subject, uscc) => {
    const { list_pages, enterprise_documents } = flattenedBody('rh_enterpriseWritList', params, notFound)
    expect(list_pages).toEqual([
      expect.objectContaining({ subject, subject_uscc: uscc, is_found: false, page_no: 1, document_ids: [] }),
    ])
    expect(enterprise_documents ?? []).toEqual([])
  })

  test('section 4.4: a page without documents is one of an enterprise that was found', () => {
    const { list_pages } = ofPage({ total: 0, list: [] })
    expect(list_pages?.[0]).toMatchObject({ is_found: true, declared_total: 0, document_ids: [] })
  })

  test('section 4.3: each article asked for', () => {
    const law = '中华人民共和国民法典'
    const asked = { fgmc: law, search_mode: 'OR', top_k: 50, keyword: '第五百七十七条 第一千二百六十条' }
    const absent = { law, asked_singly: false, is_found: false, hits: 0 }
    expect(flattened('rh_ft_search', asked, null).article_lookups).toEqual([
      { ...absent, citation_key: `${law}#577`, label: '第五百七十七条' },
      { ...absent, citation_key: `${law}#1260`, label: '第一千二百六十条' },
    ])
  })

  test('section 4.6: an enterprise that is not known is a lookup without a hit', () => {
    const { company_lookups, ...rows } = flattenedBody('rh_company_info', { name: 'x' }, notFound)
    expect(company_lookups).toEqual([{ query: 'x', hits: 0, enterprise_ids: [] }])
    expect(Object.values(rows).flat()).toEqual([])
  })

  test('section 4.1: a search for similar cases', () => {
    const body = { code: 200, extra: { wenshu: [] } }
    const { case_searches, case_hits } = flattenedBody('case_vector_search', { query: 'x' }, body)
    expect(case_searches).toEqual([expect.objectContaining({ query: 'x', hits: 0, case_ids: [] })])
    expect(case_hits).toEqual([])
  })
})

describe('which article a lookup found', () => {
  const asking = { fgmc: '中华人民共和国民法典', keyword: '第五百七十七条', top_k: 50 }
  const isFound = (records: readonly object[], params: JsonObject = asking) =>
    flattened('rh_ft_search', params, records).article_lookups?.map(({ is_found, hits }) => [is_found, hits])

  test.each<[string, boolean, object, JsonObject?]>([
    ['the article of exactly that law and number', true, statuteArticle],
    ['not that of an interpretation whose title names the law', false, interpretationArticle],
    ['not another article of the law', false, { ...statuteArticle, tid: '578' }],
    ['not 第五百七十七条之一', false, { ...statuteArticle, tid: '577-1' }],
    ['any version of the law', true, { ...statuteArticle, fgmc: '中华人民共和国民法典（2030修订）' }],
    ['the law by an abbreviation', true, statuteArticle, { fgmc: '民法典', keyword: '第577条' }],
  ])('%s', (_, found, record, changed = {}) => {
    expect(isFound([record], { ...asking, ...changed })).toEqual([[found, 1]])
  })

  test('each article of a call on its own', () => {
    const params = { ...asking, keyword: '第五百七十七条 第五百七十八条', search_mode: 'OR' }
    expect(isFound([statuteArticle, interpretationArticle], params)).toEqual([
      [true, 2],
      [false, 2],
    ])
  })

  test.each<JsonObject>([
    { sxx: '失效' },
    { xljb_1: '法律' },
    { dy: '中央' },
    { fbrq_start: '2020-01-01' },
    { ssrq_end: '2020-01-01' },
    { top_k: 10 },
    { top_k: 49 },
    { top_k: undefined },
    { keyword: '第五百七十七条 第五百七十八条' },
    { keyword: '第五百七十七条 第五百七十八条', search_mode: 'AND' },
    { keyword: '第五百七十七条 违约责任', search_mode: 'OR' },
    { 未列: 'x' },
  ])('a call made otherwise tells of what it found, never of an absence: %j', (changed) => {
    const params = { ...asking, ...changed }
    expect(isFound([], params)).toEqual([])
    expect(isFound([interpretationArticle], params)).toEqual([])
    expect(isFound([statuteArticle], params)).toEqual([[true, 1]])
  })

  test.each<JsonObject>([
    {},
    { search_mode: 'AND' },
    { search_mode: 'or', keyword: ' 第五百七十七条  第577条 ' },
    { sxx: '', dy: null },
  ])('a call made as lookups are tells of an absence: %j', (changed) => {
    expect(isFound([], { ...asking, ...changed })?.every(([found]) => found === false)).toBe(true)
    expect(isFound([], { ...asking, ...changed })).not.toEqual([])
  })

  test('a search for words, not articles, is no lookup', () => {
    expect(isFound([statuteArticle], { keyword: '违约责任' })).toEqual([])
    expect(isFound([statuteArticle], { ...asking, keyword: '违约责任' })).toEqual([])
  })
})

describe('case numbers', () => {
  test.each([
    ['（2016）粤0304民初18775号之一', '(2016)粤0304民初18775号之一', '(2016)粤0304民初18775号', 'parsed'],
    ['（2024）浙01民终×××号', '(2024)浙01民终×××号', null, 'masked'],
    ['无案号', '无案号', null, 'malformed'],
    ['  ', null, null, null],
    [null, null, null, null],
  ])('%s', (given, canonical, key, status) => {
    const columns = {
      case_number: given?.trim() === '' ? null : given,
      case_number_canonical: canonical,
      case_number_key: key,
      case_number_status: status,
    }
    expect(ofCase({ id: 'a', ah: given }).cases?.[0]).toMatchObject(columns)
    const { enterprise_documents } = ofPage({ list: [{ 文书id: 'a', 案号: given }] })
    expect(enterprise_documents?.[0]).toMatchObject(columns)
  })
})

describe('citations of a case', () => {
  const citationsOf = (record: object) => ofCase({ id: 'a', ...record }).case_citations ?? []

  test('come from its list and then from its text, numbered through', () => {
    const rows = citationsOf(ordinaryCase)
    expect(
      rows.map(({ ordinal, origin, citation, citation_key }) => [ordinal, origin, citation, citation_key]),
    ).toEqual([
      [1, 'listed', '中华人民共和国民法典第九百一十七条第一款', '中华人民共和国民法典#917'],
      [2, 'listed', '《中华人民共和国公司法》（2018修正）第20条', '中华人民共和国公司法#20'],
      [3, 'listed', '诚信原则', null],
      [4, 'text', '第五百七十七条', '中华人民共和国民法典#577'],
    ])
    expect(rows[0]).toMatchObject({ paragraph: 1, text_offset: null, article_label: '第九百一十七条' })
    expect(rows[2]).toMatchObject({ law: null, article: null, reason: 'no article named' })
  })

  test('of the text say where they stand in it', () => {
    const content = '依照《民法典》第五百七十七条'
    const [listed, row] = citationsOf({ yyft: ['民法典第577条'], content })
    expect(content.slice(row?.text_offset ?? -1)).toBe('第五百七十七条')
    // An article counts once a case, where it is cited first.
    expect([listed?.is_first, row?.is_first]).toEqual([true, false])
  })

  test('a listed entry stands whole with each of its citations, a very long one with the first alone', () => {
    const short = '《中华人民共和国民法典》第五百七十七条、第五百八十五条'
    expect(citationsOf({ yyft: [short] }).map(({ citation }) => citation)).toEqual([short, short])
    const long = '依照《民法典》第一条、'.repeat(2_000)
    const rows = citationsOf({ yyft: [long] })
    expect(rows).toHaveLength(2_000)
    expect(rows[0]?.citation).toBe(long)
    expect(new Set(rows.slice(1).map(({ citation }) => citation))).toEqual(new Set(['第一条']))
  })

  test.each([
    [
      { fxgc: '依照《民法典》第五百七十七条', ssjl: '《民法典》第一条' },
      ['中华人民共和国民法典#1', '中华人民共和国民法典#577'],
    ],
    [{ dsr: '《民法典》第一条', pjjg: '依照《民法典》第五百七十七条' }, ['中华人民共和国民法典#577']],
  ])('are looked for in the sections when there is no full text: %o', (texts, keys) => {
    expect(citationsOf(texts)?.map(({ citation_key }) => citation_key)).toEqual(keys)
  })

  test('whose number no column holds are kept as not readable, so that their case still loads', () => {
    expect(citationsOf({ content: '依照《民法典》第577条之99999999999' })).toEqual([
      expect.objectContaining({
        citation: '第577条之99999999999',
        article: null,
        article_sub: null,
        citation_key: null,
        reason: 'number not readable',
      }),
    ])
  })
})

test('members that differ in width or blanks from one of the contract are kept beside it', () => {
  const variants = { ' 企业名称': '甲', '企业名称 ': '乙', '统一社会信用代码\u3000': '丙', 企业ＩＤ: '丁' }
  const { enterprises, unlisted_members } = flattened('rh_company_info', { name: 'x' }, [
    { 企业ID: 'e1', 企业名称: '示例', ...variants },
  ])
  expect(enterprises?.[0]).toMatchObject({ enterprise_id: 'e1', name: '示例', uscc: null, extra: variants })
  expect(unlisted_members?.map(({ path, example }) => [path, example])).toEqual(
    Object.entries(variants).map(([member, value]) => [`data[].${member}`, value]),
  )
})
