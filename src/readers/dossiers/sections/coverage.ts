import { z } from 'zod'
import { type Dossier, inBeijing, itemsOf } from '../dossier.ts'
import type { CallRow, CoverageRow, DocumentRow } from '../holdings.ts'
import { between, type Html, html, note, type Part, quoted } from '../html.ts'
import { type Behind, each, type Figure, type Item, itemLink, refer } from '../references.ts'
import { code, count, groupsBy, list, query, type RowOf, stage, viewQuery } from '../rows.ts'
import { isListWhole, reasonOfGap, unscanned } from '../searched.ts'
import { type Fact, factList, figureTable, namesTable } from '../tables.ts'
import { filled, wordFor } from '../words/words.ts'

const pagesRead = query(
  { sweep: count, page_no: count, document_ids: list, call_key: z.string(), run_id: z.string() },
  (among, run) => `
    SELECT enterprise_id, sweep, page_no, document_ids, call_key, run_id FROM list_pages
    WHERE scan_run_id = ${run} AND ${among} ORDER BY ALL`,
)

type PageRow = RowOf<typeof pagesRead>

/** Numbers of the same disputes that texts cite and the list does not have. */
const unlistedCases = viewQuery('unlisted_cases', 'case_number_key', {
  case_number_key: z.string(),
  stage,
  relation: code('citedRelation'),
  cited_by: list,
})

type UnlistedRow = RowOf<typeof unlistedCases>

export function coverage(dossier: Dossier): Html {
  const { held, words } = dossier
  const [scanned] = held.coverage
  return html`${scanned === undefined ? html`<p class="warning">${unscanned(dossier)}</p>` : listFacts(dossier, scanned)}${unlistedTable(dossier)}
<div class="in-all"><h3>${words.coverage.callsTitle}</h3><p class="note">${words.coverage.callsNote}</p>${callTable(dossier)}</div>`
}

function listFacts(dossier: Dossier, scanned: CoverageRow): Html {
  const { words, run } = dossier
  const { coverage: say } = words
  const counts = countsOf(dossier, scanned)
  const [listed, others] = [counts.slice(0, 1), counts.slice(1)]
  const { reason_code: code, based_on_run: run_id } = scanned
  return factList([
    [say.declared, declaredBy(dossier, scanned)],
    ...listed,
    [say.verdict, wordFor(words.verdict, scanned.verdict)],
    ...factIf(say.reason, quoted(reasonOfGap(dossier, scanned)), code),
    ...factIf(say.runEnded, quoted(run.stop?.reason ?? ''), code && run.stop?.reason),
    [say.gap, gapOf(dossier, scanned)],
    ...others,
    ...factIf(
      say.atBound,
      html`<span class="code">${scanned.at_bound.join(' · ')}</span>`,
      scanned.at_bound[0],
    ),
    [say.sweeps, scanned.sweeps ?? words.unknown],
    ...factIf(say.basedOn, html`<span class="code">${run_id}</span>`, run_id),
    [say.asOf, scanned.data_as_of === null ? words.unknown : inBeijing(scanned.data_as_of)],
  ])
}

const factIf = (name: string, value: Part, of: string | null | undefined): Fact[] =>
  of == null || of === '' ? [] : [[name, value]]

/** The figures of the list and its documents, what this run listed first. */
function countsOf(dossier: Dossier, { sweeps }: CoverageRow): Fact[] {
  const { words, documents, rowsOf, listed } = dossier
  const { coverage: say } = words
  const read = rowsOf(pagesRead).filter(({ sweep }) => sweep === sweeps)
  const ids = [...new Set(read.flatMap(({ document_ids }) => document_ids))]
  const of = (state: DocumentRow['text_state']) =>
    each(documents.filter(({ row }) => row.text_state === state))
  const cited = (member: 'citations' | 'citations_joined'): Behind[] =>
    documents.flatMap(({ row, item }) => Array.from({ length: row[member] }, () => item))
  const counted: readonly Figure[] = [
    [say.listed, each(listed(ids))],
    [say.held, each(documents)],
    [say.fullTexts, of('held')],
    [say.partial, of('partial')],
    [say.withheld, of('withheld')],
    [say.absent, of('absent')],
    [say.notLookedUp, of('open')],
    [say.citations, cited('citations')],
    [say.joined, cited('citations_joined')],
    [say.pages, pageRows(dossier, read)],
  ]
  const { figures, mark } = refer(words.sections.coverage, counted)
  return counted.map(([name], at) => [name, html`${figures[at]} ${mark}`])
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
  const last = dossier.rowsOf(pagesRead).findLast(({ sweep }) => sweep === sweeps)
  const call = last === undefined ? [] : callOf(dossier, last)
  return html`${declared_total} ${call.map(itemLink)}`
}

