import { defaultPageSize, mostSweeps } from '../../contract/operations/enterprises.ts'
import { literal } from '../../contract/sql.ts'
import type { codeWords } from '../../rows/words/code-words.ts'

/*
 * The life of a litigation list within a run: what was seen of it, what to ask for next, and what to say of it in the end. The service
 * may change a list between two of its pages, and may say anything of its length. So a run reads a list in sweeps, and believes what a
 * sweep saw only when it asks again and gets the same.
 *
 *   page 1 ──the same as in the last complete scan──────────────────────────────────────▶ unchanged
 *     │
 *     ▼                                                     the next sweep asks for
 *   reading ──every page, the last one says so──▶ ended ──page 1, or every page, again────▶ complete
 *     │                                             │ the answer differs
 *     ├──a total, a size or a page differs──────▶ moved ──the next sweep reads it all────▶ reading
 *     │                                             └──after three sweeps───────────────▶ unstable
 *     └──it ends in any other way (reasons)─────────────────────────────────────────────▶ incomplete
 *
 * `list_sweeps` has a row for each sweep, `pagesToAsk` the arrows that cost calls, `list_scans` the verdicts.
 */

/** A list may say `hasMore` this many pages beyond its total; after that it is not believed. */
export const pagesBeyond = 2
/** Pages that are asked for at once: an absurd total must not be paged to its end. */
const pagesAhead = 50

interface Reason {
  /** English; {} stand for `number` and `other`. */
  readonly sentence: string
  /** Over a sweep: the scan is not complete because of this. */
  readonly when?: string
  /** Over a sweep that is not over otherwise: it ends here. `number` and `other` are pages then. */
  readonly ends?: string
  readonly number?: string
  readonly other?: string
}

/** Why a scan is not complete, by code; the first that holds counts. */
const reasons: Readonly<Record<keyof typeof codeWords.listReason, Reason>> = {
  total_changed: { sentence: 'the total changed while the list was read', when: 'NOT is_total_stable' },
  moved: { sentence: 'the list changed while it was read', when: 'is_moved' },
  unfinished: {
    sentence: 'the list changed while it was read, and sweep {} was not finished',
    when: 'sweep > 1 AND NOT is_over',
    number: 'sweep',
  },
  absent: {
    sentence: 'page {} was answered as not found',
    ends: 'absent_page IS NOT NULL',
    number: 'absent_page',
  },
  repeats: {
    sentence: 'page {} repeats page {}',
    ends: 'repeating_page IS NOT NULL',
    number: 'repeating_page',
    other: 'repeated_page',
  },
  barren: {
    sentence: 'no new document on pages {} and {}',
    ends: 'barren_page IS NOT NULL',
    number: 'barren_page - 1',
    other: 'barren_page',
  },
  early: {
    sentence: 'page {} says that it is the last, and page {} was there',
    ends: 'last_page > stated_end AND pages_to_end = stated_end',
    number: 'stated_end',
    other: 'last_page',
  },
  mute: {
    sentence: 'page {} does not say whether another follows',
    ends: 'has_more IS NULL AND last_page >= pages_predicted',
    number: 'last_page',
  },
  endless: { sentence: 'the list goes on beyond its total', ends: 'has_more AND last_page >= pages_most' },
  unread: {
    sentence: '{} of {} pages were read',
    when: 'NOT is_over',
    number: 'pages',
    other: 'coalesce(pages_predicted, pages + 1)',
  },
  unseen: {
    sentence: '{} of {} declared documents seen',
    when: 'distinct_documents <> declared_total',
    number: 'distinct_documents',
    other: 'declared_total',
  },
  unconfirmed: { sentence: 'page 1 was not read again after the last page', when: 'true' },
}

/** The branches of a CASE, one a reason that has something to say. */
const branches = (branchOf: (reason: Reason, code: string) => string | undefined): string =>
  Object.entries(reasons)
    .flatMap(([code, reason]) => branchOf(reason, literal(code)) ?? [])
    .join(' ')

/** The page of a sweep that its ending names. */
const pageNamed = (which: 'number' | 'other'): string =>
  branches(({ ends, [which]: page }, code) => (ends && page ? `WHEN ${code} THEN ${page}` : undefined))

/** A number of the sentence: a sweep holds those of its ending already. */
const numberOf = (which: 'number' | 'other', ofEnding: string): string =>
  branches(({ ends, [which]: number }, code) =>
    number ? `WHEN ${code} THEN ${ends ? ofEnding : number}` : undefined,
  )

const sweepOf = 'scan_run_id, list_id, sweep'

