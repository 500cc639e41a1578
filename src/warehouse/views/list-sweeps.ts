import { defaultPageSize } from '../../contract/operations/enterprises.ts'
import { boolean, coded, integer, label, party, provenance, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'

/** Pages beyond those that the total predicts, after which a list that still says it goes on is not believed. */
const pagesBeyond = 2

const sweepOf = 'scan_run_id, list_id, sweep'

/**
 * Each page once. One enterprise may have been asked for by its id and by its code in one sweep; two answers that differ
 * say that the list moved. Without its ids: a list that is looked at each night has many pages, and few that need them.
 */
const pagesOf = (listPages: string): string => `
  SELECT scan_run_id, coalesce(enterprise_id, subject) AS list_id, sweep, page_no, max(enterprise_id) AS enterprise_id,
    max(subject) AS subject, max(enterprise_name) AS enterprise_name, bool_and(is_found) AS is_found,
    max(declared_total) AS declared_total, max(page_size) AS page_size, bool_or(has_more) AS has_more,
    arg_max(len(document_ids), subject) AS ids, arg_max(ids_digest, subject) AS ids_digest,
    arg_max(list_unique(document_ids), subject) AS distinct_ids,
    min(ids_digest) <> max(ids_digest) OR min(declared_total) <> max(declared_total) AS is_torn
  FROM ${listPages} GROUP BY ALL`

/** Documents by sweep, as far as its pages say by themselves: a sweep of one page brings what that lists. */
const counted = `
  SELECT ${sweepOf}, count(*) AS pages_seen, sum(ids) AS listed, max(distinct_ids) AS on_one_page FROM page GROUP BY ALL`

/** The ids of sweeps of several pages. */
const listed = (listPages: string): string => `
  SELECT p.scan_run_id, p.list_id, p.sweep, p.page_no, l.document_ids
  FROM (SELECT *, coalesce(enterprise_id, subject) AS list_id FROM ${listPages}) AS l
  JOIN page AS p ON p.scan_run_id = l.scan_run_id AND p.list_id = l.list_id AND p.sweep = l.sweep AND p.page_no = l.page_no
    AND p.subject = l.subject
  SEMI JOIN (SELECT * FROM counted WHERE pages_seen > 1) AS c
    ON c.scan_run_id = p.scan_run_id AND c.list_id = p.list_id AND c.sweep = p.sweep`

/** Most sweeps list no document twice, and then each page brings what it lists: no need to look at each. */
const distinct = `
  SELECT ${sweepOf}, list_unique(flatten(list(document_ids))) AS distinct_documents FROM listed GROUP BY ALL`

const unique = `
  SELECT c.* EXCLUDE (on_one_page), coalesce(d.distinct_documents, c.on_one_page) AS distinct_documents
  FROM counted AS c LEFT JOIN (${distinct}) AS d USING (${sweepOf})`

/** Documents by the first page of a sweep that lists them, where some are listed twice. */
const brought = `
  SELECT ${sweepOf}, page_no, count(*) AS fresh FROM (
    SELECT ${sweepOf}, min(page_no) AS page_no FROM (
      SELECT ${sweepOf}, page_no, unnest(document_ids) AS document_id
      FROM listed SEMI JOIN (SELECT * FROM sweep_counts WHERE listed > distinct_documents) USING (${sweepOf}))
    GROUP BY ${sweepOf}, document_id)
  GROUP BY ALL`

/**
 * Pages beside those around them: before, earlier of the same ids, and the same page of the next sweep. `offset_size` is the
 * page size that the place of the next page rests on: a last page may report how many documents it holds instead.
 */
const compared = `
  SELECT *,
    CASE WHEN has_more OR page_size <> ids THEN page_size END AS offset_size,
    min(page_no) OVER (PARTITION BY scan_run_id, list_id, sweep, ids_digest) AS first_alike,
    min(CASE WHEN NOT has_more THEN page_no END) OVER (PARTITION BY scan_run_id, list_id, sweep) AS stated_end,
    fresh = 0 AND lag(fresh) OVER in_order = 0 AND lag(page_no) OVER in_order = page_no - 1 AS is_barren,
    coalesce(lead(sweep) OVER again = sweep + 1, false) AS is_again,
    lead(ids_digest) OVER again <> ids_digest OR lead(declared_total) OVER again IS DISTINCT FROM declared_total
      OR lead(page_size) OVER again IS DISTINCT FROM page_size AS differs_next
  FROM (
    SELECT p.*, c.listed, c.distinct_documents,
      CASE WHEN c.listed = c.distinct_documents THEN p.ids WHEN c.pages_seen = 1 THEN c.distinct_documents
        ELSE coalesce(b.fresh, 0) END AS fresh
    FROM page AS p JOIN sweep_counts AS c USING (${sweepOf}) LEFT JOIN (${brought}) AS b USING (${sweepOf}, page_no))
  WINDOW in_order AS (PARTITION BY scan_run_id, list_id, sweep ORDER BY page_no),
    again AS (PARTITION BY scan_run_id, list_id, page_no ORDER BY sweep)`

const swept = `
  SELECT ${sweepOf}, max(enterprise_id) AS enterprise_id, max(subject) AS subject, max(enterprise_name) AS enterprise_name,
    count(*) AS pages, max(page_no) AS last_page, max(stated_end) AS stated_end,
    count(*) FILTER (page_no <= stated_end) AS pages_to_end,
    max(page_no) FILTER (ids > 0) AS last_filled, arg_max_null(has_more, page_no) AS has_more,
    arg_max(declared_total, page_no) AS declared_total, max(declared_total) FILTER (page_no = 1) AS first_total,
    max(page_size) FILTER (page_no = 1) AS page_size, any_value(ids_digest) FILTER (page_no = 1) AS first_page,
    any_value(listed) AS listed, any_value(distinct_documents) AS distinct_documents,
    coalesce(min(declared_total) = max(declared_total), true) AS is_total_stable,
    coalesce(min(offset_size) = max(offset_size), true) AND NOT coalesce(bool_or(is_torn), false) AS is_aligned,
    min(page_no) FILTER (NOT is_found) AS absent_page,
    min(page_no) FILTER (ids > 0 AND first_alike < page_no) AS repeating_page,
    arg_min(first_alike, page_no) FILTER (ids > 0 AND first_alike < page_no) AS repeated_page,
    min(page_no) FILTER (is_barren) AS barren_page, count(*) FILTER (is_again) AS pages_again,
    coalesce(bool_or(is_again AND differs_next), false) AS has_changed,
    coalesce(bool_or(is_again AND page_no = 1), false) AS is_first_again,
    bool_or(page_no = 1) AS has_first, bool_or(is_found) AS is_found
  FROM compared GROUP BY ALL`

const bounded = `
  SELECT *, NOT is_total_stable OR NOT is_aligned OR has_changed AS is_moved,
    ceil(first_total / coalesce(nullif(page_size, 0), ${defaultPageSize})) AS by_total,
    CASE WHEN has_first THEN greatest(by_total, 1) END AS pages_predicted,
    pages_predicted + ${pagesBeyond} AS pages_most
  FROM swept`

/** SQL over a sweep: whether it ended so, and the pages to name. */
interface Stop {
  readonly when: string
  readonly page?: string
  readonly other?: string
}

/**
 * How a sweep may end otherwise than by a page that says it is the last, by code: when, and the pages that it names. The first that
 * holds counts.
 */
const stops: Readonly<Record<string, Stop>> = {
  absent: { when: 'absent_page IS NOT NULL', page: 'absent_page' },
  repeats: { when: 'repeating_page IS NOT NULL', page: 'repeating_page', other: 'repeated_page' },
  barren: { when: 'barren_page IS NOT NULL', page: 'barren_page - 1', other: 'barren_page' },
  early: {
    when: 'last_page > stated_end AND pages_to_end = stated_end',
    page: 'stated_end',
    other: 'last_page',
  },
  mute: { when: 'has_more IS NULL AND last_page >= pages_predicted', page: 'last_page' },
  endless: { when: 'has_more AND last_page >= pages_most' },
}

const stoppedBy = Object.entries(stops)
  .map(([code, { when }]) => `WHEN ${when} THEN '${code}'`)
  .join(' ')

/** The first or the second page that the code names. */
const pageNamed = (which: 'page' | 'other'): string =>
  Object.entries(stops)
    .flatMap(([code, { [which]: page }]) => (page === undefined ? [] : [`WHEN '${code}' THEN ${page}`]))
    .join(' ')

/** The rows of the view for these rows of `list_pages`: all pages of each scan that is in them. */
export const listSweepsOf = (listPages: string): string => `
    WITH page AS (${pagesOf(listPages)}), counted AS (${counted}), listed AS (${listed(listPages)}),
    sweep_counts AS (${unique}), compared AS (${compared}), swept AS (${swept}), bounded AS (${bounded}),
    ending AS (SELECT *, CASE ${stoppedBy} END AS stopped_by FROM bounded)
    SELECT scan_run_id AS run_id, list_id, sweep, enterprise_id, subject, enterprise_name, is_found,
      sweep = 1 OR coalesce(lag(is_moved) OVER (PARTITION BY scan_run_id, list_id ORDER BY sweep), false) AS is_full,
      pages::INTEGER AS pages, last_page, last_filled, has_more, stated_end, declared_total, page_size,
      pages_predicted::INTEGER AS pages_predicted, pages_most::INTEGER AS pages_most, first_page,
      listed::INTEGER AS listed, distinct_documents::INTEGER AS distinct_documents, is_total_stable,
      pages_again::INTEGER AS pages_again, is_first_again, is_moved,
      stopped_by IS NOT NULL OR coalesce(pages_to_end = stated_end, false) AS is_over,
      stopped_by IS NULL AND coalesce(stated_end = last_page AND pages = last_page, false) AS is_ended, stopped_by,
      (CASE stopped_by ${pageNamed('page')} END)::INTEGER AS stopped_page,
      (CASE stopped_by ${pageNamed('other')} END)::INTEGER AS stopped_other_page
    FROM ending`

/**
 * What each sweep over a litigation list saw, and how it ended (docs/findings.md, Lists and their coverage). What to ask
 * next (pipelines/enterprise-due-diligence.ts) and what to say of the list (`list_scans`) both come from here.
 */
export const listSweeps: View = {
  term: '涉诉文书列表遍历',
  meaning:
    'reading passes over a litigation list, one row a run, list and sweep; sweep n + 1 asks again for what sweep n read',
  columns: {
    run_id: provenance.run_id,
    list_id: label(
      '列表标识',
      'enterprise id, or the subject asked for while the service knows no such enterprise',
      '5a1e0000c0de4d00a0000000000000e0',
    ),
    sweep: integer('遍历次序', 'pass over the list within the run, from 1'),
    enterprise_id: label('企业ID', 'data.id', 'enterprise id', '5a1e0000c0de4d00a0000000000000e0'),
    subject: label('查询主体', 'enterprise as asked: id:… or uscc:…', 'uscc:91110108MA0074PN30'),
    enterprise_name: party('企业名称', 'data.name', 'enterprise name', '示例建设集团有限公司'),
    is_found: boolean('是否查到企业', 'false when the service knows no such enterprise'),
    is_full: boolean(
      '是否完整遍历',
      'whether it reads the list, the first time or because it had changed, rather than confirming the sweep before',
    ),
    pages: integer('页数', 'pages seen', '2'),
    last_page: integer('末页页码', 'highest page seen', '2'),
    last_filled: integer('末个非空页', 'highest page with documents', '2'),
    has_more: boolean('末页是否有下一页', 'data.hasMore', 'what the highest page says', 'false'),
    stated_end: integer('声明末页', 'data.hasMore', 'first page that says it is the last', '2'),
    declared_total: integer('声明总数', 'data.total', 'documents, as the last page declared', '41'),
    page_size: integer('每页条数', 'data.pageSize', 'documents a page, as page 1 reported', '30'),
    pages_predicted: integer(
      '预计页数',
      'pages by the total and size that page 1 declares; NULL while page 1 is not read',
      '2',
    ),
    pages_most: integer(
      '最多页数',
      `pages after which the list is not believed to go on: ${pagesBeyond} more than predicted`,
      '4',
    ),
    first_page: label(
      '首页摘要',
      'data.list[].文书id',
      'ids_digest of page 1',
      'fcef0d8f9c9a4d8e9c6b5a4f3e2d1c0b',
    ),
    listed: integer('列出条数', 'documents listed, repeated ones included', '41'),
    distinct_documents: integer('去重文书数', 'distinct document ids', '41'),
    is_total_stable: boolean('总数是否稳定', 'whether all pages declared the same total'),
    pages_again: integer('复核页数', 'pages that the next sweep has asked for again'),
    is_first_again: boolean('首页是否复核', 'whether page 1 is among them'),
    is_moved: boolean(
      '列表是否变动',
      'whether totals or page sizes differ, or a page that was asked for again',
      'false',
    ),
    is_over: boolean('是否读完', 'whether no page of this sweep is left to ask for'),
    is_ended: boolean(
      '是否正常结束',
      'whether every page was read up to the one that alone says it is the last',
    ),
    stopped_by: coded(codeWords.listReason)(
      '中止原因',
      'how it ended otherwise, as list_scans.reason_code; NULL when it did not',
      'repeats',
    ),
    stopped_page: integer('中止页码', 'page that stopped_by names', '3'),
    stopped_other_page: integer('中止另一页码', 'second page that stopped_by names', '2'),
  },
  sql: listSweepsOf('list_pages'),
}
