import { drawBars } from '../charts.ts'
import type { Dossier, Listed, Section } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import { type Html, html, note } from '../html.ts'
import { noDocuments } from '../searched.ts'
import {
  byMost,
  type Group,
  resultSplits,
  resultSplitsOfSide,
  roleSplits,
  type Split,
  stageSplits,
  tallyChart,
  tallyTable,
} from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { suitsThat } from './suits.ts'

/** A section of figures over the listed documents; an enterprise without one has none. */
const ofDocuments = (write: (dossier: Dossier) => Html): Section => ({
  write: (dossier) => (dossier.documents.length === 0 ? noDocuments(dossier) : write(dossier)),
})

/** Groups by a column as it stands in the warehouse, those of most documents first. */
const byColumn = (dossier: Dossier, column: 'court_level' | 'procedure' | 'document_kind'): Group[] =>
  byTerm(dossier, (row) => row[column])

/** Groups by a word that has an English one. */
const byTerm = (dossier: Dossier, termOf: (row: Listed['row']) => string | null): Group[] =>
  byMost(dossier.documents, termOf, (value) => {
    const said = value === null ? null : wordFor(dossier.words.term, value)
    return { label: dossier.plain(said, 'label'), cell: dossier.show(said, 'label') }
  })

/** The same of causes and courts; a chart has room for one of their names. */
const byName = (dossier: Dossier, kind: 'cause' | 'court'): Group[] =>
  byMost(
    dossier.documents,
    (row) => row[kind],
    (value) => ({
      label: dossier.plainName(kind, value),
      short: dossier.shortName(kind, value),
      cell: dossier.showName(kind, value),
    }),
  )

/** Years in their order, those without a date last; years without a document stay away. */
function byYear(dossier: Dossier): Group[] {
  const { documents, plain } = dossier
  return [...groupsBy(documents, ({ row }) => row.year)]
    .sort(([a], [b]) => (a ?? 9999) - (b ?? 9999))
    .map(([year, found]) => {
      const label = plain(year === null ? null : String(year), 'label')
      return { label, cells: [label], documents: found }
    })
}

/** Every year from the first to the last, for a chart whose axis is time. */
function everyYear(groups: readonly Group[]): Group[] {
  const dated = groups.filter(({ label }) => /^\d{4}$/.test(label))
  const years = dated.map(({ label }) => Number(label))
  const [first, last] = [Math.min(...years), Math.max(...years)]
  if (dated.length === 0 || last - first > 40) return dated
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const label = String(first + index)
    return dated.find((group) => group.label === label) ?? { label, cells: [label], documents: [] }
  })
}

const yearChart = (
  { words }: Dossier,
  title: string,
  groups: readonly Group[],
  splits: readonly Split[],
): Html =>
  groups.filter(({ label }) => /^\d{4}$/.test(label)).length > 1
    ? drawBars(tallyChart(`${title} · ${words.tables.unit}`, everyYear(groups), splits, 60))
    : html``

const barsOf = (
  { words }: Dossier,
  title: string,
  groups: readonly Group[],
  splits: readonly Split[],
  most = 10,
): Html =>
  groups.length < 2
    ? html``
    : drawBars(
        tallyChart(
          `${title} · ${words.tables.unit}${groups.length > most ? ` · ${words.tables.topOnly(most)}` : ''}`,
          groups,
          splits,
          most,
        ),
      )

/** 涉诉全景. */
export const overview = ofDocuments((dossier) => {
  const { words } = dossier
  const { columns, tables } = words
  const years = byYear(dossier)
  return html`${yearChart(dossier, tables.byYearAndStage, years, stageSplits(words))}
${tallyTable(
  dossier,
  tables.overview,
  [columns.role, columns.category, columns.stage],
  bySideAndStage(dossier),
  resultSplitsOfSide(words),
  [
    { label: columns.closed, of: (group) => suitsThat(dossier, false, idsOf(group)) },
    { label: columns.open, of: (group) => suitsThat(dossier, true, idsOf(group)) },
  ],
)}
${note(words.notes.overview)}
${tallyTable(dossier, tables.byYearAndStage, [columns.year], years, stageSplits(words))}`
})

const idsOf = ({ documents }: Group): ReadonlySet<string> =>
  new Set(documents.map(({ row }) => row.document_id))

/** Groups of one side, category and stage, those of most documents first. */
function bySideAndStage({ documents, words, show, plain }: Dossier): Group[] {
  const groups = groupsBy(documents, ({ row }) => `${row.role}\n${row.category}\n${row.stage}`)
  return [...groups]
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
}

/** 案由分布. */
export const causes = ofDocuments((dossier) => {
  const { words } = dossier
  const groups = byName(dossier, 'cause')
  return html`${barsOf(dossier, words.tables.byCause, groups, roleSplits(words))}
${tallyTable(dossier, words.tables.byCause, [words.columns.cause], groups, roleSplits(words))}`
})

/** 原告、被告、第三人, over time. */
export const roles = ofDocuments((dossier) => {
  const { words } = dossier
  const years = byYear(dossier)
  return html`${yearChart(dossier, words.tables.byYearAndRole, years, roleSplits(words))}
${tallyTable(dossier, words.tables.byYearAndRole, [words.columns.year], years, roleSplits(words))}
${note(words.notes.roles)}`
})

/** Where a court sits. The Supreme People's Court belongs to no region, and is named instead of one. */
const regionOf = ({ province, court_level }: Listed['row']): string | null =>
  province ?? (court_level === '最高' ? '最高人民法院' : null)

/** 法院与地域. */
export const courts = ofDocuments((dossier) => {
  const { words } = dossier
  const { columns, tables } = words
  const [byCourt, byProvince] = [byName(dossier, 'court'), byTerm(dossier, regionOf)]
  const named = byCourt.filter(({ documents }) => documents[0]?.row.court !== null)
  return html`${barsOf(dossier, tables.byCourt, named, roleSplits(words))}
${tallyTable(dossier, tables.byLevel, [columns.level], byColumn(dossier, 'court_level'), roleSplits(words))}
${tallyTable(dossier, tables.byProvince, [columns.province], byProvince, roleSplits(words))}
${tallyTable(dossier, tables.byCourt, [columns.court], byCourt, roleSplits(words))}
${note(words.notes.courts)}`
})

/** 审判程序与文书种类. */
export const procedures = ofDocuments((dossier) => {
  const { words } = dossier
  const { columns, tables } = words
  const groups = byColumn(dossier, 'procedure')
  return html`${tallyTable(dossier, tables.byProcedure, [columns.procedure], groups, roleSplits(words))}
${tallyTable(dossier, tables.byKind, [columns.kind], byColumn(dossier, 'document_kind'), roleSplits(words))}`
})

/** 裁判结果. */
export const outcomes = ofDocuments((dossier) => {
  const { words } = dossier
  const { columns, tables } = words
  const groups = byMost(
    dossier.documents,
    ({ outcome }) => outcome,
    (outcome) => {
      const label = wordFor(words.outcome, outcome ?? 'unknown')
      return { label, cell: label }
    },
  )
  return html`${barsOf(dossier, tables.byOutcome, groups, resultSplits(words), 12)}
${tallyTable(dossier, tables.byOutcome, [columns.outcome], groups, resultSplits(words))}
${note(words.notes.outcomes)}`
})
