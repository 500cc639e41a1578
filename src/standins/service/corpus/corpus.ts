import { readdir } from 'node:fs/promises'
import type { DocumentPage } from '../../../contract/records.ts'
import { once } from '../../../contract/values.ts'
import type { Library, ListOwner } from '../answers.ts'
import { type CaseSearch, caseSearchOver } from '../search/case-search.ts'
import { loadStatutes, statuteSearchOver } from '../search/statutes.ts'
import { type CaseLibrary, type CaseSet, loadCases } from './cases.ts'
import { type DocumentList, type EnterpriseSet, loadDocuments, loadEnterprises } from './enterprises.ts'
import { CorpusError, type CorpusFolder } from './records.ts'

/** Everything the service answers from, in memory; the two searches build their index when first asked. */
export interface Corpus {
  readonly cases: Readonly<Record<CaseLibrary, CaseSet>>
  readonly enterprises: EnterpriseSet
  readonly documents: ReadonlyMap<string, DocumentList>
  readonly searchCases: CaseSearch
  readonly searchStatutes: Library['searchStatutes']
}

/**
 * Loads a folder of NDJSON files in the contract's record shapes; a missing file is an empty set.
 * Throws CorpusError when the folder cannot be read or a line is not what section 2 says.
 */
export async function loadCorpus(path: string): Promise<Corpus> {
  const folder: CorpusFolder = { path, files: await filesIn(path) }
  const articles = await loadStatutes(folder)
  const searchStatutes = once(() => statuteSearchOver(articles))
  const cases = { ptal: await loadCases(folder, 'ptal'), qwal: await loadCases(folder, 'qwal') }
  return {
    cases,
    enterprises: await loadEnterprises(folder),
    documents: await loadDocuments(folder),
    searchCases: caseSearchOver([...cases.ptal.all, ...cases.qwal.all]),
    searchStatutes: (query) => searchStatutes()(query),
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

/** A corpus as the handlers read it; `pageSize` is the items of a page of the litigation list (contract 4.4). */
export const corpusLibrary = (corpus: Corpus, pageSize: number): Library => ({
  cases: (library, by) => {
    const { byId, byNumber } = corpus.cases[library]
    return ('id' in by ? byId.get(by.id) : byNumber.get(by.number))?.map(({ json }) => json) ?? []
  },
  searchCases: corpus.searchCases,
  searchStatutes: corpus.searchStatutes,
  documentPage: (of, pageNo) => pageOf(corpus, of, { pageNo, pageSize }),
  candidates: (nameKey) => corpus.enterprises.all.filter((one) => one.nameKey.includes(nameKey)),
  companies: (nameKey) => {
    const found = new Set(corpus.enterprises.byAnyName.flatMap((names) => names.get(nameKey) ?? []))
    return [...found].map(({ detail }) => detail)
  },
})

function pageOf(
  corpus: Corpus,
  { id, creditCode }: ListOwner,
  { pageNo, pageSize }: Pick<DocumentPage, 'pageNo' | 'pageSize'>,
): DocumentPage | undefined {
  const owner = id === '' ? ownerByCode(corpus, creditCode) : ownerById(corpus, id)
  if (owner === undefined) return undefined
  const { documents, total } = corpus.documents.get(owner.id) ?? { documents: [], total: 0 }
  const end = pageNo * pageSize
  return {
    ...owner,
    total,
    pageNo,
    pageSize,
    hasMore: end < documents.length,
    list: documents.slice(end - pageSize, end),
  }
}

interface Owner {
  readonly id: string
  readonly name: string
}

/** An enterprise may be known by its documents only; then it has no name. */
const ownerById = ({ enterprises, documents }: Corpus, id: string): Owner | undefined => {
  const name = enterprises.byId.get(id)?.[0]?.name
  return name === undefined && !documents.has(id) ? undefined : { id, name: name ?? '' }
}

function ownerByCode({ enterprises }: Corpus, creditCode: string): Owner | undefined {
  const found = enterprises.byCreditCode.get(creditCode)?.[0]
  return found && { id: found.id, name: found.name }
}
