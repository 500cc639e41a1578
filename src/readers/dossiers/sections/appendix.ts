import { type Dossier, inBeijing, type Listed, type Sum } from '../dossier.ts'
import { between, type Html, html, joined, type Part, quoted } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { type Item, itemLink, type Reference, referenceEntry } from '../references.ts'
import { type Column, itemTable } from '../tables.ts'
import { resultFor, wordFor } from '../words/words.ts'
import { amountText, measureOf, paymentViews, personsOf } from './amounts.ts'

/** Characters of a sentence that a row shows; the row says how much it leaves out, and where that is. */
const longestSentence = 600

/** Letters of the appendices, and what each has. */
const parts = [
  ['D', 'documents', documents],
  ['P', 'payments', payments],
  ['C', 'calls', calls],
  ['R', 'rows', figures],
] as const

export const appendices = (dossier: Dossier, references: readonly Reference[]): Html => {
  const { appendices: say } = dossier.words
  const all = parts.map(
    ([id, name, body]) =>
      html`<section class="appendix in-all" id="appendix-${id}"><h2>${say[name]}</h2><p class="note">${say[`${name}Note`]}</p>${body(dossier, references)}</section>`,
  )
  return joined(all, '\n')
}

/** The ways to the appendices. */
export const appendixLinks = ({ appendices: say }: Dossier['words']): Html =>
  joined(
    parts.map(([id, name]) => html`<a href="#appendix-${id}">${say[name]}</a>`),
    ' · ',
  )

const numberedRows = <One extends { readonly item: Item }>(
  dossier: Dossier,
  source: string,
  columns: readonly Column<One>[],
  rows: readonly One[],
): Html =>
  rows.length === 0 ? html`<p>${dossier.words.none}</p>` : itemTable(dossier, source, columns, rows)

const keysOf = (keys: readonly Part[]): Html =>
  html`<span class="keys">${keys.map((key) => html`<span>${key}</span>`)}</span>`

function documents(dossier: Dossier): Html {
  const { words, show, showName, orderedToPay, documents } = dossier
  const { columns, appendices: say } = words
  const title = ({ row }: Listed): Html =>
    html`<strong>${caseNumber(dossier, row)}</strong><br>${show(row.title, 'prose', row.persons)}<br><span class="minor">${showName('court', row.court)} · ${showName('cause', row.cause)}</span>`
  const result = ({ row }: Listed): string =>
    resultFor(words, row.role, row.subject_outcome, orderedToPay.has(row.document_id))
  const evidence = ({ row }: Listed): Html => {
    const { evidence, persons, text_call, call_key, outcome_rule } = row
    const rule = outcome_rule !== null && html` <span class="minor">${say.rule} ${outcome_rule}</span>`
    const keys = [`${say.list} ${call_key}`, ...(text_call === null ? [] : [`${say.text} ${text_call}`])]
    return html`${sentence(dossier, evidence, persons, text_call ?? call_key)}${rule}${keysOf(keys)}`
  }
  return numberedRows(
    dossier,
    'subject_documents',
    [
      [columns.date, ({ row }) => show(row.decided_on, 'label'), 'short'],
      [columns.document, title],
      [
        columns.result,
        (one) =>
          html`${words.role[one.row.role ?? 'unknown']}<br>${wordFor(words.outcome, one.row.outcome ?? 'unknown')}<br>${result(one)}`,
        'short',
      ],
      [columns.evidence, evidence, 'sentence'],
    ],
    documents,
  )
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
  return left <= 0
    ? shown
    : html`${shown}<span class="minor">${between(words.appendices.cut, [left, key])}</span>`
}

function payments(dossier: Dossier): Html {
  const { words, show, listed, payments } = dossier
  const { columns, appendices: say } = words
  const documentOf = ({ row }: Sum): Listed | undefined => listed([row.document_id])[0]
  const title = (document: Listed | undefined): Html =>
    html`${document && itemLink(document.item)} ${show(document?.row.decided_on ?? null, 'label')}<br>${document && caseNumber(dossier, document.row)}`
  const evidence = (sum: Sum): Html => {
    const { evidence, text_call: key } = sum.row
    const persons = personsOf(sum.row, documentOf(sum))
    return html`${sentence(dossier, evidence, persons, key ?? '')}${keysOf([`${say.text} ${key ?? ''}`])}`
  }
  return numberedRows(
    dossier,
    paymentViews.map((view) => `${view}_payments`).join(words.comma),
    [
      [columns.caliber, ({ row }) => measureOf(dossier, row), 'short'],
      [columns.amount, ({ row }) => amountText(dossier, row), 'number'],
      [columns.document, (sum) => title(documentOf(sum))],
      [columns.evidence, evidence, 'sentence'],
    ],
    payments,
  )
}

function calls(dossier: Dossier): Html {
  const { words, show, columns } = dossier
  return numberedRows(
    dossier,
    'calls',
    [
      [columns.operation, ({ row }) => wordFor(words.operation, row.operation), 'short'],
      [columns.asked, ({ row }) => show(row.asked, 'mixed')],
      [columns.answer, ({ row }) => wordFor(words.callOutcome, row.outcome), 'short'],
      [
        columns.date,
        ({ row }) => (row.fetched_at === null ? words.unknown : inBeijing(row.fetched_at)),
        'short',
      ],
      [columns.callKey, ({ row }) => keysOf([row.call_key, row.run_id]), 'sentence'],
    ],
    dossier.calls,
  )
}

function figures({ words }: Dossier, references: readonly Reference[]): Html {
  if (references.length === 0) return html`<p>${words.none}</p>`
  return html`<ol class="rows">${references.map((reference, index) => referenceEntry(index + 1, reference, words))}</ol>`
}
