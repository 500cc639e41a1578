import { readdir } from 'node:fs/promises'
import { caseLibraries, documentKindOf } from '../../contract/enumerations.ts'
import { effectiveLimit, type Operation, splitOnSpaces } from '../../contract/operation.ts'
import { maximumCaseRecords } from '../../contract/operations/cases.ts'
import { defaultPageSize } from '../../contract/operations/enterprises.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import type { DocumentPage } from '../../contract/records.ts'
import { isObject, type JsonObject, once } from '../../contract/values.ts'
import { parseDate } from '../../legal/dates.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { foldWidth } from '../../legal/text.ts'
import { type CaseLibrary, loadCases } from './corpus/cases.ts'
import { loadDocuments, loadEnterprises } from './corpus/enterprises.ts'
import { CorpusError, type CorpusFolder } from './corpus/records.ts'
import {
  failure,
  notFound,
  type Reply,
  success,
  successWithHits,
  successWithRecords,
  unexpectedCode,
  unexpectedMessage,
} from './reply.ts'
import { type CaseFilter, caseSearchOver } from './search/case-search.ts'
import { loadStatutes, type StatuteQuery, statuteSearchOver } from './search/statutes.ts'

/** Source of the answers to the six operations, over HTTP and over the tools alike: a corpus. */
export interface Answers {
  /** Never throws: an unexpected error is a failure in the operation's envelope. */
  readonly answer: (name: OperationName, params: JsonObject) => Reply | Promise<Reply>
}

/** Answers from a corpus: a folder, see `loadLibrary`, which is read into memory. */
export async function corpusAnswers(corpus: string, pageSize = defaultPageSize): Promise<Answers> {
  const library = await loadLibrary(corpus, pageSize)
  return {
    answer(name, params) {
      try {
        return handlers[name](library, params)
      } catch (error) {
        return { ...failure(operations[name], unexpectedCode, unexpectedMessage), error }
      }
    },
  }
}

/** One operation: from parameters as they arrived to the whole answer. May throw. */
type Handler = (library: Library, params: JsonObject) => Reply

const handlers: Readonly<Record<OperationName, Handler>> = {
  case_vector_search: searchCases,
  rh_case_details: caseDetails,
  rh_ft_search: searchStatutes,
  rh_enterpriseWritList: litigationList,
  rh_enterpriseSearch: searchEnterprises,
  rh_company_info: companyInfo,
}

/** Case search (contract 4.1). `rewrite_flag` changes nothing: there is no rewriter here. */
function searchCases({ searchCases }: Library, params: JsonObject): Reply {
  const op = operations.case_vector_search
  const query = textOf(params.query)
  if (query === '') return failure(op, 501, 'query 参数不可为空!')
  const limit = limitOf(op, 'return_num', params.return_num)
  return successWithHits(searchCases(query, filterOf(params.wenshu_filter), limit))
}

function filterOf(value: unknown): CaseFilter {
  const given: JsonObject = isObject(value) ? value : {}
  return {
    anyOf: {
      library: given.dianxing === true ? ['qwal'] : [],
      category: textsOf(textOf(given.wenshu_type)),
      causes: textsOf(given.ay),
      kind: textsOf(given.wszl).map(documentKindOf),
      court: textsOf(given.fayuan).map(foldWidth),
      level: textsOf(textOf(given.cj)),
      province: textsOf(textOf(given.xzqh_p)),
      city: textsOf(textOf(given.xzqh_c)),
    },
    after: dateOf(given.ja_start),
    before: dateOf(given.ja_end),
  }
}

/** Case detail (contract 4.2): by id, else by case number, in one of the two libraries. */
function caseDetails({ cases }: Library, params: JsonObject): Reply {
  const op = operations.rh_case_details
  const id = textOf(params.id)
  const number = foldWidth(textOf(params.ah))
  if (id === '' && number === '') return failure(op, 500, '参数异常!')
  const type = textOf(params.type)
  const library = caseLibraries.find((name) => name === type)
  if (library === undefined) return failure(op, 500, `不支持的type(${type})类型`)
  const found = cases(library, id === '' ? { number } : { id })
  if (found.length === 0) return success(null, '未查询到相关内容')
  return successWithRecords(found.slice(0, maximumCaseRecords))
}

/** Statute search (contract 4.3, rules 1–3 and 5). */
function searchStatutes({ searchStatutes }: Library, params: JsonObject): Reply {
  const op = operations.rh_ft_search
  if (Object.keys(params).length === 0) return failure(op, 500, '请求参数不能为空')
  const keywords = partsOf(params.keyword)
  if (keywords.length === 0) return failure(op, 501, 'keyword 参数不可为空!')
  const found = searchStatutes({
    keywords,
    mode: textOf(params.search_mode).toUpperCase() === 'OR' ? 'OR' : 'AND',
    regulation: partsOf(params.fgmc),
    anyOf: { xljb_1: partsOf(params.xljb_1), sxx: partsOf(params.sxx), dy: partsOf(params.dy) },
    within: {
      fbrq: { from: dateOf(params.fbrq_start), to: dateOf(params.fbrq_end) },
      ssrq: { from: dateOf(params.ssrq_start), to: dateOf(params.ssrq_end) },
    },
    limit: limitOf(op, 'top_k', params.top_k),
  })
  return success(found)
}

/** Litigation documents of an enterprise, page by page (contract 4.4). */
function litigationList({ documentPage }: Library, params: JsonObject): Reply {
  const op = operations.rh_enterpriseWritList
  const [id, creditCode] = [textOf(params.id), textOf(params.tyshxydm)]
  if (id === '' && creditCode === '') return failure(op, 500, '参数异常!')
  const page = documentPage(id, creditCode, limitOf(op, 'pageNo', params.pageNo))
  return page === undefined ? notFound() : success(page)
}

