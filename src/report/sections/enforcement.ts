import { z } from 'zod'
import { type Dossier, documentsById, type Nothing, type Numbered, type Section } from '../dossier.ts'
import type { Query } from '../holdings.ts'
import { between, type Html, html, note, type Part } from '../html.ts'
import { pageOfText } from '../judgment/address.ts'
import { formatAmount, grouped, totals } from '../money.ts'
import { each, refer, rowLinks } from '../references.ts'
import { role, text } from '../rows.ts'
import { noneInEither } from '../searched.ts'
import { table } from '../tables.ts'
import { wordFor } from '../words/words.ts'

const caseRow = z.object({
  enterprise_id: z.string(),
  case_key: z.string(),
  case_number: text,
  role,
  state: z.string(),
  court: text,
  filed_on: text,
  last_on: text,
  is_dishonest: z.boolean(),
  is_restricted: z.boolean(),
  is_share_frozen: z.boolean(),
  amount: text,
  currency: text,
  collected: text,
  unpaid: text,
  is_counted: z.boolean(),
  sources: z.array(z.string()),
  entries: z.array(z.string()),
  document_ids: z.array(z.string()),
})

type CaseRow = z.infer<typeof caseRow>

/** States in the order in which a reader needs them: what is unpaid first. */
const states = ['ended_unpaid', 'open', 'ended', 'paid', 'refused', 'preservation', 'review'] as const

const place = (column: string, values: readonly string[]): string =>
  `coalesce(list_position(['${values.join("', '")}'], ${column}), 99)`

const enforcementCases: Query<CaseRow> = {
  row: caseRow,
  sql: (among) => `
    SELECT * EXCLUDE (family_key) FROM enforcement_cases WHERE ${among}
    ORDER BY enterprise_id, ${place('role', ['defendant', 'plaintiff'])}, ${place('state', states)},
      amount DESC NULLS LAST, last_on DESC NULLS LAST, case_key`,
}

export type EnforcementCase = Numbered<CaseRow, 'E'>

/** 执行与信用: what is enforced against it and by it, each case once, before any other litigation. */
export const enforcement: Section = { queries: [enforcementCases], write: writeEnforcement }

/** Enforcement cases with their numbers in the section's table. */
export const casesEnforced = ({ held }: Dossier): EnforcementCase[] =>
  held.rows(enforcementCases).map((row, index) => ({ row, item: { kind: 'E', number: index + 1 } }))

export const isAgainst = ({ row }: EnforcementCase): boolean => row.role === 'defendant'
export const isEndedUnpaid = ({ row }: EnforcementCase): boolean => row.state === 'ended_unpaid'
export const isOpen = ({ row }: EnforcementCase): boolean => row.state === 'open'

/** The sums that are still to be had: of cases that are open or ended unpaid, in one currency; restated ones aside. */
export const unsettled = (cases: readonly EnforcementCase[], currency: string): EnforcementCase[] =>
  cases.filter(
    (one) =>
      isAgainst(one) &&
      (isOpen(one) || isEndedUnpaid(one)) &&
      one.row.is_counted &&
      one.row.amount !== null &&
      one.row.currency === currency,
  )

function writeEnforcement(dossier: Dossier): Html | Nothing {
  const { words } = dossier
  const cases = casesEnforced(dossier)
  if (cases.length === 0) return noneInEither(dossier)
  const against = cases.filter(isAgainst)
  const byIt = cases.filter(({ row }) => row.role === 'plaintiff')
  return html`${stateTable(dossier, words.enforcement.against, against)}${stateTable(dossier, words.enforcement.byIt, byIt)}
${note(words.enforcement.rule)}${caseTable(dossier, cases)}`
}

/** Cases of one side by state, with what is to be enforced, what was collected and what is unpaid. */
function stateTable(dossier: Dossier, title: string, cases: readonly EnforcementCase[]): Html {
  if (cases.length === 0) return html``
  const { words } = dossier
  const { columns } = words
  const met = states.filter((state) => cases.some(({ row }) => row.state === state))
  return table(
    [
      { label: columns.state },
      { label: columns.cases, shape: 'number' },
      { label: columns.atStake, shape: 'number' },
      { label: columns.collected, shape: 'number' },
      { label: columns.unpaid, shape: 'number' },
      { label: words.basis },
    ],
    met.map((state) => {
      const found = cases.filter(({ row }) => row.state === state)
      const label = words.enforcementState[state]
      const { figures, mark } = refer(`${title}${words.colon}${label}`, [[columns.cases, each(found)]])
      return {
        cells: [
          label,
          ...figures,
          sumOf(dossier, `${title}${words.colon}${label}`, found, 'amount'),
          sumOf(dossier, `${title}${words.colon}${label}`, found, 'collected'),
          sumOf(dossier, `${title}${words.colon}${label}`, found, 'unpaid'),
          mark,
        ],
      }
    }),
    { caption: title },
  )
}

