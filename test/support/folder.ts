import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** Registers a clean-up: `onTestFinished` in a test, `whenAllOver()` in a hook. */
export type Whenever = (clean: () => Promise<void>) => void

/**
 * Cleans up, last things first, when the tests of a file or of a `describe` are over. It is called there, not in a hook: an `afterAll` that
 * a hook registers is never run.
 */
export function whenAllOver(): Whenever {
  const cleanings: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const clean of cleanings.reverse()) await clean()
  })
  return (clean) => void cleanings.push(clean)
}

/** A folder that goes when the test is over. */
export async function temporaryFolder(whenOver: Whenever = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-'))
  whenOver(() => rm(folder, { recursive: true, force: true }))
  return folder
}
