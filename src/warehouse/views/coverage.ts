import { failureClasses } from '../../contract/failure.ts'
import { mostSweeps } from '../../contract/operations/enterprises.ts'
import { citedOnce } from '../../rows/tables/cases.ts'
import {
  bigint,
  boolean,
  coded,
  integer,
  label,
  labels,
  mixed,
  party,
  provenance,
  text,
  timestamp,
  type View,
} from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import { listScansOfAll, listSweepsOf, pagesBeyond } from './list-life.ts'
import * as columns from './subject-columns.ts'
import { branches } from './subject-sql.ts'

/** The sweeps over litigation lists and their ends (docs/findings.md, Lists and their coverage): see list-life.ts. */
export const listSweeps: View = {
  term: '涉诉文书列表遍历',
  meaning:
    'reading passes over a litigation list, one row a run, list and sweep; sweep n + 1 asks again for what sweep n read',
  columns: {
    run_id: provenance.run_id,
    list_id: label(
      '列表标识',
      'enterprise id, or the subject asked for while the service knows no such enterprise',
    ),
    sweep: integer('遍历次序', 'pass over the list within the run, from 1'),
    enterprise_id: columns.enterprise('data.id', 'enterprise id'),
    subject: label('查询主体', 'enterprise as first asked: id:… or uscc:…'),
    enterprise_name: party('企业名称', 'data.name', 'enterprise name'),
    is_found: boolean('是否查到企业', 'false when the service knows no such enterprise'),
    is_full: boolean(
      '是否完整遍历',
      'whether it reads the list, the first time or because it had changed, rather than confirming the sweep before',
    ),
    pages: integer('页数', 'pages seen'),
    last_page: integer('末页页码', 'highest page seen'),
    last_filled: integer('末个非空页', 'highest page with documents'),
    has_more: boolean('末页是否有下一页', 'data.hasMore', 'what the highest page says'),
    stated_end: integer('声明末页', 'data.hasMore', 'first page that says it is the last'),
    declared_total: integer('声明总数', 'data.total', 'documents, as the last page declared'),
    page_size: integer('每页条数', 'data.pageSize', 'documents a page, as page 1 reported'),
    pages_predicted: integer(
      '预计页数',
      'pages by the total and size that page 1 declares; NULL while page 1 is not read',
    ),
    pages_most: integer(
      '最多页数',
      `pages after which the list is not believed to go on: ${pagesBeyond} more than predicted`,
    ),
    first_page: label('首页摘要', 'data.list[].文书id', 'ids_digest of page 1'),
    listed: integer('列出条数', 'documents listed, repeated ones included'),
    distinct_documents: integer('去重文书数', 'distinct document ids'),
    is_total_stable: boolean('总数是否稳定', 'whether all pages declared the same total'),
    pages_again: integer('复核页数', 'pages that the next sweep has asked for again'),
    is_first_again: boolean('首页是否复核', 'whether page 1 is among them'),
    is_moved: boolean(
      '列表是否变动',
      'whether totals or page sizes differ, or a page that was asked for again',
    ),
    is_over: boolean('是否读完', 'whether no page of this sweep is left to ask for'),
    is_ended: boolean(
      '是否正常结束',
      'whether every page was read up to the one that alone says it is the last',
    ),
    stopped_by: coded(codeWords.listReason)(
      '中止原因',
      'how it ended otherwise, as list_scans.reason_code; NULL when it did not',
    ),
    stopped_page: integer('中止页码', 'page that stopped_by names'),
    stopped_other_page: integer('中止另一页码', 'second page that stopped_by names'),
  },
  sql: listSweepsOf('list_pages'),
}

/**
 * What each scan of a list saw and what the service declared (docs/findings.md, Lists and their coverage). A scan of
 * page 1 is `unchanged` when that page, its size and the total are those of the last complete scan.
 */
