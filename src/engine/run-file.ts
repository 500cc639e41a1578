import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../landing/sync.ts'
import type { RunRecord } from '../warehouse/runs.ts'
import { type Home, runFolder } from './home.ts'

/** What runs/<run-id>/run.json says of a run; undefined when there is none. */
export async function readRunFile(home: Home, runId: string): Promise<RunRecord | undefined> {
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
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ ...run, ...more }, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, join(folder, 'run.json'))
  await syncFolder(folder)
}
