import { z } from 'zod'
import type { Dossier, Nothing } from '../dossier.ts'
import { type Html, html, note } from '../html.ts'
import { each } from '../references.ts'
import { code, count, flag, list, query, type RowOf, texts } from '../rows.ts'
import { nothingInTexts } from '../searched.ts'
import { namesTable } from '../tables.ts'
import { filled, wordFor } from '../words/words.ts'

export const citedArticles = query(
  {
    citation_key: z.string(),
    ...texts('law', 'article_label', 'validity', 'effective_on'),
    now: code('articleNow'),
    /** Null where it is so of some documents, or not known. */
    is_in_force: flag,
    documents_unchanged: count,
    documents_changed: count,
    documents_in_force_then: count.nullable(),
    /** One a citation. */
    document_ids: list,
    /** Of every version that is held. */
    regulation_ids: list.nullable(),
  },
  (among) => `
  SELECT a.* EXCLUDE (article_text), o.document_ids, r.regulation_ids FROM (SELECT * FROM cited_articles WHERE ${among}) AS a JOIN (
    SELECT d.enterprise_id, c.citation_key, list(d.document_id ORDER BY d.document_id) AS document_ids
    FROM (SELECT * FROM subject_documents WHERE ${among}) AS d
    JOIN case_citations AS c ON c.case_id = d.case_id AND c.library = d.library
    WHERE c.citation_key IS NOT NULL GROUP BY ALL) AS o USING (enterprise_id, citation_key)
  LEFT JOIN (SELECT citation_key, list(DISTINCT regulation_id ORDER BY regulation_id) AS regulation_ids FROM articles GROUP BY citation_key) AS r
    USING (citation_key)
  ORDER BY a.enterprise_id, a.documents DESC, a.citation_key`,
)

type ArticleRow = RowOf<typeof citedArticles>

/** Of documents from the days of a version; a join by days would come before those by keys, with millions of rows. */
const ofItsDays = 'FILTER (d.decided_on >= v.effective_on AND (v.end_on IS NULL OR d.decided_on < v.end_on))'

/** Texts are shown of versions alone that are another text now. */
const isOther = "now IN ('changed', 'other matter', 'gone')"

const appliedArticles = query(
  {
    citation_key: z.string(),
    ...texts('law', 'article_label', 'effective_on', 'end_on', 'validity', 'article_text', 'text_now'),
    ...texts('label_now'),
    was_in_force: flag,
    now: code('articleNow'),
    document_ids: list,
  },
  (among) => `
  SELECT v.*, any_value(k.law) ${ofItsDays} AS law, any_value(k.article_label) ${ofItsDays} AS article_label,
    any_value('第' || split_part(v.key_now, '#', 2) || '条') AS label_now,
    list(DISTINCT d.document_id ORDER BY d.document_id) ${ofItsDays} AS document_ids
  FROM (
    SELECT * EXCLUDE (documents, regulation_id) REPLACE (
      CASE WHEN ${isOther} THEN article_text END AS article_text, CASE WHEN ${isOther} THEN text_now END AS text_now)
    FROM applied_articles WHERE ${among}) AS v
  JOIN (SELECT * FROM subject_documents WHERE ${among}) AS d ON d.enterprise_id = v.enterprise_id
  JOIN case_citations AS k ON k.citation_key = v.citation_key AND d.case_id = k.case_id AND d.library = k.library
  GROUP BY ALL HAVING document_ids IS NOT NULL ORDER BY v.enterprise_id, v.now DESC, len(document_ids) DESC, v.citation_key, v.effective_on`,
)

type AppliedRow = RowOf<typeof appliedArticles>

export function articles(dossier: Dossier): Html | Nothing {
  const { documents, words, show, showName, listed, rowsOf, columns } = dossier
  const cited = rowsOf(citedArticles)
  if (documents.length === 0 || cited.length === 0) return nothingInTexts(dossier)
  const inForceThen = (article: ArticleRow) =>
    article.documents_in_force_then === null
      ? null
      : each(listed(documentsOf(dossier, article, ({ was_in_force }) => was_in_force === true)))
  const table = namesTable<ArticleRow>(
    dossier,
    {
      title: words.sections.articles,
      labelOf: (article) => articleName(dossier, article),
      columns: [
        [columns.law, ({ law }) => showName('law', law)],
        [columns.article, ({ article_label }) => show(article_label, 'label'), 'short'],
        [columns.versionCited, (article) => versionOf(dossier, article)],
        [columns.inForce, (article) => inForce(dossier, article)],
        [columns.citations, ({ document_ids }) => each(listed(document_ids)), 'counted'],
        [columns.documents, ({ document_ids }) => each(listed([...new Set(document_ids)])), 'counted'],
        [columns.inForceThen, inForceThen, 'counted'],
      ],
    },
    cited,
  )
  return html`${appliedTable(dossier)}${table}${note(words.notes.articles)}`
}

