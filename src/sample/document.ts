import type { Day } from './days.ts'
import type { Decision } from './instances.ts'
import type { Cents } from './money.ts'
import type { Side, Suit } from './suits.ts'
import type { Outcome } from './words/outcomes.ts'

/** Where the text of a listed document can be found. */
export type Presence = 'id' | 'number' | 'authoritative' | 'nowhere'

/** A document of an enterprise, before it has a text. */
export interface Document extends Decision {
  readonly id: string
  /** Key of the stream that its text is drawn from. */
  readonly key: string
  readonly suit: Suit
  readonly outcome: Outcome
  readonly filed: Day
  /** Sum that an order to pay names. */
  readonly awarded: Cents
  /** Who brings this instance: the original side, or the other one on appeal. */
  readonly claimant: Side
  readonly below: Decision | undefined
  readonly presence: Presence
}