const measures = { amount: 'atStake', collected: 'collected', unpaid: 'unpaid' } as const

/** What one member of cases comes to, by currency, and how many of them state it. */
export function sumOf(
  { words }: Dossier,
  label: string,
  cases: readonly EnforcementCase[],
  member: keyof typeof measures,
): Html {
  const counted = cases.filter(({ row }) => row.is_counted && row[member] !== null)
  if (counted.length === 0) return html`<span class="unknown">${words.enforcement.notStated}</span>`
  const { figures } = refer(`${label} · ${words.columns[measures[member]]}`, [
    [words.columns.cases, each(counted)],
  ])
  const sums = totals(
    counted.map(({ row }) => ({ row: { amount: row[member], currency: row.currency ?? 'CNY' } })),
  )
  return html`${sums.map(({ currency, total }, at) => html`${at > 0 && words.comma}${words.sum(currency, grouped(total))}`)}${between(words.enforcement.stated, figures)}`
}

function caseTable(dossier: Dossier, cases: readonly EnforcementCase[]): Html {
  const { words } = dossier
  const { columns } = words
  return table(
    [
      { label: columns.number, shape: 'short' },
      { label: columns.caseNumber },
      { label: columns.role, shape: 'short' },
      { label: columns.state },
      { label: columns.atStake, shape: 'number' },
      { label: columns.collected, shape: 'number' },
      { label: columns.unpaid, shape: 'number' },
      { label: columns.filed, shape: 'short' },
      { label: columns.latestOn, shape: 'short' },
      { label: columns.sources },
    ],
    cases.map((one) => ({ id: `E${one.item.number}`, cells: caseCells(dossier, one) })),
    { caption: words.enforcement.cases, isStacked: true },
  )
}

function caseCells(dossier: Dossier, { row, item }: EnforcementCase): Part[] {
  const { words, show, showName } = dossier
  const money = (amount: string | null): Part =>
    amount === null ? show(null, 'label') : words.sum(row.currency ?? 'CNY', formatAmount(amount))
  return [
    `E${item.number}`,
    html`${numberOf(dossier, row)}<br><span class="minor">${showName('court', row.court)}</span>`,
    words.role[row.role ?? 'unknown'],
    html`${wordFor(words.enforcementState, row.state)}${marksOf(dossier, row)}${row.amount !== null && !row.is_counted && isRestated(row) && html`<br><span class="minor">${words.enforcement.restated}</span>`}`,
    money(row.amount),
    money(row.collected),
    money(row.unpaid),
    show(row.filed_on, 'label'),
    show(row.last_on, 'label'),
    sourcesOf(dossier, row),
  ]
}

/** The number of a case, with the way to the page of its latest text. */
function numberOf(dossier: Dossier, { case_number, document_ids }: CaseRow): Html {
  const shown = dossier.show(case_number, 'label')
  const pages = dossier.documents.flatMap(({ row }) =>
    document_ids.includes(row.document_id) ? (pageOfText(dossier, row) ?? []) : [],
  )
  return pages[0] === undefined ? shown : html`<a href="${pages[0]}">${shown}</a>`
}

const isRestated = ({ state }: CaseRow): boolean => state !== 'preservation' && state !== 'review'

export const marks = ['is_dishonest', 'is_restricted', 'is_share_frozen'] as const

const marksOf = ({ words }: Dossier, row: CaseRow): Html =>
  html`${marks.filter((name) => row[name]).map((name) => html`<br><strong>${words.enforcement.marks[name]}</strong>`)}`

/** Both sources of a case, each with the way to its rows. */
function sourcesOf(dossier: Dossier, { sources, entries, document_ids }: CaseRow): Html {
  const { words } = dossier
  const byId = documentsById(dossier)
  const found = document_ids.flatMap((id) => byId.get(id) ?? [])
  return html`${sources.map((source, at) => {
    const separated = at > 0 && words.semicolon
    return source === 'documents'
      ? html`${separated}${words.enforcementSource.documents} ${rowLinks(each(found))}`
      : html`${separated}<a href="#register-risks">${words.enforcement.entries(entries.join(words.comma))}</a>`
  })}`
}
