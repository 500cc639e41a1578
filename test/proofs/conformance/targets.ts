import { join } from 'node:path'
import { type Client, createClient } from '../../../src/client/client.ts'
import { createToolClient } from '../../../src/client/tools/client.ts'
import type { Whenever } from '../../support/folder.ts'
import { serveMirror } from '../../support/mirror.ts'
import { apiKey, runHere, serveCorpus } from '../../support/run.ts'
import { writeConformanceCorpus } from './corpus.ts'
import { questionsPipeline } from './questions-pipeline.ts'

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
  {
    name: 'a mirror of what was asked of a corpus',
    start: async (folder, whenOver) => {
      const corpus = await writeConformanceCorpus(join(folder, 'corpus'))
      const { url } = await serveCorpus(corpus, {}, whenOver)
      const home = join(folder, 'home')
      const job = 'pipeline: questions\nrate: { perSecond: unlimited }\nexports: []\n'
      await runHere({ home, job, url, pipeline: questionsPipeline })
      return (await serveMirror(home, whenOver)).url
    },
  },
]

/** Ways to put a question. */
export const ways: Readonly<Record<'HTTP' | 'tools', (baseUrl: string) => Client>> = {
  HTTP: (baseUrl) => createClient({ baseUrl, apiKey }),
  tools: (baseUrl) => createToolClient({ baseUrl, apiKey, version: 'test' }),
}