/** What the list's own count says; that texts cite cases beside it is said with it, whatever the list says of itself. */
function gapOf(dossier: Dossier, scanned: CoverageRow): Html {
  const { words, rowsOf } = dossier
  const { coverage: say } = words
  const unlisted = rowsOf(unlistedCases)
  if (unlisted.length === 0) return html`${listGap(dossier, scanned)}${words.brief.stop}`
  const { figures, mark } = refer(say.unlistedTitle, [
    [words.columns.caseNumber, unlisted.map((row) => unlistedBehind(dossier, row))],
  ])
  return html`${listGap(dossier, scanned)}${words.semicolon}${between(say.unlisted, figures)} ${mark}${words.brief.stop}`
}

function listGap({ words }: Dossier, { declared_total, listed, verdict }: CoverageRow): string {
  const { coverage: say } = words
  const missing = (declared_total ?? 0) - (listed ?? 0)
  if (verdict === 'unchanged') return filled(say.unchanged, declared_total ?? 0)
  if (missing > 0) return filled(say.missing, missing)
  if (missing < 0) return filled(say.surplus, -missing)
  return verdict === 'complete'
    ? filled(say.readWhole, declared_total ?? 0, listed ?? 0)
    : words.verdict.incomplete
}

const unlistedBehind = (dossier: Dossier, { case_number_key, cited_by }: UnlistedRow): Behind => ({
  name: dossier.plain(case_number_key, 'label'),
  items: itemsOf(dossier.listed(cited_by)),
})

function unlistedTable(dossier: Dossier): Html {
  const { words, show, plain, listed, rowsOf } = dossier
  const { coverage: say, columns } = words
  const rows = rowsOf(unlistedCases)
  if (rows.length === 0) return html``
  const table = namesTable<UnlistedRow>(
    dossier,
    {
      title: say.unlistedTitle,
      labelOf: ({ case_number_key }) => plain(case_number_key, 'label'),
      columns: [
        [columns.caseNumber, ({ case_number_key }) => show(case_number_key, 'label')],
        [columns.stage, ({ stage }) => words.stage[stage], 'short'],
        [say.relation, ({ relation }) => words.citedRelation[relation], 'short'],
        [say.citedBy, ({ cited_by }) => each(listed(cited_by)), 'counted'],
      ],
    },
    rows,
  )
  return html`<h3>${say.unlistedTitle}</h3>${table}${note(say.unlistedNote)}`
}

/** Calls by operation, of all runs. A call for a single full text leads to its document. */
function callTable(dossier: Dossier): Html {
  const { held, calls, words, listed } = dossier
  const { columns, coverage } = words
  const items = new Map(calls.map(({ row, item }) => [row, item]))
  type Made = readonly [operation: string, made: readonly CallRow[]]
  const nameOf = ([operation]: Made) => wordFor(words.operation, operation)
  const behind =
    (isMeant: (outcome: string) => boolean) =>
    ([, made]: Made): Behind[] =>
      made
        .filter(({ outcome }) => isMeant(outcome))
        .flatMap((row) => items.get(row) ?? itemsOf(listed([row.document_id])))
  const timesOf = ([, made]: Made) =>
    made.flatMap(({ fetched_at }) => (fetched_at === null ? [] : [inBeijing(fetched_at)])).sort()
  return figureTable<Made>(
    dossier,
    {
      title: coverage.callsTitle,
      labelOf: nameOf,
      columns: [
        [columns.operation, (one) => html`${nameOf(one)} <span class="code">${one[0]}</span>`],
        [columns.calls, behind(() => true), 'counted'],
        [columns.hits, behind((outcome) => outcome === 'hit'), 'counted'],
        [columns.empties, behind((outcome) => outcome === 'empty'), 'counted'],
        [columns.others, behind((outcome) => outcome !== 'hit' && outcome !== 'empty'), 'counted'],
        [columns.first, (one) => timesOf(one)[0] ?? words.unknown, 'short'],
        [columns.last, (one) => timesOf(one).at(-1) ?? words.unknown, 'short'],
      ],
    },
    [...groupsBy(held.calls, ({ operation }) => operation)],
  )
}

/** Why the list is not whole, before any conclusion. */
export function warnings(dossier: Dossier): Html {
  const { held, words } = dossier
  const [coverage] = held.coverage
  if (coverage === undefined) return html`<p class="warning">${unscanned(dossier)}</p>`
  const verdict = wordFor(words.verdict, coverage.verdict)
  const reason = reasonOfGap(dossier, coverage)
  const gap = reason === '' ? verdict : filled(words.resultOf.by, verdict, reason)
  return html`${!isListWhole(dossier) && html`<p class="warning">${filled(words.summary.incomplete, gap)}</p>`}`
}

/** How many documents have no full text, and what of them is known all the same. */
export function textsMissing({ documents, words }: Dossier): Html | false {
  const open = documents.filter(({ row }) => row.text_state === 'open')
  const { figures, mark } = refer(words.coverage.notLookedUp, [[words.columns.documents, each(open)]])
  const said = [documents.length, html`${figures} ${mark}`]
  return open.length > 0 && between(words.summary.notLookedUp, said)
}
