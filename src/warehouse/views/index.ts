import { appliedArticles, citationArticles, citedArticles } from './articles.ts'
import { changes } from './changes.ts'
import { contradictions } from './contradictions.ts'
import { coverage, deadLetters, drift } from './coverage.ts'
import { events } from './events.ts'
import { jobDocuments, jobEnterprises, jobSearches } from './job.ts'
import { listScans, listSweeps } from './lists.ts'
import {
  caseFamilies,
  counterparties,
  documentDetails,
  litigationByCause,
  litigationByCourt,
  litigationByYear,
  litigationOverview,
} from './litigation.ts'
import { bankruptcies, enterpriseMarks, frozenProperty } from './marks.ts'
import {
  awardedPayments,
  claimedPayments,
  enforcedPayments,
  guarantees,
  orderedPayments,
} from './payments.ts'
import { portfolioConcentrations, portfolioLinks, portfolioSuits } from './portfolio.ts'
import { redFlags } from './red-flags.ts'
import { withNames } from './subject-columns.ts'
import { litigationCases, unlistedCases } from './suits.ts'

/** Views over the tables, in the order in which they may build on each other. */
export const views = withNames({
  job_enterprises: jobEnterprises,
  job_searches: jobSearches,
  job_documents: jobDocuments,
  list_sweeps: listSweeps,
  list_scans: listScans,
  document_details: documentDetails,
  citation_articles: citationArticles,
  coverage,
  events,
  enterprise_marks: enterpriseMarks,
  frozen_property: frozenProperty,
  bankruptcies,
  litigation_cases: litigationCases,
  unlisted_cases: unlistedCases,
  litigation_overview: litigationOverview,
  litigation_by_year: litigationByYear,
  litigation_by_cause: litigationByCause,
  litigation_by_court: litigationByCourt,
  counterparties,
  ordered_payments: orderedPayments,
  awarded_payments: awardedPayments,
  enforced_payments: enforcedPayments,
  claimed_payments: claimedPayments,
  guarantees,
  case_families: caseFamilies,
  red_flags: redFlags,
  contradictions,
  portfolio_links: portfolioLinks,
  portfolio_suits: portfolioSuits,
  portfolio_concentrations: portfolioConcentrations,
  cited_articles: citedArticles,
  applied_articles: appliedArticles,
  changes,
  dead_letters: deadLetters,
  drift,
})
