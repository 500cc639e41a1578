import { z } from 'zod'
import { codeWords } from '../../../rows/words/code-words.ts'
import { type Dossier, itemsOf } from '../dossier.ts'
import type { Query } from '../holdings.ts'
import { type Html, html, type Part } from '../html.ts'
import { each, itemLink, refer } from '../references.ts'
import { groupsBy, texts } from '../rows.ts'
import { factList } from '../tables.ts'
import { wordFor } from '../words/words.ts'

const kinds = Object.keys(codeWords.contradiction) as (keyof typeof codeWords.contradiction)[]

const contradictionRow = z.object({
  enterprise_id: z.string(),
  kind: z.enum(kinds),
  one_source: z.string(),
  ...texts('one_says', 'other_says', 'happened_on', 'row_key'),
  other_source: z.string(),
})

type ContradictionRow = z.infer<typeof contradictionRow>

export const contradictions: Query<ContradictionRow> = {
  row: contradictionRow,
  sql: (among) => `
    SELECT enterprise_id, kind, one_source, one_says, other_source, other_says, happened_on, row_key FROM contradictions
    WHERE ${among} ORDER BY enterprise_id, happened_on DESC NULLS LAST, kind, row_key`,
}

/** What of persons may stand in what the sources say. */
const holds = { legal_representative: 'person', name: 'party', list_name: 'party', address: 'prose' } as const

const holdsOf = (kind: ContradictionRow['kind']) =>
  kind in holds ? holds[kind as keyof typeof holds] : 'mixed'

/** Sources that contradict each other, both sides each; nothing where none do. */
export function contradictionList(dossier: Dossier): Html {
  const { held, words } = dossier
  const { contradictions: say } = words
  const found = [...groupsBy(held.rows(contradictions), ({ kind }) => kind)]
  if (found.length === 0) return html``
  const facts = found.map(([kind, rows]) => [words.contradiction[kind], bothSides(dossier, rows)] as const)
  return html`<p class="caution"><strong>${say.title}</strong> ${say.note}</p>${factList(facts)}`
}

/** What both sources say; where documents contradict the registration, how many, and the latest of them. */
function bothSides({ words, show, listed }: Dossier, rows: readonly ContradictionRow[]): Part {
  const [row] = rows
  if (row === undefined) return ''
  const { source, latest, title } = words.contradictions
  const said = (from: string, value: string | null) =>
    html`${wordFor(source, from)}${words.colon}${show(value, holdsOf(row.kind))}`
  const isOfDocuments = ({ other_source }: ContradictionRow) => other_source === 'subject_documents'
  const documents = listed(rows.filter(isOfDocuments).map(({ row_key }) => row_key))
  const { figures, mark } = refer(`${title}${words.colon}${words.contradiction[row.kind]}`, [
    [words.columns.documents, each(documents)],
  ])
  const counted =
    documents.length > 1 && html`${words.columns.documents} ${figures} ${mark}${words.comma}${latest}`
  const day = row.happened_on !== null && html` <span class="day">${row.happened_on}</span>`
  const [item] = itemsOf(documents)
  return html`${said(row.one_source, row.one_says)}${words.semicolon}${counted}${said(row.other_source, row.other_says)}${day}${item && html` ${itemLink(item)}`}`
}
