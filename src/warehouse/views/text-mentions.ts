import { dataTables } from '../../rows/tables/index.ts'
import { date, type View } from '../../rows/tables/table.ts'
import * as columns from './subject-columns.ts'
import { subjectNames } from './subject-sql.ts'

const { matter, manner, amount, currency, evidence } = dataTables.case_mentions.columns

/** What texts of enterprises that owe or may owe name without a word that it was done; of others only what may mean them. */
export const textMentions: View = {
  term: '文书提及',
  meaning:
    'sentences of texts that name 失信, 限高, a bankruptcy, a payment that was not credited or a claim of another beside what was read as a fact, and what courts found (case_mentions); one row a document, matter and manner',
  columns: {
    enterprise_id: columns.enterpriseId,
    matter,
    manner,
    document_id: columns.documentId('document that names it'),
    case_key: columns.caseKey('case of the document'),
    family_key: columns.familyKey,
    said_on: date('陈述日', 'date of the document', '2023-06-01'),
    amount,
    currency,
    evidence,
  },
  sql: `
    SELECT d.enterprise_id, m.matter, m.manner, d.document_id, d.case_key, d.family_key, d.decided_on AS said_on, min(m.amount) AS amount, min(m.currency) AS currency, min(m.evidence) AS evidence
    FROM case_mentions AS m JOIN subject_documents AS d ON d.library = m.library AND d.case_id = m.case_id
    LEFT JOIN (SELECT enterprise_id, list(name_key) AS names FROM (${subjectNames}) GROUP BY ALL) AS n ON n.enterprise_id = d.enterprise_id
    WHERE coalesce(d.original_role, d.role) = 'defendant' AND (len(m.against_keys) = 0 OR list_has_any(m.against_keys, n.names))
    GROUP BY ALL`,
}
