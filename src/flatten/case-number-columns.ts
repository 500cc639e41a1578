import { type CaseNumber, parseCaseNumber } from '../legal/case-numbers.ts'
import { caseType } from '../legal/case-types.ts'
import { courtOfCode } from '../legal/courts.ts'

/** The columns that stand for one case number: as given, in one spelling, its join key, its status, its codes. */
export const caseNumberColumns = (given: string | null) =>
  given === null ? columnsOf(null, null) : columnsOf(given, parseCaseNumber(given))

function columnsOf(given: string | null, number: CaseNumber | null) {
  const type = caseType(number?.typeCode ?? null)
  const court = courtOfCode(number?.courtCode ?? null)
  return {
    case_number: given,
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
