import { caseLibraries, documentKinds } from '../../contract/enumerations.ts'
import {
  booleanOf,
  dateOf,
  identifierOf,
  integerOf,
  isBlank,
  isObject,
  type JsonObject,
  textOf,
  textsOf,
} from '../../contract/values.ts'
import { dataTables, type Rows, type TableRow } from '../tables/index.ts'
import { readerOf } from '../tables/reader.ts'
import { caseNumberColumns, caseNumberOf } from './case-reading.ts'
import type { FlattenInput } from './content.ts'
import { extraOf, identityOf } from './values.ts'

const envelope = readerOf(dataTables.case_searches)
const hit = readerOf(dataTables.case_hits)

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

type SearchRow = TableRow<'case_searches'>
type AnsweredColumn = 'hits' | 'case_ids' | 'answer' | 'message_id' | 'style' | 'request_id' | 'extra'

/** The search as it was asked, defaults applied. */
function askedColumns(params: JsonObject): Omit<SearchRow, AnsweredColumn | 'search_run_id' | 'search_key'> {
  const filter = isObject(params.wenshu_filter) ? params.wenshu_filter : {}
  return {
    query: textOf(params.query),
    is_rewritten: booleanOf(params.rewrite_flag) ?? true,
    wanted: integerOf(params.return_num) ?? 45,
    category: textOf(filter.wenshu_type),
    causes: textsOf(filter.ay),
    document_kinds: textsOf(filter.wszl).map(kindOf),
    closed_after: dateOf(filter.ja_start),
    closed_before: dateOf(filter.ja_end),
    authoritative_only: booleanOf(filter.dianxing) ?? false,
    courts: textsOf(filter.fayuan),
    court_level: textOf(filter.cj),
    province: textOf(filter.xzqh_p),
    city: textOf(filter.xzqh_c),
  }
}

/** Name of a document kind code (docs/contract.md, Enumerations); one that it does not list stays as it is. */
const kindOf = (code: string): string =>
  Object.hasOwn(documentKinds, code) ? documentKinds[code as keyof typeof documentKinds] : code

function envelopeColumns(body: JsonObject) {
  const { extra } = body
  const others = isObject(extra)
    ? Object.fromEntries(Object.entries(extra).filter(([name, held]) => name !== 'wenshu' && !isBlank(held)))
    : extra
  const isEmpty = isBlank(others) || (isObject(others) && Object.keys(others).length === 0)
  const unlisted = { ...envelope.extra(body), ...(!isEmpty && { extra: others }) }
  return { ...envelope.read(body), extra: Object.keys(unlisted).length === 0 ? null : unlisted }
}

function hitRow(record: JsonObject, searchKey: string, rank: number, id: string): TableRow<'case_hits'> {
  const columns = hit.read(record)
  const library = caseLibraries.find((name) => name === columns.source_library?.trim().toLowerCase())
  const scid = restOfScid(record.scid, id)
  const extra = { ...hit.extra(record), ...(scid !== null && { scid }) }
  return {
    ...columns,
    ...caseNumberColumns(caseNumberOf(columns.case_number)),
    search_key: searchKey,
    rank,
    case_id: id,
    library: library ?? null,
    extra: Object.keys(extra).length === 0 ? null : extra,
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
