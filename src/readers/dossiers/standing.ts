import { z } from 'zod'
import { type Dossier, itemised, type Numbered, once } from './dossier.ts'
import { between, type Html, html, joined, type Part } from './html.ts'
import { formatAmount, grouped, hundredths, totals } from './money.ts'
import { itemLink } from './references.ts'
import { code, count, flag, groupsBy, largestFirst, list, type RowOf, texts, viewQuery } from './rows.ts'
import type { Showing } from './shown.ts'
import { type Column, itemTable } from './tables.ts'
import { filled, type Words } from './words/words.ts'

/* Marks, property held by courts and bankruptcies, and each in a sentence: dossiers and pages of explore say the same. */

/** The day of the data: terms have ended before it. */
const today = '(SELECT max(fetched_at)::DATE FROM calls)'

export const marksOn = viewQuery(
  `(SELECT *, usual_end < ${today} AS is_past, (enterprise_id, case_key) IN (SELECT (enterprise_id, case_key) FROM enforcement_cases WHERE state = 'ended') AS is_case_ended,
      (enterprise_id, case_key) IN (SELECT (enterprise_id, case_key) FROM enforcement_cases WHERE state = 'paid') AS is_case_paid
    FROM enterprise_marks WHERE mark IN ('dishonest', 'restricted'))`,
  'NOT is_in_force, mark, since DESC NULLS LAST, case_key',
  {
    mark: z.enum(['dishonest', 'restricted']),
    case_key: z.string(),
    case_keys: list,
    is_in_force: z.boolean(),
    ...texts('since', 'usual_end', 'lifted_on', 'document_id', 'evidence'),
    lift_reason: code('liftReason').nullable(),
    is_since_stated: flag,
    is_of_heads: flag,
    is_past: flag,
    is_term_stated: z.boolean(),
    /** On the end of its case a mark has to be removed. */
    is_case_ended: z.boolean(),
    is_case_paid: z.boolean(),
    sources: list,
  },
)
export type MarkRow = RowOf<typeof marksOn>

const measures = ['frozen', 'seized', 'detained', 'waiting', 'shares_frozen', 'taken', 'found'] as const

export const propertyHeld = viewQuery(
  `(SELECT *, money_until_on < ${today} AS is_money_over FROM frozen_property)`,
  "list_position(['in force', 'waiting', 'found', 'taken', 'given', 'claimed', 'expired', 'paid', 'lifted'], state), CASE WHEN state IN ('in force', 'waiting') THEN amount END DESC NULLS LAST, since DESC NULLS LAST, case_key, kind, property",
  {
    kind: z.enum(measures),
    or_kinds: z.array(z.enum(measures)),
    ...{ case_key: z.string(), family_key: z.string() },
    is_own_equity: flag,
    ...texts('property', 'amount', 'currency', 'since', 'until_on', 'until_at_latest', 'money_until_on'),
    ...texts('row_key', 'evidence', 'source'),
    is_since_known: flag,
    is_money_over: flag,
    is_term_stated: z.boolean(),
    is_money_term_stated: z.boolean(),
    state: code('measureState'),
    conditions: z.array(code('propertyCondition')),
    mortgagees: list,
  },
)
export type HoldingRow = RowOf<typeof propertyHeld>

export const proceedings = viewQuery('bankruptcies', 'NOT is_current, stage_on DESC NULLS LAST, case_key', {
  case_key: z.string(),
  stage: code('bankruptcyStage'),
  procedure: code('bankruptcyProcedure').nullable(),
  ...texts('stage_on', 'accepted_on', 'accepted_by', 'declared_on', 'evidence'),
  applicants: list,
  is_current: z.boolean(),
  documents_since: count,
  document_ids: list,
  entries: list,
})
export type BankruptcyRow = RowOf<typeof proceedings>

type Say = Pick<Words, 'standing' | 'enforcement' | 'measure' | 'bankruptcyProcedure' | 'inBrackets'>

/** An entry of the registration that gives no day of publication gives the day of the entry or of its case, not that of the mark. */
export const isMarkEntry = ({ sources }: Pick<MarkRow, 'sources'>): boolean =>
  sources.every((source) => source === 'registration')

/** Since when a mark stands, in which case, whether a removal was seen unless that `isSaid`, and when it usually ends. */
export function markSentence({ standing: say }: Say, row: MarkRow, ground: Html, isSaid = false): Html {
  const { since, lifted_on: lifted, usual_end: end } = row
  const isStated = row.is_since_stated === true
  const sinceWhen = isStated ? say.since : isMarkEntry(row) ? say.entered : say.sinceAtLatest
  const from = since === null ? say.noDay : between(sinceWhen, [since])
  const lifting = lifted === null ? say.liftedOnce : between(say.liftedOn, [lifted])
  const [term, termOver] = row.is_term_stated
    ? [say.statedTerm, say.statedOver]
    : isStated
      ? [say.until, say.termOver]
      : [say.termAtLatest, say.termOverAtLatest]
  const hasTerm = row.is_in_force && (isStated || !isMarkEntry(row))
  const ends = between(row.is_past ? termOver : term, [end])
  const ending = hasTerm && end !== null && (row.is_term_stated ? ends : between(say.usualTerm, [ends]))
  const ended =
    row.is_in_force &&
    (row.is_case_paid
      ? say.casePaid[row.mark]
      : row.is_case_ended && (row.is_term_stated ? say.caseEndedInTerm : say.caseEnded[row.mark]))
  return html`${from}${between(say.ground, [ground])}${row.is_in_force ? !isSaid && say.notLifted : lifting}${ending}${ended}`
}

