import { dataTables, type TableName } from '../../rows/tables/index.ts'
import {
  type About,
  bigint,
  boolean,
  type Column,
  type Columns,
  coded,
  date,
  integer,
  label,
  labels,
  type MakeDerived,
  party,
  text,
  type View,
} from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'

/** Columns that several views have. */

/** Columns of another relation, as they stand there. */
export const picked = <C extends Columns, Name extends keyof C>(of: C, ...names: Name[]): Pick<C, Name> =>
  Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<C, Name>

/** Columns of a table that a view takes from it. */
export const takenFrom = (table: TableName, ...names: readonly string[]): Columns =>
  Object.fromEntries(
    Object.entries(picked<Columns, string>(dataTables[table].columns, ...names)).map(([name, column]) => [
      name,
      { ...column, source: table },
    ]),
  )

/** A column with its term, of which each view states the meaning, perhaps after the source. */
const named =
  <T>(make: MakeDerived<T>, term: string) =>
  (...about: About): Column<T> =>
    make(term, ...about)

export const enterprise = named(label, '企业ID')
export const documentId = named(label, '文书id')
export const documentIds = named(labels, '文书id')
export const caseId = named(label, '案例ID')
export const caseNumber = named(label, '案号')
export const caseNumberKey = named(label, '案号匹配键')
export const caseKey = named(label, '案件键')
export const likelyKey = named(label, '可能所属争议')
export const regulationId = named(label, '法规ID')
export const searchKey = named(label, '检索键')
export const basedOnRun = named(label, '依据运行')
export const library = named(coded(codeWords.library), '案例库')
export const originalRole = named(coded(codeWords.role), '原审诉讼身份')

export const enterpriseId = enterprise('enterprise_documents', 'enterprise id: the subject')
export const familyKey = label(
  '关联案件',
  'number key of the case that the dispute began with, as far as the full texts held cite it',
)

/** The columns of `subject_documents`, from which views of its rows pick theirs. */
export const documentColumns = {
  enterprise_id: enterpriseId,
  document_id: documentId('enterprise_documents', 'document id'),
  title: text('标题', 'enterprise_documents', 'title'),
  case_number: caseNumber('enterprise_documents', 'case number as given'),
  case_number_key: caseNumberKey(
    'enterprise_documents · cases',
    'case number without 之N; NULL when unreadable',
  ),
  case_key: caseKey('number key, or the document id where there is none: what is counted as a case'),
  document_kind: label('文书种类', 'enterprise_documents', 'document kind'),
  role: coded(codeWords.role)(
    '诉讼身份',
    'enterprise_documents · case_parties',
    'side of the subject in this instance: plaintiff, defendant or third_party; by the full text where the list does not tell',
  ),
  original_role: originalRole(
    'case_parties',
    'side of the subject in the lower instance; NULL when the full text does not tell',
  ),
  category: label(
    '案件类别',
    'cases · case number',
    'case category: of the full text, else by the case number',
  ),
  stage: coded(codeWords.stage)(
    '审判阶段',
    'first instance, appeal, retrial (petitions for it too), enforcement or other',
  ),
  procedure: label(
    '审判程序',
    'cases · enterprise_documents',
    'trial procedure as given, else by the case number',
  ),
  court: label('法院', 'cases', 'handling court; NULL without the full text'),
  court_level: label('法院层级', 'cases · case number', 'court level: 最高, 高级, 中级 or 基层'),
  province: label('省级地域', 'cases · case number', 'province of the court, else of the case number'),
  city: label('市级地域', 'cases', 'city-level region; NULL without the full text'),
  cause: label('案由', 'enterprise_documents · case_causes', 'cause of action, as listed'),
  decided_on: date('裁判日期', 'cases · enterprise_documents', 'date of the document'),
  year: integer('结案年份', 'year of that date'),
  outcome: coded(codeWords.outcome)('结案方式', 'cases · enterprise_documents', 'what the document decides'),
  closes_case: boolean(
    '是否审结',
    'whether it disposes of its case at that court; preservation, jurisdiction and the like leave it open for three years; NULL after that, and when no rule recognises the outcome',
  ),
  subject_outcome: coded(codeWords.result)(
    '对主体的结果',
    'won, lost, partly or neutral: what the outcome means for the side of the subject',
  ),
  family_key: familyKey,
  library: library('cases', 'library of the full text; NULL when none is held'),
  case_id: caseId('cases', 'case id of the full text'),
  text_state: coded(codeWords.textState)(
    '全文状态',
    'cases · case_lookups',
    'held; partial: the record has sections and no full text; withheld: the record only says why it is not published; absent: in neither library, by id nor by number; open: not looked up, or not to the end',
  ),
}

