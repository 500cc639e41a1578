import { registerName } from '../../contract/operations/enterprises.ts'
import {
  coded,
  integer,
  json,
  label,
  party,
  provenance,
  roll,
  text,
  timestamp,
  type View,
} from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import * as columns from './subject-columns.ts'

/** Names that were asked for: of those that are one as the register writes them the spelling that was answered, and what it found. */
const askedNames = (table: string, found: string): string => `
  SELECT ${registerName('query')} AS register_name, arg_max(query, (${found} > 0, query)) AS query, max(${found}) AS found
  FROM ${table} GROUP BY ALL`

export const askedSearches = askedNames('enterprise_searches', 'candidates')
export const askedLookups = askedNames('company_lookups', 'hits')

/**
 * Which enterprise each entry of a job is. A given id is taken; a code counts once any answer names it. A name needs
 * exactly one candidate of that name (or of the given code); where no candidate has it, the detail operation must answer
 * it with one enterprise whose record has the name, now, before or as a part. Nothing is guessed.
 */
export const jobEnterprises: View = {
  term: '系统匹配企业',
  meaning: 'enterprises that the job lists, with what they were matched to',
  columns: {
    run_id: provenance.run_id,
    ordinal: integer('序号', 'job', 'position in the job, from 1'),
    given_name: roll('原文件导入名称', 'job: name', 'name as given'),
    given_uscc: label('导入统一社会信用代码', 'job: uscc', 'code as given'),
    given_id: label('导入企业ID', 'job: id', 'enterprise id as given'),
    status: coded(codeWords.status)(
      '匹配状态',
      'matched, ambiguous, not_found, pending while nothing was answered, or forgotten: not asked for',
    ),
    enterprise_id: columns.enterprise('enterprise that the entry was matched to'),
    name: party('系统匹配企业名称', 'its name'),
    uscc: label('统一社会信用代码', 'its code, or the code given'),
    matched_by: coded(codeWords.matchedBy)(
      '匹配方式',
      'id, uscc, name, or other_name: a former or short name that the detail operation knows',
    ),
    candidates: json('候选企业', 'candidates when ambiguous: id, name, uscc'),
    namesakes: integer('同名企业数', 'candidates of exactly this name (and code, if given)'),
    source: label('来源', 'job', 'where the entry stands'),
  },
  sql: `
    WITH named AS (
      SELECT enterprise_id, name, uscc, 1 AS trust FROM enterprises
      UNION ALL SELECT enterprise_id, name, uscc, 2 FROM enterprise_candidates
      -- A list that was asked for by a code says whose it is, not which code that one has: any record that does is believed.
      UNION ALL SELECT p.enterprise_id, p.enterprise_name, p.subject_uscc, 3 FROM list_pages AS p
      WHERE p.is_found AND NOT EXISTS (
        SELECT 1 FROM enterprises AS e
        WHERE e.enterprise_id = p.enterprise_id AND e.uscc <> p.subject_uscc)),
    known AS (
      SELECT enterprise_id, arg_min(name, trust) AS name, arg_min(uscc, trust) AS uscc FROM named GROUP BY enterprise_id),
    by_code AS (
      SELECT uscc, any_value(enterprise_id) AS enterprise_id FROM named GROUP BY uscc HAVING count(DISTINCT enterprise_id) = 1),
    absent AS (
      SELECT DISTINCT scan_run_id, subject FROM list_pages WHERE NOT is_found),
    by_name AS (
      SELECT i.run_id, i.ordinal, any_value(s.found) AS answered,
        list(DISTINCT c.enterprise_id) FILTER (
          c.uscc = i.uscc_key OR (i.uscc_key IS NULL AND c.name_key = i.name_key)) AS exact,
        list({id: c.enterprise_id, name: c.name, uscc: c.uscc} ORDER BY c.ordinal)
          FILTER (c.enterprise_id IS NOT NULL) AS candidates
      FROM job_inputs AS i
      JOIN (${askedSearches}) AS s ON s.register_name = ${registerName('i.given_name')}
      LEFT JOIN enterprise_candidates AS c ON c.query = s.query
      WHERE i.given_id IS NULL
      GROUP BY i.run_id, i.ordinal),
    by_other_name AS (
      SELECT i.run_id, i.ordinal, list(DISTINCT e.enterprise_id) AS answering,
        list(DISTINCT e.enterprise_id) FILTER ((i.uscc_key IS NULL OR e.uscc = i.uscc_key) AND (
          contains(e.name_key, i.name_key) OR EXISTS (
            SELECT 1 FROM enterprise_names AS n
            WHERE n.enterprise_id = e.enterprise_id AND n.name_key = i.name_key))) AS fitting,
        list({id: e.enterprise_id, name: e.name, uscc: e.uscc} ORDER BY e.enterprise_id) AS candidates
      FROM job_inputs AS i
      JOIN (${askedLookups}) AS a ON a.register_name = ${registerName('i.given_name')}
      JOIN (SELECT query, unnest(list_distinct(enterprise_ids)) AS enterprise_id FROM company_lookups) AS l ON l.query = a.query
      JOIN enterprises AS e ON e.enterprise_id = l.enterprise_id
      GROUP BY i.run_id, i.ordinal),
    matched AS (
      SELECT i.*, coalesce(len(by_name.exact), 0)::INTEGER AS namesakes, CASE WHEN len(by_name.candidates) > 0 THEN by_name.candidates ELSE by_other_name.candidates
          END AS found_candidates, by_name.answered,
        CASE WHEN i.given_id IS NOT NULL THEN 'id'
          WHEN by_code.enterprise_id IS NOT NULL THEN 'uscc'
          WHEN len(by_name.exact) = 1 THEN 'name'
          WHEN len(by_name.exact) > 1 THEN NULL
          WHEN len(by_other_name.answering) = 1 AND len(by_other_name.fitting) = 1 THEN 'other_name' END AS matched_by,
        CASE matched_by WHEN 'id' THEN i.given_id WHEN 'uscc' THEN by_code.enterprise_id
          WHEN 'name' THEN by_name.exact[1] WHEN 'other_name' THEN by_other_name.fitting[1] END AS enterprise_id
      FROM job_inputs AS i
      LEFT JOIN by_code ON by_code.uscc = i.uscc_key
      LEFT JOIN by_name ON by_name.run_id = i.run_id AND by_name.ordinal = i.ordinal
      LEFT JOIN by_other_name ON by_other_name.run_id = i.run_id AND by_other_name.ordinal = i.ordinal
      WHERE i.kind = 'enterprise')
    SELECT m.run_id, m.ordinal, m.given_name, m.given_uscc, m.given_id,
      CASE
        WHEN m.is_forgotten THEN 'forgotten'
        WHEN EXISTS (SELECT 1 FROM absent WHERE scan_run_id = m.run_id AND subject = 'id:' || m.enterprise_id)
          THEN 'not_found'
        WHEN m.enterprise_id IS NOT NULL THEN 'matched'
        WHEN len(m.found_candidates) > 0 THEN 'ambiguous'
        WHEN m.answered IS NOT NULL AND EXISTS (
          SELECT 1 FROM (${askedLookups}) WHERE register_name = ${registerName('m.given_name')})
          THEN 'not_found'
        WHEN m.given_name IS NULL AND EXISTS (
          SELECT 1 FROM absent WHERE scan_run_id = m.run_id AND subject = 'uscc:' || m.uscc_key) THEN 'not_found'
        ELSE 'pending' END AS status,
      m.enterprise_id, known.name, coalesce(known.uscc, m.uscc_key) AS uscc, m.matched_by,
      CASE WHEN m.enterprise_id IS NULL THEN to_json(m.found_candidates) END AS candidates, m.namesakes, m.source
    FROM matched AS m LEFT JOIN known ON known.enterprise_id = m.enterprise_id`,
}

