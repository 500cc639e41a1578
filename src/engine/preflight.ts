import { stat } from 'node:fs/promises'
import type { Stop } from '../calling/stop.ts'
import type { Database } from '../warehouse/database.ts'
import { meanBytes } from '../warehouse/runs.ts'
import type { PlannedStep } from './estimate.ts'
import { exists, type Home } from './home.ts'

/** Bytes that are free where a home is, or would be. */
export type FreeBytes = (folder: string) => Promise<number>

/** Bytes of an answer where no earlier one tells: a full text of the sample is 13 KB, a record 20 KB (README, Figures). */
const unknownAnswer = 20_000
/**
 * An answer is on disk as it landed, then as rows, while DuckDB writes them a second time before its checkpoint, and, compressed to a
 * quarter, in the archive.
 */
const copiesOfAnswer = 3.25
/** What must be left for everything else: staging, logs, exports. */
const reserve = 64 << 20

/** What a run is expected to need on disk at its highest. */
export interface DiskNeed {
  readonly calls: number
  readonly bytes: number
}

/**
 * What a run needs on disk by its plan: its answers, by the size of earlier ones of their operations, and a second copy of the warehouse
 * while it is published. Less than that when the estimate leaves out what nobody could know.
 */
export async function diskNeed(
  database: Database,
  home: Home,
  steps: readonly PlannedStep[],
): Promise<DiskNeed> {
  const means = await meanBytes(database)
  const calls = steps.map(({ operation, needed, unknown }) => ({ operation, count: needed + (unknown ?? 0) }))
  const answers = calls.reduce(
    (sum, { operation, count }) => sum + count * (means.get(operation) ?? unknownAnswer),
    0,
  )
  const warehouse = (await exists(home.state.warehouse)) ? (await stat(home.state.warehouse)).size : 0
  return {
    calls: calls.reduce((sum, { count }) => sum + count, 0),
    bytes: Math.round(answers * copiesOfAnswer) + warehouse + reserve,
  }
}

/** Why a run may not begin to call, when the disk would be full before its end; null when there is room. */
export function noRoom({ calls, bytes }: DiskNeed, free: number, home: Home): Stop | null {
  if (free >= bytes) return null
  return {
    status: 'blocked',
    message:
      `the disk of ${home.root} has ${megabytes(free)} free; about ${megabytes(bytes)} are needed for ${calls} calls and for publishing ` +
      'the warehouse. Nothing was called. Make room (dossier prune --dry-run shows what may go), or run with --no-preflight; ' +
      'the run resumes',
  }
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / (1 << 20)).toLocaleString('en')} MB`
