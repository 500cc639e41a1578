import { identifierOf, type JsonObject, textOf, textsOf } from '../../contract/values.ts'
import { type CaseNumber, caseType, parseCaseNumber } from '../../legal/case-numbers.ts'
import { type CaseReference, findReferences, originKey } from '../../legal/case-references.ts'
import { claimedAmounts } from '../../legal/claims.ts'
import { courtOfCode } from '../../legal/courts.ts'
import { findLiabilities, type Liability } from '../../legal/liabilities.ts'
import type { Named } from '../../legal/mentions.ts'
import { type OperativePart, operativePart } from '../../legal/operative-part.ts'
import { type OrderAmount, orderedAmounts } from '../../legal/orders.ts'
import { type ClassifiedOutcome, classifyOutcome } from '../../legal/outcome-rules.ts'
import { findParties, type Party } from '../../legal/parties.ts'
import { type CasePerson, findPeople } from '../../legal/people.ts'
import { type ClaimResult, claimResults, type PartyOutcome, partyOutcomes } from '../../legal/results.ts'
import { standingBelow } from '../../legal/statements-decided.ts'
import type { TableRow } from '../tables/index.ts'

/** What the legal rules read from one case record (docs/contract.md, Records). */
export interface CaseReading {
  /** Its own case number; null where none is given. */
  readonly number: CaseNumber | null
  readonly part: OperativePart | null
  readonly parties: readonly Party[]
  /** What is decided for each of them, in their order. */
  readonly results: readonly PartyOutcome[]
  readonly orders: readonly OrderAmount[]
  /** What stands of the decision below, as its appeal quotes it; offsets count in content. */
  readonly upheld: { readonly amounts: readonly OrderAmount[]; readonly liabilities: readonly Liability[] }
  readonly claims: readonly OrderAmount[]
  /** What is decided on each of them, in their order. */
  readonly claimResults: readonly (ClaimResult | null)[]
  readonly liabilities: readonly Liability[]
  readonly people: readonly CasePerson[]
  readonly references: readonly CaseReference[]
  readonly originNumberKey: string | null
  readonly outcome: ClassifiedOutcome | null
}

/** Reads parties, sums, outcome and references of a case, each text once. */
export function readCase(record: JsonObject): CaseReading {
  const number = caseNumberOf(identifierOf(record.ah))
  const [content, litigation] = [textOf(record.content), textOf(record.ssjl)]
  const part = operativePart(textOf(record.pjjg), content, number?.key || null)
  const parties = findParties({
    section: textOf(record.dsr),
    content,
    title: textOf(record.title),
    causes: textsOf(record.ay),
  })
  const references = findReferences(litigation, content, number)
  const orders = part === null ? [] : orderedAmounts(part, parties)
  const claims = content === null ? [] : claimedAmounts(content, parties)
  const outcome = classifyOutcome(part, factsOf(number, record))
  const below = content === null ? null : standingBelow(content, part, outcome?.outcome)
  return {
    number,
    part,
    parties,
    results: partyOutcomes(parties, outcome, part, orders),
    orders,
    upheld: {
      amounts: below === null ? [] : orderedAmounts(below, parties),
      liabilities: below === null ? [] : findLiabilities(below, parties),
    },
    claims,
    claimResults: claimResults(claims, part, orders, outcome),
    liabilities: part === null ? [] : findLiabilities(part, parties),
    people: content === null ? [] : findPeople(content, parties),
    references,
    originNumberKey: originKey(number, references, litigation ?? content),
    outcome,
  }
}

/** The case number gives category and procedure more exactly than the record's own words. */
const factsOf = (number: CaseNumber | null, record: JsonObject) => {
  const type = caseType(number?.typeCode ?? null)
  return {
    kind: textOf(record.wszl),
    category: type?.category ?? textOf(record.ajlb),
    procedure: type?.procedure ?? textOf(record.spcx),
  }
}

/** Which case a row belongs to. */
export type CaseKey = Pick<TableRow<'cases'>, 'case_id' | 'library'>

/** Rows of case_parties. */
export const partyRows = (
  { case_id, library }: CaseKey,
  { parties, results }: CaseReading,
): TableRow<'case_parties'>[] =>
  parties.map((party, index) => ({
    case_id,
    library,
    ordinal: index + 1,
    name: party.name,
    name_key: party.key || null,
    aliases: party.aliases,
    position: party.position,
    original_position: party.originalPosition,
    side: party.side,
    original_side: party.originalSide,
    result: results[index]?.result ?? null,
    result_rule: results[index]?.rule ?? null,
    result_evidence: results[index]?.evidence ?? null,
    result_offset: results[index]?.offset ?? null,
  }))

/** Column that the offsets of an operative part count in; those of claims count in content. */
export const sourceOf = ({ part }: CaseReading): 'judgment' | 'content' => part?.source ?? 'judgment'

/** Rows of case_amounts: what is ordered, what is upheld, then what was asked for. */
export function amountRows(key: CaseKey, reading: CaseReading): TableRow<'case_amounts'>[] {
  const { orders, claims, claimResults: results } = reading
  const upheld = reading.upheld.amounts
  const orderSource = sourceOf(reading)
  return [
    ...orders.map((amount, index) => ({
      ...amountRow(key, index + 1, amount, 'order', orderSource),
      ...resultColumns(null),
    })),
    ...upheld.map((amount, index) => ({
      ...amountRow(key, orders.length + index + 1, amount, 'upheld', 'content'),
      ...resultColumns(null),
    })),
    ...claims.map((amount, index) => ({
      ...amountRow(key, orders.length + upheld.length + index + 1, amount, 'claim', 'content'),
      ...resultColumns(results[index] ?? null),
    })),
  ]
}

