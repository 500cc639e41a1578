import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, replaceDurably } from '../disk/durable.ts'
import { failPoint } from '../disk/fail-points.ts'
import type { RunRecord } from '../warehouse/runs.ts'
import { type Home, runFolder } from './home.ts'
import type { RunSummary } from './summary.ts'

/** A run as its file tells it, with its summary once it has ended. */
export type ToldRun = RunRecord & { readonly summary?: RunSummary }

/** What runs/<run-id>/run.json says of a run; undefined when there is none. */
export async function readRunFile(home: Home, runId: string): Promise<ToldRun | undefined> {
  try {
    return JSON.parse(await readFile(join(runFolder(home, runId), 'run.json'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes runs/<run-id>/run.json whole or not at all; `more` is told beside the record. */
export async function writeRunFile(home: Home, run: RunRecord, more: object = {}): Promise<void> {
  const folder = runFolder(home, run.run_id)
  const temporary = join(folder, '.run.json')
  await writeFile(temporary, `${JSON.stringify({ ...run, ...more }, null, 2)}\n`, { mode: 0o600 })
  failPoint('run-file.written')
  await replaceDurably(temporary, join(folder, 'run.json'))
  failPoint('run-file.replaced')
}

/**
 * Writes run.json again, from the table `runs`, for runs whose file is lost or damaged; returns which. The summary that
 * stood beside the record is gone.
 */
export async function restoreRunFiles(home: Home, runs: readonly RunRecord[]): Promise<string[]> {
  const restored: string[] = []
  for (const run of runs) {
    const kept = await readRunFile(home, run.run_id).catch((error) => {
      if (!(error instanceof SyntaxError)) throw error
    })
    if (kept !== undefined) continue
    await makeFolder(runFolder(home, run.run_id))
    await writeRunFile(home, run)
    restored.push(run.run_id)
  }
  return restored
}
