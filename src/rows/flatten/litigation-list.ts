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
import { caseNumberColumns, caseNumberOf, isEnforcementItself, sumColumns } from './case-reading.ts'
import type { FlattenInput } from './content.ts'
import { eventRows } from './document-events.ts'
import { identityOf } from './values.ts'

const listPage = readerOf(dataTables.list_pages)
const listed = readerOf(dataTables.enterprise_documents)

/** One page of the litigation list (docs/contract.md, List page): the page itself, its documents and their parties. */
export function flattenLitigationList(input: FlattenInput): Rows {
  const { params, data, callKey } = input
  const page = isObject(data) ? data : null
  const pageNo = integerOf(params.pageNo) ?? 1
  const columns = listPage.read(page ?? {})
  const enterpriseId = columns.enterprise_id ?? textOf(params.id)
  // A page that names no enterprise, asked for by code: its documents need one to be stored under.
  const ownerId = enterpriseId ?? `unidentified:uscc:${textOf(params.tyshxydm) ?? ''}`
  const name = columns.enterprise_name
  const enterprise = { id: ownerId, nameKey: name === null ? null : enterpriseNameKey(name) }
  const ids = input.records.map((record, index) => identityOf(record.文书id, callKey, index))
  const documents = input.records.map((record, index) => documentOf(record, ids[index] ?? '', enterprise))
  return {
    list_pages: [
      {
        ...columns,
        scan_run_id: input.runId,
        subject: params.id === undefined ? `uscc:${textOf(params.tyshxydm)}` : `id:${textOf(params.id)}`,
        sweep: input.sweep,
        page_no: pageNo,
        is_found: page !== null,
        enterprise_id: enterpriseId,
        subject_uscc: params.id === undefined ? textOf(params.tyshxydm) : null,
        document_ids: ids,
        ids_digest: createHash('md5').update(ids.join('\n')).digest('hex'),
        extra: page === null ? null : listPage.extra(page, asAsked(page, pageNo)),
      },
    ],
    enterprise_documents: documents.map(({ row }) => row),
    document_parties: documents.flatMap(({ parties }) => parties),
    document_amounts: documents.flatMap(({ amounts }) => amounts),
    document_events: documents.flatMap(({ events }) => events),
  }
}

/** The page number, where it restates the one asked for. */
const asAsked = (page: JsonObject, asked: number): ReadonlySet<string> =>
  new Set(integerOf(page.pageNo) === asked ? ['pageNo'] : [])

interface Enterprise {
  readonly id: string
  readonly nameKey: string | null
}

type Party = TableRow<'document_parties'>
type DocumentColumns = ReturnType<typeof listed.read>

function documentOf(record: JsonObject, documentId: string, enterprise: Enterprise) {
  const columns = listed.read(record)
  const own = caseNumberOf(columns.case_number)
  const number = caseNumberColumns(own)
  const parties = partyRows(columns, documentId)
  const part = operativePart(columns.result === null ? null : withFullStops(columns.result), null)
  const found = outcomeOf(columns, part, number.type_code)
  // In place, for lists are the hottest path: a copy of the row takes a seventh of it.
  const row: TableRow<'enterprise_documents'> = Object.assign(columns, number, {
    enterprise_id: enterprise.id,
    document_id: documentId,
    role: roleOf(parties, enterprise.nameKey),
    outcome: found?.outcome ?? null,
    outcome_rule: found?.rule ?? null,
    outcome_evidence: found?.evidence ?? null,
    extra: listed.extra(record),
  })
  const { procedure, document_kind } = columns
  const isJudgment = /判决/.test(document_kind ?? '')
  const isEnforcement = isEnforcementItself(own, /执行/.test(procedure ?? '') ? '执行案件' : null, procedure)
  const legal = once(() => legalParties(parties, procedure, own))
  const orders = once(() => ordersOf(part, legal))
  return {
    row,
    parties: withResults(parties, found, part, legal, orders),
    amounts: orders().map((amount, index) => ({
      document_id: documentId,
      ordinal: index + 1,
      ...sumColumns(amount),
    })),
    events: eventRows(documentId, {
      number: own,
      part,
      isEnforcement,
      isJudgment,
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
  part: OperativePart | null,
  typeCode: string | null,
): ClassifiedOutcome | null {
  const type = caseType(typeCode)
  return classifyOutcome(part, {
    kind: document_kind,
    category: type?.category ?? null,
    procedure: type?.procedure ?? procedure,
  })
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
