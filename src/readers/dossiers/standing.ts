import { z } from 'zod'
import { between, type Html, html, type Part } from './html.ts'
import { count, flag, list, query, type RowOf, texts, viewQuery } from './rows.ts'
import type { Words } from './words/words.ts'

/* Marks, property held by courts and bankruptcies, and each in a sentence: dossiers and pages of explore say the same. */

/** The day of the data: terms have ended before it. */
const today = '(SELECT max(fetched_at)::DATE FROM calls)'

export const marksOn = query(
  {
    mark: z.enum(['dishonest', 'restricted']),
    case_key: z.string(),
    is_in_force: z.boolean(),
    ...texts('since', 'usual_end', 'lifted_on', 'document_id', 'evidence'),
    is_since_stated: flag,
    is_past: flag,
    /** On the end of its case a mark has to be removed. */
    is_case_ended: z.boolean(),
    sources: list,
  },
  (among) => `
    SELECT * EXCLUDE (family_key, row_key), usual_end < ${today} AS is_past,
      case_key IN (SELECT case_key FROM enforcement_cases WHERE ${among} AND state = 'ended') AS is_case_ended FROM enterprise_marks
    WHERE mark IN ('dishonest', 'restricted') AND ${among} ORDER BY enterprise_id, NOT is_in_force, mark, since DESC NULLS LAST, case_key`,
)
export type MarkRow = RowOf<typeof marksOn>

const measures = ['frozen', 'seized', 'detained', 'waiting', 'shares_frozen'] as const

export const propertyHeld = viewQuery(
  'frozen_property',
  "list_position(['in force', 'waiting', 'expired', 'lifted'], state), CASE WHEN state IN ('in force', 'waiting') THEN amount END DESC NULLS LAST, since DESC NULLS LAST, case_key, kind, property",
  {
    kind: z.enum(measures),
    or_kinds: z.array(z.enum(measures)),
    case_key: z.string(),
    is_own_equity: flag,
    ...texts('property', 'amount', 'currency', 'since', 'until_on', 'row_key', 'evidence'),
    is_since_known: flag,
    is_term_stated: z.boolean(),
    state: z.enum(['in force', 'waiting', 'expired', 'lifted']),
  },
)
export type HoldingRow = RowOf<typeof propertyHeld>

export const proceedings = viewQuery('bankruptcies', 'NOT is_current, stage_on DESC NULLS LAST, case_key', {
  case_key: z.string(),
  stage: z.enum([
    'applied',
    'accepted',
    'reorganised',
    'declared',
    'ended',
    'dismissed',
    'refused',
    'withdrawn',
  ]),
  ...texts('stage_on', 'declared_on', 'evidence'),
  is_current: z.boolean(),
  documents_since: count,
  document_ids: list,
  entries: list,
})
export type BankruptcyRow = RowOf<typeof proceedings>

type Say = Pick<Words, 'standing' | 'enforcement' | 'measure'>

/** An entry of the registration that gives no day of publication gives the day of the entry or of its case, not that of the mark. */
export const isMarkEntry = ({ sources }: Pick<MarkRow, 'sources'>): boolean =>
  sources.every((source) => source === 'registration')

/** Since when a mark stands, in which case, whether a removal was seen, and when it usually ends. */
export function markSentence({ standing: say }: Say, row: MarkRow, ground: Html): Html {
  const { since, lifted_on: lifted, usual_end: end } = row
  const isStated = row.is_since_stated === true
  const sinceWhen = isStated ? say.since : isMarkEntry(row) ? say.entered : say.sinceAtLatest
  const from = since === null ? say.noDay : between(sinceWhen, [since])
  const lifting = lifted === null ? say.liftedOnce : between(say.liftedOn, [lifted])
  const term =
    row.is_in_force &&
    end !== null &&
    (isStated || !isMarkEntry(row)) &&
    between(row.is_past ? say.termOver : isStated ? say.term : say.termAtLatest, [end])
  const ended = row.is_in_force && row.is_case_ended && say.caseEnded
  return html`${from}${between(say.ground, [ground])}${row.is_in_force ? say.notLifted : lifting}${term}${ended}`
}

export const measureName = (
  { measure, standing: say }: Pick<Say, 'measure' | 'standing'>,
  { kind, or_kinds: others }: Pick<HoldingRow, 'kind' | 'or_kinds'>,
): string => {
  const names = measures.filter((one) => one === kind || others.includes(one)).map((one) => measure[one])
  return [names.slice(0, -1).join(say.list), ...names.slice(-1)].filter((name) => name !== '').join(say.or)
}

/** What a court holds in a case, since when and until when; of an order of several kinds, that which was taken is not said. */
export const holdingSentence = (words: Say, row: HoldingRow, ground: Html, property: Part): Html => {
  const { standing: say } = words
  const { since, until_on: until, is_term_stated: isStated, state } = row
  const sinceWhen = row.is_since_known === false ? say.sinceAtLatest : say.since
  const from = since !== null && between(sinceWhen, [since])
  const isOver = state === 'expired'
  const isByProperty = row.or_kinds.length > 0 && !isStated
  const term =
    until !== null && (isByProperty ? say.orUntil(until, isOver) : say.until(until, isStated, isOver))
  return html`${ground} ${measureName(words, row)}${row.or_kinds.length > 0 && say.whichNotSaid}${property && html` ${property}`}${say.comma}${from}${term}`
}

export function bankruptcySentence({ standing: say }: Say, row: BankruptcyRow, ground: Html): Html {
  const kind = /强清|清申/.test(row.case_key) ? say.liquidation : say.bankruptcy
  const step =
    row.stage === 'ended' && row.declared_on !== null
      ? between(say.endedAfter, [row.declared_on])
      : between(say.stages[row.stage], [kind])
  return html`${row.stage_on !== null && `${row.stage_on} `}${step}${between(say.ground, [ground])}${row.is_current && say.silence(row.documents_since)}`
}

/** A case by its key; an entry without a number by its place in the registration. */
export const caseText = ({ enforcement }: Say, key: string, show: (shown: string) => Html): Html => {
  const [, entry] = /^entry (\d+)$/.exec(key) ?? []
  return entry === undefined ? show(key) : between(enforcement.entries, [entry])
}
