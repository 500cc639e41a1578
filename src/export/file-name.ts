import { clipBytes, mostNameBytes, shortHash } from '../disk/name-part.ts'

/**
 * Any text as the name of one folder, as Hive has it: what has a meaning in paths, or cannot be seen, stands as %XX of its
 * UTF-8 bytes, which readers of such folders undo. One of more than 200 bytes is cut and ends in a hash of the whole; the
 * manifest has the whole.
 */
export function hivePart(column: string, value: string | null): string {
  const part = `${encoded(column)}=${value === null ? nullPart : valuePart(value)}`
  if (Buffer.byteLength(part) <= mostNameBytes) return part
  const ending = `~${shortHash(part)}`
  const cut = clipBytes(part, mostNameBytes - ending.length).replace(/%[0-9A-F]?$/, '')
  return `${cut}${ending}`
}

/** As Hive, Spark and DuckDB name the partition of no value. */
const nullPart = '__HIVE_DEFAULT_PARTITION__'

/** The text that stands for no value, where it is a value. */
const valuePart = (value: string): string => (value === nullPart ? value.replace('_', '%5F') : encoded(value))

const encoded = (text: string): string =>
  [...text]
    .map((character) => (/^[\p{L}\p{N}_-]$/u.test(character) ? character : percent(character)))
    .join('')

const percent = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
