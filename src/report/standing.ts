import { type Html, html, type Part } from './html.ts'
import type { Words } from './words/words.ts'

/** What marks and bankruptcies come to in a sentence: dossiers and pages of explore say the same. */

type Say = Pick<Words, 'standing' | 'enforcement' | 'measure'>

interface MarkRow {
  readonly is_in_force: boolean
  readonly since: string | null
  readonly is_since_stated: boolean | null
  readonly usual_end: string | null
  readonly is_past: boolean | null
  readonly lifted_on: string | null
  readonly sources: readonly string[]
}

/** An entry of the registration gives the day on which the case was filed, not the day of the mark. */
export const isMarkEntry = ({ sources }: Pick<MarkRow, 'sources'>): boolean =>
  sources.every((source) => source === 'registration')

/** Since when a mark stands, in which case, whether a removal was seen, and when it usually ends. */
export function markSentence({ standing: say }: Say, row: MarkRow, ground: Html): Html {
  const { since, lifted_on: lifted, usual_end: end } = row
  const from =
    since === null
      ? say.noDay
      : isMarkEntry(row)
        ? say.entered(since)
        : row.is_since_stated === true
          ? say.since(since)
          : say.sinceAtLatest(since)
  const removal = row.is_in_force ? say.notLifted : lifted === null ? say.liftedOnce : say.liftedOn(lifted)
  const term =
    row.is_in_force &&
    end !== null &&
    !isMarkEntry(row) &&
    (row.is_past ? say.termOver(end) : row.is_since_stated === true ? say.term(end) : say.termAtLatest(end))
  return html`${from}${say.ground[0]}${ground}${say.ground[1]}${removal}${term}`
}

interface HoldingRow {
  readonly kind: keyof Words['measure']
  readonly since: string | null
  readonly until_on: string | null
  readonly is_term_stated: boolean
  readonly state: string
}

/** What a court holds in a case, since when and until when. */
export const holdingSentence = (
  { measure, standing: say }: Say,
  { kind, since, until_on: until, is_term_stated: isStated, state }: HoldingRow,
  ground: Html,
  property: Part,
): Html =>
  html`${ground} ${measure[kind]}${property && html` ${property}`}${say.comma}${since !== null && say.since(since)}${until !== null && say.until(until, isStated, state === 'expired')}`

interface BankruptcyRow {
  readonly case_key: string
  readonly stage: keyof Words['standing']['stages']
  readonly stage_on: string | null
  readonly is_current: boolean
  readonly declared_on: string | null
}

/** The last step of a bankruptcy or liquidation, and that nothing is known after it. */
export function bankruptcySentence({ standing: say }: Say, row: BankruptcyRow, ground: Html): Html {
  const kind = /强清|清申/.test(row.case_key) ? say.liquidation : say.bankruptcy
  const step =
    row.stage === 'ended' && row.declared_on !== null
      ? say.endedAfter(row.declared_on)
      : say.stages[row.stage](kind)
  return html`${row.stage_on !== null && `${row.stage_on} `}${step}${say.ground[0]}${ground}${say.ground[1]}${row.is_current ? say.silence : ''}`
}

/** A case by its key; an entry without a number by its place in the registration. */
export const caseText = ({ enforcement }: Say, key: string, show: (shown: string) => Html): Html => {
  const [, entry] = /^entry (\d+)$/.exec(key) ?? []
  return entry === undefined ? show(key) : html`${enforcement.entries(entry)}`
}
