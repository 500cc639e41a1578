import { type Html, html } from '../dossiers/html.ts'
import { table } from '../dossiers/tables.ts'
import { wordFor } from '../dossiers/words/words.ts'
import {
  enterpriseAt,
  link,
  numberOf,
  pageOf,
  pager,
  rowsOf,
  type Scene,
  type Subject,
  show,
  showIf,
  textOf,
  textsOf,
} from './scene.ts'

/** Who stands on the other side, those of most disputes first. An address names one by a place where it stands: a person's name is in none. */
export async function counterparties(scene: Scene, { id, persons }: Subject): Promise<Html> {
  const { report, params } = scene
  const rows = await rowsOf(
    scene,
    `SELECT c.*, e.enterprise_id AS known_id, (
       SELECT min(p.document_id || '.' || p.side || '.' || p.ordinal) FROM document_parties AS p
       WHERE p.name_key = c.name_key AND p.document_id IN (SELECT document_id FROM subject_documents WHERE enterprise_id = $id)) AS place, count(*) OVER () AS total
     FROM counterparties AS c LEFT JOIN (SELECT name_key, any_value(enterprise_id) AS enterprise_id FROM enterprises GROUP BY name_key HAVING count(*) = 1) AS e USING (name_key)
     WHERE c.enterprise_id = $id ORDER BY c.disputes DESC, c.documents DESC, c.name_key LIMIT ${scene.pageSize} OFFSET ${(pageOf(params) - 1) * scene.pageSize}`,
    { id },
  )
  if (rows.length === 0) return html`<p>${report.none}</p>`
  const { columns } = report
  return html`${table(
    [
      { label: columns.counterparty, shape: 'sentence' },
      { label: columns.counterpartyRole },
      { label: columns.disputes, shape: 'number' },
      { label: columns.documents, shape: 'number' },
      { label: columns.period, shape: 'short' },
    ],
    rows.map((row) => {
      const name = show(scene, row.name, 'party', [...persons, String(row.name)])
      return {
        cells: [
          textOf(row.known_id) === null ? name : link(scene, enterpriseAt(String(row.known_id)), name),
          textsOf(row.roles)
            .map((role) => wordFor(report.role, role))
            .join(report.comma),
          numberOf(row.disputes),
          link(
            scene,
            `${enterpriseAt(id, 'cases')}?counterparty=${encodeURIComponent(String(row.place))}`,
            numberOf(row.documents),
          ),
          html`${showIf(scene, row.first_on, 'label')} – ${showIf(scene, row.last_on, 'label')}`,
        ],
      }
    }),
    { isStacked: true },
  )}${pager(scene, enterpriseAt(id, 'counterparties'), rows.length, numberOf(rows[0]?.total))}`
}
