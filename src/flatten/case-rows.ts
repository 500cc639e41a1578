import { caseType } from '../legal/case-types.ts'
import type { Named } from '../legal/named-persons.ts'
import type { OrderAmount } from '../legal/orders.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import type { CaseReading } from './case-reading.ts'

/** Which case a row belongs to. */
export type CaseKey = Pick<TableRow<'cases'>, 'case_id' | 'library'>

/** Rows of case_parties. */
export const partyRows = (
  { case_id, library }: CaseKey,
  { parties }: CaseReading,
): TableRow<'case_parties'>[] =>
  parties.map((party, index) => ({
    case_id,
    library,
    ordinal: index + 1,
    name: party.name,
    name_key: party.key || null,
    aliases: party.aliases,
    position: party.position,
    original_position: party.originalPosition,
    side: party.side,
    original_side: party.originalSide,
  }))

/** Rows of case_amounts: what is ordered, then what was asked for. */
export function amountRows(key: CaseKey, reading: CaseReading): TableRow<'case_amounts'>[] {
  const { orders, orderSource, claims } = reading
  return [
    ...orders.map((amount, index) => amountRow(key, index + 1, amount, 'order', orderSource)),
    ...claims.map((amount, index) => amountRow(key, orders.length + index + 1, amount, 'claim', 'content')),
  ]
}

const amountRow = (
  { case_id, library }: CaseKey,
  ordinal: number,
  amount: OrderAmount,
  part: 'order' | 'claim',
  source: 'judgment' | 'content',
) => ({
  case_id,
  library,
  ordinal,
  part,
  item: amount.item,
  role: amount.role,
  amount: amount.amount,
  currency: amount.currency,
  amount_text: amount.text,
  source,
  text_offset: amount.offset,
  is_ordered: amount.isOrdered,
  payers: textsOf(amount.payers),
  payer_keys: keysOf(amount.payers),
  payees: textsOf(amount.payees),
  payee_keys: keysOf(amount.payees),
  evidence: amount.evidence,
})

const textsOf = (named: readonly Named[]): string[] => named.map(({ text }) => text)
const keysOf = (named: readonly Named[]): string[] => [...new Set(named.flatMap(({ keys }) => keys))]

/** Rows of case_references. */
export const referenceRows = (
  { case_id, library }: CaseKey,
  { references }: CaseReading,
): TableRow<'case_references'>[] =>
  references.map(({ text, number, source, offset }, index) => {
    const type = caseType(number.typeCode)
    return {
      case_id,
      library,
      ordinal: index + 1,
      number: text,
      number_key: number.key || null,
      number_status: number.status,
      number_category: type?.category ?? null,
      number_procedure: type?.procedure ?? null,
      source,
      text_offset: offset,
    }
  })
