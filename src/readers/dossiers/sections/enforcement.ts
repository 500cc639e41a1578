import { z } from 'zod'
import { type Dossier, itemised, type Nothing, type Numbered, once } from '../dossier.ts'
import { between, type Html, html, joined, note } from '../html.ts'
import { pageOfText } from '../judgment/address.ts'
import { each, type Figure, refer, rowLinks } from '../references.ts'
import { code, list, type RowOf, role, texts, viewQuery } from '../rows.ts'
import { noneInEither } from '../searched.ts'
import { standingOf, standingTables } from '../standing.ts'
import { anchors, type Column, figureTable, itemTable, referInEnforcement } from '../tables.ts'
import { filled, wordFor } from '../words/words.ts'

/** States in the order in which a reader needs them: what is unpaid first. */
const states = code('enforcementState').options

const place = (column: string, values: readonly string[]): string =>
  `coalesce(list_position(['${values.join("', '")}'], ${column}), 99)`

/** An open case without a document in three years is not shown as one that runs: nothing says that it still does. */
export const casesAsShown = `
  SELECT * REPLACE (CASE WHEN state = 'open' AND NOT is_recent THEN 'unknown' ELSE state END AS state) FROM enforcement_cases`

const enforcementCases = viewQuery(
  `(${casesAsShown})`,
  `${place('role', ['defendant', 'plaintiff'])}, ${place('state', states)}, amount DESC NULLS LAST, last_on DESC NULLS LAST, case_key`,
  {
    case_key: z.string(),
    ...texts('case_number', 'court', 'filed_on', 'last_on', 'amount', 'currency', 'collected', 'unpaid'),
    ...texts('resumed_by', 'given_amount'),
    family_key: z.string(),
    role,
    state: code('enforcementState'),
    end_reasons: list,
    given_property: list,
    is_dishonest: z.boolean(),
    is_restricted: z.boolean(),
    is_share_frozen: z.boolean(),
    is_counted: z.boolean(),
    is_as_ordered: z.boolean(),
    sources: list,
    entries: list,
    document_ids: list,
  },
)

export type CaseRow = RowOf<typeof enforcementCases>

export type EnforcementCase = Numbered<CaseRow, 'E'>

export const casesEnforced = once(({ rowsOf }): EnforcementCase[] => itemised(rowsOf(enforcementCases), 'E'))

export const isAgainst = ({ row }: EnforcementCase): boolean => row.role === 'defendant'
/** Preservation and reviews stand beside enforcement: they have no sums of their own. */
export const isEnforcement = ({ row }: EnforcementCase): boolean =>
  row.state !== 'preservation' && row.state !== 'review'
/** Whether a resumed enforcement restates its sums: it counts no more, whatever its state. */
const isResumed = ({ row }: EnforcementCase): boolean => row.resumed_by !== null
export const inState = (cases: readonly EnforcementCase[], state: string): EnforcementCase[] =>
  cases.filter((one) => one.row.state === state && !isResumed(one))
export const resumed = (cases: readonly EnforcementCase[]): EnforcementCase[] => cases.filter(isResumed)

/** Whether it ended because what it enforced was set aside. */
export const isOfVoidBasis = ({ end_reasons: reasons }: CaseRow): boolean =>
  reasons.includes('执行依据被撤销')

/** Whether it ended because another took the debtor's place. */
export const isOfReleased = ({ end_reasons: reasons }: CaseRow): boolean => reasons.includes('免除责任')

/** What is still owed of a case: what is unpaid as far as it is stated, else the whole. */
export const owedOf = ({ unpaid, amount }: CaseRow): string | null => unpaid ?? amount

/** What is still to be had: of cases that are open or ended unpaid, in one currency. */
export const unsettled = (cases: readonly EnforcementCase[], currency: string) =>
  (['ended_unpaid', 'open'] as const)
    .flatMap((state) => inState(cases, state))
    .flatMap(({ row, item }) => {
      const amount = owedOf(row)
      return row.is_counted && amount !== null && row.currency === currency
        ? [{ row: { amount, unpaid: row.unpaid, collected: row.collected, currency }, item }]
        : []
    })

/** What became of a dispute in enforcement of one side: its sum is in what is still owed, it is in none, or it was paid. A preservation enforces no decision. */
type Fate = 'none' | 'counted' | 'not counted' | 'paid'

export function fatesOf(dossier: Dossier, role: 'defendant' | 'plaintiff'): (family: string) => Fate {
  const { disputeOf } = dossier
  const all = casesEnforced(dossier).filter(({ row }) => row.role === role && row.state !== 'preservation')
  const owed = new Set(unsettled(all, 'CNY').map(({ item }) => item))
  const disputes = (cases: typeof all) => new Set(cases.map(({ row }) => disputeOf(row.family_key)))
  const sets = [
    ['counted', disputes(all.filter(({ item }) => owed.has(item)))],
    ['paid', disputes(all.filter(({ row }) => row.state === 'paid'))],
    ['not counted', disputes(all)],
  ] as const
  return (family) => sets.find(([, found]) => found.has(disputeOf(family)))?.[0] ?? 'none'
}

