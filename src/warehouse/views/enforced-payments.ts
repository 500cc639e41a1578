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

/**
 * Whether the sentence of a sum only holds property fast (冻结, 查封), up to that sum: nothing is taken by it. 冻结、划拨 takes.
 * A sum that somebody is ordered to pay is one whatever else the sentence does.
 */
const holdsOnly = `NOT is_ordered AND regexp_matches(evidence, '冻结|查封|扣押|扣留')
  AND NOT regexp_matches(evidence, '扣划|划拨|划转|划付|提取|扣缴|拍卖|变卖|变价')`

/** 执保 carries out a preservation order of a case that may not be decided yet. */
const isPreservation = (number: string): string => `coalesce(contains(${number}, '执保'), false)`

/**
 * The last enforcement document of a family that states a sum to be taken or paid: each restates what is still owed. Of one
 * day, by id.
 */
const enforced = `
  SELECT ${familyOfCase} AS family_key,
    arg_max(c.case_id, (coalesce(c.decided_on, DATE '0001-01-01'), c.case_id)) AS last_case
  FROM (SELECT * FROM cases WHERE number_category = '执行案件' AND NOT ${isPreservation('case_number_key')}) AS c
  JOIN (SELECT library, case_id FROM case_amounts
    WHERE part = 'order' AND amount IS NOT NULL AND ${isPayment('role')} AND NOT (${holdsOnly})) AS a
    ON a.library = c.library AND a.case_id = c.case_id
  ${joinFamily}
  GROUP BY ALL`

const uncounted = `
  CASE ${notASum}
    WHEN ${isPreservation('case_number_key')} THEN 'preservation only'
    WHEN ${holdsOnly} THEN 'only frozen or seized: nothing is taken by it'
    ${notPaidBy}
    WHEN case_id <> last_case THEN 'a later enforcement document of the family states a sum' END`

const columns = { ...opening, ...ending }

/** Sums in enforcement against the subject: what is enforced, never to be added to what was ordered. */
export const enforcedPayments: View = {
  term: '执行金额',
  meaning:
    'sums in the operative part of enforcement documents against an enterprise, of which those to be paid or taken count: what is ' +
    'only frozen, and preservation, is none; never to be added to those ordered; one row a sum',
  columns,
  sql: `
    SELECT ${selected(columns)}
    FROM (
      SELECT h.*, ${uncounted} AS not_counted_because
      FROM (${heldSums("part = 'order'")}) AS h LEFT JOIN (${enforced}) AS e ON e.family_key = h.family_key
      WHERE stage = 'enforcement')`,
}
