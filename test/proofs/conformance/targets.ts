import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, createClient } from '../../../src/calls/client/client.ts'
import { createToolClient } from '../../../src/calls/tools/client.ts'
import type { Whenever } from '../../support/folder.ts'
import { civilCode, enterprise, judgment, listed } from '../../support/records.ts'
import { apiKey, serveCorpus, writeCorpus } from '../../support/run.ts'

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

/** A corpus with something of everything that the questions of this folder ask for. */
async function writeConformanceCorpus(folder: string): Promise<string> {
  const corpus = await writeCorpus(folder, {
    cases: [judgment('d1')],
    'authoritative-cases': [judgment('q1', { type: '权威案例', ah: '（2021）最高法民终9号' })],
    statutes: civilCode,
    enterprises: [
      {
        ...enterprise('e1', '甲公司', '91110108MA0074PN30'),
        曾用名: '旧名公司',
        变更: [{ 变更项: '名称变更', 变更前: '旧名公司', 变更后: '甲公司', 变更时间: '2019年5月6日' }],
      },
      enterprise('e2', '乙公司'),
    ],
    'enterprise-documents': [listed('e1', 'd1'), listed('e1', 'd2')],
  })
  // Written as text: a value of JavaScript cannot hold the number.
  const text = JSON.stringify(judgment('d2')).replace(/}$/, ',"serial":9007199254740993123}\n')
  await appendFile(join(corpus, 'cases.ndjson'), text)
  return corpus
}
