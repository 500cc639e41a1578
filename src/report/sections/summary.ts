import {
  casesOf,
  type Dossier,
  disputesOf,
  documentsById,
  itemsOf,
  type Section,
  type Sum,
  statesOf,
} from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import { between, type Html, html, type Part } from '../html.ts'
import { grouped, hundredths, totals } from '../money.ts'
import { type Behind, each, figureTo, itemLink, refer } from '../references.ts'
import type { DocumentRow } from '../rows.ts'
import { isListWhole, noDocuments, nothingBox, reasonOfGap, unscanned } from '../searched.ts'
import { factList } from '../tables.ts'
import { type SectionName, sectionId, sectionNumber, type Words, wordFor } from '../words/words.ts'
import { amountText, type Basis, bases, type PaymentView, paymentViews, sumsOf } from './amounts.ts'
import { articleName, articlesChanged } from './articles.ts'
import { changeCount, changesId } from './changes.ts'
import { contradictionList, contradictions } from './contradictions.ts'
import { partiesAgainst } from './counterparties.ts'
import {
  casesEnforced,
  type EnforcementCase,
  isAgainst,
  isEndedUnpaid,
  isOpen,
  marks,
  sumOf,
  unsettled,
} from './enforcement.ts'
import { flagBasis, flagTable, redFlags } from './flags.ts'
import { registerId } from './registration.ts'

/** 摘要: flags and enforcement first, then what stands out, each with the rows behind it. */
export const summary: Section = { queries: [redFlags, contradictions], write: writeSummary }

function writeSummary(dossier: Dossier): Html {
  const { documents, words } = dossier
  const opening = documents.length === 0 ? nothingBox(dossier, noDocuments(dossier)) : size(dossier)
  const enforced = enforcementFacts(dossier)
  const facts = [...documentFacts(dossier), ...recordFacts(dossier), ...amountFacts(dossier)]
  return html`${warnings(dossier)}${flagTable(dossier)}${contradictionList(dossier)}
${enforced.length > 0 ? factList(enforced) : html`<p>${words.enforcement.none}</p>`}
${flagBasis(dossier)}${opening}
${facts.length > 0 && factList(facts)}
${documents.length > 0 && html`<p class="note">${words.summary.separate(sectionNumber(words, 'amounts'))}${words.summary.derived}</p>`}`
}

function warnings(dossier: Dossier): Html {
  const { held, words, documents } = dossier
  const [coverage] = held.coverage
  const { summary: say } = words
  if (coverage === undefined) return html`<p class="warning">${unscanned(dossier)}</p>`
  const verdict = wordFor(words.verdict, coverage.verdict)
  const open = documents.filter(({ row }) => row.text_state === 'open')
  const { figures, mark, placed } = refer(words.coverage.notLookedUp, [[words.columns.documents, each(open)]])
  return html`${placed}${!isListWhole(dossier) && html`<p class="warning">${say.incomplete(verdict, reasonOfGap(dossier, coverage))}</p>`}
${open.length > 0 && html`<p class="caution">${between(say.notLookedUp, figures)} ${mark}</p>`}`
}

function size(dossier: Dossier): Html {
  const { documents, words } = dossier
  const { columns, summary: say } = words
  const { figures, mark } = refer(words.sections.summary, [
    [columns.documents, each(documents)],
    [columns.cases, casesOf(documents)],
    [columns.disputes, disputesOf(documents)],
  ])
  const days = documents.flatMap(({ row }) => (row.decided_on === null ? [] : [row.decided_on])).sort()
  const ends = days.length > 0 && [days[0], days.at(-1)].map((day) => html`<span class="day">${day}</span>`)
  return html`<p>${between(say.documents, figures)}${mark}${ends && between(say.period, ends)}</p>`
}

type Fact = readonly [name: Part, value: Part]

/** A figure with the rows behind it; none for a zero. */
function fact(
  { words }: Dossier,
  label: string,
  counts: string,
  rows: readonly Behind[],
  id?: string,
): Fact[] {
  if (rows.length === 0) return []
  const { figures, mark } = refer(`${words.sections.summary}${words.colon}${label}`, [[counts, rows, id]])
  return [[label, html`${figures} ${mark}`]]
}

/** What the index of a batch leads to on the page of an enterprise. */
export const anchors = {
  documents: 'appendix-D',
  defendant: 'as-defendant',
  enforcement: 'enforcement-against',
  endedUnpaid: 'ended-unpaid',
  atStake: 'at-stake-CNY',
} as const

