import type { JsonObject } from '../contract/answer.ts'
import { type CaseNumber, parseCaseNumber } from '../legal/case-numbers.ts'
import { type CaseReference, findReferences, originKey } from '../legal/case-references.ts'
import { caseType } from '../legal/case-types.ts'
import { claimedAmounts } from '../legal/claims.ts'
import { type ClassifiedOutcome, classifyOutcome } from '../legal/classify-outcome.ts'
import { operativePart } from '../legal/operative-part.ts'
import { type OrderAmount, orderedAmounts } from '../legal/orders.ts'
import { findParties, type Party } from '../legal/parties.ts'
import { identifierOf, textOf, textsOf } from './values.ts'

/** What the legal rules read from one case record (contract 2.4, 2.5). */
export interface CaseReading {
  readonly parties: readonly Party[]
  readonly orders: readonly OrderAmount[]
  /** Column that the offsets of `orders` count in; those of `claims` count in content. */
  readonly orderSource: 'judgment' | 'content'
  readonly claims: readonly OrderAmount[]
  readonly references: readonly CaseReference[]
  readonly originNumberKey: string | null
  readonly outcome: ClassifiedOutcome | null
}

/** Reads parties, sums, outcome and references of a case, each text once. */
export function readCase(record: JsonObject): CaseReading {
  const given = identifierOf(record.ah)
  const number = given === null ? null : parseCaseNumber(given)
  const [content, litigation] = [textOf(record.content), textOf(record.ssjl)]
  const part = operativePart(textOf(record.pjjg), content, number?.key || null)
  const parties = findParties({
    section: textOf(record.dsr),
    content,
    title: textOf(record.title),
    causes: textsOf(record.ay),
  })
  const references = findReferences(litigation, content, number)
  return {
    parties,
    orders: part === null ? [] : orderedAmounts(part, parties),
    orderSource: part?.source ?? 'judgment',
    claims: content === null ? [] : claimedAmounts(content),
    references,
    originNumberKey: originKey(number, references, litigation),
    outcome: classifyOutcome(part, factsOf(number, record)),
  }
}

/** The case number tells category and procedure more exactly than the record's own words. */
const factsOf = (number: CaseNumber | null, record: JsonObject) => {
  const type = caseType(number?.typeCode ?? null)
  return {
    kind: textOf(record.wszl),
    category: type?.category ?? textOf(record.ajlb),
    procedure: type?.procedure ?? textOf(record.spcx),
  }
}
