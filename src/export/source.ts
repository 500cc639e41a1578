import type { ManifestColumn } from './manifest.ts'
import type { RelationColumn } from './relation.ts'

/** Values of a row as text, in the order of the columns; NULL is null. See `Source.rows`. */
export type Cells = readonly (string | null)[]

/** A column as a writer sees it. */
export interface SourceColumn extends RelationColumn {
  /** What stands over it: unique within the source. The column's name when no language was asked for. */
  readonly header: string
  /** Meaning and unit, in English; a column of somebody's own SELECT has none. */
  readonly meaning?: string
}

/** A relation as it is to be written: with its columns, filtered, in order, persons and identifiers as asked for. */
export interface Source {
  /** Table, view, or name of the SELECT. */
  readonly name: string
  /** Title in the language of the export: its Chinese term, or its name. */
  readonly title: string
  /** What it is, in English. */
  readonly meaning: string
  /** Columns that tell its rows apart, if it has such. */
  readonly key: readonly string[]
  readonly columns: readonly SourceColumn[]
  /** How many rows `rows` gives. */
  readonly count: number
  /**
   * All rows in their order, in batches, at flat memory. Values are text as DuckDB writes it, by the type of the column:
   * 12.50, true, 2024-02-29, 2024-02-29 01:02:03; lists, structs and JSON are JSON text. May be asked for again, and
   * gives the same. Throws when the database breaks off in the middle.
   */
  rows(): AsyncIterable<readonly Cells[]>
}

/** The columns of a source for the manifest. */
export const manifestColumns = ({ columns }: Pick<Source, 'columns'>): ManifestColumn[] =>
  columns.map(({ name, type, header }) => ({ name, type, ...(header === name ? {} : { header }) }))
