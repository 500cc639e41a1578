import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { temporaryFolder } from './folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the sample's home, as JSON. */
    readonly sampleHome: string
  }
}

export interface SampleHome {
  /** A home that nobody may write into: many read it. */
  readonly home: string
  readonly runId: string
}

const job = `pipeline: enterprise-due-diligence
title: 供应商排查
enterprises: [{ name: 示例建设集团有限公司 }, { name: 示例置业有限公司 }, { name: 示例物流 }, { name: 不存在的供应商有限公司 }]
litigation: { since: 2020-01-01 }
rate: { perSecond: unlimited }
exports: []
`

type Clean = () => Promise<void>

/** A home with the sample's litigious builder, an enterprise without a document, an ambiguous and an unknown name. */
async function makeSampleHome(whenOver: (clean: Clean) => void): Promise<SampleHome> {
  const { writeSampleCorpus } = await import('../../src/service/sample/corpus.ts')
  const { runHere, serveCorpus } = await import('./run.ts')
  const folder = await temporaryFolder(whenOver)
  const corpus = join(folder, 'corpus')
  await writeSampleCorpus({ out: corpus, seed: 1, enterprises: 8 })
  const { url } = await serveCorpus(corpus, {}, whenOver)
  const home = join(folder, 'home')
  const { run } = await runHere({ home, job, url, hasTables: false })
  return { home, runId: run.run_id }
}

/** Makes the sample's home for all files of tests together, once the first of them asks for it: a run of it takes five seconds. */
export default async function setup({ provide }: TestProject): Promise<Clean> {
  const cleaning: Clean[] = []
  let made: Promise<SampleHome> | undefined
  const server = createServer(async (_, response) => {
    made ??= makeSampleHome((clean) => cleaning.push(clean))
    await made.then(
      (home) => response.end(JSON.stringify(home)),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  provide('sampleHome', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    for (const clean of cleaning.reverse()) await clean()
  }
}

/** The sample's home, which all read and nobody writes into. */
export async function sampleHome(): Promise<SampleHome> {
  const response = await fetch(inject('sampleHome'))
  if (!response.ok) throw new Error(`the sample's home could not be made: ${await response.text()}`)
  return (await response.json()) as SampleHome
}
