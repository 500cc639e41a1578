import type { Dossier } from './dossier.ts'
import { type Html, html, type Part } from './html.ts'
import type { Behind } from './references.ts'
import { type Column, table } from './table.ts'

/** What the columns of a table of figures are called: those before its figures, the figures, those behind. */
export interface FigureHeads {
  readonly before: readonly Column[]
  readonly counted: readonly string[]
  readonly after?: readonly Column[]
}

export interface FigureRow {
  /** What the row is of, in words. */
  readonly label: string
  readonly before: readonly Part[]
  /** The rows that each figure counts; null where that is not known. */
  readonly counted: readonly (readonly Behind[] | null)[]
  readonly after?: readonly Part[]
}

/**
 * A table each figure of which leads to the rows that it counts. A row has one number, under which the appendix lists each
 * of its figures.
 */
export function figureTable(
  { references, words }: Dossier,
  title: string,
  { before, counted, after = [] }: FigureHeads,
  rows: readonly FigureRow[],
  caption?: Part,
): Html {
  return table(
    [
      ...before,
      ...counted.map((label) => ({ label, shape: 'number' as const })),
      ...after,
      { label: words.basis },
    ],
    rows.map((row) => {
      const { figures, mark } = references.add(
        `${title}${words.colon}${row.label}`,
        counted.map((label, at) => [label, row.counted[at] ?? []]),
      )
      const told = row.counted.map((known, at) => (known === null ? words.unknown : figures[at]))
      return { cells: [...row.before, ...told, ...(row.after ?? []), mark] }
    }),
    caption === undefined ? {} : { caption },
  )
}

/** Rows that a table of names has at the most; appendix D has the names that are left out. */
const mostRows = 200

/** The same of names, of which there may be thousands. */
export function namesTable<T>(
  dossier: Dossier,
  title: string,
  heads: FigureHeads,
  all: readonly T[],
  rowOf: (one: T) => FigureRow,
): Html {
  const shown = figureTable(dossier, title, heads, all.slice(0, mostRows).map(rowOf))
  if (all.length <= mostRows) return shown
  const { words, references } = dossier
  const left = all.slice(mostRows).map(rowOf)
  const rows = left.map(({ label, counted }) => ({
    name: label,
    items: (counted[0] ?? []).flatMap(({ items }) => items),
  }))
  const [before, behind] = words.tables.rest
  const { figures, mark } = references.add(title, [[words.tables.restOf, rows]])
  return html`${shown}<p class="note">${before}${figures}${behind} ${mark}</p>`
}
