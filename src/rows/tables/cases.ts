import { codeWords } from '../words/code-words.ts'
import { caseNumberColumns, outcomeColumns } from './shared-columns.ts'
import { boolean, coded, date, identifier, integer, json, label, membersAt, table, text } from './table.ts'

/** A member of a case record. */
const at = membersAt('data[]')

export const library = coded(codeWords.library)(
  '案例库',
  'rh_case_details: type',
  'ptal = ordinary cases, qwal = authoritative cases',
  'ptal',
)
export const caseId = identifier('案例ID', at('id'), 'case id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90')

export const cases = table({
  term: '案例',
  meaning: 'case detail records',
  columns: {
    case_id: caseId,
    library,
    title: text(
      '标题',
      at('title'),
      'title',
      '示范建材有限公司与示例建设集团有限公司买卖合同纠纷一审民事判决书',
    ),
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
    content: text('全文', at('content'), 'full text', '北京市海淀区人民法院民事判决书'),
    parties_text: text('当事人段', at('dsr'), 'parties section', '原告：示范建材有限公司，住所地北京市'),
    litigation_record: text(
      '诉讼记录段',
      at('ssjl'),
      'litigation record section',
      '原告示范建材有限公司与被告示例建设集团有限公司买卖合同纠纷一案',
    ),
    basic_facts: text(
      '案件基本情况段',
      at('ajjbqk'),
      'basic-facts section',
      '示范建材有限公司向本院提出诉讼请求：1.判令示例建设集团有限公司支付货款',
    ),
    accusation: text(
      '控诉段',
      at('ajjbqk_zk'),
      'basic facts: accusation paragraph',
      '示范建材有限公司向本院提出诉讼请求',
    ),
    defence: text(
      '辩护段',
      at('ajjbqk_bh'),
      'basic facts: defence paragraph',
      '示例建设集团有限公司辩称，货款已经付清',
    ),
    evidence: text(
      '证据段',
      at('ajjbqk_zj'),
      'basic facts: evidence paragraph',
      '当事人围绕诉讼请求依法提交了证据',
    ),
    hearing: text(
      '本审审理段',
      at('ajjbqk_bssl'),
      'basic facts: this-instance hearing paragraph',
      '经审理查明，双方于2022年3月1日签订买卖合同',
    ),
    established_facts: text(
      '查明事实段',
      at('cmss'),
      'established-facts section',
      '双方于2022年3月1日签订买卖合同',
    ),
    analysis: text('分析过程段', at('fxgc'), 'analysis section', '本院认为，买卖合同合法有效'),
    judgment: text(
      '判决结果段',
      at('pjjg'),
      'judgment-result section',
      '一、示例建设集团有限公司于判决生效后十日内支付示范建材有限公司货款120000元',
    ),
    tail: text('文尾', at('ww'), 'document tail', '审判长　孙某'),
    url: label('详情路径', at('url'), 'detail path', '/caseDetail/case/7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    court_level: label('法院层级', "court level by the court's name, else by the case number", '基层'),
    court_province: label(
      '法院省级地域',
      "province as given, else by the case number; NULL for the Supreme People's Court",
      '北京',
    ),
    ...outcomeColumns('the operative part'),
    origin_number_key: label(
      '源头案号匹配键',
      'key of the earliest instance among the case numbers that the document cites; its own when it cites none; also where its own is masked',
      '(2023)京0108民初1024号',
    ),
    signed_offset: integer(
      '落款日期位置',
      'data[].content',
      'UTF-16 offset in content of the date below the text, where decided_on is that; else NULL',
      '3120',
    ),
    is_withheld: boolean(
      '是否不公开',
      'data[].content',
      'whether the text only gives the reason why the document is not published: no full text',
      'false',
    ),
    extra: json('其他字段', 'data[]', 'members without a column of their own', '{"审判长":"孙某"}'),
  },
  // Its causes and cited articles are rows of their own.
  elsewhere: ['ay', 'yyft'],
  key: ['library', 'case_id'],
  scope: ['library', 'case_id'],
})

export const caseCauses = table({
  term: '案由',
  meaning: 'causes of action of a case, one row a cause',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1'),
    cause: label('案由', 'data[].ay', 'cause of action as given', '买卖合同纠纷'),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})

export const caseCitations = table({
  term: '引用法条',
  meaning: 'statute articles that a case cites, from its list of cited articles and from its text',
  columns: {
    case_id: caseId,
    library,
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
      'UTF-16 offset in content; where there is none, in basic facts, analysis and judgment joined by line ends; NULL for a listed article',
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
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})

export const caseLookups = table({
  term: '案例查询',
  meaning: 'case details that were asked for, also those that were not found',
  columns: {
    library,
    asked_by: label('查询方式', 'rh_case_details', 'id or number', 'number'),
    asked: label(
      '查询值',
      'rh_case_details: id · ah',
      'identifier or case number as sent',
      '（2023）京0108民初1024号',
    ),
    hits: integer('命中数', 'data', 'records in the answer', '1'),
  },
  key: ['library', 'asked_by', 'asked'],
  scope: ['library', 'asked_by', 'asked'],
})
