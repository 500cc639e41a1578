import { BRANCH } from '../../legal/names.ts'
import { isPayment } from '../../rows/tables/case-texts.ts'
import { boolean, coded, integer, label, money, parties, text } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import * as columns from './subject-columns.ts'
import { documentColumns, picked } from './subject-columns.ts'
import { subjectNames } from './subject-sql.ts'

export { isPayment }

/*
 * What the views of sums share. Sums ordered, enforced and claimed are separate views, so that they are never added up
 * (docs/findings.md, Conclusions).
 */

/** Names of the subjects, each with those of the same enterprise before it: two that one item names are one payer. */
const payers = `
  SELECT enterprise_id, name_key, nullif(list(name_key) OVER (
    PARTITION BY enterprise_id ORDER BY name_key ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), []) AS other_keys
  FROM (${subjectNames})`

/** Sums of one kind with the subject that pays them. */
interface SumSource {
  readonly basis: keyof typeof codeWords.sumBasis
  readonly table: string
  /** What names a text in it. */
  readonly key: string
  /** How a text `a` is one of the subject's documents `d`. */
  readonly isOf: string
}

/** Documents whose full text states a sum in its operative part. */
const stated = `
  SELECT d.document_id FROM (SELECT DISTINCT document_id FROM document_amounts) AS l
  JOIN subject_documents AS d USING (document_id)
  JOIN (SELECT library, case_id FROM case_amounts WHERE part IN ('order', 'upheld')) AS t ON t.library = d.library AND t.case_id = d.case_id`

/** Full texts; and results of lists where the full text is not held, is withheld or states no sum: one of the two. */
const sources: readonly SumSource[] = [
  {
    basis: 'full text',
    table: 'case_amounts',
    key: 'library, case_id',
    isOf: 'd.case_id = a.case_id AND d.library = a.library',
  },
  {
    basis: 'list',
    table: `(SELECT *, 'order' AS part FROM document_amounts WHERE document_id NOT IN (${stated}))`,
    key: 'document_id',
    isOf: 'd.document_id = a.document_id',
  },
]

/** Sums of one kind with the subject that pays them, or is paid; who is paid may be no party, as the victim of a crime is. */
const ofSubject = (table: string, kind: string, keys: 'payer_keys' | 'payee_keys'): string => `
  SELECT a.* EXCLUDE (own_key), s.enterprise_id
  FROM (SELECT *, unnest(${keys === 'payee_keys' ? 'list_distinct(list_concat(payee_keys, payees))' : keys}) AS own_key FROM ${table} WHERE ${kind}) AS a
  JOIN (${payers}) AS s ON s.name_key = a.own_key
  WHERE s.other_keys IS NULL OR NOT list_has_any(a.${keys}, s.other_keys)`

/** Whether the subject is sued in a document `d`, by its side in the first instance; who appeals may be, where that is not known. */
export const isSued =
  "d.stage <> 'enforcement' AND coalesce(d.original_role, CASE WHEN d.stage IN ('appeal', 'retrial') THEN 'defendant' ELSE d.role END) = 'defendant'"

/** Sums that a branch of the subject pays, and not the subject by its own name. */
const ofBranch = ({ table, key }: SumSource, kind: string): string => `
  SELECT a.* EXCLUDE (head_key), s.enterprise_id, true AS is_branch
  FROM (SELECT *, unnest(list_transform(payer_keys, lambda k: regexp_extract(k, '${BRANCH}', 1))) AS head_key
    FROM ${table} WHERE ${kind}) AS a
  JOIN (${payers}) AS s ON s.name_key = a.head_key
  ANTI JOIN by_key AS k USING (${key}, ordinal, enterprise_id)`

/** The same, those of branches, and without a subject those of which the text names no payer, or, unless they are fines, one that is not known as a party. */
const paid = (source: SumSource, kind: string): string => `
  WITH by_key AS (${ofSubject(source.table, kind, 'payer_keys')})
  SELECT *, NULL::VARCHAR[] AS paying, false AS is_branch FROM by_key
  UNION ALL BY NAME (${ofBranch(source, kind)})
  UNION ALL BY NAME
  SELECT a.*, NULL AS enterprise_id, k.paying FROM ${source.table} AS a
  LEFT JOIN (SELECT ${source.key}, ordinal, list(enterprise_id) AS paying FROM by_key GROUP BY ALL) AS k
    USING (${source.key}, ordinal)
  WHERE ${kind} AND CASE WHEN coalesce(len(unknown_payers), 0) > 0 THEN role IS DISTINCT FROM '罚款' ELSE coalesce(len(payer_keys), 0) = 0 END`

const sumOf = (basis: SumSource['basis']): string => `
  d.enterprise_id, d.document_id, d.case_number, d.case_number_key, d.decided_on, d.family_key, d.role, d.stage, d.outcome,
    d.subject_outcome, d.document_kind, d.closes_case, '${basis}' AS basis, a.role AS amount_role, a.amount, a.currency,
    a.enterprise_id IS NOT NULL AS is_payer, coalesce(a.is_branch, false) AS is_branch, a.is_ordered, a.payees, a.evidence, a.item, a.part, d.library, d.case_id, a.ordinal`

