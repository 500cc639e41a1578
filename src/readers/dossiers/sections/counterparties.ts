import { z } from 'zod'
import { colours, drawBars } from '../charts.ts'
import {
  type Dossier,
  disputesOf,
  documentsById,
  type Listed,
  type Nothing,
  type Section,
} from '../dossier.ts'
import type { Query } from '../holdings.ts'
import { type Html, html, note } from '../html.ts'
import { each } from '../references.ts'
import { role, text } from '../rows.ts'
import { noDocuments } from '../searched.ts'
import { namesTable } from '../tables.ts'
import { periodText } from './families.ts'

const counterpartyRow = z.object({
  enterprise_id: z.string(),
  name_key: z.string(),
  name: z.string(),
  is_repeat: z.boolean().nullable(),
  roles: z.array(role),
  first_on: text,
  last_on: text,
  document_ids: z.array(z.string()),
})

type CounterpartyRow = z.infer<typeof counterpartyRow>

/** Names on the other side, as the view counterparties takes them, with the documents they stand in. */
export const partiesAgainst: Query<CounterpartyRow> = {
  row: counterpartyRow,
  sql: (among: string) => `
  SELECT n.*, o.document_ids FROM (SELECT * FROM counterparties WHERE ${among}) AS n JOIN (
    SELECT d.enterprise_id, p.name_key, list(DISTINCT d.document_id ORDER BY d.document_id) AS document_ids
    FROM (SELECT * FROM subject_documents WHERE ${among}) AS d JOIN document_parties AS p USING (document_id)
    WHERE (d.role = 'plaintiff' AND p.side = 'defendant') OR (d.role = 'defendant' AND p.side = 'plaintiff')
    GROUP BY ALL) AS o USING (enterprise_id, name_key)
  ORDER BY n.enterprise_id, n.disputes DESC, n.documents DESC, n.name_key`,
}

const mostBars = 10

/** 主要对手方. */
export const counterparties: Section = { queries: [partiesAgainst], write: writeCounterparties }

function writeCounterparties(dossier: Dossier): Html | Nothing {
  const { documents, held, words, plain } = dossier
  const parties = held.rows(partiesAgainst)
  if (documents.length === 0 || parties.length === 0) return noDocuments(dossier)
  const byId = documentsById(dossier)
  const found = parties.map((party) => ({
    party,
    documents: party.document_ids.flatMap((id) => byId.get(id) ?? []),
  }))
  const top = found.slice(0, mostBars)
  const only = found.length > mostBars ? ` · ${words.tables.topOnly(mostBars)}` : ''
  const chart = drawBars({
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

/** Whether it has several disputes; those that are likely one are not several. */
function repeatText(
  { words }: Dossier,
  { is_repeat }: CounterpartyRow,
  documents: readonly Listed[],
): string {
  if (is_repeat === null) return words.hiddenName
  return is_repeat ? words.yes : disputesOf(documents).length > 1 ? words.likelyOne : words.no
}

interface Opponent {
  readonly party: CounterpartyRow
  readonly documents: readonly Listed[]
}

function partyTable(dossier: Dossier, found: readonly Opponent[]): Html {
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
    after: [repeatText(dossier, party, documents), periodText(party)],
  }))
}
