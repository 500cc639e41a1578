import { createHash } from 'node:crypto'

/** The longest beginning of a text that has at most so many bytes, by default of UTF-8, whole characters only. */
export function clipBytes(
  text: string,
  mostBytes: number,
  sizeOf: (part: string) => number = Buffer.byteLength,
): string {
  let [end, bytes] = [0, 0]
  for (const character of text) {
    bytes += sizeOf(character)
    if (bytes > mostBytes) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Twelve hexadecimal digits that stand in a name for a text that cannot. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Bytes of a name that every file system takes, with room for an ending. */
export const mostNameBytes = 200

/** No separators, no leading dot, nothing invisible: a name that is safe as it stands. */
const safeName = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*$/u

/** Whether a name can stand in a path as it is: one part of it, visible, and short enough. */
export const isSafeName = (name: string): boolean =>
  safeName.test(name) && !name.endsWith('.') && Buffer.byteLength(name) <= mostNameBytes

/** What the export of a SQL file is called when it has no name of its own. */
export const stemOfSql = (file: string): string => (file.split(/[/\\]/).at(-1) ?? '').replace(/\.sql$/i, '')
