import { cellLimit, clip, cutCell, guardCell } from './cell.ts'
import { isTextType } from './relation.ts'
import type { Cells, Source } from './source.ts'

/** How many cells of a file differ from the warehouse. */
export interface AlteredCells {
  cells_neutralised: number
  cells_cut: number
}

const longestKey = 400

/** Turns the cells of a row into such as open well in Excel, and counts those that were altered. */
export function excelCells(
  source: Pick<Source, 'name' | 'key' | 'columns'>,
  counts: AlteredCells,
): (cells: Cells) => Cells {
  const isText = source.columns.map(({ type }) => isTextType(type))
  const pointer = pointerOf(source)

  return (cells) =>
    cells.map((cell, index) => {
      if (cell === null || !isText[index]) return cell
      const guarded = guardCell(cell)
      if (guarded !== cell) counts.cells_neutralised += 1
      if (guarded.length <= cellLimit) return guarded
      counts.cells_cut += 1
      return cutCell(guarded, pointer(cells, index))
    })
}

/** Says where the whole of a cut text stands. */
function pointerOf({
  name,
  key,
  columns,
}: Pick<Source, 'name' | 'key' | 'columns'>): (cells: Cells, index: number) => string {
  const keys = key
    .map((column) => ({ column, index: columns.findIndex((other) => other.name === column) }))
    .filter(({ index }) => index >= 0)

  return (cells, index) => {
    const at = keys.map((part) => `${part.column}=${cells[part.index] ?? 'NULL'}`).join(', ')
    return (
      `…[cut for Excel, ${cells[index]?.length} characters in all; ` +
      `whole in column ${columns[index]?.name} of ${name} (DuckDB, ${name}.parquet), ${clip(at, longestKey)}]`
    )
  }
}
