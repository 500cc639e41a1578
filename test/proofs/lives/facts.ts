import type { Case, Day } from './world.ts'

/** What a document or an entry says that is so. A look-alike says none. */

export type Mark = 'dishonest' | 'restricted'
export type State = 'open' | 'ended_unpaid' | 'ended' | 'paid' | 'refused' | 'preservation' | 'review'
export type Condition = 'mortgaged' | 'claimed by mortgagee' | 'not in hand' | 'worthless'
export type Result = 'won' | 'lost' | 'partly' | 'neutral'
export type Stage =
  | 'applied'
  | 'refused'
  | 'withdrawn'
  | 'accepted'
  | 'dismissed'
  | 'reorganised'
  | 'declared'
  | 'ended'

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
export type Fact = Statement & { readonly by?: string }

type Statement =
  /** A decision orders these sums. */
  | {
      readonly is: 'ordered'
      readonly key: string
      readonly sums: readonly Sum[]
      /** A payment order: whether it took effect is not in it. */
      readonly isOrder?: boolean
    }
  /** What a decision means for the enterprise, or that what was decided below stands. Several where words may be read either way. */
  | { readonly is: 'result'; readonly key: string; readonly results: readonly Result[] | 'as below' }
  /** That a decision took effect. */
  | { readonly is: 'in force'; readonly key: string }
  /** A later decision keeps items of an earlier one, ends the others and adds its own. */
  | {
      readonly is: 'reviewed'
      readonly key: string
      readonly of: string
      readonly kept: 'all' | readonly number[]
      readonly sums: readonly Sum[]
    }
  | {
      readonly is: 'enforced'
      readonly key: string
      readonly state?: State
      readonly target?: number
      /** A sum that may be taken for the target: it is the same. */
      readonly mayTarget?: number
      /** Paid by this debtor, and the case ends in another way for a co-debtor. */
      readonly orEnded?: boolean
      readonly collected?: number
      readonly unpaid?: number
      /** What it goes on with. */
      readonly resumes?: string
    }
  | {
      readonly is: 'marked'
      readonly key: string
      readonly mark: Mark
      readonly since?: Day
      readonly isLifted?: boolean
    }
  | { readonly is: 'bankruptcy'; readonly key: string; readonly stage: Stage }
  /** A court of bankruptcy finds what a debtor lacks. */
  | { readonly is: 'found'; readonly key: string; readonly lack: Lack }
  | {
      readonly is: 'frozen'
      readonly key: string
      readonly property: string
      readonly state: 'in force' | 'lifted'
      readonly amount?: number
    }
  /** Property was held before this suit, for it. */
  | { readonly is: 'preserved'; readonly key: string; readonly suit: string }
  /** Property that brings the creditor nothing, and why. */
  | { readonly is: 'property'; readonly key: string; readonly condition: Condition; readonly to?: string }
  /** What an enforcement reports beside the debt. */
  | { readonly is: 'aside'; readonly key: string; readonly matter: Aside }
  /** A statement that is of no case: of the status, an entry, the changes of the registration. */
  | { readonly is: 'flag'; readonly flag: string; readonly key?: string; readonly isLifted?: boolean }
  | { readonly is: 'contradiction'; readonly about: string }

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

/** What the enterprise owes by the truth, of that what was never decided has no sum. */
export interface Owes {
  /** What is left to be paid. */
  readonly least: number
  /** What was to be paid before anything came in. */
  readonly most: number
  /** The largest sum that any document gives for each dispute: more is a debt that counts twice. */
  readonly ever: number
  /** Disputes of which no decision names a sum. */
  readonly undecided: number
}

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
