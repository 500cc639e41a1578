import { z } from 'zod'
import { type Dossier, disputesOf, type Listed, type Nothing } from '../dossier.ts'
import { type Html, html, joined, note } from '../html.ts'
import { each } from '../references.ts'
import { flag, list, type RowOf, role, texts, viewQuery } from '../rows.ts'
import { noDocuments } from '../searched.ts'
import { namesTable } from '../tables.ts'
import { periodText } from './families.ts'

/** Names on the other side, with the documents they stand in. */
export const partiesAgainst = viewQuery('counterparties', 'disputes DESC, documents DESC, name_key', {
  name: z.string(),
  is_repeat: flag,
  roles: z.array(role),
  ...texts('first_on', 'last_on'),
  document_ids: list,
})

interface Opponent extends RowOf<typeof partiesAgainst> {
  readonly documents: readonly Listed[]
}

export function counterparties(dossier: Dossier): Html | Nothing {
  const { documents, words, plain, show, listed, rowsOf, columns } = dossier
  const found = rowsOf(partiesAgainst).map(
    (row): Opponent => ({ ...row, documents: listed(row.document_ids) }),
  )
  if (documents.length === 0 || found.length === 0) return noDocuments(dossier)
  const rolesOf = ({ roles }: Opponent) => roles.map((role) => words.role[role ?? 'unknown'])
  const listing = namesTable<Opponent>(
    dossier,
    {
      title: words.sections.counterparties,
      labelOf: ({ name }) => plain(name, 'party'),
      columns: [
        [columns.counterparty, ({ name }) => show(name, 'party')],
        [columns.counterpartyRole, (one) => joined(rolesOf(one), words.comma)],
        [columns.disputes, (one) => disputesOf(one.documents), 'counted'],
        [columns.documents, (one) => each(one.documents), 'counted'],
        [columns.repeat, (one) => repeatText(dossier, one), 'short'],
        [columns.period, periodText, 'short'],
      ],
    },
    found,
  )
  return html`${listing}${note(words.notes.counterparties)}`
}

function repeatText({ words }: Dossier, { is_repeat, documents }: Opponent): string {
  if (is_repeat === null) return words.hiddenName
  return is_repeat ? words.yes : disputesOf(documents).length > 1 ? words.likelyOne : words.no
}