const versionOf = (
  { show, words }: Dossier,
  {
    effective_on,
    validity,
    end_on = null,
  }: Pick<ArticleRow, 'effective_on' | 'validity'> & Partial<AppliedRow>,
): Html =>
  html`${show(effective_on, 'label')}${end_on !== null && html` – ${show(end_on, 'label')}`}<br><span class="minor">${show(validity && wordFor(words.term, validity), 'label')}</span>`

const isOtherNow = ({ now }: AppliedRow): boolean => now !== 'same' && now !== 'not known'

/** Law as at judgment, where its number or text is another now; a number that misleads stands first. */
function appliedTable(dossier: Dossier): Html {
  const { words, show, showName, plain, listed, rowsOf, columns } = dossier
  const applied = rowsOf(appliedArticles).filter(isOtherNow)
  if (applied.length === 0) return html``
  const nowOf = ({ now, label_now, text_now }: AppliedRow): Html => {
    const state = words.articleNow[now]
    return html`${now === 'other matter' ? html`<strong>${state}</strong>` : state}${label_now !== null && html` → ${show(label_now, 'label')}`}${text_now !== null && html`<br>${clipped(dossier, text_now)}`}`
  }
  const title = words.tables.applied
  const table = namesTable<AppliedRow>(
    dossier,
    {
      title,
      labelOf: (one) => `${articleName(dossier, one)} ${plain(one.effective_on, 'label')}`,
      columns: [
        [columns.article, (one) => html`${showName('law', one.law)}<br>${show(one.article_label, 'label')}`],
        [columns.versionApplied, (one) => versionOf(dossier, one)],
        [columns.textThen, ({ article_text }) => clipped(dossier, article_text), 'sentence'],
        [columns.numberNow, nowOf, 'sentence'],
        [columns.documents, ({ document_ids }) => each(listed(document_ids)), 'counted'],
      ],
    },
    applied,
  )
  return html`<h3>${title}</h3>${table}${note(words.notes.applied)}`
}

const longestArticle = 120

const clipped = ({ show }: Dossier, content: string | null): Html =>
  html`<span class="minor">${show(content === null || content.length <= longestArticle ? content : `${content.slice(0, longestArticle)}…`, 'prose')}</span>`

export const articleName = (
  { plain, plainName }: Dossier,
  { law, article_label }: Pick<ArticleRow, 'law' | 'article_label'>,
): string => `${plainName('law', law)} ${plain(article_label, 'label')}`

const documentsOf = (
  { rowsOf }: Dossier,
  { citation_key }: ArticleRow,
  isMeant: (applied: AppliedRow) => boolean,
): string[] =>
  rowsOf(appliedArticles)
    .filter((one) => one.citation_key === citation_key && isMeant(one))
    .flatMap(({ document_ids }) => document_ids)

/** Articles that courts applied in a wording that their number no longer has today, with the documents. */
export const articlesChanged = (dossier: Dossier): ArticleRow[] =>
  dossier
    .rowsOf(citedArticles)
    .filter(({ documents_changed }) => documents_changed > 0)
    .map((article) =>
      article.is_in_force === false
        ? article
        : { ...article, document_ids: documentsOf(dossier, article, isOtherNow) },
    )

/** Articles of which the versions held do not tell, for all or some of the documents, whether the text stands today. */
export const articlesUnknown = (dossier: Dossier): ArticleRow[] =>
  dossier
    .rowsOf(citedArticles)
    .filter(
      ({ documents_changed, is_in_force, document_ids, documents_unchanged }) =>
        documents_changed === 0 && is_in_force === null && new Set(document_ids).size > documents_unchanged,
    )

/** 是, 否 with what the number stands for now, or how many documents each is so of. */
function inForce({ words }: Dossier, article: ArticleRow): Html {
  const { documents_unchanged: unchanged, documents_changed: changed, is_in_force } = article
  if (is_in_force === true) return html`${words.yes}`
  if (is_in_force === false)
    return html`<strong>${words.no}</strong>${words.colon}${words.articleNow[article.now]}`
  const open = new Set(article.document_ids).size - unchanged - changed
  const counts = Object.entries({ unchanged, changed, open }).filter(([, count]) => count > 0)
  const said = counts.map(([name, count]) =>
    filled(words.textToday[name as keyof typeof words.textToday], count),
  )
  return html`${said.join(words.standing.comma)}`
}
