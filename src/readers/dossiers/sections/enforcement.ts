import { z } from 'zod'
import { type Dossier, documentsById, type Nothing, type Numbered, type Section } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import type { Query } from '../holdings.ts'
import { between, type Html, html, note, type Part } from '../html.ts'
import { pageOfText } from '../judgment/address.ts'
import { formatAmount, grouped, totals } from '../money.ts'
import { each, refer, rowLinks } from '../references.ts'
import { role, text } from '../rows.ts'
import { noneInEither } from '../searched.ts'
import { table } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { likelyDisputes } from './families.ts'
import { standingOf, standingQueries, standingTables } from './standing.ts'

const caseRow = z.object({
  enterprise_id: z.string(),
  case_key: z.string(),
  case_number: text,
  family_key: z.string(),
  role,
  state: z.string(),
  end_reasons: z.array(z.string()),
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
  resumed_by: text,
  sources: z.array(z.string()),
  entries: z.array(z.string()),
  document_ids: z.array(z.string()),
})

type CaseRow = z.infer<typeof caseRow>

/** States in the order in which a reader needs them: what is unpaid first. */
const states = [
  'ended_unpaid',
  'open',
  'unknown',
  'ended',
  'paid',
  'refused',
  'preservation',
  'review',
] as const

const place = (column: string, values: readonly string[]): string =>
  `coalesce(list_position(['${values.join("', '")}'], ${column}), 99)`

/** An open case without a document in three years is not shown as one that runs: nothing says that it still does. */
export const casesAsShown = `
  SELECT * REPLACE (CASE WHEN state = 'open' AND NOT is_recent THEN 'unknown' ELSE state END AS state) FROM enforcement_cases`

const enforcementCases: Query<CaseRow> = {
  row: caseRow,
  sql: (among) => `
    SELECT * FROM (${casesAsShown}) WHERE ${among}
    ORDER BY enterprise_id, ${place('role', ['defendant', 'plaintiff'])}, ${place('state', states)},
      amount DESC NULLS LAST, last_on DESC NULLS LAST, case_key`,
}

export type EnforcementCase = Numbered<CaseRow, 'E'>

/** 执行与信用: what is enforced against it and by it, each case once, before any other litigation. */
export const enforcement: Section = {
  queries: [enforcementCases, ...standingQueries],
  write: writeEnforcement,
}

/** Enforcement cases with their numbers in the section's table. */
export const casesEnforced = ({ held }: Dossier): EnforcementCase[] =>
  held.rows(enforcementCases).map((row, index) => ({ row, item: { kind: 'E', number: index + 1 } }))

export const isAgainst = ({ row }: EnforcementCase): boolean => row.role === 'defendant'
/** Preservation and reviews stand beside enforcement: they have no sums of their own. */
export const isEnforcement = ({ row }: EnforcementCase): boolean =>
  row.state !== 'preservation' && row.state !== 'review'
/** Whether a resumed enforcement restates its sums: it counts no more, whatever its state. */
const isResumed = ({ row }: EnforcementCase): boolean => row.resumed_by !== null
/** Cases in a state, those that were resumed aside. */
export const inState = (cases: readonly EnforcementCase[], state: string): EnforcementCase[] =>
  cases.filter((one) => one.row.state === state && !isResumed(one))
export const resumed = (cases: readonly EnforcementCase[]): EnforcementCase[] => cases.filter(isResumed)

/** What is still owed of a case: what is unpaid as far as it is stated, else the whole. */
const owedOf = ({ unpaid, amount }: CaseRow): string | null => unpaid ?? amount

/** What is still to be had: of cases that are open or ended unpaid, in one currency. */
export const unsettled = (
  cases: readonly EnforcementCase[],
  currency: string,
): {
  readonly row: { readonly amount: string; readonly unpaid: string | null; readonly currency: string }
  readonly item: EnforcementCase['item']
}[] =>
  (['ended_unpaid', 'open'] as const)
    .flatMap((state) => inState(cases.filter(isAgainst), state))
    .flatMap(({ row, item }) => {
      const amount = owedOf(row)
      return row.is_counted && amount !== null && row.currency === currency
        ? [{ row: { amount, unpaid: row.unpaid, currency }, item }]
        : []
    })

