import { identifier } from '../contract/sql.ts'
import type { CachingReader } from './database.ts'

/** Beside the warehouse, which is read-only. Not temporary tables: the views of the file would read those, and other connections could not. */
const besideFile = 'worked_out'

/** Bytes of a warehouse whose views may all be held at once. Those of a larger one are worked out for each statement. */
const mostBytes = 128 * 2 ** 20

/** A reader of a published warehouse, for which each view is worked out once, and where. */
export interface SharedViews {
  readonly reader: CachingReader
  /** The table that has the rows of a view, for every connection; undefined where there is none. */
  readonly tableOf: (view: string) => Promise<string | undefined>
}

/**
 * Works out each view once for all that is read: of a small warehouse, to bind a view takes longer than to read its rows, and views build
 * on views. Tables are made before a statement that names their views; a view whose name is missed is read from the file, as before.
 * Histories are left: statements ask for one run of many.
 */
export async function shareViews(reader: CachingReader): Promise<SharedViews> {
  // What was worked out before is gone: a reader may share views again.
  await reader.run(`RESET search_path; DETACH DATABASE IF EXISTS ${besideFile}`)
  const [file] = await reader.rows(
    `SELECT database_name AS name, used_blocks * block_size AS bytes
     FROM pragma_database_size() WHERE database_name = current_database()`,
  )
  if (Number(file?.bytes) > mostBytes) return { reader, tableOf: async () => undefined }
  const views = await reader.rows('SELECT view_name, sql FROM duckdb_views() WHERE NOT internal')
  const selects = new Map(
    views.map(({ view_name, sql }) => [String(view_name), /\bAS (.*?);?\s*$/su.exec(String(sql))?.[1] ?? '']),
  )
  await reader.run(
    `ATTACH ':memory:' AS ${besideFile} (READ_WRITE);
     SET search_path = '${besideFile}.main,${identifier(String(file?.name))}.main'`,
  )
  const made = new Map<string, Promise<string>>()
  const make = async (view: string, select: string): Promise<string> => {
    await makeThoseIn(select)
    const table = `${besideFile}.main.${identifier(view)}`
    await reader.run(`CREATE TABLE ${table} AS ${select}`)
    return table
  }
  const tableOf = async (view: string): Promise<string | undefined> => {
    const select = selects.get(view)
    if (select === undefined) return undefined
    const making = made.get(view) ?? make(view, select)
    made.set(view, making)
    return await making
  }
  async function makeThoseIn(sql: string): Promise<void> {
    for (const [, name = ''] of sql.matchAll(/\b(?:FROM|JOIN)[\s(]+"?(\w+)/gu))
      if (!name.endsWith('_history')) await tableOf(name)
  }
  const shared: CachingReader = {
    rows: async (sql, ...more) => {
      await makeThoseIn(sql)
      return await reader.rows(sql, ...more)
    },
    release: () => reader.release(),
    run: (sql) => reader.run(sql),
    stream: (sql) => reader.stream(sql),
  }
  return { reader: shared, tableOf }
}
