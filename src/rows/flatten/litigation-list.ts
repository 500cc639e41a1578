import { createHash } from 'node:crypto'
import { integerOf, isObject, type JsonObject, once, textOf } from '../../contract/values.ts'
import { findBankruptcy } from '../../legal/bankruptcy.ts'
import { type CaseNumber, caseType } from '../../legal/case-numbers.ts'
import { findEnforcement } from '../../legal/enforcement.ts'
import { findLiabilities } from '../../legal/liabilities.ts'
import type { Named } from '../../legal/mentions.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { type OperativePart, operativePart } from '../../legal/operative-part.ts'
import { type OrderAmount, orderedAmounts } from '../../legal/orders.ts'
import type { Side } from '../../legal/outcomes.ts'
import { keysOfShortName, type Party as LegalParty } from '../../legal/parties.ts'
import {
  type ClassifiedOutcome,
  classifyOutcome,
  type PartyOutcome,
  partyOutcomes,
} from '../../legal/results.ts'
import { findStatements } from '../../legal/statements.ts'
import { asRead } from '../../legal/text.ts'
import type { Rows, TableRow } from '../tables/index.ts'
import {
  caseNumberColumns,
  caseNumberOf,
  isEnforcementItself,
  keysOf,
  nameKeyOf,
  namesOf,
  orderColumns,
  outcomeColumns,
  readers,
  rowsOf,
  sumOf,
} from './columns.ts'
import { type FlattenInput, identityOf, joined } from './values.ts'

/** One page of the litigation list (docs/contract.md, List page): the page itself, its documents and their parties. */
export function flattenLitigationList(input: FlattenInput): Rows {
  const { params, data, callKey } = input
  const page = isObject(data) ? data : null
  const pageNo = integerOf(params.pageNo) ?? 1
  // The page number says nothing where it restates the one asked for.
  const isRestated = integerOf(page?.pageNo) === pageNo
  const columns = readers.list_pages.read(page ?? {}, isRestated ? pageNumber : undefined)
  const uscc = textOf(params.tyshxydm)
  const enterprise_id = columns.enterprise_id ?? textOf(params.id)
  const ids = input.records.map((record, index) => identityOf(record.文书id, callKey, index))
  const pageRow = {
    ...columns,
    scan_run_id: input.runId,
    subject: params.id === undefined ? `uscc:${uscc}` : `id:${textOf(params.id)}`,
    sweep: input.sweep,
    page_no: pageNo,
    is_found: page !== null,
    enterprise_id,
    subject_uscc: params.id === undefined ? uscc : null,
    document_ids: ids,
    ids_digest: createHash('md5').update(ids.join('\n')).digest('hex'),
  }
  // A page that names no enterprise, asked for by code: its documents need one to be stored under.
  const owner = {
    id: enterprise_id ?? `unidentified:uscc:${uscc ?? ''}`,
    nameKey: nameKeyOf(columns.enterprise_name),
  }
  return joined([
    { list_pages: [pageRow] },
    ...input.records.map((record, index) => rowsOfDocument(record, ids[index] ?? '', owner)),
  ])
}

const pageNumber: ReadonlySet<string> = new Set(['pageNo'])

type Party = TableRow<'document_parties'>
type DocumentColumns = ReturnType<typeof readers.enterprise_documents.read>

/** A listed document, as far as what its result says depends on it. */
interface Listed {
  readonly columns: DocumentColumns
  readonly number: CaseNumber | null
  /** What the type code of its number stands for. */
  readonly type: ReturnType<typeof caseType>
  readonly part: OperativePart | null
  readonly parties: Party[]
  /** The parties as the legal rules have them; asked for only where there is something to read. */
  readonly legal: () => readonly LegalParty[]
}

function rowsOfDocument(
  record: JsonObject,
  document_id: string,
  owner: { readonly id: string; readonly nameKey: string | null },
): Rows {
  const columns = readers.enterprise_documents.read(record)
  const number = caseNumberOf(columns.case_number)
  const type = caseType(number?.typeCode ?? null)
  const parties = partyRows(columns, document_id)
  const part = operativePart(columns.result === null ? null : asRead(columns.result), null)
  const legal = once(() => legalParties(parties, [columns.procedure, type?.procedure]))
  const listed: Listed = { columns, number, type, part, parties, legal }
  const found = outcomeOf(listed)
  const orders = once(() => ordersOf(listed))
  const results = resultsOf(listed, found, orders)
  const events = eventRows(document_id, listed)
  const isStillSued = results.some(
    ({ rule }, at) => rule === 'still sued' && parties[at]?.name_key === owner.nameKey,
  )
  // In place, for lists are the hottest path: a copy of the row takes a seventh of it.
  const row = Object.assign(
    columns,
    caseNumberColumns(number),
    outcomeColumns(isStillSued && found !== null ? { ...found, outcome: 'procedural' } : found),
    {
      enterprise_id: owner.id,
      document_id,
      role: roleOf(parties, owner.nameKey),
    },
  )
  return {
    enterprise_documents: [row],
    document_parties: parties.map((party, at) =>
      Object.assign(party, { result: results[at]?.result ?? null }),
    ),
    document_amounts: rowsOf('document_amounts', { document_id })(orders(), orderColumns),
    document_events: events,
  }
}

/** The one side that names the enterprise; null when none does, or several. */
function roleOf(parties: readonly Party[], nameKey: string | null): string | null {
  const naming = new Set(parties.filter(({ name_key }) => name_key === nameKey).map(({ side }) => side))
  return naming.size === 1 ? ([...naming][0] ?? null) : null
}

