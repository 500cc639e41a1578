import { colours } from '../charts.ts'
import type { Listed } from '../dossier.ts'
import type { DocumentRow } from '../holdings.ts'
import type { Part } from '../html.ts'
import { groupsBy } from '../rows.ts'
import { filled, resultFor, type Words } from '../words/words.ts'

export interface Group {
  readonly label: string
  /** The same as the first cells of a row. */
  readonly cells: readonly Part[]
  readonly documents: readonly Listed[]
}

export interface Split {
  readonly label: string
  readonly of: (document: DocumentRow) => boolean
}

/** A split that is drawn, too. */
export interface Coloured extends Split {
  readonly colour: string
}

const colourOfRole = [
  ['plaintiff', 'navy'],
  ['defendant', 'brick'],
  ['third_party', 'sand'],
  ['unknown', 'grey'],
] as const
const colourOfStage = [
  ['first instance', 'navy'],
  ['appeal', 'steel'],
  ['retrial', 'pale'],
  ['enforcement', 'brick'],
  ['other', 'grey'],
] as const
const sides = ['plaintiff', 'defendant'] as const
const results = ['won', 'partly', 'lost'] as const

export const roleSplits = ({ role: called }: Words): Coloured[] =>
  colourOfRole.map(([side, colour]) => ({
    label: called[side],
    colour: colours[colour],
    of: ({ role }) => (role ?? 'unknown') === side,
  }))

export const stageSplits = ({ stage: called }: Words): Coloured[] =>
  colourOfStage.map(([name, colour]) => ({
    label: called[name],
    colour: colours[colour],
    of: ({ stage }) => stage === name,
  }))

const isSide = ({ role }: DocumentRow): boolean => role === 'plaintiff' || role === 'defendant'

/** Results of each side apart, for what one wins the other may lose; then what has none. */
export const resultSplits = (words: Words): Split[] => [
  ...sides.flatMap((side) =>
    results.map((met) => ({
      label: filled(words.resultOf.by, resultFor(words, side, met), words.role[side]),
      of: ({ role, subject_outcome }: DocumentRow) => role === side && subject_outcome === met,
    })),
  ),
  ...withoutResult(words),
]

/** Results where the columns need not say the side. */
export const resultSplitsOfSide = (words: Words): Split[] => [
  ...results.map((met) => ({
    label: words.result[met],
    of: (one: DocumentRow) => isSide(one) && one.subject_outcome === met,
  })),
  ...withoutResult(words),
]

const withoutResult = ({ role, result, resultOf }: Words): Split[] => [
  { label: result.neutral, of: (one) => isSide(one) && one.subject_outcome === 'neutral' },
  {
    label: filled(resultOf.by, resultOf.third_party, role.third_party),
    of: (one) => one.role === 'third_party',
  },
  { label: result.unknown, of: (one) => one.role === null || (isSide(one) && one.subject_outcome === null) },
]

export const partOf = ({ documents }: Group, split: Split): Listed[] =>
  documents.filter(({ row }) => split.of(row))

/** Groups of documents by a member, those of most documents first, and those without it last. */
export const byMost = (
  documents: readonly Listed[],
  keyOf: (document: DocumentRow) => string | null,
  shown: (key: string | null) => { readonly label: string; readonly cell: Part },
): Group[] =>
  [...groupsBy(documents, ({ row }) => keyOf(row))]
    .sort(
      ([one, a], [other, b]) =>
        Number(one === null) - Number(other === null) ||
        b.length - a.length ||
        ((one ?? '') < (other ?? '') ? -1 : 1),
    )
    .map(([key, held]) => {
      const { label, cell } = shown(key)
      return { label, cells: [cell], documents: held }
    })
