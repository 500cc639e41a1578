import { type Html, html, type Part } from './html.ts'

/*
 * Rows of a name, a drawing that is stretched to its column, and a figure: the browser sets all type. ECharts takes 5.7 ms of the
 * processor a chart, where a dossier with all its judgments takes some 60, and numbers its ids through a process.
 */

/** Restrained colours that print apart in grey. */
export const colours = {
  ink: '#2b3540',
  line: '#d5dae0',
  navy: '#1f3f63',
  steel: '#7d9cbb',
  pale: '#c3d0dd',
  brick: '#b5623f',
  clay: '#d09a7c',
  sand: '#dcc49c',
  grey: '#9aa3ac',
} as const

export const chartRules = `.chart{margin:1rem 0;max-width:40rem;break-inside:avoid}
p.legend{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:0 0 .4rem;font-size:.85rem}
.legend span{white-space:nowrap}
.legend svg{width:.9rem;height:.9rem;margin-right:.35rem;vertical-align:-.1rem}
.bars{display:grid;grid-template-columns:fit-content(45%) 1fr auto;column-gap:.6rem;align-items:center;font-size:.85rem;line-height:1.35}
.bars>:nth-child(3n+1){text-align:right;overflow-wrap:anywhere;padding:.12rem 0}
.bars>:nth-child(3n){font-variant-numeric:tabular-nums}
.bars svg{width:100%;height:1.1rem;border-left:1px solid ${colours.line};overflow:visible}
.bars .ends{display:flex;justify-content:space-between}
`

interface BarChart {
  readonly title: string
  /** Names of the bars, the first on top. */
  readonly categories: readonly string[]
  /** Counts of one kind, one for each category. */
  readonly series: readonly {
    readonly name: string
    readonly colour: string
    readonly counts: readonly number[]
  }[]
}

interface Timeline {
  readonly title: string
  /** What happened in a dispute, each day as yyyy-MM-dd with the name of its stage. */
  readonly tracks: readonly {
    readonly name: string
    readonly points: readonly { readonly day: string; readonly stage: string }[]
  }[]
  readonly stages: readonly { readonly name: string; readonly label: string; readonly colour: string }[]
}

/** Units of a drawing, before it is stretched. */
const [width, height] = [100, 10]

interface Key {
  readonly name: string
  readonly shapes: Part
}

interface Row extends Key {
  readonly figure: Part
  readonly words: string
}

const svg = (shapes: Part, across = width): Html =>
  html`<svg aria-hidden="true" viewBox="0 0 ${across} ${height}" preserveAspectRatio="none">${shapes}</svg>`

/** One kind of thing needs no key. */
const figureOf = (title: string, keys: readonly Key[], rows: readonly Row[], below: Part = ''): Html =>
  html`<figure class="chart">${keys.length > 1 && html`<p class="legend">${keys.map(({ name, shapes }) => html`<span>${svg(shapes, height)}${name}</span> `)}</p>`}<div class="bars" role="img" aria-label="${title}: ${rows.map(({ name, words }) => `${name} ${words}`).join('; ')}">${rows.map(({ name, shapes, figure }) => html`<span>${name}</span>${svg(shapes)}<span>${figure}</span>`)}${below}</div><figcaption>${title}</figcaption></figure>`

const tenth = (length: number): number => Math.round(length * 10) / 10

const rectangle = (from: number, to: number, colour: string): Html =>
  html`<rect x="${tenth(from)}" width="${tenth(to - from)}" height="${height}" fill="${colour}" stroke="#fff" stroke-width=".3"></rect>`

/** Bars, one a row, each made of its parts, with their sum behind them. */
export function drawBars({ title, categories, series }: BarChart): Html {
  const met = series.filter(({ counts }) => counts.some((count) => count > 0))
  const sumOf = (place: number, kinds: BarChart['series']): number =>
    kinds.reduce((sum, { counts }) => sum + (counts[place] ?? 0), 0)
  const unit = width / Math.max(1, ...categories.map((_, place) => sumOf(place, met)))
  const rows = categories.map((name, place): Row => {
    const parts = met.filter(({ counts }) => counts[place] !== 0)
    const shapes = parts.map((one, at) => {
      const before = sumOf(place, parts.slice(0, at))
      return rectangle(before * unit, (before + (one.counts[place] ?? 0)) * unit, one.colour)
    })
    const words = parts.map(({ name, counts }) => `${name} ${counts[place]}`).join(', ')
    return { name, shapes, figure: sumOf(place, parts), words }
  })
  const keys = met.map(({ name, colour }) => ({ name, shapes: rectangle(0, height, colour) }))
  return figureOf(title, keys, rows)
}

const yearOf = (day: string): number => {
  const year = Number(day.slice(0, 4))
  return year + (Date.parse(day) - Date.UTC(year, 0, 1)) / (366 * 86_400_000)
}

/** A line whose width and ends are not stretched; of no length a dot or a square. */
const stroke = (from: number, to: number, colour: string, size: number, cap: string): Html =>
  html`<path d="M${tenth(from)} ${height / 2}H${tenth(to)}" stroke="${colour}" stroke-width="${size}" stroke-linecap="${cap}" vector-effect="non-scaling-stroke"></path>`

/** Marks of stages differ in shape, size and whether they are hollow: dot, square, ring, frame, small dot, small square. */
const marks = [
  ['round', 10, 0],
  ['square', 9, 0],
  ['round', 11, 5],
  ['square', 10, 5],
  ['round', 6, 0],
  ['square', 5, 0],
] as const

/** Disputes as lines from their first day to their last, with a mark a document by its stage. */
export function drawTimeline({ title, tracks, stages }: Timeline): Html {
  const years = tracks.flatMap(({ points }) => points.map(({ day }) => yearOf(day)))
  const [first, last] = [Math.floor(Math.min(...years)), Math.floor(Math.max(...years)) + 1]
  const placeOf = (day: string): number => ((yearOf(day) - first) / (last - first)) * width
  const markOf = (at: number, place: number): Html => {
    const [cap, size, hollow] = marks[at] ?? marks[0]
    const inner = hollow > 0 && stroke(place, place, '#fff', hollow, cap)
    return html`${stroke(place, place, stages[at]?.colour ?? colours.grey, size, cap)}${inner}`
  }
  const rows = tracks.map(({ name, points }): Row => {
    const places = points.map(({ day }) => placeOf(day))
    const line = stroke(Math.min(...places), Math.max(...places), colours.grey, 1.5, 'butt')
    const stageAt = points.map(({ stage }) => stages.findIndex((one) => one.name === stage))
    const words = points.map(({ day, stage }, at) => `${day} ${stages[stageAt[at] ?? -1]?.label ?? stage}`)
    const shapes = [line, stageAt.map((stage, at) => markOf(stage, places[at] ?? 0))]
    return { name, shapes, figure: '', words: words.join(', ') }
  })
  const met = new Set(tracks.flatMap(({ points }) => points.map(({ stage }) => stage)))
  const keys = stages.flatMap(({ name, label }, at) =>
    met.has(name) ? [{ name: label, shapes: markOf(at, height / 2) }] : [],
  )
  const ends = html`<span></span><span class="ends"><span>${first}</span><span>${last}</span></span><span></span>`
  return figureOf(title, keys, rows, ends)
}
