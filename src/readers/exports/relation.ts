import { identifier, literals } from '../../contract/sql.ts'
import type { CodeWords, Column } from '../../rows/tables/table.ts'
import type { Language } from '../../run/job/choices.ts'
import type { Reader } from '../../warehouse/database.ts'

/** A column as the warehouse describes it, or of a SELECT what is known of it: anything may stand in one that does not say what it holds. */
export interface RelationColumn
  extends Partial<Pick<Column, 'term' | 'source' | 'meaning' | 'holds' | 'words'>> {
  readonly name: string
  /** Its DuckDB type, such as `VARCHAR[]` or `DECIMAL(20,2)`. */
  readonly type: string
  /** The column of codes that it has the words of; it stands in no relation. */
  readonly labels?: Pick<RelationColumn, 'name' | 'type'> & { readonly words: CodeWords }
  /** Whether it stands beside the columns of a table: the name of the enterprise, which is stated once, in another one. */
  readonly isBeside?: boolean
}

/** A table, a view, or a SELECT of the job, as an export sees it. */
export interface RelationInfo {
  readonly name: string
  /** Chinese. */
  readonly term?: string
  /** English. */
  readonly meaning?: string
  /** Columns to order by. Rows that are equal in all of them are put in an order of their own, see rows.ts. */
  readonly key: readonly string[]
  /** Whether no two rows are alike in the key: then nothing else is needed to order them. */
  readonly isKeyUnique?: boolean
  /** Columns to export, in this order. */
  readonly columns: readonly RelationColumn[]
  /** The SELECT that it is; without one it stands in the database under its name. */
  readonly select?: string
  /** Of a table: SQL with the table's rows and `rowid`, and the columns that stand beside its own. */
  readonly from?: string
}

/** Kinds of DuckDB types, as formats tell them apart; what none of them is, is text. */
const kinds = [
  ['nested', /\[\d*\]$|^(?:STRUCT|MAP|UNION)\(/],
  ['json', /^JSON$/],
  ['boolean', /^BOOLEAN$/],
  ['integer', /^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$/],
  ['decimal', /^DECIMAL\(/],
  ['double', /^(?:DOUBLE|FLOAT)$/],
  ['date', /^DATE$/],
  ['timestamp', /^TIMESTAMP(?:_[SMN]+)?$/],
  ['time', /^TIME/],
] as const

export type TypeKind = (typeof kinds)[number][0] | 'text'

export const kindOf = (type: string): TypeKind => kinds.find(([, shape]) => shape.test(type))?.[0] ?? 'text'

/** Whether cells of this type are free text to a spreadsheet, and not numbers, dates or booleans. */
export const isTextType = (type: string): boolean => ['nested', 'json', 'text'].includes(kindOf(type))

/** Whether a value of this type has parts; it is exported to CSV as JSON text. */
export const isNestedType = (type: string): boolean => kindOf(type) === 'nested'

export const holdsText = (type: string): boolean =>
  isTextType(type) && (!isNestedType(type) || /VARCHAR|JSON/.test(type))

/** Tables of the file, and not those in memory beside it. */
export async function storedTables(reader: Reader): Promise<ReadonlySet<string>> {
  const all =
    'SELECT table_name FROM duckdb_tables() JOIN duckdb_databases() USING (database_name) WHERE path IS NOT NULL'
  return new Set((await reader.rows(all)).map((row) => String(row.table_name)))
}

/** A column of the relation that is read under the name `source`; it cannot be mistaken for an alias of the SELECT. */
export const columnOf = (name: string): string => `source.${identifier(name)}`

/** What a relation is read from, under the name `source`. A SELECT may end in a comment. */
export const fromOf = ({ name, select, from }: Pick<RelationInfo, 'name' | 'select' | 'from'>): string =>
  select === undefined ? `${from ?? identifier(name)} AS source` : `(\n${select}\n) AS source`

/**
 * Columns are read under aliases, c0, c1 and so on: names that JavaScript would reorder or lose, such as `1` and
 * `__proto__`, never become members of an object.
 */
export const aliasOf = (index: number): string => `c${index}`

/** A value as text, without its type; lists, structs and JSON as JSON text. */
export const asText = ({ type }: Pick<RelationColumn, 'type'>, value: string): string =>
  isNestedType(type)
    ? `CASE WHEN ${value} IS NOT NULL THEN to_json(${value})::VARCHAR END`
    : `${value}::VARCHAR`

export interface SourceColumn extends RelationColumn {
  /** What stands over it: unique within the source. The column's name, or its Chinese term. */
  readonly header: string
}

/** Whether a column stands in the relation, and is not made for its readers. */
export const isStored = ({ labels }: RelationColumn): boolean => labels === undefined

/** SQL of what codes are called; one without a word stands as it is. */
export function labelSql({ name, type, words }: NonNullable<RelationColumn['labels']>): string {
  const map = `map([${literals(Object.keys(words))}], [${literals(Object.values(words))}])`
  const wordOf = (code: string) => `coalesce(${map}[${code}], ${code})`
  const value = columnOf(name)
  return type === 'VARCHAR[]'
    ? `array_to_string(list_transform(${value}, lambda code: ${wordOf('code')}), '、')`
    : wordOf(value)
}

/**
 * Columns with what stands over them, no two alike, as a reader of spreadsheets needs it: where two have one Chinese term, all of them but
 * the first say which column they are. Letter case and width do not tell headers apart. For a reader of Chinese one with the words stands
 * before each column of codes, under the term alone; the codes keep their column, for joins and filters.
 */
export function shownColumns(columns: readonly RelationColumn[], headers: Language): SourceColumn[] {
  const taken = new Set<string>()
  const all = headers === 'zh' ? columns.flatMap(withLabels) : columns
  return all.map((column) => {
    const wanted = headers === 'zh' ? termOf(column) : column.name
    let header = wanted
    for (let count = 2; taken.has(folded(header)); count += 1)
      header = count === 2 && wanted !== column.name ? `${wanted}（${column.name}）` : `${wanted}（${count}）`
    taken.add(folded(header))
    return { ...column, header }
  })
}

function withLabels(column: RelationColumn): RelationColumn[] {
  const { name, term, type, words } = column
  if (words === undefined || term === undefined) return [column]
  const meaning = `what the codes of ${name} are called`
  const labels = { name, type, words }
  return [
    { name: `${name}_label`, type: 'VARCHAR', term, source: 'derived', meaning, holds: 'label', labels },
    column,
  ]
}

/** A time says in which zone it is: its reader is eight hours from it. */
const termOf = ({ term, name, type }: RelationColumn): string =>
  term === undefined ? name : type.startsWith('TIMESTAMP') ? `${term}（UTC）` : term

const folded = (header: string): string => header.normalize('NFKC').toLowerCase()

/** What was asked for cannot be exported; nothing was written. */
export class ExportError extends Error {
  override name = 'ExportError'
}
