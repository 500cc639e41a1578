import { codeWords } from '../words/code-words.ts'
import { caseNumberColumns } from './shared-columns.ts'
import {
  boolean,
  coded,
  date,
  double,
  integer,
  json,
  label,
  labels,
  membersAt,
  table,
  text,
} from './table.ts'

const searchKey = label('检索键', 'key of the search: that of its call', '0f3a9c5e7b214d68a1f0c2e4d6b89a32')

/** A member of the envelope. */
const around = membersAt('')

export const caseSearches = table({
  term: '类案检索',
  meaning: 'searches for similar cases as they were answered, one row a search and run',
  columns: {
    search_run_id: label('运行编号', 'run that made the search', '20260301T020000Z-3d8f'),
    search_key: searchKey,
    query: text(
      '检索语句',
      'case_vector_search: query',
      'text that was searched for',
      '买受人逾期付款的违约金如何调整',
    ),
    is_rewritten: boolean(
      '是否改写',
      'case_vector_search: rewrite_flag',
      'whether the service may reword it',
      'true',
    ),
    wanted: integer('返回数', 'case_vector_search: return_num', 'hits asked for', '10'),
    category: label('案件类别', 'case_vector_search: wenshu_type', 'filter: case category', '民事案件'),
    causes: labels('案由', 'case_vector_search: ay', 'filter: causes of action', '["买卖合同纠纷"]'),
    document_kinds: labels(
      '文书种类',
      'case_vector_search: wszl',
      'filter: document kinds by name',
      '["判决书"]',
    ),
    closed_after: date('结案日期起', 'case_vector_search: ja_start', 'filter: closed after', '2020-01-01'),
    closed_before: date('结案日期止', 'case_vector_search: ja_end', 'filter: closed before', '2025-12-31'),
    authoritative_only: boolean(
      '仅权威案例',
      'case_vector_search: dianxing',
      'filter: authoritative library only',
      'false',
    ),
    courts: labels(
      '法院',
      'case_vector_search: fayuan',
      'filter: courts by full name',
      '["北京市海淀区人民法院"]',
    ),
    court_level: label('法院层级', 'case_vector_search: cj', 'filter: court level', '基层'),
    province: label('省级地域', 'case_vector_search: xzqh_p', 'filter: province', '北京'),
    city: label('市级地域', 'case_vector_search: xzqh_c', 'filter: city', '北京市'),
    hits: integer('命中数', 'extra.wenshu', 'hits in the answer', '1'),
    case_ids: labels(
      '案例ID',
      'extra.wenshu[].scid',
      'ids of the hits, by rank',
      '["7b0c5d2e9f4a4c1db6e83a5f1c2d4e90"]',
    ),
    answer: text('回答', around('answer'), 'as given', '共检索到1篇相似案例'),
    message_id: label('消息编号', around('messageId'), 'as given', 'msg-20260301-0001'),
    style: label('样式', around('style'), 'as given', 'list'),
    request_id: label('请求编号', around('request_id'), 'as given', 'req-20260301-0001'),
    extra: json(
      '其他字段',
      'envelope',
      'members of the envelope without a column; of extra, all but wenshu',
      '{"extra":{"耗时":35}}',
    ),
  },
  // The ledger has the message and the code, case_hits the records.
  elsewhere: ['msg', 'code', 'extra'],
  key: ['search_run_id', 'search_key'],
  scope: ['search_run_id', 'search_key'],
})

/** A member of a hit. */
const at = membersAt('extra.wenshu[]')

export const caseHits = table({
  term: '类案检索命中',
  meaning: 'hits of the last time a search was made, by rank; a summary, not the full text',
  columns: {
    search_key: searchKey,
    rank: integer('名次', 'position in the answer, from 1'),
    score: double('相似度', at('score'), 'similarity score, as given', '0.875'),
    case_id: label('案例ID', 'extra.wenshu[].scid', 'case id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    library: coded(codeWords.library)('案例库', 'ptal or qwal; NULL when the hit does not say', 'ptal'),
    source_library: label('来源库', at('db'), 'source library, as given', 'ptal'),
    title: text(
      '标题',
      at('title'),
      'title',
      '示范建材有限公司与示例建设集团有限公司买卖合同纠纷一审民事判决书',
    ),
    ...caseNumberColumns(at('ah')),
    document_kind: label('文书种类', at('wszl'), 'document kind', '判决书'),
    category: label('案件类别', at('ajlb'), 'case category', '民事案件'),
    procedure: label('审判程序', at('spcx'), 'trial procedure', '一审'),
    closed_year: integer('结案年份', at('jand'), 'year of case closing', '2023'),
    closed_on: date('结案日期', at('jaDate'), 'closing date'),
    closed_text: label('结案日期原文', at('jaDate'), 'closing date as given', '20230918'),
    court: label('经办法院', at('jbdw'), 'handling court', '北京市海淀区人民法院'),
    court_level: label('法院层级', at('cj'), 'court level', '基层'),
    province: label('省级地域', at('xzqh_p'), 'province', '北京'),
    city: label('市级地域', at('xzqh_c'), 'city-level region', '北京市'),
    cause_codes: labels('案由代码', at('ay'), 'cause-of-action codes', '["9130"]'),
    causes: labels('案由', at('anyou'), 'cause-of-action names', '["买卖合同纠纷"]'),
    authority: label('权威性', at('authority'), 'as given; not described by the contract', '普通案例'),
    paragraph: label('段落', at('para_name'), 'as given; not described by the contract', 'content'),
    hit_type: integer('类型', at('type'), 'as given; not described by the contract'),
    content: text('案例内容', at('content'), 'curated case content', '示范建材有限公司向本院提出诉讼请求'),
    extra: json('其他字段', 'extra.wenshu[]', 'members without a column of their own', '{"审判长":"孙某"}'),
  },
  // The identifier may stand in an object.
  elsewhere: ['scid'],
  key: ['search_key', 'rank'],
  scope: ['search_key'],
  parent: 'case_searches',
})
