import { z } from 'zod'
import { type Dossier, documentsById, inBeijing, itemsOf, type Section } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import type { Query } from '../holdings.ts'
import { between, type Html, html, note, type Part, quoted } from '../html.ts'
import { type Behind, each, type Item, itemLink, refer } from '../references.ts'
import { type CallRow, type CoverageRow, count, type DocumentRow, stage } from '../rows.ts'
import { reasonOfGap, unscanned } from '../searched.ts'
import { factList, figureTable, namesTable } from '../tables.ts'
import { wordFor } from '../words/words.ts'

/** A page of the list, as the run read it. */
const pageRow = z.object({
  enterprise_id: z.string(),
  sweep: count,
  page_no: count,
  document_ids: z.array(z.string()),
  call_key: z.string(),
  run_id: z.string(),
})

type PageRow = z.infer<typeof pageRow>

const pagesRead: Query<PageRow> = {
  row: pageRow,
  sql: (among: string, run: string) => `
  SELECT enterprise_id, sweep, page_no, document_ids, call_key, run_id FROM list_pages
  WHERE scan_run_id = ${run} AND ${among} ORDER BY ALL`,
}

const unlistedRow = z.object({
  enterprise_id: z.string(),
  case_number_key: z.string(),
  stage,
  relation: z.enum(['earlier', 'later', 'same']),
  cited_by: z.array(z.string()),
})

type UnlistedRow = z.infer<typeof unlistedRow>

/** Numbers of the same disputes that texts cite and the list does not have. */
const unlistedCases: Query<UnlistedRow> = {
  row: unlistedRow,
  sql: (among: string) => `
  SELECT enterprise_id, case_number_key, stage, relation, cited_by FROM unlisted_cases WHERE ${among}
  ORDER BY enterprise_id, case_number_key`,
}

/** 数据来源与覆盖. */
export const coverage: Section = { queries: [pagesRead, unlistedCases], write: writeCoverage }

function writeCoverage(dossier: Dossier): Html {
  const { held, words } = dossier
  const [scanned] = held.coverage
  return html`${scanned === undefined ? html`<p class="warning">${unscanned(dossier)}</p>` : listFacts(dossier, scanned)}${unlistedTable(dossier)}
<h3>${words.coverage.callsTitle}</h3><p class="note">${words.coverage.callsNote}</p>${callTable(dossier)}`
}

function listFacts(dossier: Dossier, scanned: CoverageRow): Html {
  const { words, run } = dossier
  const { coverage: say } = words
  const { listed, held, fullTexts, withheld, absent, notLookedUp, citations, joined, pages } = countsOf(
    dossier,
    scanned,
  )
  return factList([
    [say.declared, declaredBy(dossier, scanned)],
    [say.listed, listed],
    [say.verdict, verdictOf(dossier, scanned)],
    ...factIf(say.reason, quoted(reasonOfGap(dossier, scanned)), scanned.reason_code),
    ...factIf(say.runEnded, quoted(run.stop?.reason ?? ''), scanned.reason_code && run.stop?.reason),
    [say.gap, gapOf(dossier, scanned)],
    [say.held, held],
    [say.fullTexts, fullTexts],
    [say.withheld, withheld],
    [say.absent, absent],
    [say.notLookedUp, notLookedUp],
    [say.citations, citations],
    [say.joined, joined],
    [say.pages, pages],
    [say.sweeps, scanned.sweeps ?? words.unknown],
    ...factIf(say.basedOn, html`<span class="code">${scanned.based_on_run}</span>`, scanned.based_on_run),
    [say.asOf, scanned.data_as_of === null ? words.unknown : inBeijing(scanned.data_as_of)],
  ])
}

/** A fact, unless there is nothing to say. */
const factIf = (name: string, value: Part, of: string | null | undefined): (readonly [Part, Part])[] =>
  of == null || of === '' ? [] : [[name, value]]

const counted = [
  'listed',
  'held',
  'fullTexts',
  'withheld',
  'absent',
  'notLookedUp',
  'citations',
  'joined',
  'pages',
] as const

/** The figures of the list and its documents. */
function countsOf(dossier: Dossier, { sweeps }: CoverageRow): Record<(typeof counted)[number], Html> {
  const { words, documents, held } = dossier
  const byId = documentsById(dossier)
  const read = held.rows(pagesRead).filter(({ sweep }) => sweep === sweeps)
  const listed = new Set(read.flatMap(({ document_ids }) => document_ids))
  const of = (state: DocumentRow['text_state']) =>
    each(documents.filter(({ row }) => row.text_state === state))
  const cited = (count: (row: DocumentRow) => number): Behind[] =>
    documents.flatMap(({ row, item }) => Array.from({ length: count(row) }, () => ({ items: [item] })))
  const rows: Record<(typeof counted)[number], readonly Behind[]> = {
    listed: each([...listed].flatMap((id) => byId.get(id) ?? [])),
    held: each(documents),
    fullTexts: of('held'),
    withheld: of('withheld'),
    absent: of('absent'),
    notLookedUp: of('open'),
    citations: cited(({ citations }) => citations),
    joined: cited(({ citations_joined }) => citations_joined),
    pages: pageRows(dossier, read),
  }
  const { figures, mark } = refer(
    words.sections.coverage,
    counted.map((name) => [words.coverage[name], rows[name]]),
  )
  const entries = counted.map((name, at) => [name, html`${figures[at]} ${mark}`])
  return Object.fromEntries(entries) as Record<(typeof counted)[number], Html>
}

