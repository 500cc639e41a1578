import { type Html, html, type Part } from './html.ts'

/*
 * Rows of a name, a drawing that is stretched to its column, and a figure: the browser sets all type. ECharts takes 5.7 ms of the
 * processor a chart, where a dossier with all its judgments takes some 60, and numbers its ids through a process.
 */

/** Restrained colours that print apart in grey. */
export const colours = {
  line: '#d5dae0',
  navy: '#1f3f63',
  steel: '#7d9cbb',
  pale: '#c3d0dd',
  brick: '#b5623f',
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
`

/** A bar with its parts; all bars have the same kinds of parts, in the same order. */
interface Bar {
  readonly name: string
  readonly parts: readonly { readonly name: string; readonly colour: string; readonly count: number }[]
}

/** Units of a drawing, before it is stretched. */
const [width, height] = [100, 10]

const svg = (shapes: Part, across = width): Html =>
  html`<svg aria-hidden="true" viewBox="0 0 ${across} ${height}" preserveAspectRatio="none">${shapes}</svg>`

const tenth = (length: number): number => Math.round(length * 10) / 10

const rectangle = (from: number, to: number, colour: string): Html =>
  html`<rect x="${tenth(from)}" width="${tenth(to - from)}" height="${height}" fill="${colour}" stroke="#fff" stroke-width=".3"></rect>`

const sumOf = (parts: Bar['parts']): number => parts.reduce((sum, { count }) => sum + count, 0)

/** Bars, one a row, the first on top, each with the sum of its parts behind it. One kind of thing needs no key. */
export function drawBars(title: string, bars: readonly Bar[]): Html {
  const unit = width / Math.max(1, ...bars.map(({ parts }) => sumOf(parts)))
  const rows = bars.map(({ name, parts: all }) => {
    const parts = all.filter(({ count }) => count > 0)
    const shapes = parts.map(({ count, colour }, at) => {
      const before = sumOf(parts.slice(0, at))
      return rectangle(before * unit, (before + count) * unit, colour)
    })
    const bar = html`<span>${name}</span>${svg(shapes)}<span>${sumOf(parts)}</span>`
    return { bar, words: `${name} ${parts.map(({ name, count }) => `${name} ${count}`).join(', ')}` }
  })
  const met = (bars[0]?.parts ?? []).filter((_, at) => bars.some(({ parts }) => (parts[at]?.count ?? 0) > 0))
  const key = ({ name, colour }: Bar['parts'][number]): Html =>
    html`<span>${svg(rectangle(0, height, colour), height)}${name}</span> `
  const inWords = rows.map(({ words }) => words).join('; ')
  return html`<figure class="chart">${met.length > 1 && html`<p class="legend">${met.map(key)}</p>`}<div class="bars" role="img" aria-label="${title}: ${inWords}">${rows.map(({ bar }) => bar)}</div><figcaption>${title}</figcaption></figure>`
}