/** An entry of the registration gives the day on which its case was filed: the measure came later. */
export const isMeasureEntry = ({ source }: Pick<HoldingRow, 'source'>): boolean => source === 'registration'

export const measureName = (
  { measure, standing: say }: Pick<Say, 'measure' | 'standing'>,
  { kind, or_kinds: others }: Pick<HoldingRow, 'kind' | 'or_kinds'>,
): string => {
  const names = measures.filter((one) => one === kind || others.includes(one)).map((one) => measure[one])
  return [names.slice(0, -1).join(say.list), ...names.slice(-1)].filter((name) => name !== '').join(say.or)
}

const pursuits = [
  [/另[案行][^。；]{0,24}申请(?:强制)?执行/, 'enforces'],
  [/另[案行][^。；]{0,24}起诉/, 'sued'],
] as const

/** What texts say of property: 已抵押（某银行）、载明暂无法处置. */
export const conditionsOf = (
  { words, say, partiesText }: Dossier,
  { conditions, mortgagees, evidence }: Pick<HoldingRow, 'conditions' | 'mortgagees' | 'evidence'>,
): Html[] =>
  conditions.map((one) => {
    const to = one === 'mortgaged' && mortgagees.length > 0
    const how = one === 'claimed by mortgagee' && pursuits.find(([shape]) => shape.test(evidence ?? ''))
    const isOnlyNotHeld = one === 'not in hand' && !/(?:下落|去向)不明/.test(evidence ?? '')
    const said = isOnlyNotHeld ? say.notInHand : words.propertyCondition[one]
    return html`${how ? say.mortgagee[how[1]] : said}${to && between(words.inBrackets, [partiesText(mortgagees)])}`
  })

const sinceOf = (say: Say['standing'], row: HoldingRow): string =>
  isMeasureEntry(row) ? say.filed : row.is_since_known === false ? say.sinceAtLatest : say.since

/** What a court holds in a case, since when and until when; of an order of several kinds, that which was taken is not said. */
export const holdingSentence = (words: Say, row: HoldingRow, ground: Html, property: Part): Html => {
  const { standing: say } = words
  const { since, until_on: until, is_term_stated: isStated, state } = row
  const from = since !== null && between(sinceOf(say, row), [since])
  const isOver = state === 'expired'
  const { money_until_on: money } = row
  const byLaw = html`${say.comma}${!isStated && say.byLongest}`
  const usual = row.is_money_over === true ? say.orMoneyOver : say.orUntil
  const term =
    until !== null &&
    (money === null
      ? html`${byLaw}${between(isOver ? say.over : say.until, [until])}`
      : between(isOver ? say.orOver : usual, [until, money]))
  return html`${ground} ${measureName(words, row)}${row.or_kinds.length > 0 && say.whichNotSaid}${property && html` ${property}`}${say.comma}${from}${term}`
}

export function bankruptcySentence(words: Say, row: BankruptcyRow, ground: Html): Html {
  const { standing: say, bankruptcyProcedure } = words
  const kind = row.procedure === null ? say.bankruptcy : bankruptcyProcedure[row.procedure]
  const inKind = row.procedure === null ? '' : filled(words.inBrackets, kind)
  const step =
    row.stage === 'ended' && row.declared_on !== null
      ? between(say.endedAfter, [row.declared_on])
      : between(say.stages[row.stage], [row.stage === 'declared' ? inKind : kind])
  const since = row.documents_since
  const isApproved = row.stage === 'reorganised' || row.stage === 'composed'
  const silence =
    row.is_current && (isApproved ? say.carriedOut : [say.silence, since > 0 && filled(say.others, since)])
  return html`${row.stage_on !== null && `${row.stage_on} `}${step}${between(say.ground, [ground])}${silence}`
}

/** A case by its key; an entry without a number by its place in the registration. */
export function caseOf(
  { words, show }: { readonly words: Say; readonly show: Showing['show'] },
  key: string,
): Html {
  const [, entry] = /^entry (\d+)$/.exec(key) ?? []
  return entry === undefined ? show(key, 'label') : between(words.enforcement.entries, [entry])
}

export type Mark = Numbered<MarkRow, 'S'>
export type Holding = Numbered<HoldingRow, 'S'>
export type Proceeding = Numbered<BankruptcyRow, 'S'>

export const standingOf = once(({ rowsOf }) => {
  const marks: readonly Mark[] = itemised(rowsOf(marksOn), 'S')
  const property: readonly Holding[] = itemised(rowsOf(propertyHeld), 'S', marks.length)
  const before = marks.length + property.length
  const bankruptcies: readonly Proceeding[] = itemised(rowsOf(proceedings), 'S', before)
  return { marks, property, bankruptcies }
})

