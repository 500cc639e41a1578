import { bigint, boolean, coded, date, label, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import { comparedVersions } from './applied-articles.ts'
import { articleVersions, wasInForce } from './statutes.ts'
import * as columns from './subject-columns.ts'

/* Articles that an enterprise's documents cite, judged by the version that each document applied (docs/domain.md, Versions of law). */

/** Cited articles under small numbers: four million citations are grouped by them faster than by their names. */
const keys = `
  SELECT citation_key, any_value(law) AS law, any_value(article_label) AS article_label,
    row_number() OVER (ORDER BY citation_key)::INTEGER AS article_no
  FROM case_citations WHERE citation_key IS NOT NULL GROUP BY citation_key`

/** Every held version of each cited article, dated or not, with what its number stands for now. */
const held = `
  SELECT k.article_no, v.article_id, v.content, v.regulation_id, v.validity, v.effective_on, v.end_on, v.is_end_known,
    coalesce(c.now, 'not known') AS now
  FROM (${articleVersions}) AS v JOIN keys AS k ON k.citation_key = v.citation_key
  LEFT JOIN compared AS c ON c.article_id = v.article_id AND c.effective_on = v.effective_on`

/** Of each article: how many versions are held, whether all of them ended, and the one to show where no document tells which applied. */
const perArticle = `
  SELECT article_no, count(*) AS versions, bool_and(coalesce(validity IN ('失效', '已被修改'), false)) AS is_over,
    arg_max(article_id, (coalesce(validity = '现行有效', false), coalesce(effective_on, DATE '0001-01-01'), article_id)) AS shown
  FROM held GROUP BY article_no`

/** Citations by the last version that had come into force on the day of their document, if that had not ended by then. */
const uses = `
  SELECT d.enterprise_id, k.article_no, CASE WHEN v.end_on IS NULL OR d.decided_on < v.end_on THEN v.article_id END AS article_id,
    ${wasInForce('d.decided_on')} AS was_in_force, count(*) AS citations, count(*) FILTER (c.is_first) AS documents,
    max(d.decided_on) AS last_cited_on
  FROM case_citations AS c
  JOIN subject_documents AS d ON d.case_id = c.case_id AND d.library = c.library
  JOIN keys AS k ON k.citation_key = c.citation_key
  ASOF LEFT JOIN dated AS v ON v.article_no = k.article_no AND d.decided_on >= v.effective_on
  GROUP BY ALL`

/** The uses of each article of an enterprise together; `applied` is the version that most documents applied, of equal ones the latest. */
const cited = `
  SELECT u.enterprise_id, u.article_no, sum(u.citations)::BIGINT AS citations, sum(u.documents)::BIGINT AS documents,
    max(u.last_cited_on) AS last_cited_on,
    arg_max(v.article_id, (u.documents, v.effective_on)) FILTER (v.article_id IS NOT NULL) AS applied,
    coalesce(max(u.documents) FILTER (v.article_id IS NOT NULL), 0)::BIGINT AS under_version,
    coalesce(sum(u.documents) FILTER (u.was_in_force), 0)::BIGINT AS in_force_then,
    coalesce(sum(u.documents) FILTER (u.was_in_force IS NULL), 0)::BIGINT AS not_known_then,
    coalesce(sum(u.documents) FILTER (v.now = 'same'), 0)::BIGINT AS unchanged,
    coalesce(sum(u.documents) FILTER (v.now IN ('changed', 'other matter', 'gone')), 0)::BIGINT AS changed,
    coalesce(sum(u.documents) FILTER (v.article_id IS NULL), 0)::BIGINT AS unassigned
  FROM (${uses}) AS u LEFT JOIN held AS v ON v.article_id = u.article_id
  GROUP BY u.enterprise_id, u.article_no`

export const citedArticles: View = {
  term: '引用法条',
  meaning:
    'articles that the full texts of an enterprise cite, with the text that the courts applied and whether it still stands under that number',
  columns: {
    enterprise_id: columns.enterpriseId,
    citation_key: label('法条键', 'case_citations', 'law and article', '中华人民共和国民法典#577'),
    law: label('法规基础名称', 'case_citations', 'law without marks and version', '中华人民共和国民法典'),
    article_label: label('条目', 'case_citations', 'article label', '第五百七十七条'),
    citations: bigint('引用次数', 'citations in the documents, repeated ones too'),
    documents: bigint('文书数', 'documents that cite it'),
    last_cited_on: date('最近引用日期', 'date of the last such document'),
    article_text: label(
      '条文',
      'articles',
      'text of the version that most of the documents applied; where none of them tells, of the version in force, else of the last; NULL when not held',
      '当事人一方不履行合同义务',
    ),
    regulation_id: columns.regulationId('articles', 'regulation id of that version'),
    validity: label('时效性', 'regulations', 'its validity status now, as given', '现行有效'),
    effective_on: date('施行日期', 'regulations', 'first day of that version', '2021-01-01'),
    end_on: date('失效日期', 'regulations', 'day from which it is in force no more', '2021-01-01'),
    documents_under_version: bigint('适用该版本的文书数', 'documents dated from the days of that version'),
    now: coded(codeWords.articleNow)(
      '该条号现状',
      'what the number of that version stands for now: same, changed, other matter, gone or not known',
      'same',
    ),
    is_in_force: boolean(
      '现行有效',
      'whether the text that the documents applied stands under this number today: true of all of them, false of none; NULL where it is so of some, or not known of some',
    ),
    documents_unchanged: bigint(
      '条文未变的文书数',
      'documents that applied a text that stands under this number today',
    ),
    documents_changed: bigint(
      '条文已变的文书数',
      'documents that applied a text that is changed, stands under another number or is gone; of the others it is not known',
      '0',
    ),
    documents_in_force_then: bigint(
      '裁判时有效',
      'documents dated from when a held version was in force, whichever it was; NULL when it is known of none and open of some',
    ),
    versions: bigint('已知版本数', 'versions of the article that are held'),
  },
  sql: `
    WITH ${comparedVersions},
    keys AS MATERIALIZED (${keys}),
    held AS MATERIALIZED (${held}),
    dated AS MATERIALIZED (
      SELECT * FROM held WHERE effective_on IS NOT NULL
      QUALIFY row_number() OVER (PARTITION BY article_no, effective_on ORDER BY article_id) = 1),
    cited AS (
      SELECT c.*, a.versions, coalesce(c.applied, a.shown) AS article_id,
        c.unassigned > 0 AND coalesce(a.is_over, false) AS is_over
      FROM (${cited}) AS c LEFT JOIN (${perArticle}) AS a ON a.article_no = c.article_no)
    SELECT c.enterprise_id, k.citation_key, k.law, k.article_label, c.citations, c.documents, c.last_cited_on,
      v.content AS article_text, v.regulation_id, v.validity, v.effective_on, v.end_on,
      c.under_version AS documents_under_version, coalesce(v.now, 'not known') AS now,
      c.unchanged AS documents_unchanged, c.changed + CASE WHEN c.is_over THEN c.unassigned ELSE 0 END AS documents_changed,
      CASE WHEN documents_changed = c.documents THEN false WHEN c.unchanged = c.documents THEN true END AS is_in_force,
      CASE WHEN c.in_force_then > 0 OR c.not_known_then = 0 THEN c.in_force_then END AS documents_in_force_then,
      coalesce(c.versions, 0) AS versions
    FROM cited AS c JOIN keys AS k ON k.article_no = c.article_no
    LEFT JOIN (SELECT DISTINCT ON (article_no, article_id) * FROM held) AS v ON v.article_no = c.article_no AND v.article_id = c.article_id`,
}
