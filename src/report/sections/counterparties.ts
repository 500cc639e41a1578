import { lyingBars } from '../charts/bars.ts'
import { colours } from '../charts/render.ts'
import { type Dossier, disputesOf, documentsById, type Listed } from '../dossier.ts'
import { type Html, html, note } from '../html.ts'
import { each } from '../references.ts'
import type { CounterpartyRow } from '../rows.ts'
import { noDocuments } from '../searched.ts'
import { namesTable } from '../tables.ts'
import { periodText } from './families.ts'

const mostBars = 10

/** 12 主要对手方. */
export function counterparties(dossier: Dossier): Html {
  const { documents, held, words, plain } = dossier
  if (documents.length === 0 || held.counterparties.length === 0) return noDocuments(dossier)
  const byId = documentsById(dossier)
  const found = held.counterparties.map((party) => ({
    party,
    documents: party.document_ids.flatMap((id) => byId.get(id) ?? []),
  }))
  const top = found.slice(0, mostBars)
  const only = found.length > mostBars ? ` · ${words.tables.topOnly(mostBars)}` : ''
  const chart = lyingBars({
    title: `${words.tables.byCounterparty} · ${words.tables.disputes}${only}`,
    categories: top.map(({ party }) => plain(party.name, 'party')),
    series: [
      {
        name: words.columns.disputes,
        colour: colours.navy,
        counts: top.map(({ documents }) => disputesOf(documents).length),
      },
    ],
  })
  return html`${chart}${partyTable(dossier, found)}${note(words.notes.counterparties)}`
}

interface Found {
  readonly party: CounterpartyRow
  readonly documents: readonly Listed[]
}

function partyTable(dossier: Dossier, found: readonly Found[]): Html {
  const { words, show, plain } = dossier
  const { columns } = words
  const heads = {
    before: [{ label: columns.counterparty }, { label: columns.counterpartyRole }],
    counted: [columns.disputes, columns.documents],
    after: [
      { label: columns.repeat, shape: 'short' as const },
      { label: columns.period, shape: 'short' as const },
    ],
  }
  return namesTable(dossier, words.sections.counterparties, heads, found, ({ party, documents }) => ({
    label: plain(party.name, 'party'),
    before: [
      show(party.name, 'party'),
      party.roles.map((role, at) => html`${at > 0 && words.comma}${words.role[role ?? 'unknown']}`),
    ],
    counted: [disputesOf(documents), each(documents)],
    after: [party.is_repeat ? words.yes : words.no, periodText(party)],
  }))
}
