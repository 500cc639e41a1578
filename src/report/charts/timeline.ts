import type { Html } from '../html.ts'
import { chartLabel, colours, drawChart, labelRoom, type } from './render.ts'

/** A dispute with the days of its documents. */
export interface Track {
  readonly name: string
  /** Day as yyyy-MM-dd, and which of `stages` it belongs to. */
  readonly points: readonly { readonly day: string; readonly stage: string }[]
}

export interface Timeline {
  readonly title: string
  readonly tracks: readonly Track[]
  readonly stages: readonly { readonly name: string; readonly label: string; readonly colour: string }[]
}

const rowHeight = 30
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
export function drawTimeline({ title, tracks, stages }: Timeline): Html {
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
  return drawChart(
    option,
    32 + tracks.length * rowHeight,
    title,
    inWords({ title, tracks, stages }),
    met.map(({ label, colour }) => ({ name: label, colour })),
  )
}

function inWords({ title, tracks, stages }: Timeline): string {
  const labels = new Map(stages.map(({ name, label }) => [name, label]))
  const described = tracks.map(
    ({ name, points }) =>
      `${name} ${points.map(({ day, stage }) => `${day} ${labels.get(stage) ?? stage}`).join(', ')}`,
  )
  return `${title}: ${described.join('; ')}`
}
