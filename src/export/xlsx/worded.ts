import { withHeaders } from '../headers.ts'
import type { RelationColumn } from '../relation.ts'
import type { Cells, Source } from '../source.ts'

type Cell = Cells[number]

/** A column of the sheet: where its cell comes from, and what becomes of it there. */
interface Placed {
  readonly column: RelationColumn
  readonly index: number
  readonly show: (cell: Cell) => Cell
}

/**
 * A source for a Chinese reader: before each column of codes stands one with what they are called, under the term alone. The codes keep
 * their column, for joins. A code without a word stands as it is.
 */
export function worded(source: Source): Source {
  const placed = source.columns.flatMap(placedOf)
  if (placed.length === source.columns.length) return source
  const shown = (cells: Cells): Cells => placed.map(({ index, show }) => show(cells[index] ?? null))
  return {
    ...source,
    columns: withHeaders(
      placed.map(({ column }) => column),
      'zh',
    ),
    rows: async function* (scratch) {
      for await (const batch of source.rows(scratch)) yield batch.map(shown)
    },
  }
}

function placedOf(column: RelationColumn, index: number): Placed[] {
  const { name, term, type, words } = column
  const own: Placed = { column, index, show: (cell) => cell }
  if (words === undefined || term === undefined) return [own]
  const called: RelationColumn = {
    name: `${name}_zh`,
    type: 'VARCHAR',
    term,
    source: 'derived',
    meaning: `what the codes of ${name} are called`,
    holds: 'label',
  }
  const wordOf = (code: string): string => words[code] ?? code
  const show = (cell: Cell): Cell =>
    cell === null
      ? null
      : type === 'VARCHAR[]'
        ? (JSON.parse(cell) as string[]).map(wordOf).join('、')
        : wordOf(cell)
  return [{ column: called, index, show }, own]
}