/** Up to what sum all measures are: those of one dispute, which secure one debt, up to the largest of their limits. */
export function limitsOf(dossier: Dossier, held: readonly Holding[]): Part {
  const { words, disputeOf } = dossier
  const disputes = groupsBy(held, ({ row }) => `${disputeOf(row.family_key)} ${row.currency}`)
  const limit = ({ row }: Holding): bigint => hundredths(row.amount ?? '0')
  const sums = totals([...disputes.values()].flatMap((of) => of.sort(largestFirst(limit)).slice(0, 1)))
  const shown = sums.map(({ currency, total }) => words.sum(currency, grouped(total)))
  return sums.length > 0 && between(words.standing.upTo, [shown.join(words.comma)])
}

export function standingTables(dossier: Dossier): Html {
  const { marks, property, bankruptcies } = standingOf(dossier)
  const { standing: say } = dossier.words
  return html`${itemTable(dossier, 'enterprise_marks', markColumns(dossier), marks, say.marks)}${itemTable(dossier, 'frozen_property', propertyColumns(dossier), property, say.property)}${itemTable(dossier, 'bankruptcies', bankruptcyColumns(dossier), bankruptcies, say.bankruptcies)}`
}

const links = ({ listed }: Dossier, ids: readonly (string | null)[]): Part =>
  listed(ids).map(({ item }) => itemLink(item))

const entryLink = (text: Part): Html => html`<a href="#register-risks">${text}</a>`

/** The sentence of a state, in which the names of its documents are looked for. */
const evidenceOf = (
  { show, listed }: Dossier,
  evidence: string | null,
  ids: readonly (string | null)[],
): Html =>
  show(
    evidence,
    'prose',
    listed(ids).flatMap(({ row }) => row.persons ?? []),
  )

function markColumns(dossier: Dossier): readonly Column<Mark>[] {
  const { words } = dossier
  const { columns, registers } = words
  const source = ({ row }: Mark): Part =>
    isMarkEntry(row) ? entryLink(registers.risks.title) : links(dossier, [row.document_id])
  return [
    [columns.marks, ({ row }) => words.flag[row.mark], 'short'],
    [columns.state, ({ row }) => markSentence(words, row, caseOf(dossier, row.case_key))],
    [
      columns.evidence,
      (one) => html`${evidenceOf(dossier, one.row.evidence, [one.row.document_id])} ${source(one)}`,
      'sentence',
    ],
  ]
}

function propertyColumns(dossier: Dossier): readonly Column<Holding>[] {
  const { words } = dossier
  const { columns, standing: say, flag } = words
  const equity = ({ is_own_equity: isOwn }: Holding['row']): Part =>
    isOwn !== null && html`<br><strong>${isOwn ? flag.frozen_shares : flag.frozen_holdings}</strong>`
  const byLaw = ({ until_on, is_term_stated }: Holding['row']): Part =>
    until_on !== null && !is_term_stated && html`<br><span class="minor">${say.byLaw}</span>`
  const since = ({ row }: Holding): Part => {
    const isOwn = row.is_since_known !== false && !isMeasureEntry(row)
    return row.since === null || isOwn ? row.since : between(sinceOf(say, row), [row.since])
  }
  const limit = ({ amount, currency }: Holding['row']): Part =>
    amount !== null && words.sum(currency ?? 'CNY', formatAmount(amount))
  return [
    [say.measure, ({ row }) => html`${measureName(words, row)}${equity(row)}`],
    [say.limit, ({ row }) => limit(row), 'number'],
    [
      columns.caseNumber,
      ({ row }) => html`${caseOf(dossier, row.case_key)} ${links(dossier, [row.row_key])}`,
    ],
    [say.from, since],
    [say.to, ({ row }) => html`${row.until_on}${byLaw(row)}`, 'short'],
    [
      columns.state,
      ({ row }) => joined([words.measureState[row.state], ...conditionsOf(dossier, row)], words.semicolon),
    ],
    [columns.evidence, ({ row }) => evidenceOf(dossier, row.evidence, [row.row_key]), 'sentence'],
  ]
}

function bankruptcyColumns(dossier: Dossier): readonly Column<Proceeding>[] {
  const { words } = dossier
  const { columns, standing: say, enforcement, comma } = words
  const entriesOf = ({ entries }: Proceeding['row']): Part =>
    entries.length > 0 && entryLink(between(enforcement.entries, [entries.join(comma)]))
  const evidence = ({ row }: Proceeding): Html =>
    html`${evidenceOf(dossier, row.evidence, row.document_ids)} ${links(dossier, row.document_ids)}${entriesOf(row)}`
  return [
    [say.stage, ({ row }) => words.bankruptcyStage[row.stage], 'short'],
    [columns.state, ({ row }) => bankruptcySentence(words, row, caseOf(dossier, row.case_key))],
    [columns.evidence, evidence, 'sentence'],
  ]
}
