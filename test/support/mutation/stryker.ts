import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import type { Result } from './table.ts'

const { mutate } = JSON.parse(readFileSync('stryker.config.json', 'utf8')) as { mutate: string[] }

const killed: readonly string[] = ['Killed', 'Timeout']
const survived: readonly string[] = ['Survived', 'NoCoverage']

/** Runs Stryker as stryker.config.json says, with its copy of the project in a temporary folder. */
export async function runStryker(files: readonly string[], tests: readonly string[]): Promise<Result[]> {
  const tempDirName = await mkdtemp(join(tmpdir(), 'dossier-mutation-'))
  // Not by its `testFiles`: with these, mutants of what runs when a module is loaded have no effect.
  process.env.DOSSIER_TEST_MUTATED = tests.join(' ')
  try {
    const mutants = await new Stryker({
      mutate: [...files, ...mutate],
      tempDirName,
    }).runMutationTest()
    return mutants
      .filter(({ status }) => [...killed, ...survived].includes(status))
      .map(({ fileName, location: { start }, status, mutatorName, replacement }) => ({
        file: relative('.', fileName),
        line: start.line,
        change: `${mutatorName}: ${replacement?.replaceAll(/\s+/g, ' ')}`,
        isKilled: killed.includes(status),
      }))
  } finally {
    await rm(tempDirName, { recursive: true, force: true })
  }
}
