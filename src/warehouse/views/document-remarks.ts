import { label, parties, text, type View } from '../../rows/tables/table.ts'
import * as columns from './subject-columns.ts'

/** What documents say beside what they decide and order; each kind from where it stands. */

const endings = "('终本', '终结执行')"

/** Of whom a document ends the enforcement, where it says so. */
const endedFor = `
  SELECT enterprise_id, document_id, family_key, 'ended_for' AS kind, list_sort(list_distinct(flatten(list(against)))) AS names, NULL AS evidence FROM (
    SELECT enterprise_id, document_id, family_key, against FROM subject_documents JOIN (FROM case_enforcement WHERE kind IN ${endings} AND len(against) > 0) USING (library, case_id)
    UNION ALL SELECT enterprise_id, document_id, family_key, against FROM subject_documents JOIN (FROM document_events WHERE kind IN ${endings} AND len(against) > 0) USING (document_id))
  GROUP BY ALL`

/** Who is paid before others, out of what. */
const priorities = `
  SELECT DISTINCT enterprise_id, document_id, family_key, 'priority' AS kind, [coalesce(p.name, l.name)] AS names, l.over AS evidence
  FROM subject_documents AS d JOIN (SELECT library, case_id, name, name_keys[1] AS name_key, "over" FROM case_liabilities WHERE kind = '优先受偿') AS l USING (library, case_id)
  LEFT JOIN (SELECT case_id, name_key, min(name) AS name FROM case_parties GROUP BY ALL) AS p USING (case_id, name_key)`

/** Items that refuse the claim against the enterprise: 驳回原告对被告甲公司的诉讼请求, 甲公司不承担保证责任; without a full text those of the list. */
const refused = `
  SELECT DISTINCT s.enterprise_id, s.document_id, s.family_key, 'refused_against_it' AS kind, []::VARCHAR[] AS names, p.result_evidence AS evidence
  FROM subject_documents AS s JOIN (FROM case_parties WHERE result_rule = 'refused against it' AND result_evidence IS NOT NULL) AS p USING (library, case_id)
  JOIN (SELECT enterprise_id, name FROM current_names) AS n ON n.enterprise_id = s.enterprise_id AND n.name = p.name
  UNION ALL SELECT enterprise_id, document_id, family_key, 'refused_against_it', []::VARCHAR[], item FROM (
    SELECT s.enterprise_id, s.document_id, s.family_key, n.name, unnest(regexp_split_to_array(d.result, '[。；]')) AS item
    FROM subject_documents AS s JOIN enterprise_documents AS d USING (enterprise_id, document_id) JOIN (SELECT enterprise_id, name FROM current_names) AS n USING (enterprise_id)
    WHERE s.library IS NULL AND s.outcome IS NOT NULL)
  WHERE (contains(item, name) AND regexp_matches(item, '不(予|应|再)?承担[^，。；]{0,12}责任')) OR (contains(item, '驳回') AND regexp_matches(item, '诉讼请求|诉请') AND (contains(item, '对被告' || name) OR contains(item, '对' || name)))`

const told = `
  SELECT enterprise_id, document_id, family_key, outcome, case_key, content FROM subject_documents JOIN (SELECT library, case_id, content FROM cases WHERE content IS NOT NULL) USING (library, case_id)`

/** What stands behind the last 判决如下: an appeal quotes the items of the judgment below before that. */
const operative = "regexp_extract(content, '^.*判决如下(.*)$', 1, 's')"

/** A payment order that ended on an objection which the court upheld; an enforcement that was settled by instalments; an appeal that dismissed the suit. */
const narrated = `
  SELECT enterprise_id, document_id, family_key, 'objection_upheld' AS kind, []::VARCHAR[] AS names, NULL AS evidence FROM (${told})
  WHERE outcome = 'ended' AND contains(case_key, '民督') AND regexp_matches(content, '(审查|认为)[^。；]{0,24}异议(理由)?成立[。；，]')
  UNION ALL SELECT enterprise_id, document_id, family_key, 'instalments', [], NULL FROM (${told})
  WHERE outcome = 'enforcement_ended' AND regexp_matches(content, '和解[^。；]{0,60}分期')
  UNION ALL SELECT enterprise_id, document_id, family_key, 'suit_refused', [who], NULL
  FROM (SELECT *, regexp_extract(${operative}, '[一二三四]、驳回(?:原审原告|原告|被上诉人|上诉人)?([^，。；、其]{2,30}?)的?(?:全部|一审)?的?诉讼请求', 1) AS who FROM (${told}))
  WHERE outcome = 'reversed' AND who <> ''`

export const documentRemarks: View = {
  term: '文书附记',
  meaning:
    'what documents say beside what they decide: whose enforcement ends, who is paid before others, that the claim against the enterprise is refused, why a payment order lapsed, that a settlement is by instalments, whose suit an appeal dismissed',
  columns: {
    enterprise_id: columns.enterpriseId,
    document_id: columns.documentId('document that says it'),
    family_key: columns.familyKey,
    kind: label(
      '附记',
      'ended_for, priority, refused_against_it, objection_upheld (of a payment order), instalments (of a settlement in enforcement) or suit_refused (by an appeal)',
      'ended_for',
    ),
    names: parties(
      '涉及人',
      'whose enforcement ends, who is paid before others, or whose suit was dismissed',
    ),
    evidence: text(
      '依据',
      'out of what a priority is paid, or the item that refuses the claim',
      '驳回原告对被告示范建材有限公司的诉讼请求',
    ),
  },
  sql: `
    SELECT enterprise_id, document_id, family_key, kind, names, evidence
    FROM (${endedFor} UNION ALL ${priorities} UNION ALL ${refused} UNION ALL ${narrated})`,
}
