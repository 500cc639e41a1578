import { identifier, literal } from '../../contract/sql.ts'
import type { MakePresent, Present, PrivacyOptions } from '../../rows/privacy/present.ts'
import type { Holds } from '../../rows/tables/table.ts'
import type { Definer, Reader } from '../../warehouse/database.ts'
import {
  columnOf,
  ExportError,
  holdsText,
  isNestedType,
  type RelationColumn,
  type RelationInfo,
  storedTables,
} from './relation.ts'

/** How often something else stands in the place of a person or an identifier. */
export interface Alterations {
  readonly persons_altered: number
  readonly identifiers_masked: number
}

/** Persons and identifiers of an export, as pieces of SQL: every format gets what it reads already presented. */
export interface Presentation {
  /** What stands for a column of the relation read as `source`. @throws ExportError when its type cannot be presented */
  column(relation: RelationInfo, column: RelationColumn): string
  /** What must be joined to `source` for that. */
  joins(relation: RelationInfo): string
  /** What was altered since this was last asked. */
  taken(): Alterations
}

const nothing: Alterations = { persons_altered: 0, identifiers_masked: 0 }

export async function presentation(
  reader: Reader & Definer,
  relations: readonly RelationInfo[],
  options: PrivacyOptions,
  makePresent: MakePresent,
): Promise<Presentation> {
  const persons = options.persons === 'keep' ? undefined : await namedPersons(reader, relations)
  const present = await makePresent(options, async () => (await persons?.names()) ?? [])
  let taken = nothing
  const defined = (how: 'show' | 'showList'): string =>
    reader.define(3, (value, holds, names) => {
      if (value === null) return null
      const shown = present[how](value, holds as Holds, (names ?? '').split('\n').filter(Boolean))
      taken = {
        persons_altered: taken.persons_altered + shown.persons,
        identifiers_masked: taken.identifiers_masked + shown.identifiers,
      }
      return shown.text
    })
  const by = { show: defined('show'), showList: defined('showList'), present, persons }
  return {
    column: (relation, column) => presented(relation, column, by),
    joins: (relation) => persons?.joins(relation) ?? '',
    taken: () => {
      const before = taken
      taken = nothing
      return before
    },
  }
}

/** Columns in which nothing is looked for but names. */
const namesOnly: readonly Holds[] = ['person', 'party']

/** The value presented, of the type it had; of what holds none of either the value itself. An undeclared column may hold anything. */
function presented(
  relation: RelationInfo,
  { name, type, holds = type === 'JSON' ? 'json' : 'mixed' }: RelationColumn,
  by: {
    readonly show: string
    readonly showList: string
    readonly present: Present
    readonly persons: Named
  },
): string {
  const { options, identifierHint } = by.present
  const value = columnOf(name)
  const looksForPersons = options.persons !== 'keep'
  const looksForIdentifiers = options.identifiers === 'mask' && !namesOnly.includes(holds)
  if (!holdsText(type) || holds === 'label' || !(looksForPersons || looksForIdentifiers)) return value
  const isList = type === 'VARCHAR[]'
  if (isNestedType(type) && !isList)
    throw new ExportError(
      `export: column ${identifier(name)} of ${relation.name} is of type ${type}, in which persons and identifiers cannot be ` +
        'masked; expected text, a list of texts or JSON, so cast it, as in to_json(…), or set privacy to keep both',
    )
  const text = isList ? `to_json(${value})::VARCHAR` : `${value}::VARCHAR`
  const names = by.persons?.of(relation) ?? 'NULL'
  const call = `${isList ? by.showList : by.show}(${text}, ${literal(holds)}, ${names})`
  const shown = isList ? `from_json(${call}, '["VARCHAR"]')` : `${call}::${type}`
  if (looksForPersons) return `CASE WHEN ${value} IS NOT NULL THEN ${shown} END`
  // Few texts may hold an identifier: the others do not go through JavaScript. In JSON digits may stand as escapes.
  const hint = holds === 'json' || holds === 'mixed' ? `${identifierHint}|\\\\u` : identifierHint
  return `CASE WHEN regexp_matches(${text}, ${literal(hint)}) THEN ${shown} ELSE ${value} END`
}

type Named = Awaited<ReturnType<typeof namedPersons>> | undefined

/** Columns that say what a row is about: the names of rows with the same value belong to it. */
const subjects = ['document_id', 'case_id', 'enterprise_id']
/** Beside the warehouse, which is read-only. Not a temporary table: rows are streamed over other connections too. */
const database = 'export_names'
const table = `${database}.named_persons`
/** Columns of that table; no column of anybody's is named so, and a filter cannot mistake them. */
const [idColumn, namesColumn] = ['export_person_id', 'export_person_names']
/** Longer ones are organisations, or no names. */
const longestName = 40

