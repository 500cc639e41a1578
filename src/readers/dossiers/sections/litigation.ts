import { colours, drawBars } from '../charts.ts'
import { casesOf, type Dossier, type Listed, type Section } from '../dossier.ts'
import type { DocumentRow } from '../holdings.ts'
import { type Html, html, note, type Part } from '../html.ts'
import { each } from '../references.ts'
import { groupsBy } from '../rows.ts'
import { noDocuments } from '../searched.ts'
import { type Counted, type FigureTable, namesTable } from '../tables.ts'
import { filled, resultFor, type Words, wordFor } from '../words/words.ts'
import { suitsThat } from './families.ts'

/* Statistics over the listed documents: groups of them, and the parts that each is split into. */

interface Group {
  readonly label: string
  /** The same as the first cells of a row. */
  readonly cells: readonly Part[]
  readonly documents: readonly Listed[]
}

interface Split {
  readonly label: string
  readonly of: (document: DocumentRow) => boolean
}

/** One that is drawn, too. */
type Coloured = Split & { readonly colour: string }

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

const roleSplits = ({ role: called }: Words): Coloured[] =>
  colourOfRole.map(([side, colour]) => ({
    label: called[side],
    colour: colours[colour],
    of: ({ role }) => (role ?? 'unknown') === side,
  }))

const stageSplits = ({ stage: called }: Words): Coloured[] =>
  colourOfStage.map(([name, colour]) => ({
    label: called[name],
    colour: colours[colour],
    of: ({ stage }) => stage === name,
  }))

const isSide = ({ role }: DocumentRow): boolean => role === 'plaintiff' || role === 'defendant'

/** Results of each side apart, for what one wins the other may lose; then what has none. */
const resultSplits = (words: Words): Split[] => [
  ...sides.flatMap((side) =>
    results.map((met) => ({
      label: filled(words.resultOf.by, resultFor(words, side, met), words.role[side]),
      of: ({ role, subject_outcome }: DocumentRow) => role === side && subject_outcome === met,
    })),
  ),
  ...withoutResult(words),
]

/** Results where the columns need not say the side. */
const resultSplitsOfSide = (words: Words): Split[] => [
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

const partOf = ({ documents }: Group, split: Split): Listed[] => documents.filter(({ row }) => split.of(row))

/** Groups of documents by a member, those of most documents first, and those without it last. */
const byMost = (
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

type Block = (dossier: Dossier) => Html

/** A section of figures over the listed documents; an enterprise without one has none. */
const ofDocuments =
  (...blocks: readonly Block[]): Section =>
  (dossier) =>
    dossier.documents.length === 0
      ? noDocuments(dossier)
      : html`${blocks.map((block, at) => html`${at > 0 && '\n'}${block(dossier)}`)}`

const noted =
  (name: keyof Words['notes']): Block =>
  ({ words }) =>
    note(words.notes[name])

type Grouping = (dossier: Dossier) => Group[]

interface Tally {
  readonly title: 'overview' | Extract<keyof Words['tables'], `by${string}`>
  readonly heads: readonly (keyof Words['columns'])[]
  readonly groups: Grouping
  readonly splits?: (words: Words) => readonly Split[]
  readonly more?: (words: Words, dossier: Dossier) => readonly Counted<Group>[]
}

const none = (): [] => []

/** A table of groups: documents, cases, and each part that is met. */
const table =
  ({ title, heads, groups: groupsOf, splits = roleSplits, more = none }: Tally): Block =>
  (dossier) => {
    const { words } = dossier
    const { tables, columns } = words
    const groups = groupsOf(dossier)
    const met = splits(words).filter((split) => groups.some((group) => partOf(group, split).length > 0))
    const tally: FigureTable<Group> = {
      title: tables[title],
      caption: tables[title],
      labelOf: ({ label }) => label,
      columns: [
        ...heads.map((name, at) => [columns[name], ({ cells }: Group) => cells[at]] as const),
        [columns.documents, ({ documents }) => each(documents), 'counted'],
        [columns.cases, ({ documents }) => casesOf(documents), 'counted'],
        ...more(words, dossier),
        ...met.map(
          (split) => [split.label, (group: Group) => each(partOf(group, split)), 'counted'] as const,
        ),
      ],
    }
    return namesTable(dossier, tally, groups)
  }

const byTerm =
  (termOf: (row: Listed['row']) => string | null): Grouping =>
  (dossier) =>
    byMost(dossier.documents, termOf, (value) => {
      const said = value === null ? null : wordFor(dossier.words.term, value)
      return { label: dossier.plain(said, 'label'), cell: dossier.show(said, 'label') }
    })

/** The same of causes and courts. */
const byName =
  (kind: 'cause' | 'court'): Grouping =>
  (dossier) =>
    byMost(
      dossier.documents,
      (row) => row[kind],
      (value) => ({
        label: dossier.plainName(kind, value),
        cell: dossier.showName(kind, value),
      }),
    )

/** Years in their order, those without a date last; years without a document stay away. */
const byYear: Grouping = ({ documents, plain }) =>
  [...groupsBy(documents, ({ row }) => row.year)]
    .sort(([a], [b]) => (a ?? 9999) - (b ?? 9999))
    .map(([year, found]) => {
      const label = plain(year === null ? null : String(year), 'label')
      return { label, cells: [label], documents: found }
    })

/** Every year from the first to the last, for a chart: time has no gaps. */
function everyYear(groups: readonly Group[]): readonly Group[] {
  const dated = groups.filter(({ label }) => /^\d{4}$/.test(label))
  const years = dated.map(({ label }) => Number(label))
  const [first, last] = [Math.min(...years), Math.max(...years)]
  if (dated.length === 0 || last - first > 40) return dated
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const label = String(first + index)
    return dated.find((group) => group.label === label) ?? { label, cells: [label], documents: [] }
  })
}

