import { type JsonObject, textOf } from '../../contract/values.ts'
import { type BankruptcyStep, findBankruptcy } from '../../legal/bankruptcy.ts'
import { caseType } from '../../legal/case-numbers.ts'
import { type EnforcementFact, findEnforcement } from '../../legal/enforcement.ts'
import { type BorneFee, findBorneFees } from '../../legal/fee-bearers.ts'
import { findInterest, type Interest } from '../../legal/interest.ts'
import { findIssues, type Issue } from '../../legal/issues.ts'
import { type OperativePart, operativePart } from '../../legal/operative-part.ts'
import { type CriminalSentence, findSentences } from '../../legal/sentences.ts'
import { findStatements } from '../../legal/statements.ts'
import type { CaseStatement } from '../../legal/statements-decided.ts'
import { type CaseTerm, findTerms } from '../../legal/terms.ts'
import type { TableRow } from '../tables/index.ts'
import {
  type CaseKey,
  type CaseReading,
  isEnforcementItself,
  keysOf,
  namesOf,
  sourceOf,
} from './case-reading.ts'

/** What the legal rules read in a case beside its parties, sums and outcome. */
export interface CaseFacts {
  /** Column that the offsets count in. */
  readonly source: 'judgment' | 'content'
  readonly enforcement: readonly EnforcementFact[]
  readonly statements: readonly CaseStatement[]
  readonly bankruptcy: readonly BankruptcyStep[]
  /** Their offsets count in content. */
  readonly issues: readonly Issue[]
  /** Their offsets count as those of the orders do. */
  readonly interest: readonly Interest[]
  readonly fees: readonly BorneFee[]
  /** None unless the case is criminal; their offsets count as those of the orders do. */
  readonly sentences: readonly CriminalSentence[]
  /** Each says which column its offset counts in. */
  readonly terms: readonly CaseTerm[]
}

/** Reads the facts of a case from its full text; where that has no operative part, from the judgment section. */
export function readFacts(record: JsonObject, reading: CaseReading): CaseFacts {
  const content = textOf(record.content)
  const inContent = partOfContent(content, reading)
  const isInContent = inContent !== null || (content !== null && reading.part === null)
  const [text, part] = isInContent ? [content, inContent] : [null, reading.part]
  const isJudgment = /判决/.test(textOf(record.wszl) ?? '')
  const isItself = isEnforcement(record, reading)
  const enforcement = findEnforcement(text, part, reading.parties, {
    isEnforcement: isItself,
    isJudgment,
    own: reading.number,
  })
  return {
    source: isInContent ? 'content' : 'judgment',
    interest: reading.part === null ? [] : findInterest(reading.part, reading.orders, reading.parties),
    fees: reading.part === null ? [] : findBorneFees(reading.part, reading.parties),
    sentences:
      reading.part === null || !isCriminal(record, reading)
        ? []
        : findSentences(reading.part, reading.parties),
    bankruptcy: findBankruptcy(text, part, reading.parties, isBankruptcy(record, reading)),
    issues: content === null ? [] : findIssues(content),
    terms: findTerms(content, reading.part, reading.parties),
    enforcement,
    statements: findStatements(text, part, {
      own: reading.number,
      isEnforcement: isItself,
      history: textOf(record.ssjl),
      enforcement,
    }),
  }
}

const partOfContent = (content: string | null, { part, number }: CaseReading): OperativePart | null => {
  if (content === null || part?.source === 'content') return part
  return operativePart(null, content, number?.key || null)
}

const isBankruptcy = (record: JsonObject, { number, outcome }: CaseReading): boolean =>
  /破产|清算/.test(caseType(number?.typeCode ?? null)?.category ?? textOf(record.ajlb) ?? '') ||
  outcome?.outcome.startsWith('bankruptcy') === true

const isCriminal = (record: JsonObject, { number }: CaseReading): boolean =>
  (caseType(number?.typeCode ?? null)?.category ?? textOf(record.ajlb)) === '刑事案件'

const isEnforcement = (record: JsonObject, { number }: CaseReading): boolean =>
  isEnforcementItself(number, textOf(record.ajlb), textOf(record.spcx))

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
    number_key: fact.about?.key || null,
    happened_on: fact.happenedOn,
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

/** Rows of case_statements. */
export const statementRows = (
  { case_id, library }: CaseKey,
  { statements, source }: CaseFacts,
): TableRow<'case_statements'>[] =>
  statements.map((one, index) => ({
    case_id,
    library,
    ordinal: index + 1,
    kind: one.kind,
    number: one.about.given,
    number_key: one.about.key || null,
    items: one.items,
    is_decided: one.isDecided,
    happened_on: one.happenedOn,
    source,
    text_offset: one.offset,
    evidence: one.evidence,
  }))

