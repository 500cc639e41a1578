import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { z } from 'zod'
import { type SampleFile, type SampleOptions, sampleFiles } from '../../../src/standins/sample/corpus.ts'
import { sampleCorpus } from '../../support/sample-corpus.ts'

export const small = { seed: 7, enterprises: 14, contentCharacters: [300, 1200] } as const
export const large = {
  ...{ seed: 5, enterprises: 60, documentsPerEnterprise: 50 },
  contentCharacters: [300, 600],
} as const

export type Texts = Readonly<Record<SampleFile, string>>

export async function textsIn(folder: string): Promise<Texts> {
  const all = sampleFiles.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)
  return Object.fromEntries(await Promise.all(all)) as Texts
}

/** The texts of a sample corpus that is made once, for all tests. */
export const textsOf = async (options: Omit<SampleOptions, 'out'>): Promise<Texts> =>
  textsIn(await sampleCorpus(options))

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
