import { coded, label, mixed, party, provenance, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'

/** Enterprises by name: as registered, else as their lists give it. */
export const currentNames = `
  SELECT enterprise_id, coalesce(max(name) FILTER (trust = 1), max(name)) AS name FROM (
    SELECT enterprise_id, name, 1 AS trust FROM enterprises
    UNION ALL SELECT enterprise_id, enterprise_name, 2 FROM list_pages WHERE page_no = 1)
  GROUP BY enterprise_id`

/** Rows of a history, each with the value that the run before it saw of the same subject: `earlier`, `earlier_run_id`. */
const besideEarlier = (history: string, subject: string, run: string, value: string): string => `(
      SELECT *, lag(${value}) OVER seen AS earlier, lag(${run}) OVER seen AS earlier_run_id
      FROM ${history} WINDOW seen AS (PARTITION BY ${subject} ORDER BY ${run}))`

/**
 * Documents that no earlier run listed. A page that is the same as in an earlier scan has none, so few ids are looked up.
 * Documents of a list that was first read in part are new when the rest is read.
 */
const newDocuments = `
  SELECT 'new_document' AS kind, l.run_id, s.earlier_run_id, l.enterprise_id AS subject_id, NULL AS subject_name,
    'document_id' AS field, NULL AS before, l.document_id AS after
  FROM (
    SELECT enterprise_id, document_id, min(scan_run_id) AS run_id FROM (
      SELECT enterprise_id, scan_run_id, unnest(document_ids) AS document_id FROM suspected)
    GROUP BY enterprise_id, document_id) AS l
  JOIN scans AS s ON s.enterprise_id = l.enterprise_id AND s.run_id = l.run_id
  WHERE s.earlier_run_id IS NOT NULL`

/**
 * Documents that a complete scan lacks and a scan since the complete one before it listed. What any sweep of the run saw is listed:
 * it leaves with the next complete scan.
 */
const documentsThatLeft = `
  SELECT 'document_left', l.run_id, s.earlier_run_id, l.enterprise_id, NULL, 'document_id', l.document_id, NULL
  FROM (
    SELECT c.enterprise_id, c.run_id, max(p.scan_run_id) AS seen_run_id, unnest(any_value(p.document_ids)) AS document_id
    FROM (
      SELECT enterprise_id, run_id, lag(run_id, 1, '') OVER (PARTITION BY enterprise_id ORDER BY run_id) AS since
      FROM list_scans_history WHERE verdict = 'complete') AS c
    JOIN list_pages AS p ON p.enterprise_id = c.enterprise_id AND p.scan_run_id BETWEEN c.since AND c.run_id
    GROUP BY c.enterprise_id, c.run_id, p.ids_digest) AS l
  JOIN scans AS s ON s.enterprise_id = l.enterprise_id AND s.run_id = l.run_id
  GROUP BY ALL HAVING max(l.seen_run_id) < l.run_id`

/** A member that one of the two answers lacks is unknown, which is no change. */
const registrations = `
  SELECT 'registration', h.seen_run_id, h.earlier_run_id, h.enterprise_id, NULL, h.field,
    json_extract_string(h.earlier, '$."' || h.field || '"') AS before,
    json_extract_string(h.registration, '$."' || h.field || '"') AS after
  FROM (
    SELECT *, unnest(list_distinct(json_keys(earlier) || json_keys(registration))) AS field
    FROM ${besideEarlier('enterprise_history', 'enterprise_id', 'seen_run_id', 'registration')}
    WHERE earlier <> registration) AS h
  WHERE before <> after`

/** One row a shareholder's name on either side of a change, with all stakes of that name, sorted; an empty list is unknown. */
const shareholders = `
  SELECT CASE WHEN before IS NULL THEN 'shareholder_joined' WHEN after IS NULL THEN 'shareholder_left'
      ELSE 'shareholder_changed' END, s.seen_run_id, s.earlier_run_id, s.enterprise_id, NULL, s.holder, s.before, s.after
  FROM (
    SELECT enterprise_id, seen_run_id, earlier_run_id, holder,
      string_agg(stake, ' ' ORDER BY stake) FILTER (NOT is_now) AS before,
      string_agg(stake, ' ' ORDER BY stake) FILTER (is_now) AS after
    FROM (
      SELECT * EXCLUDE (stakes, earlier, shareholders), json_extract_string(stakes.stake, '$.name') AS holder,
        stakes.stake::VARCHAR AS stake, stakes.is_now AS is_now
      FROM (
        SELECT *, unnest(list_transform(json_extract(earlier, '$[*]'), lambda s: {stake: s, is_now: false})
          || list_transform(json_extract(shareholders, '$[*]'), lambda s: {stake: s, is_now: true})) AS stakes
        FROM ${besideEarlier('enterprise_history', 'enterprise_id', 'seen_run_id', 'shareholders')}
        WHERE earlier <> shareholders AND json_array_length(earlier) > 0 AND json_array_length(shareholders) > 0))
    WHERE holder IS NOT NULL GROUP BY ALL) AS s
  WHERE before IS DISTINCT FROM after`

const validities = `
  SELECT 'statute_validity', seen_run_id, earlier_run_id, regulation_id, name, 'validity', earlier, validity
  FROM ${besideEarlier('regulation_history', 'regulation_id', 'seen_run_id', 'validity')}
  WHERE earlier <> validity`

/** `before` is the version of the law that was the last known; one that came into force before it is none. */
const versions = `
  SELECT 'new_version', f.run_id, max(e.seen_run_id), f.regulation_id, f.name, 'regulation_id',
    arg_max(e.regulation_id, (coalesce(e.effective_on, DATE '0001-01-01'), e.regulation_id)), f.regulation_id
  FROM (
    SELECT regulation_id, min(seen_run_id) AS run_id, arg_min(law, seen_run_id) AS law, arg_min(name, seen_run_id) AS name,
      min(effective_on) AS effective_on
    FROM regulation_history GROUP BY regulation_id) AS f
  JOIN regulation_history AS e ON e.law = f.law AND e.seen_run_id < f.run_id
  GROUP BY f.run_id, f.regulation_id, f.name, f.effective_on
  HAVING f.effective_on > max(e.effective_on)`

const hits = `
  SELECT DISTINCT 'new_hit', search_run_id, earlier_run_id, search_key, query, 'case_id', NULL, case_id FROM (
    SELECT *, unnest(list_filter(case_ids, lambda id: NOT list_contains(earlier, id))) AS case_id
    FROM ${besideEarlier('case_searches', 'search_key', 'search_run_id', 'case_ids')}
    WHERE earlier IS NOT NULL)`

/**
 * Flags compared with the last finished run of the job that listed the enterprise: a run that stopped early may not
 * have read what a flag rests on.
 */
const flags = `
  SELECT CASE WHEN is_new THEN 'red_flag' ELSE 'red_flag_ended' END, run_id, earlier.run_id, enterprise_id, NULL, 'red_flags',
    CASE WHEN NOT is_new THEN flag END, CASE WHEN is_new THEN flag END
  FROM (
    SELECT enterprise_id, run_id, earlier, unnest(
      list_transform(list_filter(flags, lambda f: NOT list_contains(earlier.flags, f)), lambda f: {flag: f, is_new: true})
      || list_transform(list_filter(earlier.flags, lambda f: NOT list_contains(flags, f)), lambda f: {flag: f, is_new: false}),
      recursive := true)
    FROM (
      SELECT h.enterprise_id, h.run_id, h.flags, last_value(
          CASE WHEN r.status IN ('complete', 'gaps') THEN {run_id: h.run_id, flags: h.flags} END IGNORE NULLS) OVER (
          PARTITION BY r.job, h.enterprise_id ORDER BY h.run_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS earlier
      FROM flag_history AS h JOIN runs AS r ON r.run_id = h.run_id)
    WHERE earlier IS NOT NULL)`

/** What is new since a subject was last looked at; the first run that sees it finds no change. */
export const changes: View = {
  term: '自上次以来的变化',
  meaning: 'what a run found that the last run that looked at the same subject had not, one row a change',
  columns: {
    kind: coded(codeWords.changeKind)(
      '变化类型',
      'new_document, document_left (a list read to its end no longer has it), registration, shareholder_joined, shareholder_left, ' +
        'shareholder_changed, statute_validity, new_version, new_hit, red_flag or red_flag_ended',
    ),
    run_id: provenance.run_id,
    earlier_run_id: label('上次运行', 'run that looked at the subject last'),
    subject_id: label('对象ID', 'enterprise id, regulation id, or key of the search'),
    subject_name: mixed('对象名称', 'name of the enterprise or regulation, or what was searched for'),
    field: party('字段', 'what changed: a column, or the name of the shareholder'),
    before: mixed('变化前', 'what it was; NULL when there was nothing'),
    after: mixed('变化后', 'what it is; NULL when there is nothing'),
  },
  sql: `
    WITH scans AS MATERIALIZED (
      SELECT enterprise_id, scan_run_id AS run_id, lag(scan_run_id) OVER (
          PARTITION BY enterprise_id ORDER BY scan_run_id) AS earlier_run_id
      FROM (SELECT DISTINCT enterprise_id, scan_run_id FROM list_pages WHERE is_found AND enterprise_id IS NOT NULL)),
    pages AS MATERIALIZED (
      SELECT enterprise_id, page_no, ids_digest, min(scan_run_id) AS scan_run_id FROM list_pages
      WHERE is_found AND enterprise_id IS NOT NULL GROUP BY ALL),
    suspected AS MATERIALIZED (
      SELECT p.enterprise_id, p.scan_run_id, p.document_ids FROM list_pages AS p
      SEMI JOIN pages AS f ON f.scan_run_id = p.scan_run_id AND f.enterprise_id = p.enterprise_id AND f.page_no = p.page_no
        AND f.ids_digest = p.ids_digest
      SEMI JOIN (
        SELECT f.enterprise_id FROM pages AS f JOIN scans AS s ON s.enterprise_id = f.enterprise_id AND s.run_id = f.scan_run_id
        WHERE s.earlier_run_id IS NOT NULL) AS c ON c.enterprise_id = p.enterprise_id)
    SELECT c.* REPLACE (coalesce(c.subject_name, n.name) AS subject_name)
    FROM (${[newDocuments, documentsThatLeft, registrations, shareholders, validities, versions, hits, flags].join('\n    UNION ALL\n')}) AS c
    LEFT JOIN (${currentNames}) AS n ON n.enterprise_id = c.subject_id`,
}
