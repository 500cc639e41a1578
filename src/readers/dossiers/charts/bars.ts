import type { Html } from '../html.ts'
import {
  bandAxis,
  baseAcross,
  baseUp,
  countAxis,
  labelsBelow,
  labelsBeside,
  linesAcross,
  linesUp,
  namesBeside,
  roomyBands,
} from './axis.ts'
import { chartLabel, chartWidth, drawChart, labelRoom, rectangle } from './render.ts'

/** Counts of one kind, one for each category. */
export interface Series {
  readonly name: string
  readonly colour: string
  readonly counts: readonly number[]
}

export interface BarChart {
  readonly title: string
  /** Names of the bars, the first on top or at the left. */
  readonly categories: readonly string[]
  readonly series: readonly Series[]
}

const [axisHeight, rowHeight] = [26, 30]

const isShown = ({ counts }: Series): boolean => counts.some((count) => count > 0)

const totalsOf = (series: readonly Series[], categories: readonly string[]): number[] =>
  categories.map((_, at) => series.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0))

/** The chart in words: every category with its counts. */
function inWords({ title, categories, series }: BarChart): string {
  const parts = categories.map((category, at) => {
    const counts = series.flatMap(({ name, counts }) =>
      (counts[at] ?? 0) > 0 ? [`${name} ${counts[at]}`] : [],
    )
    return `${category} ${counts.join(', ')}`
  })
  return `${title}: ${parts.join('; ')}`
}

const greatestOf = (sums: readonly number[]): number => Math.max(0, ...sums)

const thickest = 22
/** Share of its band that a bar takes. */
const thickness = 0.69

/** Every count that is not 0, with where it begins in its bar. */
const stacked = (series: readonly Series[]) =>
  series.flatMap(({ colour, counts }, index) =>
    counts.flatMap((count, place) => {
      const before = series.slice(0, index).reduce((sum, { counts }) => sum + (counts[place] ?? 0), 0)
      return count === 0 ? [] : [{ colour, place, before, after: before + count }]
    }),
  )

/** Bars that lie, one a row, with the count behind the name: for categories with long names. */
export function lyingBars(chart: BarChart): Html {
  const series = chart.series.filter(isShown)
  const sums = totalsOf(series, chart.categories)
  const [top, right] = [6, chartWidth - 18]
  const bottom = top + chart.categories.length * rowHeight
  const labels = chart.categories.map((name, at) => chartLabel(name, ` ${sums[at]}`))
  const left = labelRoom(labels)
  const rows = bandAxis(labels.length, top, bottom)
  const counts = countAxis(greatestOf(sums), left, right)
  const thick = Math.min(thickest, rows.band * thickness)
  const shapes = [
    ...linesUp(counts, top, bottom),
    baseUp(left, top, bottom),
    ...namesBeside(rows, labels, left),
    ...labelsBelow(counts, bottom),
    ...stacked(series).map(({ colour, place, before, after }) =>
      rectangle(
        [counts.at(before), rows.at(place) - thick / 2],
        [counts.at(after) - counts.at(before), thick],
        `fill="${colour}"`,
      ),
    ),
  ]
  return drawChart(shapes, bottom + axisHeight, chart.title, inWords(chart), series)
}

/** Bars that stand, for years. */
export function standingBars(chart: BarChart): Html {
  const series = chart.series.filter(isShown)
  const height = 220
  const [left, right, top, bottom] = [38, chartWidth - 8, 8, height - axisHeight]
  const years = bandAxis(chart.categories.length, left, right)
  const counts = countAxis(greatestOf(totalsOf(series, chart.categories)), bottom, top)
  const thick = Math.min(thickest, years.band * thickness)
  const shapes = [
    ...linesAcross(counts, left, right),
    baseAcross(bottom, left, right),
    ...labelsBeside(counts, left),
    ...labelsBelow(roomyBands(years, chart.categories), bottom, (place) => chart.categories[place] ?? ''),
    ...stacked(series).map(({ colour, place, before, after }) =>
      rectangle(
        [years.at(place) - thick / 2, counts.at(before)],
        [thick, counts.at(after) - counts.at(before)],
        `fill="${colour}"`,
      ),
    ),
  ]
  return drawChart(shapes, height, chart.title, inWords(chart), series)
}
