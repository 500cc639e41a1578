import { z } from 'zod'
import { findAmounts } from '../../../legal/amounts.ts'
import type { Dossier, Sum } from '../dossier.ts'
import { between, type Part } from '../html.ts'
import { code, list, texts, viewQuery } from '../rows.ts'
import { standingIn } from './families.ts'

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
  | 'set_off'
  | 'asked_to_answer'
  | 'claimed_as_own'

/** What a document says of this kind; undefined where it says nothing. */
export const remarkOf = ({ held }: Pick<Dossier, 'held'>, document: string, kind: RemarkKind) =>
  held.rows(remarks).find((one) => one.document_id === document && one.kind === kind)

/** How the claim against it was refused in a dispute: that it is not liable, or that the claim was dismissed. */
export function freedText(dossier: Dossier, dispute: string): Part {
  const { words, held } = dossier
  const standing = standingIn(dossier, dispute, 'whole')
  const found = held
    .rows(remarks)
    .filter(({ kind, document_id: id }) => kind === 'refused_against_it' && standing.has(id))
  const { brief: say } = words
  if (found.some(({ evidence }) => /不(?:予|应|再)?承担[^，。；]{0,6}(?:保证|担保)/.test(evidence ?? '')))
    return say.freed.guarantor
  if (found.some(({ evidence }) => /不(?:予|应|再)?承担/.test(evidence ?? ''))) return say.freed.liable
  return found.length > 0 && say.freed.dismissed
}

/** What each of a few sums is for, in their order, as the words right before it call it; nothing where one has no such word. */
export function naturesInOrder(
  { words }: Dossier,
  sums: readonly Pick<Sum['row'], 'evidence' | 'amount'>[],
): Part {
  const { brief: say, standing, inBrackets } = words
  const names = Object.entries(say.natures).sort(([a], [b]) => b.length - a.length)
  const called = sums.map(({ evidence, amount }) => {
    const text = evidence ?? ''
    const before = findAmounts(text).flatMap((one) =>
      Number(one.amount) === Number(amount) ? text.slice(0, one.offset) : [],
    )
    return names.find(([name]) => before.some((words) => words.endsWith(name)))?.[1]
  })
  if (called.length === 0 || called.length > mostSums || called.some((one) => one === undefined)) return false
  const distinct = [...new Set(called)]
  return distinct.length === 1
    ? between(inBrackets, distinct)
    : between(say.inOrder, [called.join(standing.list)])
}

/** Sums of one document that stand by themselves on page one. */
export const mostSums = 3

/** What sums are for, as their sentences call it; where they have no such word, that they are wages. */
export function naturesText(
  { words }: Dossier,
  sums: readonly (Pick<Sum['row'], 'evidence'> & Partial<Pick<Sum['row'], 'amount_role'>>)[],
): Part {
  const { brief: say, standing, inBrackets } = words
  const names = Object.keys(say.natures) as (keyof typeof say.natures)[]
  const called = sums.flatMap(({ evidence, amount_role: role }): string[] => {
    const found = names.filter((name) => new RegExp(`${name}(?:人民币)?\\s?[\\d一-十]`).test(evidence ?? ''))
    const longest = found.filter((name) => !found.some((other) => other !== name && other.endsWith(name)))
    return longest.length > 0
      ? longest.map((name) => say.natures[name])
      : role === '劳动报酬'
        ? [say.wages]
        : []
  })
  return called.length > 0 && between(inBrackets, [[...new Set(called)].join(standing.list)])
}
