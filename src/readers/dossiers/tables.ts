import type { Dossier } from './dossier.ts'
import { between, type Html, html, note, type Part } from './html.ts'
import {
  type Behind,
  type Figure,
  type Figures,
  type Item,
  itemsBehind,
  mostItems,
  refer,
} from './references.ts'
import { filled, type SectionName, sectionId, sectionNumber, type Words } from './words/words.ts'

/** Numbers stand at the end of their cell; sentences are given room; short words and dates stay on one line. */
type Shape = 'number' | 'sentence' | 'short'

/** Most rows of a table that are printed without the appendices: the sheet of the page hides the others, and says how many. */
export const mostPrinted = 5

export type Column<Of> = readonly [label: string, cell: (of: Of) => Part, shape?: Shape | undefined]

interface Listing<Of> {
  readonly caption?: Part | undefined
  readonly isStacked?: boolean
  readonly id?: string
  readonly idOf?: ((of: Of) => string | undefined) | undefined
  /** Classes by which rows are chosen. */
  readonly marksOf?: (of: Of) => readonly string[]
}

/**
 * A table whose header is repeated on each printed page. On a narrow screen `isStacked` sets the cells of a row below each
 * other, each with its label; any other table is moved sideways.
 */
export function listing<Of>(
  columns: readonly Column<Of>[],
  all: readonly Of[],
  { caption, isStacked = false, id, idOf, marksOf }: Listing<Of> = {},
): Html {
  const unprinted = all.length > mostPrinted && html` data-unprinted="${all.length - mostPrinted}"`
  const row = (one: Of): Html => {
    const [id, marks] = [idOf?.(one), marksOf?.(one)]
    const cells = columns.map(
      ([label, cell, shape = 'text']) =>
        html`<td class="${shape}"${isStacked && html` data-label="${label}"`}>${cell(one)}</td>`,
    )
    return html`<tr${id !== undefined && html` id="${id}"`}${marks !== undefined && html` class="${marks.join(' ')}"`}>${cells}</tr>
`
  }
  return html`<div class="${isStacked ? 'stack' : 'scroll'}"${unprinted}${isStacked ? '' : html` tabindex="0"`}><table${id !== undefined && html` id="${id}"`}>
${caption !== undefined && html`<caption>${caption}</caption>`}
<thead><tr>${columns.map(([label, , shape = 'text']) => html`<th scope="col" class="${shape}">${label}</th>`)}</tr></thead>
<tbody>
${all.map(row)}</tbody></table></div>`
}

/** A table of the first rows, and how many there are in all; `source` names the tables or views of an export that have them. */
export function firstRows<Of>(
  { words }: Dossier,
  columns: readonly Column<Of>[],
  all: readonly Of[],
  { source, ...options }: Listing<Of> & { readonly source: string },
): Html {
  const shown = listing(columns, all.slice(0, mostItems), options)
  if (all.length <= mostItems) return shown
  return html`${shown}${note(filled(words.tables.first, mostItems, all.length, source))}`
}

/** A table of things with their numbers; nothing where there are none. */
export function itemTable<Of extends { readonly item: Item }>(
  dossier: Dossier,
  source: string,
  columns: readonly Column<Of>[],
  all: readonly Of[],
  caption?: string,
): Html {
  if (all.length === 0) return html``
  const idOf = ({ item: { kind, number } }: Of): string => `${kind}${number}`
  const numbered: readonly Column<Of>[] = [[dossier.words.columns.number, idOf, 'short'], ...columns]
  return firstRows(dossier, numbered, all, { source, caption, isStacked: true, idOf })
}

export type Fact = readonly [name: Part, value: Part]

/** Facts about one thing: a name and a value a row. `tight` ones have short values and stand three in a line. */
export const factList = (facts: readonly Fact[], width: 'tight' | 'wide' = 'wide'): Html =>
  html`<dl class="facts ${width}">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

/** A column of figures: the rows that each counts; null where that is not known. */
export type Counted<Of> = readonly [
  label: string,
  rows: (of: Of) => readonly Behind[] | null,
  shape: 'counted',
]

const isCounted = <Of>(column: Column<Of> | Counted<Of>): column is Counted<Of> => column[2] === 'counted'

export interface FigureTable<Of> extends Pick<Listing<Of>, 'caption' | 'isStacked'> {
  readonly title: string
  readonly labelOf: (of: Of) => string
  readonly columns: readonly (Column<Of> | Counted<Of>)[]
}

/**
 * A table in which each figure is a link to the rows that it counts. A row has one number in the appendix, with all its
 * figures below.
 */
export function figureTable<Of>(
  { words }: Dossier,
  { title, labelOf, columns, ...options }: FigureTable<Of>,
  all: readonly Of[],
): Html {
  const counted = columns.filter(isCounted)
  const rows = all.map((one) => {
    const known = counted.map(([, rowsOf]) => rowsOf(one))
    const { figures, mark } = refer(
      `${title}${words.colon}${labelOf(one)}`,
      counted.map(([name], at) => [name, known[at] ?? []]),
    )
    return { one, mark, figures: figures.map((figure, at) => (known[at] === null ? words.unknown : figure)) }
  })
  const shown = columns.map((column): Column<(typeof rows)[number]> => {
    if (!isCounted(column)) return [column[0], ({ one }) => column[1](one), column[2]]
    const at = counted.indexOf(column)
    return [column[0], ({ figures }) => figures[at], 'number']
  })
  return listing([...shown, [words.basis, ({ mark }) => mark]], rows, options)
}

/** Most rows of a table of names; appendix D has the other names. */
const mostRows = 200

/** The same of names, of which there may be thousands. */
export function namesTable<Of>(dossier: Dossier, table: FigureTable<Of>, all: readonly Of[]): Html {
  const shown = figureTable(dossier, table, all.slice(0, mostRows))
  if (all.length <= mostRows) return shown
  const { words } = dossier
  const [first] = table.columns.filter(isCounted)
  const rows = all.slice(mostRows).map((one) => ({
    name: table.labelOf(one),
    items: (first?.[1](one) ?? []).flatMap(itemsBehind),
  }))
  const { figures, mark } = refer(table.title, [[words.tables.restOf, rows]])
  return html`${shown}<p class="note">${between(words.tables.rest, figures)} ${mark}</p>`
}

const referIn =
  (section: 'brief' | 'summary' | 'enforcement') =>
  ({ words }: Dossier, label: string, ...figures: readonly Figure[]): Figures =>
    refer(`${words.sections[section]}${words.colon}${label}`, figures)

export const referInBrief = referIn('brief')
export const referInSummary = referIn('summary')
export const referInEnforcement = referIn('enforcement')

/** A figure of the summary with the rows behind it; none for a zero. */
export function countFact(dossier: Dossier, label: string, counted: Figure): Fact[] {
  if (counted[1].length === 0) return []
  const { figures, mark } = referInSummary(dossier, label, counted)
  return [[label, html`${figures} ${mark}`]]
}

export const anchors = {
  documents: 'appendix-D',
  defendant: 'as-defendant',
  enforcement: 'enforcement-against',
  endedUnpaid: 'ended-unpaid',
  atStake: 'at-stake-CNY',
} as const

export const sectionLink = (words: Words, name: SectionName): Html =>
  html`<a class="ref" href="#${sectionId(words, name)}">${between(words.summary.section, [sectionNumber(words, name)])}</a>`
