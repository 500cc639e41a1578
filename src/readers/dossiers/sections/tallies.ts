import { colours } from '../charts.ts'
import type { Listed } from '../dossier.ts'
import type { DocumentRow } from '../holdings.ts'
import type { Part } from '../html.ts'
import { groupsBy } from '../rows.ts'
import { filled, resultFor, type Words } from '../words/words.ts'

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

const split = (label: string, colour: keyof typeof colours, of: Split['of']): Split => ({
  label,
  colour: colours[colour],
  of,
})

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
/** Of the two sides apart, for what one wins the other may lose. */
const colourOfResult = [
  ['plaintiff', 'won', 'navy'],
  ['plaintiff', 'partly', 'steel'],
  ['plaintiff', 'lost', 'pale'],
  ['defendant', 'won', 'sand'],
  ['defendant', 'partly', 'clay'],
  ['defendant', 'lost', 'brick'],
] as const
/** Where each row of a table is of one side. */
const colourOfSide = [
  ['won', 'navy'],
  ['partly', 'steel'],
  ['lost', 'brick'],
] as const

export const roleSplits = ({ role: called }: Words): Split[] =>
  colourOfRole.map(([side, colour]) =>
    split(called[side], colour, ({ role }) => (role ?? 'unknown') === side),
  )

export const stageSplits = ({ stage: called }: Words): Split[] =>
  colourOfStage.map(([name, colour]) => split(called[name], colour, ({ stage }) => stage === name))

const isSide = ({ role }: DocumentRow): boolean => role === 'plaintiff' || role === 'defendant'

/** Results of each side, then what has none. */
export const resultSplits = (words: Words): Split[] => [
  ...colourOfResult.map(([side, met, colour]) =>
    split(
      filled(words.resultOf.by, resultFor(words, side, met), words.role[side]),
      colour,
      ({ role, subject_outcome }) => role === side && subject_outcome === met,
    ),
  ),
  ...withoutResult(words),
]

/** Results where the columns need not say the side. */
export const resultSplitsOfSide = (words: Words): Split[] => [
  ...colourOfSide.map(([met, colour]) =>
    split(words.result[met], colour, (one) => isSide(one) && one.subject_outcome === met),
  ),
  ...withoutResult(words),
]

const withoutResult = ({ role, result, resultOf }: Words): Split[] => [
  split(result.neutral, 'line', (one) => isSide(one) && one.subject_outcome === 'neutral'),
  split(
    filled(resultOf.by, resultOf.third_party, role.third_party),
    'grey',
    (one) => one.role === 'third_party',
  ),
  split(result.unknown, 'ink', (one) => one.role === null || (isSide(one) && one.subject_outcome === null)),
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