/** The days between which documents are. */
export const span = {
  first_on: date('最早日期', 'date of the first document'),
  last_on: date('最近日期', 'date of the last document'),
}

/** What a group of documents comes to. */
export const tallyColumns = {
  documents: bigint('文书数', 'listed documents'),
  cases: bigint('案件数', 'distinct case numbers; a document without a readable one is a case'),
  won: bigint('胜诉', 'documents that the subject won, by outcome and side'),
  lost: bigint('败诉', 'documents that it lost'),
  partly: bigint(
    '部分支持',
    'documents granted or reversed in part: won in part by who sued, lost in part by who was sued',
  ),
  neutral: bigint('不涉及胜负', 'documents that settle nothing between the parties'),
  unrecognised: bigint(
    '未识别',
    'documents without a recognised outcome, or whose outcome does not tell for this side',
  ),
  ...span,
}

/** The SELECT list of `tallyColumns`. */
export const tallySql = `
  count(*) AS documents, count(DISTINCT case_key) AS cases,
  count(*) FILTER (subject_outcome = 'won') AS won, count(*) FILTER (subject_outcome = 'lost') AS lost,
  count(*) FILTER (subject_outcome = 'partly') AS partly, count(*) FILTER (subject_outcome = 'neutral') AS neutral,
  count(*) FILTER (subject_outcome IS NULL) AS unrecognised, min(decided_on) AS first_on, max(decided_on) AS last_on`

/** Relations that have the name of their `enterprise_id` in a column of their own. */
const namedOtherwise: readonly string[] = [
  'job_enterprises',
  'enterprises',
  'enterprise_candidates',
  'current_names',
]

const enterpriseName = party(
  '企业名称',
  'current_names',
  'name of that enterprise, as registered, else as its list has it',
)

/** Whether rows say which enterprise they are of by its id alone. */
export const lacksName = (relation: string, columns: Columns): boolean =>
  'enterprise_id' in columns && !('enterprise_name' in columns) && !namedOtherwise.includes(relation)

/** Columns with the enterprise's name behind its id. */
export const withNameColumn = (columns: Columns): Columns =>
  withColumn(columns, 'enterprise_id', { enterprise_name: enterpriseName })

/** The columns with another one behind the one of that name. */
const withColumn = (columns: Columns, behind: string, added: Columns): Columns =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) =>
      Object.entries({ [name]: column, ...(name === behind && added) }),
    ),
  )

/** The views, those that lack it with the enterprise's name. */
export const withNames = (given: Readonly<Record<string, View>>): Record<string, View> =>
  Object.fromEntries(
    Object.entries(given).map(([name, view]) => [
      name,
      lacksName(name, view.columns) ? withName(view) : view,
    ]),
  )

/** A view with a column of the relation that has its `key` alone, behind that; `read` is its name there. */
export function beside(view: View, relation: string, key: string, added: Columns, read: string): View {
  const columns = withColumn(view.columns, key, added)
  const selected = Object.keys(columns).map((name) => (name in added ? `n.${read} AS ${name}` : `v.${name}`))
  return {
    ...view,
    columns,
    sql: `
    SELECT ${selected.join(', ')} FROM (${view.sql}) AS v LEFT JOIN ${relation} AS n ON n.${key} = v.${key}`,
  }
}

export const withName = (view: View): View =>
  beside(view, 'current_names', 'enterprise_id', { enterprise_name: enterpriseName }, 'name')

/** A table with the enterprise's name. A subquery keeps the order of the rows, a join may not; `rowid` is the table's. */
export const tableWithName = (table: string): string =>
  `(SELECT t.*, t.rowid AS rowid, (SELECT n.name FROM current_names AS n WHERE n.enterprise_id = t.enterprise_id) AS enterprise_name
    FROM ${table} AS t)`
