import { createHash } from 'node:crypto'
import { isObject, type JsonObject } from '../contract/answer.ts'
import { caseType } from '../legal/case-numbers.ts'
import { enterpriseNameKey } from '../legal/names.ts'
import { classifyOutcome, operativePart } from '../legal/operative-part.ts'

import type { Rows, TableRow } from '../tables/index.ts'
import { caseNumberColumns } from './case-reading.ts'
import type { FlattenInput } from './content.ts'
import { booleanOf, dateOf, extraOf, identifierOf, identityOf, integerOf, textOf, textsOf } from './values.ts'

const pageMembers = ['id', 'name', 'list'] as const
const itemMembers = new Set([
  '文书id',
  '标题',
  '案号',
  '时间',
  '案由',
  '审判程序',
  '文书种类',
  '起诉方',
  '应诉方',
  '第三方',
  '裁判结果',
])
const sides = { plaintiff: '起诉方', defendant: '应诉方', third_party: '第三方' } as const

/** One page of the litigation list (contract 2.8): the page itself, its documents and their parties. */
export function flattenLitigationList(input: FlattenInput): Rows {
  const { params, data, callKey } = input
  const page = isObject(data) ? data : null
  const pageNo = integerOf(params.pageNo) ?? 1
  const enterpriseId = identifierOf(page?.id) ?? textOf(params.id)
  // A page that names no enterprise, asked for by code: its documents need one to be kept under.
  const ownerId = enterpriseId ?? `unidentified:uscc:${textOf(params.tyshxydm) ?? ''}`
  const name = textOf(page?.name)
  const enterprise = { id: ownerId, nameKey: name === null ? null : enterpriseNameKey(name) }
  const ids = input.records.map((record, index) => identityOf(record.文书id, callKey, index))
  const parties = input.records.map((record, index) => partyRows(record, ids[index] ?? ''))
  const documents = input.records.map((record, index) =>
    documentRow(record, ids[index] ?? '', enterprise, parties[index] ?? []),
  )
  return {
    list_pages: [
      {
        scan_run_id: input.runId,
        subject: params.id === undefined ? `uscc:${textOf(params.tyshxydm)}` : `id:${textOf(params.id)}`,
        sweep: input.sweep,
        page_no: pageNo,
        is_found: page !== null,
        enterprise_id: enterpriseId,
        subject_uscc: params.id === undefined ? textOf(params.tyshxydm) : null,
        enterprise_name: name,
        declared_total: integerOf(page?.total),
        page_size: integerOf(page?.pageSize),
        has_more: booleanOf(page?.hasMore),
        document_ids: ids,
        ids_digest: createHash('md5').update(ids.join('\n')).digest('hex'),
        extra: page === null ? null : extraOf(page, pageMembersOf(page, pageNo)),
      },
    ],
    enterprise_documents: documents,
    document_parties: parties.flat(),
  }
}

/** Members with a column. One that could not be read, or another page number than the one asked for, has none. */
function pageMembersOf(page: JsonObject, asked: number): ReadonlySet<string> {
  const isRead = {
    total: integerOf(page.total) !== null,
    pageSize: integerOf(page.pageSize) !== null,
    hasMore: booleanOf(page.hasMore) !== null,
    pageNo: integerOf(page.pageNo) === asked,
  }
  return new Set([
    ...pageMembers,
    ...Object.entries(isRead).flatMap(([name, isMapped]) => (isMapped ? [name] : [])),
  ])
}

interface Enterprise {
  readonly id: string
  readonly nameKey: string | null
}

type Party = TableRow<'document_parties'>

function documentRow(
  record: JsonObject,
  documentId: string,
  enterprise: Enterprise,
  parties: readonly Party[],
): TableRow<'enterprise_documents'> {
  const number = caseNumberColumns(identifierOf(record.案号))
  return {
    enterprise_id: enterprise.id,
    document_id: documentId,
    title: textOf(record.标题),
    ...number,
    decided_on: dateOf(record.时间),
    decided_text: textOf(record.时间),
    cause: textOf(record.案由),
    procedure: textOf(record.审判程序),
    document_kind: textOf(record.文书种类),
    plaintiffs: textsOf(record.起诉方),
    defendants: textsOf(record.应诉方),
    third_parties: textsOf(record.第三方),
    result: textOf(record.裁判结果),
    role: roleOf(parties, enterprise.nameKey),
    ...outcomeColumns(record, number.type_code),
    extra: extraOf(record, itemMembers),
  }
}

/** The one side that names the enterprise; null when none does, or several. */
function roleOf(parties: readonly Party[], nameKey: string | null): string | null {
  const naming = new Set(parties.filter(({ name_key }) => name_key === nameKey).map(({ side }) => side))
  return naming.size === 1 ? ([...naming][0] ?? null) : null
}

function outcomeColumns(record: JsonObject, typeCode: string | null) {
  const type = caseType(typeCode)
  const found = classifyOutcome(operativePart(textOf(record.裁判结果), null), {
    kind: textOf(record.文书种类),
    category: type?.category ?? null,
    procedure: type?.procedure ?? textOf(record.审判程序),
  })
  return {
    outcome: found?.outcome ?? null,
    outcome_rule: found?.rule ?? null,
    outcome_evidence: found?.evidence ?? null,
  }
}

const partyRows = (record: JsonObject, documentId: string): Party[] =>
  Object.entries(sides).flatMap(([side, member]) =>
    textsOf(record[member]).map((name, index) => ({
      document_id: documentId,
      side,
      ordinal: index + 1,
      name,
      name_key: enterpriseNameKey(name),
    })),
  )
