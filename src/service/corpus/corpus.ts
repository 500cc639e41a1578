import { readdir } from 'node:fs/promises'
import { type CaseSearch, caseSearchOver } from '../search/case-search.ts'
import { type StatuteSearch, statuteSearchOver } from '../search/statute-search.ts'
import { type CaseLibrary, type CaseSet, loadCases } from './cases.ts'
import { CorpusError } from './corpus-error.ts'
import { type DocumentList, loadDocuments } from './documents.ts'
import { type EnterpriseSet, loadEnterprises } from './enterprises.ts'
import type { CorpusFolder } from './records.ts'
import { loadStatutes } from './statutes.ts'

/** Everything the service answers from, in memory; the two searches build their index when first asked. */
export interface Corpus {
  readonly cases: Readonly<Record<CaseLibrary, CaseSet>>
  readonly enterprises: EnterpriseSet
  readonly documents: ReadonlyMap<string, DocumentList>
  readonly searchCases: CaseSearch
  readonly searchStatutes: StatuteSearch
}

/**
 * Loads a folder of NDJSON files in the contract's record shapes; a missing file is an empty set.
 * Throws CorpusError when the folder cannot be read or a line is not what section 2 says.
 */
export async function loadCorpus(path: string): Promise<Corpus> {
  const folder: CorpusFolder = { path, files: await filesIn(path) }
  const cases = { ptal: await loadCases(folder, 'ptal'), qwal: await loadCases(folder, 'qwal') }
  return {
    cases,
    enterprises: await loadEnterprises(folder),
    documents: await loadDocuments(folder),
    searchCases: caseSearchOver([...cases.ptal.all, ...cases.qwal.all]),
    searchStatutes: statuteSearchOver(await loadStatutes(folder)),
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
