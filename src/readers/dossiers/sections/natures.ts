import { z } from 'zod'
import { endOf, findAmounts } from '../../../legal/amounts.ts'
import { type Dossier, once, type Sum } from '../dossier.ts'
import { between, type Html, html, type Part } from '../html.ts'
import { formatAmount } from '../money.ts'
import { code, groupsBy, list, type RowOf, texts, viewQuery } from '../rows.ts'
import { standingIn } from './lives.ts'
import { firstOf } from './phrases.ts'

/* What sums are for, and what the text of a document says beside what it decides, in a few words of page one. */

/** What documents say beside what they decide. */
export const remarks = viewQuery('document_remarks', 'document_id, kind, evidence, names', {
  document_id: z.string(),
  kind: z.string(),
  ...texts('family_key', 'evidence'),
  names: list,
})

/** What texts name without a word that it was done, and what a court found of it. */
export const mentions = viewQuery('text_mentions', 'said_on, document_id, manner', {
  matter: code('mentioned'),
  manner: code('mentionManner'),
  document_id: z.string(),
  case_key: z.string(),
  family_key: z.string(),
  evidence: z.string(),
  ...texts('said_on', 'amount', 'currency'),
})

export type RemarkKind =
  | 'ended_for'
  | 'objection_upheld'
  | 'instalments'
  | 'suit_refused'
  | 'refused_against_it'
  | 'no_ground'
  | 'administrator'
  | 'other_administrator'
  | 'set_off'
  | 'asked_to_answer'
  | 'claimed_as_own'
  | 'contests_addition'
  | 'branch_enforced'
  | 'arbitration'

const remarksById = once(({ rowsOf }) => groupsBy(rowsOf(remarks), (one) => one.document_id))

/** What a document says of this kind; undefined where it says nothing. */
export const remarkOf = (dossier: Dossier, document: string, kind: RemarkKind) =>
  remarksById(dossier)
    .get(document)
    ?.find((one) => one.kind === kind)

/** How the claim against it was refused in a dispute: that it is not liable, or that the claim was dismissed. */
export function freedText(dossier: Dossier, dispute: string): Part {
  const { say, rowsOf } = dossier
  const standing = standingIn(dossier, dispute, 'whole')
  const found = rowsOf(remarks).filter(
    ({ kind, document_id: id }) => kind === 'refused_against_it' && standing.has(id),
  )
  if (found.some(({ evidence }) => /不(?:予|应|再)?承担[^，。；]{0,6}(?:保证|担保)/.test(evidence ?? '')))
    return say.freed.guarantor
  if (found.some(({ evidence }) => /不(?:予|应|再)?承担/.test(evidence ?? ''))) return say.freed.liable
  return found.length > 0 && say.freed.dismissed
}

type Remark = RowOf<typeof remarks>

/** The fine that such texts state of the decision of an authority; nothing where they state several. */
export function penaltyText({ words, say, rowsOf }: Dossier, isMeant: (row: Remark) => boolean): Part {
  const found = rowsOf(remarks).filter((row) => row.kind === 'penalty_stated' && isMeant(row))
  const fines = new Set(found.flatMap(({ evidence }) => finesIn(evidence ?? '')))
  const [fine = null] = fines.size === 1 ? fines : []
  return fine !== null && between(say.penaltyOf, [words.sum('CNY', formatAmount(fine))])
}

const finesIn = (text: string): string[] =>
  findAmounts(text).flatMap(({ amount, offset }, at, all) =>
    amount !== null && text.slice(endOf(all[at - 1]), offset).includes('罚款') ? [amount] : [],
  )

/** That a suit of the enterprise over a penalty of an authority leaves it, or changes its fine. */
export function penaltyLeft(dossier: Dossier, dispute: string): Part {
  const { words, rowsOf, disputeOf, say } = dossier
  const isOfIt = ({ family_key: key }: Remark): boolean => key !== null && disputeOf(key) === dispute
  const of = rowsOf(remarks).filter((row) => row.evidence !== null && isOfIt(row))
  const standing = standingIn(dossier, dispute, 'part')
  const changed = of.findLast(
    ({ kind, document_id: id }) => kind === 'penalty_changed' && standing.has(id),
  )?.evidence
  const fine = findAmounts(changed ?? '').at(-1)?.amount
  if (fine != null) return between(say.penaltyChanged, [words.sum('CNY', formatAmount(fine))])
  return (
    of.some(({ kind }) => kind === 'penalty_stands') &&
    between(say.penaltyStands, [penaltyText(dossier, isOfIt)])
  )
}

/** What criminal judgments that stand take from it, or from what it holds. */
export function forfeitedText(dossier: Dossier): Html[] {
  const { words, say, rowsOf, disputeOf, show, listed, linkTo, sumText, inBrackets } = dossier
  const shown = rowsOf(remarks).flatMap(({ kind, document_id: id, family_key: family, evidence }) => {
    const stands = (taken: 'whole' | 'part'): boolean =>
      standingIn(dossier, disputeOf(family ?? ''), taken).has(id)
    if (kind !== 'forfeited' || !stands('whole')) return []
    const [sum, more] = findAmounts(evidence ?? '')
    const amount = more === undefined && sum?.amount != null && sumText(sum)
    return listed([id]).map(
      ({ row }) =>
        html`${show(row.case_number, 'label')}${inBrackets([amount, !stands('part') && say.changedInPart], words.semicolon)} ${linkTo(id)}`,
    )
  })
  return shown.length === 0 ? [] : [between(say.forfeited, [firstOf(shown, words.standing.list)])]
}

type Ordered = Pick<Sum['row'], 'evidence' | 'amount'> & Partial<Pick<Sum['row'], 'amount_role'>>

/** What a sum is for, as the words right before it in its sentence call it; where they have no such word, that it is wages. */
function natureOf({ brief: say }: Dossier['words'], { evidence, amount, amount_role: role }: Ordered) {
  const text = evidence ?? ''
  const before = findAmounts(text).flatMap((one) =>
    Number(one.amount) === Number(amount) ? text.slice(0, one.offset).replace(/(?:人民币)?\s*$/, '') : [],
  )
  const names = Object.entries(say.natures).filter(([name]) => before.some((words) => words.endsWith(name)))
  const [longest] = names.sort(([a], [b]) => b.length - a.length)
  return longest?.[1] ?? (role === '劳动报酬' ? say.wages : undefined)
}

/** What each of a few sums is for, in their order; nothing where one has no such word. */
export function naturesInOrder({ words, say }: Dossier, sums: readonly Ordered[]): Part {
  const { standing, inBrackets } = words
  const called = sums.map((one) => natureOf(words, one))
  if (called.length === 0 || called.length > mostSums || called.some((one) => one === undefined)) return false
  const distinct = [...new Set(called)]
  return distinct.length === 1
    ? between(inBrackets, distinct)
    : between(say.inOrder, [called.join(standing.list)])
}

/** Sums of one document that stand by themselves on page one. */
export const mostSums = 3

/** What sums are for, and that there are others where one has no such word. */
export function naturesText({ words, say }: Dossier, sums: readonly Ordered[]): Part {
  const { standing, inBrackets } = words
  const called = [...new Set(sums.map((one) => natureOf(words, one)))]
  const named = called.filter((one) => one !== undefined)
  const others = called.length > named.length && say.amongOthers
  return named.length > 0 && between(inBrackets, [html`${named.join(standing.list)}${others}`])
}
