import type { Dossier, Numbered } from '../dossier.ts'
import { between, type Html, html, joined, type Part } from '../html.ts'
import { grouped, totals } from '../money.ts'
import { each, type Figure, itemLink } from '../references.ts'
import { groupsBy } from '../rows.ts'
import {
  bankruptcySentence,
  caseOf,
  type Holding,
  holdingSentence,
  type Mark,
  markSentence,
  measureName,
  type Proceeding,
  standingOf,
} from '../standing.ts'
import { anchors, countFact, type Fact, referInSummary, sectionLink } from '../tables.ts'
import { filled } from '../words/words.ts'
import {
  besides,
  casesEnforced,
  type EnforcementCase,
  inState,
  isAgainst,
  isEnforcement,
  reasonsOf,
  resumed,
  statedWords,
  sumOf,
  unsettled,
} from './enforcement.ts'

/** What stands against it, before anything else: enforcement by state with what is still owed, marks, property held, bankruptcy. */
export function standingFacts(dossier: Dossier): Fact[] {
  const { summary: say, columns } = dossier.words
  const against = casesEnforced(dossier).filter(isAgainst)
  const cases = against.filter(isEnforcement)
  const names = Object.keys(say.byState) as (keyof typeof say.byState)[]
  return [
    ...names.flatMap((state) => stateFact(dossier, state, inState(against, state))),
    ...countFact(dossier, say.resumed, [columns.cases, each(resumed(against))]),
    ...atStake(dossier, against),
    ...markFacts(dossier),
    ...propertyFacts(dossier),
    ...bankruptcyFacts(dossier),
    // How many cases enforce against it, and what stands beside them.
    ...countFact(dossier, say.enforcement, [columns.cases, each(cases), anchors.enforcement], () =>
      besides(dossier, say.enforcement, against),
    ),
  ]
}

/** How many cases are in a state, why they ended, what of them is owed and what was collected. */
function stateFact(
  dossier: Dossier,
  state: keyof Dossier['words']['summary']['byState'],
  found: readonly EnforcementCase[],
): Fact[] {
  const { summary, columns, semicolon } = dossier.words
  const label = summary.byState[state]
  const id = state === 'ended_unpaid' ? anchors.endedUnpaid : undefined
  const collected =
    found.some(({ row }) => row.collected !== null) &&
    html`${semicolon}${columns.collected} ${sumOf(dossier, label, found, 'collected')}`
  return countFact(dossier, label, [columns.cases, each(found), id], () => [
    reasonsOf(dossier, label, found),
    owedFact(dossier, label, found),
    collected,
  ])
}

/** Debts in cases of one state. Of ended cases the target and the uncollected sum, as far as they are stated. */
function owedFact(dossier: Dossier, label: string, found: readonly EnforcementCase[]): Html[] {
  const { columns } = dossier.words
  const sum = (name: string, measure: 'owed' | 'amount' | 'unpaid'): Html =>
    html` ${name} ${sumOf(dossier, label, found, measure)}`
  if (found.every(({ row }) => row.state === 'paid')) return []
  return found.some(({ row }) => row.state === 'ended')
    ? [sum(columns.atStake, 'amount'), html`${dossier.words.semicolon}${sum(columns.unpaid, 'unpaid')}`]
    : [sum(columns.owed, 'owed')]
}

function atStake(dossier: Dossier, cases: readonly EnforcementCase[]): Fact[] {
  const { words } = dossier
  const [sum] = totals(unsettled(cases, 'CNY'))
  if (sum === undefined) return []
  const { columns, summary: say } = words
  const unpaid = sum.sums.filter(({ row }) => row.unpaid !== null)
  const { linked, figures, mark } = referInSummary(
    dossier,
    say.atStake,
    [columns.cases, each(sum.sums), anchors.atStake],
    [columns.unpaid, each(unpaid)],
  )
  const total = linked(0, words.sum(sum.currency, grouped(sum.total)))
  const share = shareOfCapital(dossier, sum.total)
  return [
    [
      say.atStake,
      html`${total}${between(statedWords(words, sum.sums), figures)}${share} ${mark} ${sectionLink(words, 'enforcement')}`,
    ],
  ]
}

function shareOfCapital({ words, held }: Dossier, total: bigint): Part {
  const [registered] = held.registration
  const capital = registered?.registered_currency === 'CNY' ? Number(registered.registered_amount ?? 0) : 0
  return capital > 0 && between(words.summary.ofCapital, [(Number(total) / capital).toFixed(1)])
}

const mostSentences = 4

