import type { View } from '../table.ts'
import {
  ending,
  filedUnder,
  heldSums,
  isPayment,
  notASum,
  notPaidBy,
  opening,
  withFamilies,
} from './payment-sql.ts'

/** Date of the last enforcement document of a family that states a sum: each restates what is still owed. */
const enforced = `
  SELECT coalesce(f.root, c.case_number_key, c.origin_number_key) AS family_key, max(c.decided_on) AS last_on
  FROM (SELECT * FROM cases WHERE number_category = '执行案件') AS c
  JOIN (SELECT library, case_id FROM case_amounts
    WHERE part = 'order' AND amount IS NOT NULL AND ${isPayment('role')}) AS a
    ON a.library = c.library AND a.case_id = c.case_id
  LEFT JOIN families AS f ON f.child = ${filedUnder}
  GROUP BY ALL`

const uncounted = `
  CASE ${notASum} ${notPaidBy}
    WHEN decided_on < last_on THEN 'a later enforcement document of the family states a sum' END`

/** Sums in enforcement against the subject: what is enforced, never to be added to what was ordered. */
export const enforcedPayments: View = {
  term: '执行金额',
  meaning: 'sums in enforcement against an enterprise; never to be added to those ordered; one row a sum',
  columns: { ...opening, ...ending },
  sql: `
    ${withFamilies}
    SELECT enterprise_id, document_id, case_number, decided_on, family_key, role, stage, outcome, amount_role, amount,
      currency, not_counted_because IS NULL AS is_counted, not_counted_because, payees, evidence, library, case_id, ordinal
    FROM (
      SELECT h.*, ${uncounted} AS not_counted_because
      FROM (${heldSums("part = 'order'")}) AS h LEFT JOIN (${enforced}) AS e ON e.family_key = h.family_key
      WHERE stage = 'enforcement')`,
}
