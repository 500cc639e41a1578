import type { Reader } from '../warehouse/database.ts'
import type { ManifestColumn } from './manifest.ts'
import { type Measure, orderedSelects, type Reading } from './ordered.ts'
import type { RelationColumn } from './relation.ts'
import { aliasOf, asText } from './sql.ts'

/** Values of a row as text, in the order of the columns; NULL is null. See `Source.rows`. */
export type Cells = readonly (string | null)[]

/** A column as a writer sees it. */
export interface SourceColumn extends RelationColumn {
  /** What stands over it: unique within the source. The column's name, or its Chinese term. */
  readonly header: string
}

/** A relation as it is to be written: with its columns, filtered, in order, persons and identifiers as asked for. */
export interface Source {
  /** Table, view, or name of the SELECT. */
  readonly name: string
  /** Title in the language of the export: its Chinese term, or its name. */
  readonly title: string
  /** What it is, in English. */
  readonly meaning: string
  /** Columns that tell its rows apart; those that an export leaves out too. */
  readonly key: readonly string[]
  readonly columns: readonly SourceColumn[]
  /** How much `rows` gives. */
  readonly measure: Measure
  /**
   * All rows in their order, in batches, at flat memory. Values are text as DuckDB writes it, by the type of the column:
   * 12.50, true, 2024-02-29, 2024-02-29 01:02:03; lists, structs and JSON are JSON text. May be asked for again, and
   * gives the same. `scratch` is a path beside the file being written, at which nothing stands. Throws when the database
   * breaks off in the middle.
   */
  rows(scratch: string): AsyncIterable<readonly Cells[]>
  /**
   * For writers that leave the work to DuckDB: the rows in order as SELECTs of `payload`, SQL over the columns as c0, c1
   * …, to be run one after the other. For `scratch` see `rows`.
   */
  selects(payload: string, scratch: string): AsyncIterable<string>
}

export interface SourceNames {
  readonly title: string
  readonly columns: readonly SourceColumn[]
}

export function sourceOf(
  reader: Reader,
  reading: Reading,
  measure: Measure,
  { title, columns }: SourceNames,
): Source {
  const { relation } = reading
  const selects = (payload: string, scratch: string) =>
    orderedSelects(reader, reading, measure, payload, scratch)
  const text = columns.map((column, index) => asText(column, aliasOf(index))).join(', ')
  return {
    name: relation.name,
    title,
    meaning: relation.meaning ?? '',
    key: relation.key,
    columns,
    measure,
    selects,
    rows: async function* (scratch) {
      let rows = 0
      for await (const select of selects(`to_json([${text}])::VARCHAR AS cells`, scratch)) {
        for await (const batch of reader.stream(select)) {
          rows += batch.length
          yield batch.map(({ cells }) => JSON.parse(String(cells)) as Cells)
        }
      }
      assertWhole(rows, measure.rows)
    },
  }
}

/** DuckDB's stream ends without a word when the database fails in the middle of it, for want of memory say. */
export function assertWhole(rows: number, expected: number): void {
  if (rows === expected) return
  throw new Error(
    `the database gave ${rows} of ${expected} rows and then stopped; ` +
      'it may have run out of memory or of room to spill, so give it more of either',
  )
}

/** The columns of a source for the manifest. */
export const manifestColumns = ({ columns }: Pick<Source, 'columns'>): ManifestColumn[] =>
  columns.map(({ name, type, header }) => ({ name, type, ...(header === name ? {} : { header }) }))
