import { createHash } from 'node:crypto'
import { integerOf, isObject, type JsonObject, textOf } from '../../contract/values.ts'
import { type CaseNumber, caseType } from '../../legal/case-numbers.ts'
import type { Named } from '../../legal/mentions.ts'
import { enterpriseNameKey, inOneLine } from '../../legal/names.ts'
import { type OperativePart, operativePart } from '../../legal/operative-part.ts'
import { type OrderAmount, orderedAmounts } from '../../legal/orders.ts'
import { type ClassifiedOutcome, classifyOutcome } from '../../legal/outcome-rules.ts'
import type { Side } from '../../legal/outcomes.ts'
import { keysOfShortName, type Party as LegalParty } from '../../legal/parties.ts'
import { partyOutcomes } from '../../legal/results.ts'
import { withFullStops } from '../../legal/text.ts'
import { dataTables, type Rows, type TableRow } from '../tables/index.ts'
import { readerOf } from '../tables/reader.ts'
import { rowsOf } from './child-rows.ts'
import {
  caseNumberColumns,
  caseNumberOf,
  isEnforcementItself,
  nameKeyOf,
  orderColumns,
  outcomeColumns,
} from './columns.ts'
import { eventRows } from './document-events.ts'
import { type FlattenInput, identityOf, joined } from './values.ts'

const listPage = readerOf(dataTables.list_pages)
const listed = readerOf(dataTables.enterprise_documents)

/** One page of the litigation list (docs/contract.md, List page): the page itself, its documents and their parties. */
export function flattenLitigationList(input: FlattenInput): Rows {
  const { params, data, callKey } = input
  const page = isObject(data) ? data : null
  const pageNo = integerOf(params.pageNo) ?? 1
  // The page number says nothing where it restates the one asked for.
  const isRestated = integerOf(page?.pageNo) === pageNo
  const columns = listPage.read(page ?? {}, isRestated ? pageNumber : undefined)
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
type DocumentColumns = ReturnType<typeof listed.read>

function rowsOfDocument(
  record: JsonObject,
  document_id: string,
  owner: { readonly id: string; readonly nameKey: string | null },
): Rows {
  const columns = listed.read(record)
  const { procedure, document_kind } = columns
  const own = caseNumberOf(columns.case_number)
  const parties = partyRows(columns, document_id)
  const part = operativePart(columns.result === null ? null : withFullStops(columns.result), null)
  const legal = once(() => legalParties(parties, procedure, own))
  const found = part === null ? null : outcomeOf(columns, part, own, legal())
  const orders = once(() => ordersOf(part, legal))
  // In place, for lists are the hottest path: a copy of the row takes a seventh of it.
  const row = Object.assign(columns, caseNumberColumns(own), outcomeColumns(found), {
    enterprise_id: owner.id,
    document_id,
    role: roleOf(parties, owner.nameKey),
  })
  return {
    enterprise_documents: [row],
    document_parties: withResults(parties, found, part, legal, orders),
    document_amounts: rowsOf('document_amounts', { document_id })(orders(), orderColumns),
    document_events: eventRows(document_id, {
      number: own,
      part,
      isEnforcement: isEnforcementItself(own, /执行/.test(procedure ?? '') ? '执行案件' : null, procedure),
      isJudgment: /判决/.test(document_kind ?? ''),
      parties: legal,
      withKeys: keysBy(legal),
    }),
  }
}

/** The one side that names the enterprise; null when none does, or several. */
function roleOf(parties: readonly Party[], nameKey: string | null): string | null {
  const naming = new Set(parties.filter(({ name_key }) => name_key === nameKey).map(({ side }) => side))
  return naming.size === 1 ? ([...naming][0] ?? null) : null
}

function outcomeOf(
  { document_kind, procedure }: DocumentColumns,
  part: OperativePart,
  number: CaseNumber | null,
  parties: readonly LegalParty[],
): ClassifiedOutcome | null {
  const type = caseType(number?.typeCode ?? null)
  const category = type?.category ?? null
  return classifyOutcome(
    part,
    { kind: document_kind, category, procedure: type?.procedure ?? procedure },
    parties,
  )
}

/** Positions that a result names parties by, in procedures that have only these. */
const positions: readonly (readonly [procedure: string, plaintiff: string, defendant: string])[] = [
  ['一审', '原告', '被告'],
  ['二审', '上诉人', '被上诉人'],
  ['执行', '申请执行人', '被执行人'],
  ['破产', '申请人', '被申请人'],
  ['清算', '申请人', '被申请人'],
]

/** The parties of the list as the legal rules have them. */
function legalParties(
  listedParties: readonly Party[],
  procedure: string | null,
  number: CaseNumber | null,
): LegalParty[] {
  const given = [procedure, caseType(number?.typeCode ?? null)?.procedure ?? null]
  const [, plaintiff = null, defendant = null] =
    positions.find(([name]) => given.some((one) => one?.includes(name))) ?? []
  return listedParties.map(({ name, name_key, side }): LegalParty => {
    const position = side === 'plaintiff' ? plaintiff : side === 'defendant' ? defendant : '第三人'
    const key = name_key ?? ''
    return {
      name: name ?? '',
      key,
      aliases: [],
      position,
      originalPosition: null,
      side: null,
      originalSide: null,
    }
  })
}

const keysBy =
  (parties: () => readonly LegalParty[]) =>
  (named: Named): Named =>
    named.keys.length > 0 ? named : { ...named, keys: keysOfShortName(named.text, parties()) }

/** The sums of a result. Most results have none, and are not looked through for names. */
function ordersOf(part: OperativePart | null, legal: () => readonly LegalParty[]): OrderAmount[] {
  if (part === null || !part.items.some(({ text }) => /[元圆]/.test(text))) return []
  const known = keysBy(legal)
  return orderedAmounts(part, legal()).map((amount) => ({
    ...amount,
    payers: amount.payers.map(known),
    payees: amount.payees.map(known),
  }))
}

/** Parties with what a judgment against several decides for one of them: who is not held liable has won. */
function withResults(
  parties: Party[],
  outcome: ClassifiedOutcome | null,
  part: OperativePart | null,
  legal: () => readonly LegalParty[],
  orders: () => readonly OrderAmount[],
): Party[] {
  const isOfSeveral = parties.filter(({ side }) => side === 'defendant').length > 1
  if (!isOfSeveral || (outcome?.outcome !== 'granted' && outcome?.outcome !== 'partly_granted'))
    return parties
  const sided = legal().map((party, at) => ({ ...party, side: (parties[at]?.side ?? null) as Side | null }))
  return partyOutcomes(sided, outcome, part, orders()).flatMap(({ result, rule }, at) => {
    const party = parties[at]
    return party === undefined ? [] : [{ ...party, result: rule === 'side' ? null : result }]
  })
}

/** Made at the first use: most results name no party. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

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
