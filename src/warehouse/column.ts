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
