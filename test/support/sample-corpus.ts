import { join } from 'node:path'
import { type SampleOptions, writeSampleCorpus } from '../../src/standins/sample/corpus.ts'
import { shared } from './shared.ts'

/** The folder of a sample corpus, which files of tests share: none writes into it. */
export const sampleCorpus = (options: Omit<SampleOptions, 'out'>): Promise<string> =>
  shared(`corpus ${JSON.stringify(options)}`, async (folder) => {
    const out = join(folder, 'corpus')
    await writeSampleCorpus({ ...options, out })
    return out
  })
