import { type Dossier, type Given, givenText, type Shared } from './dossier.ts'
import { between, type Html, html, joined, type Part, quoted } from './html.ts'
import { grouped, totals } from './money.ts'
import { page } from './page.ts'
import { groupsBy, largestFirst } from './rows.ts'
import { isWholeBy } from './searched.ts'
import { anchorOf, type Basis, isCounted, restsOn, sumsOf } from './sections/amounts.ts'
import { changeCount, changesId } from './sections/changes.ts'
import { casesEnforced, inState, isAgainst, isEnforcement, unsettled } from './sections/enforcement.ts'
import { disputesBy } from './sections/families.ts'
import { flagsFired } from './sections/flags.ts'
import { showing } from './shown.ts'
import { type Entry, givenParts } from './subjects.ts'
import { anchors, type Column, listing } from './tables.ts'
import { filled, indexFilters, indexOrders, sectionId, sectionNumber, wordFor } from './words/words.ts'

const yuan = 'CNY'

/** Columns of figures, and where each leads to on the page of the enterprise. */
const figures = [
  ['documents', anchors.documents],
  ['defendant', anchors.defendant],
  ['enforcement', anchors.enforcement],
  ['endedUnpaid', anchors.endedUnpaid],
  ['atStake', anchors.atStake],
  ['unpaid', undefined],
  ['ordered', anchorOf('ordered', 'full text', yuan)],
  ['orderedListed', anchorOf('ordered', 'list', yuan)],
  ['changes', changesId],
] as const

/** What the index shows of a dossier; small, because all of a batch are held. */
export type IndexLine = ReturnType<typeof indexLine>

export function indexLine(dossier: Dossier, file: string) {
  const { subject, held, documents } = dossier
  const [registration] = held.registration
  const cases = casesEnforced(dossier)
  const against = cases.filter(isAgainst)
  const open = unsettled(against, yuan)
  const unpaid = open.map(({ row }) => ({ row: { amount: row.unpaid, currency: row.currency } }))
  const counted = sumsOf(dossier, 'ordered').filter((sum) => isCounted(sum) && sum.row.currency === yuan)
  const ordered = (basis: Basis) => totals(counted.filter(restsOn(basis)))[0]?.total ?? null
  return {
    file,
    enterpriseId: subject.enterpriseId,
    name: subject.name,
    uscc: subject.uscc,
    status: registration?.status ?? null,
    legal: registration?.legal_representative ?? null,
    capital: registration?.registered_capital ?? null,
    established: registration?.established_on ?? registration?.established_text ?? null,
    /** Names of its red flags of the highest level, and how many others fire. */
    flags: flagsFired(dossier),
    /** Counts, and hundredths of yuan; null where no sum is stated, known or counts. */
    figures: {
      documents: documents.length,
      defendant: disputesBy(dossier, 'defendant').length,
      enforcement: against.filter(isEnforcement).length,
      endedUnpaid: inState(against, 'ended_unpaid').length,
      atStake: totals(open)[0]?.total ?? null,
      unpaid: totals(unpaid)[0]?.total ?? null,
      ordered: ordered('full text'),
      orderedListed: ordered('list'),
      changes: changeCount(dossier),
    } as Readonly<Record<(typeof figures)[number][0], number | bigint | null>>,
    verdict: held.coverage[0]?.verdict ?? 'unscanned',
  }
}

/** An enterprise with every entry of the job that means it, or an entry without one. */
interface Listing {
  readonly given: readonly Given[]
  readonly status: Entry['status']
  readonly candidates: Entry['candidates']
  readonly line: IndexLine | undefined
}

/** In the order of the entries, then enterprises that no entry names. `isWhole` says whether entries without a dossier belong here. */
function listingsOf({ entries, lines, isWhole }: IndexFacts): Listing[] {
  const byId = new Map(lines.map((line) => [line.enterpriseId, line]))
  const listed = [...groupsBy(entries, (entry) => entry.enterprise_id ?? entry).values()].flatMap((of) => {
    const line = byId.get(of[0]?.enterprise_id ?? '')
    return of
      .slice(0, isWhole || line !== undefined ? 1 : 0)
      .map((entry) => ({ ...entry, given: of.map(givenParts), line }))
  })
  const named = new Set(entries.map(({ enterprise_id }) => enterprise_id))
  const others = lines
    .filter(({ enterpriseId }) => !named.has(enterpriseId))
    .map((line) => ({ given: [], status: 'matched', candidates: null, line }))
  return [...listed, ...others]
}

const collator = new Intl.Collator('zh-Hans-CN')
const nameOf = ({ line, given }: Listing): string => line?.name ?? given.flat().join(' ')

/** By how much of something an enterprise has; those without a dossier come last. */
function measureOf(order: Exclude<(typeof indexOrders)[number], 'given' | 'name'>, line?: IndexLine) {
  if (line === undefined) return -1
  return order === 'flags' ? line.flags.high.length * 100 + line.flags.others : (line.figures[order] ?? 0)
}

/** Listings in an order to choose from; sorting keeps the order of the job among equals. */
function sorted(listings: readonly Listing[], order: (typeof indexOrders)[number]): Listing[] {
  if (order === 'given') return [...listings]
  if (order !== 'name') return [...listings].sort(largestFirst(({ line }) => measureOf(order, line)))
  const lastFirst = largestFirst(nameOf)
  return [...listings].sort((a, b) => collator.compare(nameOf(a), nameOf(b)) || lastFirst(b, a))
}

