import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { z } from 'zod'
import {
  type SampleFile,
  type SampleOptions,
  type SampleSummary,
  writeSampleCorpus,
} from '../../../src/standins/sample/corpus.ts'

/** Writes a corpus to a folder of its own, hands it to `use`, and removes it. */
export async function withSample<T>(
  options: Omit<SampleOptions, 'out'>,
  use: (read: (file: SampleFile) => Promise<string>, summary: SampleSummary) => Promise<T>,
): Promise<T> {
  const out = await mkdtemp(join(tmpdir(), 'dossier-sample-'))
  try {
    const summary = await writeSampleCorpus({ ...options, out })
    return await use((file) => readFile(join(out, file), 'utf8'), summary)
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** The lines of a file, each through a schema. */
export const parseLines = <S extends z.ZodType>(text: string, schema: S): z.infer<S>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)))

/** Share of items that a test holds for. */
export const share = <T>(items: readonly T[], holds: (item: T) => boolean): number =>
  items.filter(holds).length / items.length

/** Fails unless a value lies between two others. */
export function expectBetween(value: number, least: number, most: number): void {
  expect(value).toBeGreaterThan(least)
  expect(value).toBeLessThan(most)
}
