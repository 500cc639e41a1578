import { BarChart as Bars, LineChart, ScatterChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { BarChart, Series } from '../../src/readers/dossiers/charts/bars.ts'
import { chartLabel, chartWidth, colours, labelRoom, type } from '../../src/readers/dossiers/charts/render.ts'
import type { Timeline, Track } from '../../src/readers/dossiers/charts/timeline.ts'

/* The charts of a dossier as ECharts draws them: what its own drawing is held to. */

use([Bars, LineChart, ScatterChart, GridComponent, SVGRenderer])

/** What stands within the drawing, without its label for screen readers. */
function drawn(option: EChartsCoreOption, height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: chartWidth, height })
  try {
    chart.setOption({ animation: false, textStyle: type, ...option })
    return withoutStyles(chart.renderToSVGString({ useViewBox: true }))
  } finally {
    chart.dispose()
  }
}

const withoutStyles = (svg: string): string =>
  svg
    .replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
    .replace(/ style="([^"]*)"/g, (_, style: string) => sizeOf(style))
    .replace(/( id="|url\(#)zr\d+-/g, '$1clip-')
    .replace(/<svg width="[^"]*" height="[^"]*"/, '<svg')
    .replace(
      / (?:class|pointer-events|ecmeta_[a-z_]+|xmlns:xlink|version|baseProfile|xml:space)="[^"]*"/g,
      '',
    )

const sizeOf = (style: string): string => {
  const size = /font-size:([\d.]+)px/.exec(style)?.[1]
  return `${size === undefined ? '' : ` font-size="${size}"`}${/font-weight:bold/.test(style) ? ' font-weight="bold"' : ''}`
}

const [axisHeight, rowHeight] = [26, 30]

const isShown = ({ counts }: Series): boolean => counts.some((count) => count > 0)

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
export function echartsLyingBars(chart: BarChart): string {
  const series = chart.series.filter(isShown)
  const sums = chart.categories.map((_, at) => series.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0))
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
  return drawn(option, height)
}

/** Bars that stand, for years. */
export function echartsStandingBars(chart: BarChart): string {
  const series = chart.series.filter(isShown)
  const option = {
    grid: { left: 38, right: 8, top: 8, bottom: axisHeight, outerBoundsMode: 'none' },
    xAxis: { type: 'category', data: chart.categories, axisLabel: type, ...hidden },
    yAxis: countAxis,
    series: seriesOf(series),
  }
  return drawn(option, 220)
}
const dayMs = 86_400_000

/** A day as a year with a fraction, exact enough to be drawn. */
function yearOf(day: string): number {
  const [year = 0] = day.split('-').map(Number)
  const start = Date.UTC(year, 0, 1)
  return year + (Date.parse(day) - start) / (366 * dayMs)
}

const lineOf = ({ points }: Track, row: number) => {
  const days = points.map(({ day }) => yearOf(day))
  return {
    type: 'line',
    silent: true,
    clip: false,
    symbol: 'none',
    lineStyle: { color: colours.grey, width: 1.5 },
    data: [
      [Math.min(...days), row],
      [Math.max(...days), row],
    ],
  }
}

const dotsOf = ({ name, label, colour }: Timeline['stages'][number], tracks: Timeline['tracks']) => ({
  name: label,
  type: 'scatter',
  silent: true,
  emphasis: { disabled: true },
  clip: false,
  symbolSize: 10,
  itemStyle: { color: colour, opacity: 1 },
  z: 3,
  data: tracks.flatMap(({ points }, row) =>
    points.filter(({ stage }) => stage === name).map(({ day }) => [yearOf(day), row]),
  ),
})

/** Disputes as lines from their first document to their last, with a dot a document in the colour of its stage. */
export function echartsTimeline({ tracks, stages }: Timeline): string {
  const met = stages.filter(({ name }) =>
    tracks.some(({ points }) => points.some(({ stage }) => stage === name)),
  )
  const labels = tracks.map(({ name }) => chartLabel(name))
  const years = tracks.flatMap(({ points }) => points.map(({ day }) => yearOf(day)))
  const option = {
    grid: { left: labelRoom(labels), right: 18, top: 6, bottom: 26, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      min: Math.floor(Math.min(...years)),
      max: Math.ceil(Math.max(...years) + 0.01),
      minInterval: 1,
      splitNumber: 4,
      axisLabel: { ...type, formatter: (value: number) => String(value) },
      splitLine: { lineStyle: { color: colours.line } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: labels,
      axisLabel: { ...type, lineHeight: 14, interval: 0 },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colours.line } },
    },
    series: [...tracks.map(lineOf), ...met.map((stage) => dotsOf(stage, tracks))],
  }
  return drawn(option, 32 + tracks.length * rowHeight)
}
