import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { identifier } from '../../contract/sql.ts'
import { hashOfFile } from '../../disk/hashed-file.ts'
import { openPublished } from '../../warehouse/query.ts'
import type { Home } from '../home.ts'
import { CheckNotes } from './audit.ts'

/** Whether a file stands in the folder of the export, or in one within it. */
const isWithin = (file: string): boolean =>
  file.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && !file.includes('\\')

const manifest = z.object({
  run_id: z.string(),
  files: z.array(
    z.object({
      file: z.string().refine(isWithin),
      table: z.string().nullable(),
      rows: z.number(),
      bytes: z.number(),
      sha256: z.string(),
      filter: z.string().optional(),
      since: z.string().optional(),
      sql_sha256: z.string().optional(),
      partition: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})
type Manifest = z.infer<typeof manifest>

const todo = 'dossier export writes them again'

/** The exports of the latest run against their manifest and, by number of rows, against the published warehouse. */
export async function verifyExports(home: Home): Promise<CheckNotes> {
  const notes = new CheckNotes(
    'exports',
    'files of the latest run have the size, SHA-256 and rows that manifest.json says',
  )
  const folder = join(home.root, 'latest', 'exports')
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return notes
  const where = join(await realpath(folder), 'manifest.json')
  const told = manifest.safeParse(jsonOf(text))
  if (!told.success) {
    notes.add({
      what: 'the manifest cannot be read',
      where,
      expected: 'a manifest',
      found: 'other bytes',
      todo,
    })
    return notes
  }
  const rows = await publishedRows(home, told.data)
  for (const file of told.data.files)
    await verifyFile(folder, file, isWhole(file) ? rows.get(file.table ?? '') : undefined, notes)
  return notes
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Rows by table and view; none when a later run was published, or when the published warehouse does not open. */
async function publishedRows(home: Home, { run_id, files }: Manifest): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  try {
    await using database = await openPublished(home.published)
    const [newest] = await database.rows('SELECT max(run_id) AS run_id FROM runs')
    if (newest?.run_id !== run_id) return counts
    for (const table of new Set(files.filter(isWhole).map((file) => file.table ?? ''))) {
      const [row] = await database.rows(`SELECT count(*)::INTEGER AS n FROM ${identifier(table)}`)
      counts.set(table, Number(row?.n))
    }
  } catch {
    // The check of the published copy tells what is wrong with it.
  }
  return counts
}

/** Whether a file holds every row of a table or view: others cannot be counted again here. */
const isWhole = ({ table, filter, since, sql_sha256, partition }: Manifest['files'][number]): boolean =>
  table !== null && [filter, since, sql_sha256, partition].every((part) => part === undefined)

async function verifyFile(
  folder: string,
  { file, rows, bytes, sha256, table }: Manifest['files'][number],
  published: number | undefined,
  notes: CheckNotes,
): Promise<void> {
  notes.count += 1
  const where = join(folder, file)
  const found = await hashOfFile(where).catch(() => undefined)
  if (found === undefined || found.sha256 !== sha256 || found.bytes !== bytes) {
    const told = found === undefined ? 'no file' : `${found.bytes} bytes, SHA-256 ${found.sha256}`
    notes.add({
      what: 'an export is not what was written',
      where,
      expected: `${bytes} bytes, SHA-256 ${sha256}`,
      found: told,
      todo,
    })
  }
  if (published !== undefined && published !== rows)
    notes.add({
      what: 'an export has another number of rows',
      where,
      expected: `${published} rows of ${table}`,
      found: `${rows} rows`,
      todo,
    })
}
