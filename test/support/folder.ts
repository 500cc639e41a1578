import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Registers a clean-up: `onTestFinished` in a test, `afterAll` in a hook. */
export type Whenever = (clean: () => Promise<void>) => void

/** A folder that goes when the test is over. */
export async function temporaryFolder(whenOver: Whenever = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-'))
  whenOver(() => rm(folder, { recursive: true, force: true }))
  return folder
}