/** Rows of case_interest. */
export const interestRows = (
  { case_id, library }: CaseKey,
  reading: CaseReading,
  { interest }: CaseFacts,
): TableRow<'case_interest'>[] =>
  interest.map((one, index) => ({
    case_id,
    library,
    ordinal: index + 1,
    item: one.item,
    kind: one.kind,
    is_running: one.amount === null,
    amount: one.amount?.amount ?? null,
    base_amount: one.base?.amount ?? null,
    base_text: one.baseText,
    from_on: one.from?.date ?? null,
    from_text: one.from?.text ?? null,
    until_on: one.until?.date ?? null,
    until_text: one.until?.text ?? null,
    rate_text: one.rate?.text ?? null,
    rate_percent: one.rate?.percent ?? null,
    rate_period: one.rate?.period ?? null,
    benchmark: one.rate?.benchmark ?? null,
    multiple: one.rate?.multiple ?? null,
    currency: (one.amount ?? one.base)?.currency ?? null,
    payers: namesOf(one.payers),
    payer_keys: keysOf(one.payers),
    source: sourceOf(reading),
    text_offset: one.offset,
    evidence: one.evidence,
  }))

/** Rows of case_fees. */
export const feeRows = (
  { case_id, library }: CaseKey,
  reading: CaseReading,
  { fees }: CaseFacts,
): TableRow<'case_fees'>[] =>
  fees.map((one, index) => ({
    case_id,
    library,
    ordinal: index + 1,
    fee: one.fee,
    amount: one.amount?.amount ?? null,
    currency: one.amount?.currency ?? null,
    bearers: namesOf(one.bearers),
    bearer_keys: keysOf(one.bearers),
    is_shared: one.isShared,
    source: sourceOf(reading),
    text_offset: one.offset,
    evidence: one.evidence,
  }))

/** Rows of case_terms. */
export const termRows = ({ case_id, library }: CaseKey, { terms }: CaseFacts): TableRow<'case_terms'>[] =>
  terms.map((one, index) => ({
    case_id,
    library,
    ordinal: index + 1,
    kind: one.kind,
    item: one.item,
    days: one.days,
    months: one.months,
    due_on: one.due,
    parties: namesOf(one.parties),
    party_keys: keysOf(one.parties),
    court: one.court,
    source: one.source,
    text_offset: one.offset,
    evidence: one.evidence,
  }))

/** Rows of case_sentences. */
export const sentenceRows = (
  { case_id, library }: CaseKey,
  reading: CaseReading,
  { sentences }: CaseFacts,
): TableRow<'case_sentences'>[] =>
  sentences.map((one, index) => ({
    case_id,
    library,
    ordinal: index + 1,
    item: one.item,
    kind: one.kind,
    accused: namesOf(one.accused),
    accused_keys: keysOf(one.accused),
    is_unit: one.isUnit,
    crime: one.crime,
    penalty: one.penalty,
    months: one.months,
    probation_months: one.probationMonths,
    fine: one.fine?.amount ?? null,
    deprivation: one.deprivation,
    amount: one.amount?.amount ?? null,
    currency: (one.fine ?? one.amount)?.currency ?? null,
    source: sourceOf(reading),
    text_offset: one.offset,
    evidence: one.evidence,
  }))

/** Rows of case_bankruptcy. */
export const bankruptcyRows = (
  { case_id, library }: CaseKey,
  { bankruptcy, source }: CaseFacts,
): TableRow<'case_bankruptcy'>[] =>
  bankruptcy.map((one, index) => ({
    case_id,
    library,
    ordinal: index + 1,
    kind: one.kind,
    is_ordered: one.isOrdered,
    procedure: one.procedure,
    debtor: one.debtor?.text ?? null,
    debtor_keys: [...(one.debtor?.keys ?? [])],
    applicants: namesOf(one.applicants),
    applicant_keys: keysOf(one.applicants),
    administrator: one.administrator,
    source,
    text_offset: one.offset,
    evidence: one.evidence,
  }))

/** Rows of case_issues. */
export const issueRows = ({ case_id, library }: CaseKey, { issues }: CaseFacts): TableRow<'case_issues'>[] =>
  issues.map(({ text, offset }, index) => ({
    case_id,
    library,
    ordinal: index + 1,
    issue: text,
    text_offset: offset,
  }))
