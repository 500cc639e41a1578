import type { Query } from '../dossiers/holdings.ts'
import { type Html, html } from '../dossiers/html.ts'
import { marksOn, proceedings, propertyHeld } from '../dossiers/sections/standing.ts'
import { bankruptcySentence, caseText, holdingSentence, markSentence } from '../dossiers/standing.ts'
import { moneyIn, rowsOf, type Scene, type Subject, show } from './scene.ts'

/** Marks, property held by courts and bankruptcies of an enterprise, in the sentences of its dossier. */
export async function standing(scene: Scene, { id, persons }: Subject): Promise<Html> {
  const { report, words } = scene
  const held = async <Row extends { readonly enterprise_id: string }>(query: Query<Row>): Promise<Row[]> =>
    (await rowsOf(scene, query.sql('enterprise_id = $id', "''"), { id })).map((row) => query.row.parse(row))
  const caseOf = (key: string): Html => caseText(report, key, (shown) => show(scene, shown, 'label'))
  const lines = [
    ...(await held(marksOn)).map(
      (row) =>
        html`<strong>${report.flag[row.mark]}</strong> ${markSentence(report, row, caseOf(row.case_key))}`,
    ),
    ...(await held(propertyHeld)).map((row) => {
      const property = row.property && show(scene, row.property, 'mixed', persons)
      return html`<strong>${report.measureState[row.state]}</strong> ${holdingSentence(report, row, caseOf(row.case_key), property)} ${moneyIn(row.amount, row.currency)}`
    }),
    ...(await held(proceedings)).map(
      (row) =>
        html`<strong>${report.bankruptcyStage[row.stage]}</strong> ${bankruptcySentence(report, row, caseOf(row.case_key))}`,
    ),
  ]
  if (lines.length === 0) return html``
  return html`<h2 id="standing">${words.enterprise.standing}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
}