const resultColumns = (result: ClaimResult | null) => ({
  claim_result: result?.result ?? null,
  claim_result_rule: result?.rule ?? null,
  claim_result_evidence: result?.evidence ?? null,
  claim_result_offset: result?.offset ?? null,
})

const amountRow = (
  { case_id, library }: CaseKey,
  ordinal: number,
  amount: OrderAmount,
  part: 'order' | 'upheld' | 'claim',
  source: 'judgment' | 'content',
) => ({
  case_id,
  library,
  ordinal,
  part,
  source,
  text_offset: amount.offset,
  ...sumColumns(amount),
})

/** Columns of a sum, wherever it stands. */
export const sumColumns = (amount: OrderAmount) => ({
  item: amount.item,
  role: amount.role,
  amount: amount.amount,
  currency: amount.currency,
  amount_text: amount.text,
  is_ordered: amount.isOrdered,
  payers: namesOf(amount.payers),
  payer_keys: keysOf(amount.payers),
  unknown_payers: namesOf(amount.payers.filter(({ keys }) => keys.length === 0)),
  payees: namesOf(amount.payees),
  payee_keys: keysOf(amount.payees),
  evidence: amount.evidence,
})

/** Names as written. */
export const namesOf = (named: readonly Named[]): string[] => named.map(({ text }) => text)
/** Name keys of the parties meant, each once. */
export const keysOf = (named: readonly Named[]): string[] => [...new Set(named.flatMap(({ keys }) => keys))]

/** Rows of case_liabilities. */
export const liabilityRows = (
  { case_id, library }: CaseKey,
  reading: CaseReading,
): TableRow<'case_liabilities'>[] =>
  [
    ...reading.liabilities.map((one) => ({ one, source: sourceOf(reading) })),
    ...reading.upheld.liabilities.map((one) => ({ one, source: 'content' as const })),
  ].map(({ one, source }, index) => ({
    case_id,
    library,
    ordinal: index + 1,
    item: one.item,
    kind: one.kind,
    name: one.who.text,
    name_keys: [...one.who.keys],
    share_text: one.shareText,
    share_percent: one.sharePercent,
    is_limited: one.isLimited,
    over: one.over,
    source,
    text_offset: one.offset,
    evidence: one.evidence,
  }))

/** Rows of case_people. */
export const peopleRows = (
  { case_id, library }: CaseKey,
  { people }: CaseReading,
): TableRow<'case_people'>[] =>
  people.map((one, index) => ({
    case_id,
    library,
    ordinal: index + 1,
    role: one.role,
    name: one.name,
    firm: one.firm,
    is_lawyer: one.isLawyer,
    party_key: one.partyKey,
    text_offset: one.offset,
    evidence: one.evidence,
  }))

/** Rows of case_references. */
export const referenceRows = (
  { case_id, library }: CaseKey,
  { references }: CaseReading,
): TableRow<'case_references'>[] =>
  references.map(({ text, number, source, offset }, index) => {
    const type = caseType(number.typeCode)
    return {
      case_id,
      library,
      ordinal: index + 1,
      number: text,
      number_key: number.key || null,
      number_status: number.status,
      number_category: type?.category ?? null,
      number_procedure: type?.procedure ?? null,
      source,
      text_offset: offset,
    }
  })

/** Before 2016 one character may be a county's too: 新 of a first instance is not always 新疆. */
const courtOf = (number: CaseNumber | null) => {
  const code = number?.courtCode ?? null
  const isCounty =
    number?.form === 'old' &&
    code?.length === 1 &&
    !/二审|再审|复核|监督|赔偿/.test(caseType(number.typeCode)?.procedure ?? '')
  return courtOfCode(isCounty ? null : code)
}

/** A case number as given; null where none is. */
export const caseNumberOf = (given: string | null): CaseNumber | null =>
  given === null ? null : parseCaseNumber(given)

/** An enforcement itself: no review (执异, 执复, 执监) and no preservation (执保). */
export function isEnforcementItself(
  number: CaseNumber | null,
  category: string | null,
  procedure: string | null,
): boolean {
  const type = caseType(number?.typeCode ?? null)
  if (type !== undefined)
    return type.category === '执行案件' && /^(?:执行|恢复执行|其他)$/.test(type.procedure)
  return category === '执行案件' && !/异议|复议|监督|保全/.test(procedure ?? '')
}

/** The columns that a case number yields: in one spelling, its join key, its status, its codes. */
export function caseNumberColumns(number: CaseNumber | null) {
  const type = caseType(number?.typeCode ?? null)
  const court = courtOf(number)
  return {
    case_number_canonical: number?.canonical ?? null,
    case_number_key: number?.key || null,
    case_number_status: number?.status ?? null,
    case_year: number?.year ?? null,
    court_code: number?.courtCode ?? null,
    type_code: number?.typeCode ?? null,
    number_category: type?.category ?? null,
    number_procedure: type?.procedure ?? null,
    number_court_level: court.level,
    number_province: court.province,
  }
}
