import { boolean, date, double, identifier, integer, json, label, labels, membersAt, table } from './table.ts'

/** A member of an article, which states its regulation, too. */
const at = membersAt('data[]')

const regulationId = label('法规ID', at('fgid'), 'regulation id', 'c4d1e8f2a6b94073b5d2f0a1e3c7b986')

/** What the service looks up of a regulation. It omits all of it when it does not find the summary. */
export const regulationSummary = {
  validity: label('时效性', at('sxx'), 'validity status', '现行有效'),
  region: label('地域', at('dy'), 'region', '中央'),
  effect_level: label('效力级别一级', at('xljb_1'), 'effect level, first level', '法律'),
  effect_level_2: label('效力级别二级', at('xljb_2'), 'effect level, second level', '法律'),
  published_on: date('发布日期', at('fbrq'), 'publication date', '2020-05-28'),
  published_text: label('发布日期原文', at('fbrq'), 'publication date as given', '2020-05-28'),
  effective_on: date('实施日期', at('ssrq'), 'implementation date', '2021-01-01'),
  effective_text: label('实施日期原文', at('ssrq'), 'implementation date as given', '2021-01-01'),
  department: label('发布部门', at('fbbm'), 'publishing department', '全国人民代表大会'),
  document_number: label('发文字号', at('fwzh'), 'document number', '主席令第四十五号'),
}

export const regulations = table({
  term: '法规',
  meaning:
    'regulations that articles belong to, where the service gave more than a name; versions of one law have ids of their own',
  columns: {
    regulation_id: regulationId,
    name: label('法规名称', at('fgmc'), 'regulation name', '中华人民共和国民法典'),
    law: label('法规基础名称', 'name without marks and version', '中华人民共和国民法典'),
    ...regulationSummary,
  },
  key: ['regulation_id'],
  scope: ['regulation_id'],
})

export const articles = table({
  term: '法条',
  meaning: 'statute articles',
  columns: {
    article_id: identifier('法条ID', at('id'), 'article document id', 'c4d1e8f2a6b94073b5d2f0a1e3c7b986_577'),
    regulation_id: regulationId,
    regulation_name: label(
      '法规名称',
      at('fgmc'),
      'regulation name as given; also where regulations lacks the regulation',
      '中华人民共和国民法典',
    ),
    law: label('法规基础名称', 'regulation name without marks and version', '中华人民共和国民法典'),
    article_number: label('条号', at('tid'), 'article number as the service writes it', '577'),
    citation_key: label('法条键', 'law and article, as in case_citations', '中华人民共和国民法典#577'),
    label: label('条目', at('ft_num'), 'article label', '第五百七十七条'),
    title: label(
      '标题',
      at('title'),
      'regulation name followed by article label',
      '中华人民共和国民法典第五百七十七条',
    ),
    full_title: label(
      '法条名称',
      at('ftmc'),
      'the same text as title, as the contract has it',
      '中华人民共和国民法典第五百七十七条',
    ),
    content: label('条文', at('content'), 'article text', '当事人一方不履行合同义务'),
    model_content: label(
      '模型文本',
      at('llm_content'),
      'name, label and text in one line, as given',
      ' - 《中华人民共和国民法典》第五百七十七条##当事人一方不履行合同义务',
    ),
    url: label(
      '详情路径',
      at('url'),
      'detail path',
      '/zxt/statuteDetail/detailPage/c4d1e8f2a6b94073b5d2f0a1e3c7b986?text=577',
    ),
    extra: json('其他字段', 'data[]', 'members without a column of their own', '{"章节":"第三编 合同"}'),
  },
  elsewhere: ['_score', ...Object.values(regulationSummary).flatMap(({ origin }) => origin.members)],
  key: ['article_id'],
  scope: ['article_id'],
})

export const articleLookups = table({
  term: '法条查询',
  meaning:
    'articles that were asked for by law and label, and whether the answer held them; from other searches only those found',
  columns: {
    citation_key: label('法条键', 'law and article, as in case_citations', '中华人民共和国民法典#577'),
    law: label('法规基础名称', 'rh_ft_search: fgmc', 'law that was asked for', '中华人民共和国民法典'),
    label: label('条目', 'rh_ft_search: keyword', 'article label that was asked for', '第五百七十七条'),
    asked_singly: boolean('是否单独查询', 'whether the call asked for this article alone'),
    is_found: boolean('是否查到', 'whether the answer held an article of exactly this law and number'),
    hits: integer('命中数', 'data', 'articles in the answer, of whatever law', '1'),
  },
  key: ['citation_key', 'asked_singly'],
  scope: ['citation_key', 'asked_singly'],
})

