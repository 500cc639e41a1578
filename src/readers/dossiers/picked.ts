import { literals } from '../../contract/sql.ts'
import type { Reader } from '../../warehouse/database.ts'
import type { Dossier } from './dossier.ts'
import { type Html, html } from './html.ts'
import { caseNumber } from './judgment/address.ts'
import { ReportError } from './subjects.ts'
import { table } from './tables.ts'
import { type Words, wordFor } from './words/words.ts'

/** A document that a reader picked, as the index shows it. */
interface Line {
  readonly decidedOn: string
  readonly number: Html
  readonly title: Html
  readonly outcome: string
  /** The ways to its row in each dossier that lists it. */
  readonly dossiers: Html[]
}

/** Lines by the id of the document; small, because all of a report are held. */
export type PickedLines = Map<string, Line>

/** The enterprises that documents are listed for. @throws ReportError for a document that is listed for none */
export async function enterprisesListing(reader: Reader, documents: readonly string[]): Promise<string[]> {
  if (documents.length === 0) return []
  const rows = await reader.rows(
    `SELECT DISTINCT document_id, enterprise_id FROM subject_documents WHERE document_id IN (${literals(documents)}) ORDER BY enterprise_id`,
  )
  const listed = new Set(rows.map(({ document_id }) => document_id))
  const unlisted = documents.find((id) => !listed.has(id))
  if (unlisted !== undefined)
    throw new ReportError(
      `report: no enterprise of the published warehouse lists the document ${unlisted}; expected an id as ` +
        '`dossier query "SELECT document_id, case_number FROM subject_documents"` lists them',
    )
  return [...new Set(rows.map(({ enterprise_id }) => String(enterprise_id)))]
}

/** Notes where a dossier lists what was picked. */
export function notePicked(
  lines: PickedLines,
  documents: ReadonlySet<string>,
  dossier: Dossier,
  file: string,
): void {
  for (const { row, item } of dossier.documents) {
    if (!documents.has(row.document_id)) continue
    const line = lines.get(row.document_id) ?? {
      decidedOn: row.decided_on ?? '',
      number: caseNumber(dossier, row),
      title: dossier.show(row.title, 'prose', row.persons),
      outcome: wordFor(dossier.words.outcome, row.outcome ?? 'unknown'),
      dossiers: [],
    }
    const name = dossier.show(dossier.subject.name, 'party')
    line.dossiers.push(
      html`<a href="${encodeURIComponent(file)}#D${item.number}">${name} D${item.number}</a>`,
    )
    lines.set(row.document_id, line)
  }
}

/** What was picked, the latest first; nothing where nothing was. */
export function pickedSection(words: Words, picked: PickedLines): Html {
  if (picked.size === 0) return html``
  const { columns, index } = words
  const lines = [...picked.values()].sort((a, b) =>
    a.decidedOn < b.decidedOn ? 1 : a.decidedOn > b.decidedOn ? -1 : 0,
  )
  return html`<section id="picked"><h2>${index.picked}</h2>${table(
    [
      { label: columns.date, shape: 'short' },
      { label: columns.caseNumber },
      { label: columns.document, shape: 'sentence' },
      { label: columns.outcome },
      { label: index.head.matched },
    ],
    lines.map(({ decidedOn, number, title, outcome, dossiers }) => ({
      cells: [
        decidedOn,
        number,
        title,
        outcome,
        html`${dossiers.map((way, at) => html`${at > 0 && html`<br>`}${way}`)}`,
      ],
    })),
    { isStacked: true },
  )}</section>`
}