export const listScans: View = {
  term: '涉诉文书列表核对',
  meaning:
    'one row a run and enterprise: the declared total against the distinct documents that were seen. What several sweeps saw is all ' +
    'kept: a document that a later sweep does not list is not taken for deleted',
  columns: {
    run_id: provenance.run_id,
    enterprise_id: columns.enterprise(
      'data.id',
      'enterprise id; NULL when the service knows no such enterprise',
    ),
    ...columns.picked(listSweeps.columns, 'subject', 'enterprise_name', 'declared_total'),
    sweeps: integer(
      '遍历次数',
      `times that the list was read, at most ${mostSweeps}; pages, documents and verdict are those of the last`,
    ),
    ...columns.picked(listSweeps.columns, 'pages'),
    pages_again: integer(
      '复核页数',
      'pages that were asked for again after the last one was read: page 1, or all but the last; 0 for a list of one page',
    ),
    ...columns.picked(listSweeps.columns, 'listed', 'distinct_documents'),
    duplicates: integer('重复条数', 'listed documents that were seen before in the same sweep'),
    ...columns.picked(listSweeps.columns, 'is_total_stable'),
    verdict: coded(codeWords.verdict)(
      '核对结论',
      'complete: every page up to the one that alone says it is the last declared the same total, that many distinct documents ' +
        'were seen, and what was asked for again after the last page was the same; unchanged: page 1, its size and the total ' +
        'are those of the last complete scan; unstable: the list changed while it was read, each time; not_found: the service ' +
        'knows no such enterprise; incomplete: anything else',
    ),
    reason_code: coded(codeWords.listReason)(
      '原因代码',
      'why the verdict is incomplete or unstable, as a code',
    ),
    reason_number: integer('原因数值', 'first number of the reason: a page, a sweep, or how much was read'),
    reason_other_number: integer(
      '原因另一数值',
      'second number of the reason: another page, or how much there is',
    ),
    reason: label('原因', 'the same as a sentence in English'),
    based_on_run: columns.basedOnRun('run of the complete scan that an unchanged one rests on'),
  },
  sql: listScansOfAll,
}

/**
 * What each scan of a list declared, and what the warehouse holds of it now. Calls and points are not split by
 * enterprise, because one call for statutes serves many.
 */
