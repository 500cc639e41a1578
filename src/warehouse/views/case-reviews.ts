import { literals } from '../../contract/sql.ts'
import type { Outcome } from '../../legal/outcomes.ts'
import { familyOfCase, joinFamily } from './payment-sql.ts'

/** What appeals and retrials did to the decisions before them, as pieces of SQL. */

const overturning: readonly Outcome[] = ['reversed', 'remanded']
const upholding: readonly Outcome[] = ['upheld', 'appeal_withdrawn', 'retrial_refused']

/** What later instances said, one row a family; from every full text held, whoever's list names it. */
export const reviews = `
  SELECT ${familyOfCase} AS family_key,
    ${reviewed('overturned', `outcome IN (${literals(overturning)})`)},
    ${reviewed('partly_overturned', "outcome = 'partly_reversed'")},
    ${reviewed('upheld', `outcome IN (${literals(upholding)})`)},
    max(coalesce(decided_on, DATE '9999-12-31')) AS any_review
  FROM cases AS c ${joinFamily}
  WHERE c.number_procedure IN ('二审', '再审', '再审审查', '抗诉再审审查') GROUP BY ALL`

/** Date of the last such decision on appeal or retrial, and on retrial alone: an appeal is not reviewed by itself. */
function reviewed(name: string, condition: string): string {
  const last = (more: string) => `max(coalesce(decided_on, DATE '9999-12-31')) FILTER (${condition}${more})`
  return `${last('')} AS ${name}, ${last(" AND number_procedure <> '二审'")} AS ${name}_by_retrial`
}

/** Whether a review of that kind came after the document, at a higher stage. */
export const later = (name: 'overturned' | 'partly_overturned' | 'upheld'): string =>
  `coalesce(CASE stage WHEN 'first instance' THEN ${name}
  WHEN 'appeal' THEN ${name}_by_retrial END >= coalesce(decided_on, DATE '0001-01-01'), false)`
