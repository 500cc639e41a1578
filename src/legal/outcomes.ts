/** What a decision means for one party. `neutral`: it settles nothing between the parties. */
export type OutcomeResult = 'won' | 'lost' | 'partly' | 'neutral'

/** On which side of this instance a party stands: who brings it, who answers it, or neither. */
export type Side = 'plaintiff' | 'defendant' | 'third_party'

/** Outcome: its Chinese term, and what it means for who brings this instance and for who answers it. */
type Row = readonly [term: string, plaintiff: OutcomeResult | null, defendant: OutcomeResult | null]

/**
 * Every outcome that the rules of outcome-rules.ts give. The plaintiff is who brings this instance, on appeal the
 * appellant. Null where that does not follow: a correction changes nothing for anybody, and a suit rejected on appeal may
 * have been lost by either who appealed. Source: domain rule, section 3.
 */
const table = {
  correction: ['补正', null, null],
  withdrawn: ['撤诉', 'neutral', 'neutral'],
  appeal_withdrawn: ['撤回上诉', 'neutral', 'neutral'],
  application_withdrawn: ['撤回申请', 'neutral', 'neutral'],
  rejected: ['驳回起诉', 'lost', 'won'],
  inadmissible: ['不予受理', 'lost', 'won'],
  transferred: ['移送管辖', 'neutral', 'neutral'],
  jurisdiction: ['管辖', 'neutral', 'neutral'],
  seizure_lifted: ['解除保全', 'neutral', 'neutral'],
  seized: ['查封冻结扣押', 'neutral', 'neutral'],
  enforcement_suspended: ['终结本次执行', 'neutral', 'neutral'],
  enforcement_ended: ['终结执行', 'neutral', 'neutral'],
  set_aside: ['撤销原判驳回起诉', null, null],
  upheld: ['维持', 'lost', 'won'],
  reversed: ['改判', 'won', 'lost'],
  partly_reversed: ['部分改判', 'partly', 'partly'],
  remanded: ['发回重审', 'neutral', 'neutral'],
  dismissed: ['驳回诉讼请求', 'lost', 'won'],
  partly_granted: ['部分支持', 'partly', 'partly'],
  granted: ['支持', 'won', 'lost'],
  mediated: ['调解', 'neutral', 'neutral'],
  retrial_refused: ['驳回再审申请', 'lost', 'won'],
  retrial_ordered: ['裁定再审', 'neutral', 'neutral'],
  bankruptcy_accepted: ['受理破产', 'neutral', 'neutral'],
  bankruptcy_refused: ['不予受理破产', 'neutral', 'neutral'],
  bankruptcy_ended: ['破产程序终结', 'neutral', 'neutral'],
  bankruptcy_step: ['破产程序事项', 'neutral', 'neutral'],
  payment_order: ['支付令', 'won', 'lost'],
  ended: ['终结诉讼', 'neutral', 'neutral'],
  stayed: ['中止', 'neutral', 'neutral'],
  objection_refused: ['驳回异议', 'neutral', 'neutral'],
  objection_upheld: ['异议成立', 'neutral', 'neutral'],
  application_refused: ['驳回申请', 'lost', 'won'],
  application_granted: ['准许申请', 'won', 'lost'],
  enforcement_ordered: ['责令履行', 'neutral', 'neutral'],
  enforcement_refused: ['不予执行', 'lost', 'won'],
  party_changed: ['变更追加当事人', 'neutral', 'neutral'],
  listed_dishonest: ['纳入失信', 'neutral', 'neutral'],
  consumption_restricted: ['限制消费', 'neutral', 'neutral'],
  fined: ['罚款拘留', 'neutral', 'neutral'],
  convicted: ['有罪', 'neutral', 'lost'],
  acquitted: ['无罪', 'neutral', 'won'],
  procedural: ['程序事项', 'neutral', 'neutral'],
} as const satisfies Readonly<Record<string, Row>>

export type Outcome = keyof typeof table

/** Names of all outcomes, in the order of the table. */
export const outcomeNames = Object.keys(table) as readonly Outcome[]

/** Chinese term of each outcome (结案方式). */
export const outcomeTerms: Readonly<Record<Outcome, string>> = mapped(([term]) => term)

/**
 * What each outcome means for either side of this instance; null for a correction, which is no outcome. A third party
 * is in no row: what a decision means for it does not follow from the outcome.
 */
export const outcomeForSide: Readonly<
  Record<Outcome, { readonly plaintiff: OutcomeResult | null; readonly defendant: OutcomeResult | null }>
> = mapped(([, plaintiff, defendant]) => ({ plaintiff, defendant }))

function mapped<T>(value: (row: Row) => T): Readonly<Record<Outcome, T>> {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, value(row)])) as Record<
    Outcome,
    T
  >
}

/** What the outcome means for a party on this side; null when that does not follow from the outcome alone. */
export function outcomeFor(outcome: Outcome | null, side: Side | null): OutcomeResult | null {
  if (outcome === null || side === null || side === 'third_party') return null
  return outcomeForSide[outcome][side]
}
