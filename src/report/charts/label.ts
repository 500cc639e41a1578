import { showUnseen } from '../visible-text.ts'
import { type } from './render.ts'

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
