import { between, type Html, html, type Part } from './html.ts'
import type { Words } from './words/words.ts'

/** What marks and bankruptcies come to in a sentence: dossiers and pages of explore say the same. */

type Say = Pick<Words, 'standing' | 'enforcement' | 'measure'>

interface MarkRow {
  readonly is_in_force: boolean
  readonly since: string | null
  readonly is_since_stated: boolean | null
  readonly usual_end: string | null
  readonly is_past: boolean | null
  /** Whether its case ended, on which the mark has to be removed. */
  readonly is_case_ended: boolean
  readonly lifted_on: string | null
  readonly sources: readonly string[]
}

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
  return html`${from}${say.ground[0]}${ground}${say.ground[1]}${row.is_in_force ? say.notLifted : lifting}${term}${ended}`
}

interface HoldingRow {
  readonly kind: keyof Words['measure']
  readonly or_kinds: readonly (keyof Words['measure'])[]
  readonly since: string | null
  readonly is_since_known: boolean | null
  readonly until_on: string | null
  readonly is_term_stated: boolean
  readonly state: string
}

const inOrder = ['frozen', 'seized', 'detained', 'waiting', 'shares_frozen'] as const

/** A measure, or what one order allows: frozen, seized or detained. */
export const measureName = (
  { measure, standing: say }: Pick<Say, 'measure' | 'standing'>,
  { kind, or_kinds: others }: Pick<HoldingRow, 'kind' | 'or_kinds'>,
): string => {
  const names = inOrder.filter((one) => one === kind || others.includes(one)).map((one) => measure[one])
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

interface BankruptcyRow {
  readonly case_key: string
  readonly stage: keyof Words['standing']['stages']
  readonly stage_on: string | null
  readonly is_current: boolean
  readonly declared_on: string | null
  readonly documents_since: number
}

/** The last step of a bankruptcy or liquidation, and what is known after it. */
export function bankruptcySentence({ standing: say }: Say, row: BankruptcyRow, ground: Html): Html {
  const kind = /强清|清申/.test(row.case_key) ? say.liquidation : say.bankruptcy
  const step =
    row.stage === 'ended' && row.declared_on !== null
      ? between(say.endedAfter, [row.declared_on])
      : between(say.stages[row.stage], [kind])
  return html`${row.stage_on !== null && `${row.stage_on} `}${step}${say.ground[0]}${ground}${say.ground[1]}${row.is_current && say.silence(row.documents_since)}`
}

/** A case by its key; an entry without a number by its place in the registration. */
export const caseText = ({ enforcement }: Say, key: string, show: (shown: string) => Html): Html => {
  const [, entry] = /^entry (\d+)$/.exec(key) ?? []
  return entry === undefined ? show(key) : between(enforcement.entries, [entry])
}
