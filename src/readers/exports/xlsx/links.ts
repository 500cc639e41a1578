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

/** Which row of which sheet documents and enforcement cases have: as an enterprise has them, and the first of any enterprise. */
export class RowPlaces {
  readonly #places = new Map<string, Target>()

  /** Notes the rows of a table as they are written; nothing of a table that has too many to be led to. */
  noting({ name, columns, measure }: Source): ((cells: Cells, place: Target) => void) | undefined {
    const of = placed(columns)
    const idColumn = of(ids[name] ?? '')
    if (idColumn === undefined || measure.rows > mostLinks) return undefined
    return (cells, place) => {
      const id = cellAt(cells, idColumn)
      if (id === null) return
      const first = key(name, id, null)
      this.#places.set(key(name, id, cellAt(cells, of('enterprise_id'))), place)
      if (!this.#places.has(first)) this.#places.set(first, place)
    }
  }

  find(table: string, id: string, enterprise: string | null): Target | undefined {
    return this.#places.get(key(table, id, enterprise))
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
  const of = placed(columns)
  const number = name === 'subject_documents' ? undefined : (of('case_number') ?? of('document_id'))
  const text = of('evidence') ?? of('title')
  const isOfSum = of('evidence') !== undefined && of('amount_role') !== undefined
  const at = (cells: Cells, column: string): string | null => cellAt(cells, of(column))
  const toRow = (cells: Cells, table: string | null, id: string | null): Target | undefined =>
    table === null || id === null ? undefined : rows.find(table, id, at(cells, 'enterprise_id'))
  const toDocument = (cells: Cells): Target | undefined =>
    toRow(cells, 'subject_documents', at(cells, 'document_id') ?? firstOf(at(cells, 'document_ids')))
  const toPage = (cells: Cells): Target | undefined => {
    const [library, caseId, ordinal] = [at(cells, 'library'), at(cells, 'case_id'), at(cells, 'ordinal')]
    const page = library === null || caseId === null ? undefined : pageOf(library, caseId)
    if (page === undefined) return undefined
    return { page, place: isOfSum && ordinal !== null ? `amount-${ordinal}` : undefined }
  }
  return (cells) => [
    ...linkAt(cells, number, toDocument),
    ...linkAt(cells, of('row_key'), () => toRow(cells, at(cells, 'source'), at(cells, 'row_key'))),
    ...linkAt(cells, text, toPage),
  ]
}

function linkAt(
  cells: Cells,
  column: number | undefined,
  target: (cells: Cells) => Target | undefined,
): CellLink[] {
  if (column === undefined || cells[column] === null) return []
  const to = target(cells)
  return to === undefined ? [] : [{ column, to }]
}

const placed = (columns: Source['columns']): ((name: string) => number | undefined) => {
  const places = new Map(columns.map(({ name }, index) => [name, index]))
  return (name) => places.get(name)
}

const cellAt = (cells: Cells, column: number | undefined): string | null =>
  column === undefined ? null : (cells[column] ?? null)

/** Of a list as JSON text. */
const firstOf = (list: string | null): string | null =>
  list === null ? null : ((JSON.parse(list) as string[])[0] ?? null)
