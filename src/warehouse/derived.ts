import { dataTables, ownTables } from '../rows/tables/index.ts'
import { label, party, provenance, type Table, type View } from '../rows/tables/table.ts'
import { currentNames } from './views/changes.ts'
import { agingCases, enforcementCases } from './views/enforcement.ts'
import { statedEventColumns, statedEventSources, statedEvents } from './views/events.ts'
import { likelyJoins } from './views/likely-joins.ts'
import * as columns from './views/subject-columns.ts'
import { numberFamilies, subjectDocuments, threeYearsAgo } from './views/subject-sql.ts'

/**
 * Tables that are computed from the others at the end of a run: all views of litigation read them.
 * A million documents take some 14 seconds.
 */
interface DerivedTable extends View, Pick<Table, 'key'> {
  /** Relations that its rows come from. While none has a row it has none, and its SELECT, which takes up to 0.1 s to plan, is not asked. */
  readonly from: readonly string[]
  /** What the days and the run change of its rows, as statements, where no source of it changed. */
  readonly aging?: readonly string[]
}

/** In the order in which they build on each other. */
export const derivedTables: Readonly<Record<string, DerivedTable>> = {
  /** What stands beside the id of an enterprise in views and exports. */
  current_names: {
    term: '企业现用名称',
    meaning: 'the name of each enterprise: as registered, else as its litigation list has it',
    columns: {
      enterprise_id: columns.enterpriseId,
      name: party('企业名称', 'enterprises · list_pages', 'name'),
    },
    key: ['enterprise_id'],
    sql: currentNames,
    from: ['enterprises', 'list_pages'],
  },
  number_families: {
    term: '案号所属关联案件',
    meaning: 'case numbers that are not the beginning of their dispute, with the number it began with',
    columns: {
      number_key: label('案号匹配键', 'cases', 'number key of an appeal, retrial or enforcement'),
      family_key: columns.familyKey,
    },
    key: ['number_key'],
    sql: numberFamilies,
    from: ['cases', 'document_events'],
  },
  subject_documents: {
    term: '主体涉诉文书',
    meaning: 'one row an enterprise and listed document, from its side: by the full text where one is held',
    columns: { ...columns.documentColumns, ...provenance },
    key: ['enterprise_id', 'document_id'],
    sql: subjectDocuments,
    from: ['enterprise_documents'],
    aging: [
      `UPDATE subject_documents SET closes_case = NULL WHERE NOT closes_case AND decided_on < ${threeYearsAgo}`,
      `UPDATE subject_documents AS s SET run_id = d.run_id FROM enterprise_documents AS d
        WHERE d.enterprise_id = s.enterprise_id AND d.document_id = s.document_id AND d.run_id IS DISTINCT FROM s.run_id`,
    ],
  },
  likely_joins: {
    term: '可能的同一争议',
    meaning:
      'disputes of an enterprise that are likely one and not certain: an appeal or enforcement of the list, an enforcement whose text names no judgment, or a judgment after one was sent back or a suit was moved, and the one judgment between the same parties that it may follow; or preservation and its one suit',
    columns: {
      enterprise_id: columns.enterpriseId,
      family_key: columns.familyKey,
      likely_key: columns.likelyKey('family_key of the judgment'),
    },
    key: ['enterprise_id', 'family_key'],
    sql: likelyJoins,
    from: ['subject_documents', 'enterprise_risks'],
  },
  /** What sources state beyond what each document decides. */
  stated_events: {
    term: '载明事项',
    meaning:
      'what full texts, results of lists and the registration say of an enterprise and its cases, one row a source and event; the view events has decisions too',
    columns: statedEventColumns,
    key: ['enterprise_id', 'source', 'stated_in', 'document_id', 'library', 'case_id', 'ordinal', 'kind'],
    sql: statedEvents,
    from: statedEventSources,
  },
  /** A view that is computed once a run, because flags, disputes and every page read it. */
  enforcement_cases: {
    ...columns.withName(enforcementCases),
    key: ['enterprise_id', 'case_key'],
    from: [
      "subject_documents WHERE stage = 'enforcement'",
      "stated_events WHERE contains(case_key, '执')",
      'enterprise_risks',
      'likely_joins',
    ],
    aging: agingCases,
  },
}

/** Every table of a warehouse, by name. */
export const allTables: Readonly<Record<string, Omit<View, 'sql'> & Pick<Table, 'key'>>> = {
  ...derivedTables,
  ...ownTables,
  ...dataTables,
}
