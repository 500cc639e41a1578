import type { Holds } from '../../rows/tables/table.ts'
import { type Dossier, type Given, givenText, type RunFacts } from './dossier.ts'
import { type Html, html, type Part, quoted } from './html.ts'
import { grouped, totals } from './money.ts'
import { indexFilters, indexOrders, page } from './page.ts'
import { type PickedLines, pickedSection } from './picked.ts'
import { type Basis, sumsOf } from './sections/amounts.ts'
import { changeCount, changesId } from './sections/changes.ts'
import { casesEnforced, inState, isAgainst, isEnforcement, unsettled } from './sections/enforcement.ts'
import { anchors } from './sections/facts.ts'
import { flagsFired } from './sections/flags.ts'
import { disputesBy } from './sections/suits.ts'
import { type Entry, givenParts } from './subjects.ts'
import { type Column, table } from './tables.ts'
import { sectionId, sectionNumber, type Words, wordFor } from './words/words.ts'

/** What the index shows of a dossier; small, because all of a batch are held. */
export interface IndexLine {
  readonly file: string
  readonly enterpriseId: string
  readonly name: string
  readonly uscc: string | null
  readonly status: string | null
  readonly legal: string | null
  readonly capital: string | null
  readonly established: string | null
  /** Names of its red flags of the highest level, and how many others fire. */
  readonly flags: ReturnType<typeof flagsFired>
  readonly documents: number
  /** Disputes in which it was sued. */
  readonly defendant: number
  /** Enforcement cases against it, and those of them that ended unpaid. */
  readonly enforcement: number
  readonly endedUnpaid: number
  /** Hundredths of yuan that are still owed in cases that are open or ended unpaid; null when none is stated. */
  readonly atStake: bigint | null
  /** Those of them that are known to be unpaid; null when that is known of none. */
  readonly unpaid: bigint | null
  /** Hundredths of yuan that count as ordered by full texts, and by the list alone; null when no sum counts. */
  readonly ordered: bigint | null
  readonly orderedListed: bigint | null
  readonly changes: number
  readonly verdict: string
}

/** The currency of the sums in the index. */
const yuan = 'CNY'

export function indexLine(dossier: Dossier, file: string): IndexLine {
  const { subject, held, documents } = dossier
  const [registration] = held.registration
  const cases = casesEnforced(dossier)
  const against = cases.filter(isAgainst)
  const open = unsettled(cases, yuan)
  const ordered = (basis: Basis) =>
    totals(
      sumsOf(dossier, 'ordered').filter(
        ({ row }) => row.is_counted && row.currency === yuan && row.basis === basis,
      ),
    )[0]?.total ?? null
  return {
    file,
    enterpriseId: subject.enterpriseId,
    name: subject.name,
    uscc: subject.uscc,
    status: registration?.status ?? null,
    legal: registration?.legal_representative ?? null,
    capital: registration?.registered_capital ?? null,
    established: registration?.established_on ?? registration?.established_text ?? null,
    flags: flagsFired(dossier),
    documents: documents.length,
    defendant: disputesBy(dossier, 'defendant').length,
    enforcement: against.filter(isEnforcement).length,
    endedUnpaid: inState(against, 'ended_unpaid').length,
    atStake: totals(open)[0]?.total ?? null,
    unpaid:
      totals(open.map(({ row }) => ({ row: { amount: row.unpaid, currency: row.currency } })))[0]?.total ??
      null,
    ordered: ordered('full text'),
    orderedListed: ordered('list'),
    changes: changeCount(dossier),
    verdict: held.coverage[0]?.verdict ?? 'unscanned',
  }
}

/** A row of the index: an entry of the job, or an enterprise that was asked for beside it. */
interface Listing {
  readonly given: Given
  readonly status: Entry['status']
  readonly candidates: Entry['candidates']
  readonly line: IndexLine | undefined
}

