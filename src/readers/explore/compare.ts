import { html, type Part } from '../dossiers/html.ts'
import { table } from '../dossiers/tables.ts'
import { wordFor } from '../dossiers/words/words.ts'
import {
  enterpriseAt,
  link,
  money,
  numberOf,
  rowsOf,
  type Scene,
  show,
  showIf,
  termIf,
  type View,
} from './scene.ts'

const most = 5

/** Two to five enterprises beside each other: a row a measure, each figure leading to its rows. */
export async function compare(scene: Scene): Promise<View> {
  const { words, report, params } = scene
  const say = words.portfolio
  const ids = [...new Set(params.getAll('id'))].slice(0, most)
  const found = await rowsOf(
    scene,
    `SELECT s.*, e.legal_representative, e.registered_capital, e.established_on, e.industry, v.verdict FROM explored.subjects AS s
     JOIN enterprises AS e USING (enterprise_id) LEFT JOIN explored.verdicts AS v USING (enterprise_id)
     WHERE list_contains(string_split($ids, chr(10)), s.enterprise_id) ORDER BY list_position(string_split($ids, chr(10)), s.enterprise_id)`,
    { ids: ids.join('\n') },
  )
  if (found.length < 2)
    return {
      title: words.compare.title,
      body: html`<h1>${words.compare.title}</h1><div class="empty"><p>${words.compare.few}</p>${link(scene, '/', words.nav.portfolio, 'button')}</div>`,
    }
  const row = (label: Part, cell: (one: (typeof found)[number], id: string) => Part) => ({
    cells: [html`<strong>${label}</strong>`, ...found.map((one) => cell(one, String(one.enterprise_id)))],
  })
  const count = (column: string, at: (id: string) => string) => (one: (typeof found)[number], id: string) =>
    link(scene, at(id), numberOf(one[column]).toLocaleString('en'))
  const rows = [
    row(say.status, (one) => termIf(scene, one.status)),
    row(
      words.enterprise.tabs.registration,
      (one) =>
        html`${showIf(scene, one.legal_representative, 'person')} · ${showIf(scene, one.registered_capital, 'label')} · ${showIf(scene, one.established_on, 'label')}`,
    ),
    row(
      say.flags,
      (one) =>
        html`<span class="flags">${((one.flags ?? []) as readonly { flag: string; level: string }[]).map(({ flag, level }) => link(scene, `${enterpriseAt(String(one.enterprise_id))}#flag-${flag}`, wordFor(report.flag, flag), `flag ${level}`))}</span>`,
    ),
    row(say.atStakeShort, (one, id) =>
      one.at_stake === null ? '' : link(scene, `${enterpriseAt(id)}#enforcement`, money(one.at_stake)),
    ),
    row(
      say.endedUnpaid,
      count('ended_unpaid', (id) => `${enterpriseAt(id)}#enforcement`),
    ),
    row(
      say.defendant,
      count('sued', (id) => `${enterpriseAt(id, 'cases')}?side=defendant`),
    ),
    row(
      say.documents,
      count('documents', (id) => enterpriseAt(id, 'cases')),
    ),
    row(say.latest, (one) => showIf(scene, one.latest_on, 'label')),
    row(report.sections.coverage, (one) => wordFor(report.verdict, String(one.verdict ?? 'unscanned'))),
  ]
  const heads = [{ label: '' }, ...found.map((one) => ({ label: scene.present(String(one.name), 'party') }))]
  return {
    title: words.compare.title,
    body: html`<h1>${words.compare.title}</h1><p class="actions">${found.map((one) => link(scene, enterpriseAt(String(one.enterprise_id)), show(scene, one.name, 'party'), 'button'))}</p>${table(heads, rows)}`,
  }
}
