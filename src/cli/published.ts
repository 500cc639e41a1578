import { stat } from 'node:fs/promises'
import type { Home } from '../engine/home.ts'
import { UsageError } from './usage-error.ts'

/** Says what to do where nothing was published yet. @throws UsageError */
export async function requirePublished({ published }: Home, command: string): Promise<void> {
  const stats = await stat(published).catch((cause) => {
    throw new UsageError(
      `${command}: there is no warehouse at ${published} yet; run a job first: dossier run JOB`,
      { cause },
    )
  })
  // DuckDB would wait for a named pipe for ever.
  if (!stats.isFile())
    throw new UsageError(`${command}: ${published} is no file; expected the warehouse that a run published`)
}
