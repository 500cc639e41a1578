/*
 * Sentences of a dispute by its subject. Slots: {原} {被} the parties, {总} the claim, {额} a part of it, {价} a price above it, {薪} a
 * wage,
 * {日} a date before filing, {期} a period before it, {数} a small number, {率} a rate, {物} goods, {地} a
 * place, {字} a contract number, {人} a person, {案由} the cause.
 */
export interface Story {
  /** What is claimed, without the numbering. */
  readonly claims: readonly string[]
  /** The claimant's account, also found by the court. */
  readonly events: readonly string[]
  readonly defence: readonly string[]
  readonly reasons: readonly string[]
  /** What a payment is called. */
  readonly payment: string
}