interface IndexFacts extends Pick<Shared, 'words' | 'run' | 'present'> {
  readonly entries: readonly Entry[]
  readonly lines: readonly IndexLine[]
  readonly isWhole: boolean
  /** The file of the page across the enterprises; null without one. */
  readonly portfolio: string | null
}

/** The page of a batch. Each order is a table of its own, shown by the one that is chosen: no script sorts. */
export function indexPage(facts: IndexFacts): string {
  const { words, run, entries, lines, isWhole, portfolio, present } = facts
  const listings = listingsOf(facts)
  const columns = columnsOf(facts)
  const { index: say } = words
  const body = html`<main><h1>${say.title}</h1>
<p>${quoted(present(run.title ?? run.job, 'prose'))} · <span class="code">${run.runId}</span> · ${filled(say.count, lines.length, isWhole ? entries.length : listings.flatMap(({ given }) => given).length)}</p>
<p class="note">${between(say.note, [sectionNumber(words, 'amounts')])}</p>${portfolio !== null && html`<p><a href="${portfolio}">${words.portfolio.title}</a></p>`}
<fieldset><legend>${say.order}</legend>${indexOrders.map(
    (name) =>
      html`<label><input type="radio" name="order" id="by-${name}"${name === 'given' && html` checked`}> ${say.orders[name]}</label> `,
  )}</fieldset>
<fieldset><legend>${say.only}</legend>${indexFilters.map(
    (mark) => html`<label><input type="checkbox" id="only-${mark}"> ${say.filters[mark]}</label> `,
  )}</fieldset>
${indexOrders.map((name) => {
  const options = { caption: say.orders[name], isStacked: true, marksOf }
  return html`<div class="order by-${name}">${listing(columns, sorted(listings, name), options)}</div>
`
})}</main>`
  return page(words, say.title, body)
}

const marksOf = ({ line }: Listing): readonly string[] =>
  indexFilters.filter((mark) => {
    if (mark === 'incomplete') return line === undefined || !isWholeBy(line.verdict)
    if (line === undefined) return false
    return mark === 'flagged'
      ? line.flags.high.length + line.flags.others > 0
      : (line.figures.endedUnpaid ?? 0) > 0
  })

const wayTo = ({ file }: IndexLine, at: string, shown: Part, kind = ''): Html =>
  html`<a${kind !== '' && html` class="${kind}"`} href="${encodeURIComponent(file)}${at}">${shown}</a>`

function columnsOf({ words, present }: IndexFacts): readonly Column<Listing>[] {
  const { head, verdict, otherFlags } = words.index
  const { showIf: show, showWords } = showing({ report: words, present })
  const ofLine =
    (cell: (line: IndexLine) => Part) =>
    ({ line }: Listing): Part =>
      line === undefined ? '–' : cell(line)
  const matched = (line: IndexLine): Html => {
    const parts = [
      show(line.legal, 'person'),
      line.capital ? showWords('entry', line.capital) : '',
      show(line.established, 'label'),
      show(line.uscc, 'label'),
    ].filter((part) => part !== '')
    return html`${wayTo(line, '', show(line.name, 'party'))}<br><span class="minor">${joined(parts, ' · ')}</span>`
  }
  /** An entry without an enterprise, with the candidates of an ambiguous name. */
  const unmatched = ({ status, candidates }: Listing): Html => {
    const names = (candidates ?? []).flatMap((name) => (name === null ? [] : [show(name, 'party')]))
    return html`<strong>${wordFor(words.status, status)}</strong>${names.length > 0 && html`${words.colon}${joined(names, words.comma)}`}`
  }
  const flags = (line: IndexLine): Part => {
    const { high, others } = line.flags
    const names = [
      ...high.map((name) => words.flag[name]),
      ...(others === 0 ? [] : [filled(otherFlags, others)]),
    ]
    if (names.length === 0) return '–'
    return wayTo(line, `#${sectionId(words, 'summary')}`, names.join(words.comma))
  }
  /** A figure with the way to its rows; a zero has none. */
  const figure = (line: IndexLine, name: (typeof figures)[number][0], at?: string): Part => {
    const value = line.figures[name]
    if (value === null) return '–'
    const shown = typeof value === 'bigint' ? grouped(value) : value
    return value === 0 || at === undefined ? shown : wayTo(line, `#${at}`, shown, 'fig')
  }
  const verdictOf = (line: IndexLine): Part => {
    const said = wordFor(verdict, line.verdict)
    return isWholeBy(line.verdict) ? said : html`<strong>${said}</strong>`
  }
  return [
    [
      words.cover.given,
      ({ given }) =>
        joined(
          given.map((one) => quoted(givenText(one, present))),
          html`<br>`,
        ),
    ],
    [head.matched, (one) => (one.line === undefined ? unmatched(one) : matched(one.line))],
    [words.registration.status, ofLine(({ status }) => show(status && wordFor(words.term, status), 'label'))],
    [words.flags.title, ofLine(flags)],
    ...figures.map(([name, at]) => [head[name], ofLine((line) => figure(line, name, at)), 'number'] as const),
    [head.verdict, ofLine(verdictOf)],
  ]
}
