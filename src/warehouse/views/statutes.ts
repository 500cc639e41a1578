import { repealedOn } from '../../legal/law-lists.ts'
import { bigint, boolean, date, integer, label, provenance, type View } from '../../tables/table.ts'

import * as columns from './subject-columns.ts'

/** Validities that do not say when a version ended, unless a later version or a repeal is known. */
const endedOrChanged = "('失效', '已被修改', '部分失效')"

const repeals = `(VALUES ${Object.entries(repealedOn)
  .map(([law, day]) => `('${law}', DATE '${day}')`)
  .join(', ')}) AS p(law, ended_on)`

/**
 * Every version of every article with the days between which it was in force: `effective_on`, and `end_on` (exclusive):
 * when the next version came into force, or the law was repealed. `is_end_known` is false where it has ended, or may have,
 * on an unknown day. Worked out once a version, not once a citation.
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
const wasInForce = (day: string): string => `
  CASE WHEN v.effective_on IS NULL OR ${day} IS NULL THEN NULL
    WHEN ${day} < v.effective_on OR ${day} >= v.end_on THEN false
    WHEN v.is_end_known THEN true END`

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
      'regulation id; distinguishes the versions of a law',
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

/** The version of each article that a reader wants first: in force, else the last that came into force. */
const versions = `
  SELECT v.citation_key, v.content, v.regulation_id, v.validity, v.effective_on, v.end_on, v.is_end_known,
    count(*) OVER (PARTITION BY v.citation_key) AS versions
  FROM (${articleVersions}) AS v
  QUALIFY row_number() OVER (PARTITION BY v.citation_key
    ORDER BY coalesce(v.validity = '现行有效', false) DESC, v.effective_on DESC NULLS LAST, v.article_id) = 1`

/** Cited articles under small numbers: four million citations are grouped by them faster than by their names. */
const keys = `
  SELECT c.*, v.* EXCLUDE (citation_key) FROM (
    SELECT citation_key, any_value(law) AS law, any_value(article_label) AS article_label,
      row_number() OVER (ORDER BY citation_key)::INTEGER AS article_no
    FROM case_citations WHERE citation_key IS NOT NULL GROUP BY citation_key) AS c
  LEFT JOIN (${versions}) AS v ON v.citation_key = c.citation_key`

export const citedArticles: View = {
  term: '引用法条',
  meaning:
    'articles that the full texts of an enterprise cite, with their text and whether they are in force',
  columns: {
    enterprise_id: columns.enterpriseId,
    citation_key: label('法条键', 'case_citations', 'law and article', '中华人民共和国民法典#577'),
    law: label('法规基础名称', 'case_citations', 'law without marks and version', '中华人民共和国民法典'),
    article_label: label('条目', 'case_citations', 'article label', '第五百七十七条'),
    citations: bigint('引用次数', 'derived', 'citations in the documents, repeated ones too', '1'),
    documents: bigint('文书数', 'derived', 'documents that cite it', '1'),
    last_cited_on: date('最近引用日期', 'derived', 'date of the last such document', '2023-09-18'),
    article_text: label(
      '条文',
      'articles',
      'text of the version in force, else of the last; NULL when not held',
      '当事人一方不履行合同义务',
    ),
    regulation_id: label(
      '法规ID',
      'articles',
      'regulation id of that version',
      'c4d1e8f2a6b94073b5d2f0a1e3c7b986',
    ),
    validity: label('时效性', 'regulations', 'its validity status now, as given', '现行有效'),
    is_in_force: boolean(
      '现行有效',
      'derived',
      'whether it is in force now; NULL when its status is not known, or only a part of the regulation ended',
      'true',
    ),
    effective_on: date('施行日期', 'regulations', 'first day of that version', '2021-01-01'),
    end_on: date('失效日期', 'regulations', 'day from which it is in force no more', '2021-01-01'),
    documents_under_version: bigint(
      '裁判时该版本有效',
      'derived',
      'documents dated from when this version was in force, by implementation dates; NULL when it has none, or is out of force since a day not known',
      '1',
    ),
    versions: bigint('已知版本数', 'derived', 'versions of the article that are held', '1'),
  },
  sql: `
    WITH keys AS MATERIALIZED (${keys}),
    cited AS (
      SELECT d.enterprise_id, k.article_no, count(*) AS citations, count(*) FILTER (c.is_first) AS documents,
        max(d.decided_on) AS last_cited_on,
        count(*) FILTER (c.is_first AND d.decided_on >= k.effective_on
          AND (k.end_on IS NULL OR d.decided_on < k.end_on)) AS documents_under_version
      FROM case_citations AS c
      JOIN subject_documents AS d ON d.case_id = c.case_id AND d.library = c.library
      JOIN keys AS k ON k.citation_key = c.citation_key
      GROUP BY d.enterprise_id, k.article_no)
    SELECT c.enterprise_id, k.citation_key, k.law, k.article_label, c.citations, c.documents, c.last_cited_on,
      k.content AS article_text, k.regulation_id, k.validity, CASE WHEN k.validity <> '部分失效' THEN k.validity = '现行有效' END AS is_in_force,
      k.effective_on, k.end_on,
      CASE WHEN k.effective_on IS NOT NULL AND k.is_end_known THEN c.documents_under_version END
        AS documents_under_version,
      coalesce(k.versions, 0) AS versions
    FROM cited AS c JOIN keys AS k ON k.article_no = c.article_no`,
}
