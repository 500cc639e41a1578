import type { LandedCall } from '../../landing/entry.ts'
import { rewriteLine } from '../../landing/rewrite.ts'
import type { Forgetter } from '../../privacy/forgetter.ts'
import { parquetFiles } from '../../warehouse/archive.ts'
import type { Database } from '../../warehouse/database.ts'
import { archivedFiles } from '../../warehouse/rewrite-archive.ts'
import type { Home } from '../home.ts'
import { purgedBy } from './change.ts'
import { entriesNaming, runsWithExports } from './run-folders.ts'

/** What a purge does to what is held. */
export interface Purge {
  /** Calls that are erased, by operation. */
  readonly erased: Readonly<Record<string, number>>
  /** Calls that stay with masks in them, and how many masks. */
  readonly masked: { readonly calls: number; readonly places: number }
  /** Entries of jobs, all runs together, that lose what they named. */
  readonly entries: number
  /** Runs whose exports are removed. */
  readonly exports: readonly string[]
}

/** Works out what a purge would do, by doing it without writing. Everything landed must be in the archive. */
export async function weigh(
  database: Database,
  home: Home,
  forgetter: Forgetter,
  callKeys: readonly string[],
): Promise<Purge> {
  const erased: Record<string, number> = {}
  const masked = { calls: 0, places: 0 }
  const change = purgedBy(forgetter, callKeys)
  const count = (call: LandedCall): LandedCall => {
    const changed = change(call)
    if (changed === call) return call
    if (changed.forgotten) erased[call.operation] = (erased[call.operation] ?? 0) + 1
    else {
      masked.calls += 1
      masked.places += (changed.masked ?? 0) - (call.masked ?? 0)
    }
    return call
  }
  for await (const { rows } of archivedFiles(database, home.state.raw, await parquetFiles(home.state.raw))) {
    for (const { record } of rows) rewriteLine(String(record), count)
  }
  const entries = await entriesNaming(home, forgetter)
  return { erased, masked, entries, exports: await runsWithExports(home) }
}

/** Whether nothing that is held has to do with what would be forgotten. */
export const isNothing = ({ erased, masked, entries }: Purge): boolean =>
  Object.keys(erased).length + masked.calls + entries === 0
