import { type Html, html } from '../dossiers/html.ts'
import type { Query } from '../dossiers/rows.ts'
import { isWholeBy, searchedText } from '../dossiers/searched.ts'
import { moneyIn, numberOf, showing } from '../dossiers/shown.ts'
import {
  bankruptcySentence,
  caseOf,
  holdingSentence,
  markSentence,
  marksOn,
  proceedings,
  propertyHeld,
} from '../dossiers/standing.ts'
import type { Scene, Subject } from './scene.ts'

/** Marks, property held by courts and bankruptcies of an enterprise, in the sentences of its dossier. */
export async function standing(scene: Scene, { id, persons }: Subject): Promise<Html> {
  const { report, words } = scene
  const { show } = showing(scene, persons)
  const held = async <Row extends { readonly enterprise_id: string }>(query: Query<Row>): Promise<Row[]> =>
    (await scene.rows(query.sql('enterprise_id = $id', "''"), { id })).map((row) => query.row.parse(row))
  const ground = ({ case_key }: { case_key: string }): Html => caseOf({ words: report, show }, case_key)
  const lines = [
    ...(await held(marksOn)).map(
      (row) => html`<strong>${report.flag[row.mark]}</strong> ${markSentence(report, row, ground(row))}`,
    ),
    ...(await held(propertyHeld)).map((row) => {
      const property = row.property && show(row.property, 'mixed')
      return html`<strong>${report.measureState[row.state]}</strong> ${holdingSentence(report, row, ground(row), property)} ${moneyIn(row.amount, row.currency)}`
    }),
    ...(await held(proceedings)).map(
      (row) =>
        html`<strong>${report.bankruptcyStage[row.stage]}</strong> ${bankruptcySentence(report, row, ground(row))}`,
    ),
  ]
  if (lines.length === 0) return html``
  return html`<h2 id="standing">${words.enterprise.standing}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
}

/** What was read for a statement that something was not found of an enterprise, as dossiers say it. */
export async function searchedIn({ report, rows }: Scene, { id, row }: Subject): Promise<string> {
  const [held = {}] = await rows(
    `SELECT (SELECT count(*) FROM enterprises WHERE enterprise_id = $id) AS registrations,
       (SELECT count(*) FROM enterprise_risks WHERE enterprise_id = $id) AS entries,
       (SELECT verdict FROM explored.verdicts WHERE enterprise_id = $id) AS verdict,
       (SELECT count(*) FROM list_pages WHERE enterprise_id = $id) AS pages`,
    { id },
  )
  return searchedText(report, {
    entries: numberOf(held.registrations) > 0 ? numberOf(held.entries) : null,
    documents: numberOf(held.pages) > 0 ? numberOf(row.documents) : null,
    texts: numberOf(row.full_texts),
    partial: numberOf(row.partial_texts),
    isWhole: isWholeBy(held.verdict),
  })
}
