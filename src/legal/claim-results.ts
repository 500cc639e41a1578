import { findAmounts } from './amounts.ts'
import type { ClassifiedOutcome, OperativePart } from './operative-part.ts'
import type { OrderAmount } from './orders.ts'
import { excerpt, type Sentence, sentencesOf } from './text.ts'

/** What an operative part decides on one sum that was asked for, and why; null where it does not say. */
export type ClaimResult = {
  readonly result: 'granted' | 'refused'
  readonly rule: 'ordered in full' | 'refused by its sum' | 'all refused'
  readonly evidence: string
  /** In UTF-16 units, in the text of the operative part; null where the outcome alone decides. */
  readonly offset: number | null
}

/** Raise it with every change of the rules: the tables are then rebuilt. */
export const claimResultRulesVersion = 1

const REFUSES = /驳回|不予支持/
const DECIDED: ReadonlySet<string> = new Set(['granted', 'partly_granted'])
/** A sum of interest is no principal of the same height. */
const STRICT: ReadonlySet<string | null> = new Set(['利息', '违约金'])
/** What is asked for is no base, limit or worth. */
const NOT_ASKED: ReadonlySet<string | null> = new Set(['基数', '限额', '单价', '已付', '标的'])
const MOST = 200

/**
 * The result of each claim, in their order: granted where the same sum is ordered, refused where the text refuses that sum, or all claims.
 * Only a first decision says so; what is granted in part has no result. Linear. Source: docs/decisions.md, Orders and claims.
 */
export function claimResults(
  claims: readonly OrderAmount[],
  part: OperativePart | null,
  orders: readonly OrderAmount[],
  outcome: ClassifiedOutcome | null,
): (ClaimResult | null)[] {
  if (part === null || outcome === null) return claims.map(() => null)
  if (outcome.outcome === 'dismissed') {
    const all = { result: 'refused', rule: 'all refused', evidence: outcome.evidence, offset: null } as const
    return claims.map(({ role }) => (NOT_ASKED.has(role) ? null : all))
  }
  if (!DECIDED.has(outcome.outcome)) return claims.map(() => null)
  const ordered = byAmount(orders.filter(({ isOrdered }) => isOrdered))
  const asked = byAmount(claims)
  const refused = refusedSums(part)
  return claims.map((claim) => {
    const id = idOf(claim)
    const granted = id === null ? undefined : ordered.get(id)
    const denied = id === null ? undefined : refused.get(id)
    if (id === null || NOT_ASKED.has(claim.role) || (granted !== undefined && denied !== undefined))
      return null
    if (denied !== undefined)
      return {
        result: 'refused',
        rule: 'refused by its sum',
        evidence: excerpt(denied.text),
        offset: denied.offset,
      }
    const [order] = granted ?? []
    const isClear =
      granted?.length === asked.get(id)?.length && order !== undefined && isSameKind(claim, order)
    return isClear && order !== undefined
      ? { result: 'granted', rule: 'ordered in full', evidence: order.evidence, offset: order.offset }
      : null
  })
}

const isSameKind = (claim: OrderAmount, order: OrderAmount): boolean =>
  claim.role === order.role || (!STRICT.has(claim.role) && !STRICT.has(order.role))

const idOf = ({ amount, currency }: Pick<OrderAmount, 'amount' | 'currency'>): string | null =>
  amount === null ? null : `${amount} ${currency}`

function byAmount(sums: readonly OrderAmount[]): Map<string, OrderAmount[]> {
  const found = new Map<string, OrderAmount[]>()
  for (const sum of sums.slice(0, MOST)) {
    const id = idOf(sum)
    if (id !== null) found.set(id, [...(found.get(id) ?? []), sum])
  }
  return found
}

/** The sums that a refusal names: 驳回原告关于违约金5000元的诉讼请求. */
function refusedSums(part: OperativePart): ReadonlyMap<string, Sentence> {
  const refused = new Map<string, Sentence>()
  for (const { text, offset } of part.items)
    for (const sentence of sentencesOf(text, offset)) {
      if (!REFUSES.test(sentence.text)) continue
      for (const sum of findAmounts(sentence.text).slice(0, MOST)) {
        const id = idOf(sum)
        if (id !== null) refused.set(id, sentence)
      }
    }
  return refused
}
