import { type JsonObject, textOf } from '../contract/values.ts'
import { caseType } from '../legal/case-numbers.ts'
import { type EnforcementFact, findEnforcement } from '../legal/enforcement.ts'
import { type OperativePart, operativePart } from '../legal/operative-part.ts'
import type { TableRow } from '../tables/index.ts'
import { type CaseKey, type CaseReading, keysOf, namesOf } from './case-reading.ts'

/** What the legal rules read in a case beside its parties, sums and outcome. */
export interface CaseFacts {
  /** Column that the offsets count in. */
  readonly source: 'judgment' | 'content'
  readonly enforcement: readonly EnforcementFact[]
}

/** Reads the facts of a case from its full text; where that has no operative part, from the judgment section. */
export function readFacts(record: JsonObject, reading: CaseReading): CaseFacts {
  const content = textOf(record.content)
  const inContent = partOfContent(content, reading)
  const isInContent = inContent !== null || (content !== null && reading.part === null)
  const [text, part] = isInContent ? [content, inContent] : [null, reading.part]
  const isJudgment = /判决/.test(textOf(record.wszl) ?? '')
  return {
    source: isInContent ? 'content' : 'judgment',
    enforcement: isJudgment
      ? []
      : findEnforcement(text, part, reading.parties, isEnforcement(record, reading)),
  }
}

const partOfContent = (content: string | null, { part, number }: CaseReading): OperativePart | null => {
  if (content === null || part?.source === 'content') return part
  return operativePart(null, content, number?.key || null)
}

/** An enforcement itself: no review (执异, 执复, 执监) and no preservation (执保). */
function isEnforcement(record: JsonObject, { number }: CaseReading): boolean {
  const type = caseType(number?.typeCode ?? null)
  if (type !== undefined)
    return type.category === '执行案件' && /^(?:执行|恢复执行|其他)$/.test(type.procedure)
  return textOf(record.ajlb) === '执行案件' && !/异议|复议|监督|保全/.test(textOf(record.spcx) ?? '')
}

/** Rows of case_enforcement. */
export const enforcementRows = (
  { case_id, library }: CaseKey,
  { enforcement, source }: CaseFacts,
): TableRow<'case_enforcement'>[] =>
  enforcement.map((fact, index) => ({
    case_id,
    library,
    ordinal: index + 1,
    kind: fact.kind,
    is_ordered: fact.isOrdered,
    is_lifted: fact.isLifted,
    against: namesOf(fact.against),
    against_keys: keysOf(fact.against),
    amount: fact.amount?.amount ?? null,
    currency: fact.amount?.currency ?? null,
    property: fact.property,
    term_text: fact.term?.text ?? null,
    term_months: fact.term?.months ?? null,
    term_until: fact.term?.until ?? null,
    reasons: fact.reasons,
    source,
    text_offset: fact.offset,
    evidence: fact.evidence,
  }))
