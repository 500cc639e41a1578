import type { Case, Day } from './world.ts'

/** What a document or an entry says that is so. A look-alike says none. */

export type Mark = 'dishonest' | 'restricted'
export type State = 'open' | 'ended_unpaid' | 'ended' | 'paid' | 'refused' | 'preservation' | 'review'
export type Condition = 'mortgaged' | 'claimed by mortgagee' | 'not in hand' | 'worthless'
export type Result = 'won' | 'lost' | 'partly' | 'neutral'
/** Steps of a bankruptcy: up to its opening, and all. */
type Opening = 'applied' | 'refused' | 'withdrawn' | 'accepted'
export type Stage = Opening | 'dismissed' | 'declared' | 'reorganised' | 'ended'

export type Lack = 'insolvent' | 'unable' | 'unpaid_capital'

export interface Sum {
  /** The item of the operative part (判项). */
  readonly item: number
  readonly amount: number
  readonly payers: readonly string[]
  readonly payee: string
  /** What the debt is besides: a debt to workers, or one for another's debt. */
  readonly as?: 'labour' | 'guarantee'
}

/** A fact with the sentence that says it. */
export type Fact = {
  [Is in keyof Facts]: { readonly is: Is; readonly by?: string } & Readonly<Facts[Is]>
}[keyof Facts]

interface OfCase {
  readonly key: string
}

/** What may be so, by what it is. */
interface Facts {
  /** A decision orders these sums; of a payment order, it does not say whether it took effect. */
  ordered: OfCase & { sums: readonly Sum[]; isOrder?: boolean }
  /** What a decision means for the enterprise, or that what was decided below stands. Several where words may be read either way. */
  result: OfCase & { results: readonly Result[] | 'as below' }
  /** That a decision took effect. */
  'in force': OfCase
  /** A later decision keeps items of an earlier one, ends the others and adds its own. */
  reviewed: OfCase & { of: string; kept: 'all' | readonly number[]; sums: readonly Sum[] }
  enforced: OfCase & {
    state?: State
    target?: number
    /** A sum that may be taken for the target: it is the same. */
    mayTarget?: number
    /** Paid by this debtor, and the case ends in another way for a co-debtor. */
    orEnded?: boolean
    collected?: number
    unpaid?: number
    /** What it goes on with. */
    resumes?: string
  }
  marked: OfCase & { mark: Mark; isLifted?: boolean }
  bankruptcy: OfCase & { stage: Stage }
  /** A court of bankruptcy finds what a debtor lacks. */
  found: OfCase & { lack: Lack }
  frozen: OfCase & { state: 'in force' | 'lifted'; amount?: number }
  /** Property was held before this suit, for it. */
  preserved: OfCase & { suit: string }
  /** Property that brings the creditor nothing, and why. */
  property: OfCase & { condition: Condition; to?: string }
  /** What an enforcement reports beside the debt. */
  aside: OfCase & { matter: Aside }
  /** A statement that is of no case: of the status, an entry, the changes of the registration. */
  flag: { flag: string; key?: string; isLifted?: boolean }
  contradiction: { about: string }
}

/** A bankruptcy that was not opened, a payment that was not credited, property without a mortgage, or with one that a party alleges. */
export type Aside = 'bankruptcy' | 'uncredited' | 'unencumbered' | 'mortgaged'

/** Words with what they say. */
export interface Said {
  readonly words: string
  readonly says: readonly Fact[]
}

export type Side = 'plaintiff' | 'defendant' | 'third_party'

/** Of a case that is moved, whether it is open is a matter of what is known of the next. */
export type Merits = 'open' | 'closed' | 'moved'

export interface Doc {
  readonly id: string
  readonly of: Case
  readonly dispute: string
  readonly kind: string
  readonly procedure: string
  readonly category: string
  readonly cause: string
  readonly on: Day
  readonly plaintiffs: readonly string[]
  readonly defendants: readonly string[]
  readonly thirds: readonly string[]
  /** Side of the enterprise. */
  readonly side: Side
  /** The result as the list states it. */
  readonly result: Said
  readonly text: Said
  /** Whether its case waits for a decision on the merits after it; nothing where it is no such case. */
  readonly merits?: Merits
}

export interface Entry {
  readonly record: Readonly<Record<string, string>>
  readonly on: Day
  readonly says: readonly Fact[]
}

/**
 * What the enterprise owes by the truth: what is left to be paid, what was to be paid before anything came in, and the largest sums that
 * any document gives of its disputes (more is a debt that counts twice); and of how many disputes no decision names a sum.
 */
export type Owes = Readonly<Record<'least' | 'most' | 'ever' | 'undecided', number>>

/** A life as decided, and as written. */
export interface Life {
  readonly id: string
  readonly name: string
  readonly capital: number
  readonly record: Readonly<Record<string, unknown>>
  readonly docs: readonly Doc[]
  readonly entries: readonly Entry[]
  /** What the record itself says: status, changes. */
  readonly says: readonly Fact[]
  /** Keys of all cases of a dispute, by its id: also of those without a document. */
  readonly numbers: Readonly<Record<string, readonly string[]>>
  /** What was decided, in short, for a reader of a failure. */
  readonly truth: readonly string[]
  readonly owes: Owes
}

/** One matter of a life, written. */
export interface Story {
  readonly id: string
  readonly docs: readonly Doc[]
  readonly entries?: readonly Entry[]
  /** Numbers of its cases. */
  readonly numbers: readonly string[]
  readonly truth: string
  /** Nothing where it is not given. */
  readonly owes?: Owes
}

/** What is left of a life: documents that the list has, full texts that the library has, entries that the registration has. */
export interface Left {
  readonly listed: ReadonlySet<string>
  readonly held: ReadonlySet<string>
  readonly entries: readonly Entry[]
}
