/** What a decision means for one party. `neutral`: it settles nothing between the parties. */
export type OutcomeResult = 'won' | 'lost' | 'partly' | 'neutral'

/** On which side of this instance a party stands: who brings it, who answers it, or neither. */
export type Side = 'plaintiff' | 'defendant' | 'third_party'

/** What an outcome means for who brings this instance and for who answers it. */
type Row = readonly [plaintiff: OutcomeResult | null, defendant: OutcomeResult | null]

/**
 * Every outcome that the rules of outcome-rules.ts give. The plaintiff is who brings this instance, on appeal the
 * appellant. Null where that does not follow: a correction changes nothing, and a suit rejected on appeal may
 * have been lost by either who appealed. Who answers a petition for retrial that is refused has asked for nothing. Source: docs/decisions.md, Outcomes.
 */
const table = {
  correction: [null, null],
  withdrawn: ['neutral', 'neutral'],
  appeal_withdrawn: ['neutral', 'neutral'],
  application_withdrawn: ['neutral', 'neutral'],
  rejected: ['neutral', 'neutral'],
  inadmissible: ['neutral', 'neutral'],
  transferred: ['neutral', 'neutral'],
  jurisdiction: ['neutral', 'neutral'],
  seizure_lifted: ['neutral', 'neutral'],
  seized: ['neutral', 'neutral'],
  property_transferred: ['neutral', 'neutral'],
  enforcement_suspended: ['neutral', 'neutral'],
  enforcement_ended: ['neutral', 'neutral'],
  set_aside: [null, null],
  upheld: ['lost', 'won'],
  reversed: ['won', 'lost'],
  partly_reversed: ['partly', 'partly'],
  remanded: ['neutral', 'neutral'],
  dismissed: ['lost', 'won'],
  partly_granted: ['partly', 'partly'],
  granted: ['won', 'lost'],
  mediated: ['neutral', 'neutral'],
  retrial_refused: ['lost', 'neutral'],
  retrial_ordered: ['neutral', 'neutral'],
  bankruptcy_accepted: ['neutral', 'neutral'],
  bankruptcy_refused: ['neutral', 'neutral'],
  bankruptcy_ended: ['neutral', 'neutral'],
  bankruptcy_step: ['neutral', 'neutral'],
  payment_order: ['won', 'lost'],
  ended: ['neutral', 'neutral'],
  stayed: ['neutral', 'neutral'],
  objection_refused: ['neutral', 'neutral'],
  objection_upheld: ['neutral', 'neutral'],
  application_refused: ['lost', 'won'],
  application_granted: ['won', 'lost'],
  enforcement_ordered: ['neutral', 'neutral'],
  enforcement_refused: ['lost', 'won'],
  party_changed: ['neutral', 'neutral'],
  listed_dishonest: ['neutral', 'neutral'],
  consumption_restricted: ['neutral', 'neutral'],
  fined: ['neutral', 'neutral'],
  convicted: ['neutral', 'lost'],
  acquitted: ['neutral', 'won'],
  procedural: ['neutral', 'neutral'],
} as const satisfies Readonly<Record<string, Row>>

export type Outcome = keyof typeof table

/** Names of all outcomes, in the order of the table. */
export const outcomeNames = Object.keys(table) as readonly Outcome[]

/**
 * What each outcome means for either side of this instance; null for a correction, which is no outcome. A third party
 * is in no row: what a decision means for it does not follow from the outcome.
 */
export const outcomeForSide: Readonly<
  Record<Outcome, { readonly plaintiff: OutcomeResult | null; readonly defendant: OutcomeResult | null }>
> = Object.fromEntries(
  Object.entries(table).map(([name, [plaintiff, defendant]]) => [name, { plaintiff, defendant }]),
) as Record<Outcome, { plaintiff: OutcomeResult | null; defendant: OutcomeResult | null }>
