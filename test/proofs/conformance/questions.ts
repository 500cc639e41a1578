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

/** Hits, absences, refusals and failures of every operation, with parameters of all types: what each is worth, test/standins/service proves. */
export const questions: readonly Question[] = [
  ...of(
    'case_vector_search',
    ['a question', { query: '买卖合同纠纷', return_num: 1, rewrite_flag: false }, 'hit'],
    [
      'a filter of every kind',
      {
        query: '买卖合同',
        wenshu_filter: {
          ...{ wenshu_type: '民事案件', ay: ['买卖合同纠纷'], wszl: ['1'], xzqh_p: '北京' },
          ...{ ja_start: '2020-01-01', ja_end: '2030-01-01', dianxing: false },
        },
      },
      'hit',
    ],
    ['a question that nothing shares a word with', { query: '火星移民' }, 'empty'],
    ['nothing', {}, 'rejected'],
  ),
  ...of(
    'rh_case_details',
    ['a number that a double cannot hold', { id: 'd2', type: 'ptal' }, 'hit'],
    ['an authoritative case', { id: 'q1', type: 'qwal' }, 'hit'],
    ['a case number in other brackets', { ah: '(2023) 京0105民初1号', type: 'ptal' }, 'hit'],
    ['an unknown id', { id: 'none', type: 'ptal' }, 'empty'],
    ['neither id nor number', { type: 'ptal' }, 'rejected'],
  ),
  ...of(
    'rh_ft_search',
    ['any word', { keyword: '第五百七十七条 第五百八十五条', search_mode: 'OR', top_k: 1 }, 'hit'],
    ['a law', { keyword: '条文', fgmc: '民法典', sxx: '现行有效', fbrq_start: '2020-05-28' }, 'hit'],
    ['words that no article has together', { keyword: '第五百七十七条 第五百八十五条' }, 'empty'],
    ['nothing', {}, 'rejected'],
    ['a date that is none', { keyword: '条文', fbrq_start: '昨天' }, 'failed'],
  ),
  ...of(
    'rh_enterpriseWritList',
    ['the first page', { id: 'e1', pageNo: 0 }, 'hit'],
    ['a code', { tyshxydm: '91110108MA0074PN30', pageNo: 1 }, 'hit'],
    ['a page beyond the last', { id: 'e1', pageNo: 7 }, 'empty'],
    ['neither id nor code', {}, 'rejected'],
  ),
  ...of(
    'rh_enterpriseSearch',
    ['a part of a name', { name: '甲公', top_k: 1 }, 'hit'],
    ['an unknown name', { name: '无此企业' }, 'empty'],
    ['no name', {}, 'rejected'],
  ),
  ...of(
    'rh_company_info',
    ['a former name', { name: '旧名公司', num: 5 }, 'hit'],
    ['no hits wanted', { name: '甲公司', num: 0 }, 'empty'],
    ['no name', {}, 'rejected'],
  ),
]
