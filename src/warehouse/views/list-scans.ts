import { mostSweeps } from '../../contract/operations/enterprises.ts'
import { literal } from '../../contract/sql.ts'
import { boolean, coded, integer, label, party, provenance, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'

import { listSweepsOf } from './list-sweeps.ts'

/** The sweep that the verdict is about: the last one that reads the list. */
const judgedOf = (sweeps: string): string => `
  SELECT *,
    CASE WHEN NOT is_found AND sweep = 1 THEN 'not_found' WHEN is_moved THEN 'unstable'
      WHEN is_ended AND distinct_documents = declared_total AND (last_page = 1 OR is_first_again) THEN 'complete'
      WHEN sweep > 1 AND NOT is_over THEN 'unstable' ELSE 'incomplete' END AS seen,
    CASE WHEN NOT is_total_stable THEN 'total_changed' WHEN is_moved THEN 'moved'
      WHEN sweep > 1 AND NOT is_over THEN 'unfinished' WHEN stopped_by IS NOT NULL THEN stopped_by
      WHEN NOT is_over THEN 'unread' WHEN distinct_documents <> declared_total THEN 'unseen' ELSE 'unconfirmed' END AS because,
    CASE because WHEN 'unfinished' THEN sweep WHEN 'unread' THEN pages WHEN 'unseen' THEN distinct_documents
      WHEN stopped_by THEN stopped_page END AS number,
    CASE because WHEN 'unread' THEN coalesce(pages_predicted, pages + 1) WHEN 'unseen' THEN declared_total
      WHEN stopped_by THEN stopped_other_page END AS other_number
  FROM ${sweeps} WHERE is_full AND sweep <= ${mostSweeps}
  QUALIFY row_number() OVER (PARTITION BY run_id, list_id ORDER BY sweep DESC) = 1`

/** The sentence of each reason, in English; {} stand for its numbers. */
const sentences: Readonly<Record<keyof typeof codeWords.listReason, string>> = {
  total_changed: 'the total changed while the list was read',
  moved: 'the list changed while it was read',
  unfinished: 'the list changed while it was read, and sweep {} was not finished',
  absent: 'page {} was answered as not found',
  repeats: 'page {} repeats page {}',
  barren: 'no new document on pages {} and {}',
  early: 'page {} says that it is the last, and page {} was there',
  mute: 'page {} does not say whether another follows',
  endless: 'the list goes on beyond its total',
  unread: '{} of {} pages were read',
  unseen: '{} of {} declared documents seen',
  unconfirmed: 'page 1 was not read again after the last page',
}

const sentenceOfReason = Object.entries(sentences)
  .map(([code, sentence]) => {
    const numbers = ['reason_number', 'reason_other_number'].slice(0, sentence.split('{}').length - 1)
    return `WHEN '${code}' THEN format(${[literal(sentence), ...numbers].join(', ')})`
  })
  .join(' ')

/** What a later scan of the list may be compared with. */
const completeAmong = (judged: string): string =>
  `SELECT run_id, list_id, declared_total, page_size, first_page FROM ${judged} WHERE seen = 'complete'`

const scansOf = ({ judged, complete }: { judged: string; complete: string }): string => `
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

/**
 * The rows of the view for one run, of the rows `sweeps` that `list_sweeps` has of it. The cost does not grow with the runs before it:
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
  return scansOf({
    judged: judgedOf(sweeps),
    complete: completeAmong(`(${judgedOf(`(${listSweepsOf(earlier)})`)})`),
  })
}

/** The rows that `list_sweeps` has of one run. */
export const listSweepsOfRun = (runId: string): string =>
  listSweepsOf(`(SELECT * FROM list_pages WHERE scan_run_id = ${literal(runId)})`)

/**
 * What each scan of a litigation list saw against what the service declared (docs/findings.md, Lists and their coverage). A scan of page 1 alone
 * is `unchanged` when that page, its size and the total are those of the last complete scan.
 */
export const listScans: View = {
  term: '涉诉文书列表核对',
  meaning:
    'per run and enterprise: the declared total against the distinct documents that were seen. What several sweeps saw is all ' +
    'kept: a document that a later sweep does not list is not taken for deleted',
  columns: {
    run_id: provenance.run_id,
    enterprise_id: label(
      '企业ID',
      'data.id',
      'enterprise id; NULL when the service knows no such enterprise',
      '5a1e0000c0de4d00a0000000000000e0',
    ),
    subject: label('查询主体', 'enterprise as first asked: id:… or uscc:…', 'uscc:91110108MA0074PN30'),
    enterprise_name: party('企业名称', 'data.name', 'enterprise name', '示例建设集团有限公司'),
    declared_total: integer('声明总数', 'data.total', 'documents, as the last page declared', '1'),
    sweeps: integer(
      '遍历次数',
      `times that the list was read, at most ${mostSweeps}; pages, documents and verdict are those of the last`,
    ),
    pages: integer('页数', 'pages seen'),
    pages_again: integer(
      '复核页数',
      'pages that were asked for again after the last one was read: page 1, or all but the last; 0 for a list of one page',
      '0',
    ),
    listed: integer('列出条数', 'documents listed, repeated ones included'),
    distinct_documents: integer('去重文书数', 'distinct document ids'),
    duplicates: integer('重复条数', 'listed documents that were seen before in the same sweep', '0'),
    is_total_stable: boolean('总数是否稳定', 'whether all pages declared the same total'),
    verdict: coded(codeWords.verdict)(
      '核对结论',
      'complete: every page up to the one that alone says it is the last declared the same total, that many distinct documents ' +
        'were seen, and what was asked for again after the last page was the same; unchanged: page 1, its size and the total ' +
        'are those of the last complete scan; unstable: the list changed while it was read, each time; not_found: the service ' +
        'knows no such enterprise; incomplete: anything else',
      'complete',
    ),
    reason_code: coded(codeWords.listReason)(
      '原因代码',
      'why the verdict is incomplete or unstable, as a code',
      'unseen',
    ),
    reason_number: integer(
      '原因数值',
      'first number of the reason: a page, a sweep, or how much was read',
      '12',
    ),
    reason_other_number: integer(
      '原因另一数值',
      'second number of the reason: another page, or how much there is',
      '14',
    ),
    reason: label('原因', 'the same as a sentence in English', '12 of 14 declared documents seen'),
    based_on_run: label(
      '依据运行',
      'run of the complete scan that an unchanged one rests on',
      '20260201T020000Z-9c1b',
    ),
  },
  sql: scansOf({
    judged: judgedOf('list_sweeps'),
    complete: completeAmong('judged'),
  }),
}
