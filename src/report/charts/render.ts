import { BarChart, LineChart, ScatterChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { escapeHtml, type Html, html, showUnseen, trusted } from '../html.ts'

use([BarChart, LineChart, ScatterChart, GridComponent, SVGRenderer])

/** Units of the drawing. It is scaled to the width of its column: 12 units of type are readable at 350 pixels. */
export const chartWidth = 480

/** Restrained colours that print apart in grey. */
export const colours = {
  ink: '#2b3540',
  line: '#d5dae0',
  navy: '#234a73',
  steel: '#7d9cbb',
  pale: '#c3d0dd',
  brick: '#a9573c',
  sand: '#d8b98e',
  grey: '#9aa3ac',
} as const

export const type = { fontSize: 12.5, color: colours.ink } as const

/** What a colour of a chart stands for. */
export interface Key {
  readonly name: string
  readonly colour: string
}

/** One colour needs no key. Markup of our own, because a legend is a fifth of the time that a chart takes. */
const legendOf = (keys: readonly Key[]): Html =>
  keys.length < 2
    ? html``
    : html`<p class="legend">${keys.map(
        ({ name, colour }) =>
          html`<span><svg aria-hidden="true" viewBox="0 0 12 12"><rect width="12" height="12" fill="${colour}"></rect></svg>${name}</span> `,
      )}</p>`

/** A chart with its key, and with what it shows in words, for screen readers. */
export function drawChart(
  option: EChartsCoreOption,
  height: number,
  title: string,
  inWords: string,
  keys: readonly Key[],
): Html {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: chartWidth, height })
  try {
    chart.setOption({ animation: false, textStyle: type, ...option })
    const svg = withoutStyles(chart.renderToSVGString({ useViewBox: true }))
    return html`<figure class="chart">${legendOf(keys)}${trusted(svg.replace('<svg ', `<svg role="img" aria-label="${escapeHtml(inWords)}" `))}<figcaption>${title}</figcaption></figure>`
  } finally {
    chart.dispose()
  }
}

/**
 * The drawing without what the page forbids or does not need: sheets of its own, style attributes (the sheet has the font, sizes become
 * attributes), its fixed size, and classes and marks for a script. Ids
 * count the charts of a process; without that the same data gives the same bytes, and one chart a page has any. Quotes within texts are escaped by the renderer, so that
 * no text looks like an attribute.
 */
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

/** Full-width characters that a line of a label holds, and lines that a bar has room for. */
const [lineLength, mostLines] = [15, 2]

/** Width in full-width characters; half-width ones count as the fonts make them, about. */
const widthOf = (text: string): number =>
  [...text].reduce((width, character) => width + ((character.codePointAt(0) ?? 0) < 0x300 ? 0.58 : 1), 0)

/** The beginning of a text that is no wider. */
function clip(text: string, width: number): string {
  let [clipped, used] = ['', 0]
  for (const character of text) {
    used += widthOf(character)
    if (used > width) return clipped
    clipped += character
  }
  return clipped
}

/**
 * A name short enough for a chart, on two lines of one length where one does not do, with what must stand behind it. The
 * whole name stands in the table below the chart.
 */
export function chartLabel(name: string, behind = ''): string {
  const shown = showUnseen(name).replace(/\s+/g, ' ')
  const room = lineLength * mostLines - widthOf(behind) - 1
  const text = `${widthOf(shown) > room ? `${clip(shown, room - 1)}…` : shown}${behind}`
  if (widthOf(text) <= lineLength) return text
  const first = clip(text, Math.max(widthOf(text) / 2, widthOf(text) - lineLength) + 0.5)
  return `${first}\n${text.slice(first.length)}`
}

/** Room that labels need beside a chart, in its units. */
export const labelRoom = (labels: readonly string[]): number =>
  Math.ceil(Math.max(3, ...labels.flatMap((label) => label.split('\n')).map(widthOf)) * type.fontSize) + 14
