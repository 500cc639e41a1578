import { boolean, integer, text } from '../column.ts'
import { provenance, type View } from '../table.ts'

/**
 * What each scan of a litigation list saw against what the service declared (contract 2.8). A scan of page 1 alone is
 * `unchanged` when that page and the total are those of the last complete scan.
 */
export const listScans: View = {
  term: '涉诉文书列表核对',
  meaning: 'per run and enterprise: the declared total against the distinct documents that were seen',
  columns: {
    run_id: provenance.run_id,
    enterprise_id: text(
      '企业ID',
      'data.id',
      'enterprise id; NULL when the service knows no such enterprise',
      '5a1e0000c0de4d00a0000000000000e0',
    ),
    subject: text(
      '查询主体',
      'derived',
      'enterprise as first asked: id:… or uscc:…',
      'uscc:91110108MA0074PN30',
    ),
    enterprise_name: text('企业名称', 'data.name', 'enterprise name', '示例建设集团有限公司'),
    declared_total: integer('声明总数', 'data.total', 'documents, as the last page declared', '1'),
    pages: integer('页数', 'derived', 'pages seen', '1'),
    listed: integer('列出条数', 'derived', 'documents listed, repeated ones included', '1'),
    distinct_documents: integer('去重文书数', 'derived', 'distinct document ids', '1'),
    duplicates: integer(
      '重复条数',
      'derived',
      'listed documents that were seen before in the same scan',
      '0',
    ),
    is_total_stable: boolean('总数是否稳定', 'derived', 'whether all pages declared the same total', 'true'),
    verdict: text(
      '核对结论',
      'derived',
      'complete, unchanged, incomplete, unstable or not_found',
      'complete',
    ),
    based_on_run: text(
      '依据运行',
      'derived',
      'run of the complete scan that an unchanged one rests on',
      '20260201T020000Z-9c1b',
    ),
  },
  sql: `
    WITH pages AS (
      SELECT *, coalesce(enterprise_id, subject) AS scanned FROM list_pages),
    listed AS (
      SELECT scan_run_id, scanned, count(*) AS listed, count(DISTINCT document_id) AS distinct_documents
      FROM (SELECT scan_run_id, scanned, unnest(document_ids) AS document_id FROM pages) GROUP BY ALL),
    scans AS (
      SELECT scan_run_id, scanned, bool_or(is_found) AS is_found, any_value(enterprise_id) AS enterprise_id,
        arg_min(subject, page_no) AS subject, any_value(enterprise_name) AS enterprise_name,
        arg_max(declared_total, page_no) AS declared_total, count(DISTINCT page_no) AS pages,
        max(page_no) AS last_page, arg_max(has_more, page_no) AS has_more,
        min(declared_total) = max(declared_total) AS is_total_stable,
        arg_min(document_ids, page_no) AS first_ids
      FROM pages GROUP BY ALL),
    judged AS (
      SELECT s.*, coalesce(l.listed, 0) AS listed, coalesce(l.distinct_documents, 0) AS distinct_documents,
        CASE WHEN NOT s.is_found THEN 'not_found'
          WHEN NOT s.is_total_stable THEN 'unstable'
          WHEN NOT s.has_more AND s.pages = s.last_page AND coalesce(l.distinct_documents, 0) = s.declared_total
            THEN 'complete'
          ELSE 'incomplete' END AS seen
      FROM scans AS s LEFT JOIN listed AS l USING (scan_run_id, scanned)),
    complete AS (
      SELECT scan_run_id, scanned, declared_total, first_ids FROM judged WHERE seen = 'complete'),
    compared AS (
      SELECT j.*, c.scan_run_id AS earlier_run,
        j.seen = 'incomplete' AND j.pages = 1 AND c.declared_total = j.declared_total
          AND c.first_ids = j.first_ids AS is_unchanged
      FROM judged AS j ASOF LEFT JOIN complete AS c
        ON c.scanned = j.scanned AND c.scan_run_id < j.scan_run_id)
    SELECT scan_run_id AS run_id, CASE WHEN is_found THEN enterprise_id END AS enterprise_id, subject,
      enterprise_name, declared_total, pages::INTEGER AS pages, listed::INTEGER AS listed,
      distinct_documents::INTEGER AS distinct_documents, (listed - distinct_documents)::INTEGER AS duplicates,
      is_total_stable, CASE WHEN is_unchanged THEN 'unchanged' ELSE seen END AS verdict,
      CASE WHEN is_unchanged THEN earlier_run END AS based_on_run
    FROM compared`,
}

/** Which case record is the full text of which document of a list or a case search. */
export const documentDetails: View = {
  term: '文书全文对应',
  meaning: 'documents with the case record that holds their full text, one row a match',
  columns: {
    document_id: text(
      '文书id',
      'derived',
      'document id; by id that of the case itself',
      '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90',
    ),
    library: text('案例库', 'derived', 'library of the case record', 'ptal'),
    case_id: text('案例ID', 'derived', 'case id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    found_by: text('查找方式', 'derived', 'id, or number when the id answered nothing', 'id'),
  },
  sql: `
    WITH found AS (
      SELECT DISTINCT library, asked FROM case_lookups WHERE asked_by = 'number' AND hits > 0),
    listed AS (
      SELECT DISTINCT d.document_id, d.case_number_key, d.document_kind, f.library
      FROM enterprise_documents AS d JOIN found AS f ON f.asked = d.case_number
      UNION
      SELECT h.case_id, h.case_number_key, h.document_kind, f.library
      FROM case_hits AS h JOIN found AS f ON f.asked = h.case_number),
    held AS (
      SELECT case_id FROM cases WHERE case_id IN (SELECT document_id FROM listed))
    SELECT case_id AS document_id, library, case_id, 'id' AS found_by FROM cases
    UNION ALL
    SELECT l.document_id, c.library, c.case_id, 'number'
    FROM listed AS l JOIN cases AS c ON c.library = l.library AND c.case_number_key = l.case_number_key
      AND c.document_kind IS NOT DISTINCT FROM l.document_kind
    WHERE l.document_id NOT IN (SELECT case_id FROM held)`,
}
