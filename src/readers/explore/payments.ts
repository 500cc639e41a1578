import type { SqlRow } from '../../warehouse/database.ts'
import { between, type Html, html, type Part } from '../dossiers/html.ts'
import { ownClaim, type PaymentView, paymentViews } from '../dossiers/sections/amounts.ts'
import { money, moneyIn, numberOf, showing, textsOf } from '../dossiers/shown.ts'
import { filled, wordFor } from '../dossiers/words/words.ts'
import { listOf } from './listing.ts'
import { caseAt, documentAt, link, mostRows, type Scene, type Subject } from './scene.ts'

/** Four sums that are never added up: ordered, enforced, claimed from it, owed to it. */
export async function payments(scene: Scene, subject: Subject): Promise<Html> {
  const parts: Html[] = []
  for (const measure of paymentViews) parts.push(await figure(scene, subject, measure))
  return html`<p class="warning">${scene.report.amounts.separate}</p>${parts}`
}

async function figure(scene: Scene, subject: Subject, measure: PaymentView): Promise<Html> {
  const { words, report } = scene
  const rows = await sumsOf(scene, subject, measure)
  const totals = (rows[0]?.totals ?? []) as readonly SqlRow[]
  const say = report.amounts[measure]
  const total =
    totals.length === 0
      ? await noneOf(scene, subject, measure)
      : totals.map((one, at) => html`${at > 0 && report.semicolon}${totalOf(scene, one)}`)
  return html`<h2 id="${measure}">${say.title}</h2><p class="note">${say.rule}</p>
<p><strong>${total}</strong></p>
${rows.length > 0 && list(scene, rows.slice(0, mostRows), subject)}${rows.length > mostRows && html`<p class="note">${words.enterprise.repeated}</p>`}`
}

/** Sums of one kind, those that count first; each row has the totals of those that count. */
async function sumsOf(scene: Scene, { id }: Subject, measure: PaymentView): Promise<SqlRow[]> {
  const effect = measure === 'ordered' || measure === 'awarded' ? '' : ', NULL AS effectiveness'
  const table = await scene.tableOf(
    `${measure}_payments`,
    `SELECT *${effect} FROM ${measure}_payments ORDER BY enterprise_id`,
  )
  const own = measure === ownClaim.view ? ` AND role IS DISTINCT FROM '${ownClaim.role}'` : ''
  return await scene.rows(
    `WITH p AS MATERIALIZED (SELECT * FROM ${table} WHERE enterprise_id = $id${own})
     SELECT *, (SELECT list({currency: currency, basis: basis, total: total::VARCHAR, sums: sums} ORDER BY basis, sums DESC)
       FROM (SELECT currency, basis, sum(amount) AS total, count(*) AS sums FROM p WHERE is_counted GROUP BY ALL)) AS totals
     FROM p ORDER BY is_counted DESC, amount DESC NULLS LAST, document_id, ordinal LIMIT ${mostRows + 1}`,
    { id },
  )
}

/** That no sum counts, and what was searched; of claims, whether a case waits for a decision. */
async function noneOf(scene: Scene, subject: Subject, measure: PaymentView): Promise<Part> {
  const { amounts: say } = scene.report
  const searched = await subject.searched()
  if (measure !== 'claimed') return between(say.none, [searched])
  const [waiting] = await scene.rows(
    `SELECT 1 FROM litigation_cases WHERE enterprise_id = $id AND is_open AND original_role IS DISTINCT FROM 'plaintiff' LIMIT 1`,
    { id: subject.id },
  )
  return waiting === undefined ? between(say.noneClaimed, [searched]) : say.noClaimStated
}

/** Sums of the list and of full texts are added up apart: whether the former were appealed is not known. */
const totalOf = ({ report }: Scene, { basis, currency, total, sums }: SqlRow): Html =>
  html`${report.amounts.total[basis === 'list' ? 'list' : 'full text']} ${report.sum(String(currency ?? ''), money(total))}${filled(report.inBrackets, numberOf(sums))}`

/** The sum in its text; of one that only the list states, the document. */
const placeOf = (row: SqlRow): string =>
  row.case_id === null ? documentAt(row.document_id) : `${caseAt(row)}#amount-${numberOf(row.ordinal)}`

function list(scene: Scene, rows: readonly SqlRow[], { persons }: Subject): Html {
  const { report, showIf, termIf } = scene
  const { columns } = report
  const among = (row: SqlRow) => showing(scene, [...persons, ...textsOf(row.payees)])
  const effect = ({ is_counted, basis, effectiveness, not_counted_because: why }: SqlRow): Part =>
    is_counted === true
      ? html`${report.amounts.counts}${basis === 'list' && html` · ${report.sumBasis.list}`}${effectiveness !== null && html` · ${wordFor(report.effectiveness, String(effectiveness))}`}`
      : html`<span class="minor">${wordFor(report.uncounted, String(why))}</span>`
  const amount = (row: SqlRow): string => moneyIn(row.amount, row.currency)
  return listOf<SqlRow>(
    [
      [
        columns.amount,
        (row) => link(placeOf(row), row.amount === null ? report.unknown : amount(row)),
        'number',
      ],
      [columns.amountRole, (row) => termIf(row.amount_role), 'short'],
      [columns.caseNumber, (row) => showIf(row.case_number, 'label'), 'sentence'],
      [columns.date, (row) => showIf(row.decided_on, 'label'), 'short'],
      [columns.effectiveness, effect],
      [columns.payees, (row) => among(row).plainNames(row.payees)],
      [columns.evidence, (row) => among(row).show(row.evidence, 'prose'), 'sentence'],
    ],
    rows,
  )
}
