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

/** 引用法条. */
export const articles: Section = { queries: [citedArticles], write: writeArticles }

function writeArticles(dossier: Dossier): Html | Nothing {
  const { documents, held, words, show } = dossier
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
      before: [show(article.law, 'label'), show(article.article_label, 'label'), inForce(dossier, article)],
      counted: [
        each(citing),
        each(found),
        isEndKnown(article) ? each(found.filter(isOfItsDays(article))) : null,
      ],
    }
  })
  return html`${table}${note(words.notes.articles)}`
}

export const articleName = ({ plain }: Dossier, { law, article_label }: ArticleRow): string =>
  `${plain(law, 'label')} ${plain(article_label, 'label')}`

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