function countWith<One extends Numbered<unknown, 'S'>>(
  dossier: Dossier,
  label: string,
  found: readonly One[],
  sentence: (one: One) => Part,
  most = mostSentences,
): Fact[] {
  const shown = found.slice(0, most).map((one) => html`<br>${sentence(one)} ${itemLink(one.item)}`)
  const more = found.length > most && html`<br>…`
  return countFact(dossier, label, [dossier.words.columns.rows, each(found)], () => [shown, more])
}

/** 失信, 限高: since when, on what ground, and whether a removal was seen. */
function markFacts(dossier: Dossier): Fact[] {
  const { words } = dossier
  const { marks } = standingOf(dossier)
  const sentence = ({ row }: Mark): Html => markSentence(words, row, caseOf(dossier, row.case_key))
  return (['dishonest', 'restricted'] as const).flatMap((name) => {
    const own = marks.filter(({ row }) => row.mark === name)
    const [inForce, lifted] = [true, false].map((is) => own.filter(({ row }) => row.is_in_force === is))
    return [
      ...countWith(dossier, words.flag[name], inForce ?? [], sentence),
      ...countWith(dossier, filled(words.standing.lifted, words.flag[name]), lifted ?? [], sentence),
    ]
  })
}

const isHeld = ({ row }: Holding): boolean => row.state === 'in force' || row.state === 'waiting'

function propertyFacts(dossier: Dossier): Fact[] {
  const { flag, standing: say } = dossier.words
  const { property } = standingOf(dossier)
  const held = (isOwn: boolean | null): Holding[] =>
    property.filter((one) => isHeld(one) && one.row.is_own_equity === isOwn)
  const expired = property.filter(({ row }) => row.state === 'expired')
  const sentence = (one: Holding): Html => holdingText(dossier, one)
  return [
    ...heldFact(dossier, held(null)),
    ...countWith(dossier, flag.frozen_shares, held(true), sentence),
    ...countWith(dossier, flag.frozen_holdings, held(false), sentence),
    ...countWith(dossier, say.expired, expired, sentence, 1),
  ]
}

function heldFact(dossier: Dossier, held: readonly Holding[]): Fact[] {
  const { words } = dossier
  const { standing: say, columns, semicolon, colon } = words
  const [first] = held
  if (first === undefined) return []
  const kinds = [...groupsBy(held, ({ row }) => measureName(words, row))].map(
    ([kind, of]): Figure => [kind, each(of)],
  )
  const { figures, mark } = referInSummary(dossier, say.held, [columns.rows, each(held)], ...kinds)
  const byKind = kinds.map(([kind], at) => html`${kind} ${figures[at + 1]}`)
  const largest = html`${held.length > 1 && say.largest}${holdingText(dossier, first)} ${itemLink(first.item)}`
  return [
    [
      say.held,
      html`${figures[0]} ${mark}${colon}${joined(byKind, semicolon)}${limitsOf(dossier, held)}<br>${largest}`,
    ],
  ]
}

/** Up to what sum all measures are: what one order freezes, seizes or detains, up to one sum. */
export function limitsOf({ words }: Dossier, held: readonly Holding[]): Part {
  const orders = groupsBy(held, ({ row }) => `${row.case_key} ${row.evidence}`)
  const sums = totals([...orders.values()].flatMap((of) => of.slice(0, 1)))
  const shown = sums.map(({ currency, total }) => words.sum(currency, grouped(total)))
  return sums.length > 0 && html` ${between(words.standing.upTo, [shown.join(words.comma)])}`
}

const holdingText = (dossier: Dossier, { row }: Holding): Html => {
  const [document] = dossier.listed([row.row_key])
  const property = row.property && dossier.show(row.property, 'mixed', document?.row.persons)
  return holdingSentence(dossier.words, row, caseOf(dossier, row.case_key), property)
}

/** Bankruptcies by their stage; what was refused or withdrawn is no warning, and says so. */
function bankruptcyFacts(dossier: Dossier): Fact[] {
  const { words } = dossier
  const { bankruptcies } = standingOf(dossier)
  const sentence = ({ row }: Proceeding): Html =>
    bankruptcySentence(words, row, caseOf(dossier, row.case_key))
  const isWarning = ({ row }: Proceeding): boolean =>
    row.is_current || (row.stage === 'ended' && row.declared_on !== null)
  const over = bankruptcies.filter((one) => !isWarning(one))
  return [
    ...countWith(dossier, words.flag.bankruptcy, bankruptcies.filter(isWarning), sentence),
    ...countWith(dossier, words.standing.bankruptcyOver, over, sentence),
  ]
}