/**
 * Collects the names that the tables hold, so that texts about the same document or enterprise can be searched for them: once for an
 * export, from every column that is declared to hold such, into a table of their own.
 */
export async function namedPersons(reader: Reader, relations: readonly RelationInfo[]) {
  const held = await storedTables(reader)
  const selects = relations
    .filter(({ name }) => held.has(name))
    .flatMap((relation) => [...selectsOf(relation), ...(formerly[relation.name] ?? [])])
  const all = selects.length === 0 ? "SELECT NULL AS id, '' AS name WHERE false" : selects.join(' UNION ALL ')
  await reader.run(`ATTACH IF NOT EXISTS ':memory:' AS ${database} (READ_WRITE)`)
  await reader.run(
    `CREATE OR REPLACE TABLE ${table} AS
     SELECT id AS ${idColumn}, string_agg(name, chr(10) ORDER BY name) AS ${namesColumn} FROM (
       SELECT DISTINCT id, trim(name) AS name FROM (${all})
       WHERE name IS NOT NULL AND length(name) BETWEEN 2 AND ${longestName} AND NOT contains(name, chr(10)))
     GROUP BY id`,
  )
  return {
    /** Every name, those of organisations too. */
    names: async (): Promise<string[]> => {
      const rows = await reader.rows(
        `SELECT DISTINCT unnest(string_split(${namesColumn}, chr(10))) AS name FROM ${table}`,
      )
      return rows.map(({ name }) => String(name))
    },
    /** Names that belong to a row of the relation, one a line; SQL over what `joins` joins. */
    of: (relation: RelationInfo): string => {
      const names = subjectsOf(relation).map((subject) => `${joinOf(subject)}.${namesColumn}`)
      return names.length === 0 ? 'NULL' : `concat_ws(chr(10), ${names.join(', ')})`
    },
    joins: (relation: RelationInfo): string => {
      const joinTo = (subject: string, as: string) =>
        ` LEFT JOIN ${table} AS ${as} ON ${as}.${idColumn} = ${columnOf(subject)}`
      return subjectsOf(relation)
        .map((subject) => joinTo(subject, joinOf(subject)))
        .join('')
    },
  }
}

const subjectsOf = ({ columns }: RelationInfo): string[] =>
  subjects.filter((subject) => columns.some(({ name }) => name === subject))

const joinOf = (subject: string): string => `persons_by_${subject}`

/** Every name of a table with every subject of its row; names of a row without a subject are known, and no more. */
function selectsOf(relation: RelationInfo): string[] {
  const subjects = subjectsOf(relation).map(identifier)
  const ids = subjects.length === 0 ? [literal('')] : subjects
  return relation.columns.flatMap((column) => {
    const names = column.isBeside === true ? undefined : namesIn(column)
    return names === undefined
      ? []
      : ids.map((id) => `SELECT ${id} AS id, ${names} AS name FROM ${identifier(relation.name)}`)
  })
}

/** SQL of the names in a column; undefined for one that is not declared to hold any. */
function namesIn({ name, type, holds }: RelationColumn): string | undefined {
  const isText = type === 'VARCHAR' || type === 'VARCHAR[]'
  if (isText && holds === 'roll') return `unnest(string_split_regex(${identifier(name)}, '[,，、;；]'))`
  if (!isText || (holds !== 'person' && holds !== 'party')) return undefined
  return type === 'VARCHAR' ? identifier(name) : `unnest(${identifier(name)})`
}

/** One name, or several with a comma between them, and nothing else. */
const onlyNames = '^[\\p{Han}·]{2,12}([,，、;；][\\p{Han}·]{2,12})*$'
const posts = '法定代表人|负责人|经营者|执行事务合伙人|股东|投资人|董事|监事|经理|高级管理人员|成员'

const changed = (column: string): string =>
  `SELECT enterprise_id AS id, unnest(string_split_regex(${column}, '[,，、;；]')) AS name FROM enterprise_changes
    WHERE regexp_matches(item, '${posts}') AND regexp_matches(${column}, '${onlyNames}')`

/** Former holders and officers: no column of their own names them. */
const formerly: Readonly<Record<string, readonly string[]>> = {
  enterprise_changes: [changed('before'), changed('after')],
  enterprise_history: [
    "SELECT enterprise_id AS id, json_extract_string(registration, '$.legal_representative') AS name FROM enterprise_history",
    "SELECT enterprise_id AS id, unnest(json_extract_string(shareholders, '$[*].name')) AS name FROM enterprise_history",
  ],
}
