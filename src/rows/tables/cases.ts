import { ruleVersions } from '../../legal/rule-versions.ts'
import { codeWords } from '../words/code-words.ts'
import {
  caseId,
  caseNumberColumns,
  dated,
  extraOf,
  library,
  ofCase,
  outcomeColumns,
  searchKey,
} from './shared-columns.ts'
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

/** A member of a case record. */
const at = membersAt('data[]')
const content = { source: 'data[].content' }

export const caseTables = {
  case_lookups: table('案例查询', 'case details that were asked for, also those that were not found', [
    'library',
    'asked_by',
    'asked',
  ])({
    library,
    asked_by: label('查询方式', 'rh_case_details', 'id or number'),
    asked: label('查询值', 'rh_case_details: id · ah', 'identifier or case number as sent'),
    hits: integer('命中数', 'data', 'records in the answer'),
  }),
  cases: table('案例', 'case detail records', ['library', 'case_id'], {
    // Its causes and cited articles are rows of their own.
    elsewhere: ['ay', 'yyft'],
  })({
    case_id: caseId,
    library,
    title: text('标题', at('title'), 'title'),
    ...caseNumberColumns(at('ah')),
    court: label('经办法院', at('jbdw'), 'handling court'),
    category: label('案件类别', at('ajlb'), 'case category'),
    case_type: label('案件类型', at('ajlx'), 'case type'),
    procedure: label('审判程序', at('spcx'), 'trial procedure'),
    document_kind: label('文书种类', at('wszl'), 'document kind'),
    decided_on: date(
      '裁判日期',
      at('cprq'),
      'date of judgment; where the service gives none, the date below the text',
    ),
    decided_text: label('裁判日期原文', at('cprq'), 'date as given'),
    province: label('省级地域', at('xzqh_p'), 'province-level region'),
    city: label('市级地域', at('xzqh_c'), 'city-level region'),
    content: text(
      '全文',
      at('content'),
      'full text; where the service gives none, its sections joined by line ends, unless they are parties and judgment alone',
    ),
    parties_text: text('当事人段', at('dsr'), 'parties section'),
    litigation_record: text('诉讼记录段', at('ssjl'), 'litigation record section'),
    basic_facts: text('案件基本情况段', at('ajjbqk'), 'basic-facts section'),
    accusation: text('控诉段', at('ajjbqk_zk'), 'basic facts: accusation paragraph'),
    defence: text('辩护段', at('ajjbqk_bh'), 'basic facts: defence paragraph'),
    evidence: text('证据段', at('ajjbqk_zj'), 'basic facts: evidence paragraph'),
    hearing: text('本审审理段', at('ajjbqk_bssl'), 'basic facts: this-instance hearing paragraph'),
    established_facts: text('查明事实段', at('cmss'), 'established-facts section'),
    analysis: text('分析过程段', at('fxgc'), 'analysis section'),
    judgment: text('判决结果段', at('pjjg'), 'judgment-result section'),
    tail: text('文尾', at('ww'), 'document tail'),
    url: label('详情路径', at('url'), 'detail path'),
    court_level: label('法院层级', "court level by the court's name, else by the case number"),
    court_province: label(
      '法院省级地域',
      "province as given, else by the case number; NULL for the Supreme People's Court",
    ),
    ...outcomeColumns('the operative part'),
    stay_ground: coded(codeWords.stayGround)(
      '中止原因',
      'why a stayed case stands still, as its court says; NULL where it names none or several',
    ),
    origin_number_key: label(
      '源头案号匹配键',
      `key of the earliest instance among the case numbers that the document cites; its own when it cites none; also where its own is masked; NULL where it follows from several of one rank (rules ${ruleVersions.references})`,
    ),
    signed_offset: integer(
      '落款日期位置',
      content,
      'UTF-16 offset in content of the date below the text, where decided_on is that; else NULL',
    ),
    is_withheld: boolean(
      '是否不公开',
      content,
      'whether the text only gives the reason why the document is not published: no full text',
    ),
    is_partial: boolean(
      '是否只有部分内容',
      content,
      'whether the record has no full text; of its sections each is read',
    ),
    extra: extraOf('data[]'),
  }),
  case_causes: ofCase(
    '案由',
    'causes of action of a case, one row a cause',
  )({
    cause: label('案由', 'data[].ay', 'cause of action as given'),
  }),
  case_citations: ofCase(
    '引用法条',
    'statute articles that a case cites, from its list of cited articles and from its text',
  )({
    ordinal: integer('序号', 'position, from 1: listed articles first, then those of the text'),
    origin: label('来源', 'listed (yyft) or text (content)'),
    citation: label(
      '引用原文',
      'data[].yyft · content',
      'as written: the articles of a text without the name of the law; a listed entry whole, one of more than 1,500 characters with its first citation alone',
    ),
    text_offset: integer(
      '位置',
      'UTF-16 offset in content; where there is none, in judgment; NULL for a listed article',
    ),
    given_law: label('法规名称原文', 'law as named in the text, possibly carried over'),
    law: label(
      '法规基础名称',
      `law without marks and version, abbreviations expanded (rules ${ruleVersions.citations})`,
    ),
    article: integer('条', 'article number'),
    article_sub: integer('之', 'sub-number of 第N条之M'),
    article_label: label('条目', 'article label as statutes write it'),
    paragraph: integer('款', 'paragraph'),
    item: integer('项', 'item'),
    citation_key: label('法条键', 'law and article; NULL when not resolved to an article'),
    is_first: boolean('是否首次引用', 'whether it is the first citation of this article in its case'),
    reason: text('未解析原因', 'why there is no law or article'),
  }),
}

