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
  shown,
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
    asked_by: label('查询方式', 'rh_case_details', 'id or number', 'number'),
    asked: label('查询值', 'rh_case_details: id · ah', 'identifier or case number as sent', shown.number),
    hits: integer('命中数', 'data', 'records in the answer', '1'),
  }),
  cases: table('案例', 'case detail records', ['library', 'case_id'], {
    // Its causes and cited articles are rows of their own.
    elsewhere: ['ay', 'yyft'],
  })({
    case_id: caseId,
    library,
    title: text('标题', at('title'), 'title', shown.title),
    ...caseNumberColumns(at('ah')),
    court: label('经办法院', at('jbdw'), 'handling court', '北京市海淀区人民法院'),
    category: label('案件类别', at('ajlb'), 'case category', '民事案件'),
    case_type: label('案件类型', at('ajlx'), 'case type', '民事一审案件'),
    procedure: label('审判程序', at('spcx'), 'trial procedure', '一审'),
    document_kind: label('文书种类', at('wszl'), 'document kind', '判决书'),
    decided_on: date(
      '裁判日期',
      at('cprq'),
      'date of judgment; where the service gives none, the date below the text',
    ),
    decided_text: label('裁判日期原文', at('cprq'), 'date as given', '2023年9月18日'),
    province: label('省级地域', at('xzqh_p'), 'province-level region', '北京'),
    city: label('市级地域', at('xzqh_c'), 'city-level region', '北京市'),
    content: text(
      '全文',
      at('content'),
      'full text; where the service gives none, its sections joined by line ends, unless they are parties and judgment alone',
      '北京市海淀区人民法院民事判决书',
    ),
    parties_text: text('当事人段', at('dsr'), 'parties section', '原告：示范建材有限公司，住所地北京市'),
    litigation_record: text(
      '诉讼记录段',
      at('ssjl'),
      'litigation record section',
      '原告与被告买卖合同纠纷一案',
    ),
    basic_facts: text('案件基本情况段', at('ajjbqk'), 'basic-facts section', '原告向本院提出诉讼请求'),
    accusation: text('控诉段', at('ajjbqk_zk'), 'basic facts: accusation paragraph', '原告提出诉讼请求'),
    defence: text('辩护段', at('ajjbqk_bh'), 'basic facts: defence paragraph', '被告辩称，货款已经付清'),
    evidence: text('证据段', at('ajjbqk_zj'), 'basic facts: evidence paragraph', '原告依法提交了证据'),
    hearing: text(
      '本审审理段',
      at('ajjbqk_bssl'),
      'basic facts: this-instance hearing paragraph',
      '经审理查明',
    ),
    established_facts: text('查明事实段', at('cmss'), 'established-facts section', '双方签订买卖合同'),
    analysis: text('分析过程段', at('fxgc'), 'analysis section', '本院认为，买卖合同合法有效'),
    judgment: text('判决结果段', at('pjjg'), 'judgment-result section', shown.order),
    tail: text('文尾', at('ww'), 'document tail', '审判长　孙某'),
    url: label('详情路径', at('url'), 'detail path', '/caseDetail/case/7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    court_level: label('法院层级', "court level by the court's name, else by the case number", '基层'),
    court_province: label(
      '法院省级地域',
      "province as given, else by the case number; NULL for the Supreme People's Court",
      '北京',
    ),
    ...outcomeColumns('the operative part'),
    stay_ground: coded(codeWords.stayGround)(
      '中止原因',
      'why a stayed case stands still, as its court says; NULL where it names none or several',
      'other_case',
    ),
    origin_number_key: label(
      '源头案号匹配键',
      `key of the earliest instance among the case numbers that the document cites; its own when it cites none; also where its own is masked; NULL where it follows from several of one rank (rules ${ruleVersions.references})`,
      shown.numberKey,
    ),
    signed_offset: integer(
      '落款日期位置',
      content,
      'UTF-16 offset in content of the date below the text, where decided_on is that; else NULL',
      '3120',
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
    extra: extraOf('data[]', '{"审判长":"孙某"}'),
  }),
  case_causes: ofCase(
    '案由',
    'causes of action of a case, one row a cause',
  )({
    cause: label('案由', 'data[].ay', 'cause of action as given', '买卖合同纠纷'),
  }),
  case_citations: ofCase(
    '引用法条',
    'statute articles that a case cites, from its list of cited articles and from its text',
  )({
    ordinal: integer('序号', 'position, from 1: listed articles first, then those of the text'),
    origin: label('来源', 'listed (yyft) or text (content)', 'text'),
    citation: label(
      '引用原文',
      'data[].yyft · content',
      'as written: the articles of a text without the name of the law; a listed entry whole, one of more than 1,500 characters with its first citation alone',
      '第二百八十六条之一第一款第（一）项',
    ),
    text_offset: integer(
      '位置',
      'UTF-16 offset in content; where there is none, in judgment; NULL for a listed article',
      '18',
    ),
    given_law: label('法规名称原文', 'law as named in the text, possibly carried over', '刑法'),
    law: label('法规基础名称', 'law without marks and version, abbreviations expanded', '中华人民共和国刑法'),
    article: integer('条', 'article number', '286'),
    article_sub: integer('之', 'sub-number of 第N条之M'),
    article_label: label('条目', 'article label as statutes write it', '第二百八十六条之一'),
    paragraph: integer('款', 'paragraph'),
    item: integer('项', 'item'),
    citation_key: label(
      '法条键',
      'law and article; NULL when not resolved to an article',
      '中华人民共和国刑法#286-1',
    ),
    is_first: boolean('是否首次引用', 'whether it is the first citation of this article in its case'),
    reason: text('未解析原因', 'why there is no law or article', 'no law named'),
  }),
}

/** A parameter of a search, a member of its envelope, and one of a hit. */
const asked = (name: string) => ({ source: `case_vector_search: ${name}`, members: [name] })
const around = membersAt('')
const ofHit = membersAt('extra.wenshu[]')
const undescribed = 'as given; not described by the contract'

/** A search as it was asked. */
export const caseSearchAsked = {
  query: text('检索语句', asked('query'), 'text that was searched for', '买受人逾期付款的违约金如何调整'),
  is_rewritten: boolean('是否改写', asked('rewrite_flag'), 'whether the service may reword it'),
  wanted: integer('返回数', asked('return_num'), 'hits asked for', '10'),
  category: label('案件类别', asked('wenshu_type'), 'filter: case category', '民事案件'),
  causes: labels('案由', asked('ay'), 'filter: causes of action', '["买卖合同纠纷"]'),
  document_kinds: labels('文书种类', asked('wszl'), 'filter: document kinds by name', '["判决书"]'),
  closed_after: date('结案日期起', asked('ja_start'), 'filter: closed after', '2020-01-01'),
  closed_before: date('结案日期止', asked('ja_end'), 'filter: closed before', '2025-12-31'),
  authoritative_only: boolean('仅权威案例', asked('dianxing'), 'filter: authoritative library only'),
  courts: labels('法院', asked('fayuan'), 'filter: courts by full name', '["北京市海淀区人民法院"]'),
  court_level: label('法院层级', asked('cj'), 'filter: court level', '基层'),
  province: label('省级地域', asked('xzqh_p'), 'filter: province', '北京'),
  city: label('市级地域', asked('xzqh_c'), 'filter: city', '北京市'),
}

/** What stands around its hits. The ledger has the message and the code. */
export const caseSearchEnvelope = {
  columns: {
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
  elsewhere: ['msg', 'code', 'extra'],
}

export const caseSearchTables = {
  case_searches: table(
    '类案检索',
    'searches for similar cases as they were answered, one row a search and run',
    ['search_run_id', 'search_key'],
  )({
    search_run_id: label('运行编号', 'run that made the search', shown.run),
    search_key: searchKey,
    ...caseSearchAsked,
    hits: integer('命中数', { source: 'extra.wenshu' }, 'hits in the answer'),
    case_ids: labels('案例ID', 'extra.wenshu[].scid', 'ids of the hits, by rank', `["${shown.case}"]`),
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
    score: double('相似度', ofHit('score'), 'similarity score, as given', '0.875'),
    case_id: label('案例ID', 'extra.wenshu[].scid', 'case id', shown.case),
    library: coded(codeWords.library)('案例库', 'ptal or qwal; NULL when the hit does not say'),
    source_library: label('来源库', ofHit('db'), 'source library, as given', 'ptal'),
    title: text('标题', ofHit('title'), 'title', shown.title),
    ...caseNumberColumns(ofHit('ah')),
    document_kind: label('文书种类', ofHit('wszl'), 'document kind', '判决书'),
    category: label('案件类别', ofHit('ajlb'), 'case category', '民事案件'),
    procedure: label('审判程序', ofHit('spcx'), 'trial procedure', '一审'),
    closed_year: integer('结案年份', ofHit('jand'), 'year of case closing', '2023'),
    ...dated('closed', '结案日期', ofHit('jaDate'), 'closing date', '20230918'),
    court: label('经办法院', ofHit('jbdw'), 'handling court', '北京市海淀区人民法院'),
    court_level: label('法院层级', ofHit('cj'), 'court level', '基层'),
    province: label('省级地域', ofHit('xzqh_p'), 'province', '北京'),
    city: label('市级地域', ofHit('xzqh_c'), 'city-level region', '北京市'),
    cause_codes: labels('案由代码', ofHit('ay'), 'cause-of-action codes', '["9130"]'),
    causes: labels('案由', ofHit('anyou'), 'cause-of-action names', '["买卖合同纠纷"]'),
    authority: label('权威性', ofHit('authority'), undescribed, '普通案例'),
    paragraph: label('段落', ofHit('para_name'), undescribed, 'content'),
    hit_type: integer('类型', ofHit('type'), undescribed),
    content: text('案例内容', ofHit('content'), 'curated case content', '示范建材有限公司向本院提出诉讼请求'),
    extra: extraOf('extra.wenshu[]', '{"审判长":"孙某"}'),
  }),
}

/** Articles that full texts cite, each once a text, however often and wherever it stands: what a number of citations counts. */
export const citedOnce = `(
  SELECT DISTINCT library, case_id, citation_key FROM case_citations WHERE citation_key IS NOT NULL)`
