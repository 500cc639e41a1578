import { test } from 'vitest'
import type { SampleOptions } from '../../src/standins/sample/corpus.ts'
import { diceOf, shuffled, testSeed } from './dice.ts'

/**
 * `npm test` takes the short form of a proof; `npm run test:proofs`, which CI runs after it, takes the long form of every file that
 * imports this one. A variable of the proof's own takes any size.
 */
export const isLong = process.env.DOSSIER_TEST_FORM === 'long'
const seed = testSeed()

/** A test of one form in a file that has long ones: `npm test` runs it, and CI need not run it again. */
export const oneForm = test.skipIf(isLong)
/** A test that only the long form runs. */
export const longForm = test.runIf(isLong)

/** A size: that of the variable when it is set, else that of the form. */
export const sizeOf = (variable: string, { short, long }: Record<'short' | 'long', number>): number =>
  Number(process.env[variable] ?? (isLong ? long : short))

/** Options of a sample corpus of short texts: in the short form with so many documents an enterprise, of which a page of a list has 30. */
export const sampleOf = (
  documentsPerEnterprise: number,
): Pick<SampleOptions, 'documentsPerEnterprise' | 'contentCharacters'> => ({
  contentCharacters: [200, 400],
  ...(!isLong && { documentsPerEnterprise }),
})

/** All cases in the long form; in the short form so many of them, by a seed that is printed and that `DOSSIER_TEST_SEED` repeats. */
export function drawn<T>(cases: readonly T[], short: number): T[] {
  if (isLong || short >= cases.length) return [...cases]
  process.stdout.write(`seed ${seed}: ${short} of ${cases.length} cases\n`)
  return shuffled(cases, diceOf(seed, cases.length)).slice(0, short)
}
