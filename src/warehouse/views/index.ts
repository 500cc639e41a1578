import { jobEnterprises } from './job-enterprises.ts'
import { documentDetails, listScans } from './litigation.ts'
import { citationArticles } from './statutes.ts'

/** Views over the tables, in the order in which they may build on each other. */
export const views = {
  job_enterprises: jobEnterprises,
  list_scans: listScans,
  document_details: documentDetails,
  citation_articles: citationArticles,
} as const
