import type { Cells } from '../source.ts'
import type { CellKind } from './cell.ts'

const narrowest = 8
const widest = 60
/** Room for the arrow of the filter. */
const arrow = 3
const margin = 2

/** What takes the place of two digits in the fonts that it is shown in. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** Widths of kinds that are shown otherwise than DuckDB writes them. */
const shown: Partial<Record<CellKind, number>> = { date: 10, timestamp: 19, boolean: 5 }

/** Width of a text in digits of the default font, of its first line; it is no longer counted than a column is wide. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (character === '\n' || width >= widest) break
    width += wide.test(character) ? 2 : 1
  }
  return width
}

/** Widths of columns in characters, as these rows need them. */
export function columnWidths(
  columns: readonly { readonly header: string; readonly kind: CellKind }[],
  rows: readonly Cells[],
): number[] {
  return columns.map(({ header, kind }, index) => {
    const cells = rows.map((row) => cellWidth(row[index] ?? '', kind))
    const needed = Math.max(textWidth(header) + arrow, ...cells) + margin
    return Math.min(widest, Math.max(narrowest, needed))
  })
}

function cellWidth(text: string, kind: CellKind): number {
  if (text === '') return 0
  if (kind === 'money') return textWidth(text) + Math.floor(text.length / 3)
  return shown[kind] ?? textWidth(text)
}
