import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { Database } from '../../src/warehouse/database.ts'

/**
 * Where texts stand in a folder, as `file: text`. Searches every byte for them: as UTF-8, UTF-16, percent-encoded, in JSON's escapes, in
 * hexadecimal and base64; what is compressed (Parquet, DuckDB, gzip, ZIP) by reading it as well.
 */
export async function searchFolder(
  folder: string,
  texts: readonly string[],
  except: readonly string[] = [],
): Promise<string[]> {
  const found: string[] = []
  const spelled = texts.map((text) => [text, spellingsOf(text)] as const)
  await using memory = await Database.open(':memory:')
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    for (const [text, spellings] of spelled)
      if (occurrencesIn(Buffer.from(name), spellings) > 0) found.push(`${name}: ${text} in its name`)
    if (!entry.isFile() || except.includes(name)) continue
    const contents = await contentsOf(path, memory)
    for (const [text, spellings] of spelled) {
      const hits = contents.reduce((sum, bytes) => sum + occurrencesIn(bytes, spellings), 0)
      if (hits > 0) found.push(`${name}: ${text} ${hits} times`)
    }
  }
  return found.sort()
}

/** The bytes of a file, and what a reader of its format gets. */
async function contentsOf(path: string, memory: Database): Promise<Buffer[]> {
  const bytes = await readFile(path)
  if (path.endsWith('.parquet'))
    return [bytes, await rowsOf(memory, `read_parquet('${path}', hive_partitioning = false)`)]
  if (path.endsWith('.duckdb')) return [bytes, ...(await tableRows(path))]
  return [bytes, ...unpacked(bytes)]
}

/** What a whole ZIP (.xlsx, .docx) or gzip holds. */
function unpacked(bytes: Buffer): Buffer[] {
  const mark = bytes.subarray(0, 4).toString('hex')
  if (mark === '504b0304') return Object.values(unzipSync(bytes)).map((part) => Buffer.from(part))
  return mark.startsWith('1f8b') ? [gunzipSync(bytes)] : []
}

async function tableRows(path: string): Promise<Buffer[]> {
  await using database = await Database.open(path, { readOnly: true })
  const tables = await database.rows('SELECT table_name FROM duckdb_tables() WHERE NOT internal')
  const all = []
  for (const { table_name } of tables) all.push(await rowsOf(database, String(table_name)))
  return all
}

/** Rows as JSON, one a line: no line feed stands within one. */
async function rowsOf(database: Database, source: string): Promise<Buffer> {
  const rows = await database.rows(`SELECT to_json(r)::VARCHAR AS row FROM ${source} AS r`)
  return Buffer.from(rows.map(({ row }) => row).join('\n'))
}

/** Whether a content holds a text in any of these spellings. */
export const spells = (content: string | Buffer, text: string): boolean =>
  occurrencesIn(Buffer.from(content), spellingsOf(text)) > 0

const occurrencesIn = (bytes: Buffer, spellings: readonly Buffer[]): number =>
  spellings.reduce((sum, spelling) => sum + timesIn(bytes, spelling), 0)

function spellingsOf(text: string): Buffer[] {
  const utf16 = Buffer.from(text, 'utf16le')
  const escaped = [...Array(text.length).keys()]
    .map((index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')
  const upper = escaped.replace(/[a-f]/g, (digit) => digit.toUpperCase())
  const hex = Buffer.from(text).toString('hex')
  const all = [
    ...[...inBase64(text), hex, hex.toUpperCase()].map((one) => Buffer.from(one)),
    Buffer.from(text),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(escaped),
    Buffer.from(upper),
    Buffer.from(encodeURIComponent(text)),
    Buffer.from(encodeURIComponent(text).toLowerCase()),
  ]
  return [...new Map(all.map((one) => [one.toString('hex'), one])).values()]
}

/** At each of three places in another text it looks different; its ends mix with what is around it. */
const inBase64 = (text: string): string[] =>
  ['', ' ', '  '].flatMap((before) => {
    const shifted = Buffer.from(before + text)
      .toString('base64')
      .slice(before === '' ? 0 : 4)
      .replace(/.{4}$/, '')
    return shifted.length < 8 ? [] : [shifted, shifted.replaceAll('+', '-').replaceAll('/', '_')]
  })

function timesIn(bytes: Buffer, wanted: Buffer): number {
  let times = 0
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + wanted.length)) times += 1
  return times
}
