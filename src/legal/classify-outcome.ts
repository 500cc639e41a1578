import type { OperativePart } from './operative-part.ts'
import { type DocumentFacts, type OutcomeRule, outcomeRules } from './outcome-rules.ts'
import type { Outcome } from './outcomes.ts'
import { excerpt } from './sentences.ts'

/** An outcome, the rule that gave it (`1:withdrawn`) and the sentence that the rule rests on. */
export type ClassifiedOutcome = {
  readonly outcome: Outcome
  readonly rule: string
  readonly evidence: string
}

/** Of an operative part, as much as any rule needs: its items are short, an attached list may be long. */
const LONGEST = 4000

/**
 * How an operative part disposes of its case, by the first of `outcomeRules` that fires; null when none does. What
 * follows the last item (fees, how to appeal) is not looked at. Source: domain rule, section 3, "Outcome".
 */
export function classifyOutcome(part: OperativePart | null, facts: DocumentFacts): ClassifiedOutcome | null {
  if (part === null) return null
  const text = part.items
    .map((item) => item.text)
    .join('\n')
    .slice(0, LONGEST)
  const granted = text.replace(REFUSED, '')
  for (const rule of outcomeRules.rules) {
    const found = isFor(rule, facts) ? firing(rule, text, granted) : null
    if (found === null) continue
    const name = `${outcomeRules.version}:${rule.name}`
    return { outcome: rule.outcome, rule: name, evidence: sentenceAt(text, found.index) }
  }
  return null
}

const REFUSED = /驳回[^。；\n]*/g

const isFor = ({ kinds, knownKinds, categories }: OutcomeRule, { kind, category }: DocumentFacts): boolean =>
  (kinds === undefined || kind === null || kinds.test(kind)) &&
  (knownKinds === undefined || (kind !== null && knownKinds.test(kind))) &&
  (categories === undefined || (category !== null && categories.test(category)))

function firing(rule: OutcomeRule, text: string, granted: string): RegExpExecArray | null {
  const { when, unless, also, grants, grantsNot } = rule
  const found = when.exec(text)
  if (found === null || unless?.test(text) === true || also?.test(text) === false) return null
  return grants?.test(granted) === false || grantsNot?.test(granted) === true ? null : found
}

function sentenceAt(text: string, at: number): string {
  const from = Math.max(...[...'。；\n'].map((mark) => text.lastIndexOf(mark, at - 1))) + 1
  const ends = [...'。；\n'].map((mark) => text.indexOf(mark, at)).filter((end) => end >= 0)
  return excerpt(text.slice(from, Math.min(text.length, ...ends)), at - from)
}
