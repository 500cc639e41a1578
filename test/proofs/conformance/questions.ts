import type { Outcome } from '../../../src/contract/classify.ts'
import type { OperationName } from '../../../src/contract/operations.ts'
import type { CorpusFiles } from '../../standins/service/served.ts'
import { civilCode, enterprise, judgment, listed } from '../../support/records.ts'

/** A question that every way to the service answers alike, and what the contract says the answer is worth. */
export interface Question {
  readonly about: string
  readonly operation: OperationName
  readonly params: Readonly<Record<string, unknown>>
  readonly outcome: Outcome
}

/** A corpus with something of everything that is asked for. */
export const corpus: CorpusFiles = {
  'cases.ndjson': [
    judgment('d1'),
    // Written as text: a value of JavaScript cannot hold the number.
    JSON.stringify(judgment('d2')).replace(/}$/, ',"serial":9007199254740993123}'),
  ],
  'authoritative-cases.ndjson': [judgment('q1', { type: '权威案例', ah: '（2021）最高法民终9号' })],
  'statutes.ndjson': civilCode,
  'enterprises.ndjson': [
    {
      ...enterprise('e1', '甲公司', '91110108MA0074PN30'),
      曾用名: '旧名公司',
      股东详情: [{ 名称: '王某', 股东类型: '自然人', 认缴出资额: '100万元', 实缴出资额: '', 出资比例: 1 }],
      变更: [{ 变更项: '名称变更', 变更前: '旧名公司', 变更后: '甲公司', 变更时间: '2019年5月6日' }],
      董事: '王某',
    },
    enterprise('e2', '乙公司'),
  ],
  'enterprise-documents.ndjson': [listed('e1', 'd1'), listed('e1', 'd2')],
}

type Row = readonly [about: string, params: Question['params'], outcome: Outcome]

const of = (operation: OperationName, ...rows: readonly Row[]): readonly Question[] =>
  rows.map(([about, params, outcome]) => ({ about, operation, params, outcome }))

/** Hits, absences, refusals and bounds of every operation. */
export const questions: readonly Question[] = [
  ...of(
    'case_vector_search',
    ['a question', { query: '买卖合同纠纷' }, 'hit'],
    ['one case at most', { query: '买卖合同纠纷', return_num: 1 }, 'hit'],
    ['fewer cases than there may be (4.1: the default)', { query: '买卖合同纠纷', return_num: 0 }, 'hit'],
    ['no rewriting', { query: '买卖合同纠纷', rewrite_flag: false }, 'hit'],
    ['authoritative cases only', { query: '买卖合同', wenshu_filter: { dianxing: true } }, 'hit'],
    [
      'a filter of every kind',
      {
        query: '买卖合同',
        wenshu_filter: {
          wenshu_type: '民事案件',
          ay: ['买卖合同纠纷'],
          wszl: ['1'],
          ja_start: '2020-01-01',
          ja_end: '2030-01-01',
          xzqh_p: '北京',
        },
      },
      'hit',
    ],
    ['a filter that leaves nothing', { query: '买卖合同', wenshu_filter: { ja_end: '1990-01-01' } }, 'empty'],
    ['a question that nothing shares a word with', { query: '火星移民' }, 'empty'],
    ['nothing', {}, 'rejected'],
  ),
  ...of(
    'rh_case_details',
    ['an ordinary case', { id: 'd1', type: 'ptal' }, 'hit'],
    ['a number that a double cannot hold', { id: 'd2', type: 'ptal' }, 'hit'],
    ['an authoritative case', { id: 'q1', type: 'qwal' }, 'hit'],
    ['a case number', { ah: '（2023）京0105民初1号', type: 'ptal' }, 'hit'],
    ['a case number in other brackets', { ah: '(2023) 京0105民初1号', type: 'ptal' }, 'hit'],
    ['the wrong library', { id: 'd1', type: 'qwal' }, 'empty'],
    ['an unknown id', { id: 'none', type: 'ptal' }, 'empty'],
    ['no library', { id: 'd1' }, 'rejected'],
    ['an unknown library', { id: 'd1', type: 'other' }, 'rejected'],
    ['neither id nor number', { type: 'ptal' }, 'rejected'],
  ),
  ...of(
    'rh_ft_search',
    ['an article', { keyword: '第五百七十七条' }, 'hit'],
    ['all words', { keyword: '第五百七十七条 条文' }, 'hit'],
    ['any word', { keyword: '第五百七十七条 第五百八十五条', search_mode: 'OR' }, 'hit'],
    ['words that no article has together', { keyword: '第五百七十七条 第五百八十五条' }, 'empty'],
    ['a law', { keyword: '条文', fgmc: '民法典' }, 'hit'],
    ['another law', { keyword: '条文', fgmc: '刑法' }, 'empty'],
    ['a validity', { keyword: '条文', sxx: '现行有效 已被修改' }, 'hit'],
    ['a day, inclusive', { keyword: '条文', fbrq_start: '2020-05-28', fbrq_end: '2020-05-28' }, 'hit'],
    ['the day after', { keyword: '条文', fbrq_start: '2020-05-29' }, 'empty'],
    ['one item', { keyword: '条文', top_k: 1 }, 'hit'],
    ['fewer items than there may be', { keyword: '条文', top_k: 0 }, 'hit'],
    ['more items than there may be', { keyword: '条文', top_k: 51 }, 'hit'],
    ['no keyword', { keyword: ' ' }, 'rejected'],
    ['nothing', {}, 'rejected'],
    ['a date that is none', { keyword: '条文', fbrq_start: '昨天' }, 'failed'],
  ),
  ...of(
    'rh_enterpriseWritList',
    ['the first page', { id: 'e1' }, 'hit'],
    ['a page beyond the last', { id: 'e1', pageNo: 7 }, 'empty'],
    ['a page before the first', { id: 'e1', pageNo: 0 }, 'hit'],
    ['a code', { tyshxydm: '91110108MA0074PN30', pageNo: 1 }, 'hit'],
    ['an id and a code of another: the id counts', { id: 'e2', tyshxydm: '91110108MA0074PN30' }, 'empty'],
    ['an enterprise without documents', { id: 'e2' }, 'empty'],
    ['an unknown enterprise', { id: 'none' }, 'empty'],
    ['neither id nor code', {}, 'rejected'],
  ),
  ...of(
    'rh_enterpriseSearch',
    ['a part of a name', { name: '甲公' }, 'hit'],
    ['one candidate', { name: '公司', top_k: 1 }, 'hit'],
    ['more candidates than there may be', { name: '公司', top_k: 51 }, 'hit'],
    ['an unknown name', { name: '无此企业' }, 'empty'],
    ['no name', {}, 'rejected'],
  ),
  ...of(
    'rh_company_info',
    ['a name', { name: '甲公司' }, 'hit'],
    ['a former name', { name: '旧名公司', num: 5 }, 'hit'],
    ['no hits wanted', { name: '甲公司', num: 0 }, 'empty'],
    ['more hits than there may be', { name: '甲公司', num: 51 }, 'hit'],
    ['an unknown name', { name: '无此企业' }, 'empty'],
    ['no name', {}, 'rejected'],
  ),
]
