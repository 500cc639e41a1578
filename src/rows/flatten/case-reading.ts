import { identifierOf, type JsonObject, textOf, textsOf } from '../../contract/values.ts'
import { findBankruptcy } from '../../legal/bankruptcy.ts'
import { caseType } from '../../legal/case-numbers.ts'
import { findReferences, originKey } from '../../legal/case-references.ts'
import { claimedAmounts } from '../../legal/claims.ts'
import { findEnforcement } from '../../legal/enforcement.ts'
import { findBorneFees } from '../../legal/fee-bearers.ts'
import { findInterest } from '../../legal/interest.ts'
import { findLiabilities, withStandingPayers } from '../../legal/liabilities.ts'
import { findNamedMarks } from '../../legal/named-marks.ts'
import { type OperativePart, operativePart } from '../../legal/operative-part.ts'
import { orderedAmounts } from '../../legal/orders.ts'
import { findParties } from '../../legal/parties.ts'
import { findPeople } from '../../legal/people.ts'
import { classifyOutcome, partyOutcomes } from '../../legal/results.ts'
import { findStatements } from '../../legal/statements.ts'
import { standingBelow } from '../../legal/statements-decided.ts'
import { kindInOpening, type Sentence } from '../../legal/text.ts'
import { caseNumberOf, isEnforcementItself } from './columns.ts'

/**
 * What the legal rules read from one case record (docs/contract.md, Records), each text once. `judgmentAt`: of a full text that is made of
 * sections, where the judgment section begins in it, null where it has none: what a section quotes is no decision of the document.
 */
export function readCase(record: JsonObject, judgmentAt?: number | null) {
  const ruling = readRuling(record, judgmentAt !== undefined)
  return { ...ruling, ...readSums(ruling), ...readFacts(record, ruling, judgmentAt) }
}

export type CaseReading = ReturnType<typeof readCase>
type Ruling = ReturnType<typeof readRuling>

/** Who is a party, and how the case ends. */
function readRuling(record: JsonObject, isOfSections: boolean) {
  const number = caseNumberOf(identifierOf(record.ah))
  const [content, litigation] = [textOf(record.content), textOf(record.ssjl)]
  const part = operativePart(textOf(record.pjjg), isOfSections ? null : content, number?.key || null)
  const parties = findParties({
    section: textOf(record.dsr),
    content,
    title: textOf(record.title),
    causes: textsOf(record.ay),
  })
  const references = findReferences(litigation, content, number)
  const type = caseType(number?.typeCode ?? null)
  // The case number gives category and procedure more exactly than the record's own words.
  const category = type?.category ?? textOf(record.ajlb)
  const procedure = type?.procedure ?? textOf(record.spcx)
  const given = textOf(record.wszl)
  const kind = given === null || given === '其他' ? kindInOpening(content ?? '') : given
  return {
    number,
    content,
    part,
    parties,
    references,
    originNumberKey: originKey(number, references, litigation ?? content),
    category,
    procedure,
    kind,
    outcome: classifyOutcome(part, { kind, category, procedure }, parties),
  }
}

/** Sums, who answers for them, and what is decided for each party, in their order. */
function readSums({ content, part, parties, outcome, category, procedure }: Ruling) {
  const below = content === null ? null : standingBelow(content, part, outcome?.outcome ?? undefined)
  const orders = part === null ? [] : withStandingPayers(orderedAmounts(part, parties), part, below, parties)
  const claims =
    content === null || category === '执行案件'
      ? []
      : claimedAmounts(content, parties, /二审|再审|管辖上诉/.test(procedure ?? ''))
  return {
    orders,
    claims,
    results: partyOutcomes(parties, outcome, part, orders, below?.items),
    liabilities: part === null ? [] : findLiabilities(part, parties),
    /** What stands of the decision below, as its appeal quotes it; offsets count in content. */
    upheld: {
      amounts: below === null ? [] : orderedAmounts(below, parties),
      liabilities: below === null ? [] : findLiabilities(below, parties),
    },
    interest: part === null ? [] : findInterest(part, orders, parties),
    fees: part === null ? [] : findBorneFees(part, parties),
  }
}

/** Facts of the full text; where that has no operative part, of the judgment section. */
function readFacts(record: JsonObject, ruling: Ruling, judgmentAt: number | null | undefined) {
  const { number, content, part, parties, outcome, category, kind } = ruling
  const inContent = partInContent(ruling, judgmentAt)
  const isInContent = inContent !== null || (content !== null && part === null)
  const [text, read] = isInContent ? [content, inContent] : [null, part]
  const isEnforcement = isEnforcementItself(number, textOf(record.ajlb), textOf(record.spcx))
  const isJudgment = /判决/.test(kind ?? '')
  const isBankruptcy = /破产|清算/.test(category ?? '') || outcome?.outcome?.startsWith('bankruptcy') === true
  const court = isBankruptcy ? 'bankruptcy' : category === '执行案件' ? 'enforcement' : null
  const enforcement = findEnforcement(text, read, parties, { isEnforcement, isJudgment, own: number })
  return {
    /** Column that the offsets of enforcement, statements and bankruptcy count in. */
    source: isInContent ? ('content' as const) : ('judgment' as const),
    enforcement,
    statements: findStatements(text, read, {
      own: number,
      isEnforcement,
      history: textOf(record.ssjl),
      enforcement,
    }),
    bankruptcy: findBankruptcy(text, read, parties, isBankruptcy),
    people: content === null ? [] : findPeople(content, parties),
    mentions: content === null ? [] : findNamedMarks(content, parties, court),
  }
}

/** The operative part at its place in the full text. */
function partInContent(
  { content, part, number }: Ruling,
  judgmentAt: number | null | undefined,
): OperativePart | null {
  if (content === null || part?.source === 'content') return part
  if (judgmentAt === undefined) return operativePart(null, content, number?.key || null)
  if (part === null || judgmentAt === null) return null
  const moved = <T extends Sentence>(one: T): T => ({ ...one, offset: one.offset + judgmentAt })
  return { source: 'content', items: part.items.map(moved), closing: moved(part.closing) }
}
