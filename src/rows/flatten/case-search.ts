import { caseLibraries, documentKindOf } from '../../contract/enumerations.ts'
import { operations } from '../../contract/operations.ts'
import { identifierOf, isBlank, isObject, type JsonObject } from '../../contract/values.ts'
import { caseSearchAsked, caseSearchEnvelope } from '../tables/cases.ts'
import type { Rows, TableRow } from '../tables/index.ts'
import { readerOf } from '../tables/reader.ts'
import { caseNumberColumns, caseNumberOf, readers } from './columns.ts'
import { extraOf, type FlattenInput, identityOf, orNull } from './values.ts'

const asked = readerOf({ columns: caseSearchAsked })
const envelope = readerOf(caseSearchEnvelope)

const { defaults } = operations.case_vector_search

/** A search for similar cases (docs/contract.md, case_vector_search) and its hits. */
export function flattenCaseSearch({ params, records, body, callKey, runId }: FlattenInput): Rows {
  const ids = records.map((record, index) => identityOf(identifierIn(record.scid), callKey, index))
  return {
    case_searches: [
      {
        ...envelopeColumns(isObject(body) ? body : {}),
        ...askedColumns(params),
        search_run_id: runId,
        search_key: callKey,
        hits: ids.length,
        case_ids: ids,
      },
    ],
    case_hits: records.map((record, index) => hitRow(record, callKey, index + 1, ids[index] ?? '')),
  }
}

function askedColumns(params: JsonObject) {
  const columns = asked.read({ ...(isObject(params.wenshu_filter) && params.wenshu_filter), ...params })
  return {
    ...columns,
    is_rewritten: columns.is_rewritten ?? defaults.rewrite_flag,
    wanted: columns.wanted ?? defaults.return_num,
    authoritative_only: columns.authoritative_only ?? false,
    document_kinds: columns.document_kinds.map(documentKindOf),
  }
}

function envelopeColumns(body: JsonObject) {
  const { extra } = body
  const others = isObject(extra)
    ? orNull(
        Object.fromEntries(
          Object.entries(extra).filter(([name, held]) => name !== 'wenshu' && !isBlank(held)),
        ),
      )
    : extra
  const columns = envelope.read(body)
  return { ...columns, extra: orNull({ ...columns.extra, ...(!isBlank(others) && { extra: others }) }) }
}

function hitRow(record: JsonObject, searchKey: string, rank: number, id: string): TableRow<'case_hits'> {
  const columns = readers.case_hits.read(record)
  const scid = restOfScid(record.scid, id)
  return {
    ...columns,
    ...caseNumberColumns(caseNumberOf(columns.case_number)),
    search_key: searchKey,
    rank,
    case_id: id,
    library: caseLibraries.find((name) => name === columns.source_library?.trim().toLowerCase()) ?? null,
    extra: orNull({ ...columns.extra, ...(scid !== null && { scid }) }),
  }
}

const identifierNames = ['id', 'scid', '_id', 'value', '$oid']

/** The identifier in scid: itself by the sample, in an object by the field table (docs/contract.md, Case hit). */
function identifierIn(scid: unknown): unknown {
  if (!isObject(scid)) return scid
  const named = identifierNames.map((name) => scid[name]).find((held) => isScalar(held))
  const scalars = Object.values(scid).filter(isScalar)
  return named ?? (scalars.length === 1 ? scalars[0] : scid)
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' && identifierOf(value) !== null

/** Members of a scid object beside the identifier. */
function restOfScid(scid: unknown, id: string): JsonObject | null {
  if (!isObject(scid)) return null
  const taken = Object.keys(scid).find((name) => isScalar(scid[name]) && identifierOf(scid[name]) === id)
  return taken === undefined ? null : extraOf(scid, new Set([taken]))
}
