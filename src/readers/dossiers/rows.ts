import { z } from 'zod'
import type { Reader } from '../../warehouse/database.ts'

/* Rows that every dossier is made of. Dates are ISO 8601, moments UTC, sums DECIMAL(20,2) as text. */

export const text = z.string().nullable()
/** Texts by the names of their columns. */
export const texts = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>
export const count = z.coerce.number()
const list = z.array(z.string()).nullable()
export const flag = z.boolean().nullable()

export const role = z.enum(['plaintiff', 'defendant', 'third_party']).nullable().catch(null)
export const stage = z.enum(['first instance', 'appeal', 'retrial', 'enforcement', 'other']).catch('other')
export const result = z.enum(['won', 'lost', 'partly', 'neutral']).nullable().catch(null)

export const documentRow = z.object({
  enterprise_id: z.string(),
  document_id: z.string(),
  ...texts('title', 'case_number', 'document_kind', 'category', 'procedure', 'court', 'court_level'),
  ...texts('province', 'cause', 'decided_on', 'outcome', 'outcome_rule', 'evidence', 'text_call', 'case_id'),
  case_key: z.string(),
  family_key: z.string(),
  role,
  /** Its side in the lower instance, as far as a later one states it. */
  original_role: role,
  stage,
  year: z.number().nullable(),
  /** Whether it disposes of its case; null when its outcome is not recognised. */
  closes_case: flag,
  subject_outcome: result,
  call_key: z.string(),
  /** Of its full text; null without one. */
  library: text,
  text_state: z.enum(['held', 'withheld', 'absent', 'open']),
  /** Resolved citations of statutes in its full text, and those of them whose article is held. */
  citations: count,
  citations_joined: count,
  /** Names of its parties, organisations among them: privacy looks for them in its texts. */
  persons: list,
})

export const paymentRow = z.object({
  enterprise_id: z.string(),
  view: z.enum(['ordered', 'awarded', 'enforced', 'claimed']),
  /** What its figure rests on: sums of the two are added up apart. */
  basis: z.enum(['full text', 'list']),
  role,
  document_id: z.string(),
  family_key: z.string(),
  ...texts('outcome', 'amount_role', 'amount', 'currency', 'effectiveness', 'not_counted_because'),
  ...texts('evidence'),
  is_counted: z.boolean(),
  payees: list,
  /** The call that its text came by: of the full text, else of the list. */
  text_call: text,
})

export const coverageRow = z.object({
  enterprise_id: z.string(),
  ...texts('subject', 'reason_code', 'based_on_run', 'data_as_of'),
  declared_total: count.nullable(),
  listed: count.nullable(),
  sweeps: count.nullable(),
  verdict: z.string(),
  is_total_stable: flag,
  reason_number: count.nullable(),
  reason_other_number: count.nullable(),
  /** What the service said of the first page of the list that it did not give; null when it gave all that were asked for. */
  refused: text,
})

export const callRow = z.object({
  enterprise_id: z.string(),
  operation: z.string(),
  sweep: count.nullable(),
  asked: text,
  /** The document whose full text it asks for. */
  document_id: text,
  outcome: z.string(),
  fetched_at: text,
  call_key: z.string(),
  run_id: z.string(),
})

export const registrationRow = z.object({
  enterprise_id: z.string(),
  ...texts('name', 'uscc', 'legal_representative', 'registration_number', 'registered_capital'),
  ...texts('registered_amount', 'registered_currency', 'enterprise_type', 'industry', 'established_text'),
  ...texts('established_on', 'operating_term', 'approved_on', 'registration_authority', 'address', 'status'),
  ...texts('business_scope'),
  uscc_valid: flag,
  call_key: z.string(),
})

/** A row of one of the lists of a registration: its cells in the order of their headers. */
export const listedRow = z.object({ enterprise_id: z.string(), call_key: z.string(), cells: z.array(text) })

/** A change of a law that a run found. */
export const statuteChange = z.object({
  subject_id: z.string(),
  kind: z.string(),
  ...texts('subject_name', 'before', 'after', 'earlier_run_id'),
})

export type StatuteChange = z.infer<typeof statuteChange>
export type DocumentRow = z.infer<typeof documentRow>
export type PaymentRow = z.infer<typeof paymentRow>
export type CoverageRow = z.infer<typeof coverageRow>
export type CallRow = z.infer<typeof callRow>
export type ListedRow = z.infer<typeof listedRow>
export type Role = z.infer<typeof role>
export type Stage = z.infer<typeof stage>
export type Result = z.infer<typeof result>

/** Groups in the order in which they are first met. */
export function groupsBy<T, Key>(all: readonly T[], keyOf: (one: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

/** Rows of a statement, read by their schema. */
export const parsed = async <Row>(
  reader: Pick<Reader, 'rows'>,
  row: { parse(row: unknown): Row },
  sql: string,
): Promise<Row[]> => (await reader.rows(sql)).map((one) => row.parse(one))
