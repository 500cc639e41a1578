import { rm } from 'node:fs/promises'
import { timestampOf } from '../contract/sql.ts'
import { failPoint } from '../disk/fail-points.ts'
import type { TableName } from '../rows/tables/index.ts'
import type { Database } from './database.ts'
import { loadStatements, unheldTables } from './merge.ts'
import { changedByRepeats, repeatStatements } from './repeats.ts'
import { type SegmentSource, type StagedSegment, stageSegment } from './stage.ts'
import type { StagedTable } from './staging.ts'
import { longText, makeRoomForTexts } from './warehouse.ts'

/** From now on the derived tables lack something. */
const outdated = 'UPDATE warehouse_schema SET derived_on = NULL WHERE derived_on IS NOT NULL'

/** What a load changed: tables, or of rows that only come from another run now that column. */
export type LoadedTables = readonly (TableName | `${TableName}.run_id`)[]

/** Removes the files of staged segments when their merge is done. */
export const removedAtEnd = (staged: readonly StagedSegment[]): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    for (const { folder } of staged) await rm(folder, { recursive: true, force: true })
  },
})

/**
 * Takes staged segments of one run into the tables: their rows, their ledger entries and their own marks, in one transaction. It
 * costs about the same for one as for several.
 */
export async function mergeSegments(
  database: Database,
  staged: readonly StagedSegment[],
  loadedAt: Date,
): Promise<LoadedTables> {
  const tables = byTable(staged)
  const marks = staged.map(
    ({ segment, callKeys, bytes }) =>
      `('${segment}', ${callKeys.length}, ${bytes}, '${timestampOf(loadedAt)}')`,
  )
  if (staged.some(({ tables: files }) => files.some(({ longestRow }) => longestRow > longText)))
    await makeRoomForTexts(
      database,
      staged.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  const runId = staged[0]?.runId ?? ''
  const repeats = staged.flatMap((one) => one.repeats)
  await database.transaction(async (tx) => {
    const unheld = await unheldTables(
      tx,
      staged.flatMap(({ stated }) => stated),
    )
    // All in one go: between two statements the event loop would be asked, which is busy with other segments.
    const statements = [...repeatStatements(repeats, runId), ...loadStatements({ runId, tables, unheld })]
    const isNew = staged.some(({ callKeys, repeats: known }) => callKeys.length > known.length)
    await tx.run(
      [...statements, `INSERT INTO segments VALUES ${marks.join(', ')}`, ...(isNew ? [outdated] : [])].join(
        ';\n',
      ),
    )
    failPoint('load.merged')
  })
  failPoint('load.committed')
  return [...tables.keys(), ...(repeats.length > 0 ? changedByRepeats : [])]
}

function byTable(staged: readonly StagedSegment[]): ReadonlyMap<TableName, readonly StagedTable[]> {
  const tables = new Map<TableName, StagedTable[]>()
  for (const file of staged.flatMap(({ tables: files }) => files))
    tables.set(file.table, [...(tables.get(file.table) ?? []), file])
  return tables
}

/**
 * Stages and merges a segment, unless it is in the tables already: fetching at least once becomes loading exactly
 * once.
 */
export async function loadSegment(
  database: Database,
  source: SegmentSource,
  loadedAt: Date,
): Promise<LoadedTables> {
  const known = await database.rows('SELECT 1 FROM segments WHERE segment = $segment', {
    segment: source.segment,
  })
  if (known.length > 0) return []
  const staged = await stageSegment(source)
  await using _files = removedAtEnd([staged])
  // All of it was set aside.
  if (staged.callKeys.length === 0) return []
  return await mergeSegments(database, [staged], loadedAt)
}
