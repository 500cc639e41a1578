import { mentionFinder } from './named-persons.ts'
import type { ClassifiedOutcome, OperativePart } from './operative-part.ts'
import type { OrderAmount } from './orders.ts'
import { type Outcome, type OutcomeResult, outcomeForSide } from './outcomes.ts'
import type { Party } from './parties.ts'
import { excerpt, sentencesOf } from './text.ts'

/** By which rule a party has its result; `side`: by the document's outcome and the party's side alone. */
type ResultRule = 'side' | 'not held liable' | 'refused against it' | 'side of the appellant'

/** What a document decides for one party; null where that does not follow. */
export type PartyOutcome = {
  readonly result: OutcomeResult | null
  readonly rule: ResultRule | null
  /** The sentence, and where it begins in the text of the operative part, in UTF-16 units. */
  readonly evidence: string | null
  readonly offset: number | null
}

type Reason = { readonly evidence: string; readonly offset: number }

const FIRST_DECIDED: ReadonlySet<Outcome> = new Set<Outcome>(['granted', 'partly_granted'])
const REVIEWED: ReadonlySet<Outcome> = new Set<Outcome>(['upheld', 'reversed', 'partly_reversed'])
const NOTHING: PartyOutcome = { result: null, rule: null, evidence: null, offset: null }

/**
 * What the document decides for each party, in the order of the parties. A defendant whom no item holds liable has won where
 * the rest of the claims is refused; a respondent on the side of who appealed has neither won nor lost. Pure and linear in
 * the text. Source: docs/decisions.md, Outcomes.
 */
export function partyOutcomes(
  parties: readonly Party[],
  outcome: ClassifiedOutcome | null,
  part: OperativePart | null,
  orders: readonly OrderAmount[],
): PartyOutcome[] {
  if (outcome === null) return parties.map(() => NOTHING)
  const free = FIRST_DECIDED.has(outcome.outcome) && part !== null ? notHeld(parties, part, orders) : null
  return parties.map((party) => {
    const reason = party.side === 'defendant' ? free?.get(party.key) : undefined
    if (reason !== undefined) return reason
    const bySide =
      party.side === null || party.side === 'third_party' ? null : outcomeForSide[outcome.outcome][party.side]
    if (bySide === null) return NOTHING
    if (REVIEWED.has(outcome.outcome) && isBesideAppellant(party, parties))
      return { ...NOTHING, rule: 'side of the appellant' }
    return { result: bySide, rule: 'side', evidence: outcome.evidence, offset: null }
  })
}

/** A respondent that stood on the same side as everybody who appealed (被上诉人（原审被告） beside 上诉人（原审被告）). */
function isBesideAppellant(party: Party, parties: readonly Party[]): boolean {
  if (party.side !== 'defendant' || party.originalSide === null) return false
  const appellants = parties.filter(({ side }) => side === 'plaintiff')
  return appellants.length > 0 && appellants.every(({ originalSide }) => originalSide === party.originalSide)
}

const REFUSES = /驳回|不予支持/
const REFUSED_AGAINST = /驳回[^。；\n]{0,60}?对([^。；\n]{2,200}?)的(?:全部|其他|其它)?(?:诉讼)?(?:请求|起诉)/
const THE_REST = /驳回[^。；\n]{0,120}?(?:其他|其余|其它|剩余|余下|全部)?[^。；\n]{0,8}(?:诉讼请求|诉请|诉求)/
const NOT_LIABLE = /不(?:再)?(?:承担|负)[^，。；\n]{0,20}(?:责任|义务)/

/** The defendants whom no item holds liable, by key; none where an item has a name that is not certain. */
function notHeld(
  parties: readonly Party[],
  part: OperativePart,
  orders: readonly OrderAmount[],
): ReadonlyMap<string, PartyOutcome> {
  const find = mentionFinder(parties)
  const held = new Set<string>(orders.flatMap(({ payers }) => payers.flatMap(({ keys }) => keys)))
  const refused = new Map<string, Reason>()
  let rest: Reason | undefined
  let isCertain = orders.every(
    ({ isOrdered, payers }) =>
      !isOrdered || (payers.length > 0 && payers.every(({ keys }) => keys.length > 0)),
  )
  const sentences = part.items.flatMap(({ text, offset }) => sentencesOf(text, offset))
  for (const { text, offset } of sentences) {
    const reason = { evidence: excerpt(text), offset }
    const against = REFUSED_AGAINST.exec(text)?.[1] ?? (NOT_LIABLE.test(text) ? text : null)
    if (against !== null)
      for (const { keys } of find(against)) for (const key of keys) refused.set(key, reason)
    if (THE_REST.test(text)) rest = reason
    if (REFUSES.test(text) || against !== null) continue
    for (const { keys } of find(text)) {
      if (keys.length === 0) isCertain = false
      for (const key of keys) held.add(key)
    }
  }
  const free = parties.filter(({ side, key }) => side === 'defendant' && !held.has(key))
  return new Map(
    free.flatMap(({ key }): [string, PartyOutcome][] => {
      const own = refused.get(key)
      if (own !== undefined) return [[key, { result: 'won', rule: 'refused against it', ...own }]]
      if (rest === undefined || !isCertain || held.size === 0) return []
      return [[key, { result: 'won', rule: 'not held liable', ...rest }]]
    }),
  )
}
