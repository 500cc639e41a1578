import { type Dossier, documentsById, type Numbered } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import { between, type Html, html, type Part } from '../html.ts'
import { grouped, totals } from '../money.ts'
import { each, itemLink, refer } from '../references.ts'
import { bankruptcySentence, holdingSentence, markSentence, measureName } from '../standing.ts'
import type { Fact } from '../tables.ts'
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
import { anchors, fact, sectionLink } from './facts.ts'
import { caseOf, type Holding, type Mark, type Proceeding, standingOf } from './standing.ts'

/** What stands against it, before anything else: enforcement by state with what is still owed, marks, property held, bankruptcy. */
export function standingFacts(dossier: Dossier): Fact[] {
  const { words } = dossier
  const { summary: say, columns } = words
  const against = casesEnforced(dossier).filter(isAgainst)
  const counted = (label: string, found: readonly EnforcementCase[], id?: string): Fact[] =>
    fact(dossier, label, columns.cases, each(found), id).map(([name, value]) => [
      name,
      html`${value}${reasonsOf(dossier, label, found)}${owedFact(dossier, label, found)}${found.some(({ row }) => row.collected !== null) && html`${words.semicolon}${columns.collected} ${sumOf(dossier, label, found, 'collected')}`}`,
    ])
  return [
    ...(Object.keys(say.byState) as (keyof typeof say.byState)[]).flatMap((state) =>
      counted(
        say.byState[state],
        inState(against, state),
        state === 'ended_unpaid' ? anchors.endedUnpaid : undefined,
      ),
    ),
    ...fact(dossier, say.resumed, columns.cases, each(resumed(against))),
    ...atStake(dossier, against),
    ...markFacts(dossier),
    ...propertyFacts(dossier),
    ...bankruptcyFacts(dossier),
    ...enforcementFact(dossier, against),
  ]
}

/** What is owed in cases of one state; of those that ended, what they were for and what was not collected, each as far as it is stated. */
function owedFact(dossier: Dossier, label: string, found: readonly EnforcementCase[]): Html[] {
  const { columns } = dossier.words
  const sum = (name: string, measure: 'owed' | 'amount' | 'unpaid'): Html =>
    html` ${name} ${sumOf(dossier, label, found, measure)}`
  if (found.every(({ row }) => row.state === 'paid')) return []
  return found.some(({ row }) => row.state === 'ended')
    ? [sum(columns.atStake, 'amount'), html`${dossier.words.semicolon}${sum(columns.unpaid, 'unpaid')}`]
    : [sum(columns.owed, 'owed')]
}

/** How many cases enforce against it, and what stands beside them. */
function enforcementFact(dossier: Dossier, against: readonly EnforcementCase[]): Fact[] {
  const { words } = dossier
  const { summary: say, columns } = words
  const cases = against.filter(isEnforcement)
  const counted = fact(dossier, say.enforcement, columns.cases, each(cases), anchors.enforcement)
  return counted.map(([label, value]) => [label, html`${value}${besides(dossier, say.enforcement, against)}`])
}

/** What is still to be had of it in yuan. */
function atStake(dossier: Dossier, cases: readonly EnforcementCase[]): Fact[] {
  const { words } = dossier
  const [sum] = totals(unsettled(cases, 'CNY'))
  if (sum === undefined) return []
  const { columns, summary: say } = words
  const unpaid = sum.sums.filter(({ row }) => row.unpaid !== null)
  const { linked, figures, mark } = refer(`${words.sections.summary}${words.colon}${say.atStake}`, [
    [columns.cases, each(sum.sums), anchors.atStake],
    [columns.unpaid, each(unpaid)],
  ])
  const total = linked(0, words.sum(sum.currency, grouped(sum.total)))
  return [
    [
      say.atStake,
      html`${total}${between(statedWords(words, sum.sums), figures)}${shareOfCapital(dossier, sum.total)} ${mark} ${sectionLink(words, 'enforcement')}`,
    ],
  ]
}

/** How much that is of the registered capital, where this is known in yuan. */
function shareOfCapital({ words, held }: Dossier, total: bigint): string {
  const [registered] = held.registration
  const capital = registered?.registered_currency === 'CNY' ? Number(registered.registered_amount ?? 0) : 0
  return capital > 0 ? words.summary.ofCapital((Number(total) / capital).toFixed(1)) : ''
}

/** Sentences that the first page has room for, of one kind. */
const mostSentences = 4

