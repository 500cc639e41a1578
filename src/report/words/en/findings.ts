import type { Words } from '../words.ts'

/** What the sections of litigation say, in English. */
export const findings: Pick<
  Words,
  'summary' | 'coverage' | 'tables' | 'notes' | 'amounts' | 'changes' | 'searched'
> = {
  summary: {
    incomplete: (verdict, reason) =>
      `Attention: the litigation list is ${verdict}${reason === '' ? '' : ` (${reason})`}. All figures are of the documents that were obtained; that there are no others does not follow.`,
    unscanned: (run, why) =>
      `Attention: run ${run} did not scan the litigation list of this enterprise${why === '' ? '' : ` (${why})`}. All figures are of documents that were obtained before.`,
    notLookedUp: [
      'Documents whose full text was not looked up: ',
      ' (outside the dates of the job, or beyond its budget). Sums, statutes and outcomes come from the full texts that are held.',
    ],
    documents: [
      'Documents listed: ',
      '; cases by number: ',
      '; disputes by case family: ',
      '. Documents are not cases. ',
    ],
    period: (first, last) => ` Dated from ${first} to ${last}.`,
    asDefendant: 'Cases on the defendant side',
    asPlaintiff: 'Cases on the plaintiff side',
    openCases: 'Cases whose documents leave them open',
    enforcement: 'Enforcement documents against it',
    bankruptcy: 'Documents of liquidation and bankruptcy',
    dishonest: 'Documents that list it as dishonest or restrict its consumption',
    risks: 'Risk entries in its registration',
    lost: 'Documents lost',
    repeat: 'Counterparties of several disputes',
    outOfForce: 'Cited articles that are not in force now',
    changed: 'Changes since the last run',
    ordered: 'Ordered to pay',
    enforced: 'In enforcement',
    claimed: 'Claimed in open cases',
    largest: 'Largest sum ordered',
    sums: [' (sums: ', ')'],
    section: (number) => `section ${number}`,
    noSum: 'no sum counts',
    separate: (section) =>
      `The three figures measure different things and must not be added up (section ${section}). `,
    derived:
      'The service has no list of persons subject to enforcement: enforcement is derived from enforcement documents (执, 执恢, 执保) and the risk entries of the registration.',
  },
  coverage: {
    declared: 'Total that the list declares',
    listed: 'Listed in this scan, each once',
    held: 'Documents held, of all runs',
    fullTexts: 'Full text held',
    absent: 'Full text in neither library',
    notLookedUp: 'Full text not looked up',
    citations: 'Citations of statutes recognised in full texts',
    joined: 'Citations joined to their article',
    verdict: 'Verdict',
    reason: 'Reason',
    runEnded: 'Why the run ended early',
    pages: 'Pages read',
    sweeps: 'Times read',
    basedOn: 'Rests on the complete scan of run',
    asOf: 'Last page of the list fetched',
    callsTitle: 'Calls made for this enterprise',
    callsNote:
      'Of all runs; a question that was answered is not asked again. One statute search serves many enterprises and is not counted here. Appendix C lists the calls, appendix A those for full texts. ',
    gap: 'Gap in the list',
    noGap: 'The list is complete; there is no gap.',
    missing: (count) => `${count} more declared than listed.`,
    surplus: (count) => `${count} more listed than declared.`,
    because: {
      totalChanged: 'the declared total changed while the list was read',
      listChanged: 'the list changed while it was read',
      seen: (listed, declared) => `${listed} of ${declared} declared documents were listed`,
      unconfirmed: 'page 1 was not read again after the last page',
      refused: (told) => `the service did not give one of its pages (${told})`,
    },
    ended: {
      absent: (page) => `page ${page} was answered as not found`,
      repeats: (page, earlier) => `page ${page} is the same as page ${earlier}`,
      barren: (first, second) => `pages ${first} and ${second} had no new document`,
      early: (last, there) => `page ${last} says that it is the last, and page ${there} was there`,
      mute: (page) => `page ${page} does not say whether another follows`,
      endless: () => 'the list goes on beyond its total',
    },
  },
  tables: {
    overview: 'By side, category and stage',
    byYearAndStage: 'By year and stage',
    byYearAndRole: 'By year and side',
    byCause: 'By cause of action',
    byCourt: 'By court',
    byProvince: 'By region',
    byLevel: 'By court level',
    byProcedure: 'By procedure',
    byKind: 'By kind of document',
    byOutcome: 'By outcome',
    byCounterparty: 'By counterparty',
    families: 'Case families of several stages',
    unit: 'documents',
    disputes: 'disputes',
    rest: ['', ' more are not in this table but in appendix D.'],
    restOf: 'Not in the table',
    topOnly: (count) => `first ${count}`,
  },
  notes: {
    overview:
      'Open cases of a row: those whose documents (preservation, jurisdiction, procedure) leave them open; a case whose outcome is not recognised is neither open nor closed. A case may stand in several rows.',
    roles:
      'Sides are those of the instance: appellants and applicants stand on the plaintiff side, appellees, respondents and those enforced against on the defendant side.',
    courts:
      'A document without its full text has no name of a court; region and level come from the full text, else from the court code of the case number.',
    outcomes:
      'Outcomes are recognised in the operative part by numbered rules (rule and sentence are in appendix A). What one means for the enterprise follows from outcome and side; granted or reversed in part counts as won in part; third parties neither win nor lose.',
    major:
      'Rule 1: the 20 case families with the largest single sum in yuan, whether ordered, enforced or claimed; costs, bases of interest and totals aside. Families without a sum are not listed. The sum is not the total of the family.',
    counterparties:
      'Counterparties are parties on the opposing side; parties on the same side and third parties are none. Disputes are case families.',
    families:
      'First instance, appeal, retrial and enforcement are joined by the case numbers that full texts cite; a document without its full text is a family of its own. Families of two documents and more are listed.',
    singleFamilies: 'Families of one document',
    articles:
      '“In force now” is the validity that the service gives; the last column counts documents dated from when this version was in force, and is empty where its dates are not known.',
  },
  amounts: {
    ordered: {
      title: '1. Sums that the enterprise was ordered to pay',
      rule: 'Rule: the enterprise is the payer and the operative part orders it to pay. What was later reversed or remanded, won by the enterprise, withdrawn, dismissed, or concerns preservation only, court fees and bases of interest do not count. Interest that runs on has no exact sum and is not in it; joint debtors each owe the whole. “No appeal held” says only that the warehouse holds none.',
    },
    enforced: {
      title: '2. Sums in enforcement',
      rule: 'Rule: sums in the operative part of enforcement documents that the enterprise has to pay, or that are to be taken from it (划拨, 提取). What is only frozen or seized, preservation (执保) and limits do not count; of a family only the last document that states such a sum does. It is what is to be enforced, not what was collected. The service has no list of persons subject to enforcement: this figure is derived from documents.',
    },
    claimed: {
      title: '3. Sums claimed in open cases',
      rule: 'Rule: sums claimed from the enterprise in first instance, while no document held closes the case; claims of closed cases do not count.',
    },
    separate:
      'Three figures of different meaning, each for itself, never to be added up; currencies are not converted. ',
    total: 'Total',
    none: 'No sum counts.',
    counted: 'Sums that count',
    counts: 'counts',
    measure: { ordered: 'ordered', enforced: 'enforced', claimed: 'claimed' },
    uncounted: 'Sums that do not count, by reason',
    fullTextsOnly: (held, all) => `Sums come from full texts: ${held} of ${all} documents have theirs.`,
  },
  changes: {
    first: 'This is the first scan of the enterprise: there is no run to compare with.',
    none: (run) => `Nothing has changed since run ${run}.`,
    against: (run) => `Compared with run ${run}, which looked at it last:`,
    kind: {
      new_document: 'new document',
      registration: 'registration',
      shareholder_joined: 'shareholder joined',
      shareholder_left: 'shareholder left',
      shareholder_changed: 'stake changed',
      statute_validity: 'validity of a law',
      new_version: 'new version of a law',
      new_hit: 'new hit of a search',
    },
    nothing: '(none)',
    field: {
      name: 'name',
      uscc: 'unified social credit code',
      legal_representative: 'legal representative',
      registered_capital: 'registered capital',
      status: 'status',
      address: 'address',
      business_scope: 'scope of business',
      enterprise_type: 'type',
      industry: 'industry',
      operating_term: 'term of operation',
      registration_authority: 'registration authority',
      registration_number: 'registration number',
      validity: 'validity',
      regulation_id: 'version',
    },
  },
  searched: {
    list: (how, calls, from, to) =>
      `Searched: the litigation list by ${how}, ${calls} call${s(calls)} (${from} to ${to}, Beijing time).`,
    profile: (how, calls, from, to) =>
      `Searched: the enterprise details by ${how}, ${calls} call${s(calls)} (${from} to ${to}, Beijing time).`,
    notAsked: (operation) =>
      `No successful call of “${operation}” is held: what was not asked may well exist.`,
    declared: (total) => `The list declares a total of ${total}.`,
    incomplete: 'The list was not read whole: that there is no record does not follow.',
    noneOfKind: (documents) => `None of the ${documents} documents listed is of this kind.`,
    fullTexts: (held, all) => `Full texts looked through: ${held} of ${all} documents listed.`,
    id: 'enterprise id',
    uscc: 'unified social credit code',
    name: 'name',
    noProfile: 'The enterprise details are not held.',
  },
}

/** The ending of a plural. */
export const s = (count: number): string => (count === 1 ? '' : 's')

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
    note: (section) =>
      `Documents are not cases; what the sums mean stands in section ${section} of each report.`,
    count: (dossiers, entries) =>
      `${dossiers} report${s(dossiers)}, ${entries} entr${entries === 1 ? 'y' : 'ies'}.`,
  },
}
