import type { Dossier, Listed, Nothing, Section, Sum } from '../dossier.ts'
import { between, type Html, html, joined, note, type Part } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { formatAmount, hundredths } from '../money.ts'
import { itemLink } from '../references.ts'
import { groupsBy, largestFirst } from '../rows.ts'
import { nothingInTexts } from '../searched.ts'
import { type Column, listing } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { measureOf } from './amounts.ts'
import { casesEnforced, type EnforcementCase } from './enforcement.ts'
import { caseFamilies, disputeText, stageText } from './families.ts'

const mostMajor = 20
const isNoMeasure = 'costs, a base or a total'

/** A sum, or what an enforcement is for: in yuan, with its dispute and the document that it stands in. */
interface Matter {
  readonly of: Sum | EnforcementCase
  readonly amount: string
  readonly family: string
  readonly document: Listed | undefined
}

/** 重大案件表, rule 1: disputes by their largest single sum in yuan; of two that are equal what is enforced. */
export const major: Section = { write: writeMajor }

function writeMajor(dossier: Dossier): Html | Nothing {
  const { words } = dossier
  const largest = largestOf(measured(dossier)).slice(0, mostMajor)
  if (largest.length === 0) return nothingInTexts(dossier)
  return html`${note(words.notes.major)}${majorTable(dossier, largest)}`
}

/** Disputes by their largest sum, those of most first. */
const largestOf = (sums: readonly Matter[]): Matter[] =>
  [...groupsBy(sums, ({ family }) => family).values()]
    .map((of) =>
      of.reduce((a, b) => (cents(b) > cents(a) || (cents(b) === cents(a) && isCase(b.of)) ? b : a)),
    )
    .sort((a, b) => dearest(a, b) || a.of.item.number - b.of.item.number)

/** The same of what is still at stake: sums that count, and enforcement that is not known to have ended. */
const mattersOf = (dossier: Dossier): Matter[] =>
  largestOf(measured(dossier).filter(({ of }) => isAtStake(of)))

const isAtStake = (of: Matter['of']): boolean =>
  of.row.is_counted && (!isCase(of) || ['ended_unpaid', 'open', 'unknown', 'ended'].includes(of.row.state))

const cents = ({ amount }: Matter): bigint => hundredths(amount)
const dearest = largestFirst(cents)

function measured(dossier: Dossier): Matter[] {
  const sums = dossier.payments.flatMap((of): Matter[] => {
    const { amount, currency, family_key: family, document_id, not_counted_because: why } = of.row
    if (amount === null || currency !== 'CNY' || why === isNoMeasure) return []
    return [{ of, amount, family, document: dossier.listed([document_id])[0] }]
  })
  const enforced = casesEnforced(dossier).flatMap((of): Matter[] => {
    const { amount, currency, family_key: family, document_ids, is_counted } = of.row
    if (amount === null || currency !== 'CNY' || !is_counted) return []
    return [{ of, amount, family, document: dossier.listed(document_ids).at(-1) }]
  })
  return [...sums, ...enforced]
}

function majorTable(dossier: Dossier, cases: readonly Matter[]): Html {
  const { words, show, showName } = dossier
  const { columns } = words
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
  const { words, show, held } = dossier
  const all = held.rows(caseFamilies)
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

const isCase = (of: Matter['of']): of is EnforcementCase => of.item.kind === 'E'

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
  const { state, unpaid } = of.row
  return html`${words.columns.atStake} · ${wordFor(words.enforcementState, state)}${unpaid !== null && html`<br><span class="minor">${words.columns.unpaid} ${words.sum('CNY', formatAmount(unpaid))}</span>`}`
}

const mostMatters = 5
const mostSteps = 6

/** The matters with most at stake, each with what it is, where it stands, and its life as a line of dates. */
export function matters(dossier: Dossier): Html {
  const { words } = dossier
  const found = mattersOf(dossier).slice(0, mostMatters)
  return found.length === 0
    ? html``
    : html`<h3>${words.brief.matters}</h3><ol class="brief">${found.map((matter) => html`<li>${matterText(dossier, matter)}</li>`)}</ol>`
}

function matterText(dossier: Dossier, matter: Matter): Html {
  const { words, show, showName, held } = dossier
  const { of, family, document } = matter
  const state = held.rows(caseFamilies).find(({ family_key }) => family_key === family)
  const life = dossier.documents
    .filter(({ row }) => row.family_key === family && row.decided_on !== null)
    .reverse()
  const name =
    document === undefined
      ? show('case_number' in of.row ? of.row.case_number : null, 'label')
      : html`${show(document.row.title, 'prose', document.row.persons)}${between(words.inBrackets, [html`${caseNumber(dossier, document.row)} · ${showName('court', document.row.court)}`])}`
  const line = life.slice(-mostSteps).map((one) => step(dossier, one))
  return html`${name}${words.colon}${stakeText(dossier, matter)} ${itemLink(of.item)}${state && html`${words.semicolon}${disputeText(dossier, state)}`}${
    line.length > 0 &&
    html`<br><span class="minor">${life.length > mostSteps && '… → '}${joined(line, ' → ')}</span>`
  }`
}

/** What a sum is, and how much: of an enforcement what is unpaid too, of an order whether it is in force. */
function stakeText({ words }: Dossier, { of, amount }: Matter): Html {
  const { columns, amounts: say } = words
  const sum = words.sum('CNY', formatAmount(amount))
  if (!isCase(of)) {
    const { view, effectiveness } = of.row
    const effect =
      effectiveness !== null && between(words.inBrackets, [wordFor(words.effectiveness, effectiveness)])
    return html`${say.measure[view]} ${sum}${effect}`
  }
  const { unpaid, state } = of.row
  const left =
    unpaid !== null && html`${words.comma}${columns.unpaid} ${words.sum('CNY', formatAmount(unpaid))}`
  return html`${columns.atStake} ${sum}${left}${words.comma}${wordFor(words.enforcementState, state)}`
}

const step = ({ words }: Dossier, { row, item }: Listed): Html =>
  html`${row.decided_on} ${words.stage[row.stage]} ${row.outcome === null ? '' : wordFor(words.outcome, row.outcome)} ${itemLink(item)}`
