import { z } from 'zod'
import { type Dossier, documentsById, type Listed, type Nothing, type Section } from '../dossier.ts'
import type { Query } from '../holdings.ts'
import { type Html, html, note } from '../html.ts'
import { each } from '../references.ts'
import { count, flag, text } from '../rows.ts'
import { nothingInTexts } from '../searched.ts'
import { namesTable } from '../tables.ts'

const articleRow = z.object({
  enterprise_id: z.string(),
  citation_key: z.string(),
  law: text,
  article_label: text,
  regulation_id: text,
  validity: text,
  is_in_force: flag,
  /** Days between which that version was in force, the second exclusive. */
  effective_on: text,
  end_on: text,
  /** Null where it is not known when the version ended. */
  documents_under_version: count.nullable(),
  /** One a citation. */
  document_ids: z.array(z.string()),
})

type ArticleRow = z.infer<typeof articleRow>

export const citedArticles: Query<ArticleRow> = {
  row: articleRow,
  sql: (among: string) => `
  SELECT a.* EXCLUDE (article_text), o.document_ids FROM (SELECT * FROM cited_articles WHERE ${among}) AS a JOIN (
    SELECT d.enterprise_id, c.citation_key, list(d.document_id ORDER BY d.document_id) AS document_ids
    FROM (SELECT * FROM subject_documents WHERE ${among}) AS d
    JOIN case_citations AS c ON c.case_id = d.case_id AND c.library = d.library
    WHERE c.citation_key IS NOT NULL GROUP BY ALL) AS o USING (enterprise_id, citation_key)
  ORDER BY a.enterprise_id, a.documents DESC, a.citation_key`,
}

const appliedRow = z.object({
  enterprise_id: z.string(),
  citation_key: z.string(),
  law: text,
  article_label: text,
  effective_on: text,
  end_on: text,
  validity: text,
  article_text: text,
  now: z.enum(['changed', 'other matter', 'gone']),
  text_now: text,
  label_now: text,
  document_ids: z.array(z.string()),
})

type AppliedRow = z.infer<typeof appliedRow>

/** Of documents from the days of a version; a join by days would come before those by keys, with millions of rows. */
const ofItsDays = 'FILTER (d.decided_on >= v.effective_on AND (v.end_on IS NULL OR d.decided_on < v.end_on))'

/** Versions that courts applied and that are another text now, with the documents that cite them. */
const appliedArticles: Query<AppliedRow> = {
  row: appliedRow,
  sql: (among: string) => `
  SELECT v.*, any_value(k.law) ${ofItsDays} AS law, any_value(k.article_label) ${ofItsDays} AS article_label,
    any_value('第' || split_part(v.key_now, '#', 2) || '条') AS label_now,
    list(DISTINCT d.document_id ORDER BY d.document_id) ${ofItsDays} AS document_ids
  FROM (SELECT * EXCLUDE (documents, regulation_id) FROM applied_articles WHERE ${among} AND now IN ('changed', 'other matter', 'gone')) AS v
  JOIN (SELECT * FROM subject_documents WHERE ${among}) AS d ON d.enterprise_id = v.enterprise_id
  JOIN case_citations AS k ON k.citation_key = v.citation_key AND d.case_id = k.case_id AND d.library = k.library
  GROUP BY ALL HAVING document_ids IS NOT NULL ORDER BY v.enterprise_id, v.now DESC, len(document_ids) DESC, v.citation_key, v.effective_on`,
}

/** 引用法条. */
export const articles: Section = { queries: [citedArticles, appliedArticles], write: writeArticles }

function writeArticles(dossier: Dossier): Html | Nothing {
  const { documents, held, words, show, showName } = dossier
  const cited = held.rows(citedArticles)
  if (documents.length === 0 || cited.length === 0) return nothingInTexts(dossier)
  const { columns } = words
  const byId = documentsById(dossier)
  const heads = {
    before: [
      { label: columns.law },
      { label: columns.article, shape: 'short' as const },
      { label: columns.inForce },
    ],
    counted: [columns.citations, columns.documents, columns.inForceThen],
  }
  const table = namesTable(dossier, words.sections.articles, heads, cited, (article) => {
    const citing = article.document_ids.flatMap((id) => byId.get(id) ?? [])
    const found = [...new Set(citing)]
    return {
      label: articleName(dossier, article),
      before: [showName('law', article.law), show(article.article_label, 'label'), inForce(dossier, article)],
      counted: [
        each(citing),
        each(found),
        isEndKnown(article) ? each(found.filter(isOfItsDays(article))) : null,
      ],
    }
  })
  return html`${appliedTable(dossier)}${table}${note(words.notes.articles)}`
}

/** Law as at judgment, where its number or text is another now; a number that misleads stands first. */
function appliedTable(dossier: Dossier): Html {
  const { held, words, show, showName, plain } = dossier
  const applied = held.rows(appliedArticles)
  if (applied.length === 0) return html``
  const { columns } = words
  const byId = documentsById(dossier)
  const heads = {
    before: [
      { label: columns.article },
      { label: columns.versionApplied },
      { label: columns.textThen, shape: 'sentence' as const },
      { label: columns.numberNow, shape: 'sentence' as const },
    ],
    counted: [columns.documents],
  }
  const title = words.tables.applied
  const listed = namesTable(dossier, title, heads, applied, (one) => {
    const citing = one.document_ids.flatMap((id) => byId.get(id) ?? [])
    const state = words.articleNow[one.now]
    return {
      label: `${articleName(dossier, one)} ${plain(one.effective_on, 'label')}`,
      before: [
        html`${showName('law', one.law)}<br>${show(one.article_label, 'label')}`,
        html`${show(one.effective_on, 'label')}${one.end_on !== null && html` – ${show(one.end_on, 'label')}`}<br><span class="minor">${show(one.validity, 'label')}</span>`,
        clipped(dossier, one.article_text),
        html`${one.now === 'other matter' ? html`<strong>${state}</strong>` : state}${one.label_now !== null && html` → ${show(one.label_now, 'label')}`}${one.text_now !== null && html`<br>${clipped(dossier, one.text_now)}`}`,
      ],
      counted: [each(citing)],
    }
  })
  return html`<h3>${title}</h3>${listed}${note(words.notes.applied)}`
}

/** Characters of an article that a cell has room for. */
const longestArticle = 120

const clipped = ({ show }: Dossier, content: string | null): Html =>
  html`<span class="minor">${show(content === null || content.length <= longestArticle ? content : `${content.slice(0, longestArticle)}…`, 'prose')}</span>`

export const articleName = (
  { plain, plainName }: Dossier,
  { law, article_label }: Pick<ArticleRow, 'law' | 'article_label'>,
): string => `${plainName('law', law)} ${plain(article_label, 'label')}`

const isEndKnown = ({ documents_under_version }: ArticleRow): boolean => documents_under_version !== null

/** Whether a document dates from the days when this version was in force. */
const isOfItsDays =
  ({ effective_on: from, end_on: to }: ArticleRow) =>
  ({ row: { decided_on: day } }: Listed): boolean =>
    day !== null && from !== null && day >= from && (to === null || day < to)

function inForce({ words, show }: Dossier, { is_in_force, validity }: ArticleRow): Html {
  if (is_in_force === null) return show(validity, 'label')
  return is_in_force
    ? html`${words.yes}`
    : html`<strong>${words.no}</strong>${words.colon}${show(validity, 'label')}`
}
