import { z } from 'zod'
import type { Dossier, Listed } from '../dossier.ts'
import { between, type Html, html, type Part } from '../html.ts'
import { itemLink } from '../references.ts'
import { query } from '../rows.ts'
import { casesEnforced, type EnforcementCase, isEnforcement } from './enforcement.ts'

/* What the course of a dispute has beside what its documents decide. */

/** An enforcement as a step of the course: before which of the documents shown, and in words. */
interface Begun {
  readonly key: string
  readonly before: number
  readonly said: Html
}

const mostUnlisted = 2

/** Enforcements of a dispute by the day on which they were filed, and those of which no document is listed. */
export function enforcementsBegun(
  dossier: Dossier,
  dispute: string,
  life: readonly Listed[],
  shown: readonly Listed[],
  heading: string | undefined,
): Begun[] {
  const { disputeOf } = dossier
  const cases = casesEnforced(dossier)
    .filter((one) => isEnforcement(one) && disputeOf(one.row.family_key) === disputeOf(dispute))
    .sort((a, b) => (a.row.filed_on ?? '').localeCompare(b.row.filed_on ?? ''))
  const firstOf = ({ row }: EnforcementCase): string | undefined =>
    life.find((one) => one.row.case_key === row.case_key)?.row.decided_on ?? undefined
  const say = (one: EnforcementCase, isListed: boolean): Html => {
    const { words, show, say } = dossier
    const { case_key: key, filed_on: filed, state } = one.row
    const number = key !== heading && html` ${show(key, 'label')}`
    const how = filed === null ? words.stage.enforcement : html`${filed} ${say.filed}`
    const isOver = !isListed && (state === 'ended_unpaid' || state === 'paid')
    const unlisted = !isListed && filed === null && between(words.inBrackets, [say.noneListed])
    return html`${how}${number}${unlisted}${isOver && ` ${words.enforcementState[state]}`} ${itemLink(one.item)}`
  }
  const place = (isNext: (one: Listed) => boolean): number => {
    const at = shown.findIndex(isNext)
    return at < 0 ? shown.length : at
  }
  const ofListed = cases.flatMap((one): Begun[] => {
    const { case_key: key, filed_on: filed } = one.row
    const first = firstOf(one)
    const isShown = shown.some(({ row }) => row.case_key === key)
    if (first === undefined || filed === null || filed > first || !isShown) return []
    return [{ key, before: place(({ row }) => (row.decided_on ?? '') >= filed), said: say(one, true) }]
  })
  const others = cases.filter((one) => firstOf(one) === undefined && isNumber(one.row.case_key))
  const ofOthers = others.slice(0, mostUnlisted).map((one): Begun => {
    const { case_key: key, filed_on: filed } = one.row
    const before = place(({ row }) =>
      filed === null ? row.stage === 'enforcement' : (row.decided_on ?? '') >= filed,
    )
    return { key, before, said: say(one, false) }
  })
  return [...ofOthers, ...ofListed]
}

/** An entry or a document without a number is called by a key of ours. */
const isNumber = (key: string): boolean => /^\(\d{4}\)/.test(key)

/** Judgments that a text says were sent back: the ruling on that may be no document of the list. */
export const sentBackIn = query(
  { case_key: z.string() },
  (among) =>
    `SELECT DISTINCT enterprise_id, case_key FROM stated_events WHERE ${among} AND kind = 'remanded' ORDER BY ALL`,
)

/** That a judgment is void which an appeal sent back, and where `isLost` that no new one was found. */
export const sentBackText = ({ words, say }: Dossier, { outcome }: Listed['row'], isLost: boolean): Part => {
  const { isVoid, notDecidedAgain } = say
  const said = isLost ? [isVoid, notDecidedAgain] : [isVoid]
  return outcome === 'remanded' && between(words.inBrackets, [said.join(words.standing.comma)])
}

/** The stage of a document; what has none by what its number stands for: preservation before a suit or an arbitration alike. */
export function procedureOf(
  { words, say }: Dossier,
  { case_key: key, stage, title, cause }: Listed['row'],
): string {
  const { procedures, resumption } = say
  if (key.includes('执恢')) return resumption
  if (stage === 'other' && key.includes('民督')) return procedures.paymentOrder
  if (stage === 'other' && /行[审执]/.test(key)) return procedures.ofAuthority
  if (stage !== 'other' || !/[财行证]保\d/.test(key)) return words.stage[stage]
  return /诉前/.test(`${title} ${cause}`) ? procedures.beforeSuit : procedures.preservation
}