/**
 * Each page once. In one sweep an enterprise may be asked for by id and by code; if the two answers differ, the list has
 * moved. Document ids are left out: a list that is read each night has many pages, and few of them need their ids.
 */
const pagesOf = (listPages: string): string => `
  SELECT scan_run_id, coalesce(enterprise_id, subject) AS list_id, sweep, page_no, any_value(enterprise_id) AS enterprise_id,
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
  SELECT ${sweepOf}, any_value(enterprise_id) AS enterprise_id, max(subject) AS subject, max(enterprise_name) AS enterprise_name,
    count(*) AS pages, max(page_no) AS last_page, any_value(stated_end) AS stated_end,
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

const stoppedBy = branches(({ ends }, code) => (ends ? `WHEN ${ends} THEN ${code}` : undefined))

/** The rows of `list_sweeps_history` for these rows of `list_pages`: all pages of each scan that is in them. */
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
      (CASE stopped_by ${pageNamed('number')} END)::INTEGER AS stopped_page,
      (CASE stopped_by ${pageNamed('other')} END)::INTEGER AS stopped_other_page
    FROM ending`

/** Those of one run. */
export const listSweepsOfRun = (runId: string): string =>
  listSweepsOf(`(SELECT * FROM list_pages WHERE scan_run_id = ${literal(runId)})`)

/** The sweep that counts for a list: the last one that reads it. */
const lastReading = (where = 'true'): string =>
  `WHERE is_full AND sweep <= ${mostSweeps} AND ${where} QUALIFY row_number() OVER (PARTITION BY run_id, list_id ORDER BY sweep DESC) = 1`

/** A state in which the last reading of a list costs further calls. */
interface Open {
  readonly when: string
  /** A list of page numbers, and the sweep that they are asked for in. */
  readonly pages: string
  readonly sweep: string
  /** Calls until the next verdict; NULL where the first of them is made whatever the budget leaves. */
  readonly calls: string
}

/**
 * The pages that the total predicts: at most a few beyond the last page with documents, and none beyond a page without `hasMore`. While
 * the last page says `hasMore`, one more. With `every_page` the last page is asked for after all others: if they are then read again
 * unchanged, the whole list existed at one moment.
 */
const restOfSweep = `range(
    CASE WHEN pages_predicted IS NULL THEN 1 ELSE 2 END,
    CASE WHEN pages_predicted IS NULL THEN 2 ELSE 1 + least(
      CASE WHEN every_page AND pages < pages_predicted - 1 THEN pages_predicted - 1 ELSE pages_predicted END,
      ahead, stated_end) END)
  || CASE WHEN has_more AND last_page >= pages_predicted AND last_page < least(pages_most, ahead)
    AND (pages = last_page OR NOT every_page) THEN [last_page + 1] ELSE [] END`

/** Page 1, to see whether it still stands; with `every_page` all pages but the last, and page 1 at the end, so that it stands for all. */
const againOfSweep = `
  CASE WHEN every_page AND distinct_documents = declared_total AND pages_again < last_page - 2 THEN range(2, last_page) ELSE [1] END`

/** The states, by name; the first that holds counts. In no other is anything left to ask for. */
const openStates: Readonly<Record<string, Open>> = {
  reading: {
    when: 'NOT is_over',
    pages: restOfSweep,
    sweep: 'sweep',
    calls: 'CASE WHEN sweep > 1 THEN coalesce(pages_predicted, pages + 1) - pages + 1 END',
  },
  moved: {
    when: `is_moved AND sweep < ${mostSweeps}`,
    pages: '[1]',
    sweep: 'sweep + 1',
    calls: 'pages + 1',
  },
  ended: {
    when: 'is_ended AND NOT is_moved AND last_page > 1',
    pages: againOfSweep,
    sweep: 'sweep + 1',
    calls: 'NULL',
  },
}

const byState = (member: Exclude<keyof Open, 'when'>): string =>
  `CASE state ${Object.entries(openStates)
    .map(([state, { [member]: sql }]) => `WHEN '${state}' THEN ${sql}`)
    .join(' ')} END`

const stateOf = `CASE ${Object.entries(openStates)
  .map(([state, { when }]) => `WHEN ${when} THEN '${state}'`)
  .join(' ')} END`

/**
 * `enterprise_id`, `page_no` and `sweep` of the pages to ask for next. `sweeps` yields rows of `list_sweeps` of one run, with `every_page`
 * (whether every page confirms a list) and `calls_left`. A sweep beyond the first is begun, or goes on, when all of it and page 1 behind it
 * fit into the budget, together with those of the lists before.
 */
