import { caseType } from '../legal/case-types.ts'
import type { Named } from '../legal/named-persons.ts'
import type { OrderAmount } from '../legal/orders.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import type { CaseReading } from './case-reading.ts'

type CaseKey = 'case_id' | 'library'

/** Rows of case_parties, without the case's key. */
export const partyRows = ({ parties }: CaseReading): Omit<TableRow<'case_parties'>, CaseKey>[] =>
  parties.map((party, index) => ({
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
export function amountRows(reading: CaseReading): Omit<TableRow<'case_amounts'>, CaseKey>[] {
  const ordered = reading.orders.map((amount) => amountRow(amount, 'order', reading.orderSource))
  const claimed = reading.claims.map((amount) => amountRow(amount, 'claim', 'content'))
  return [...ordered, ...claimed].map((row, index) => ({ ordinal: index + 1, ...row }))
}

const amountRow = (amount: OrderAmount, part: 'order' | 'claim', source: 'judgment' | 'content') => ({
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

/** Rows of case_references, without the case's key. */
export const referenceRows = ({ references }: CaseReading): Omit<TableRow<'case_references'>, CaseKey>[] =>
  references.map(({ text, number, source, offset }, index) => {
    const type = caseType(number.typeCode)
    return {
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
