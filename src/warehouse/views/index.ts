import { ownTables } from '../../rows/tables/index.ts'
import type { View } from '../../rows/tables/table.ts'
import { appliedArticles, citationArticles, citedArticles } from './articles.ts'
import { changes } from './changes.ts'
import { contradictions } from './contradictions.ts'
import { coverage, deadLetters, drift, listScans, listSweeps } from './coverage.ts'
import { documentRemarks, textMentions } from './document-remarks.ts'
import { events } from './events.ts'
import { guarantees, otherDebtors } from './guarantees.ts'
import { jobDocuments, jobEnterprises, jobSearches } from './job.ts'
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
import { openQuestions } from './open-questions.ts'
import { awardedPayments, claimedPayments, enforcedPayments, orderedPayments } from './payments.ts'
import { portfolioConcentrations, portfolioLinks, portfolioSuits } from './portfolio.ts'
import { redFlags } from './red-flags.ts'
import { beside, withNames } from './subject-columns.ts'
import { litigationCases, unlistedCases } from './suits.ts'

const jobOfRun = { job: { ...ownTables.runs.columns.job, source: 'runs' } }

const lastRunsOf = (name: string, view: View): View => ({
  ...view,
  meaning: `of the last run of each job: ${view.meaning}`,
  sql: `SELECT * FROM ${name}_history WHERE run_id IN (SELECT max(run_id) FROM runs GROUP BY job)`,
})

/** Views over the tables, in the order in which they may build on each other. */
const named = withNames({
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
  text_mentions: textMentions,
  document_remarks: documentRemarks,
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
  other_debtors: otherDebtors,
  guarantees,
  case_families: caseFamilies,
  red_flags: redFlags,
  contradictions,
  open_questions: openQuestions,
  portfolio_links: portfolioLinks,
  portfolio_suits: portfolioSuits,
  portfolio_concentrations: portfolioConcentrations,
  cited_articles: citedArticles,
  applied_articles: appliedArticles,
  changes,
  dead_letters: deadLetters,
  drift,
})

/** Whether each row is of a run; what an answer states has the run of that answer, and its call. */
const isOfEachRun = ({ columns }: View): boolean => 'run_id' in columns && !('call_key' in columns)

/** The views. One of each run has the job of each, and under its name the last run of each job, as `…_history` every run. */
export const views: Readonly<Record<string, View>> = Object.fromEntries(
  Object.entries(named).flatMap(([name, view]) => {
    if (!isOfEachRun(view)) return [[name, view]]
    const labelled = beside(view, 'runs', 'run_id', jobOfRun, 'job')
    return [
      [
        `${name}_history`,
        { ...labelled, term: `历次${view.term}`, meaning: `of every run: ${view.meaning}` },
      ],
      [name, lastRunsOf(name, labelled)],
    ]
  }),
)