export const asDefendant = ({ role }: DocumentRow): boolean => role === 'defendant'

/** What is enforced against it, before anything else: what ended unpaid first, with what is to be had. */
function enforcementFacts(dossier: Dossier): Fact[] {
  const { words } = dossier
  const { summary: say, columns } = words
  const cases = casesEnforced(dossier)
  const against = cases.filter(isAgainst)
  const counted = (label: string, found: readonly EnforcementCase[], id?: string): Fact[] =>
    fact(dossier, label, columns.cases, each(found), id).map(([name, value]) => [
      name,
      html`${value} ${columns.atStake} ${sumOf(dossier, label, found, 'amount')}`,
    ])
  return [
    ...counted(say.endedUnpaid, against.filter(isEndedUnpaid), anchors.endedUnpaid),
    ...counted(say.enforcedNow, against.filter(isOpen)),
    ...atStake(dossier, cases),
    ...marks.flatMap((name) =>
      fact(
        dossier,
        words.enforcement.marks[name],
        columns.cases,
        each(cases.filter((one) => one.row[name] && isAgainst(one))),
      ),
    ),
    ...fact(dossier, say.enforcement, columns.cases, each(against), anchors.enforcement),
    ...counted(
      say.enforcing,
      cases.filter(({ row }) => row.role === 'plaintiff'),
    ),
  ]
}

/** What is still to be had of it in yuan. */
function atStake(dossier: Dossier, cases: readonly EnforcementCase[]): Fact[] {
  const { words } = dossier
  const [sum] = totals(unsettled(cases, 'CNY'))
  if (sum === undefined) return []
  const { linked, mark } = refer(`${words.sections.summary}${words.colon}${words.summary.atStake}`, [
    [words.columns.cases, each(sum.sums), anchors.atStake],
  ])
  return [
    [
      words.summary.atStake,
      html`${linked(0, words.sum(sum.currency, grouped(sum.total)))} ${mark} ${sectionLink(words, 'enforcement')}`,
    ],
  ]
}

/** What documents of some kind there are. */
function documentFacts(dossier: Dossier): Fact[] {
  const { words, documents } = dossier
  const { summary: say, columns } = words
  const found = (isMeant: (row: DocumentRow) => boolean) => documents.filter(({ row }) => isMeant(row))
  const cases = (label: string, isMeant: (row: DocumentRow) => boolean, id?: string) =>
    fact(dossier, label, columns.cases, casesOf(found(isMeant)), id)
  const those = (label: string, isMeant: (row: DocumentRow) => boolean, id?: string) =>
    fact(dossier, label, columns.documents, each(found(isMeant)), id)
  return [
    ...cases(say.asDefendant, asDefendant, anchors.defendant),
    ...cases(say.asPlaintiff, ({ role }) => role === 'plaintiff'),
    ...fact(dossier, say.openCases, columns.cases, statesOf(documents).open),
    ...those(say.lost, ({ subject_outcome }) => subject_outcome === 'lost'),
    ...those(say.bankruptcy, ({ category }) => category === '强制清算与破产案件'),
  ]
}

/** What other sections tell at length, with the way there. */
function recordFacts(dossier: Dossier): Fact[] {
  const { held, words, plain } = dossier
  const { summary: say, columns } = words
  const tables = [
    [say.risks, registerId('risks'), held.lists.risks.length, 'registration'],
    [say.changed, changesId, changeCount(dossier), 'changes'],
  ] as const
  const repeated = held.rows(partiesAgainst).filter(({ is_repeat }) => is_repeat === true)
  return [
    ...tables.flatMap(([label, id, count, section]): Fact[] =>
      count === 0 ? [] : [[label, html`${figureTo(id, count)} ${sectionLink(words, section)}`]],
    ),
    ...fact(
      dossier,
      say.repeat,
      columns.counterparty,
      inDocuments(dossier, repeated, (one) => plain(one.name, 'party')),
    ),
    ...fact(
      dossier,
      say.outOfForce,
      columns.article,
      inDocuments(dossier, articlesChanged(dossier), (one) => articleName(dossier, one)),
    ),
  ]
}

