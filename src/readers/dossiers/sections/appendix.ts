import { type Dossier, documentsById, inBeijing, type Listed, type Sum } from '../dossier.ts'
import { type Html, html, quoted } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { itemLink, type Reference, referenceEntry } from '../references.ts'
import { type Column, type Row, table } from '../tables.ts'
import { resultFor, wordFor } from '../words/words.ts'

import { amountText, measureOf, personsOf } from './amounts.ts'

/** Characters of a sentence that a row shows; the row says how much it leaves out, and where that is. */
const longestSentence = 600

/** The rows behind every figure: documents, sums, calls, and which figure rests on which of them. */
export const appendices = (dossier: Dossier, references: readonly Reference[]): Html => {
  const { appendices: say } = dossier.words
  return html`${appendix('D', say.documents, say.documentsNote, documents(dossier))}
${appendix('P', say.payments, say.paymentsNote, payments(dossier))}
${appendix('C', say.calls, say.callsNote, calls(dossier))}
${appendix('R', say.rows, say.rowsNote, figures(dossier, references))}`
}

const appendix = (id: string, title: string, note: string, body: Html): Html =>
  html`<section class="appendix" id="appendix-${id}"><h2>${title}</h2><p class="note">${note}</p>${body}</section>`

/** A table by the names of its columns; what it lacks is said. */
function listing(
  { words }: Dossier,
  columns: readonly (readonly [name: keyof Dossier['words']['columns'], shape?: Column['shape']])[],
  rows: readonly Row[],
): Html {
  if (rows.length === 0) return html`<p>${words.none}</p>`
  const heads = columns.map(([name, shape]) => ({ label: words.columns[name], ...(shape && { shape }) }))
  return table(heads, rows, { isStacked: true })
}

const documents = (dossier: Dossier): Html =>
  listing(
    dossier,
    [['number', 'short'], ['date', 'short'], ['document'], ['result', 'short'], ['evidence', 'sentence']],
    dossier.documents.map((document) => documentRow(dossier, document)),
  )

function documentRow(dossier: Dossier, { row, item }: Listed): Row {
  const { words, show, showName, orderedToPay } = dossier
  const outcome = wordFor(words.outcome, row.outcome ?? 'unknown')
  const keys = [
    html`${words.appendices.list} ${row.call_key}`,
    ...(row.text_call === null ? [] : [html`${words.appendices.text} ${row.text_call}`]),
  ]
  return {
    id: `D${item.number}`,
    cells: [
      html`D${item.number}`,
      show(row.decided_on, 'label'),
      html`<strong>${caseNumber(dossier, row)}</strong><br>${show(row.title, 'prose', row.persons)}<br><span class="minor">${showName('court', row.court)} · ${showName('cause', row.cause)}</span>`,
      html`${words.role[row.role ?? 'unknown']}<br>${outcome}<br>${resultFor(words, row.role, row.subject_outcome, orderedToPay.has(row.document_id))}`,
      html`${sentence(dossier, row.evidence, row.persons, row.text_call ?? row.call_key)}${row.outcome_rule !== null && html` <span class="minor">${words.appendices.rule} ${row.outcome_rule}</span>`}<span class="keys">${keys.map((key) => html`<span>${key}</span>`)}</span>`,
    ],
  }
}

/**
 * A sentence of a document; a very long one is cut and says where the rest is. It is presented before it is cut,
 * because privacy cannot recognise half a number or half a name.
 */
function sentence(
  { words, show, plain }: Dossier,
  text: string | null,
  persons: readonly string[] | null,
  key: string,
): Html {
  if (text === null) return show(text, 'prose')
  const characters = [...plain(text, 'prose', persons)]
  const shown = quoted(characters.slice(0, longestSentence).join(''))
  const left = characters.length - longestSentence
  return left <= 0 ? shown : html`${shown}<span class="minor">${words.appendices.cut(left, key)}</span>`
}

function payments(dossier: Dossier): Html {
  const byId = documentsById(dossier)
  return listing(
    dossier,
    [['number', 'short'], ['caliber', 'short'], ['amount', 'number'], ['document'], ['evidence', 'sentence']],
    dossier.payments.map((sum) => paymentRow(dossier, sum, byId.get(sum.row.document_id))),
  )
}

function paymentRow(dossier: Dossier, { row, item }: Sum, document: Listed | undefined): Row {
  const { words, show } = dossier
  return {
    id: `P${item.number}`,
    cells: [
      html`P${item.number}`,
      measureOf(dossier, row),
      amountText(dossier, row),
      html`${document && itemLink(document.item)} ${show(document?.row.decided_on ?? null, 'label')}<br>${document && caseNumber(dossier, document.row)}`,
      html`${sentence(dossier, row.evidence, personsOf(row, document), row.text_call ?? '')}<span class="keys"><span>${words.appendices.text} ${row.text_call}</span></span>`,
    ],
  }
}

const calls = (dossier: Dossier): Html =>
  listing(
    dossier,
    [
      ['number', 'short'],
      ['operation', 'short'],
      ['asked'],
      ['answer', 'short'],
      ['date', 'short'],
      ['callKey', 'sentence'],
    ],
    dossier.calls.map((call) => callRow(dossier, call)),
  )

const callRow = ({ words, show }: Dossier, { row, item }: Dossier['calls'][number]): Row => ({
  id: `C${item.number}`,
  cells: [
    html`C${item.number}`,
    wordFor(words.operation, row.operation),
    show(row.asked, 'mixed'),
    wordFor(words.callOutcome, row.outcome),
    row.fetched_at === null ? words.unknown : inBeijing(row.fetched_at),
    html`<span class="keys"><span>${row.call_key}</span><span>${row.run_id}</span></span>`,
  ],
})

/** Which rows each numbered figure rests on. */
function figures({ words }: Dossier, references: readonly Reference[]): Html {
  if (references.length === 0) return html`<p>${words.none}</p>`
  return html`<ol class="rows">${references.map((reference, index) => referenceEntry(index + 1, reference, words.colon))}</ol>`
}
