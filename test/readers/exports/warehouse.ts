import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ExportOptions, exportRelations } from '../../../src/readers/exports/export.ts'
import type { Manifest } from '../../../src/readers/exports/exporter.ts'
import type { RelationInfo } from '../../../src/readers/exports/relation.ts'
import { presentOf } from '../../../src/rows/privacy/present.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { openPublished } from '../../../src/warehouse/query.ts'
import { shareViews } from '../../../src/warehouse/shared-views.ts'
import { refreshDerived } from '../../../src/warehouse/warehouse.ts'
import { temporaryFolder, type Whenever } from '../../support/folder.ts'
import { giveEmptyTables } from '../../support/tables.ts'
import { insert } from '../../warehouse/litigation-world.ts'

/** What an export is given, see src/app/export.ts. */
const memoryLimit = '384MB'

export interface Published {
  readonly reader: ExportOptions['reader']
  readonly folder: string
  readonly openSealed: ExportOptions['openSealed']
}

/** A database file with what the statements make, opened read-only as an export opens it, until the test is over. */
export const published = (...statements: string[]): Promise<Published> =>
  publishedUntil(onTestFinished, ...statements)

export async function publishedUntil(whenOver: Whenever, ...statements: string[]): Promise<Published> {
  const home = await temporaryFolder(whenOver)
  const path = join(home, 'dossier.duckdb')
  const writer = await Database.open(path, { memoryLimit })
  for (const statement of statements) await writer.run(statement)
  await writer.close()
  const reader = await Database.open(path, { readOnly: true, memoryLimit })
  whenOver(async () => reader.close())
  return { reader, folder: join(home, 'exports'), openSealed: () => openPublished(path) }
}

/** A warehouse with these rows by table, and what is worked out of them; or with what else fills it. */
export async function warehouseOf(
  given: Rows | ((database: Database) => Promise<void>),
  whenOver?: Whenever,
): Promise<{ path: string; folder: string }> {
  const folder = await temporaryFolder(whenOver)
  const path = join(folder, 'dossier.duckdb')
  await giveEmptyTables(path)
  await using database = await Database.open(path)
  if (typeof given === 'function') await given(database)
  else
    for (const [table, rows] of Object.entries(given))
      for (const row of rows) await insert(database, table, row)
  await refreshDerived(database)
  return { path, folder }
}

export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** Keyed by its first column unless told otherwise. */
export function relation(
  name: string,
  columns: Readonly<Record<string, string>>,
  ...key: string[]
): RelationInfo {
  const names = Object.keys(columns)
  return {
    name,
    key: key.length > 0 ? key : names.slice(0, 1),
    columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
  }
}

/** A relation of codes that have Chinese words, one of which a spreadsheet would take for a formula. */
const words = { plaintiff: '原告方', defendant: '=被告,方' }
export const roles: RelationInfo = {
  name: 'roles',
  key: ['id'],
  columns: [
    { name: 'id', type: 'INTEGER' },
    { name: 'role', type: 'VARCHAR', term: '诉讼身份', words },
    { name: 'roles', type: 'VARCHAR[]', term: '身份', words },
  ],
}
export const rolesTable = `CREATE TABLE roles AS FROM (VALUES (3, NULL, []), (2, 'intervener', NULL),
  (1, 'plaintiff', ['defendant', 'plaintiff', 'judge'])) AS t (id, role, roles)`

type Given = Pick<ExportOptions, 'reader' | 'folder' | 'relations'> & Partial<ExportOptions>

export const exported = async (options: Given): Promise<Manifest> =>
  exportRelations({
    tableOf: (await shareViews(options.reader)).tableOf,
    requests: [{ format: 'csv' }],
    openSealed: () => Promise.reject(new Error('nothing of a user is tried here')),
    withinTime: (work) => work(),
    makePresent: presentOf,
    run: { run_id: 'run-1' },
    now: new Date('2026-02-03T04:05:06Z'),
    ...options,
  })

/** Text of an exported file, byte order mark included. */
export const textOf = (folder: string, file: string): Promise<string> => readFile(join(folder, file), 'utf8')

/** The file of an export of one relation as text, CSV unless asked otherwise, and its entry in the manifest. */
export async function exportedFile(
  statements: string | readonly string[],
  info: RelationInfo,
  request: Partial<ExportOptions['requests'][number]> = {},
) {
  const world = await published(...[statements].flat())
  const requests = [{ format: 'csv' as const, ...request }]
  const [file] = (await exported({ ...world, relations: [info], requests })).files
  return { file, text: await textOf(world.folder, file?.file ?? '') }
}
