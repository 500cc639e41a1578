/**
 * A column as data. `T` is the TypeScript value that flatten writes for it; the text of a DATE or TIMESTAMP is ISO 8601.
 */
export interface Column<T = unknown> {
  readonly type: ColumnType
  /** The Chinese term a reader knows it by. */
  readonly term: string
  /** Where it comes from: the contract's member, or `derived`. */
  readonly source: string
  /** Meaning and unit, in English. */
  readonly meaning: string
  /** An invented value as it may stand there, never empty. */
  readonly example: string
  /** What of persons may stand in it: exports and reports present it accordingly. Only texts, lists of them and JSON say so. */
  readonly holds?: Holds
  /** What its codes are called in Chinese. */
  readonly words?: CodeWords
  /** Never set: carries the value type to `RowOf`. */
  readonly value?: T
}

/**
 * `label`: nothing of a person: an id, a number, a date as written, a word of an enumeration, the name of an enterprise, a
 * court or a law; never altered. `person`: one natural person's name, unless it is an organisation's. `party`: the name of
 * a person or an organisation. `roll`: names with commas between them. `prose`: any text, in which persons and identifiers
 * may stand. `mixed`: any of these, or JSON. `json`: JSON of such. Of a list: what each of its texts holds.
 */
export type Holds = 'label' | 'person' | 'party' | 'roll' | 'prose' | 'mixed' | 'json'

/** Chinese by code. */
export type CodeWords = Readonly<Record<string, string>>

export type ColumnType =
  | 'VARCHAR'
  | 'VARCHAR[]'
  | 'INTEGER'
  | 'BIGINT'
  | 'DOUBLE'
  | 'DECIMAL(20,2)'
  | 'BOOLEAN'
  | 'DATE'
  | 'TIMESTAMP'
  | 'JSON'

const column =
  <T>(type: ColumnType, holds?: Holds) =>
  (term: string, source: string, meaning: string, example: string): Column<T> => ({
    type,
    term,
    source,
    meaning,
    example,
    ...(holds === undefined ? {} : { holds }),
  })

/** Prose: what is not known to hold nothing of a person is presented as if it did. */
export const text = column<string | null>('VARCHAR', 'prose')
export const label = column<string | null>('VARCHAR', 'label')
export const person = column<string | null>('VARCHAR', 'person')
export const party = column<string | null>('VARCHAR', 'party')
export const roll = column<string | null>('VARCHAR', 'roll')
export const mixed = column<string | null>('VARCHAR', 'mixed')
export const texts = column<readonly string[]>('VARCHAR[]', 'prose')
export const labels = column<readonly string[]>('VARCHAR[]', 'label')
/** Codes of one vocabulary, or a list of them: see words/code-words.ts. */
export const coded =
  (words: CodeWords) =>
  (...of: Parameters<typeof label>): Column<string | null> => ({ ...label(...of), words })
export const codedList =
  (words: CodeWords) =>
  (...of: Parameters<typeof labels>): Column<readonly string[]> => ({ ...labels(...of), words })
export const parties = column<readonly string[]>('VARCHAR[]', 'party')
export const integer = column<number | null>('INTEGER')
export const bigint = column<number | null>('BIGINT')
export const double = column<number | null>('DOUBLE')
/** Money, as a text of digits with at most two decimals: exact, and within what JSON can carry. */
export const money = column<string | null>('DECIMAL(20,2)')
export const boolean = column<boolean | null>('BOOLEAN')
export const date = column<string | null>('DATE')
export const timestamp = column<string | null>('TIMESTAMP')
export const json = column<unknown>('JSON', 'json')

export type Columns = Readonly<Record<string, Column>>

/**
 * A table as data. One answer of the service states a whole *scope* (one case with all its citations, say): rows of
 * a scope that an answer restates are replaced together, so nothing stale stays and nothing is doubled.
 */
export interface Table<C extends Columns = Columns> {
  readonly term: string
  readonly meaning: string
  readonly columns: C
  /** Unique within the table. */
  readonly key: readonly string[]
  /** The columns of the unit that is replaced as a whole; among the parent's scope. */
  readonly scope: readonly string[]
  /** Table whose rows state the scope; this table itself when it has no parent. */
  readonly parent?: string
  /** Rows are only ever added: their key holds the segment, and a segment is loaded once. */
  readonly isAppendOnly?: boolean
}

/** What flatten writes for one row. */
export type RowOf<T extends Table> = {
  readonly [K in keyof T['columns']]: T['columns'][K] extends Column<infer V> ? V : never
}

interface Keyed<Name extends string> {
  readonly key: readonly Name[]
  readonly scope: readonly Name[]
}

/** @throws TypeError when a column's name is not in plain snake_case, or two differ only in case: SQL folds them */
export function table<const C extends Columns>(definition: Table<C> & Keyed<keyof C & string>): Table<C> {
  const folded = new Map<string, string>()
  for (const name of Object.keys(definition.columns)) {
    const other = folded.get(name.toLowerCase())
    if (other !== undefined)
      throw new TypeError(`table ${definition.term}: columns ${other} and ${name} would be one in SQL`)
    if (!/^[a-z][a-z0-9_]*$/.test(name))
      throw new TypeError(`table ${definition.term}: column "${name}" is no name of letters, digits and _`)
    folded.set(name.toLowerCase(), name)
  }
  return definition
}

/** Every row says which call it was read from and in which run; the loader fills these in. */
export const provenance = {
  call_key: label(
    '调用键',
    'derived',
    'key of the call that the row was read from, see calls',
    '0f3a9c5e7b214d68a1f0c2e4d6b89a32',
  ),
  run_id: label('运行编号', 'derived', 'run in which that call was made, see runs', '20260301T020000Z-3d8f'),
}

/** A view as data: SQL over the tables, documented column by column. */
export interface View {
  readonly term: string
  readonly meaning: string
  readonly columns: Columns
  readonly sql: string
}
