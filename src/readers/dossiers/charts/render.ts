import { escapeHtml, escapeShown, type Html, html, showUnseen, trusted } from '../html.ts'

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
  clay: '#c98a6b',
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

/** A chart with its key, and with what it shows in words, for screen readers. `shapes` are markup of SVG. */
export const drawChart = (
  shapes: readonly string[],
  height: number,
  title: string,
  inWords: string,
  keys: readonly Key[],
): Html =>
  html`<figure class="chart">${legendOf(keys)}${trusted(
    [
      `<svg role="img" aria-label="${escapeHtml(inWords)}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chartWidth} ${height}">`,
      `<rect width="${chartWidth}" height="${height}" x="0" y="0" fill="none"></rect>`,
      ...shapes,
      '\n</svg>',
    ].join('\n'),
  )}<figcaption>${title}</figcaption></figure>`

/** A length in a path, to a tenth of a unit. */
export const tenth = (length: number): number => Math.round(length * 10) / 10

/** A place that something is moved to. */
export const placed = (place: number): number => Math.round(place * 10_000) / 10_000

/** A rectangle from a corner; `attributes` as they stand in the tag. */
export const rectangle = (
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  attributes: string,
): string =>
  `<path d="M${tenth(x)} ${tenth(y)}l${tenth(width)} 0l0 ${tenth(height)}l${tenth(-width)} 0Z" ${attributes}></path>`

const textWidths =
  "007LLmW'55;N0500LLLLLLLLLL00NNNLzWW\\\\WQb\\0FWLg\\bWb\\WQ\\WrWWQ000CL5LLFLL0LL**F*gLLLL5F0LF\\FFF5.5N"

/** Width of a text in units of the drawing: of ASCII by a table of a usual sans-serif font, of all else full width. */
export const textWidth = (text: string): number =>
  [...Array(text.length).keys()].reduce((width, at) => {
    const known = textWidths.charCodeAt(text.charCodeAt(at) - 32)
    return width + (Number.isNaN(known) ? type.fontSize : ((known - 20) / 100) * type.fontSize)
  }, 0)

const lineHeight = 14

/** Text about a place: its end or its middle stands there. `below` moves each line down. */
export function label(
  text: string,
  [x, y]: readonly [number, number],
  anchor: 'end' | 'middle',
  below = 0,
): string[] {
  const lines = text === '' ? [] : text.split('\n')
  return lines.map((line, at) => {
    const down = below + (at - (lines.length - 1) / 2) * lineHeight
    const moved = down === 0 ? '' : ` y="${down}"`
    return `<text dominant-baseline="central" text-anchor="${anchor}" font-size="${type.fontSize}"${moved} transform="translate(${placed(x)} ${placed(y)})" fill="${type.color}">${escapeShown(line)}</text>`
  })
}

/** The room that a label of categories takes, drawn without a colour. */
export function labelFrame(text: string, [x, y]: readonly [number, number]): string {
  const lines = text === '' ? [] : text.split('\n')
  const size = [Math.max(0, ...lines.map(textWidth)), lines.length * lineHeight] as const
  return rectangle(
    [-size[0] || 0, -size[1] / 2 || 0],
    size,
    `transform="translate(${placed(x)} ${placed(y)})" fill="none"`,
  )
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
  const space = isLatin.test(text) ? spaceNear(text, first.length) : undefined
  return space === undefined
    ? `${first}\n${text.slice(first.length)}`
    : `${text.slice(0, space)}\n${text.slice(space + 1)}`
}

/** Text whose lines break between words. */
const isLatin = /^[\u0020-\u024f…]*$/

/** The space that is nearest to a place. */
const spaceNear = (text: string, place: number): number | undefined =>
  [...text.matchAll(/ /g)]
    .map(({ index }) => index)
    .sort((a, b) => Math.abs(a - place) - Math.abs(b - place))[0]

/** Room that labels need beside a chart, in its units. */
export const labelRoom = (labels: readonly string[]): number =>
  Math.ceil(Math.max(3, ...labels.flatMap((label) => label.split('\n')).map(widthOf)) * type.fontSize) + 14
