import type { PageOf } from '../exporter.ts'
import type { Cells, Source } from '../rows.ts'

/** Where a cell leads. */
export type Target =
  | { readonly sheet: string; readonly row: number }
  | {
      /** Path of a file, relative to the folder of the workbook. */
      readonly page: string
      /** The element of it, by its id; undefined for the page itself. */
      readonly place: string | undefined
    }

/** A cell of a row by its column, from 0, and where it leads. */
export interface CellLink {
  readonly column: number
  readonly to: Target
}

/** What a sheet of Excel has room for. */
export const mostLinks = 65_530

/** Tables whose rows others lead to, by the column that tells the rows of an enterprise apart. */
const ids: Readonly<Record<string, string>> = {
  subject_documents: 'document_id',
  enforcement_cases: 'case_key',
}

/** Whether the rows of others lead to those of a source, so that it must be written before them; and documents before all. */
export const rankOf = ({ name }: Pick<Source, 'name'>): number => {
  const rank = Object.keys(ids).indexOf(name)
  return rank < 0 ? Object.keys(ids).length : rank
}

/** The value of a row in a column; null where there is no such column. */
function reading(columns: Source['columns']) {
  const places = new Map(columns.map(({ name }, index) => [name, index]))
  return {
    placeOf: (name: string): number | undefined => places.get(name),
    valueIn: (cells: Cells, name: string): string | null => cells[places.get(name) ?? -1] ?? null,
  }
}

/** Which row of which sheet documents and enforcement cases have: as an enterprise has them, and the first of any enterprise. */
export class RowPlaces {
  readonly #places = new Map<string, Target>()

  /** Notes the rows of a table as they are written; nothing of a table that has too many to be led to. */
  noting({ name, columns, measure }: Source): ((cells: Cells, place: Target) => void) | undefined {
    const { placeOf, valueIn } = reading(columns)
    const idColumn = ids[name] ?? ''
    if (placeOf(idColumn) === undefined || measure.rows > mostLinks) return undefined
    return (cells, place) => {
      const id = valueIn(cells, idColumn)
      if (id === null) return
      const first = key(name, id, null)
      this.#places.set(key(name, id, valueIn(cells, 'enterprise_id')), place)
      if (!this.#places.has(first)) this.#places.set(first, place)
    }
  }

  find(table: string | null, id: string | null, enterprise: string | null): Target | undefined {
    return table === null || id === null ? undefined : this.#places.get(key(table, id, enterprise))
  }
}

const key = (table: string, id: string, enterprise: string | null): string =>
  `${table} ${id} ${enterprise ?? ''}`

/**
 * Where the cells of a row lead, by the columns that its table has: the number of a case to the row of its document, or of the first of
 * its documents; what a flag rests on to that row; the sentence of a sum to that sentence on the page of the judgment, and a title to
 * the page.
 */
export function linksOf(
  { name, columns }: Pick<Source, 'name' | 'columns'>,
  rows: RowPlaces,
  pageOf: PageOf,
): (cells: Cells) => CellLink[] {
  const { placeOf, valueIn } = reading(columns)
  const isOfSum = placeOf('evidence') !== undefined && placeOf('amount_role') !== undefined
  const toRow = (cells: Cells, table: string | null, id: string | null): Target | undefined =>
    rows.find(table, id, valueIn(cells, 'enterprise_id'))
  const toDocument = (cells: Cells): Target | undefined =>
    toRow(
      cells,
      'subject_documents',
      valueIn(cells, 'document_id') ?? firstOf(valueIn(cells, 'document_ids')),
    )
  const toPage = (cells: Cells): Target | undefined => {
    const [library, caseId, ordinal] = ['library', 'case_id', 'ordinal'].map((one) => valueIn(cells, one))
    const page = library && caseId ? pageOf(library, caseId) : undefined
    return page === undefined
      ? undefined
      : { page, place: isOfSum && ordinal ? `amount-${ordinal}` : undefined }
  }
  const number = name === 'subject_documents' ? undefined : (placeOf('case_number') ?? placeOf('document_id'))
  const leading = [
    [number, toDocument],
    [placeOf('row_key'), (cells: Cells) => toRow(cells, valueIn(cells, 'source'), valueIn(cells, 'row_key'))],
    [placeOf('evidence') ?? placeOf('title'), toPage],
  ] as const
  return (cells) =>
    leading.flatMap(([column, target]) => {
      const to = column === undefined || cells[column] === null ? undefined : target(cells)
      return column === undefined || to === undefined ? [] : [{ column, to }]
    })
}

/** Of a list as JSON text. */
const firstOf = (list: string | null): string | null =>
  list === null ? null : ((JSON.parse(list) as string[])[0] ?? null)
