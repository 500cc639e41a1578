import { join } from 'node:path'
import { type Client, createClient } from '../../src/client/client.ts'
import { createToolClient } from '../../src/client/tools/client.ts'
import type { Whenever } from '../support/folder.ts'
import { apiKey, serveCorpus } from '../support/run.ts'
import { writeConformanceCorpus } from './corpus.ts'

/** A service that the questions are put to, in every way that there is. */
export interface Target {
  readonly name: string
  /** Starts it on the corpus of this folder, in an empty folder of its own; gives its address. */
  readonly start: (folder: string, whenOver: Whenever) => Promise<string>
}

export const targets: readonly Target[] = [
  {
    name: 'a corpus',
    start: async (folder, whenOver) => {
      const corpus = await writeConformanceCorpus(join(folder, 'corpus'))
      return (await serveCorpus(corpus, {}, whenOver)).url
    },
  },
]

/** Ways to put a question. */
export const ways: Readonly<Record<'HTTP' | 'tools', (baseUrl: string) => Client>> = {
  HTTP: (baseUrl) => createClient({ baseUrl, apiKey }),
  tools: (baseUrl) => createToolClient({ baseUrl, apiKey, version: 'test' }),
}