function outcomeOf({ columns, type, part, legal }: Listed): ClassifiedOutcome | null {
  if (part === null) return null
  const { document_kind: kind, procedure } = columns
  const category = type?.category ?? null
  return classifyOutcome(part, { kind, category, procedure: type?.procedure ?? procedure }, legal())
}

/** Positions that a result names parties by, in procedures that have only these. */
const positions: readonly (readonly [procedure: string, plaintiff: string, defendant: string])[] = [
  ['一审', '原告', '被告'],
  ['二审', '上诉人', '被上诉人'],
  ['执行', '申请执行人', '被执行人'],
  ['破产', '申请人', '被申请人'],
  ['清算', '申请人', '被申请人'],
]

/** What a list does not say of a party. */
const unsaid = { aliases: [], originalPosition: null, side: null, originalSide: null }

/** The parties of the list as the legal rules have them, in a procedure by any of these names. */
function legalParties(parties: readonly Party[], procedures: readonly (string | null | undefined)[]) {
  const [, plaintiff = null, defendant = null] =
    positions.find(([name]) => procedures.some((one) => one?.includes(name))) ?? []
  return parties.map(({ name, name_key, side }): LegalParty => {
    const position = side === 'plaintiff' ? plaintiff : side === 'defendant' ? defendant : '第三人'
    return { ...unsaid, name: name ?? '', key: name_key ?? '', position }
  })
}

const keysBy =
  (parties: () => readonly LegalParty[]) =>
  (named: Named): Named =>
    named.keys.length > 0 ? named : { ...named, keys: keysOfShortName(named.text, parties()) }

/** The sums of a result. Most results have none, and are not looked through for names. */
function ordersOf({ part, legal }: Listed): OrderAmount[] {
  if (part === null || !part.items.some(({ text }) => /[元圆]/.test(text))) return []
  const known = keysBy(legal)
  return orderedAmounts(part, legal()).map((amount) => ({
    ...amount,
    payers: amount.payers.map(known),
    payees: amount.payees.map(known),
  }))
}

/**
 * What a decision against several decides for each of them, in the order of the parties, where their side alone would say otherwise: who is
 * not held liable has won, who is not convicted has neither won nor lost, and whose suit goes on is still sued. Empty without several.
 */
function resultsOf(
  { parties, part, legal }: Listed,
  outcome: ClassifiedOutcome | null,
  orders: () => readonly OrderAmount[],
): PartyOutcome[] {
  const isOfSeveral = parties.filter(({ side }) => side === 'defendant').length > 1
  if (!isOfSeveral || !/^(?:granted|partly_granted|convicted|withdrawn)$/.test(outcome?.outcome ?? ''))
    return []
  const sided = legal().map((party, at) => ({ ...party, side: (parties[at]?.side ?? null) as Side | null }))
  return partyOutcomes(sided, outcome, part, orders()).map((one) =>
    one.rule === 'side' ? { ...one, result: null } : one,
  )
}

/** A name as written in one line: a line break left blanks between Chinese characters. */
const inOneLine = (name: string): string => name.replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')

const partyRows = ({ plaintiffs, defendants, third_parties }: DocumentColumns, documentId: string): Party[] =>
  Object.entries({ plaintiff: plaintiffs, defendant: defendants, third_party: third_parties }).flatMap(
    ([side, names]) =>
      names.map(inOneLine).map((name, index) => ({
        document_id: documentId,
        side,
        ordinal: index + 1,
        name,
        name_key: enterpriseNameKey(name),
        result: null,
      })),
  )

/** Of a result, what may say something of an enforcement, a bankruptcy, who answers for a debt, or another case. Most results have none, and are not read. */
const ENFORCED =
  /执行|失信|消费|限高|冻结|查封|续封|扣押|扣划|划扣|划拨|提取|扣留|拍卖|变卖|发还|受偿|完毕|保全/
const BANKRUPT = /破产|清算|重整/
const NUMBERED = /[号號]/
const LIABLE = /连带|保证|补充|按份|不能清偿|范围内/

function eventRows(document_id: string, listed: Listed): TableRow<'document_events'>[] {
  const known = keysBy(listed.legal)
  return rowsOf('document_events', { document_id })(eventsOf(listed), ({ about, amount, term, ...event }) => {
    const against = event.against.map(known)
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
}

/** What a fact of one kind lacks that another has. */
const none = {
  ...{ about: null, items: [], isLifted: false, against: [] },
  ...{ amount: null, property: null, term: null, happenedOn: null },
} as const

function eventsOf({ columns, number, type, part, legal: parties }: Listed) {
  if (part === null) return []
  const { procedure } = columns
  const category = /执行/.test(procedure ?? '') ? '执行案件' : null
  const isEnforcement = isEnforcementItself(number, category, procedure)
  const isJudgment = /判决/.test(columns.document_kind ?? '')
  const says = (anchor: RegExp): boolean => part.items.some(({ text }) => anchor.test(text))
  const facts = says(ENFORCED)
    ? findEnforcement(null, part, parties(), { isEnforcement, isJudgment, own: number })
    : []
  const isBankruptcy = /破产/.test(type?.category ?? '')
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
    ...liabilities.flatMap(({ kind, item, who, evidence }) => {
      const fact = { ...none, items: [String(item)], isDecided: true, against: [who], evidence }
      return kind === null ? [] : [{ ...fact, kind }]
    }),
  ]
}
