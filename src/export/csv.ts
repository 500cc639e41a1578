import { stringify } from 'csv-stringify/sync'
import { HashedFile } from '../disk/hashed-file.ts'
import type { Reader, SqlRow } from '../warehouse/database.ts'
import { guardCell } from './cell.ts'
import { type CellCounts, type Cells, excelRows } from './excel-row.ts'
import type { WrittenFile } from './manifest.ts'
import type { RelationInfo } from './relation.ts'
import { orderRelation } from './slices.ts'
import { textColumns } from './sql.ts'

const sliceBytes = 48 * 2 ** 20

/** UTF-16 units that are turned into CSV at once: bounds memory when cells hold whole documents. */
const blockLength = 1 << 20

/**
 * RFC 4180 with CRLF. csv-stringify itself quotes a CRLF, but not the lone CR or LF that Excel and LibreOffice end a row
 * at. LibreOffice also splits at semicolons and tabs unless told otherwise. A quoted empty text is told from NULL.
 */
const dialect = { record_delimiter: '\r\n', quoted_match: /^$|[\r\n;\t]/ }

/** Writes a relation as CSV for Excel: BOM, header, ordered rows, cells guarded and cut (see `cell.ts`). */
export async function writeCsv(reader: Reader, relation: RelationInfo, path: string): Promise<WrittenFile> {
  const ordered = await orderRelation(reader, relation, sliceBytes)
  const counts: CellCounts = { neutralised: 0, cut: 0 }
  const cellsOf = excelRows(relation, counts)
  await using file = await HashedFile.create(path)
  await file.write(stringify([headerOf(relation)], { ...dialect, bom: true }))

  let rows = 0
  for (const slice of ordered.slices) {
    for await (const batch of reader.stream(`SELECT ${textColumns(relation.columns)} ${slice}`)) {
      for (const block of blocksOf(batch, cellsOf)) await file.write(stringify(block, dialect))
      rows += batch.length
    }
  }
  assertWhole(rows, ordered.rows)
  return { rows, ...(await file.finish()), cells_neutralised: counts.neutralised, cells_cut: counts.cut }
}

const headerOf = ({ columns }: RelationInfo): Cells => columns.map(({ name }) => guardCell(name))

function* blocksOf(batch: readonly SqlRow[], cellsOf: (row: SqlRow) => Cells): Generator<Cells[]> {
  let block: Cells[] = []
  let length = 0
  for (const row of batch) {
    const cells = cellsOf(row)
    block.push(cells)
    for (const cell of cells) length += cell?.length ?? 0
    if (length < blockLength) continue
    yield block
    block = []
    length = 0
  }
  if (block.length > 0) yield block
}

/** DuckDB's stream ends without a word when the database fails in the middle of it, for want of memory say. */
function assertWhole(rows: number, expected: number): void {
  if (rows === expected) return
  throw new Error(
    `the database gave ${rows} of ${expected} rows and then stopped; ` +
      'it may have run out of memory or of room to spill, so give it more of either',
  )
}