const bySideAndStage: Grouping = ({ documents, words, show, plain }) =>
  [...groupsBy(documents, ({ row }) => `${row.role}\n${row.category}\n${row.stage}`)]
    .sort(([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1))
    .map(([, found]) => {
      const row = found[0]?.row
      const role = words.role[row?.role ?? 'unknown']
      const stage = words.stage[row?.stage ?? 'other']
      const category = row?.category == null ? null : wordFor(words.term, row.category)
      return {
        label: [role, plain(category, 'label'), stage].join(' · '),
        cells: [role, show(category, 'label'), stage],
        documents: found,
      }
    })

const idsOf = ({ documents }: Group): ReadonlySet<string> =>
  new Set(documents.map(({ row }) => row.document_id))

type Yearly = Pick<Tally, 'title'> & { readonly splits: (words: Words) => readonly Coloured[] }

const tableOfYears = (tally: Yearly): Block => table({ ...tally, heads: ['year'], groups: byYear })

/** The documents of each year as a bar made of their parts; a single year needs none. */
const chartOfYears =
  ({ title, splits }: Yearly): Block =>
  (dossier) => {
    const { words } = dossier
    const years = everyYear(byYear(dossier))
    if (years.length < 2) return html``
    const bars = years.map((year) => ({
      name: year.label,
      parts: splits(words).map((split) => ({
        name: split.label,
        colour: split.colour,
        count: partOf(year, split).length,
      })),
    }))
    return drawBars(`${words.tables[title]} · ${words.tables.unit}`, bars)
  }

const yearsByStage: Yearly = { title: 'byYearAndStage', splits: stageSplits }

const yearsByRole: Yearly = { title: 'byYearAndRole', splits: roleSplits }

/** Where a court sits. The Supreme People's Court belongs to no region, and is named instead of one. */
const regionOf = ({ province, court_level }: Listed['row']): string | null =>
  province ?? (court_level === '最高' ? '最高人民法院' : null)

const byOutcome: Grouping = ({ documents, words }) =>
  byMost(
    documents,
    ({ outcome }) => outcome,
    (outcome) => {
      const label = wordFor(words.outcome, outcome ?? 'unknown')
      return { label, cell: label }
    },
  )

/** Sections by their names. */
export const statistics = {
  overview: ofDocuments(
    chartOfYears(yearsByStage),
    table({
      title: 'overview',
      heads: ['role', 'category', 'stage'],
      groups: bySideAndStage,
      splits: resultSplitsOfSide,
      more: ({ columns }, dossier) => [
        [columns.closed, (group) => suitsThat(dossier, false, idsOf(group)), 'counted'],
        [columns.open, (group) => suitsThat(dossier, true, idsOf(group)), 'counted'],
      ],
    }),
    noted('overview'),
    tableOfYears(yearsByStage),
  ),
  causes: ofDocuments(table({ title: 'byCause', heads: ['cause'], groups: byName('cause') })),
  roles: ofDocuments(chartOfYears(yearsByRole), tableOfYears(yearsByRole), noted('roles')),
  courts: ofDocuments(
    table({ title: 'byLevel', heads: ['level'], groups: byTerm(({ court_level }) => court_level) }),
    table({ title: 'byProvince', heads: ['province'], groups: byTerm(regionOf) }),
    table({ title: 'byCourt', heads: ['court'], groups: byName('court') }),
    noted('courts'),
  ),
  procedures: ofDocuments(
    table({ title: 'byProcedure', heads: ['procedure'], groups: byTerm(({ procedure }) => procedure) }),
    table({ title: 'byKind', heads: ['kind'], groups: byTerm(({ document_kind }) => document_kind) }),
  ),
  outcomes: ofDocuments(
    table({ title: 'byOutcome', heads: ['outcome'], groups: byOutcome, splits: resultSplits }),
    noted('outcomes'),
  ),
}