/** Rows of what stands in documents, by name, with the documents. */
function inDocuments<T extends { readonly document_ids: readonly string[] }>(
  dossier: Dossier,
  all: readonly T[],
  nameOf: (one: T) => string,
): Behind[] {
  const byId = documentsById(dossier)
  return all.map((one) => ({
    name: nameOf(one),
    items: itemsOf([...new Set(one.document_ids)].flatMap((id) => byId.get(id) ?? [])),
  }))
}

const sectionLink = (words: Words, name: SectionName): Html =>
  html`<a class="ref" href="#${sectionId(words, name)}">${words.summary.section(sectionNumber(words, name))}</a>`

/** The three figures of sums, apart, and the largest sum ordered. */
function amountFacts(dossier: Dossier): Fact[] {
  const { words, payments } = dossier
  if (payments.length === 0) return []
  const figures = [...paymentViews.flatMap((view) => sumFact(dossier, view)), ...doubtfulFact(dossier)]
  const [largest] = sumsOf(dossier, 'ordered')
    .filter(({ row }) => row.is_counted && row.amount !== null && row.currency === 'CNY')
    .sort((a, b) => (centsOf(a) < centsOf(b) ? 1 : -1))
  if (largest === undefined) return figures
  return [
    ...figures,
    [words.summary.largest, html`${amountText(dossier, largest.row)} ${itemLink(largest.item)}`],
  ]
}

const centsOf = ({ row }: Sum): bigint => hundredths(row.amount ?? '0')

/** Why a sum does not count that the enterprise may have to pay all the same. */
const doubts: readonly (string | null)[] = [
  'a branch of it is ordered to pay',
  'the text does not say who pays',
  'partly reversed later: which sums stand is not known',
  'whether it took effect is not known',
]

/** Sums ordered that a reader should check: beside them, that no sum counts would mislead. */
function doubtfulFact(dossier: Dossier): Fact[] {
  const { words } = dossier
  const { summary: say, columns } = words
  const sums = sumsOf(dossier, 'ordered').filter(({ row }) => doubts.includes(row.not_counted_because))
  if (sums.length === 0) return []
  const groups = [...groupsBy(sums, ({ row }) => wordFor(words.uncounted, row.not_counted_because ?? ''))]
  const { figures, mark } = refer(
    `${words.sections.summary}${words.colon}${say.doubtful}`,
    groups.map(([reason, found]) => [`${columns.sums} ${reason}`, each(found)]),
  )
  const shown = groups.map(([reason], at) => html`${at > 0 && words.comma}${reason} ${figures[at]}`)
  return [[say.doubtful, html`${shown} ${mark} ${sectionLink(words, 'amounts')}`]]
}

/** Whether enforcement cases tell what is enforced where no document states a sum: beside them, "no sum" would mislead. */
const isToldElsewhere = (dossier: Dossier, view: PaymentView): boolean =>
  view === 'enforced' && casesEnforced(dossier).some(isAgainst)

/** What the sums of one kind come to, by currency. */
function sumFact(dossier: Dossier, view: PaymentView): Fact[] {
  const { words } = dossier
  const { summary: say } = words
  const counted = sumsOf(dossier, view).filter(({ row }) => row.is_counted)
  if (counted.length === 0)
    return isToldElsewhere(dossier, view)
      ? []
      : [[say[view], html`${say.noSum} ${sectionLink(words, 'amounts')}`]]
  return bases.flatMap((basis) =>
    basisFact(
      dossier,
      view,
      basis,
      counted.filter(({ row }) => row.basis === basis),
    ),
  )
}

/** What the sums of one kind come to that rest on full texts, or on the list alone. */
function basisFact({ words }: Dossier, view: PaymentView, basis: Basis, counted: readonly Sum[]): Fact[] {
  const { summary: say, columns } = words
  const byCurrency = totals(counted)
  if (byCurrency.length === 0) return []
  const label = basis === 'list' ? words.resultOf.by(say[view], words.sumBasis.list) : say[view]
  const { figures, linked, mark } = refer(
    `${words.sections.summary}${words.colon}${label}`,
    byCurrency.map(({ currency, sums }) => [`${columns.sums} ${currency}`.trim(), each(sums)]),
  )
  const sums = byCurrency.map(
    ({ currency, total }, at) =>
      html`${at > 0 && words.comma}${linked(at, words.sum(currency, grouped(total)))}${between(say.sums, [figures[at]])}`,
  )
  return [[label, html`${sums} ${mark} ${sectionLink(words, 'amounts')}`]]
}
