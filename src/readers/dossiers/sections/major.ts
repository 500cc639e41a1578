import { type Dossier, documentsById, type Listed, type Nothing, type Section, type Sum } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import { type Html, html, note } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { formatAmount, hundredths } from '../money.ts'
import { itemLink } from '../references.ts'
import { nothingInTexts } from '../searched.ts'
import { table } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { measureOf } from './amounts.ts'
import { casesEnforced, type EnforcementCase } from './enforcement.ts'
import { caseFamilies, disputeText, stageText } from './families.ts'

const mostMajor = 20
const isNoMeasure = 'costs, a base or a total'

/** A sum, or what an enforcement is for: in yuan, with its dispute and the document that it stands in. */
interface Measured {
  readonly of: Sum | EnforcementCase
  readonly amount: string
  readonly family: string
  readonly document: Listed | undefined
}

/** 重大案件表, rule 1: disputes by their largest single sum in yuan; of two that are equal what is enforced. */
export const major: Section = { write: writeMajor }

function writeMajor(dossier: Dossier): Html | Nothing {
  const { words } = dossier
  const largest = [...groupsBy(measured(dossier), ({ family }) => family).values()]
    .map((sums) =>
      sums.reduce((a, b) => (cents(b) > cents(a) || (cents(b) === cents(a) && isCase(b.of)) ? b : a)),
    )
    .sort((a, b) =>
      cents(a) < cents(b) ? 1 : cents(a) > cents(b) ? -1 : a.of.item.number - b.of.item.number,
    )
    .slice(0, mostMajor)
  if (largest.length === 0) return nothingInTexts(dossier)
  return html`${note(words.notes.major)}${majorTable(dossier, largest)}`
}

const cents = ({ amount }: Measured): bigint => hundredths(amount)

function measured(dossier: Dossier): Measured[] {
  const byId = documentsById(dossier)
  const sums = dossier.payments.flatMap((of): Measured[] => {
    const { amount, currency, family_key, document_id, not_counted_because: why } = of.row
    const isMeant = amount !== null && currency === 'CNY' && why !== isNoMeasure
    return isMeant ? [{ of, amount, family: family_key, document: byId.get(document_id) }] : []
  })
  const enforced = casesEnforced(dossier).flatMap((of): Measured[] => {
    const { amount, currency, family_key, document_ids, is_counted } = of.row
    if (amount === null || currency !== 'CNY' || !is_counted) return []
    const document = document_ids.flatMap((id) => byId.get(id) ?? []).at(-1)
    return [{ of, amount, family: family_key, document }]
  })
  return [...sums, ...enforced]
}

function majorTable(dossier: Dossier, cases: readonly Measured[]): Html {
  const { words, show, showName, held } = dossier
  const { columns } = words
  const all = held.rows(caseFamilies)
  const families = new Map(all.map((family) => [family.family_key, family]))
  const likelyWith = (key: string): (string | null)[] => [
    families.get(key)?.likely_key ?? null,
    ...all.filter((family) => family.likely_key === key).map(({ family_key }) => family_key),
  ]
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
      { label: columns.disputeState },
      { label: columns.date, shape: 'short' },
    ],
    cases.map((one) => {
      const { of, document } = one
      const family = families.get(one.family)
      const court = document?.row.court ?? ('court' in of.row ? of.row.court : null)
      const stages = family?.stages ?? ['enforcement' as const]
      return {
        cells: [
          html`${numberText(dossier, one)}${isBelowNumber && html`<br>${court === null && `${columns.court}${words.colon}`}${showName('court', court)}`}`,
          ...(isBelowNumber ? [] : [showName('court', court)]),
          document === undefined ? '' : showName('cause', document.row.cause),
          words.role[document?.row.role ?? of.row.role ?? 'unknown'],
          html`${words.sum('CNY', formatAmount(one.amount))} ${itemLink(of.item)}`,
          caliber(dossier, of),
          stageText(dossier, stages),
          html`${family !== undefined && disputeText(dossier, family)}${likelyWith(one.family).map((key) => key !== null && html`<br><span class="minor">${words.disputeLikely[0]}${show(key, 'label')}${words.disputeLikely[1]}</span>`)}`,
          show(document?.row.decided_on ?? ('last_on' in of.row ? of.row.last_on : null), 'label'),
        ],
      }
    }),
    { isStacked: true },
  )
}

const isCase = (of: Measured['of']): of is EnforcementCase => of.item.kind === 'E'

function numberText(dossier: Dossier, { of, document }: Measured): Html {
  if (document !== undefined) return html`${caseNumber(dossier, document.row)} ${itemLink(document.item)}`
  return isCase(of) ? dossier.show(of.row.case_number, 'label') : html``
}

/** What a sum is, with its effect; of an enforcement its state and what is known to be unpaid. */
function caliber(dossier: Dossier, of: Measured['of']): Html {
  const { words } = dossier
  if (!isCase(of)) {
    const { effectiveness } = of.row
    return html`${measureOf(dossier, of.row)}${effectiveness !== null && html`<br><span class="minor">${wordFor(words.effectiveness, effectiveness)}</span>`}`
  }
  const { state, unpaid } = of.row
  return html`${words.columns.atStake} · ${wordFor(words.enforcementState, state)}${unpaid !== null && html`<br><span class="minor">${words.columns.unpaid} ${words.sum('CNY', formatAmount(unpaid))}</span>`}`
}
