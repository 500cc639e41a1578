import { shortHash } from '../../../disk/name-part.ts'
import type { Dossier } from '../dossier.ts'
import type { DocumentRow } from '../holdings.ts'
import { type Html, html } from '../html.ts'

export const judgmentFolder = 'judgments'

/** An id as it is, where it is a plain one in small letters: two names never differ in capitals alone. */
const idPart = (id: string): string => (/^[0-9a-z]{1,64}$/.test(id) ? id : shortHash(id))

/** The file of a case, relative to the folder of the dossiers. */
export const judgmentFile = (library: string, caseId: string): string =>
  `${judgmentFolder}/${idPart(library)}-${idPart(caseId)}.html`

/** The page of a document's full text; undefined where none is held, or none is written. */
export const pageOfText = (
  { settings }: Pick<Dossier, 'settings'>,
  { text_state, library, case_id }: DocumentRow,
): string | undefined =>
  settings.judgments &&
  (text_state === 'held' || text_state === 'partial') &&
  library !== null &&
  case_id !== null
    ? judgmentFile(library, case_id)
    : undefined

export function caseNumber(dossier: Dossier, row: DocumentRow): Html {
  const page = pageOfText(dossier, row)
  const shown = dossier.show(row.case_number, 'label')
  return page === undefined ? shown : html`<a href="${page}">${shown}</a>`
}
