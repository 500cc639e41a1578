import { boolean, integer, label } from '../column.ts'
import { provenance, type View } from '../table.ts'
import { articleVersions, wasInForce } from './version-sql.ts'

/** Citations joined to the articles they name, every version of the law that was answered. */
export const citationArticles: View = {
  term: '引用法条对应条文',
  meaning: 'citations of cases with the articles of that law and number, one row a version',
  columns: {
    case_id: label('案例ID', 'derived', 'case id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    library: label('案例库', 'derived', 'library of the case', 'ptal'),
    ordinal: integer('序号', 'derived', 'position of the citation in its case', '1'),
    citation_key: label('法条键', 'derived', 'law and article', '中华人民共和国民法典#577'),
    article_id: label('法条ID', 'data[].id', 'article document id', 'c4d1e8f2a6b94073b5d2f0a1e3c7b986_577'),
    regulation_id: label(
      '法规ID',
      'data[].fgid',
      'regulation id; tells the versions of a law apart',
      'c4d1e8f2a6b94073b5d2f0a1e3c7b986',
    ),
    in_force_at_judgment: boolean(
      '裁判时有效',
      'derived',
      'whether this is the version in force at the date of judgment, by implementation dates and known repeals; NULL when that is not known',
      'true',
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
