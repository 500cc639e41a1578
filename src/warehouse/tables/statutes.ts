import { boolean, date, integer, json, text } from '../column.ts'
import { table } from '../table.ts'

const regulationId = text('法规ID', 'data[].fgid', 'regulation id')

export const regulations = table({
  term: '法规',
  meaning: 'regulations that articles belong to (contract 2.6); versions of one law have ids of their own',
  columns: {
    regulation_id: regulationId,
    name: text('法规名称', 'data[].fgmc', 'regulation name'),
    law: text('法规基础名称', 'derived', 'name without marks and version'),
    validity: text('时效性', 'data[].sxx', 'validity status'),
    region: text('地域', 'data[].dy', 'region'),
    effect_level: text('效力级别一级', 'data[].xljb_1', 'effect level, first level'),
    effect_level_2: text('效力级别二级', 'data[].xljb_2', 'effect level, second level'),
    published_on: date('发布日期', 'data[].fbrq', 'publication date'),
    published_text: text('发布日期原文', 'data[].fbrq', 'publication date as given'),
    effective_on: date('实施日期', 'data[].ssrq', 'implementation date'),
    effective_text: text('实施日期原文', 'data[].ssrq', 'implementation date as given'),
    department: text('发布部门', 'data[].fbbm', 'publishing department'),
    document_number: text('发文字号', 'data[].fwzh', 'document number'),
  },
  key: ['regulation_id'],
  scope: ['regulation_id'],
})

export const articles = table({
  term: '法条',
  meaning: 'statute articles (contract 2.6)',
  columns: {
    article_id: text('法条ID', 'data[].id', 'article document id'),
    regulation_id: regulationId,
    law: text('法规基础名称', 'derived', 'regulation name without marks and version'),
    article_number: text('条号', 'data[].tid', 'article number as the service writes it'),
    citation_key: text('法条键', 'derived', 'law and article, as in case_citations'),
    label: text('条目', 'data[].ft_num', 'article label'),
    title: text('标题', 'data[].title', 'regulation name followed by article label'),
    content: text('条文', 'data[].content', 'article text'),
    model_content: text('模型文本', 'data[].llm_content', 'name, label and text in one line, as given'),
    url: text('详情路径', 'data[].url', 'detail path'),
    extra: json('其他字段', 'data[]', 'members without a column of their own'),
  },
  key: ['article_id'],
  scope: ['article_id'],
})

export const articleLookups = table({
  term: '法条查询',
  meaning: 'articles that were asked for by law and label, and whether the answer held them',
  columns: {
    citation_key: text('法条键', 'derived', 'law and article, as in case_citations'),
    law: text('法规基础名称', 'rh_ft_search: fgmc', 'law that was asked for'),
    label: text('条目', 'rh_ft_search: keyword', 'article label that was asked for'),
    asked_singly: boolean('是否单独查询', 'derived', 'whether the call asked for this article alone'),
    is_found: boolean(
      '是否查到',
      'derived',
      'whether the answer held an article of exactly this law and number',
    ),
    hits: integer('命中数', 'data', 'articles in the answer, of whatever law'),
  },
  key: ['citation_key', 'asked_singly'],
  scope: ['citation_key', 'asked_singly'],
})
