import { dated, extraOf, searchKey } from './shared-columns.ts'
import { boolean, date, double, identifier, integer, label, labels, membersAt, table } from './table.ts'

/** A member of an article, which states its regulation, too. */
const at = membersAt('data[]')
const asked = (name: string) => ({ source: `rh_ft_search: ${name}`, members: [name] })

const regulationId = label('法规ID', at('fgid'), 'regulation id')
const regulationName = label('法规名称', at('fgmc'), 'regulation name')
const law = label('法规基础名称', 'name without marks and version')
const citationKey = label('法条键', 'law and article, as in case_citations')

/** What the service looks up of a regulation. It omits all of it when it does not find the summary. */
export const regulationSummary = {
  validity: label('时效性', at('sxx'), 'validity status'),
  region: label('地域', at('dy'), 'region'),
  effect_level: label('效力级别一级', at('xljb_1'), 'effect level, first level'),
  effect_level_2: label('效力级别二级', at('xljb_2'), 'effect level, second level'),
  ...dated('published', '发布日期', at('fbrq'), 'publication date'),
  ...dated('effective', '实施日期', at('ssrq'), 'implementation date'),
  department: label('发布部门', at('fbbm'), 'publishing department'),
  document_number: label('发文字号', at('fwzh'), 'document number'),
}

export const statuteTables = {
  regulations: table(
    '法规',
    'regulations that articles belong to, where the service gave more than a name; versions of one law have ids of their own',
    ['regulation_id'],
  )({ regulation_id: regulationId, name: regulationName, law, ...regulationSummary }),
  articles: table('法条', 'statute articles', ['article_id'], {
    elsewhere: ['_score', ...Object.values(regulationSummary).flatMap(({ origin }) => origin.members)],
  })({
    article_id: identifier('法条ID', at('id'), 'article document id'),
    regulation_id: regulationId,
    regulation_name: label(
      '法规名称',
      at('fgmc'),
      'regulation name as given; also where regulations lacks the regulation',
    ),
    law: label('法规基础名称', 'regulation name without marks and version'),
    article_number: label('条号', at('tid'), 'article number as the service writes it'),
    citation_key: citationKey,
    label: label('条目', at('ft_num'), 'article label'),
    title: label('标题', at('title'), 'regulation name followed by article label'),
    full_title: label('法条名称', at('ftmc'), 'the same text as title, as the contract has it'),
    content: label('条文', at('content'), 'article text'),
    model_content: label('模型文本', at('llm_content'), 'name, label and text in one line, as given'),
    url: label('详情路径', at('url'), 'detail path'),
    extra: extraOf('data[]'),
  }),
  article_lookups: table(
    '法条查询',
    'articles that were asked for by law and label, and whether the answer held them; from other searches only those found',
    ['citation_key', 'asked_singly'],
  )({
    citation_key: citationKey,
    law: label('法规基础名称', asked('fgmc'), 'law that was asked for'),
    label: label('条目', asked('keyword'), 'article label that was asked for'),
    asked_singly: boolean('是否单独查询', 'whether the call asked for this article alone'),
    is_found: boolean('是否查到', 'whether the answer held an article of exactly this law and number'),
    hits: integer('命中数', { source: 'data' }, 'articles in the answer, of whatever law'),
  }),
  article_searches: table('法条检索', 'statute searches as they were answered, one row a search and run', [
    'search_run_id',
    'search_key',
  ])({
    search_run_id: label('运行编号', 'run that made the search'),
    search_key: searchKey,
    keywords: label('关键词', asked('keyword'), 'keywords, separated by spaces'),
    match: label('匹配方式', asked('search_mode'), 'AND or OR'),
    law: label('法规名称', asked('fgmc'), 'filter: regulation name'),
    effect_level: label('效力级别', asked('xljb_1'), 'filter: effect levels, separated by spaces'),
    validity: label('时效性', asked('sxx'), 'filter: validity, separated by spaces'),
    region: label('地域', asked('dy'), 'filter: regions, separated by spaces'),
    published_from: date('发布日期起', asked('fbrq_start'), 'filter: published on or after'),
    published_to: date('发布日期止', asked('fbrq_end'), 'filter: published on or before'),
    effective_from: date('实施日期起', asked('ssrq_start'), 'filter: effective on or after'),
    effective_to: date('实施日期止', asked('ssrq_end'), 'filter: effective on or before'),
    wanted: integer('返回数', asked('top_k'), 'articles asked for'),
    hits: integer('命中数', { source: 'data' }, 'articles in the answer'),
    article_ids: labels('法条ID', 'data[].id', 'ids of the articles, by rank'),
  }),
  article_hits: table(
    '法条检索命中',
    'articles that the last answer to a search held, by rank',
    ['search_key', 'rank'],
    { scope: ['search_key'], parent: 'article_searches' },
  )({
    search_key: searchKey,
    rank: integer('名次', 'position in the answer, from 1'),
    article_id: label('法条ID', 'data[].id', 'article document id'),
    score: double('相关度', at('_score'), 'search relevance score, as given'),
  }),
  regulation_history: table(
    '法规沿革',
    'what each run saw of a regulation, so that a change of its validity shows; one row a regulation and run',
    ['regulation_id', 'seen_run_id'],
  )({
    regulation_id: regulationId,
    seen_run_id: label('运行编号', 'run that saw it so'),
    name: regulationName,
    law,
    validity: regulationSummary.validity,
    published_on: regulationSummary.published_on,
    effective_on: regulationSummary.effective_on,
    document_number: regulationSummary.document_number,
  }),
}