/** A parameter of a search, a member of its envelope, and one of a hit. */
const asked = (name: string) => ({ source: `case_vector_search: ${name}`, members: [name] })
const around = membersAt('')
const ofHit = membersAt('extra.wenshu[]')
const undescribed = 'as given; not described by the contract'

export const caseSearchAsked = {
  query: text('检索语句', asked('query'), 'text that was searched for'),
  is_rewritten: boolean('是否改写', asked('rewrite_flag'), 'whether the service may reword it'),
  wanted: integer('返回数', asked('return_num'), 'hits asked for'),
  category: label('案件类别', asked('wenshu_type'), 'filter: case category'),
  causes: labels('案由', asked('ay'), 'filter: causes of action'),
  document_kinds: labels('文书种类', asked('wszl'), 'filter: document kinds by name'),
  closed_after: date('结案日期起', asked('ja_start'), 'filter: closed after'),
  closed_before: date('结案日期止', asked('ja_end'), 'filter: closed before'),
  authoritative_only: boolean('仅权威案例', asked('dianxing'), 'filter: authoritative library only'),
  courts: labels('法院', asked('fayuan'), 'filter: courts by full name'),
  court_level: label('法院层级', asked('cj'), 'filter: court level'),
  province: label('省级地域', asked('xzqh_p'), 'filter: province'),
  city: label('市级地域', asked('xzqh_c'), 'filter: city'),
}

/** What stands around its hits. The ledger has the message and the code. */
export const caseSearchEnvelope = {
  columns: {
    answer: text('回答', around('answer'), 'as given'),
    message_id: label('消息编号', around('messageId'), 'as given'),
    style: label('样式', around('style'), 'as given'),
    request_id: label('请求编号', around('request_id'), 'as given'),
    extra: json('其他字段', 'envelope', 'members of the envelope without a column; of extra, all but wenshu'),
  },
  elsewhere: ['msg', 'code', 'extra'],
}

export const caseSearchTables = {
  case_searches: table(
    '类案检索',
    'searches for similar cases as they were answered, one row a search and run',
    ['search_run_id', 'search_key'],
  )({
    search_run_id: label('运行编号', 'run that made the search'),
    search_key: searchKey,
    ...caseSearchAsked,
    hits: integer('命中数', { source: 'extra.wenshu' }, 'hits in the answer'),
    case_ids: labels('案例ID', 'extra.wenshu[].scid', 'ids of the hits, by rank'),
    ...caseSearchEnvelope.columns,
  }),
  case_hits: table(
    '类案检索命中',
    'hits of the last time a search was made, by rank; a summary, not the full text',
    ['search_key', 'rank'],
    // The identifier may stand in an object.
    { scope: ['search_key'], parent: 'case_searches', elsewhere: ['scid'] },
  )({
    search_key: searchKey,
    rank: integer('名次', 'position in the answer, from 1'),
    score: double('相似度', ofHit('score'), 'similarity score, as given'),
    case_id: label('案例ID', 'extra.wenshu[].scid', 'case id'),
    library: coded(codeWords.library)('案例库', 'ptal or qwal; NULL when the hit does not say'),
    source_library: label('来源库', ofHit('db'), 'source library, as given'),
    title: text('标题', ofHit('title'), 'title'),
    ...caseNumberColumns(ofHit('ah')),
    document_kind: label('文书种类', ofHit('wszl'), 'document kind'),
    category: label('案件类别', ofHit('ajlb'), 'case category'),
    procedure: label('审判程序', ofHit('spcx'), 'trial procedure'),
    closed_year: integer('结案年份', ofHit('jand'), 'year of case closing'),
    ...dated('closed', '结案日期', ofHit('jaDate'), 'closing date'),
    court: label('经办法院', ofHit('jbdw'), 'handling court'),
    court_level: label('法院层级', ofHit('cj'), 'court level'),
    province: label('省级地域', ofHit('xzqh_p'), 'province'),
    city: label('市级地域', ofHit('xzqh_c'), 'city-level region'),
    cause_codes: labels('案由代码', ofHit('ay'), 'cause-of-action codes'),
    causes: labels('案由', ofHit('anyou'), 'cause-of-action names'),
    authority: label('权威性', ofHit('authority'), undescribed),
    paragraph: label('段落', ofHit('para_name'), undescribed),
    hit_type: integer('类型', ofHit('type'), undescribed),
    content: text('案例内容', ofHit('content'), 'curated case content'),
    extra: extraOf('extra.wenshu[]'),
  }),
}

/** Articles that full texts cite, each once a text, however often and wherever it stands: what a number of citations counts. */
export const citedOnce = `(
  SELECT DISTINCT library, case_id, citation_key FROM case_citations WHERE citation_key IS NOT NULL)`
