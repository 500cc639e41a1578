import { literals } from '../../contract/sql.ts'
import type { Outcome } from '../../legal/outcomes.ts'
import { codeWords } from '../../words/code-words.ts'
import { coded } from '../column.ts'
import type { View } from '../table.ts'
import { later, reviews } from './case-reviews.ts'
import { ending, heldSums, notASum, notPaidBy, opening, selected } from './payment-sql.ts'

/** Outcomes by which a document orders payment: domain rule 判赔. */
const paying: readonly Outcome[] = [
  'granted',
  'partly_granted',
  'reversed',
  'partly_reversed',
  'mediated',
  'payment_order',
]

const effectiveness = `
  CASE WHEN outcome NOT IN (${literals(paying)}) THEN NULL
    WHEN ${later('overturned')} THEN 'superseded'
    WHEN ${later('partly_overturned')} THEN 'partly superseded'
    WHEN stage IN ('appeal', 'retrial') OR outcome IN ('mediated', 'payment_order') OR document_kind IN ('调解书', '支付令')
      THEN 'final'
    WHEN ${later('upheld')} THEN 'upheld'
    WHEN any_review >= coalesce(decided_on, DATE '0001-01-01') THEN 'appealed, result not recognised'
    WHEN stage = 'first instance' THEN 'first instance, no appeal held' ELSE 'not known' END`

/** Of whoever sued, a first instance orders payment in labour cases and on counterclaims; only a defendant's payment counts (domain rule 判赔). */
const suedItself = `WHEN role = 'plaintiff' AND stage = 'first instance' THEN 'the subject sued'`

const uncounted = `
  CASE ${notASum} ${notPaidBy} ${suedItself}
    WHEN outcome IS NULL THEN 'outcome not recognised'
    WHEN outcome NOT IN (${literals(paying)}) THEN 'the document orders no payment: ' || outcome
    WHEN subject_outcome = 'won' AND outcome <> 'reversed' THEN 'won by the subject'
    WHEN effectiveness = 'superseded' THEN 'a later document reversed or remanded it'
    WHEN effectiveness = 'partly superseded' THEN 'partly reversed later: which sums stand is not known'
    WHEN effectiveness NOT IN ('final', 'upheld', 'first instance, no appeal held')
      THEN 'whether it took effect is not known'
    WHEN is_copy THEN 'stands in another copy of this document' END`

/** One document under several ids: one number, kind and day. Hashes, because a million rows are grouped by them. */
const documentHash = (row: string): string =>
  `hash(${['enterprise_id', 'case_number_key', 'document_kind', 'decided_on'].map((name) => `${row}.${name}`).join(', ')})`

const copies = `
  SELECT ${documentHash('d')} AS document, min(hash(d.document_id)) AS first_copy FROM enterprise_documents AS d
  WHERE d.case_number_key IS NOT NULL GROUP BY document HAVING count(*) > 1`

const columns = {
  ...opening,
  effectiveness: coded(codeWords.effectiveness)(
    '效力',
    'derived',
    'final (appeal, retrial, mediation, payment order), upheld, superseded, partly superseded, ' +
      'first instance, no appeal held (the warehouse knows of none); appealed, result not recognised; not known',
    'first instance, no appeal held',
  ),
  ...ending,
}

/** Sums that documents order the subject to pay. Only rows with `is_counted` count; their evidence stands beside them. */
export const orderedPayments: View = {
  term: '判赔金额',
  meaning:
    'sums that full texts held order an enterprise to pay (判赔), enforcement aside; one row a sum. Interest that runs on has no sum ' +
    'and no row; joint debtors each owe the whole; what is not looked up (coverage) is not here',
  columns,
  sql: `
    WITH judged AS (
      SELECT h.*, ${effectiveness} AS effectiveness, coalesce(hash(h.document_id) <> c.first_copy, false) AS is_copy
      FROM (${heldSums("part = 'order' AND is_ordered")}) AS h
      LEFT JOIN (${reviews}) AS r ON r.family_key = h.family_key
      LEFT JOIN (${copies}) AS c ON c.document = ${documentHash('h')}
      WHERE stage <> 'enforcement')
    SELECT ${selected(columns)} FROM (SELECT *, ${uncounted} AS not_counted_because FROM judged)`,
}
