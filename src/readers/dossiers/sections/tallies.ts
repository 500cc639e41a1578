import { colours } from '../charts.ts'
import type { Listed } from '../dossier.ts'
import type { DocumentRow } from '../holdings.ts'
import type { Part } from '../html.ts'
import { groupsBy } from '../rows.ts'
import { filled } from '../words/pairs.ts'
import { resultFor, type Words } from '../words/words.ts'

export interface Group {
  readonly label: string
  readonly short?: string
  /** The same as the first cells of a row. */
  readonly cells: readonly Part[]
  readonly documents: readonly Listed[]
}

export interface Split {
  readonly label: string
  readonly colour: string
  readonly of: (document: DocumentRow) => boolean
}

export const roleSplits = ({ role }: Words): Split[] =>
  (
    [
      ['plaintiff', colours.navy],
      ['defendant', colours.brick],
      ['third_party', colours.sand],
      ['unknown', colours.grey],
    ] as const
  ).map(([side, colour]) => ({
    label: role[side],
    colour,
    of: (document) => (document.role ?? 'unknown') === side,
  }))

export const stageSplits = ({ stage }: Pick<Words, 'stage'>) =>
  (
    [
      ['first instance', colours.navy],
      ['appeal', colours.steel],
      ['retrial', colours.pale],
      ['enforcement', colours.brick],
      ['other', colours.grey],
    ] as const
  ).map(([name, colour]) => ({
    name,
    label: stage[name],
    colour,
    of: (document: DocumentRow) => document.stage === name,
  }))

const isSide = ({ role }: DocumentRow): boolean => role === 'plaintiff' || role === 'defendant'

/** Results of the two sides apart, for what one wins the other may lose; then what neither does. */
export const resultSplits = (words: Words): Split[] => [
  ...(
    [
      ['plaintiff', 'won', colours.navy],
      ['plaintiff', 'partly', colours.steel],
      ['plaintiff', 'lost', colours.pale],
      ['defendant', 'won', colours.sand],
      ['defendant', 'partly', colours.clay],
      ['defendant', 'lost', colours.brick],
    ] as const
  ).map(([side, met, colour]) => ({
    label: filled(words.resultOf.by, resultFor(words, side, met), words.role[side]),
    colour,
    of: ({ role, subject_outcome }: DocumentRow) => role === side && subject_outcome === met,
  })),
  ...withoutResult(words),
]

/** Results where each row is of one side: its columns need not say the side. */
export const resultSplitsOfSide = (words: Words): Split[] => [
  ...(
    [
      ['won', colours.navy],
      ['partly', colours.steel],
      ['lost', colours.brick],
    ] as const
  ).map(([met, colour]) => ({
    label: words.result[met],
    colour,
    of: (document: DocumentRow) => isSide(document) && document.subject_outcome === met,
  })),
  ...withoutResult(words),
]

const withoutResult = ({ role, result, resultOf }: Words): Split[] => [
  {
    label: result.neutral,
    colour: colours.line,
    of: (document) => isSide(document) && document.subject_outcome === 'neutral',
  },
  {
    label: filled(resultOf.by, resultOf.third_party, role.third_party),
    colour: colours.grey,
    of: (document) => document.role === 'third_party',
  },
  {
    label: result.unknown,
    colour: colours.ink,
    of: (document) => document.role === null || (isSide(document) && document.subject_outcome === null),
  },
]

export const partOf = ({ documents }: Group, split: Split): Listed[] =>
  documents.filter(({ row }) => split.of(row))

/** Groups of documents by a member, those of most documents first, and those without it last. */
export const byMost = (
  documents: readonly Listed[],
  keyOf: (document: DocumentRow) => string | null,
  shown: (key: string | null) => Pick<Group, 'label' | 'short'> & { readonly cell: Part },
): Group[] =>
  [...groupsBy(documents, ({ row }) => keyOf(row))]
    .sort(
      ([one, a], [other, b]) =>
        Number(one === null) - Number(other === null) ||
        b.length - a.length ||
        ((one ?? '') < (other ?? '') ? -1 : 1),
    )
    .map(([key, held]) => {
      const { cell, ...group } = shown(key)
      return { ...group, cells: [cell], documents: held }
    })
