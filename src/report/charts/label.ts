import { showUnseen } from '../visible-text.ts'

/** A name short enough for a chart; the whole one stands in the table below it. Half-width characters count half. */
export function clipLabel(name: string, width: number): string {
  let [clipped, used] = ['', 0]
  for (const character of showUnseen(name)) {
    used += (character.codePointAt(0) ?? 0) < 0x300 ? 0.55 : 1
    if (used > width) return `${clipped}…`
    clipped += character
  }
  return clipped
}
