import { dataTables, ownTables } from '../rows/tables/index.ts'
import { boolean, coded, integer, label, party, provenance, type Table, text } from '../rows/tables/table.ts'
import { codeWords } from '../rows/words/code-words.ts'
import { currentNames } from './views/changes.ts'
import { agingCases, enforcementCases } from './views/enforcement.ts'
import { statedEventColumns, statedEventSources, statedEvents } from './views/events.ts'
import { likelyJoins } from './views/likely-joins.ts'
import * as columns from './views/subject-columns.ts'
import { withNames } from './views/subject-columns.ts'
import { numberFamilies, subjectDocuments, threeYearsAgo } from './views/subject-sql.ts'

/**
 * Tables that are computed from the others at the end of a run: all views of litigation read them.
 * A million documents take some 14 seconds.
 */
export interface DerivedTable extends Table {
  /** The SELECT of all its rows, columns by name. */
  readonly sql: string
  /** Relations that its rows come from. While none has a row it has none, and its SELECT, which takes up to 0.1 s to plan, is not asked. */
  readonly from: readonly string[]
  /** What the days and the run change of its rows, as statements, where no source of it changed. */
  readonly aging?: readonly string[]
}

const families: DerivedTable = {
  term: '案号所属关联案件',
  meaning: 'case numbers that are not the beginning of their dispute, with the number it began with',
  columns: {
    number_key: label(
      '案号匹配键',
      'cases',
      'number key of an appeal, retrial or enforcement',
      '(2024)京01民终88号',
    ),
    family_key: columns.familyKey,
  },
  key: ['number_key'],
  scope: ['number_key'],
  sql: numberFamilies,
  from: ['cases', 'document_events'],
}

const documents: DerivedTable = {
  term: '主体涉诉文书',
  meaning: 'one row an enterprise and listed document, from its side: by the full text where one is held',
  columns: {
    enterprise_id: columns.enterpriseId,
    document_id: columns.documentId('enterprise_documents', 'document id'),
    title: text(
      '标题',
      'enterprise_documents',
      'title',
      '示范建材有限公司与示例建设集团有限公司买卖合同纠纷一审民事判决书',
    ),
    case_number: columns.caseNumber('enterprise_documents', 'case number as given'),
    case_number_key: columns.caseNumberKey(
      'enterprise_documents · cases',
      'case number without 之N; NULL when unreadable',
    ),
    case_key: columns.caseKey(
      'number key, or the document id where there is none: what is counted as a case',
    ),
    document_kind: label('文书种类', 'enterprise_documents', 'document kind', '判决书'),
    role: columns.role,
    original_role: columns.originalRole(
      'case_parties',
      'side of the subject in the lower instance; NULL when the full text does not tell',
    ),
    category: columns.category,
    stage: columns.stage,
    procedure: label(
      '审判程序',
      'cases · enterprise_documents',
      'trial procedure as given, else by the case number',
      '一审',
    ),
    court: columns.court,
    court_level: columns.courtLevel,
    province: columns.province,
    city: columns.city,
    cause: columns.cause,
    decided_on: columns.decidedOn,
    year: integer('结案年份', 'year of that date', '2023'),
    outcome: columns.outcome,
    closes_case: boolean(
      '是否审结',
      'whether it disposes of its case at that court; preservation, jurisdiction and the like leave it open for three years; NULL after that, and when no rule recognises the outcome',
    ),
    subject_outcome: coded(codeWords.result)(
      '对主体的结果',
      'won, lost, partly or neutral: what the outcome means for the side of the subject',
      'partly',
    ),
    family_key: columns.familyKey,
    library: columns.library('cases', 'library of the full text; NULL when none is held'),
    case_id: columns.caseId('cases', 'case id of the full text'),
    text_state: coded(codeWords.textState)(
      '全文状态',
      'cases · case_lookups',
      'held; withheld: the record only says why it is not published; absent: in neither library, by id nor by number; open: not looked up, or not to the end',
      'held',
    ),
    ...provenance,
  },
  key: ['enterprise_id', 'document_id'],
  scope: ['enterprise_id', 'document_id'],
  sql: subjectDocuments,
  from: ['enterprise_documents'],
  aging: [
    `UPDATE subject_documents SET closes_case = NULL WHERE NOT closes_case AND decided_on < ${threeYearsAgo}`,
    `UPDATE subject_documents AS s SET run_id = d.run_id FROM enterprise_documents AS d
      WHERE d.enterprise_id = s.enterprise_id AND d.document_id = s.document_id AND d.run_id IS DISTINCT FROM s.run_id`,
  ],
}

const likely: DerivedTable = {
  term: '可能的同一争议',
  meaning:
    'disputes of an enterprise that are likely one and not certain: an appeal or enforcement of the list, an enforcement whose text names no judgment, or a judgment after one was sent back or a suit was moved, and the one judgment between the same parties that it may follow; or preservation and its one suit',
  columns: {
    enterprise_id: columns.enterpriseId,
    family_key: columns.familyKey,
    likely_key: columns.likelyKey('family_key of the judgment'),
  },
  key: ['enterprise_id', 'family_key'],
  scope: ['enterprise_id'],
  sql: likelyJoins,
  from: ['subject_documents', 'enterprise_risks'],
}

/** What sources state beyond what each document decides. */
const stated: DerivedTable = {
  term: '载明事项',
  meaning:
    'what full texts, results of lists and the registration say of an enterprise and its cases, one row a source and event; the view events has decisions too',
  columns: statedEventColumns,
  key: ['enterprise_id', 'source', 'stated_in', 'document_id', 'library', 'case_id', 'ordinal', 'kind'],
  scope: ['enterprise_id'],
  sql: statedEvents,
  from: statedEventSources,
}

/** What stands beside the id of an enterprise in views and exports. */
const names: DerivedTable = {
  term: '企业现用名称',
  meaning: 'the name of each enterprise: as registered, else as its litigation list has it',
  columns: {
    enterprise_id: columns.enterpriseId,
    name: party('企业名称', 'enterprises · list_pages', 'name', '示例建设集团有限公司'),
  },
  key: ['enterprise_id'],
  scope: ['enterprise_id'],
  sql: currentNames,
  from: ['enterprises', 'list_pages'],
}

/** A view that is computed once a run, because flags, disputes and every page read it. */
const { enforcement_cases } = withNames({ enforcement_cases: enforcementCases })

/** In the order in which they build on each other. */
export const derivedTables = {
  current_names: names,
  number_families: families,
  subject_documents: documents,
  likely_joins: likely,
  stated_events: stated,
  enforcement_cases: {
    ...enforcement_cases,
    key: ['enterprise_id', 'case_key'],
    scope: ['enterprise_id'],
    from: [
      "subject_documents WHERE stage = 'enforcement'",
      "stated_events WHERE contains(case_key, '执')",
      'enterprise_risks',
      'likely_joins',
    ],
    aging: agingCases,
  },
} as const

/** Every table of a warehouse, by name. */
export const allTables = { ...derivedTables, ...ownTables, ...dataTables }
