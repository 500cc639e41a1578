import type { Words } from './text.ts'

/** What a decision means for one party. `neutral`: it settles nothing between the parties. */
export type OutcomeResult = 'won' | 'lost' | 'partly' | 'neutral'

/** On which side of this instance a party stands: who brings it, who answers it, or neither. */
export type Side = 'plaintiff' | 'defendant' | 'third_party'

/**
 * Every outcome that the rules of outcome-rules.ts give, by what it means for who brings this instance, on appeal the appellant, and for who
 * answers it. `open`: that does not follow; a correction changes nothing, and a suit rejected on appeal may have been lost by either who
 * appealed. Who answers a petition for retrial that is refused has asked for nothing. Source: docs/decisions.md, Outcomes.
 */
const table = {
  open: 'correction set_aside',
  'won lost': 'reversed granted payment_order application_granted',
  'lost won': 'upheld dismissed application_refused enforcement_refused',
  'partly partly': 'partly_reversed partly_granted',
  'lost neutral': 'retrial_refused',
  'neutral lost': 'convicted',
  'neutral won': 'acquitted',
  'neutral neutral': `withdrawn appeal_withdrawn application_withdrawn rejected inadmissible transferred jurisdiction
seizure_lifted seized property_transferred enforcement_suspended enforcement_ended remanded mediated retrial_ordered
bankruptcy_accepted bankruptcy_refused bankruptcy_ended bankruptcy_step ended stayed objection_refused objection_upheld
enforcement_ordered party_changed listed_dishonest consumption_restricted fined procedural`,
} as const

export type Outcome = Words<(typeof table)[keyof typeof table]>
type Meaning = Readonly<Record<'plaintiff' | 'defendant', OutcomeResult | null>>

/** What each outcome means for either side of this instance. A third party is in no row: what a decision means for it does not follow. */
export const outcomeForSide = Object.fromEntries(
  Object.entries(table).flatMap(([means, names]) => {
    const [plaintiff, defendant] = means === 'open' ? [null, null] : means.split(' ')
    return names.split(/\s/).map((name) => [name, { plaintiff, defendant }])
  }),
) as Readonly<Record<Outcome, Meaning>>

export const outcomeNames = Object.keys(outcomeForSide) as readonly Outcome[]