/** 执行与信用: what is enforced against it and by it, each case once, before any other litigation. */
export function enforcement(dossier: Dossier): Html | Nothing {
  const { words } = dossier
  const cases = casesEnforced(dossier)
  const { marks, property, bankruptcies } = standingOf(dossier)
  if ([cases, marks, property, bankruptcies].every(({ length }) => length === 0)) return noneInEither(dossier)
  const against = cases.filter(isAgainst)
  const byIt = cases.filter(({ row }) => row.role === 'plaintiff')
  return html`${countOf(dossier, against)}${stateTable(dossier, words.enforcement.against, against)}${stateTable(dossier, words.enforcement.byIt, byIt)}
${note(words.enforcement.rule)}${caseTable(dossier, cases)}${standingTables(dossier)}`
}

/** How many cases enforce against it, and what stands beside them. */
function countOf(dossier: Dossier, against: readonly EnforcementCase[]): Html {
  const { words } = dossier
  const label = words.summary.enforcement
  const cases = against.filter(isEnforcement)
  if (cases.length === 0) return html``
  const { figures, mark } = referInEnforcement(dossier, label, [
    words.columns.cases,
    each(cases),
    anchors.enforcement,
  ])
  return html`<p>${label} ${figures} ${mark}${besides(dossier, label, against)}</p>`
}

/** Cases of one side by state, with target, collected and unpaid sums. */
function stateTable(dossier: Dossier, title: string, cases: readonly EnforcementCase[]): Html {
  if (cases.length === 0) return html``
  const { columns, enforcementState, enforcement, colon } = dossier.words
  type Group = readonly [label: string, found: readonly EnforcementCase[]]
  const sums = stated.map(
    (measure): Column<Group> => [
      columns[columnOf[measure]],
      ([label, found]) => sumOf(dossier, `${title}${colon}${label}`, found, measure),
      'number',
    ],
  )
  const groups: readonly Group[] = [
    ...states.map((state): Group => [enforcementState[state], inState(cases, state)]),
    [enforcement.resumed, resumed(cases)],
  ]
  return figureTable<Group>(
    dossier,
    {
      title,
      caption: title,
      labelOf: ([label]) => label,
      columns: [
        [columns.state, ([label]) => label],
        [columns.cases, ([, found]) => each(found), 'counted'],
        ...sums,
      ],
    },
    groups.filter(([, found]) => found.length > 0),
  )
}

const stated = ['amount', 'collected', 'unpaid'] as const
/** Measures of a case by their columns. */
const columnOf = { amount: 'atStake', collected: 'collected', unpaid: 'unpaid' } as const

/** What one measure of cases comes to, by currency, and how many of them state it. */
export function sumOf(
  { words, totalsText }: Dossier,
  label: string,
  cases: readonly EnforcementCase[],
  measure: keyof typeof columnOf,
): Html {
  const known = cases.filter(({ row }) => row[measure] !== null)
  const counted = known.filter(({ row }) => row.is_counted)
  const { enforcement: say, columns } = words
  if (counted.length === 0)
    return html`<span class="unknown">${known.length > 0 ? say.notCounted : say.notStated}</span>`
  const { figures } = refer(`${label} · ${columns[columnOf[measure]]}`, [[columns.cases, each(counted)]])
  const sums = counted.map(({ row }) => ({ row: { amount: row[measure], currency: row.currency ?? 'CNY' } }))
  return html`${totalsText(sums).join(words.comma)}${between(say.stated, figures)}`
}

/** How many state what is owed, and of how many it is what they say is unpaid. */
export function statedWords(
  { enforcement: say }: Dossier['words'],
  of: readonly { readonly row: { readonly unpaid: string | null } }[],
): string {
  const unpaid = of.filter(({ row }) => row.unpaid !== null).length
  return unpaid === 0 ? say.stated : unpaid === of.length ? say.owedAll : say.owed
}

