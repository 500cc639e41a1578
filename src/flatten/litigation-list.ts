import { createHash } from 'node:crypto'
import { integerOf, isObject, type JsonObject, textOf } from '../contract/values.ts'
import { caseType } from '../legal/case-numbers.ts'
import { enterpriseNameKey } from '../legal/names.ts'
import { classifyOutcome, operativePart } from '../legal/operative-part.ts'

import type { Rows, TableRow } from '../tables/index.ts'
import { enterpriseDocuments, listPages } from '../tables/litigation.ts'
import { readerOf } from '../tables/reader.ts'
import { caseNumberColumns } from './case-reading.ts'
import type { FlattenInput } from './content.ts'
import { identityOf } from './values.ts'

const listPage = readerOf(listPages)
const listed = readerOf(enterpriseDocuments)

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
  const number = caseNumberColumns(columns.case_number)
  const parties = partyRows(columns, documentId)
  // In place, for lists are the hottest path: a copy of the row takes a seventh of it.
  const row: TableRow<'enterprise_documents'> = Object.assign(columns, number, {
    enterprise_id: enterprise.id,
    document_id: documentId,
    role: roleOf(parties, enterprise.nameKey),
    ...outcomeColumns(columns, number.type_code),
    extra: listed.extra(record),
  })
  return { row, parties }
}

/** The one side that names the enterprise; null when none does, or several. */
function roleOf(parties: readonly Party[], nameKey: string | null): string | null {
  const naming = new Set(parties.filter(({ name_key }) => name_key === nameKey).map(({ side }) => side))
  return naming.size === 1 ? ([...naming][0] ?? null) : null
}

function outcomeColumns({ result, document_kind, procedure }: DocumentColumns, typeCode: string | null) {
  const type = caseType(typeCode)
  const found = classifyOutcome(operativePart(result, null), {
    kind: document_kind,
    category: type?.category ?? null,
    procedure: type?.procedure ?? procedure,
  })
  return {
    outcome: found?.outcome ?? null,
    outcome_rule: found?.rule ?? null,
    outcome_evidence: found?.evidence ?? null,
  }
}

const partyRows = ({ plaintiffs, defendants, third_parties }: DocumentColumns, documentId: string): Party[] =>
  Object.entries({ plaintiff: plaintiffs, defendant: defendants, third_party: third_parties }).flatMap(
    ([side, names]) =>
      names.map((name, index) => ({
        document_id: documentId,
        side,
        ordinal: index + 1,
        name,
        name_key: enterpriseNameKey(name),
      })),
  )
