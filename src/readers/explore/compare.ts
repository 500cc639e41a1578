import type { SqlRow } from '../../warehouse/database.ts'
import { html, type Part } from '../dossiers/html.ts'
import { money, numberOf } from '../dossiers/shown.ts'
import { table } from '../dossiers/tables.ts'
import { wordFor } from '../dossiers/words/words.ts'
import { flagsOf } from './portfolio.ts'
import { emptyBox, enterpriseAt, link, type Page, type Scene } from './scene.ts'

const most = 5

/** Two to five enterprises beside each other: a row a measure, each figure leading to its rows. */
export async function compare(scene: Scene): Promise<Page> {
  const { words, report, params, show, showIf, termIf } = scene
  const { title } = words.compare
  const ids = [...new Set(params.getAll('id'))].slice(0, most).join('\n')
  const found = await scene.rows(
    `SELECT s.*, e.legal_representative, e.registered_capital, e.established_on, e.industry, v.verdict FROM explored.subjects AS s
     JOIN enterprises AS e USING (enterprise_id) LEFT JOIN explored.verdicts AS v USING (enterprise_id)
     WHERE list_contains(string_split($ids, chr(10)), s.enterprise_id) ORDER BY list_position(string_split($ids, chr(10)), s.enterprise_id)`,
    { ids },
  )
  if (found.length < 2) {
    const few = emptyBox(html`<p>${words.compare.few}</p>${link('/', words.nav.portfolio, 'button')}`)
    return { title, body: html`<h1>${title}</h1>${few}` }
  }
  const say = words.portfolio
  const own = ({ enterprise_id }: SqlRow): string => enterpriseAt(enterprise_id)
  const cases = ({ enterprise_id }: SqlRow): string => enterpriseAt(enterprise_id, 'cases')
  const count = (value: unknown): string => numberOf(value).toLocaleString('en')
  const measures: readonly (readonly [label: string, cell: (one: SqlRow) => Part])[] = [
    [say.status, (one) => termIf(one.status)],
    [
      words.enterprise.tabs.registration,
      (one) =>
        html`${showIf(one.legal_representative, 'person')} · ${showIf(one.registered_capital, 'label')} · ${showIf(one.established_on, 'label')}`,
    ],
    [say.flags, (one) => flagsOf(scene, one, (flag) => `${own(one)}#flag-${flag}`)],
    [
      say.atStakeShort,
      (one) => one.at_stake !== null && link(`${own(one)}#enforcement`, money(one.at_stake)),
    ],
    [say.endedUnpaid, (one) => link(`${own(one)}#enforcement`, count(one.ended_unpaid))],
    [say.defendant, (one) => link(`${cases(one)}?side=defendant`, count(one.sued))],
    [say.documents, (one) => link(cases(one), count(one.documents))],
    [say.latest, (one) => showIf(one.latest_on, 'label')],
    [report.sections.coverage, (one) => wordFor(report.verdict, String(one.verdict ?? 'unscanned'))],
  ]
  const ways = found.map((one) => link(own(one), show(one.name, 'party'), 'button'))
  const heads = ['', ...found.map((one) => scene.plain(one.name, 'party'))]
  const shown = table(
    heads.map((label) => ({ label })),
    measures.map(([label, cell]) => ({ cells: [html`<strong>${label}</strong>`, ...found.map(cell)] })),
  )
  return { title, body: html`<h1>${title}</h1><p class="actions">${ways}</p>${shown}` }
}
