import type { Html } from '../html.ts'
import { chartLabel, colours, drawChart, labelRoom, type } from './render.ts'

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

const seriesOf = (series: readonly Series[]) =>
  series.map(({ name, colour, counts }) => ({
    name,
    type: 'bar',
    stack: 'all',
    silent: true,
    emphasis: { disabled: true },
    clip: false,
    barMaxWidth: 22,
    itemStyle: { color: colour },
    data: counts.map((count) => count || null),
  }))

const countAxis = {
  type: 'value',
  minInterval: 1,
  splitNumber: 4,
  axisLabel: type,
  splitLine: { lineStyle: { color: colours.line } },
}
const hidden = { axisTick: { show: false }, axisLine: { lineStyle: { color: colours.line } } }

/** Bars that lie, one a row, with the count behind the name: for categories with long names. */
export function lyingBars(chart: BarChart): Html {
  const series = chart.series.filter(isShown)
  const sums = totalsOf(series, chart.categories)
  const top = 6
  const labels = chart.categories.map((name, at) => chartLabel(name, ` ${sums[at]}`))
  const height = top + chart.categories.length * rowHeight + axisHeight
  const option = {
    grid: { left: labelRoom(labels), right: 18, top, bottom: axisHeight, outerBoundsMode: 'none' },
    xAxis: countAxis,
    yAxis: {
      type: 'category',
      inverse: true,
      data: labels,
      axisLabel: { ...type, lineHeight: 14, interval: 0 },
      ...hidden,
    },
    series: seriesOf(series),
  }
  return drawChart(option, height, chart.title, inWords(chart), series)
}

/** Bars that stand, for years. */
export function standingBars(chart: BarChart): Html {
  const series = chart.series.filter(isShown)
  const option = {
    grid: { left: 38, right: 8, top: 8, bottom: axisHeight, outerBoundsMode: 'none' },
    xAxis: { type: 'category', data: chart.categories, axisLabel: type, ...hidden },
    yAxis: countAxis,
    series: seriesOf(series),
  }
  return drawChart(option, 220, chart.title, inWords(chart), series)
}
