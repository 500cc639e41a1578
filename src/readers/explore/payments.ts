import type { SqlRow } from '../../warehouse/database.ts'
import { type Html, html } from '../dossiers/html.ts'
import { ownClaim, type PaymentView, paymentViews } from '../dossiers/sections/amounts.ts'
import { table } from '../dossiers/tables.ts'
import { wordFor } from '../dossiers/words/words.ts'
import {
  caseAt,
  documentAt,
  link,
  money,
  moneyIn,
  numberOf,
  plain,
  rowsOf,
  type Scene,
  type Subject,
  show,
  showIf,
  textsOf,
} from './scene.ts'
import { searchedIn } from './searched.ts'

const mostRows = 500

/** Sums that it was ordered to pay, that are enforced, that are claimed from it, and that it is owed: figures that are never added up. */
export async function payments(scene: Scene, subject: Subject): Promise<Html> {
  const { words, report } = scene
  const { id, persons } = subject
  const parts: Html[] = []
  for (const measure of paymentViews) {
    const hasEffect = measure === 'ordered' || measure === 'awarded'
    const table = await scene.tableOf(
      `${measure}_payments`,
      `SELECT *${hasEffect ? '' : ', NULL AS effectiveness'} FROM ${measure}_payments ORDER BY enterprise_id`,
    )
    const own = measure === ownClaim.view ? ` AND role IS DISTINCT FROM '${ownClaim.role}'` : ''
    const rows = await rowsOf(
      scene,
      `WITH p AS MATERIALIZED (SELECT * FROM ${table} WHERE enterprise_id = $id${own})
       SELECT *, (SELECT list({currency: currency, basis: basis, total: total::VARCHAR, sums: sums} ORDER BY basis, sums DESC)
         FROM (SELECT currency, basis, sum(amount) AS total, count(*) AS sums FROM p WHERE is_counted GROUP BY ALL)) AS totals
       FROM p ORDER BY is_counted DESC, amount DESC NULLS LAST, document_id, ordinal LIMIT ${mostRows + 1}`,
      { id },
    )
    const totals = (rows[0]?.totals ?? []) as readonly SqlRow[]
    const say = report.amounts[measure]
    parts.push(html`<h2 id="${measure}">${say.title}</h2><p class="note">${say.rule}</p>
<p><strong>${totals.length === 0 ? await noneOf(scene, subject, measure) : totals.map((total, at) => html`${at > 0 && report.semicolon}${totalOf(scene, total)}`)}</strong></p>
${rows.length > 0 && list(scene, rows.slice(0, mostRows), persons)}${rows.length > mostRows && html`<p class="note">${words.enterprise.repeated}</p>`}`)
  }
  return html`<p class="warning">${words.enterprise.separate}</p>${parts}`
}

/** That no sum counts, and what was searched; of claims, whether a case waits for a decision. */
async function noneOf(scene: Scene, subject: Subject, measure: PaymentView): Promise<string> {
  const { amounts: say } = scene.report
  const [waiting] = await rowsOf(
    scene,
    `SELECT 1 FROM litigation_cases WHERE enterprise_id = $id AND is_open AND original_role IS DISTINCT FROM 'plaintiff' LIMIT 1`,
    { id: subject.id },
  )
  if (measure !== 'claimed') return say.none(await searchedIn(scene, subject))
  return waiting === undefined ? say.noneClaimed(await searchedIn(scene, subject)) : say.noClaimStated
}

/** Sums of the list and of full texts are added up apart: whether the former were appealed is not known. */
const totalOf = ({ report }: Scene, { basis, currency, total, sums }: SqlRow): Html =>
  html`${report.amounts.total[basis === 'list' ? 'list' : 'full text']} ${report.sum(String(currency ?? ''), money(total))}（${numberOf(sums)}）`

/** The sum in its text; of one that only the list states, the document. */
const placeOf = ({ library, case_id, document_id, ordinal }: SqlRow): string =>
  case_id === null
    ? documentAt(String(document_id))
    : `${caseAt(String(library), String(case_id))}#amount-${numberOf(ordinal)}`

function list(scene: Scene, rows: readonly SqlRow[], persons: readonly string[]): Html {
  const { report, words } = scene
  const { columns } = report
  return table(
    [
      { label: columns.amount, shape: 'number' },
      { label: columns.amountRole, shape: 'short' },
      { label: columns.caseNumber, shape: 'sentence' },
      { label: columns.date, shape: 'short' },
      { label: columns.effectiveness },
      { label: columns.payees },
      { label: columns.evidence, shape: 'sentence' },
    ],
    rows.map((row) => {
      const payees = textsOf(row.payees)
      const named = [...persons, ...payees]
      return {
        cells: [
          link(
            scene,
            placeOf(row),
            row.amount === null ? words.enterprise.unknown : moneyIn(row.amount, row.currency),
          ),
          showIf(scene, row.amount_role, 'label'),
          showIf(scene, row.case_number, 'label'),
          showIf(scene, row.decided_on, 'label'),
          row.is_counted === true
            ? html`${words.enterprise.counted}${row.basis === 'list' && html` · ${report.sumBasis.list}`}${row.effectiveness !== null && html` · ${wordFor(report.effectiveness, String(row.effectiveness))}`}`
            : html`<span class="minor">${wordFor(report.uncounted, String(row.not_counted_because))}</span>`,
          payees.map((name) => plain(scene, name, 'party', named)).join(report.comma),
          show(scene, row.evidence, 'prose', named),
        ],
      }
    }),
    { isStacked: true },
  )
}
