import { parseCaseNumber } from '../legal/case-numbers.ts'

/** The four columns that stand for one case number: as given, in one spelling, its join key, its status. */
export function caseNumberColumns(given: string | null) {
  if (given === null) {
    return {
      case_number: null,
      case_number_canonical: null,
      case_number_key: null,
      case_number_status: null,
    }
  }
  const parsed = parseCaseNumber(given)
  return {
    case_number: given,
    case_number_canonical: parsed.canonical,
    case_number_key: parsed.key === '' ? null : parsed.key,
    case_number_status: parsed.status,
  }
}
