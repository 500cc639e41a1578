import type { Words } from '../words.ts'
import { s } from './plural.ts'

/** Limits, appendices and the index of a batch, in English. */
export const closing: Pick<Words, 'limits' | 'limitsDatabase' | 'privacy' | 'appendices' | 'index'> = {
  limits: [
    'Every figure is worked out from the documents listed by a named, versioned rule; nothing is estimated, and what no rule recognises is said to be not recognised.',
    'Documents are not cases: a case number may have several documents, and published documents are not all cases.',
    'Cases that ended by mediation, or concern state secrets, minors or divorce, are normally not published; publication takes time.',
    'Documents published of late often anonymise parties: these cannot be matched to the enterprise and may be missing from its list.',
    'The service has no list of persons subject to enforcement nor of dishonest ones. Enforcement is derived from enforcement documents (case numbers of 执, 执恢, 执保) and the risk entries of the enterprise details, and may run ahead of or behind the actual state.',
    'Sums ordered, in enforcement and claimed are worked out apart and must not be added up; they come from full texts that are held, and interest that runs on has no exact sum.',
    '“No appeal held” and “open” are said of the documents held; what the warehouse does not hold may exist.',
    'A list is read page by page, at no single moment: a change inside it that leaves total and first page as they were cannot be seen.',
    'Case families are joined by the case numbers that full texts cite; a document without its full text, or whose number is masked, is a family of its own.',
    'Validity of statutes is what the service gives, with its dates; check the official text before relying on it.',
    'Causes, courts and sides are as documents state them; enterprises of one name are told apart by the id that was matched.',
    'This report is for professional readers and is no legal opinion.',
  ],
  limitsDatabase: (run) =>
    `Documents are all that the warehouse holds since its last run (${run}); the scan of the list and the changes are those of the run on the cover.`,
  privacy: {
    keep: 'Names of natural persons stand as they came.',
    mask: 'Names of natural persons are masked.',
    alias: 'Names of natural persons are replaced by constant aliases.',
    identifiers: 'Identity, phone and account numbers are masked.',
    unseen: 'Characters that cannot be seen are written as ⟦U+code⟧.',
  },
  appendices: {
    documents: 'Appendix A: documents',
    documentsNote:
      'The latest first. Behind “list” and “full text” stands the call hash: dossier evidence with it gives the raw answer and its SHA-256.',
    payments: 'Appendix B: sums of money',
    paymentsNote: 'Every sum, whether it counts or not, with its sentence.',
    calls: 'Appendix C: calls',
    callsNote: 'Without those for single full texts (appendix A). Beijing time.',
    rows: 'Appendix D: figures and the rows behind them',
    rowsNote:
      'What [number] in the text stands for. D are documents of appendix A, P sums of appendix B, C calls of appendix C.',
    list: 'list',
    text: 'full text',
    rule: 'rule',
    cut: (rest, key) => ` (${rest} more characters: dossier evidence ${key})`,
  },
  index: {
    title: 'Litigation due diligence: index',
    order: 'Order',
    orders: {
      given: 'as imported',
      name: 'name',
      documents: 'documents',
      defendant: 'cases as defendant',
      ordered: 'ordered to pay (CNY)',
      changes: 'changes',
    },
    head: {
      given: 'Name as imported',
      matched: 'Enterprise matched',
      uscc: 'Unified social credit code',
      status: 'Status',
      legal: 'Legal representative',
      capital: 'Registered capital',
      established: 'Established',
      documents: 'Documents',
      defendant: 'Cases as defendant',
      enforcement: 'Enforcement against it',
      ordered: 'Ordered to pay (CNY)',
      changes: 'Changes',
      verdict: 'List',
    },
    verdict: {
      complete: 'complete',
      unchanged: 'complete (unchanged)',
      incomplete: 'incomplete',
      unstable: 'unstable',
      not_found: 'not known',
      unscanned: 'not scanned',
    },
    candidates: 'candidates',
    note: 'Documents are not cases; what the sums mean stands in section 11 of each report.',
    count: (dossiers, entries) =>
      `${dossiers} report${s(dossiers)}, ${entries} entr${entries === 1 ? 'y' : 'ies'}.`,
  },
}
