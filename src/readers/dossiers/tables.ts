import { type BarChart, colours } from './charts.ts'
import { casesOf, type Dossier, type Listed } from './dossier.ts'
import { groupsBy } from './groups.ts'
import { type Html, html, type Part } from './html.ts'
import { type Behind, each, refer } from './references.ts'
import type { DocumentRow } from './rows.ts'
import { resultFor, type Words } from './words/words.ts'

export interface Column {
  readonly label: string
  /** Numbers stand at the end of their cell; sentences are given room; short words and dates stay on one line. */
  readonly shape?: 'number' | 'sentence' | 'short' | undefined
}

export interface Row {
  readonly cells: readonly Part[]
  readonly id?: string | undefined
  /** Classes by which rows are chosen. */
  readonly marks?: readonly string[]
}

/**
 * A table whose header is repeated on each printed page. On a narrow screen `isStacked` sets the cells of a row below each
 * other, each with its label; any other table is moved sideways.
 */
export function table(
  columns: readonly Column[],
  rows: readonly Row[],
  options: { readonly caption?: Part; readonly isStacked?: boolean; readonly id?: string } = {},
): Html {
  const { caption, isStacked = false, id } = options
  const kinds = columns.map(({ shape }) => shape ?? 'text')
  return html`<div class="${isStacked ? 'stack' : 'scroll'}"${isStacked ? '' : html` tabindex="0"`}><table${id !== undefined && html` id="${id}"`}>
${caption !== undefined && html`<caption>${caption}</caption>`}
<thead><tr>${columns.map(({ label }, at) => html`<th scope="col" class="${kinds[at]}">${label}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ({ cells, id, marks }) =>
    html`<tr${id !== undefined && html` id="${id}"`}${marks !== undefined && html` class="${marks.join(' ')}"`}>${cells.map(
      (cell, at) =>
        html`<td class="${kinds[at]}"${isStacked && html` data-label="${columns[at]?.label ?? ''}"`}>${cell}</td>`,
    )}</tr>
`,
)}</tbody></table></div>`
}

/** A name and what is known of it. */
export type Fact = readonly [name: Part, value: Part]

/** Facts about one thing: a name and a value a row. `tight` ones have short values and stand three in a line. */
export const factList = (facts: readonly Fact[], width: 'tight' | 'wide' = 'wide'): Html =>
  html`<dl class="facts ${width}">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

/** What the columns of a table of figures are called: those before its figures, the figures, those behind. */
interface FigureHeads {
  readonly before: readonly Column[]
  readonly counted: readonly string[]
  readonly after?: readonly Column[]
}

interface FigureRow {
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
  { words }: Dossier,
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
      const { figures, mark } = refer(
        `${title}${words.colon}${row.label}`,
        counted.map((label, at) => [label, row.counted[at] ?? []]),
      )
      const shown = row.counted.map((known, at) => (known === null ? words.unknown : figures[at]))
      return { cells: [...row.before, ...shown, ...(row.after ?? []), mark] }
    }),
    caption === undefined ? {} : { caption },
  )
}

/** Most rows of a table of names; appendix D has the other names. */
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
  const { words } = dossier
  const left = all.slice(mostRows).map(rowOf)
  const rows = left.map(({ label, counted }) => ({
    name: label,
    items: (counted[0] ?? []).flatMap(({ items }) => items),
  }))
  const [before, behind] = words.tables.rest
  const { figures, mark } = refer(title, [[words.tables.restOf, rows]])
  return html`${shown}<p class="note">${before}${figures}${behind} ${mark}</p>`
}

/** Documents that a row of a table, or a bar of a chart, stands for. */
export interface Group {
  /** What they have in common, in words. */
  readonly label: string
  /** The same for a chart, where it differs. */
  readonly short?: string
  /** The same as the first cells of a row. */
  readonly cells: readonly Part[]
  readonly documents: readonly Listed[]
}

/** A part of each group, counted in a column of its own. */
export interface Split {
  readonly label: string
  readonly colour: string
  readonly of: (document: DocumentRow) => boolean
}

export const roleSplits = ({ role }: Words): readonly Split[] => [
  { label: role.plaintiff, colour: colours.navy, of: (document) => document.role === 'plaintiff' },
  { label: role.defendant, colour: colours.brick, of: (document) => document.role === 'defendant' },
  { label: role.third_party, colour: colours.sand, of: (document) => document.role === 'third_party' },
  { label: role.unknown, colour: colours.grey, of: (document) => document.role === null },
]

const isSide = ({ role }: DocumentRow): boolean => role === 'plaintiff' || role === 'defendant'

