import { codeWords } from '../../words/code-words.ts'
import { bigint, coded, integer, label, party, timestamp } from '../column.ts'
import { provenance, type View } from '../table.ts'

/**
 * What each run's scan of a list promised, and what the warehouse holds of that list now. Calls and points are not
 * told by enterprise: one call for statutes serves many; `calls` has them by run.
 */
export const coverage: View = {
  term: '数据来源与覆盖',
  meaning:
    'per run and enterprise: the list as declared and scanned, and the full texts and articles held now',
  columns: {
    run_id: provenance.run_id,
    enterprise_id: label('企业ID', 'list_scans', 'enterprise id', '5a1e0000c0de4d00a0000000000000e0'),
    enterprise_name: party(
      '企业名称',
      'list_scans',
      'enterprise name, as the list gives it',
      '示例建设集团有限公司',
    ),
    declared_total: integer('声明总数', 'list_scans', 'documents, as the service declared in that run', '1'),
    listed: integer('列出文书数', 'list_scans', 'distinct documents that the scan saw', '1'),
    verdict: coded(codeWords.verdict)(
      '核对结论',
      'list_scans',
      'complete, unchanged, incomplete, unstable or not_found; of several scans in a run the last by subject',
      'complete',
    ),
    based_on_run: label(
      '依据运行',
      'list_scans',
      'run of the complete scan that an unchanged one rests on',
      '20260201T020000Z-9c1b',
    ),
    documents: bigint('库内文书数', 'enterprise_documents', 'listed documents held now, of all runs', '1'),
    full_texts: bigint('全文数', 'subject_documents', 'of these: with the full text', '1'),
    absent: bigint('两库均无', 'subject_documents', 'of these: in neither library, by id nor by number', '0'),
    not_looked_up: bigint('未查询', 'subject_documents', 'of these: not looked up, or not to the end', '0'),
    citations: bigint('引用数', 'case_citations', 'resolved citations of articles in these full texts', '1'),
    citations_joined: bigint('已对应条文', 'articles', 'of these: with the text of the article', '1'),
    data_as_of: timestamp(
      '数据截止时间',
      'calls',
      "when the scan's last page was fetched, UTC",
      '2026-03-01 02:00:05',
    ),
  },
  sql: `
    WITH counted AS (
      SELECT enterprise_id, count(*) AS documents, count(*) FILTER (text_state = 'held') AS full_texts,
        count(*) FILTER (text_state = 'absent') AS absent, count(*) FILTER (text_state = 'open') AS not_looked_up
      FROM subject_documents GROUP BY enterprise_id),
    cited AS (
      SELECT h.enterprise_id, count(*) AS citations, count(a.citation_key) AS citations_joined
      FROM case_citations AS c
      JOIN subject_documents AS h ON h.case_id = c.case_id AND h.library = c.library
      LEFT JOIN (SELECT DISTINCT citation_key FROM articles) AS a ON a.citation_key = c.citation_key
      WHERE c.citation_key IS NOT NULL GROUP BY h.enterprise_id),
    fetched AS (
      SELECT p.scan_run_id, p.enterprise_id, max(c.fetched_at) AS data_as_of
      FROM calls AS c JOIN list_pages AS p ON p.call_key = c.call_key AND p.run_id = c.run_id
      GROUP BY p.scan_run_id, p.enterprise_id)
    SELECT s.run_id, s.enterprise_id, s.enterprise_name, s.declared_total, s.distinct_documents AS listed, s.verdict,
      s.based_on_run, coalesce(n.documents, 0) AS documents, coalesce(n.full_texts, 0) AS full_texts,
      coalesce(n.absent, 0) AS absent, coalesce(n.not_looked_up, 0) AS not_looked_up,
      coalesce(c.citations, 0) AS citations, coalesce(c.citations_joined, 0) AS citations_joined, f.data_as_of
    FROM (SELECT * FROM list_scans WHERE enterprise_id IS NOT NULL
      QUALIFY row_number() OVER (PARTITION BY run_id, enterprise_id ORDER BY subject DESC) = 1) AS s
    LEFT JOIN counted AS n ON n.enterprise_id = s.enterprise_id
    LEFT JOIN cited AS c ON c.enterprise_id = s.enterprise_id
    LEFT JOIN fetched AS f ON f.scan_run_id = s.run_id AND f.enterprise_id = s.enterprise_id`,
}
