import { repealedOn } from '../../legal/laws.ts'
import {
  bigint,
  boolean,
  coded,
  date,
  integer,
  label,
  provenance,
  type View,
} from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
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
const articleVersions = `
  WITH dated AS (
    SELECT a.article_id, a.regulation_id, a.citation_key, a.content, a.call_key, a.run_id, r.effective_on, r.validity,
      p.ended_on
    FROM articles AS a LEFT JOIN regulations AS r ON r.regulation_id = a.regulation_id
    LEFT JOIN ${repeals} ON p.law = a.law)
  SELECT *, least(next_on, ended_on) AS end_on,
    coalesce(next_on, ended_on) IS NOT NULL OR validity NOT IN ${endedOrChanged} AS is_end_known
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
    case_id: columns.caseId('case id'),
    library: label('案例库', 'library of the case'),
    ordinal: integer('序号', 'position of the citation in its case'),
    citation_key: label('法条键', 'law and article'),
    article_id: label('法条ID', 'data[].id', 'article document id'),
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
const comparedVersions = `
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
  FROM compared AS c JOIN now_in_force AS t ON t.law = c.law
  WHERE c.now IN ('other matter', 'gone') AND ${likeness('c.matter', 't.matter')} >= ${renumbered}
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
    citation_key: label('法条键', 'case_citations', 'law and article'),
    regulation_id: columns.regulationId('articles', 'regulation id of the version applied'),
    effective_on: date('施行日期', 'regulations', 'first day of that version'),
    end_on: date('失效日期', 'day from which it is in force no more; NULL when not known'),
    validity: label('时效性', 'regulations', 'its validity status now, as given'),
    article_text: label('裁判时条文', 'articles', 'text that the court applied'),
    documents: bigint('文书数', 'documents dated from its days that cite it'),
    was_in_force: boolean(
      '裁判时有效',
      'whether it was in force on their day; NULL where it ended, or may have, on a day that is not known',
    ),
    now: coded(codeWords.articleNow)(
      '该条号现状',
      'same, changed, other matter (the number stands for something else now), gone (no such article in force) or not known',
    ),
    text_now: label('现行同号条文', 'articles', 'text of that number in force; NULL when none is held'),
    key_now: label(
      '现行条号',
      'article in force of the same matter, where it has another number and is held',
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

/* Articles that an enterprise's documents cite, judged by the version that each document applied (docs/domain.md, Versions of law). */

/** Cited articles under small numbers: four million citations are grouped by them faster than by their names. */
const keys = `
  SELECT citation_key, any_value(law) AS law, any_value(article_label) AS article_label,
    row_number() OVER (ORDER BY citation_key)::INTEGER AS article_no
  FROM case_citations GROUP BY citation_key`

/** Every held version of each cited article, dated or not, with what its number stands for now. */
const held = `
  SELECT k.article_no, v.article_id, v.content, v.regulation_id, v.validity, v.effective_on, v.end_on, v.is_end_known,
    coalesce(c.now, 'not known') AS now
  FROM (${articleVersions}) AS v JOIN keys AS k ON k.citation_key = v.citation_key
  LEFT JOIN compared AS c ON c.article_id = v.article_id`

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
    arg_max(v.article_id, (u.documents, v.effective_on)) AS applied,
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
    citation_key: label('法条键', 'case_citations', 'law and article'),
    law: label('法规基础名称', 'case_citations', 'law without marks and version'),
    article_label: label('条目', 'case_citations', 'article label'),
    citations: bigint('引用次数', 'citations in the documents, repeated ones too'),
    documents: bigint('文书数', 'documents that cite it'),
    last_cited_on: date('最近引用日期', 'date of the last such document'),
    article_text: label(
      '条文',
      'articles',
      'text of the version that most of the documents applied; where none of them tells, of the version in force, else of the last; NULL when not held',
    ),
    regulation_id: columns.regulationId('articles', 'regulation id of that version'),
    validity: label('时效性', 'regulations', 'its validity status now, as given'),
    effective_on: date('施行日期', 'regulations', 'first day of that version'),
    end_on: date('失效日期', 'regulations', 'day from which it is in force no more'),
    documents_under_version: bigint('适用该版本的文书数', 'documents dated from the days of that version'),
    now: coded(codeWords.articleNow)(
      '该条号现状',
      'what the number of that version stands for now: same, changed, other matter, gone or not known',
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
      SELECT c.*, a.versions, coalesce(c.applied, a.shown) AS article_id, a.is_over
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
