import { caseFamilies } from './case-families.ts'
import { changes } from './changes.ts'
import { citedArticles } from './cited-articles.ts'
import { claimedPayments } from './claimed-payments.ts'
import { counterparties } from './counterparties.ts'
import { coverage } from './coverage.ts'
import { deadLetters } from './dead-letters.ts'
import { drift } from './drift.ts'
import { enforcedPayments } from './enforced-payments.ts'
import { jobEnterprises } from './job-enterprises.ts'
import { jobDocuments, jobSearches } from './job-searches.ts'
import { listScans } from './list-scans.ts'
import { listSweeps } from './list-sweeps.ts'
import { documentDetails } from './litigation.ts'
import {
  litigationByCause,
  litigationByCourt,
  litigationByYear,
  litigationOverview,
} from './litigation-tallies.ts'
import { orderedPayments } from './ordered-payments.ts'
import { citationArticles } from './statutes.ts'

/** Views over the tables, in the order in which they may build on each other. */
export const views = {
  job_enterprises: jobEnterprises,
  job_searches: jobSearches,
  job_documents: jobDocuments,
  list_sweeps: listSweeps,
  list_scans: listScans,
  document_details: documentDetails,
  citation_articles: citationArticles,
  coverage,
  litigation_overview: litigationOverview,
  litigation_by_year: litigationByYear,
  litigation_by_cause: litigationByCause,
  litigation_by_court: litigationByCourt,
  counterparties,
  case_families: caseFamilies,
  ordered_payments: orderedPayments,
  enforced_payments: enforcedPayments,
  claimed_payments: claimedPayments,
  cited_articles: citedArticles,
  changes,
  dead_letters: deadLetters,
  drift,
} as const
