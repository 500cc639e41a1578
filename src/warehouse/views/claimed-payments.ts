import type { View } from '../table.ts'
import { ending, familyOfCase, heldSums, joinFamily, notASum, opening, selected } from './payment-sql.ts'
import { isOpenSql } from './subject-sql.ts'

/** Families that a later instance has dealt with. */
const reviewed = `
  SELECT DISTINCT ${familyOfCase} AS family_key
  FROM cases AS c ${joinFamily}
  WHERE c.number_procedure IN ('二审', '再审', '再审审查', '抗诉再审审查')`

/** Numbers of which one document leaves the case open and another closes it. */
const decided = `
  SELECT DISTINCT case_number_key FROM cases
  WHERE NOT ${isOpenSql('outcome')} AND case_number_key IN (
    SELECT case_number_key FROM cases WHERE ${isOpenSql('outcome')})`

const uncounted = `
  CASE ${notASum}
    WHEN outcome IS NULL THEN 'outcome not recognised'
    WHEN NOT ${isOpenSql('outcome')} OR family_key IN (${reviewed}) THEN 'the case is closed'
    WHEN stage <> 'first instance' THEN 'restates the claim of first instance'
    WHEN case_number_key IN (${decided}) THEN 'the case is closed' END`

const columns = { ...opening, ...ending }

/** Sums claimed from the subject; they count while their case is open, and are never to be added to those ordered. */
export const claimedPayments: View = {
  term: '在审标的金额',
  meaning:
    'sums claimed from an enterprise, of which those of cases still open count (is_counted); never to be added to those ordered; one row a sum',
  columns,
  sql: `
    SELECT ${selected(columns)}
    FROM (SELECT h.*, ${uncounted} AS not_counted_because FROM (${heldSums("part = 'claim'")}) AS h)`,
}