/** A count with its rows, and what the first of them say. */
function told<One extends Numbered<unknown, 'S'>>(
  { words }: Dossier,
  label: string,
  found: readonly One[],
  sentence: (one: One) => Part,
  most = mostSentences,
): Fact[] {
  if (found.length === 0) return []
  const { figures, mark } = refer(`${words.sections.summary}${words.colon}${label}`, [
    [words.columns.rows, each(found)],
  ])
  const shown = found.slice(0, most).map((one) => html`<br>${sentence(one)} ${itemLink(one.item)}`)
  return [[label, html`${figures} ${mark}${shown}${found.length > most && html`<br>…`}`]]
}

/** 失信, 限高: since when, on what ground, and whether a removal was seen. */
function markFacts(dossier: Dossier): Fact[] {
  const { words } = dossier
  const { marks } = standingOf(dossier)
  return (['dishonest', 'restricted'] as const).flatMap((name) => {
    const sentence = ({ row }: Mark): Html => markSentence(words, row, caseOf(dossier, row.case_key))
    const own = marks.filter(({ row }) => row.mark === name)
    return [
      ...told(
        dossier,
        words.flag[name],
        own.filter(({ row }) => row.is_in_force),
        sentence,
      ),
      ...told(
        dossier,
        words.standing.lifted(words.flag[name]),
        own.filter(({ row }) => !row.is_in_force),
        sentence,
      ),
    ]
  })
}

const isHeld = ({ row }: Holding): boolean => row.state === 'in force' || row.state === 'waiting'

/** What courts hold of its property now, shares in it and shares that it holds apart; and what may have ended. */
function propertyFacts(dossier: Dossier): Fact[] {
  const { words } = dossier
  const { property } = standingOf(dossier)
  const held = property.filter(isHeld)
  const expired = property.filter(({ row }) => row.state === 'expired')
  const sentence = (one: Holding): Html => holdingText(dossier, one)
  return [
    ...heldFact(
      dossier,
      held.filter(({ row }) => row.is_own_equity === null),
    ),
    ...told(
      dossier,
      words.flag.frozen_shares,
      held.filter(({ row }) => row.is_own_equity === true),
      sentence,
    ),
    ...told(
      dossier,
      words.flag.frozen_holdings,
      held.filter(({ row }) => row.is_own_equity === false),
      sentence,
    ),
    ...told(dossier, words.standing.expired, expired, sentence, 1),
  ]
}

/** Property that is held now: how much of each kind, and the case of the largest. */
function heldFact(dossier: Dossier, held: readonly Holding[]): Fact[] {
  const { words } = dossier
  const [first] = held
  if (first === undefined) return []
  const label = words.standing.held
  const kinds = [...groupsBy(held, ({ row }) => measureName(words, row))]
  const { figures, mark } = refer(`${words.sections.summary}${words.colon}${label}`, [
    [words.columns.rows, each(held)],
    ...kinds.map(([kind, of]) => [kind, each(of)] as const),
  ])
  const byKind = kinds.map(([kind], at) => html`${at > 0 && words.semicolon}${kind} ${figures[at + 1]}`)
  return [
    [
      label,
      html`${figures[0]} ${mark}${words.colon}${byKind}${limits(dossier, held)}<br>${held.length > 1 && words.standing.largest}${holdingText(dossier, first)} ${itemLink(first.item)}`,
    ],
  ]
}

/** Up to what sum all measures are: what one order freezes, seizes or detains, up to one sum. */
function limits({ words }: Dossier, held: readonly Holding[]): Html | false {
  const orders = groupsBy(held, ({ row }) => `${row.case_key} ${row.evidence}`)
  const sums = totals([...orders.values()].flatMap((of) => of.slice(0, 1)))
  return (
    sums.length > 0 &&
    html` ${words.standing.upTo(sums.map(({ currency, total }) => words.sum(currency, grouped(total))).join(words.comma))}`
  )
}

const holdingText = (dossier: Dossier, { row }: Holding): Html => {
  const persons = documentsById(dossier).get(row.row_key ?? '')?.row.persons
  return holdingSentence(
    dossier.words,
    row,
    caseOf(dossier, row.case_key),
    row.property && dossier.show(row.property, 'mixed', persons),
  )
}

/** Bankruptcies by their stage; what was refused or withdrawn is no warning, and says so. */
function bankruptcyFacts(dossier: Dossier): Fact[] {
  const { words } = dossier
  const { bankruptcies } = standingOf(dossier)
  const sentence = ({ row }: Proceeding): Html =>
    bankruptcySentence(words, row, caseOf(dossier, row.case_key))
  const isWarning = ({ row }: Proceeding): boolean =>
    row.is_current || (row.stage === 'ended' && row.declared_on !== null)
  return [
    ...told(dossier, words.flag.bankruptcy, bankruptcies.filter(isWarning), sentence),
    ...told(
      dossier,
      words.standing.bankruptcyOver,
      bankruptcies.filter((one) => !isWarning(one)),
      sentence,
    ),
  ]
}
