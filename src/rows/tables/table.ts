import {
  booleanOf,
  dateOf,
  doubleOf,
  identifierOf,
  integerOf,
  isExactly,
  shareOf,
  textOf,
  textsOf,
} from '../../contract/values.ts'

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

/** Where a column comes from, as comments and docs write it: `data[].title`. */
export interface Source {
  readonly source: string
}

/** Where a column is read from: the first of these members of an object of the contract that holds a value. */
export interface Origin extends Source {
  readonly members: readonly string[]
}

/** The members of one object of an answer, by its path: `membersAt('data[]')('title')` is `data[].title`. */
export const membersAt =
  (path: string) =>
  (member: string): Origin => ({ source: path === '' ? member : `${path}.${member}`, members: [member] })

/** The same where the contract does not show the members: the names that each may have, the likeliest first. */
export const likelyAt =
  (source: string, names: Readonly<Record<string, readonly string[]>> = {}) =>
  (member: string): Origin => ({ source, members: names[member] ?? [member] })

/** How the value of a member becomes that of a column. */
interface Reader<T> {
  readonly read: (value: unknown) => T
  /** Reads every value that is not blank. */
  readonly isTotal?: boolean
  /** Whether the column says all that the value does; what it only comes near to goes to `extra`, too. Default: always. */
  readonly isWhole?: (value: unknown) => boolean
  /** A column beside the one that holds the value as given, read from the same member. */
  readonly isBeside?: boolean
}

/** A column that is read from an answer as it stands there; any other is worked out by src/rows/flatten. */
export interface ReadColumn<T = unknown> extends Column<T> {
  readonly origin: Origin
  readonly reader: Reader<T>
}

/** What a column means, perhaps after its source. */
export type About = readonly [meaning: string] | readonly [source: Source | string, meaning: string]

/** Makes a derived column, perhaps of a source. */
export type MakeDerived<T> = (term: string, ...about: About) => Column<T>

type MakeRead<T> = (term: string, origin: Origin | Members, meaning: string) => ReadColumn<T>

/** The member of an object that has the term as its name. */
type Members = (term: string) => Origin

type Kind = Pick<Column, 'type' | 'holds' | 'words'>

/** A column of a type that no answer has as such. */
const derived = <T>(kind: Kind): MakeDerived<T> => column<T>(kind)

function column<T>(kind: Kind, reader?: Reader<T>): MakeRead<T> & MakeDerived<T> {
  const make = (term: string, ...about: readonly (Source | Members | string)[]) => {
    const [from, meaning] = about.length === 1 ? ['derived', ...about] : about
    if (typeof from === 'string') return { ...kind, term, source: from, meaning }
    const origin = typeof from === 'function' ? from(term) : from
    const column = { ...kind, term, source: origin?.source, meaning }
    return origin !== undefined && 'members' in origin ? { ...column, origin, reader } : column
  }
  return make as MakeRead<T> & MakeDerived<T>
}

const asText = { read: textOf, isTotal: true }
const asTexts: Reader<readonly string[]> = { read: textsOf, isTotal: true }

/** Prose: what is not known to hold nothing of a person is presented as if it did. */
export const text = column({ type: 'VARCHAR', holds: 'prose' }, asText)
export const label = column({ type: 'VARCHAR', holds: 'label' }, asText)
/** A label that is asked for again later: read without white space around it. */
export const identifier = column({ type: 'VARCHAR', holds: 'label' }, { read: identifierOf, isTotal: true })
export const person = column({ type: 'VARCHAR', holds: 'person' }, asText)
export const party = column({ type: 'VARCHAR', holds: 'party' }, asText)
export const roll = column({ type: 'VARCHAR', holds: 'roll' }, asText)
export const mixed = column({ type: 'VARCHAR', holds: 'mixed' }, asText)
export const labels = column({ type: 'VARCHAR[]', holds: 'label' }, asTexts)
/** Codes of one vocabulary, or a list of them: see words/code-words.ts. */
export const coded = (words: CodeWords) => column({ type: 'VARCHAR', holds: 'label', words }, asText)
export const codedList = (words: CodeWords) => column({ type: 'VARCHAR[]', holds: 'label', words }, asTexts)
export const parties = column({ type: 'VARCHAR[]', holds: 'party' }, asTexts)
export const integer = column({ type: 'INTEGER' }, { read: integerOf })
export const bigint = derived<number | null>({ type: 'BIGINT' })
export const double = column({ type: 'DOUBLE' }, { read: doubleOf, isWhole: isExactly })
/** A share of a capital: a number, or one in text, with or without a percent sign. */
export const share = column({ type: 'DOUBLE' }, { read: shareOf, isWhole: isExactly })
/** Money, as a text of digits with at most two decimals: exact, and within what JSON can carry. */
export const money = derived<string | null>({ type: 'DECIMAL(20,2)' })
export const boolean = column({ type: 'BOOLEAN' }, { read: booleanOf })
/** The day of a date; another column holds the date as given. */
export const date = column({ type: 'DATE' }, { read: dateOf, isBeside: true })
export const timestamp = derived<string | null>({ type: 'TIMESTAMP' })
export const json = derived<unknown>({ type: 'JSON', holds: 'json' })

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
  /** Members of the object that its columns are read from which rows of other tables hold. */
  readonly elsewhere?: readonly string[]
  /** Rows are only ever added: their key holds the segment, and a segment is loaded once. */
  readonly isAppendOnly?: boolean
}

/** What flatten writes for one row. */
export type RowOf<T extends Table> = {
  readonly [K in keyof T['columns']]: T['columns'][K] extends Column<infer V> ? V : never
}

type Placed = Pick<Table, 'parent' | 'elsewhere' | 'isAppendOnly'> & { readonly scope?: readonly string[] }

/**
 * Makes a table of its columns; its scope is its key, unless it says otherwise.
 * @throws TypeError when a column's name is not in plain snake_case, two differ only in case (SQL folds them), or a key is no column
 */
export const table =
  (term: string, meaning: string, key: readonly string[], { scope = key, ...placed }: Placed = {}) =>
  <const C extends Columns>(columns: C): Table<C> => {
    const names = Object.keys(columns)
    const said = (name: string): string => `table ${term}: column "${name}"`
    for (const name of names) {
      const other = names.find((one) => one !== name && one.toLowerCase() === name.toLowerCase())
      if (other !== undefined) throw new TypeError(`${said(name)} and "${other}" would be one in SQL`)
      if (!/^[a-z][a-z0-9_]*$/.test(name))
        throw new TypeError(`${said(name)} is no name of letters, digits and _`)
    }
    for (const name of [...key, ...scope])
      if (!names.includes(name)) throw new TypeError(`${said(name)} of the key or scope is none`)
    return { term, meaning, columns, key, scope, ...placed }
  }

/** Every row says which call it was read from and in which run; the loader fills these in. */
export const provenance = {
  call_key: label('调用键', 'key of the call that the row was read from, see calls'),
  run_id: label('运行编号', 'run in which that call was made, see runs'),
}

/** A view as data: SQL over the tables, documented column by column. */
export interface View {
  readonly term: string
  readonly meaning: string
  readonly columns: Columns
  readonly sql: string
}