/** Entries in their order, then enterprises that no entry names. `whole` says whether entries without a dossier belong here. */
function listingsOf(entries: readonly Entry[], lines: readonly IndexLine[], isWhole: boolean): Listing[] {
  const byId = new Map(lines.map((line) => [line.enterpriseId, line]))
  const listed = entries
    .map((entry) => ({
      given: givenParts(entry),
      status: entry.status,
      candidates: entry.candidates,
      line: byId.get(entry.enterprise_id ?? ''),
    }))
    .filter(({ line }) => isWhole || line !== undefined)
  const named = new Set(entries.map(({ enterprise_id }) => enterprise_id))
  const others = lines
    .filter(({ enterpriseId }) => !named.has(enterpriseId))
    .map((line) => ({ given: [], status: 'matched', candidates: null, line }))
  return [...listed, ...others]
}

const most =
  (measure: (line: IndexLine) => number | bigint) =>
  (a: Listing, b: Listing): number => {
    const [left, right] = [a, b].map(({ line }) => (line === undefined ? -1 : measure(line)))
    return (left ?? -1) < (right ?? -1) ? 1 : (left ?? -1) > (right ?? -1) ? -1 : 0
  }

const nameOf = ({ line, given }: Listing): string => line?.name ?? given.join(' ')

/** Orders to choose from; sorting keeps the order of the job among equals. */
const orders: Readonly<Record<(typeof indexOrders)[number], (a: Listing, b: Listing) => number>> = {
  given: () => 0,
  name: (a: Listing, b: Listing) => compare(nameOf(a), nameOf(b)),
  flags: most(({ flags }) => flags.high.length * 100 + flags.others),
  documents: most(({ documents }) => documents),
  defendant: most(({ defendant }) => defendant),
  endedUnpaid: most(({ endedUnpaid }) => endedUnpaid),
  atStake: most(({ atStake }) => atStake ?? 0n),
  ordered: most(({ ordered }) => ordered ?? 0n),
  changes: most(({ changes }) => changes),
}

const collator = new Intl.Collator('zh-Hans-CN')
const compare = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)

export interface IndexFacts {
  readonly words: Words
  readonly run: RunFacts
  readonly entries: readonly Entry[]
  readonly lines: readonly IndexLine[]
  readonly picked: PickedLines
  /** Whether the dossiers are those of the whole job. */
  readonly isWhole: boolean
  /** The file of the page across the enterprises; null without one. */
  readonly portfolio: string | null
  readonly present: (value: string, holds: Holds) => string
}

/** The page of a batch. Each order is a table of its own, shown by the one that is chosen: no script sorts. */
export function indexPage(facts: IndexFacts): string {
  const { words, run, entries, lines, picked, isWhole, portfolio, present } = facts
  const listings = listingsOf(entries, lines, isWhole)
  const { index: say } = words
  const body = html`<main><h1>${say.title}</h1>
<p>${quoted(present(run.title ?? run.job, 'prose'))} · <span class="code">${run.runId}</span> · ${say.count(lines.length, isWhole ? entries.length : listings.length)}</p>
<p class="note">${say.note(sectionNumber(words, 'amounts'))}</p>${portfolio !== null && html`<p><a href="${portfolio}">${words.portfolio.title}</a></p>`}
${pickedSection(words, picked)}
<fieldset><legend>${say.order}</legend>${indexOrders.map(
    (name) =>
      html`<label><input type="radio" name="order" id="by-${name}"${name === 'given' && html` checked`}> ${say.orders[name]}</label> `,
  )}</fieldset>
<fieldset><legend>${say.only}</legend>${indexFilters.map(
    (mark) => html`<label><input type="checkbox" id="only-${mark}"> ${say.filters[mark]}</label> `,
  )}</fieldset>
${indexOrders.map(
  (name) =>
    html`<div class="order by-${name}">${listingTable(facts, [...listings].sort(orders[name]), say.orders[name])}</div>
`,
)}</main>`
  return page(words, say.title, body)
}

const numbers = new Set([
  'documents',
  'defendant',
  'enforcement',
  'endedUnpaid',
  'atStake',
  'unpaid',
  'ordered',
  'orderedListed',
  'changes',
])

/** Whether a listing belongs to what a filter leaves. */
const filters: Readonly<Record<(typeof indexFilters)[number], (listing: Listing) => boolean>> = {
  flagged: ({ line }) => line !== undefined && line.flags.high.length + line.flags.others > 0,
  unpaid: ({ line }) => line !== undefined && line.endedUnpaid > 0,
  incomplete: ({ line }) => line === undefined || !isListWhole(line),
}

