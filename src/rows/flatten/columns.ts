import { type Amount, parseCapital } from '../../legal/amounts.ts'
import { type CaseNumber, caseType, parseCaseNumber } from '../../legal/case-numbers.ts'
import { courtOfCode } from '../../legal/courts.ts'
import { parseDate } from '../../legal/dates.ts'
import type { Named } from '../../legal/mentions.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import type { OrderAmount } from '../../legal/orders.ts'
import type { ClassifiedOutcome } from '../../legal/outcome-rules.ts'

/* Columns that rows of several tables have, worked out of what an answer says. */

/** A case number as given; null where none is. */
export const caseNumberOf = (given: string | null): CaseNumber | null =>
  given === null ? null : parseCaseNumber(given)

/** The columns that a case number yields: in one spelling, its join key, its status, its codes. */
export function caseNumberColumns(number: CaseNumber | null) {
  const court = courtOf(number)
  return {
    case_number_canonical: number?.canonical ?? null,
    case_number_key: number?.key || null,
    case_number_status: number?.status ?? null,
    case_year: number?.year ?? null,
    court_code: number?.courtCode ?? null,
    type_code: number?.typeCode ?? null,
    ...typeColumns(number),
    number_court_level: court.level,
    number_province: court.province,
  }
}

/** What the type code of a case number stands for. */
export function typeColumns(number: CaseNumber | null) {
  const type = caseType(number?.typeCode ?? null)
  return { number_category: type?.category ?? null, number_procedure: type?.procedure ?? null }
}

/** Before 2016 one character may be a county's too: 新 of a first instance is not always 新疆. */
function courtOf(number: CaseNumber | null) {
  const code = number?.courtCode ?? null
  const isCounty =
    number?.form === 'old' &&
    code?.length === 1 &&
    !/二审|再审|复核|监督|赔偿/.test(caseType(number.typeCode)?.procedure ?? '')
  return courtOfCode(isCounty ? null : code)
}

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

/** Names as written. */
export const namesOf = (named: readonly Named[]): string[] => named.map(({ text }) => text)
/** Name keys of the parties meant, each once. */
export const keysOf = (named: readonly Named[]): string[] => [...new Set(named.flatMap(({ keys }) => keys))]

export const sumOf = (amount: Amount | null) => ({
  amount: amount?.amount ?? null,
  currency: amount?.currency ?? null,
})

/** Columns of an ordered or claimed sum beside those that it has as they are. */
export const orderColumns = ({ text, payers, payees }: OrderAmount) => ({
  amount_text: text,
  payers: namesOf(payers),
  payer_keys: keysOf(payers),
  unknown_payers: namesOf(payers.filter(({ keys }) => keys.length === 0)),
  payees: namesOf(payees),
  payee_keys: keysOf(payees),
})

/** How a document disposes of its case. */
export const outcomeColumns = (found: ClassifiedOutcome | null) => ({
  outcome: found?.outcome ?? null,
  outcome_rule: found?.rule ?? null,
  outcome_evidence: found?.evidence ?? null,
})

export const nameKeyOf = (name: string | null): string | null =>
  name === null ? null : enterpriseNameKey(name)

/** What a text of a capital says, as a sum that its column holds. */
export const capitalColumns = <Name extends string>(name: Name, text: string | null) => {
  const { amount, currency } = parseCapital(text ?? '')
  return { [`${name}_amount`]: moneyOf(amount), [`${name}_currency`]: currency } as {
    readonly [Key in `${Name}_amount` | `${Name}_currency`]: string | null
  }
}

/** An exact decimal within what DECIMAL(20,2) holds; null when it has more digits. */
export const moneyOf = (amount: string | null): string | null =>
  amount !== null && /^\d{1,18}(\.\d{1,2})?$/.test(amount) ? amount : null

/** Date of a text to the day; null when the text tells a month or a year only. */
export function dayOf(text: string): string | null {
  const parsed = parseDate(text)
  return parsed?.precision === 'day' ? parsed.date : null
}
