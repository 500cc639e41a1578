import { repealedOn } from '../../legal/laws.ts'
import { boolean, integer, label, provenance, type View } from '../../rows/tables/table.ts'
import * as columns from './subject-columns.ts'

/** Validities that do not say when a version ended, unless a later version or a repeal is known. */
const endedOrChanged = "('失效', '已被修改', '部分失效')"

const repeals = `(VALUES ${Object.entries(repealedOn)
  .map(([law, day]) => `('${law}', DATE '${day}')`)
  .join(', ')}) AS p(law, ended_on)`

/**
 * Versions of articles with the days in force, from `effective_on` to before `end_on`: the next version or the repeal.
 * `is_end_known` is false where it ended, or may have, on an unknown day. Computed once a version, not a citation.
 */
export const articleVersions = `
  WITH dated AS (
    SELECT a.article_id, a.regulation_id, a.citation_key, a.content, a.call_key, a.run_id, r.effective_on, r.validity,
      p.ended_on
    FROM articles AS a LEFT JOIN regulations AS r ON r.regulation_id = a.regulation_id
    LEFT JOIN ${repeals} ON p.law = a.law)
  SELECT *, least(next_on, ended_on) AS end_on,
    coalesce(next_on, ended_on) IS NOT NULL OR coalesce(validity NOT IN ${endedOrChanged}, true) AS is_end_known
  FROM (
    SELECT d.*, min(n.effective_on) AS next_on
    FROM dated AS d LEFT JOIN dated AS n ON n.citation_key = d.citation_key AND n.effective_on > d.effective_on
    GROUP BY ALL)`

/** Whether a version `v` was in force on a day; NULL when that is not known. */
export const wasInForce = (day: string): string => `
  CASE WHEN v.effective_on IS NULL OR ${day} IS NULL THEN NULL
    WHEN ${day} < v.effective_on OR ${day} >= v.end_on THEN false
    WHEN v.is_end_known THEN true END`

/** Citations joined to the articles they name, every version of the law that was answered. */
export const citationArticles: View = {
  term: '引用法条对应条文',
  meaning: 'citations of cases with the articles of that law and number, one row a version',
  columns: {
    case_id: columns.caseId('case id'),
    library: label('案例库', 'library of the case', 'ptal'),
    ordinal: integer('序号', 'position of the citation in its case'),
    citation_key: label('法条键', 'law and article', '中华人民共和国民法典#577'),
    article_id: label('法条ID', 'data[].id', 'article document id', 'c4d1e8f2a6b94073b5d2f0a1e3c7b986_577'),
    regulation_id: columns.regulationId('data[].fgid', 'regulation id; distinguishes the versions of a law'),
    in_force_at_judgment: boolean(
      '裁判时有效',
      'whether this is the version in force at the date of judgment, by implementation dates and known repeals; NULL when that is not known',
    ),
    ...provenance,
  },
  sql: `
    SELECT c.case_id, c.library, c.ordinal, c.citation_key, v.article_id, v.regulation_id,
      ${wasInForce('k.decided_on')} AS in_force_at_judgment, v.call_key, v.run_id
    FROM case_citations AS c
    JOIN (${articleVersions}) AS v ON v.citation_key = c.citation_key
    JOIN cases AS k ON k.library = c.library AND k.case_id = c.case_id`,
}
