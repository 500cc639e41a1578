import { date, integer, json, text } from '../column.ts'
import { table } from '../table.ts'

const library = text('案例库', 'rh_case_details: type', 'ptal = ordinary cases, qwal = authoritative cases')
const caseId = text('案例ID', 'data[].id', 'case id')

export const cases = table({
  term: '案例',
  meaning: 'case detail records (contract 2.4 and 2.5)',
  columns: {
    case_id: caseId,
    library,
    title: text('标题', 'data[].title', 'title'),
    case_number: text('案号', 'data[].ah', 'case number as given'),
    case_number_canonical: text('规范案号', 'derived', 'case number in one spelling'),
    case_number_key: text('案号匹配键', 'derived', 'case number without 之N; NULL when masked or malformed'),
    case_number_status: text('案号状态', 'derived', 'parsed, masked or malformed'),
    court: text('经办法院', 'data[].jbdw', 'handling court'),
    category: text('案件类别', 'data[].ajlb', 'case category'),
    case_type: text('案件类型', 'data[].ajlx', 'case type'),
    procedure: text('审判程序', 'data[].spcx', 'trial procedure'),
    document_kind: text('文书种类', 'data[].wszl', 'document kind'),
    decided_on: date('裁判日期', 'data[].cprq', 'date of judgment'),
    decided_text: text('裁判日期原文', 'data[].cprq', 'date as given'),
    province: text('省级地域', 'data[].xzqh_p', 'province-level region'),
    city: text('市级地域', 'data[].xzqh_c', 'city-level region'),
    content: text('全文', 'data[].content', 'full text'),
    parties_text: text('当事人段', 'data[].dsr', 'parties section'),
    litigation_record: text('诉讼记录段', 'data[].ssjl', 'litigation record section'),
    basic_facts: text('案件基本情况段', 'data[].ajjbqk', 'basic-facts section'),
    accusation: text('控诉段', 'data[].ajjbqk_zk', 'basic facts: accusation paragraph'),
    defence: text('辩护段', 'data[].ajjbqk_bh', 'basic facts: defence paragraph'),
    evidence: text('证据段', 'data[].ajjbqk_zj', 'basic facts: evidence paragraph'),
    hearing: text('本审审理段', 'data[].ajjbqk_bssl', 'basic facts: this-instance hearing paragraph'),
    established_facts: text('查明事实段', 'data[].cmss', 'established-facts section'),
    analysis: text('分析过程段', 'data[].fxgc', 'analysis section'),
    judgment: text('判决结果段', 'data[].pjjg', 'judgment-result section'),
    tail: text('文尾', 'data[].ww', 'document tail'),
    url: text('详情路径', 'data[].url', 'detail path'),
    extra: json('其他字段', 'data[]', 'members without a column of their own'),
  },
  key: ['library', 'case_id'],
  scope: ['library', 'case_id'],
})

export const caseCauses = table({
  term: '案由',
  meaning: 'causes of action of a case, one row a cause',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'derived', 'position, from 1'),
    cause: text('案由', 'data[].ay', 'cause of action as given'),
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
    ordinal: integer('序号', 'derived', 'position, from 1: listed articles first, then those of the text'),
    origin: text('来源', 'derived', 'listed (yyft) or text (content)'),
    citation: text('引用原文', 'data[].yyft · content', 'citation as written'),
    text_offset: integer('位置', 'derived', 'UTF-16 offset in content; NULL for a listed article'),
    given_law: text('法规名称原文', 'derived', 'law as named in the text, possibly carried over'),
    law: text('法规基础名称', 'derived', 'law without marks and version, abbreviations expanded'),
    article: integer('条', 'derived', 'article number'),
    article_sub: integer('之', 'derived', 'sub-number of 第N条之M'),
    article_label: text('条目', 'derived', 'article label as statutes write it'),
    paragraph: integer('款', 'derived', 'paragraph'),
    item: integer('项', 'derived', 'item'),
    citation_key: text('法条键', 'derived', 'law and article; NULL when not resolved to an article'),
    reason: text('未解析原因', 'derived', 'why there is no law or article'),
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
    asked_by: text('查询方式', 'rh_case_details', 'id or number'),
    asked: text('查询值', 'rh_case_details: id · ah', 'identifier or case number as sent'),
    hits: integer('命中数', 'data', 'records in the answer'),
  },
  key: ['library', 'asked_by', 'asked'],
  scope: ['library', 'asked_by', 'asked'],
})
