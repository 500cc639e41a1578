import type { SqlRow } from '../../../src/warehouse/database.ts'
import { families, familyRows, outcomeRows } from './families.ts'
import { flags } from './flags.ts'
import {
  bankruptcies,
  contradictions,
  disputeOf,
  type Expected,
  enforcementRows,
  frozen,
  guaranteedDebts,
  heldThoughPaid,
  type Known,
  markRows,
  openCases,
  preserved,
  propertyFound,
  sumsAgainst,
  sumsFor,
} from './knowable.ts'

/** What the product says of enterprises, kind by kind, and what it should. */

export type Said = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** Statements by their keys alone. */
export const saidOf = (keys: readonly string[]): Said => new Map(keys.map((key) => [key, {}]))

export interface Statement {
  /** Rows of all enterprises. */
  readonly sql: string
  readonly said: (rows: readonly SqlRow[], known: Known) => Said
  readonly expected: (known: Known) => Expected
}

const keyed =
  (column: string) =>
  (rows: readonly SqlRow[]): Said =>
    new Map(rows.map(({ [column]: key, ...fields }) => [String(key), fields]))

/** By the dispute of the case: which of its cases carries a fact is a matter of words. */
const byDispute = (rows: readonly SqlRow[], known: Known): Said =>
  new Map(rows.map(({ case_key, ...fields }) => [disputeOf(known, String(case_key)), fields]))

/** Equal sums are told apart by how many there are. */
function counted(rows: readonly SqlRow[]): Said {
  const counts = new Map<string, number>()
  return new Map(
    rows.map(({ amount, ...more }) => {
      const count = (counts.get(String(amount)) ?? 0) + 1
      counts.set(String(amount), count)
      return [`${amount} (${count})`, more]
    }),
  )
}

/** Each group of cases that belong together, and whether the families say just that. */
function grouped(rows: readonly SqlRow[], known: Known): Said {
  const groups = families(known)
  const said = rows.map(({ case_numbers }) => case_numbers as string[])
  return new Map(
    groups.map((group) => {
      const met = said.filter((numbers) => numbers.some((number) => group.includes(number)))
      const foreign = met
        .flat()
        .filter(
          (number) =>
            !group.includes(number) && disputeOf(known, number) !== disputeOf(known, group[0] ?? ''),
        )
      return [group.join(' '), { families: String(met.length), foreign: foreign.join(' ') }]
    }),
  )
}

/** What the one family of each group of cases comes to. */
const outcomesOf = (rows: readonly SqlRow[], known: Known): Said =>
  new Map(
    [...outcomeRows(known).must.keys()].flatMap((name) => {
      const group = name.split(' ')
      const [met, ...more] = rows.filter(({ case_numbers: numbers }) =>
        (numbers as string[]).some((number) => group.includes(number)),
      )
      return met === undefined || more.length > 0 ? [] : [[name, { outcome: met.dispute_outcome }]]
    }),
  )

export const statements: Readonly<Record<string, Statement>> = {
  'red flags': {
    sql: 'SELECT DISTINCT enterprise_id, flag FROM red_flags',
    said: keyed('flag'),
    expected: flags,
  },
  enforcement: {
    sql: 'SELECT enterprise_id, case_key, role, state, amount, collected, unpaid, is_dishonest, is_restricted FROM enforcement_cases',
    said: keyed('case_key'),
    expected: enforcementRows,
  },
  marks: {
    sql: "SELECT enterprise_id, mark, case_key, is_in_force FROM enterprise_marks WHERE is_in_force AND mark IN ('dishonest', 'restricted')",
    said: (rows, known) =>
      new Map(
        rows.map(({ mark, case_key, ...more }) => [`${mark} ${disputeOf(known, String(case_key))}`, more]),
      ),
    expected: markRows,
  },
  'sums owed': {
    sql: 'SELECT enterprise_id, amount FROM ordered_payments WHERE is_counted',
    said: counted,
    expected: sumsAgainst,
  },
  'sums awarded': {
    sql: 'SELECT enterprise_id, amount FROM awarded_payments WHERE is_counted',
    said: counted,
    expected: sumsFor,
  },
  'guaranteed debts': {
    sql: "SELECT enterprise_id, case_key, debt FROM guarantees WHERE effectiveness NOT IN ('superseded', 'lapsed')",
    said: byDispute,
    expected: guaranteedDebts,
  },
  disputes: {
    sql: 'SELECT enterprise_id, case_numbers FROM case_families',
    said: grouped,
    expected: familyRows,
  },
  'who won': {
    sql: 'SELECT enterprise_id, case_numbers, dispute_outcome FROM case_families',
    said: outcomesOf,
    expected: outcomeRows,
  },
  'open cases': {
    sql: 'SELECT DISTINCT enterprise_id, case_key FROM litigation_cases WHERE is_open',
    said: keyed('case_key'),
    expected: openCases,
  },
  bankruptcies: {
    sql: 'SELECT enterprise_id, case_key, stage, is_current FROM bankruptcies ORDER BY stage_on',
    said: byDispute,
    expected: bankruptcies,
  },
  'frozen property': {
    sql: "SELECT enterprise_id, case_key, amount FROM frozen_property WHERE state = 'in force' AND is_own_equity IS NULL",
    said: byDispute,
    expected: frozen,
  },
  'held before a suit': {
    sql: `SELECT enterprise_id, case_numbers, likely_key FROM case_families WHERE contains(array_to_string(case_numbers, ' '), '财保')`,
    said: (rows) =>
      new Map(
        rows.flatMap(({ case_numbers, likely_key }) => {
          const numbers = case_numbers as string[]
          const suit = numbers.find((one) => one.includes('民初')) ?? likely_key
          const held = suit === null ? [] : numbers.filter((one) => one.includes('财保'))
          return held.map((one) => [one, { suit }] as const)
        }),
      ),
    expected: preserved,
  },
  'property that brings nothing': {
    sql: `SELECT enterprise_id, case_key, unnest(conditions) AS condition, mortgagees FROM frozen_property`,
    said: (rows, known) =>
      new Map(
        rows.flatMap(({ case_key, condition, mortgagees }) =>
          condition === 'not disposable'
            ? []
            : [
                [
                  `${condition} ${disputeOf(known, String(case_key))}`,
                  { mortgagees: condition === 'mortgaged' ? (mortgagees as string[]).join('、') : null },
                ],
              ],
        ),
      ),
    expected: propertyFound,
  },
  'held though paid': {
    sql: "SELECT enterprise_id, case_key FROM frozen_property WHERE state = 'paid'",
    said: byDispute,
    expected: heldThoughPaid,
  },
  contradictions: {
    sql: "SELECT enterprise_id, 'any' AS any FROM contradictions",
    said: keyed('any'),
    expected: contradictions,
  },
}
