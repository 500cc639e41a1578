import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { cellLimit, guardCell } from './cell.ts'
import { plainLine } from './csv-line.ts'
import { type AlteredCells, excelCells } from './excel-row.ts'
import { type Cells, manifestColumns } from './source.ts'
import { aliasOf, asText } from './sql.ts'
import { writeText } from './text-file.ts'
import type { Writer } from './writer.ts'

/**
 * RFC 4180 with CRLF. csv-stringify itself quotes a CRLF, but not the lone CR or LF that Excel and LibreOffice end a row
 * at. LibreOffice also splits at semicolons and tabs unless told otherwise. A quoted empty text is told from NULL.
 */
const dialect = { record_delimiter: '\r\n', quoted_match: /^$|[\r\n;\t]/ }

/**
 * CSV for Excel: BOM, header, ordered rows, cells guarded and cut (see cell.ts). DuckDB writes the rows in which nothing has
 * to be quoted, guarded or cut, which are nearly all, and calls back for the others.
 */
export const csvWriter: Writer = {
  scope: 'relation',
  ending: '.csv',
  isForReaders: true,
  write: async ({ sources: [source], folder, stem, settings, reader }) => {
    if (source === undefined) return []
    const isGuarded = settings.safety === 'excel'
    const counts: AlteredCells = { cells_neutralised: 0, cells_cut: 0 }
    const cellsOf = isGuarded ? excelCells(source, counts) : (cells: Cells) => cells
    const rowOf = reader.define(1, (json) => stringify([cellsOf(JSON.parse(String(json)) as Cells)], dialect))
    const cells = source.columns.map((column, index) => asText(column, aliasOf(index)))
    const plain = plainLine(source.columns, isGuarded ? cellLimit : undefined)
    const header = source.columns.map((column) => (isGuarded ? guardCell(column.header) : column.header))
    const file = `${stem}.csv`
    const written = await writeText(reader, source, {
      path: join(folder, file),
      encoding: settings.encoding,
      // Excel takes a file without it for one in the encoding of its country, which in China is GB18030.
      head: stringify([header], { ...dialect, bom: settings.encoding === 'utf-8' }),
      line: `CASE WHEN ${plain.isPlain} THEN ${plain.line} ELSE ${rowOf}(to_json([${cells.join(', ')}])::VARCHAR) END`,
    })
    return [{ file, table: source.name, ...written, columns: manifestColumns(source), ...counts }]
  },
}
