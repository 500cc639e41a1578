import { readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { identifier } from '../../contract/sql.ts'
import { hashOfFile } from '../../disk/durable.ts'
import { lockOwner } from '../../disk/lock.ts'
import { readOwnText } from '../../disk/own-file.ts'
import { type FolderManifest, folderLock, manifestName, readManifest } from '../../disk/publish-folder.ts'
import { exists, type Home, type PublishedFolder, publishedFolders } from '../../run/home/home.ts'
import { openPublished } from '../../warehouse/query.ts'
import type { Audited, CheckNotes, NewFinding, Notes } from './record.ts'

/** The name by which each folder is reported, and what writes its files again. */
const folders: Readonly<Record<PublishedFolder, { readonly name: string; readonly todo: string }>> = {
  exports: {
    name: 'exports',
    todo: 'run the job again: its next run writes its own; or dossier export with the same options and --out',
  },
  'exports-by-hand': { name: 'exports by hand', todo: 'dossier export writes them again' },
  reports: { name: 'reports', todo: 'dossier report writes them again' },
}

const ofFiles = (more: string) => `files of the latest run have the size${more} that ${manifestName} says`

/** What is asserted of files that analysts were given. */
export const ofFolders = publishedFolders.map((folder) => ({
  name: folders[folder].name,
  compared: ofFiles(folder === 'exports' ? ', SHA-256 and rows' : ' and SHA-256'),
}))

/** The files of the latest run against their manifests and, those of its exports, by number of rows against the published warehouse. */
export async function verifyFolders({ home }: Audited, on: Notes): Promise<undefined> {
  await Promise.all(publishedFolders.map((folder) => verifyFolder(home, folder, on(folders[folder].name))))
}

async function verifyFolder(home: Home, which: PublishedFolder, notes: CheckNotes): Promise<void> {
  const { todo } = folders[which]
  const linked = join(home.root, 'latest', which)
  if (!(await exists(linked))) return
  const folder = await realpath(linked)
  const before = await manifestText(folder)
  const { count, findings } = await lookedAt(folder, which === 'exports' ? home : undefined, todo)
  // A process that publishes there takes the manifest away first: what was seen belongs to it only if it is still the same.
  if ((await manifestText(folder)) !== before || (before === undefined && (await isBeingWritten(folder))))
    notes.add(writtenMeanwhile(folder))
  else {
    notes.count += count
    for (const finding of findings) notes.add(finding)
  }
}

const writtenMeanwhile = (folder: string): NewFinding => ({
  what: 'files were being published there, so they were not compared',
  where: folder,
  expected: 'a folder at rest',
  found: 'another manifest than before, or none yet',
  todo: 'verify again when that has ended',
  isDamage: false,
})

const manifestText = (folder: string): Promise<string | undefined> =>
  readOwnText(join(folder, manifestName)).catch(() => undefined)

const isBeingWritten = async (folder: string): Promise<boolean> =>
  (await lockOwner(folderLock(folder))) !== undefined

/** `home` where the rows of the files are to be counted again. */
async function lookedAt(folder: string, home: Home | undefined, todo: string) {
  const found = await readManifest(folder)
  if (found === 'damaged' || found === 'foreign')
    return { count: 0, findings: [unreadable(join(folder, manifestName), todo)] }
  const files = found === 'none' ? [] : found.files
  const findings: NewFinding[] = []
  for (const file of files) findings.push(...(await differences(folder, file, todo)))
  if (home !== undefined && found !== 'none') findings.push(...(await otherRows(home, folder, found, todo)))
  findings.push(...(await unnamed(folder, new Set(files.map(({ file }) => file)))))
  return { count: files.length, findings }
}

const unreadable = (where: string, todo: string): NewFinding => ({
  what: 'the manifest cannot be read',
  where,
  expected: 'a manifest',
  found: 'other bytes',
  todo,
})

async function differences(
  folder: string,
  { file, bytes, sha256 }: FolderManifest['files'][number],
  todo: string,
): Promise<NewFinding[]> {
  const where = join(folder, file)
  const found = await hashOfFile(where).catch(() => undefined)
  if (found?.sha256 === sha256 && found.bytes === bytes) return []
  return [
    {
      what: 'a file is not what was written',
      where,
      expected: `${bytes} bytes, SHA-256 ${sha256}`,
      found: found === undefined ? 'no file' : `${found.bytes} bytes, SHA-256 ${found.sha256}`,
      todo,
    },
  ]
}

/** A person may keep other files there; or a process was killed before its manifest took its place. */
async function unnamed(folder: string, named: ReadonlySet<string>): Promise<NewFinding[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('.') && file !== manifestName)
    .filter((file) => !named.has(file.split(sep).join('/')))
    .map((file) => ({
      what: 'a file that the manifest does not name',
      where: join(folder, file),
      expected: `files that ${manifestName} names, and no others`,
      found: 'one more',
      todo: 'do not take it for one of the others; remove it, or keep it elsewhere',
      isDamage: false,
    }))
}

/** What an export's manifest says beside. */
const exportManifest = z.object({
  run_id: z.string(),
  files: z.array(
    z.object({
      file: z.string(),
      table: z.string().nullable(),
      rows: z.number(),
      filter: z.string().optional(),
      sql_sha256: z.string().optional(),
    }),
  ),
})
type ExportManifest = z.infer<typeof exportManifest>

async function otherRows(
  home: Home,
  folder: string,
  found: FolderManifest,
  todo: string,
): Promise<NewFinding[]> {
  const { data } = exportManifest.safeParse(found)
  if (data === undefined) return [unreadable(join(folder, manifestName), todo)]
  const published = await publishedRows(home, data)
  return data.files.filter(isWhole).flatMap(({ file, table, rows }) => {
    const expected = published.get(table ?? '')
    if (expected === undefined || expected === rows) return []
    return [
      {
        what: 'an export has another number of rows',
        where: join(folder, file),
        expected: `${expected} rows of ${table}`,
        found: `${rows} rows`,
        todo,
      },
    ]
  })
}

/** Rows by table and view; none when a later run was published, or when the published warehouse does not open. */
async function publishedRows(
  home: Home,
  { run_id, files }: ExportManifest,
): Promise<ReadonlyMap<string, number>> {
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
    // The assertion of the published copy says what is wrong with it.
  }
  return counts
}

/** Whether a file holds every row of a table or view: others cannot be counted again here. */
const isWhole = ({ table, filter, sql_sha256 }: ExportManifest['files'][number]): boolean =>
  table !== null && filter === undefined && sql_sha256 === undefined
