import type { SqlRow } from '../warehouse/database.ts'
import { cellLimit, clip, cutCell, guardCell } from './cell.ts'
import { isTextType, type RelationInfo } from './relation.ts'

export type Cells = readonly (string | null)[]

/** How many cells of a file differ from the warehouse. */
export interface CellCounts {
  neutralised: number
  cut: number
}

const longestKey = 400

/** Turns rows of `textColumns` into cells that open well in Excel, and counts those that were altered. */
export function excelRows(relation: RelationInfo, counts: CellCounts): (row: SqlRow) => Cells {
  const isText = relation.columns.map(({ type }) => isTextType(type))
  const pointer = pointerOf(relation)

  return (row) => {
    const cells = Object.values(row) as (string | null)[]
    return cells.map((cell, index) => {
      if (cell === null || !isText[index]) return cell
      const guarded = guardCell(cell)
      if (guarded !== cell) counts.neutralised += 1
      if (guarded.length <= cellLimit) return guarded
      counts.cut += 1
      return cutCell(guarded, pointer(cells, index))
    })
  }
}

/** Says where the whole of a cut text stands. */
export function pointerOf({ name, key, columns }: RelationInfo): (cells: Cells, index: number) => string {
  const keys = key.map((column) => ({ column, index: columns.findIndex((other) => other.name === column) }))

  return (cells, index) => {
    const at = keys.map((part) => `${part.column}=${cells[part.index] ?? 'NULL'}`).join(', ')
    return (
      `…[cut for Excel, ${cells[index]?.length} characters in all; ` +
      `whole in column ${columns[index]?.name} of ${name} (DuckDB, ${name}.parquet), ${clip(at, longestKey)}]`
    )
  }
}