/** Results of the two sides apart, for what one wins the other may lose; then what neither does. */
export const resultSplits = (words: Words): readonly Split[] => {
  const { role, resultOf } = words
  const of = (side: 'plaintiff' | 'defendant', met: 'won' | 'partly' | 'lost', colour: string): Split => ({
    label: resultOf.by(resultFor(words, side, met), role[side]),
    colour,
    of: (document) => document.role === side && document.subject_outcome === met,
  })
  return [
    of('plaintiff', 'won', colours.navy),
    of('plaintiff', 'partly', colours.steel),
    of('plaintiff', 'lost', colours.pale),
    of('defendant', 'won', colours.sand),
    of('defendant', 'partly', colours.clay),
    of('defendant', 'lost', colours.brick),
    ...withoutResult(words),
  ]
}

/** Results where each row is of one side: its columns need not say the side. */
export const resultSplitsOfSide = (words: Words): readonly Split[] => {
  const of = (met: 'won' | 'partly' | 'lost', colour: string): Split => ({
    label: words.result[met],
    colour,
    of: (document) => isSide(document) && document.subject_outcome === met,
  })
  return [
    of('won', colours.navy),
    of('partly', colours.steel),
    of('lost', colours.brick),
    ...withoutResult(words),
  ]
}

/** Documents that no side wins or loses. */
const withoutResult = ({ role, result, resultOf }: Words): readonly Split[] => [
  {
    label: result.neutral,
    colour: colours.line,
    of: (document) => isSide(document) && document.subject_outcome === 'neutral',
  },
  {
    label: resultOf.by(resultOf.third_party, role.third_party),
    colour: colours.grey,
    of: (document) => document.role === 'third_party',
  },
  {
    label: result.unknown,
    colour: colours.ink,
    of: (document) => document.role === null || (isSide(document) && document.subject_outcome === null),
  },
]

/** Stages of disputes in their order, for tables and charts. */
export const stagesOf = ({ stage }: Pick<Words, 'stage'>) =>
  (
    [
      ['first instance', colours.navy],
      ['appeal', colours.steel],
      ['retrial', colours.pale],
      ['enforcement', colours.brick],
      ['other', colours.grey],
    ] as const
  ).map(([name, colour]) => ({ name, label: stage[name], colour }))

export const stageSplits = (words: Words): readonly Split[] =>
  stagesOf(words).map(({ name, ...split }) => ({ ...split, of: (document) => document.stage === name }))

const partOf = (documents: readonly Listed[], split: Split): Listed[] =>
  documents.filter(({ row }) => split.of(row))

const isMet = (groups: readonly Group[]) => (split: Split) =>
  groups.some(({ documents }) => documents.some(({ row }) => split.of(row)))

/**
 * A table of groups: documents, cases, and each part that is met, every figure linked to the rows behind it. A row has one
 * number, under which the appendix lists each of its figures.
 */
export function tallyTable(
  dossier: Dossier,
  caption: string,
  heads: readonly string[],
  groups: readonly Group[],
  splits: readonly Split[],
  more: readonly { readonly label: string; readonly of: (group: Group) => readonly Behind[] }[] = [],
): Html {
  const { words } = dossier
  const met = splits.filter(isMet(groups))
  const counted = [
    { label: words.columns.documents, of: ({ documents }: Group) => each(documents) },
    { label: words.columns.cases, of: ({ documents }: Group) => casesOf(documents) },
    ...more,
    ...met.map((split) => ({
      label: split.label,
      of: ({ documents }: Group) => each(partOf(documents, split)),
    })),
  ]
  return figureTable(
    dossier,
    caption,
    { before: heads.map((label) => ({ label })), counted: counted.map(({ label }) => label) },
    groups.map((group) => ({
      label: group.label,
      before: group.cells,
      counted: counted.map(({ of }) => of(group)),
    })),
    caption,
  )
}

/** The first groups as a chart, each bar made of its parts. */
export function tallyChart(
  title: string,
  groups: readonly Group[],
  splits: readonly Split[],
  most = 10,
): BarChart {
  const shown = groups.slice(0, most)
  return {
    title,
    categories: shown.map(({ label, short }) => short ?? label),
    series: splits.map((split) => ({
      name: split.label,
      colour: split.colour,
      counts: shown.map(({ documents }) => partOf(documents, split).length),
    })),
  }
}

/** Groups of documents by a member, those of most documents first, and those without it last. */
export function byMost(
  documents: readonly Listed[],
  keyOf: (document: DocumentRow) => string | null,
  shown: (key: string | null) => Pick<Group, 'label' | 'short'> & { readonly cell: Part },
): Group[] {
  return [...groupsBy(documents, ({ row }) => keyOf(row))]
    .map(([key, held]) => ({ key, ...shown(key), documents: held }))
    .sort(
      (a, b) =>
        Number(a.key === null) - Number(b.key === null) ||
        b.documents.length - a.documents.length ||
        ((a.key ?? '') < (b.key ?? '') ? -1 : 1),
    )
    .map(({ cell, key: _key, ...group }) => ({ ...group, cells: [cell] }))
}