export const coverage: View = {
  term: '数据来源与覆盖',
  meaning:
    'one row a run and enterprise: the list as declared and scanned, and the full texts and articles held now',
  columns: {
    run_id: provenance.run_id,
    enterprise_id: columns.enterprise('list_scans', 'enterprise id'),
    enterprise_name: party('企业名称', 'list_scans', 'enterprise name, as the list gives it'),
    declared_total: integer('声明总数', 'list_scans', 'documents, as the service declared in that run'),
    listed: integer(
      '列出文书数',
      'list_scans',
      'distinct documents that the scan saw; of an unchanged list all that the complete scan saw which it rests on',
    ),
    verdict: coded(codeWords.verdict)(
      '核对结论',
      'list_scans',
      'complete, unchanged, incomplete, unstable or not_found; of several scans in a run the last by subject',
    ),
    based_on_run: columns.basedOnRun('list_scans', 'run of the complete scan that an unchanged one rests on'),
    documents: bigint('库内文书数', 'enterprise_documents', 'listed documents held now, of all runs'),
    full_texts: bigint('全文数', 'subject_documents', 'of these: with the full text'),
    partial: bigint('部分内容', 'subject_documents', 'of these: with sections and no full text'),
    withheld: bigint('不公开', 'subject_documents', 'of these: the record only says why it is not published'),
    absent: bigint('两库均无', 'subject_documents', 'of these: in neither library, by id nor by number'),
    not_looked_up: bigint('未查询', 'subject_documents', 'of these: not looked up, or not to the end'),
    citations: bigint('引用数', 'case_citations', 'articles that these full texts cite, each once a text'),
    citations_joined: bigint('已对应条文', 'articles', 'of these: with the text of the article'),
    at_bound: labels(
      '达到上限的表',
      'unlisted_members',
      'tables that took as many rows of its details, or of one of these full texts, as they may; raw holds all',
    ),
    data_as_of: timestamp('数据截止时间', 'calls', "when the scan's last page was fetched, UTC"),
  },
  sql: `
    WITH counted AS (
      SELECT enterprise_id, count(*) AS documents, count(*) FILTER (text_state = 'held') AS full_texts,
        count(*) FILTER (text_state = 'partial') AS partial, count(*) FILTER (text_state = 'withheld') AS withheld,
        count(*) FILTER (text_state = 'absent') AS absent, count(*) FILTER (text_state = 'open') AS not_looked_up
      FROM subject_documents GROUP BY enterprise_id),
    cited AS (
      SELECT h.enterprise_id, count(*) AS citations, count(a.citation_key) AS citations_joined
      FROM ${citedOnce} AS c
      JOIN subject_documents AS h ON h.case_id = c.case_id AND h.library = c.library
      LEFT JOIN (SELECT DISTINCT citation_key FROM articles) AS a ON a.citation_key = c.citation_key
      GROUP BY h.enterprise_id),
    bound AS (
      SELECT a.enterprise_id, list(DISTINCT u.path ORDER BY u.path) AS at_bound
      FROM unlisted_members AS u
      JOIN (
        SELECT enterprise_id, call_key, run_id FROM enterprises
        UNION SELECT h.enterprise_id, c.call_key, c.run_id FROM cases AS c
          JOIN subject_documents AS h ON h.case_id = c.case_id AND h.library = c.library) AS a
        ON a.call_key = u.seen_by AND a.run_id = u.seen_run_id
      WHERE u.type = 'bound' GROUP BY a.enterprise_id),
    fetched AS (
      SELECT p.scan_run_id, p.enterprise_id, max(c.fetched_at) AS data_as_of
      FROM calls AS c JOIN list_pages AS p ON p.call_key = c.call_key AND p.run_id = c.run_id
      GROUP BY p.scan_run_id, p.enterprise_id)
    SELECT s.run_id, s.enterprise_id, s.enterprise_name, s.declared_total,
      -- A complete scan sees as many as are declared, and an unchanged list declares the same.
      CASE s.verdict WHEN 'unchanged' THEN s.declared_total ELSE s.distinct_documents END AS listed, s.verdict,
      s.based_on_run, coalesce(n.documents, 0) AS documents, coalesce(n.full_texts, 0) AS full_texts,
      coalesce(n.partial, 0) AS partial, coalesce(n.withheld, 0) AS withheld, coalesce(n.absent, 0) AS absent, coalesce(n.not_looked_up, 0) AS not_looked_up,
      coalesce(c.citations, 0) AS citations, coalesce(c.citations_joined, 0) AS citations_joined,
      coalesce(b.at_bound, []) AS at_bound, f.data_as_of
    FROM (SELECT * FROM list_scans_history WHERE enterprise_id IS NOT NULL) AS s
    LEFT JOIN counted AS n ON n.enterprise_id = s.enterprise_id
    LEFT JOIN cited AS c ON c.enterprise_id = s.enterprise_id
    LEFT JOIN bound AS b ON b.enterprise_id = s.enterprise_id
    LEFT JOIN fetched AS f ON f.scan_run_id = s.run_id AND f.enterprise_id = s.enterprise_id`,
}

/** A refusal of our parameters has no kind of failure: it concerns the one call. */
const classes = branches(failureClasses)

/** A search for articles of one law by their numbers, without another condition: how they are grouped differs from call to call. */
const isLookup = `
  operation = 'rh_ft_search' AND (params->>'fgmc') IS NOT NULL
  AND list_has_all(['fgmc', 'keyword', 'search_mode', 'top_k'], json_keys(params))
  AND ((params->>'search_mode') = 'OR' OR NOT contains((params->>'keyword'), ' '))`

/**
 * Calls that failed and were not answered later, by the same call or by lookups of the same articles. The archive has the
 * raw bytes at (segment, line). Each run has its own row: it stays incomplete when another run is refused the call, too.
 */