function writeEnforcement(dossier: Dossier): Html | Nothing {
  const { words } = dossier
  const cases = casesEnforced(dossier)
  const { marks, property, bankruptcies } = standingOf(dossier)
  if ([cases, marks, property, bankruptcies].every(({ length }) => length === 0)) return noneInEither(dossier)
  const against = cases.filter(isAgainst)
  const byIt = cases.filter(({ row }) => row.role === 'plaintiff')
  return html`${stateTable(dossier, words.enforcement.against, against)}${stateTable(dossier, words.enforcement.byIt, byIt)}
${note(words.enforcement.rule)}${cases.length > 0 && caseTable(dossier, cases)}${standingTables(dossier)}`
}

/** Cases of one side by state, with what is to be enforced, what was collected and what is unpaid. */
function stateTable(dossier: Dossier, title: string, cases: readonly EnforcementCase[]): Html {
  if (cases.length === 0) return html``
  const { words } = dossier
  const { columns } = words
  const groups = [
    ...states.map((state) => [words.enforcementState[state], inState(cases, state)] as const),
    [words.enforcement.resumed, resumed(cases)] as const,
  ].filter(([, found]) => found.length > 0)
  return table(
    [
      { label: columns.state },
      { label: columns.cases, shape: 'number' },
      { label: columns.atStake, shape: 'number' },
      { label: columns.collected, shape: 'number' },
      { label: columns.unpaid, shape: 'number' },
      { label: words.basis },
    ],
    groups.map(([label, found]) => {
      const of = `${title}${words.colon}${label}`
      const { figures, mark } = refer(of, [[columns.cases, each(found)]])
      const sums = (['amount', 'collected', 'unpaid'] as const).map((member) =>
        sumOf(dossier, of, found, member),
      )
      return { cells: [label, ...figures, ...sums, mark] }
    }),
    { caption: title },
  )
}

const measures = {
  amount: { column: 'atStake', of: ({ amount }: CaseRow) => amount },
  collected: { column: 'collected', of: ({ collected }: CaseRow) => collected },
  unpaid: { column: 'unpaid', of: ({ unpaid }: CaseRow) => unpaid },
  owed: { column: 'owed', of: owedOf },
} as const

/** What one measure of cases comes to, by currency, and how many of them state it; of what is owed, how many state what is unpaid. */
export function sumOf(
  { words }: Dossier,
  label: string,
  cases: readonly EnforcementCase[],
  measure: keyof typeof measures,
): Html {
  const { column, of } = measures[measure]
  const stated = cases.filter(({ row }) => of(row) !== null)
  const counted = stated.filter(({ row }) => row.is_counted)
  const { enforcement: say } = words
  if (counted.length === 0)
    return html`<span class="unknown">${stated.length > 0 ? say.notCounted : say.notStated}</span>`
  const unpaid = counted.filter(({ row }) => row.unpaid !== null)
  const { figures } = refer(`${label} · ${words.columns[column]}`, [
    [words.columns.cases, each(counted)],
    ...(measure === 'owed' ? [[words.columns.unpaid, each(unpaid)] as const] : []),
  ])
  const sums = totals(
    counted.map(({ row }) => ({ row: { amount: of(row), currency: row.currency ?? 'CNY' } })),
  )
  return html`${sums.map(({ currency, total }, at) => html`${at > 0 && words.comma}${words.sum(currency, grouped(total))}`)}${between(measure === 'owed' ? statedWords(words, counted) : say.stated, figures)}`
}

/** How many state what is owed, and of how many it is what they say is unpaid. */
export function statedWords(
  { enforcement: say }: Dossier['words'],
  of: readonly { readonly row: { readonly unpaid: string | null } }[],
): readonly string[] {
  const unpaid = of.filter(({ row }) => row.unpaid !== null).length
  return unpaid === 0 ? say.stated : unpaid === of.length ? say.owedAll : say.owed
}

