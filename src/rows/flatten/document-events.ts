import { type BankruptcyStep, findBankruptcy } from '../../legal/bankruptcy.ts'
import { type CaseNumber, caseType } from '../../legal/case-numbers.ts'
import { type EnforcementFact, findEnforcement } from '../../legal/enforcement.ts'
import { findLiabilities } from '../../legal/liabilities.ts'
import type { Named } from '../../legal/mentions.ts'
import type { OperativePart } from '../../legal/operative-part.ts'
import type { Party } from '../../legal/parties.ts'
import { findStatements } from '../../legal/statements.ts'
import type { CaseStatement } from '../../legal/statements-decided.ts'
import type { TableRow } from '../tables/index.ts'
import { keysOf, namesOf } from './case-reading.ts'

/** Of a result, what may say something of an enforcement, a bankruptcy, who answers for a debt, or another case. Most results have none, and are not read. */
const ENFORCED =
  /执行|失信|消费|限高|冻结|查封|续封|扣押|扣划|划扣|划拨|提取|扣留|拍卖|变卖|发还|受偿|完毕|保全/
const BANKRUPT = /破产|清算|重整/
const NUMBERED = /[号號]/
const LIABLE = /连带|保证|补充|按份|不能清偿/

/** A listed document, as far as its events depend on it. */
export type ListedResult = {
  readonly number: CaseNumber | null
  readonly part: OperativePart | null
  /** Whether it is an enforcement itself. */
  readonly isEnforcement: boolean
  readonly isJudgment: boolean
  /** The parties of the list; asked for only where there is something to read. */
  readonly parties: () => readonly Party[]
  readonly withKeys: (named: Named) => Named
}

type Event = Omit<TableRow<'document_events'>, 'document_id' | 'ordinal'>

/** Rows of document_events. */
export function eventRows(documentId: string, listed: ListedResult): TableRow<'document_events'>[] {
  return eventsOf(listed).map((event, index) => ({ document_id: documentId, ordinal: index + 1, ...event }))
}

function eventsOf({ number, part, isEnforcement, isJudgment, parties, withKeys }: ListedResult): Event[] {
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
    ...facts.map((fact) => factEvent(fact, withKeys)),
    ...steps.map((step) => stepEvent(step, withKeys)),
    ...statements.map(statementEvent),
    ...liabilities.map(({ kind, item, who, evidence }) => ({
      ...none,
      kind,
      items: [String(item)],
      is_decided: true,
      ...againstColumns([withKeys(who)]),
      evidence,
    })),
  ]
}

const none = {
  number: null,
  number_key: null,
  items: [],
  is_lifted: false,
  against: [],
  against_keys: [],
  amount: null,
  currency: null,
  property: null,
  term_months: null,
  term_until: null,
  happened_on: null,
} as const

const factEvent = (fact: EnforcementFact, withKeys: (named: Named) => Named): Event => ({
  ...none,
  kind: fact.kind,
  number: fact.about?.given ?? null,
  number_key: fact.about?.key || null,
  is_decided: fact.isOrdered,
  is_lifted: fact.isLifted,
  ...againstColumns(fact.against.map(withKeys)),
  amount: fact.amount?.amount ?? null,
  currency: fact.amount?.currency ?? null,
  property: fact.property,
  term_months: fact.term?.months ?? null,
  term_until: fact.term?.until ?? null,
  happened_on: fact.happenedOn,
  evidence: fact.evidence,
})

const stepEvent = (step: BankruptcyStep, withKeys: (named: Named) => Named): Event => ({
  ...none,
  kind: step.kind,
  is_decided: step.isOrdered,
  ...againstColumns(step.debtor === null ? [] : [withKeys(step.debtor)]),
  evidence: step.evidence,
})

const statementEvent = (statement: CaseStatement): Event => ({
  ...none,
  kind: statement.kind,
  number: statement.about.given,
  number_key: statement.about.key || null,
  items: statement.items,
  is_decided: statement.isDecided,
  happened_on: statement.happenedOn,
  evidence: statement.evidence,
})

const againstColumns = (named: readonly Named[]) => ({
  against: namesOf(named),
  against_keys: keysOf(named),
})
