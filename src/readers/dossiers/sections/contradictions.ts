import { z } from 'zod'
import { codeWords } from '../../../rows/words/code-words.ts'
import { type Dossier, documentsById } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import type { Query } from '../holdings.ts'
import { type Html, html, type Part } from '../html.ts'
import { itemLink, refer } from '../references.ts'
import { text } from '../rows.ts'
import { factList } from '../tables.ts'
import { wordFor } from '../words/words.ts'

const kinds = Object.keys(codeWords.contradiction) as (keyof typeof codeWords.contradiction)[]

const contradictionRow = z.object({
  enterprise_id: z.string(),
  kind: z.enum(kinds),
  one_source: z.string(),
  one_says: text,
  other_source: z.string(),
  other_says: text,
  happened_on: text,
  row_key: text,
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
  const facts = found.map(
    ([kind, rows]) => [words.contradiction[kind], bothSides(dossier, kind, rows)] as const,
  )
  return html`<p class="caution"><strong>${say.title}</strong> ${say.note}</p>${factList(facts)}`
}

function bothSides(
  dossier: Dossier,
  kind: ContradictionRow['kind'],
  rows: readonly ContradictionRow[],
): Part {
  const { words, show } = dossier
  const [row] = rows
  if (row === undefined) return ''
  const { source, latest } = words.contradictions
  const said = (from: string, value: string | null) =>
    html`${wordFor(source, from)}${words.colon}${show(value, holdsOf(kind))}`
  const day = row.happened_on !== null && html` <span class="day">${row.happened_on}</span>`
  const { counted, link } = documentsBehind(dossier, kind, rows)
  return html`${said(row.one_source, row.one_says)}${words.semicolon}${counted}${counted && latest}${said(row.other_source, row.other_says)}${day}${link}`
}

/** How many documents contradict the registration, and the latest of them. */
function documentsBehind(
  dossier: Dossier,
  kind: ContradictionRow['kind'],
  rows: readonly ContradictionRow[],
) {
  const { words } = dossier
  const byId = documentsById(dossier)
  const items = rows
    .filter(({ other_source }) => other_source === 'subject_documents')
    .flatMap(({ row_key }) => byId.get(row_key ?? '')?.item ?? [])
  const [latest] = items
  if (latest === undefined) return { counted: false as const, link: false as const }
  const { figures, mark } = refer(`${words.contradictions.title}${words.colon}${words.contradiction[kind]}`, [
    [words.columns.documents, items.map((item) => ({ items: [item] }))],
  ])
  return {
    counted: items.length > 1 && html`${words.columns.documents} ${figures} ${mark}${words.comma}`,
    link: html` ${itemLink(latest)}`,
  }
}
