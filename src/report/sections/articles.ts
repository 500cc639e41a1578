import { type Dossier, documentsById, type Listed } from '../dossier.ts'
import { type Html, html, note } from '../html.ts'
import { each } from '../references.ts'
import type { ArticleRow } from '../rows.ts'
import { nothingInTexts } from '../searched.ts'
import { namesTable } from '../tables.ts'

/** 14 引用法条. */
export function articles(dossier: Dossier): Html {
  const { documents, held, words, show } = dossier
  if (documents.length === 0 || held.articles.length === 0) return nothingInTexts(dossier)
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
  const table = namesTable(dossier, words.sections.articles, heads, held.articles, (article) => {
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
