import { type Dossier, documentsById, type Listed, type Nothing, type Section, type Sum } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import { type Html, html, note } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { hundredths } from '../money.ts'
import { itemLink } from '../references.ts'
import { noDocuments, nothingInTexts } from '../searched.ts'
import { table } from '../tables.ts'
import { amountText, measureOf } from './amounts.ts'
import { caseFamilies, latestOutcome, stageText } from './families.ts'

const mostMajor = 20
const isNoMeasure = 'costs, a base or a total'

/** 重大案件表, rule 1: families by their largest single sum in yuan. */
export const major: Section = { write: writeMajor }

function writeMajor(dossier: Dossier): Html | Nothing {
  const { documents, payments, words } = dossier
  if (documents.length === 0) return noDocuments(dossier)
  const byId = documentsById(dossier)
  const measured = payments.filter(
    ({ row }) => row.amount !== null && row.currency === 'CNY' && row.not_counted_because !== isNoMeasure,
  )
  const largest = [...groupsBy(measured, ({ row }) => byId.get(row.document_id)?.row.family_key).values()]
    .map((sums) => sums.reduce((a, b) => (cents(b) > cents(a) ? b : a)))
    .sort((a, b) => (cents(a) < cents(b) ? 1 : cents(a) > cents(b) ? -1 : a.item.number - b.item.number))
    .slice(0, mostMajor)
  if (largest.length === 0) return nothingInTexts(dossier)
  return html`${note(words.notes.major)}${majorTable(
    dossier,
    largest.flatMap((sum) => {
      const document = byId.get(sum.row.document_id)
      return document === undefined ? [] : [{ sum, document }]
    }),
  )}`
}

const cents = ({ row }: Sum): bigint => hundredths(row.amount ?? '0')

function majorTable(
  dossier: Dossier,
  cases: readonly { readonly sum: Sum; readonly document: Listed }[],
): Html {
  const { words, show, showName, held } = dossier
  const { columns } = words
  const families = new Map(held.rows(caseFamilies).map((family) => [family.family_key, family]))
  // A court in two languages is too wide for a column among nine.
  const isBelowNumber = words.code === 'en'
  return table(
    [
      { label: columns.caseNumber },
      ...(isBelowNumber ? [] : [{ label: columns.court }]),
      { label: columns.cause },
      { label: columns.role, shape: 'short' },
      { label: columns.amount, shape: 'number' },
      { label: columns.caliber },
      { label: columns.procedure },
      { label: columns.latest },
      { label: columns.date, shape: 'short' },
    ],
    cases.map(({ sum, document: { row, item } }) => {
      const family = families.get(row.family_key)
      return {
        cells: [
          html`${caseNumber(dossier, row)} ${itemLink(item)}${isBelowNumber && html`<br>${row.court === null && `${columns.court}${words.colon}`}${showName('court', row.court)}`}`,
          ...(isBelowNumber ? [] : [showName('court', row.court)]),
          showName('cause', row.cause),
          words.role[row.role ?? 'unknown'],
          html`${amountText(dossier, sum.row)} ${itemLink(sum.item)}`,
          measureOf(dossier, sum.row),
          stageText(dossier, family?.stages ?? [row.stage]),
          family === undefined ? '' : latestOutcome(dossier, family),
          show(row.decided_on, 'label'),
        ],
      }
    }),
    { isStacked: true },
  )
}
