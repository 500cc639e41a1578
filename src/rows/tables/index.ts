import { caseBankruptcy, caseIssues } from './case-bankruptcy.ts'
import { caseEnforcement } from './case-enforcement.ts'
import { caseFees, caseInterest } from './case-interest.ts'
import { casePeople } from './case-people.ts'
import { caseHits, caseSearches } from './case-search.ts'
import { caseSentences } from './case-sentences.ts'
import { caseStatements } from './case-statements.ts'
import { caseTerms } from './case-terms.ts'
import { caseAmounts, caseLiabilities, caseParties, caseReferences } from './case-texts.ts'
import { caseCauses, caseCitations, caseLookups, cases } from './cases.ts'
import { documentEvents } from './document-events.ts'
import {
  enterpriseChanges,
  enterpriseMembers,
  enterpriseNames,
  enterpriseShareholders,
} from './enterprise-register.ts'
import {
  enterpriseBranches,
  enterpriseInvestments,
  enterpriseLitigation,
  enterpriseRisks,
} from './enterprise-relations.ts'
import {
  companyLookups,
  enterpriseCandidates,
  enterpriseHistory,
  enterpriseSearches,
  enterprises,
} from './enterprises.ts'
import {
  enterpriseOtherIp,
  enterprisePatents,
  enterpriseSoftwareCopyrights,
  enterpriseTrademarks,
  enterpriseWorkCopyrights,
} from './intellectual-property.ts'
import { calls, flagHistory, jobInputs, runs, segments, unlistedMembers } from './ledger.ts'
import { documentAmounts, documentParties, enterpriseDocuments, listPages } from './litigation.ts'
import {
  articleHits,
  articleLookups,
  articleSearches,
  articles,
  regulationHistory,
  regulations,
} from './statutes.ts'
import type { RowOf } from './table.ts'

/** Tables that flatten fills from answers. A parent stands before its children. */
export const dataTables = {
  calls,
  enterprise_searches: enterpriseSearches,
  enterprise_candidates: enterpriseCandidates,
  company_lookups: companyLookups,
  enterprises,
  enterprise_names: enterpriseNames,
  enterprise_members: enterpriseMembers,
  enterprise_shareholders: enterpriseShareholders,
  enterprise_changes: enterpriseChanges,
  enterprise_trademarks: enterpriseTrademarks,
  enterprise_software_copyrights: enterpriseSoftwareCopyrights,
  enterprise_patents: enterprisePatents,
  enterprise_work_copyrights: enterpriseWorkCopyrights,
  enterprise_other_ip: enterpriseOtherIp,
  enterprise_branches: enterpriseBranches,
  enterprise_investments: enterpriseInvestments,
  enterprise_litigation: enterpriseLitigation,
  enterprise_risks: enterpriseRisks,
  enterprise_history: enterpriseHistory,
  list_pages: listPages,
  enterprise_documents: enterpriseDocuments,
  document_parties: documentParties,
  document_amounts: documentAmounts,
  document_events: documentEvents,
  case_lookups: caseLookups,
  cases,
  case_causes: caseCauses,
  case_citations: caseCitations,
  case_parties: caseParties,
  case_amounts: caseAmounts,
  case_liabilities: caseLiabilities,
  case_people: casePeople,
  case_enforcement: caseEnforcement,
  case_statements: caseStatements,
  case_interest: caseInterest,
  case_fees: caseFees,
  case_terms: caseTerms,
  case_sentences: caseSentences,
  case_bankruptcy: caseBankruptcy,
  case_issues: caseIssues,
  case_references: caseReferences,
  case_searches: caseSearches,
  case_hits: caseHits,
  regulations,
  articles,
  article_lookups: articleLookups,
  article_searches: articleSearches,
  article_hits: articleHits,
  regulation_history: regulationHistory,
  unlisted_members: unlistedMembers,
} as const

/** Tables that a run and the loader fill about themselves. */
export const ownTables = { job_inputs: jobInputs, runs, flag_history: flagHistory, segments } as const

export type DataTables = typeof dataTables
export type TableName = keyof DataTables
export type TableRow<Name extends TableName> = RowOf<DataTables[Name]>

/** What one answer says, by table. */
export type Rows = { readonly [Name in TableName]?: readonly TableRow<Name>[] }
