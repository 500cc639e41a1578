import { join } from 'node:path'
import { type Home, runFolder } from '../engine/home.ts'
import { exportRelations } from '../export/export.ts'
import type { Manifest } from '../export/manifest.ts'
import type { ExportRequest } from '../job/schema.ts'
import { Database } from '../warehouse/database.ts'
import { relationsToExport } from '../warehouse/schema.ts'
import { systemClock } from './clock.ts'

/** Exports the published warehouse into a run's folder, or another. */
export async function exportPublished(
  home: Home,
  runId: string,
  requests: readonly ExportRequest[],
  folder = join(runFolder(home, runId), 'exports'),
): Promise<Manifest> {
  await using reader = await Database.open(home.published, {
    readOnly: true,
    spillTo: home.state.spill,
    // Sorting keeps whole rows in memory.
    memoryLimit: '384MB',
  })
  return await exportRelations({
    reader,
    folder,
    requests,
    relations: relationsToExport(),
    run: { run_id: runId },
    now: systemClock.now(),
  })
}
