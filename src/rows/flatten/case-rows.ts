import type { Rows, TableRow } from '../tables/index.ts'
import type { CaseReading } from './case-reading.ts'
import { rowsOf } from './child-rows.ts'
import { keysOf, namesOf, orderColumns, sumOf, typeColumns } from './columns.ts'

/** Which case a row belongs to. */
export type CaseKey = Pick<TableRow<'cases'>, 'case_id' | 'library'>

/** Column that the offsets of an operative part count in; those of claims count in content. */
const sourceOf = ({ part }: CaseReading): 'judgment' | 'content' => part?.source ?? 'judgment'

/** Rows of who takes part in a case, what is asked for and ordered, and who answers for it. */
export function partyAndSumRows(key: CaseKey, reading: CaseReading): Rows {
  const { parties, results, people, references } = reading
  return {
    case_parties: rowsOf('case_parties', key)(parties, (party, index) => ({
      name_key: party.key || null,
      result: results[index]?.result ?? null,
      result_rule: results[index]?.rule ?? null,
      result_evidence: results[index]?.evidence ?? null,
      result_offset: results[index]?.offset ?? null,
    })),
    case_amounts: rowsOf('case_amounts', key)(sumsOf(reading), ({ result, ...sum }) => ({
      ...orderColumns(sum),
      claim_result: result?.result ?? null,
      claim_result_rule: result?.rule ?? null,
      claim_result_evidence: result?.evidence ?? null,
      claim_result_offset: result?.offset ?? null,
    })),
    case_liabilities: rowsOf('case_liabilities', key)(liabilitiesOf(reading), ({ who }) => ({
      name: who.text,
      name_keys: [...who.keys],
    })),
    case_people: rowsOf('case_people', key)(people, () => ({})),
    case_references: rowsOf('case_references', key)(references, ({ text, number }) => ({
      number: text,
      number_key: number.key || null,
      number_status: number.status,
      ...typeColumns(number),
    })),
  }
}

/** What is ordered, what is upheld, then what was asked for. */
function sumsOf(reading: CaseReading) {
  const source = sourceOf(reading)
  return [
    ...reading.orders.map((sum) => ({ ...sum, part: 'order', source, result: null })),
    ...reading.upheld.amounts.map((sum) => ({ ...sum, part: 'upheld', source: 'content', result: null })),
    ...reading.claims.map((sum, index) => ({
      ...sum,
      part: 'claim',
      source: 'content',
      result: reading.claimResults[index] ?? null,
    })),
  ]
}

const liabilitiesOf = (reading: CaseReading) => [
  ...reading.liabilities.map((one) => ({ ...one, source: sourceOf(reading) })),
  ...reading.upheld.liabilities.map((one) => ({ ...one, source: 'content' })),
]

/** Rows of what the text says of the case beside its sums. */
export function factRows(key: CaseKey, reading: CaseReading): Rows {
  const { source } = reading
  const ofPart = { source: sourceOf(reading) }
  return {
    case_enforcement: rowsOf('case_enforcement', key)(reading.enforcement, (fact) => ({
      number_key: fact.about?.key || null,
      against: namesOf(fact.against),
      against_keys: keysOf(fact.against),
      ...sumOf(fact.amount),
      term_text: fact.term?.text ?? null,
      term_months: fact.term?.months ?? null,
      term_until: fact.term?.until ?? null,
      source,
    })),
    case_statements: rowsOf('case_statements', key)(reading.statements, ({ about }) => ({
      number: about.given,
      number_key: about.key || null,
      source,
    })),
    case_interest: rowsOf('case_interest', key)(
      reading.interest,
      ({ amount, base, from, until, ...one }) => ({
        is_running: amount === null,
        amount: amount?.amount ?? null,
        base_amount: base?.amount ?? null,
        from_on: from?.date ?? null,
        from_text: from?.text ?? null,
        until_on: until?.date ?? null,
        until_text: until?.text ?? null,
        rate_text: one.rate?.text ?? null,
        rate_percent: one.rate?.percent ?? null,
        rate_period: one.rate?.period ?? null,
        benchmark: one.rate?.benchmark ?? null,
        multiple: one.rate?.multiple ?? null,
        currency: (amount ?? base)?.currency ?? null,
        payers: namesOf(one.payers),
        payer_keys: keysOf(one.payers),
        ...ofPart,
      }),
    ),
    case_fees: rowsOf('case_fees', key)(reading.fees, ({ amount, bearers }) => ({
      ...sumOf(amount),
      bearers: namesOf(bearers),
      bearer_keys: keysOf(bearers),
      ...ofPart,
    })),
    case_terms: rowsOf('case_terms', key)(reading.terms, ({ due, parties }) => ({
      due_on: due,
      parties: namesOf(parties),
      party_keys: keysOf(parties),
    })),
    case_sentences: rowsOf('case_sentences', key)(reading.sentences, ({ accused, fine, amount }) => ({
      accused: namesOf(accused),
      accused_keys: keysOf(accused),
      fine: fine?.amount ?? null,
      amount: amount?.amount ?? null,
      currency: (fine ?? amount)?.currency ?? null,
      ...ofPart,
    })),
    case_bankruptcy: rowsOf('case_bankruptcy', key)(reading.bankruptcy, ({ debtor, applicants }) => ({
      debtor: debtor?.text ?? null,
      debtor_keys: [...(debtor?.keys ?? [])],
      applicants: namesOf(applicants),
      applicant_keys: keysOf(applicants),
      source,
    })),
    case_issues: rowsOf('case_issues', key)(reading.issues, ({ text }) => ({ issue: text })),
  }
}