/** What came of what it enforces itself: how its cases stand, what came in and what did not. */
export function ownEnforcement(dossier: Dossier, label: string): Html | undefined {
  const { words } = dossier
  const own = casesEnforced(dossier).filter(({ row }) => row.role === 'plaintiff')
  const cases = own.filter(isEnforcement)
  if (cases.length === 0) return undefined
  const met = states.filter((state) => inState(cases, state).length > 0)
  const { figures, mark } = refer(`${words.sections.summary}${words.colon}${label}`, [
    [words.columns.cases, each(cases)],
    ...met.map((state) => [words.enforcementState[state], each(inState(cases, state))] as const),
  ])
  const byState = met.map(
    (state, at) => html`${at > 0 && words.comma}${words.enforcementState[state]} ${figures[at + 1]}`,
  )
  const sums = (['amount', 'collected', 'unpaid'] as const).map(
    (measure) =>
      html`${words.semicolon}${words.columns[measures[measure].column]} ${sumOf(dossier, label, cases, measure)}`,
  )
  return html`${figures[0]} ${mark}${words.colon}${byState}${sums}${besides(dossier, label, own)}`
}

/** How many cases of preservation and review stand beside those of a side, and how many of these review what is not listed itself. */
export function besides(dossier: Dossier, label: string, cases: readonly EnforcementCase[]): Html[] {
  const { words } = dossier
  const disputeOf = likelyDisputes(dossier)
  const enforced = new Set(cases.filter(isEnforcement).map(({ row }) => disputeOf(row.family_key)))
  return (['preservation', 'review'] as const).flatMap((state) => {
    const found = inState(cases, state)
    const name = words.enforcementState[state]
    const { figures } = refer(`${words.sections.summary}${words.colon}${label}`, [[name, each(found)]])
    const unseen =
      state === 'review' ? found.filter(({ row }) => !enforced.has(disputeOf(row.family_key))).length : 0
    return found.length === 0
      ? []
      : [
          html`${words.semicolon}${words.enforcement.besides}${name} ${figures}${unseen > 0 && words.enforcement.unseen(unseen)}`,
        ]
  })
}

/** Why cases ended, as their texts say, and of how many: each case once, by all its reasons. */
export function reasonsOf(dossier: Dossier, label: string, cases: readonly EnforcementCase[]): Html[] {
  const { words } = dossier
  if (cases.every(({ row }) => row.end_reasons.length === 0)) return []
  return [...groupsBy(cases, ({ row }) => reasonText(dossier, row))].map(([reason, found], at) => {
    const { figures } = refer(`${words.sections.summary}${words.colon}${label}`, [[reason, each(found)]])
    return html`${at === 0 ? words.colon : words.semicolon}${reason} ${figures}`
  })
}

const reasonText = ({ words }: Dossier, { end_reasons: reasons }: CaseRow): string =>
  reasons.map((reason) => wordFor(words.term, reason)).join(words.comma) || words.enforcement.noReason

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
  const { words, show, showName, plain } = dossier
  const money = (amount: string | null): Part =>
    amount === null ? show(null, 'label') : words.sum(row.currency ?? 'CNY', formatAmount(amount))
  return [
    `E${item.number}`,
    html`${numberOf(dossier, row)}<br><span class="minor">${showName('court', row.court)}</span>`,
    words.role[row.role ?? 'unknown'],
    html`${wordFor(words.enforcementState, row.state)}${row.end_reasons.length > 0 && `${words.colon}${reasonText(dossier, row)}`}${marksOf(dossier, row)}${row.resumed_by !== null && html`<br><span class="minor">${words.enforcement.resumed}${words.semicolon}${words.enforcement.resumedBy(plain(row.resumed_by, 'label'))}</span>`}`,
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

const marks = ['is_dishonest', 'is_restricted', 'is_share_frozen'] as const

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
