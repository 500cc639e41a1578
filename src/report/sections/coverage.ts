import { type Dossier, groupsBy, itemsOf } from '../dossier.ts'
import { type Html, html, type Part } from '../html.ts'
import { linked, mark } from '../references.ts'
import type { CoverageRow } from '../rows.ts'
import { reasonOfGap } from '../searched.ts'
import { factList, table } from '../table.ts'
import { inBeijing } from '../time.ts'

/** 3 数据来源与覆盖. */
export function coverage(dossier: Dossier): Html {
  const { held, words, run } = dossier
  const [scanned] = held.coverage
  return html`${scanned === undefined ? html`<p class="warning">${words.summary.unscanned(run.runId)}</p>` : listFacts(dossier, scanned)}
<h3>${words.coverage.callsTitle}</h3><p class="note">${words.coverage.callsNote}</p>${callTable(dossier)}`
}

function listFacts(dossier: Dossier, scanned: CoverageRow): Html {
  const { words, show, documents, references } = dossier
  const { coverage: say } = words
  const isRead = ({ row }: Dossier['documents'][number]): boolean => row.text_call !== null
  const number = references.add(words.sections.coverage, [
    [say.held, itemsOf(documents)],
    [say.fullTexts, itemsOf(documents.filter(isRead))],
    [`${say.absent}${words.comma}${say.notLookedUp}`, itemsOf(documents.filter((one) => !isRead(one)))],
    [
      words.columns.calls,
      itemsOf(dossier.calls.filter(({ row }) => row.operation === 'rh_enterpriseWritList')),
    ],
  ])
  const figure = (count: number | null): Part =>
    count === null ? words.unknown : html`${linked(count, number)} ${mark(number)}`
  const facts: (readonly [Part, Part])[] = [
    [say.declared, figure(scanned.declared_total)],
    [say.listed, figure(scanned.listed)],
    [say.verdict, verdictOf(dossier, scanned)],
    ...(scanned.reason === null ? [] : [[say.reason, show(reasonOfGap(dossier, scanned), 'label')] as const]),
    [say.gap, gapOf(dossier, scanned)],
    [say.held, figure(scanned.documents)],
    [say.fullTexts, figure(scanned.full_texts)],
    [say.absent, figure(scanned.absent)],
    [say.notLookedUp, figure(scanned.not_looked_up)],
    [say.citations, figure(scanned.citations)],
    [say.joined, figure(scanned.citations_joined)],
    [say.pages, figure(scanned.pages)],
    [say.sweeps, scanned.sweeps ?? words.unknown],
    ...(scanned.based_on_run === null
      ? []
      : [[say.basedOn, html`<span class="code">${scanned.based_on_run}</span>`] as const]),
    [say.asOf, scanned.data_as_of === null ? words.unknown : inBeijing(scanned.data_as_of)],
  ]
  return factList(facts)
}

const verdictOf = ({ words }: Dossier, { verdict }: CoverageRow): string =>
  words.verdict[verdict as keyof typeof words.verdict] ?? verdict

/** The honest difference between what the service declared and what was listed. */
function gapOf({ words }: Dossier, { declared_total, listed, verdict }: CoverageRow): string {
  const { coverage: say } = words
  const missing = (declared_total ?? 0) - (listed ?? 0)
  if (verdict === 'unchanged') return say.noGap
  if (missing > 0) return say.missing(missing)
  if (missing < 0) return say.surplus(-missing)
  return verdict === 'complete' ? say.noGap : words.verdict.incomplete
}

/** Calls by operation, of all runs. */
function callTable({ held, calls, words, references }: Dossier): Html {
  const { columns } = words
  const items = new Map(calls.map(({ row, item }) => [row, item]))
  const rows = [...groupsBy(held.calls, ({ operation }) => operation)].map(([operation, made]) => {
    const number = references.add(`${words.coverage.callsTitle}${words.colon}${operation}`, [
      [columns.calls, made.flatMap((row) => items.get(row) ?? [])],
    ])
    const times = made
      .flatMap(({ fetched_at }) => (fetched_at === null ? [] : [inBeijing(fetched_at)]))
      .sort()
    const [hits, empties] = (['hit', 'empty'] as const).map(
      (outcome) => made.filter((row) => row.outcome === outcome).length,
    )
    const others = made.length - (hits ?? 0) - (empties ?? 0)
    const isListed = items.has(made[0] as (typeof made)[number])
    const figure = (count: number) => (isListed ? linked(count, number) : count)
    return {
      cells: [
        html`${words.operation[operation as keyof typeof words.operation] ?? operation} <span class="code">${operation}</span>`,
        ...[made.length, hits ?? 0, empties ?? 0, others].map(figure),
        times[0] ?? words.unknown,
        times.at(-1) ?? words.unknown,
        isListed ? mark(number) : html`<a class="ref" href="#appendix-D">A</a>`,
      ],
    }
  })
  const counts = [columns.calls, columns.hits, columns.empties, columns.others]
  return table(
    [
      { label: columns.operation },
      ...counts.map((label) => ({ label, shape: 'number' as const })),
      { label: columns.first, shape: 'short' },
      { label: columns.last, shape: 'short' },
      { label: words.basis },
    ],
    rows,
  )
}