/** Pages with the calls that answered them; one that was asked for by id and by code is one. */
const pageRows = (dossier: Dossier, read: readonly PageRow[]): Behind[] =>
  [...groupsBy(read, ({ page_no }) => page_no).values()].map((asked) => ({
    items: asked.flatMap((page) => callOf(dossier, page)),
  }))

/** The call that answered a page, the last where it was asked for several times. */
const callOf = ({ calls }: Dossier, page: PageRow): Item[] =>
  itemsOf(
    calls.filter(
      ({ row }) =>
        row.call_key === page.call_key &&
        row.run_id === page.run_id &&
        row.sweep === page.sweep &&
        (row.outcome === 'hit' || row.outcome === 'empty'),
    ),
  ).slice(-1)

/** What the last page declared, with the call that it came by: it is read, not counted. */
function declaredBy(dossier: Dossier, { declared_total, sweeps }: CoverageRow): Part {
  if (declared_total === null) return dossier.words.unknown
  const last = dossier.held.rows(pagesRead).findLast(({ sweep }) => sweep === sweeps)
  const call = last === undefined ? [] : callOf(dossier, last)
  return html`${declared_total} ${call.map(itemLink)}`
}

const verdictOf = ({ words }: Dossier, { verdict }: CoverageRow): string => wordFor(words.verdict, verdict)

/** What the list's own count says; that texts cite cases beside it is said with it, whatever the list says of itself. */
function gapOf(dossier: Dossier, scanned: CoverageRow): Html {
  const { words, held } = dossier
  const { coverage: say } = words
  const unlisted = held.rows(unlistedCases)
  if (unlisted.length === 0) return html`${listGap(dossier, scanned)}${say.stop}`
  const { figures, mark } = refer(say.unlistedTitle, [
    [words.columns.caseNumber, unlisted.map((row) => unlistedBehind(dossier, row))],
  ])
  return html`${listGap(dossier, scanned)}${words.semicolon}${between(say.unlisted, figures)} ${mark}${say.stop}`
}

/** The difference between what the service declared and what was listed. */
function listGap({ words }: Dossier, { declared_total, listed, verdict }: CoverageRow): string {
  const { coverage: say } = words
  const missing = (declared_total ?? 0) - (listed ?? 0)
  if (verdict === 'unchanged') return say.unchanged(declared_total ?? 0)
  if (missing > 0) return say.missing(missing)
  if (missing < 0) return say.surplus(-missing)
  return verdict === 'complete' ? say.readWhole(declared_total ?? 0, listed ?? 0) : words.verdict.incomplete
}

const unlistedBehind = (dossier: Dossier, { case_number_key, cited_by }: UnlistedRow): Behind => {
  const byId = documentsById(dossier)
  return {
    name: dossier.plain(case_number_key, 'label'),
    items: itemsOf(cited_by.flatMap((id) => byId.get(id) ?? [])),
  }
}

/** Each such number, with the documents that cite it. */
function unlistedTable(dossier: Dossier): Html {
  const { held, words, show } = dossier
  const { coverage: say, columns } = words
  const rows = held.rows(unlistedCases)
  if (rows.length === 0) return html``
  const heads = {
    before: [
      { label: columns.caseNumber },
      { label: columns.stage, shape: 'short' as const },
      { label: say.relation, shape: 'short' as const },
    ],
    counted: [say.citedBy],
  }
  const listed = namesTable(dossier, say.unlistedTitle, heads, rows, (row) => ({
    label: dossier.plain(row.case_number_key, 'label'),
    before: [
      show(row.case_number_key, 'label'),
      wordFor(words.stage, row.stage),
      words.citedRelation[row.relation],
    ],
    counted: [unlistedBehind(dossier, row).items.map((item) => ({ items: [item] }))],
  }))
  return html`<h3>${say.unlistedTitle}</h3>${listed}${note(say.unlistedNote)}`
}

/** Calls by operation, of all runs. A call for a single full text leads to its document. */
function callTable(dossier: Dossier): Html {
  const { held, calls, words } = dossier
  const { columns } = words
  const byId = documentsById(dossier)
  const items = new Map(calls.map(({ row, item }) => [row, item]))
  const behind = (made: readonly CallRow[]): Behind[] =>
    made.flatMap((row) => {
      const item = items.get(row) ?? byId.get(row.document_id ?? '')?.item
      return item === undefined ? [] : [{ items: [item] }]
    })
  const rows = [...groupsBy(held.calls, ({ operation }) => operation)].map(([operation, made]) => {
    const times = made.flatMap(({ fetched_at }) => (fetched_at === null ? [] : [inBeijing(fetched_at)]))
    const [first = words.unknown, last = first] = [times.toSorted()[0], times.toSorted().at(-1)]
    const of = (isMeant: (outcome: string) => boolean) => behind(made.filter((row) => isMeant(row.outcome)))
    const name = wordFor(words.operation, operation)
    return {
      label: name,
      before: [html`${name} <span class="code">${operation}</span>`],
      counted: [
        behind(made),
        of((outcome) => outcome === 'hit'),
        of((outcome) => outcome === 'empty'),
        of((outcome) => outcome !== 'hit' && outcome !== 'empty'),
      ],
      after: [first, last],
    }
  })
  const heads = {
    before: [{ label: columns.operation }],
    counted: [columns.calls, columns.hits, columns.empties, columns.others],
    after: [
      { label: columns.first, shape: 'short' as const },
      { label: columns.last, shape: 'short' as const },
    ],
  }
  return figureTable(dossier, words.coverage.callsTitle, heads, rows)
}
