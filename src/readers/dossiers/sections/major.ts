import type { Dossier, Listed, Nothing, Sum } from '../dossier.ts'
import { between, type Html, html, note, type Part } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { formatAmount, hundredths } from '../money.ts'
import { itemLink } from '../references.ts'
import { groupsBy, largestFirst } from '../rows.ts'
import { nothingInTexts } from '../searched.ts'
import { type Column, listing } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { measureOf } from './amounts.ts'
import { casesEnforced, type EnforcementCase } from './enforcement.ts'
import { disputeText, stageText } from './families.ts'
import { caseFamilies } from './lives.ts'

const mostMajor = 20
export const isNoMeasure = 'costs, a base or a total'

/** A sum, or what an enforcement is for, with its dispute and the document that it stands in. */
export interface Matter {
  readonly of: Sum | EnforcementCase
  readonly amount: string
  readonly family: string
  readonly document: Listed | undefined
}

/** 重大案件表, rule 1: disputes by their largest single sum in yuan; of two that are equal what is enforced. */
export function major(dossier: Dossier): Html | Nothing {
  const { words } = dossier
  const largest = largestOf(measured(dossier).filter(isInYuan)).slice(0, mostMajor)
  if (largest.length === 0) return nothingInTexts(dossier)
  return html`${note(words.notes.major)}${majorTable(dossier, largest)}`
}

/** Disputes by their largest sum, those of most first. */
const largestOf = (sums: readonly Matter[]): Matter[] =>
  [...groupsBy(sums, ({ family }) => family).values()]
    .map((of) =>
      of.reduce((a, b) => (cents(b) > cents(a) || (cents(b) === cents(a) && isCase(b.of)) ? b : a)),
    )
    .sort((a, b) => largestFirst(cents)(a, b) || a.of.item.number - b.of.item.number)

const cents = ({ amount }: Matter): bigint => hundredths(amount)
export const isInYuan = ({ of }: Matter): boolean => (of.row.currency ?? 'CNY') === 'CNY'

export function measured(dossier: Dossier): Matter[] {
  const sums = dossier.payments.flatMap((of): Matter[] => {
    const { amount, family_key: family, document_id, not_counted_because: why } = of.row
    if (amount === null || why === isNoMeasure) return []
    return [{ of, amount, family, document: dossier.listed([document_id])[0] }]
  })
  const enforced = casesEnforced(dossier).flatMap((of): Matter[] => {
    const { family_key: family, document_ids, is_counted, case_key: key } = of.row
    // A list may state only what is unpaid of it.
    const amount = of.row.amount ?? of.row.unpaid
    // What another owes there is not at stake for the enterprise.
    const isOfOthers = of.row.role === 'third_party'
    if (amount === null || !is_counted || isOfOthers) return []
    const documents = dossier.listed(document_ids)
    return [
      {
        of,
        amount,
        family,
        document: documents.findLast(({ row }) => row.case_key === key) ?? documents.at(-1),
      },
    ]
  })
  return [...sums, ...enforced]
}

function majorTable(dossier: Dossier, cases: readonly Matter[]): Html {
  const { words, show, showName, columns } = dossier
  const courtOf = ({ of, document }: Matter): string | null =>
    document?.row.court ?? ('court' in of.row ? of.row.court : null)
  const dayOf = ({ of, document }: Matter): string | null =>
    document?.row.decided_on ?? ('last_on' in of.row ? of.row.last_on : null)
  // A court in two languages is too wide for a column among nine.
  const isBelowNumber = words.code === 'en'
  const noCourt = `${columns.court}${words.colon}`
  const courtBelow = (one: Matter): Part =>
    isBelowNumber && html`<br>${courtOf(one) === null && noCourt}${showName('court', courtOf(one))}`
  const court: Column<Matter> = [columns.court, (one) => showName('court', courtOf(one))]
  const stateOf = disputeStates(dossier)
  return listing<Matter>(
    [
      [columns.caseNumber, (one) => html`${numberText(dossier, one)}${courtBelow(one)}`],
      ...(isBelowNumber ? [] : [court]),
      [columns.cause, ({ document }) => document && showName('cause', document.row.cause)],
      [
        columns.role,
        ({ of, document }) => words.role[document?.row.role ?? of.row.role ?? 'unknown'],
        'short',
      ],
      [
        columns.amount,
        ({ of, amount }) => html`${words.sum('CNY', formatAmount(amount))} ${itemLink(of.item)}`,
        'number',
      ],
      [columns.caliber, ({ of }) => caliber(dossier, of)],
      [columns.procedure, ({ family }) => stageText(dossier, stateOf(family).stages)],
      [columns.disputeState, ({ family }) => stateOf(family).state],
      [columns.date, (one) => show(dayOf(one), 'label'), 'short'],
    ],
    cases,
    { isStacked: true },
  )
}

function disputeStates(dossier: Dossier) {
  const { words, show, rowsOf } = dossier
  const all = rowsOf(caseFamilies)
  const families = new Map(all.map((family) => [family.family_key, family]))
  return (key: string) => {
    const family = families.get(key)
    const likely = [
      family?.likely_key ?? null,
      ...all.filter(({ likely_key }) => likely_key === key).map(({ family_key }) => family_key),
    ].filter((other) => other !== null)
    const shown = likely.map(
      (other) => html`<br><span class="minor">${between(words.disputeLikely, [show(other, 'label')])}</span>`,
    )
    return {
      stages: family?.stages ?? ['enforcement' as const],
      state: html`${family !== undefined && disputeText(dossier, family)}${shown}`,
    }
  }
}

export const isCase = (of: Matter['of']): of is EnforcementCase => of.item.kind === 'E'

function numberText(dossier: Dossier, { of, document }: Matter): Html {
  if (document !== undefined) return html`${caseNumber(dossier, document.row)} ${itemLink(document.item)}`
  return isCase(of) ? dossier.show(of.row.case_number, 'label') : html``
}

function caliber(dossier: Dossier, of: Matter['of']): Html {
  const { words } = dossier
  if (!isCase(of)) {
    const { effectiveness } = of.row
    return html`${measureOf(dossier, of.row)}${effectiveness !== null && html`<br><span class="minor">${wordFor(words.effectiveness, effectiveness)}</span>`}`
  }
  const { state, unpaid, amount } = of.row
  const measure = amount === null ? words.columns.unpaid : words.columns.atStake
  return html`${measure} · ${wordFor(words.enforcementState, state)}${unpaid !== null && amount !== null && html`<br><span class="minor">${words.columns.unpaid} ${words.sum('CNY', formatAmount(unpaid))}</span>`}`
}
