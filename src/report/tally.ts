import type { BarChart } from './charts/bars.ts'
import { colours } from './charts/render.ts'
import { casesOf, type Dossier, type Listed } from './dossier.ts'
import { figureTable } from './figure-table.ts'
import { groupsBy } from './groups.ts'
import type { Html, Part } from './html.ts'
import { type Behind, each } from './references.ts'
import type { DocumentRow } from './rows.ts'
import type { Words } from './words/words.ts'

/** Documents that a row of a table, or a bar of a chart, stands for. */
export interface Group {
  /** What they have in common, in words. */
  readonly label: string
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

export const resultSplits = ({ result }: Words): readonly Split[] => [
  { label: result.won, colour: colours.navy, of: (document) => document.subject_outcome === 'won' },
  { label: result.partly, colour: colours.steel, of: (document) => document.subject_outcome === 'partly' },
  { label: result.lost, colour: colours.brick, of: (document) => document.subject_outcome === 'lost' },
  { label: result.neutral, colour: colours.pale, of: (document) => document.subject_outcome === 'neutral' },
  { label: result.unknown, colour: colours.grey, of: (document) => document.subject_outcome === null },
]

export const stageSplits = ({ stage }: Words): readonly Split[] =>
  (
    [
      ['first instance', colours.navy],
      ['appeal', colours.steel],
      ['retrial', colours.pale],
      ['enforcement', colours.brick],
      ['other', colours.grey],
    ] as const
  ).map(([name, colour]) => ({ label: stage[name], colour, of: (document) => document.stage === name }))

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
    categories: shown.map(({ label }) => label),
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
  shown: (key: string | null) => { readonly label: string; readonly cell: Part },
): Group[] {
  return [...groupsBy(documents, ({ row }) => keyOf(row))]
    .map(([key, held]) => ({ key, ...shown(key), documents: held }))
    .sort(
      (a, b) =>
        Number(a.key === null) - Number(b.key === null) ||
        b.documents.length - a.documents.length ||
        ((a.key ?? '') < (b.key ?? '') ? -1 : 1),
    )
    .map(({ label, cell, documents }) => ({ label, cells: [cell], documents }))
}
