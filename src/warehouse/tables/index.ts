import type { RowOf } from '../table.ts'
import { caseCauses, caseCitations, caseLookups, cases } from './cases.ts'
import { enterpriseCandidates, enterpriseSearches, enterprises, jobInputs } from './enterprises.ts'
import { calls, runs, segments } from './ledger.ts'
import { documentParties, enterpriseDocuments, listPages } from './litigation.ts'
import { articleLookups, articles, regulations } from './statutes.ts'

/** Tables that flatten fills from answers. A parent stands before its children. */
export const dataTables = {
  calls,
  enterprise_searches: enterpriseSearches,
  enterprise_candidates: enterpriseCandidates,
  enterprises,
  list_pages: listPages,
  enterprise_documents: enterpriseDocuments,
  document_parties: documentParties,
  case_lookups: caseLookups,
  cases,
  case_causes: caseCauses,
  case_citations: caseCitations,
  regulations,
  articles,
  article_lookups: articleLookups,
} as const

/** Tables that a run and the loader fill about themselves. */
export const ownTables = { job_inputs: jobInputs, runs, segments } as const

export const allTables = { ...ownTables, ...dataTables }

export type DataTables = typeof dataTables
export type TableName = keyof DataTables
export type TableRow<Name extends TableName> = RowOf<DataTables[Name]>

/** What one answer says, by table. */
export type Rows = { readonly [Name in TableName]?: readonly TableRow<Name>[] }
