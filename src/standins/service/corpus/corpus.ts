import { readdir } from 'node:fs/promises'
import type { DocumentPage } from '../../../contract/records.ts'
import { once } from '../../../contract/values.ts'
import { caseSearchOver } from '../search/case-search.ts'
import { loadStatutes, type StatuteQuery, statuteSearchOver } from '../search/statutes.ts'
import { type CaseLibrary, loadCases } from './cases.ts'
import { loadDocuments, loadEnterprises } from './enterprises.ts'
import { CorpusError, type CorpusFolder } from './records.ts'

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
