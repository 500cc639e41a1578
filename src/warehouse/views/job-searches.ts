import { codeWords } from '../../words/code-words.ts'
import { coded, integer, label, text, timestamp } from '../column.ts'
import { provenance, type View } from '../table.ts'

/** Which search of the ledger answers which entry of a job: the parameters of both are equal, name by name. */
export const jobSearches: View = {
  term: '任务检索',
  meaning: 'the searches of each run (questions, statute searches), with what answered them',
  columns: {
    run_id: provenance.run_id,
    ordinal: integer('序号', 'job', 'position in the job, from 1', '1'),
    kind: coded(codeWords.searchKind)('种类', 'job', 'case_search or statute_search', 'case_search'),
    searched: text('检索内容', 'job', 'question or keywords', '买受人逾期付款的违约金如何调整'),
    status: coded(codeWords.searchStatus)(
      '状态',
      'derived',
      'answered, pending while nothing was answered, or forgotten: not asked for',
      'answered',
    ),
    search_key: label(
      '检索键',
      'derived',
      'key of the search, as in case_searches and article_searches',
      '0f3a9c5e7b214d68a1f0c2e4d6b89a32',
    ),
    hits: integer('命中数', 'derived', 'hits of the last answer; 0 is a verified absence', '1'),
    answered_at: timestamp('获取时间', 'derived', 'when it was last answered, UTC', '2026-03-01 02:00:05'),
  },
  sql: `
    WITH operation AS (
      SELECT * FROM (VALUES ('case_search', 'case_vector_search'), ('statute_search', 'rh_ft_search'))
        AS known(kind, operation)),
    answered AS (
      SELECT operation, params, call_key, arg_max(records, fetched_at) AS hits, max(fetched_at) AS answered_at
      FROM calls WHERE operation IN (SELECT operation FROM operation) AND outcome IN ('hit', 'empty') GROUP BY ALL)
    SELECT i.run_id, i.ordinal, i.kind, coalesce(i.params->>'query', i.params->>'keyword') AS searched,
      CASE WHEN i.is_forgotten THEN 'forgotten' WHEN a.call_key IS NULL THEN 'pending' ELSE 'answered' END AS status, a.call_key AS search_key, a.hits,
      a.answered_at
    FROM job_inputs AS i JOIN operation AS o USING (kind)
    LEFT JOIN answered AS a ON a.operation = o.operation AND a.params = i.params`,
}

/** Every document that a run is about. */
export const jobDocuments: View = {
  term: '任务文书',
  meaning:
    'documents that are listed for the enterprises of a run, or hit by its questions; one row a run and document',
  columns: {
    run_id: provenance.run_id,
    document_id: label('文书id', 'derived', 'document id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    case_number: label('案号', 'derived', 'case number as given', '（2023）京0108民初1024号'),
    case_number_key: label(
      '案号匹配键',
      'derived',
      'case number without 之N; NULL when masked or malformed',
      '(2023)京0108民初1024号',
    ),
  },
  sql: `
    WITH listed AS (
      SELECT DISTINCT e.run_id, d.document_id, d.case_number, d.case_number_key
      FROM (SELECT DISTINCT run_id, enterprise_id FROM job_enterprises) AS e
      JOIN enterprise_documents AS d USING (enterprise_id)
      UNION
      SELECT s.run_id, h.case_id, h.case_number, h.case_number_key
      FROM job_searches AS s JOIN case_hits AS h USING (search_key))
    SELECT run_id, document_id, any_value(case_number) AS case_number, any_value(case_number_key) AS case_number_key
    FROM listed GROUP BY run_id, document_id`,
}