/** Which search of the ledger answers which entry of a job: the parameters of both are equal, name by name. */
export const jobSearches: View = {
  term: '任务检索',
  meaning: 'searches that the job lists (questions, statute searches), with what answered them',
  columns: {
    run_id: provenance.run_id,
    ordinal: integer('序号', 'job', 'position in the job, from 1'),
    kind: coded(codeWords.searchKind)('种类', 'job', 'case_search or statute_search'),
    searched: text('检索内容', 'job', 'question or keywords'),
    status: coded(codeWords.searchStatus)(
      '状态',
      'answered, pending while nothing was answered, or forgotten: not asked for',
    ),
    search_key: columns.searchKey('key of the search, as in case_searches and article_searches'),
    hits: integer('命中数', 'hits of the last answer; 0 is a verified absence'),
    answered_at: timestamp('获取时间', 'when it was last answered, UTC'),
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
    document_id: columns.documentId('document id'),
    case_number: columns.caseNumber('case number as given'),
    case_number_key: columns.caseNumberKey('case number without 之N; NULL when masked or malformed'),
  },
  sql: `
    WITH listed AS (
      SELECT DISTINCT e.run_id, d.document_id, d.case_number, d.case_number_key
      FROM (SELECT DISTINCT run_id, enterprise_id FROM job_enterprises_history) AS e
      JOIN enterprise_documents AS d USING (enterprise_id)
      UNION
      SELECT s.run_id, h.case_id, h.case_number, h.case_number_key
      FROM job_searches_history AS s JOIN case_hits AS h USING (search_key))
    SELECT run_id, document_id, any_value(case_number) AS case_number, any_value(case_number_key) AS case_number_key
    FROM listed GROUP BY run_id, document_id`,
}