const searchKey = label('检索键', 'key of the search: that of its call', '0f3a9c5e7b214d68a1f0c2e4d6b89a32')

export const articleSearches = table({
  term: '法条检索',
  meaning: 'statute searches as they were answered, one row a search and run',
  columns: {
    search_run_id: label('运行编号', 'run that made the search', '20260301T020000Z-3d8f'),
    search_key: searchKey,
    keywords: label('关键词', 'rh_ft_search: keyword', 'keywords, separated by spaces', '第五百七十七条'),
    match: label('匹配方式', 'rh_ft_search: search_mode', 'AND or OR', 'AND'),
    law: label('法规名称', 'rh_ft_search: fgmc', 'filter: regulation name', '中华人民共和国民法典'),
    effect_level: label(
      '效力级别',
      'rh_ft_search: xljb_1',
      'filter: effect levels, separated by spaces',
      '法律',
    ),
    validity: label('时效性', 'rh_ft_search: sxx', 'filter: validity, separated by spaces', '现行有效'),
    region: label('地域', 'rh_ft_search: dy', 'filter: regions, separated by spaces', '中央'),
    published_from: date(
      '发布日期起',
      'rh_ft_search: fbrq_start',
      'filter: published on or after',
      '2020-01-01',
    ),
    published_to: date(
      '发布日期止',
      'rh_ft_search: fbrq_end',
      'filter: published on or before',
      '2020-12-31',
    ),
    effective_from: date(
      '实施日期起',
      'rh_ft_search: ssrq_start',
      'filter: effective on or after',
      '2021-01-01',
    ),
    effective_to: date(
      '实施日期止',
      'rh_ft_search: ssrq_end',
      'filter: effective on or before',
      '2021-12-31',
    ),
    wanted: integer('返回数', 'rh_ft_search: top_k', 'articles asked for', '10'),
    hits: integer('命中数', 'data', 'articles in the answer', '1'),
    article_ids: labels(
      '法条ID',
      'data[].id',
      'ids of the articles, by rank',
      '["c4d1e8f2a6b94073b5d2f0a1e3c7b986_577"]',
    ),
  },
  key: ['search_run_id', 'search_key'],
  scope: ['search_run_id', 'search_key'],
})

export const articleHits = table({
  term: '法条检索命中',
  meaning: 'articles that the last answer to a search held, by rank',
  columns: {
    search_key: searchKey,
    rank: integer('名次', 'position in the answer, from 1'),
    article_id: label('法条ID', 'data[].id', 'article document id', 'c4d1e8f2a6b94073b5d2f0a1e3c7b986_577'),
    score: double('相关度', at('_score'), 'search relevance score, as given', '12.5'),
  },
  key: ['search_key', 'rank'],
  scope: ['search_key'],
  parent: 'article_searches',
})

export const regulationHistory = table({
  term: '法规沿革',
  meaning:
    'what each run saw of a regulation, so that a change of its validity shows; one row a regulation and run',
  columns: {
    regulation_id: regulationId,
    seen_run_id: label('运行编号', 'run that saw it so', '20260301T020000Z-3d8f'),
    name: label('法规名称', 'data[].fgmc', 'regulation name', '中华人民共和国民法典'),
    law: label('法规基础名称', 'name without marks and version', '中华人民共和国民法典'),
    validity: label('时效性', 'data[].sxx', 'validity status', '现行有效'),
    published_on: date('发布日期', 'data[].fbrq', 'publication date', '2020-05-28'),
    effective_on: date('实施日期', 'data[].ssrq', 'implementation date', '2021-01-01'),
    document_number: label('发文字号', 'data[].fwzh', 'document number', '主席令第四十五号'),
  },
  key: ['regulation_id', 'seen_run_id'],
  scope: ['regulation_id', 'seen_run_id'],
})
