import type { Html } from '../html.ts'
import { bandAxis, baseUp, labelsBelow, linesUp, namesBeside, yearAxis } from './axis.ts'
import { chartLabel, chartWidth, colours, drawChart, labelRoom, placed, rectangle, tenth } from './render.ts'

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

interface Place {
  readonly x: number
  readonly y: number
}

/** A track from its first day to its last, at the precision of its drawing. Whatever clips it is a unit larger than the drawing of it. */
const lineOf = (first: Place, last: Place, row: number): string[] => [
  `<g clip-path="url(#clip-c${row})">`,
  `<path d="M${tenth(Math.fround(first.x))} ${tenth(first.y)}${(last.x - first.x) ** 2 < 0.5 ? '' : `L${tenth(Math.fround(last.x))} ${tenth(last.y)}`}" fill="none" stroke="${colours.grey}" stroke-width="${lineWidth}" stroke-linejoin="bevel"></path>`,
  '</g>',
]

const lineWidth = 1.5
const radius = 5

const dotOf = ({ x, y }: Place, colour: string): string =>
  `<path d="M1 0A1 1 0 1 1 1 -0.1A1 1 0 0 1 1 0" transform="matrix(${radius},0,0,${radius},${placed(x)},${placed(y)})" fill="${colour}"></path>`

/** Clips of the lines, by their places: each as high as the tracks, and wider than the drawing on both sides. */
function clipsOf(
  count: number,
  [left, right]: readonly [number, number],
  [top, bottom]: readonly [number, number],
): string[] {
  const [width, height] = [right - left + 3, bottom - top + lineWidth]
  const more = Math.max(width, height)
  const shape = rectangle([left - 1 - more, top - lineWidth / 2], [width + 2 * more, height], 'fill="#000"')
  return [
    '<defs >',
    ...Array.from({ length: count }, (_, row) => [
      `<clipPath id="clip-c${row}">`,
      shape,
      '</clipPath>',
    ]).flat(),
    '</defs>',
  ]
}

/** Disputes as lines from their first document to their last, with a dot a document in the colour of its stage. */
export function drawTimeline({ title, tracks, stages }: Timeline): Html {
  const met = stages.filter(({ name }) =>
    tracks.some(({ points }) => points.some(({ stage }) => stage === name)),
  )
  const labels = tracks.map(({ name }) => chartLabel(name))
  const days = tracks.flatMap(({ points }) => points.map(({ day }) => yearOf(day)))
  const [left, right, top] = [labelRoom(labels), chartWidth - 18, 6]
  const bottom = top + tracks.length * rowHeight
  const rows = bandAxis(tracks.length, top, bottom)
  const years = yearAxis(Math.floor(Math.min(...days)), Math.ceil(Math.max(...days) + 0.01), left, right)
  const place = (year: number, row: number): Place => ({ x: years.at(year), y: rows.at(row) })
  const lines = tracks.flatMap(({ points }, row) => {
    const own = points.map(({ day }) => yearOf(day))
    return lineOf(place(Math.min(...own), row), place(Math.max(...own), row), row)
  })
  const dots = met.flatMap(({ name, colour }) =>
    tracks.flatMap(({ points }, row) =>
      points.filter(({ stage }) => stage === name).map(({ day }) => dotOf(place(yearOf(day), row), colour)),
    ),
  )
  const shapes = [
    ...linesUp(years, top, bottom),
    baseUp(left, top, bottom),
    ...namesBeside(rows, labels, left),
    ...labelsBelow(years, bottom, String),
    ...lines,
    ...dots,
    ...clipsOf(tracks.length, [left, right], [top, bottom]),
  ]
  return drawChart(
    shapes,
    bottom + 26,
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
