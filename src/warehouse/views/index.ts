import { ownTables } from '../../rows/tables/index.ts'
import type { View } from '../../rows/tables/table.ts'
import { appliedArticles, citationArticles, citedArticles } from './articles.ts'
import { changes } from './changes.ts'
import { contradictions } from './contradictions.ts'
import { coverage, deadLetters, drift } from './coverage.ts'
import { documentRemarks, textMentions } from './document-remarks.ts'
import { events } from './events.ts'
import { guarantees, otherDebtors } from './guarantees.ts'
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
import { openQuestions } from './open-questions.ts'
import { awardedPayments, claimedPayments, enforcedPayments, orderedPayments } from './payments.ts'
import { portfolioConcentrations, portfolioLinks, portfolioSuits } from './portfolio.ts'
import { redFlags } from './red-flags.ts'
import { withColumn, withNames } from './subject-columns.ts'
import { litigationCases, unlistedCases } from './suits.ts'

/** Views with rows of each run, and the job of each. Under these names they have the last run of each job, as `…_history` every run. */
const ofEachRun = [
  'job_enterprises',
  'job_searches',
  'job_documents',
  'list_sweeps',
  'list_scans',
  'coverage',
  'portfolio_links',
  'portfolio_suits',
  'portfolio_concentrations',
  'changes',
] as const

type WithHistory<Views> = Views & { readonly [Name in `${(typeof ofEachRun)[number]}_history`]: View }

function withHistory<const Views extends Readonly<Record<(typeof ofEachRun)[number], View>>>(
  given: Views,
): WithHistory<Views> {
  const isOfEachRun = (name: string): boolean => ofEachRun.some((one) => one === name)
  const all = Object.entries<View>(given).flatMap(([name, view]) => {
    if (!isOfEachRun(name)) return [[name, view]]
    const labelled = withJob(view)
    return [
      [`${name}_history`, historyOf(labelled)],
      [name, lastRunsOf(name, labelled)],
    ]
  })
  return Object.fromEntries(all)
}

/** A view with the job of each row behind its run. */
function withJob(view: View): View {
  const columns = withColumn(view.columns, 'run_id', {
    job: { ...ownTables.runs.columns.job, source: 'runs' },
  })
  const selected = Object.keys(columns).map((name) => (name === 'job' ? 'r.job' : `v.${name}`))
  return {
    ...view,
    columns,
    sql: `
    SELECT ${selected.join(', ')} FROM (${view.sql}) AS v LEFT JOIN runs AS r ON r.run_id = v.run_id`,
  }
}

const historyOf = (view: View): View => ({
  ...view,
  term: `历次${view.term}`,
  meaning: `of every run: ${view.meaning}`,
})

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

export const views = withHistory(named)
