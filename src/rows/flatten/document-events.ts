import { findBankruptcy } from '../../legal/bankruptcy.ts'
import { type CaseNumber, caseType } from '../../legal/case-numbers.ts'
import { findEnforcement } from '../../legal/enforcement.ts'
import { findLiabilities } from '../../legal/liabilities.ts'
import type { Named } from '../../legal/mentions.ts'
import type { OperativePart } from '../../legal/operative-part.ts'
import type { Party } from '../../legal/parties.ts'
import { findStatements } from '../../legal/statements.ts'
import type { TableRow } from '../tables/index.ts'
import { rowsOf } from './child-rows.ts'
import { keysOf, namesOf, sumOf } from './columns.ts'

/** Of a result, what may say something of an enforcement, a bankruptcy, who answers for a debt, or another case. Most results have none, and are not read. */
const ENFORCED =
  /执行|失信|消费|限高|冻结|查封|续封|扣押|扣划|划扣|划拨|提取|扣留|拍卖|变卖|发还|受偿|完毕|保全/
const BANKRUPT = /破产|清算|重整/
const NUMBERED = /[号號]/
const LIABLE = /连带|保证|补充|按份|不能清偿|范围内/

/** A listed document, as far as its events depend on it. */
interface ListedResult {
  readonly number: CaseNumber | null
  readonly part: OperativePart | null
  /** Whether it is an enforcement itself. */
  readonly isEnforcement: boolean
  readonly isJudgment: boolean
  /** The parties of the list; asked for only where there is something to read. */
  readonly parties: () => readonly Party[]
  readonly withKeys: (named: Named) => Named
}

/** Rows of document_events. */
export const eventRows = (document_id: string, listed: ListedResult): TableRow<'document_events'>[] =>
  rowsOf('document_events', { document_id })(eventsOf(listed), ({ about, amount, term, ...event }) => {
    const against = event.against.map(listed.withKeys)
    return {
      number: about?.given ?? null,
      number_key: about?.key || null,
      against: namesOf(against),
      against_keys: keysOf(against),
      ...sumOf(amount),
      term_months: term?.months ?? null,
      term_until: term?.until ?? null,
    }
  })

/** What a fact of one kind lacks that another has. */
const none = {
  about: null,
  items: [],
  isLifted: false,
  against: [],
  amount: null,
  property: null,
  term: null,
  happenedOn: null,
} as const

function eventsOf({ number, part, isEnforcement, isJudgment, parties }: ListedResult) {
  if (part === null) return []
  const says = (anchor: RegExp): boolean => part.items.some(({ text }) => anchor.test(text))
  const facts = says(ENFORCED)
    ? findEnforcement(null, part, parties(), { isEnforcement, isJudgment, own: number })
    : []
  const isBankruptcy = /破产/.test(caseType(number?.typeCode ?? null)?.category ?? '')
  const steps = isBankruptcy || says(BANKRUPT) ? findBankruptcy(null, part, parties(), isBankruptcy) : []
  const statements = says(NUMBERED)
    ? findStatements(null, part, { own: number, isEnforcement, enforcement: [] })
    : []
  const liabilities = says(LIABLE) ? findLiabilities(part, parties()) : []
  return [
    ...facts.map((fact) => ({ ...none, ...fact, isDecided: fact.isOrdered })),
    ...steps.map(({ kind, isOrdered, debtor, evidence }) => ({
      ...none,
      kind,
      isDecided: isOrdered,
      against: debtor === null ? [] : [debtor],
      evidence,
    })),
    ...statements.map((statement) => ({ ...none, ...statement })),
    ...liabilities.map(({ kind, item, who, evidence }) => ({
      ...none,
      kind,
      items: [String(item)],
      isDecided: true,
      against: [who],
      evidence,
    })),
  ]
}