export const deadLetters: View = {
  term: '失败查询',
  meaning:
    'calls that failed or were refused and have no later answer, one row a call and run, as it failed last in that run; a lookup of articles counts as answered once later lookups asked for each of them',
  columns: {
    ...provenance,
    ...columns.takenFrom('calls', 'operation', 'step', 'params'),
    class: coded(codeWords.failureClass)(
      '类别',
      'transient, rate, run (a person has to do something), mismatch (an answer to another question), poison (this call: refused, or its bytes cannot be read) or unknown (a status or code never seen)',
    ),
    outcome: coded(codeWords.callOutcome)('结果类别', 'calls', 'failed or rejected'),
    failure: label('失败类别', 'calls', 'why it failed, see calls; NULL when it was refused'),
    http_status: integer('HTTP状态', 'calls', 'NULL when no answer came'),
    code: integer('业务码', 'calls', 'business code of the envelope'),
    message: text('消息', 'calls', 'message of the envelope, or why there was no answer'),
    attempts: integer('尝试次数', 'calls', 'attempts made the last time, each possibly billed'),
    times: bigint('次数', 'how often the call failed or was refused, in all runs'),
    ...columns.takenFrom('calls', 'sha256'),
    bytes: bigint('字节数', 'calls', 'size of the body as landed; 0 when nothing came'),
    ...columns.takenFrom('calls', 'segment', 'line'),
    fetched_at: timestamp('获取时间', 'calls', 'when the run asked last, UTC'),
  },
  sql: `
    WITH bad AS (
      SELECT *, count(*) OVER (PARTITION BY call_key) AS times, coalesce(${isLookup}, false) AS is_lookup
      FROM calls WHERE outcome IN ('failed', 'rejected')),
    answered AS (
      SELECT call_key, max(fetched_at) AS fetched_at FROM calls WHERE outcome IN ('hit', 'empty') GROUP BY call_key),
    looked_up AS (
      SELECT l.law, l.label, c.fetched_at
      FROM article_lookups AS l JOIN calls AS c ON c.call_key = l.call_key AND c.run_id = l.run_id),
    open_lookups AS (
      SELECT a.call_key, a.run_id
      FROM (
        SELECT call_key, run_id, fetched_at, params->>'fgmc' AS law, unnest(string_split(params->>'keyword', ' ')) AS label
        FROM bad WHERE is_lookup) AS a
      ANTI JOIN looked_up AS l ON l.law = a.law AND l.label = a.label AND l.fetched_at >= a.fetched_at)
    SELECT b.call_key, b.run_id, b.operation, b.step, b.params,
      CASE b.failure ${classes} ELSE 'poison' END AS class,
      b.outcome, b.failure, b.http_status, b.code, b.message, b.attempts, b.times, b.sha256, b.bytes, b.segment, b.line,
      b.fetched_at
    FROM bad AS b LEFT JOIN answered AS a ON a.call_key = b.call_key
    WHERE (a.fetched_at IS NULL OR a.fetched_at < b.fetched_at)
      AND (NOT b.is_lookup OR (b.call_key, b.run_id) IN (SELECT (call_key, run_id) FROM open_lookups))
    QUALIFY row_number() OVER (PARTITION BY b.call_key, b.run_id ORDER BY b.fetched_at DESC, b.segment DESC, b.line DESC) = 1`,
}

/** Where the answers differ from the contract, over all runs. */
export const drift: View = {
  term: '合同偏差',
  meaning: 'members of answers that the contract does not list or types otherwise, one row a path and type',
  columns: {
    operation: label('接口', 'operation of the service'),
    path: text('字段路径', 'where it stands in the answer; [] for the items of a list'),
    type: label('JSON类型', 'JSON type of its values'),
    first_seen: timestamp('首次出现', 'UTC; when the first answer that held it was fetched'),
    count: bigint('次数', 'how often it was seen, in all answers'),
    example: mixed('示例', 'a value, at most 200 characters'),
  },
  sql: `
    WITH fetched AS (
      SELECT call_key, run_id, min(fetched_at) AS fetched_at FROM calls
      WHERE outcome IN ('hit', 'empty') GROUP BY ALL)
    SELECT u.operation, u.path, u.type, min(f.fetched_at) AS first_seen, sum(u.occurrences)::BIGINT AS count,
      min(u.example) AS example
    FROM unlisted_members AS u
    LEFT JOIN fetched AS f ON f.call_key = u.seen_by AND f.run_id = u.seen_run_id
    WHERE u.type <> 'bound'
    GROUP BY u.operation, u.path, u.type`,
}