export const pagesToAsk = (sweeps: string): string => `
  SELECT enterprise_id, unnest(${byState('pages')}) AS page_no, ${byState('sweep')} AS sweep
  FROM (
    SELECT *, coalesce(sum(calls_due) OVER (ORDER BY list_id) <= calls_left, true) AS is_affordable
    FROM (
      SELECT *, ${stateOf} AS state, ${byState('calls')} AS calls_due, coalesce(last_filled, 1) + ${pagesAhead} AS ahead
      FROM ${sweeps} ${lastReading('is_found')}))
  WHERE state IS NOT NULL AND (calls_due IS NULL OR is_affordable)`

const because = branches(
  ({ when, ends }, code) => `WHEN ${ends ? `stopped_by = ${code}` : when} THEN ${code}`,
)

/** The sweep that the verdict is about. */
const judgedOf = (sweeps: string): string => `
  SELECT *,
    CASE WHEN NOT is_found AND sweep = 1 THEN 'not_found' WHEN is_moved THEN 'unstable'
      WHEN is_ended AND distinct_documents = declared_total AND (last_page = 1 OR is_first_again) THEN 'complete'
      WHEN sweep > 1 AND NOT is_over THEN 'unstable' ELSE 'incomplete' END AS seen,
    CASE ${because} END AS because,
    CASE because ${numberOf('number', 'stopped_page')} END AS number,
    CASE because ${numberOf('other', 'stopped_other_page')} END AS other_number
  FROM ${sweeps} ${lastReading()}`

const sentenceOfReason = branches(({ sentence }, code) => {
  const numbers = ['reason_number', 'reason_other_number'].slice(0, sentence.split('{}').length - 1)
  return `WHEN ${code} THEN format(${[literal(sentence), ...numbers].join(', ')})`
})

/** What a later scan of the list may be compared with. */
const completeAmong = (judged: string): string =>
  `SELECT run_id, list_id, declared_total, page_size, first_page FROM ${judged} WHERE seen = 'complete'`

const scansOf = (judged: string, complete: string): string => `
    WITH judged AS (${judged}),
    complete AS (${complete}),
    compared AS (
      SELECT j.*, c.run_id AS earlier_run,
        j.seen = 'incomplete' AND j.sweep = 1 AND j.last_page = 1 AND j.has_more AND c.declared_total = j.declared_total
          AND c.page_size IS NOT DISTINCT FROM j.page_size AND c.first_page = j.first_page AS is_unchanged
      FROM judged AS j ASOF LEFT JOIN complete AS c ON c.list_id = j.list_id AND c.run_id < j.run_id)
    SELECT run_id, CASE WHEN is_found THEN enterprise_id END AS enterprise_id, subject, enterprise_name, declared_total,
      sweep AS sweeps, pages, pages_again, listed, distinct_documents, listed - distinct_documents AS duplicates,
      is_total_stable, CASE WHEN is_unchanged THEN 'unchanged' ELSE seen END AS verdict,
      CASE WHEN seen IN ('incomplete', 'unstable') AND is_unchanged IS NOT TRUE THEN because END AS reason_code,
      CASE WHEN reason_code IS NOT NULL THEN number END AS reason_number,
      CASE WHEN reason_code IS NOT NULL THEN other_number END AS reason_other_number,
      CASE reason_code ${sentenceOfReason} END AS reason,
      CASE WHEN is_unchanged THEN earlier_run END AS based_on_run
    FROM compared`

/** The rows of `list_scans_history`. */
export const listScansOfAll = scansOf(judgedOf('list_sweeps_history'), completeAmong('judged'))

/**
 * The rows of `list_scans` for one run, of the rows `sweeps` that `list_sweeps` has of it. The cost does not grow with the runs before it:
 * of those only scans are looked at that may have read one of its lists to the end, and only of lists that this run may find unchanged.
 */
export function listScansOfRun(runId: string, sweeps = `(${listSweepsOfRun(runId)})`): string {
  const earlier = `(
    SELECT p.* FROM list_pages AS p SEMI JOIN (
      SELECT scan_run_id, list_id
      FROM (SELECT scan_run_id, coalesce(enterprise_id, subject) AS list_id FROM list_pages
        WHERE scan_run_id < ${literal(runId)} AND NOT has_more)
      SEMI JOIN (SELECT list_id FROM judged WHERE last_page = 1 AND has_more) USING (list_id)) AS ended
    ON ended.scan_run_id = p.scan_run_id AND ended.list_id = coalesce(p.enterprise_id, p.subject))`
  return scansOf(judgedOf(sweeps), completeAmong(`(${judgedOf(`(${listSweepsOf(earlier)})`)})`))
}
