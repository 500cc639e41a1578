import { createHash } from 'node:crypto'

/** The longest beginning of a text that has at most so many bytes of UTF-8, whole characters only. */
export function clipBytes(text: string, mostBytes: number): string {
  let [end, bytes] = [0, 0]
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > mostBytes) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Twelve hexadecimal digits that stand in a name for a text that cannot. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)