/** Its own cases as a creditor: their states, sums that came in, sums still unpaid. */
export function ownEnforcement(dossier: Dossier, label: string): Html | undefined {
  const { words } = dossier
  const own = casesEnforced(dossier).filter(({ row }) => row.role === 'plaintiff')
  const cases = own.filter(isEnforcement)
  if (cases.length === 0) return undefined
  const byState = states
    .map((state): Figure => [words.enforcementState[state], each(inState(cases, state))])
    .filter(([, found]) => found.length > 0)
  const { figures, mark } = referInEnforcement(dossier, label, [words.columns.cases, each(cases)], ...byState)
  const met = byState.map(([name], at) => html`${name} ${figures[at + 1]}`)
  const sums = stated.map(
    (measure) =>
      html`${words.semicolon}${words.columns[columnOf[measure]]} ${sumOf(dossier, label, cases, measure)}`,
  )
  return html`${figures[0]} ${mark}${words.colon}${joined(met, words.comma)}${sums}${besides(dossier, label, own)}`
}

/** How many cases of preservation and review stand beside those of a side, and how many of these review what is not listed itself. */
function besides(dossier: Dossier, label: string, cases: readonly EnforcementCase[]): Html[] {
  const { semicolon, enforcement: say, enforcementState } = dossier.words
  const { disputeOf } = dossier
  const enforced = new Set(cases.filter(isEnforcement).map(({ row }) => disputeOf(row.family_key)))
  return (['preservation', 'review'] as const).flatMap((state) => {
    const found = inState(cases, state)
    if (found.length === 0) return []
    const { figures } = referInEnforcement(dossier, label, [enforcementState[state], each(found)])
    const unseen = found.filter(({ row }) => !enforced.has(disputeOf(row.family_key))).length
    const more = state === 'review' && unseen > 0 && filled(say.unseen, unseen)
    return [html`${semicolon}${say.besides}${enforcementState[state]} ${figures}${more}`]
  })
}

export const reasonText = ({ words }: Dossier, { end_reasons: reasons }: CaseRow): string =>
  reasons.map((reason) => wordFor(words.term, reason)).join(words.comma) || words.enforcement.noReason

function caseTable(dossier: Dossier, cases: readonly EnforcementCase[]): Html {
  const { words, show, showName, columns, sumText } = dossier
  const sums = stated.map(
    (measure): Column<EnforcementCase> => [
      columns[columnOf[measure]],
      ({ row }) => {
        const [amount, { currency }] = [row[measure], row]
        return amount === null ? show(null, 'label') : sumText({ amount, currency })
      },
      'number',
    ],
  )
  const number = ({ row }: EnforcementCase): Html =>
    html`${numberOf(dossier, row)}<br><span class="minor">${showName('court', row.court)}</span>`
  return itemTable(
    dossier,
    'enforcement_cases',
    [
      [columns.caseNumber, number],
      [columns.role, ({ row }) => words.role[row.role ?? 'unknown'], 'short'],
      [columns.state, ({ row }) => stateOf(dossier, row)],
      ...sums,
      [columns.filed, ({ row }) => show(row.filed_on, 'label'), 'short'],
      [columns.latestOn, ({ row }) => show(row.last_on, 'label'), 'short'],
      [columns.sources, ({ row }) => sourcesOf(dossier, row)],
    ],
    cases,
    words.enforcement.cases,
  )
}

const marks = ['is_dishonest', 'is_restricted', 'is_share_frozen'] as const

function stateOf(dossier: Dossier, row: CaseRow): Html {
  const { words, plain } = dossier
  const { enforcement: say } = words
  const reasons = row.end_reasons.length > 0 && `${words.colon}${reasonText(dossier, row)}`
  const marked = marks
    .filter((name) => row[name])
    .map((name) => html`<br><strong>${say.marks[name]}</strong>`)
  const by = casesEnforced(dossier).find((one) => one.row.case_key === row.resumed_by)
  const isLikely = by !== undefined && by.row.family_key !== row.family_key
  const resumed =
    row.resumed_by !== null &&
    html`<br><span class="minor">${isLikely ? say.likelyResumed : say.resumed}${words.semicolon}${between(say.resumedBy, [plain(row.resumed_by, 'label')])}</span>`
  return html`${wordFor(words.enforcementState, row.state)}${reasons}${marked}${resumed}`
}

function numberOf(dossier: Dossier, { case_number, document_ids }: CaseRow): Html {
  const shown = dossier.show(case_number, 'label')
  const documents = dossier.listed(document_ids).sort((a, b) => a.item.number - b.item.number)
  const [page] = documents.flatMap(({ row }) => pageOfText(dossier, row) ?? [])
  return page === undefined ? shown : html`<a href="${page}">${shown}</a>`
}

function sourcesOf({ words, listed }: Dossier, { sources, entries, document_ids }: CaseRow): Html {
  const ways = sources.map((source) =>
    source === 'documents'
      ? html`${words.enforcementSource.documents} ${rowLinks(each(listed(document_ids)))}`
      : html`<a href="#register-risks">${between(words.enforcement.entries, [entries.join(words.comma)])}</a>`,
  )
  return joined(ways, words.semicolon)
}