/** Enterprise candidates by part of the name (contract 4.5): the same name, then a prefix of it, then others. */
function searchEnterprises({ candidates }: Library, params: JsonObject): Reply {
  const op = operations.rh_enterpriseSearch
  const name = enterpriseNameKey(textOf(params.name))
  if (name === '') return failure(op, 501, 'name 参数不可为空!')
  const found = candidates(name)
  if (found.length === 0) return notFound()
  const limit = limitOf(op, 'top_k', params.top_k)
  // They come in the order of names, and so does each rank.
  const rankOf = (key: string) => (key === name ? 0 : key.startsWith(name) ? 1 : 2)
  const ranked = [0, 1, 2].flatMap((rank) => found.filter(({ nameKey }) => rankOf(nameKey) === rank))
  return success(ranked.slice(0, limit).map(({ candidate }) => candidate))
}

/** Enterprise detail by current, former or short name, in that order (contract 4.6). */
function companyInfo({ companies }: Library, params: JsonObject): Reply {
  const op = operations.rh_company_info
  const name = enterpriseNameKey(textOf(params.name))
  if (name === '') return failure(op, 501, 'name 参数不可为空!')
  const found = companies(name)
  if (found.length === 0) return notFound()
  return success(found.slice(0, limitOf(op, 'num', params.num)))
}

/*
 * Parameters as they arrive: members of a JSON body, or strings of a query. The service is lenient where the
 * contract is silent; docs/embedded-service.md lists the choices.
 */

/** A text without its outer spaces; '' when absent or no text. Of a repeated query parameter, the first. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return textOf(value[0])
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim() : ''
}

/** Several texts; a single one is a list of one. */
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== '')

const partsOf = (value: unknown): string[] => splitOnSpaces(textOf(value))

/** A number, or a string of one; undefined when absent or no number. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const text = textOf(value)
  return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
}

/** A date yyyy-MM-dd, '' when absent. @throws Error for anything else */
function dateOf(value: unknown): string {
  const text = textOf(value)
  if (text !== '' && parseDate(text)?.date !== text)
    throw new Error(`expected a date yyyy-MM-dd, got ${text}`)
  return text
}

/** The number the service works with for a limited parameter of the operation (contract 8). */
function limitOf(op: Pick<Operation, 'name' | 'limits'>, name: string, value: unknown): number {
  const limit = op.limits[name]
  if (limit === undefined) throw new Error(`${op.name} sets no limit for ${name}`)
  return effectiveLimit(limit, numberOf(value))
}

/** Records that the operations answer from. An empty result means that it holds none. */
export type Library = Awaited<ReturnType<typeof loadLibrary>>

/**
 * Loads a folder of NDJSON files in the contract's record shapes into memory; a missing file is an empty set. The two searches build their
 * index when first asked. `pageSize` is the items of a page of the litigation list (contract 4.4).
 * Throws CorpusError when the folder cannot be read or a line is not what section 2 says.
 */
export async function loadLibrary(path: string, pageSize: number) {
  const folder: CorpusFolder = { path, files: await filesIn(path) }
  const articles = await loadStatutes(folder)
  const searchStatutes = once(() => statuteSearchOver(articles))
  const libraries = { ptal: await loadCases(folder, 'ptal'), qwal: await loadCases(folder, 'qwal') }
  const enterprises = await loadEnterprises(folder)
  const documentsOf = await loadDocuments(folder)

  /** By id, or '' where that is not given by code (contract 4.4). An enterprise may be known by its documents only; then it has no name. */
  function ownerOf(id: string, creditCode: string): Pick<DocumentPage, 'id' | 'name'> | undefined {
    const found = (id === '' ? enterprises.byCreditCode.get(creditCode) : enterprises.byId.get(id))?.[0]
    if (found !== undefined) return { id: found.id, name: found.name }
    return id !== '' && documentsOf.has(id) ? { id, name: '' } : undefined
  }
  return {
    /** Cases as JSON texts, spliced into the answer as they are; a number is folded. */
    cases(
      library: CaseLibrary,
      by: { readonly id: string } | { readonly number: string },
    ): readonly Buffer[] {
      const { byId, byNumber } = libraries[library]
      return ('id' in by ? byId.get(by.id) : byNumber.get(by.number))?.map(({ json }) => json) ?? []
    },
    searchCases: caseSearchOver([...libraries.ptal.all, ...libraries.qwal.all]),
    searchStatutes: (query: StatuteQuery) => searchStatutes()(query),
    /** A page of a litigation list; undefined when the enterprise is not known. */
    documentPage(id: string, creditCode: string, pageNo: number): DocumentPage | undefined {
      const owner = ownerOf(id, creditCode)
      if (owner === undefined) return undefined
      const { documents, total } = documentsOf.get(owner.id) ?? { documents: [], total: 0 }
      const end = pageNo * pageSize
      const list = documents.slice(end - pageSize, end)
      return { ...owner, total, pageNo, pageSize, hasMore: end < documents.length, list }
    },
    /** Enterprises whose folded name holds this text, in the order of names, then of ids. */
    candidates: (nameKey: string) => enterprises.all.filter((one) => one.nameKey.includes(nameKey)),
    /** Detail records of the enterprises of a folded name: current, former, then short. */
    companies(nameKey: string) {
      const found = new Set(enterprises.byAnyName.flatMap((names) => names.get(nameKey) ?? []))
      return [...found].map(({ detail }) => detail)
    },
  }
}

async function filesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (cause) {
    throw new CorpusError(`Corpus folder ${path} cannot be read: expected a folder of .ndjson files`, {
      cause,
    })
  }
}