const isListWhole = ({ verdict }: IndexLine): boolean => verdict === 'complete' || verdict === 'unchanged'

function listingTable({ words, present }: IndexFacts, listings: readonly Listing[], caption: string): Html {
  const columns = Object.entries(words.index.head).map(
    ([name, label]): Column => (numbers.has(name) ? { label, shape: 'number' } : { label }),
  )
  const show = (value: string | null, holds: Holds): Part =>
    value === null || value === '' ? '' : quoted(present(value, holds))
  return table(
    columns,
    listings.map((listing) => ({
      marks: indexFilters.filter((mark) => filters[mark](listing)),
      cells:
        listing.line === undefined
          ? unmatched(words, show, quoted(givenText(listing.given, present)), listing)
          : matched(words, show, quoted(givenText(listing.given, present)), listing.line),
    })),
    { caption, isStacked: true },
  )
}

/** A figure with the way to its rows on the page of the enterprise; a zero has none. */
const figureOf = (file: string, at: string, figure: string | number): Part =>
  figure === 0 ? 0 : html`<a class="fig" href="${encodeURIComponent(file)}#${at}">${figure}</a>`

/** Red flags by name, with the way to them. */
function flagsOf(words: Words, { file, flags: { high, others } }: IndexLine): Part {
  if (high.length + others === 0) return '–'
  const names = [
    ...high.map((name) => words.flag[name]),
    ...(others === 0 ? [] : [words.index.otherFlags(others)]),
  ]
  return html`<a href="${encodeURIComponent(file)}#${sectionId(words, 'summary')}">${names.join(words.comma)}</a>`
}

type Show = (value: string | null, holds: Holds) => Part

/** Who it is, in a line below its name: representative, capital, day of establishment, code. */
function registered(show: Show, { legal, capital, established, uscc }: IndexLine): Html {
  const parts = [
    show(legal, 'person'),
    show(capital, 'label'),
    show(established, 'label'),
    show(uscc, 'label'),
  ].filter((part) => part !== '')
  return html`<br><span class="minor">${parts.map((part, at) => html`${at > 0 && ' · '}${part}`)}</span>`
}

function matched(words: Words, show: Show, given: Part, line: IndexLine): Part[] {
  const { index } = words
  const verdict = wordFor(index.verdict, line.verdict)
  return [
    given,
    html`<a href="${encodeURIComponent(line.file)}">${show(line.name, 'party')}</a>${registered(show, line)}`,
    show(line.status === null ? null : wordFor(words.term, line.status), 'label'),
    flagsOf(words, line),
    figureOf(line.file, anchors.documents, line.documents),
    figureOf(line.file, anchors.defendant, line.defendant),
    figureOf(line.file, anchors.enforcement, line.enforcement),
    figureOf(line.file, anchors.endedUnpaid, line.endedUnpaid),
    line.atStake === null ? '–' : figureOf(line.file, anchors.atStake, grouped(line.atStake)),
    line.unpaid === null ? '–' : grouped(line.unpaid),
    line.ordered === null ? '–' : figureOf(line.file, `ordered-${yuan}`, grouped(line.ordered)),
    line.orderedListed === null
      ? '–'
      : figureOf(line.file, `ordered-${yuan}-list`, grouped(line.orderedListed)),
    figureOf(line.file, changesId, line.changes),
    isListWhole(line) ? verdict : html`<strong>${verdict}</strong>`,
  ]
}

/** An entry without an enterprise, with the candidates of an ambiguous name. */
function unmatched(
  words: Words,
  show: Show,
  given: Part,
  { status, candidates }: Pick<Listing, 'status' | 'candidates'>,
): Part[] {
  const names = (candidates ?? []).filter((name) => name !== null)
  const listed = names.map((name, at) => html`${at > 0 && words.comma}${show(name, 'party')}`)
  return [
    given,
    html`<strong>${wordFor(words.status, status)}</strong>${names.length > 0 && html`${words.colon}${listed}`}`,
    ...Array.from({ length: 12 }, () => '–'),
  ]
}
