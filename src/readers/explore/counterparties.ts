import type { SqlRow } from '../../warehouse/database.ts'
import { type Html, html } from '../dossiers/html.ts'
import { numberOf, textOf, textsOf } from '../dossiers/shown.ts'
import { wordFor } from '../dossiers/words/words.ts'
import { listOf, pager, pageSql } from './listing.ts'
import { enterpriseAt, link, type Scene, type Subject } from './scene.ts'

/** Who stands on the other side, those of most disputes first. An address names one by a place where it stands: a person's name is in none. */
export async function counterparties(scene: Scene, { id, persons }: Subject): Promise<Html> {
  const { report, params, show, showIf } = scene
  const rows = await scene.rows(
    `SELECT c.*, e.enterprise_id AS known_id, (
       SELECT min(p.document_id || '.' || p.side || '.' || p.ordinal) FROM document_parties AS p
       WHERE p.name_key = c.name_key AND p.document_id IN (SELECT document_id FROM subject_documents WHERE enterprise_id = $id)) AS place, count(*) OVER () AS total
     FROM counterparties AS c LEFT JOIN (SELECT name_key, any_value(enterprise_id) AS enterprise_id FROM enterprises GROUP BY name_key HAVING count(*) = 1) AS e USING (name_key)
     WHERE c.enterprise_id = $id ORDER BY c.disputes DESC, c.documents DESC, c.name_key ${pageSql(params)}`,
    { id },
  )
  if (rows.length === 0) return html`<p>${report.none}</p>`
  const { columns } = report
  const nameOf = ({ name, known_id }: SqlRow): Html => {
    const shown = show(name, 'party', [...persons, String(name)])
    return textOf(known_id) === null ? shown : link(enterpriseAt(known_id), shown)
  }
  const roles = (row: SqlRow): string =>
    textsOf(row.roles)
      .map((role) => wordFor(report.role, role))
      .join(report.comma)
  const documents = ({ place, documents: count }: SqlRow): Html =>
    link(
      `${enterpriseAt(id, 'cases')}?${new URLSearchParams({ counterparty: String(place) })}`,
      numberOf(count),
    )
  const list = listOf<SqlRow>(
    [
      [columns.counterparty, nameOf, 'sentence'],
      [columns.counterpartyRole, roles],
      [columns.disputes, (row) => numberOf(row.disputes), 'number'],
      [columns.documents, documents, 'number'],
      [
        columns.period,
        (row) => html`${showIf(row.first_on, 'label')} – ${showIf(row.last_on, 'label')}`,
        'short',
      ],
    ],
    rows,
  )
  return html`${list}${pager(scene, enterpriseAt(id, 'counterparties'), rows.length, numberOf(rows[0]?.total))}`
}
