import type { View } from '../table.ts'
import {
  ending,
  familyOfCase,
  heldSums,
  isPayment,
  joinFamily,
  notASum,
  notPaidBy,
  opening,
  selected,
} from './payment-sql.ts'

/** The last enforcement document of a family that states a sum: each restates what is still owed. Of one day, by id. */
const enforced = `
  SELECT ${familyOfCase} AS family_key, 
    arg_max(c.case_id, (coalesce(c.decided_on, DATE '0001-01-01'), c.case_id)) AS last_case
  FROM (SELECT * FROM cases WHERE number_category = '执行案件') AS c
  JOIN (SELECT library, case_id FROM case_amounts
    WHERE part = 'order' AND amount IS NOT NULL AND ${isPayment('role')}) AS a
    ON a.library = c.library AND a.case_id = c.case_id
  ${joinFamily}
  GROUP BY ALL`

const uncounted = `
  CASE ${notASum} ${notPaidBy}
    WHEN case_id <> last_case THEN 'a later enforcement document of the family states a sum' END`

const columns = { ...opening, ...ending }

/** Sums in enforcement against the subject: what is enforced, never to be added to what was ordered. */
export const enforcedPayments: View = {
  term: '执行金额',
  meaning:
    'sums in the operative part of enforcement documents against an enterprise; never to be added to those ordered; one row a sum',
  columns,
  sql: `
    SELECT ${selected(columns)}
    FROM (
      SELECT h.*, ${uncounted} AS not_counted_because
      FROM (${heldSums("part = 'order'")}) AS h LEFT JOIN (${enforced}) AS e ON e.family_key = h.family_key
      WHERE stage = 'enforcement')`,
}
