import { boolean, integer, text } from '../column.ts'
import { provenance, type View } from '../table.ts'

/** Citations joined to the articles they name, every version of the law that was answered. */
export const citationArticles: View = {
  term: '引用法条对应条文',
  meaning: 'citations of cases with the articles of that law and number, one row a version',
  columns: {
    case_id: text('案例ID', 'derived', 'case id'),
    library: text('案例库', 'derived', 'library of the case'),
    ordinal: integer('序号', 'derived', 'position of the citation in its case'),
    citation_key: text('法条键', 'derived', 'law and article'),
    article_id: text('法条ID', 'data[].id', 'article document id'),
    regulation_id: text('法规ID', 'data[].fgid', 'regulation id; tells the versions of a law apart'),
    in_force_at_judgment: boolean(
      '裁判时有效',
      'derived',
      'whether this is the version in force at the date of judgment, by implementation dates; NULL when one is unknown',
    ),
    ...provenance,
  },
  sql: `
    SELECT c.case_id, c.library, c.ordinal, c.citation_key, a.article_id, a.regulation_id,
      r.effective_on <= k.decided_on AND r.effective_on = max(r.effective_on) FILTER (
        r.effective_on <= k.decided_on) OVER (PARTITION BY c.library, c.case_id, c.ordinal) AS in_force_at_judgment,
      a.call_key, a.run_id
    FROM case_citations AS c
    JOIN articles AS a ON a.citation_key = c.citation_key
    JOIN cases AS k ON k.library = c.library AND k.case_id = c.case_id
    LEFT JOIN regulations AS r ON r.regulation_id = a.regulation_id`,
}
