import { bigint, boolean, coded, date, label, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import { articleVersions } from './statutes.ts'
import * as columns from './subject-columns.ts'

/* Law as at judgment (docs/domain.md, Versions of law): which version a court applied, and what the number means now. */

/** The matter of an article: its text without its own number, punctuation and white space. */
const matter = (content: string): string =>
  `regexp_replace(regexp_replace(${content}, '^\\s*第[零〇一二三四五六七八九十百千0-9]+条(之[一二三四五六七八九十0-9]+)?', ''), '[\\p{P}\\p{Z}\\s]', '', 'g')`

/** How alike two texts are, by their bytes, from 0 to 1: those that share few characters are not compared further. */
const likeness = (a: string, b: string): string => `
  CASE WHEN ${a} = ${b} THEN 1 WHEN ${a} = '' OR ${b} = '' OR jaccard(${a}, ${b}) < 0.3 THEN 0
    ELSE 1 - levenshtein(${a}, ${b}) / greatest(strlen(${a}), strlen(${b})) END`

/** From what likeness on a text is the same but for its wording, the same article changed, and the same under another number. */
const [same, changed, renumbered] = [0.95, 0.5, 0.8]

/** The matter without numbers of articles: where several articles of one regulation share it, none of them has a text of its own. */
const unnumbered = "regexp_replace(matter, '第[零〇一二三四五六七八九十百千0-9]+条', '', 'g')"

/** One row an article and day from which a version of it applies. Its matter is NULL where it has no text of its own to compare. */
const versions = `
  SELECT * EXCLUDE (first_alike, last_alike)
    REPLACE (CASE WHEN matter <> '' AND first_alike = last_alike THEN matter END AS matter)
  FROM (
    SELECT *, min(citation_key) OVER (PARTITION BY regulation_id, ${unnumbered}) AS first_alike,
      max(citation_key) OVER (PARTITION BY regulation_id, ${unnumbered}) AS last_alike
    FROM (
      SELECT *, split_part(citation_key, '#', 1) AS law, ${matter('content')} AS matter
      FROM (${articleVersions}) WHERE effective_on IS NOT NULL))
  QUALIFY row_number() OVER (PARTITION BY citation_key, effective_on ORDER BY article_id) = 1`

/** Each version with the article of the same number in force now, and how alike their texts are. */
const compared = `
  SELECT v.*, t.citation_key IS NOT NULL AS has_number_now, t.content AS text_now,
    CASE WHEN t.article_id = v.article_id THEN 1 WHEN v.matter IS NOT NULL AND t.matter IS NOT NULL
      THEN ${likeness('v.matter', 't.matter')} END AS likeness
  FROM versions AS v LEFT JOIN now_in_force AS t ON t.citation_key = v.citation_key`

/** What the number of each version stands for now (`now`), as a WITH list: `versions`, `now_in_force`, `compared`. */
export const comparedVersions = `
    versions AS MATERIALIZED (${versions}),
    now_in_force AS MATERIALIZED (
      SELECT * FROM versions WHERE validity = '现行有效'
      QUALIFY row_number() OVER (PARTITION BY citation_key ORDER BY effective_on DESC, article_id) = 1),
    compared AS MATERIALIZED (
      SELECT *, CASE WHEN likeness >= ${same} THEN 'same' WHEN likeness >= ${changed} THEN 'changed'
        WHEN likeness IS NOT NULL THEN 'other matter' WHEN has_number_now THEN 'not known'
        WHEN validity IN ('失效', '已被修改') THEN 'gone' ELSE 'not known' END AS now
      FROM (${compared}))`

/** Of several articles of that matter none is the one. */
const moved = `
  SELECT c.article_id, any_value(t.citation_key) AS key_now
  FROM compared AS c JOIN now_in_force AS t ON t.law = c.law AND t.citation_key <> c.citation_key
  WHERE c.now IN ('other matter', 'gone') AND c.matter IS NOT NULL AND t.matter IS NOT NULL
    AND ${likeness('c.matter', 't.matter')} >= ${renumbered}
  GROUP BY c.article_id HAVING count(*) = 1`

/** A document is of the days of a version. In FILTER, not in a join: by days alone, any document joins most versions of all laws. */
const isOfItsDays = 'd.decided_on >= v.effective_on AND (v.end_on IS NULL OR d.decided_on < v.end_on)'

export const appliedArticles: View = {
  term: '裁判时适用的条文',
  meaning:
    'articles that the full texts of an enterprise cite, in the version in force at the judgment, and what their number stands for now; ' +
    'one row a version. Citations whose version is not held, or not dated, are not here',
  columns: {
    enterprise_id: columns.enterpriseId,
    citation_key: label('法条键', 'case_citations', 'law and article', '中华人民共和国民事诉讼法#253'),
    regulation_id: columns.regulationId('articles', 'regulation id of the version applied'),
    effective_on: date('施行日期', 'regulations', 'first day of that version', '2017-07-01'),
    end_on: date('失效日期', 'day from which it is in force no more; NULL when not known', '2022-01-01'),
    validity: label('时效性', 'regulations', 'its validity status now, as given', '已被修改'),
    article_text: label('裁判时条文', 'articles', 'text that the court applied', '被执行人未按判决…'),
    documents: bigint('文书数', 'documents dated from its days that cite it'),
    was_in_force: boolean(
      '裁判时有效',
      'whether it was in force on their day; NULL where it ended, or may have, on a day that is not known',
    ),
    now: coded(codeWords.articleNow)(
      '该条号现状',
      'same, changed, other matter (the number stands for something else now), gone (no such article in force) or not known',
      'other matter',
    ),
    text_now: label(
      '现行同号条文',
      'articles',
      'text of that number in force; NULL when none is held',
      '执行员接到…',
    ),
    key_now: label(
      '现行条号',
      'article in force of the same matter, where it has another number and is held',
      '中华人民共和国民事诉讼法#264',
    ),
  },
  sql: `
    WITH ${comparedVersions},
    moved AS (${moved}),
    cited AS (
      SELECT d.enterprise_id, v.article_id, count(DISTINCT d.document_id) FILTER (${isOfItsDays}) AS documents
      FROM case_citations AS c
      JOIN subject_documents AS d ON d.case_id = c.case_id AND d.library = c.library
      JOIN versions AS v ON v.citation_key = c.citation_key
      GROUP BY d.enterprise_id, v.article_id HAVING documents > 0)
    SELECT c.enterprise_id, v.citation_key, v.regulation_id, v.effective_on, v.end_on, v.validity, v.content AS article_text,
      c.documents,
      CASE WHEN v.is_end_known THEN true END AS was_in_force, v.now, v.text_now, m.key_now
    FROM cited AS c JOIN compared AS v ON v.article_id = c.article_id LEFT JOIN moved AS m ON m.article_id = v.article_id`,
}
