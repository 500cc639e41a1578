import { writeSampleCorpus } from '../../sample/corpus.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'

export interface SampleArgs {
  readonly out: string
  readonly seed: number
  readonly enterprises: number
}

/** Writes a synthetic corpus; the same seed gives the same bytes. */
export const sample: Command<SampleArgs> = async ({ out: folder, seed, enterprises }, { out }) => {
  const summary = await writeSampleCorpus({ out: folder, seed, enterprises })
  out(JSON.stringify(summary, null, 2))
  return exitCodes.complete
}
