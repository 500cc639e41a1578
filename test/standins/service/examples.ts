import type { OperationName } from '../../../src/contract/operations.ts'
import { civilCode, enterprise, judgment, listed } from '../../support/records.ts'

/** A corpus that has something of everything. */
export const exampleCorpus = {
  'cases.ndjson': [judgment('d1'), judgment('d2')],
  'authoritative-cases.ndjson': [judgment('q1', { type: '权威案例' })],
  'statutes.ndjson': civilCode,
  'enterprises.ndjson': [
    {
      ...enterprise('e1', '甲公司', '91110108MA0074PN30'),
      股东详情: [{ 名称: '王某', 股东类型: '自然人', 认缴出资额: '100万元', 实缴出资额: '', 出资比例: 1 }],
      变更: [{ 变更项: '名称', 变更前: '乙公司', 变更后: '甲公司', 变更时间: '2020年1月2日' }],
      董事: '王某',
    },
  ],
  'enterprise-documents.ndjson': [listed('e1', 'd1'), listed('e1', 'd2')],
}

/** A call, and what the service says to it: the tool of a failure says `isError`. */
export interface Example {
  readonly name: string
  readonly operation: OperationName
  readonly params: Readonly<Record<string, unknown>>
  readonly code: number
  readonly isFailure: boolean
}

const example = (
  name: string,
  operation: OperationName,
  params: Example['params'],
  code = 200,
  isFailure = code >= 500,
): Example => ({ name, operation, params, code, isFailure })

export const examples: readonly Example[] = [
  example('a question', 'case_vector_search', { query: '买卖合同', return_num: 1 }),
  example('a question with a filter', 'case_vector_search', {
    query: '买卖合同',
    wenshu_filter: { wenshu_type: '民事案件', wszl: ['1'], ja_start: '2020-01-01', dianxing: true },
  }),
  example('a question that finds nothing', 'case_vector_search', { query: '无' }),
  example('no question', 'case_vector_search', {}, 501),
  example('a case', 'rh_case_details', { id: 'd1', type: 'ptal' }),
  example('an authoritative case', 'rh_case_details', { id: 'q1', type: 'qwal' }),
  example('a case that is not there', 'rh_case_details', { id: false, type: 'ptal' }),
  example('a case of no library', 'rh_case_details', { id: 'd1', type: 'other' }, 500),
  example('no case', 'rh_case_details', { type: 'ptal' }, 500),
  example('an article', 'rh_ft_search', { keyword: '第五百七十七条', top_k: 1 }),
  example('an article of no law', 'rh_ft_search', { keyword: '第五百七十七条', fgmc: '无' }),
  example('no keyword', 'rh_ft_search', { keyword: ' ' }, 501),
  example('nothing at all', 'rh_ft_search', {}, 500),
  example('a date that is none', 'rh_ft_search', { keyword: '条', fbrq_start: '昨天' }, 500),
  example('a list', 'rh_enterpriseWritList', { id: 'e1', pageNo: 1 }),
  example('a list by code, beyond its end', 'rh_enterpriseWritList', {
    tyshxydm: '91110108MA0074PN30',
    pageNo: 7,
  }),
  example('a list of nobody', 'rh_enterpriseWritList', { id: 'none', tyshxydm: null }, 404),
  example('no list', 'rh_enterpriseWritList', {}, 500),
  example('candidates', 'rh_enterpriseSearch', { name: '公司', top_k: 5 }),
  example('no candidates', 'rh_enterpriseSearch', { name: '无此' }, 404),
  example('candidates of no name', 'rh_enterpriseSearch', {}, 501),
  example('an enterprise', 'rh_company_info', { name: '甲公司', num: 2 }),
  example('nobody', 'rh_company_info', { name: '无此公司' }, 404),
  example('an enterprise of no name', 'rh_company_info', { name: '' }, 501),
]