/** Sums of full texts and lists: `from` has the rows `a` of a source, `on` says which of its documents `d` count. */
const sums = (from: (source: SumSource) => string, on: string, ...more: readonly string[]): string =>
  sources
    .map(
      (source) => `
  SELECT ${[sumOf(source.basis), ...more].join(', ')}
  FROM (${from(source)}) AS a JOIN subject_documents AS d ON ${source.isOf} AND ${on}`,
    )
    .join('\n  UNION ALL')

/** Sums of one kind, whoever pays or is paid. */
const ofAnybody =
  (kind: string) =>
  ({ table }: Pick<SumSource, 'table'>): string =>
    `SELECT *, NULL::VARCHAR AS enterprise_id, false AS is_branch FROM ${table} WHERE ${kind}`

/**
 * Sums that the subject has to pay, by its documents. An unknown payer may be any defendant: such a sum is listed and
 * does not count. `kind`: a condition on case_amounts.
 */
export const owedSums = (kind: string): string =>
  sums(
    (source) => paid(source, kind),
    `(d.enterprise_id = a.enterprise_id OR (a.enterprise_id IS NULL AND d.role = 'defendant'))
    AND (a.paying IS NULL OR NOT list_contains(a.paying, d.enterprise_id))`,
  )

/** Sums of one kind that its documents order others to pay to the subject. */
export const dueSums = (kind: string): string =>
  sums(
    ({ table }) => `SELECT *, false AS is_branch FROM (${ofSubject(table, kind, 'payee_keys')})`,
    'd.enterprise_id = a.enterprise_id',
  )

/** Sums that its enforcement documents take from others, whoever is paid: who enforces is. */
export const sumsForIt = sums(
  ofAnybody("part = 'order' AND len(payer_keys) > 0"),
  "d.role = 'plaintiff' AND d.stage = 'enforcement'",
)

/** Sums that decisions of suits against the subject order others to pay. */
export const sumsOfOthers = sums(
  ofAnybody("part = 'order' AND is_ordered AND len(payer_keys) > 0"),
  isSued,
  'a.payers, a.payer_keys',
)

/** Claims that a defendant makes: an employer sues against an award, and the text tells what the employee asked for. */
const askedByDefendant = `
  SELECT (library, case_id, c.ordinal) FROM (SELECT library, case_id, ordinal, unnest(payee_keys) AS name_key FROM case_amounts WHERE part IN ('claim', 'recited')) AS c
  JOIN case_parties AS p USING (library, case_id, name_key) GROUP BY ALL HAVING bool_and(p.side = 'defendant')`

/** Sums that are asked for in the subject's documents, from it or by it: full texts alone state them. */
export const claimedSums = `
  SELECT * REPLACE (CASE WHEN (library, case_id, ordinal) IN (${askedByDefendant}) THEN 'defendant' ELSE role END AS role) FROM (
    SELECT ${sumOf('full text')}
    FROM (${ofAnybody("part IN ('claim', 'recited')")({ table: 'case_amounts' })}) AS a
    JOIN subject_documents AS d ON d.case_id = a.case_id AND d.library = a.library AND d.role IN ('plaintiff', 'defendant'))`

/** The family of a case `c`, once it is joined to its number's. */
export const familyOfCase = 'coalesce(f.family_key, c.case_number_key, c.origin_number_key)'
export const joinFamily =
  'LEFT JOIN number_families AS f ON f.number_key = coalesce(c.case_number_key, c.origin_number_key)'

/** What makes a sum of any kind no figure. */
export const notASum = `
  WHEN amount IS NULL THEN 'no exact sum'
  WHEN NOT ${isPayment('amount_role')} THEN 'costs, a base or a total'`
export const notPaidBy = `
  WHEN is_branch THEN 'a branch of it is ordered to pay'
  WHEN NOT is_payer THEN 'the text does not say who pays'`

/** Columns that the views of sums open with, and those that they end with. */
export const opening = {
  ...picked(documentColumns, 'enterprise_id', 'document_id', 'case_number', 'decided_on', 'family_key'),
  ...picked(documentColumns, 'role', 'stage', 'outcome'),
  amount_role: label('金额性质', 'case_amounts', 'what the sum is: 本金, 利息, 违约金 …'),
  amount: money('金额', 'case_amounts', 'in the currency of the row; NULL when the text gives no exact sum'),
  currency: label('币种', 'case_amounts', 'ISO 4217'),
}
export const ending = {
  is_counted: boolean('是否计入', 'whether it belongs to the figure'),
  basis: coded(codeWords.sumBasis)(
    '依据来源',
    'full text, or list: the result as the list states it where the full text is not held or states no sum, to be added up apart',
  ),
  not_counted_because: coded(codeWords.uncounted)('不计入原因', 'why not; NULL when counted'),
  payees: parties('受领人', 'case_amounts', 'who is to be paid, as named'),
  evidence: text('依据', 'case_amounts', 'the sentence it stands in'),
  library: columns.library('cases', 'library of the full text; NULL for the list'),
  case_id: columns.caseId('cases', 'case id of the full text; NULL for the list'),
  ordinal: integer('序号', 'case_amounts · document_amounts', 'position of the sum in its text'),
}

/** Sums with whether they count, and why not. */
export const counted = (sums: string, because: string): string => `
  SELECT *, ${because} AS not_counted_because, not_counted_because IS NULL AS is_counted FROM (${sums})`
