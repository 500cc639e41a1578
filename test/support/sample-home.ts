import { cp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { homeAt } from '../../src/run/home/home.ts'
import { pageIn, type Written } from '../readers/dossiers/pages.ts'
import { temporaryFolder } from './folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the sample's home, and under `/zh` and `/en` with the reports out of it, as JSON. */
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
  const { writeSampleCorpus } = await import('../../src/standins/sample/corpus.ts')
  const { runHere, serveCorpus } = await import('./run.ts')
  const folder = await temporaryFolder(whenOver)
  const corpus = join(folder, 'corpus')
  await writeSampleCorpus({ out: corpus, seed: 1, enterprises: 8 })
  const { url } = await serveCorpus(corpus, {}, whenOver)
  const home = join(folder, 'home')
  const { run } = await runHere({ home, job, url, hasTables: false })
  return { home, runId: run.run_id }
}

async function makeReports({ home }: SampleHome, language: string, whenOver: (clean: Clean) => void) {
  const { reportOf } = await import('../readers/dossiers/world.ts')
  const folder = join(await temporaryFolder(whenOver), language)
  const { manifest } = await reportOf(home, folder, { language: language === 'en' ? 'en' : 'zh' })
  return { folder, manifest }
}

/**
 * Makes the sample's home and its reports for all files of tests together, each once the first of them asks for it: a run
 * takes five seconds, and a report two.
 */
export default async function setup({ provide }: TestProject): Promise<Clean> {
  const cleaning: Clean[] = []
  const whenOver = (clean: Clean) => void cleaning.push(clean)
  const made = new Map<string, Promise<unknown>>()
  const once = <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const promise = (made.get(name) as Promise<T> | undefined) ?? make()
    made.set(name, promise)
    return promise
  }
  const home = () => once('', () => makeSampleHome(whenOver))
  const server = createServer(async ({ url = '/' }, response) => {
    const language = url.slice(1)
    const answer =
      language === ''
        ? home()
        : once(language, async () => await makeReports(await home(), language, whenOver))
    await answer.then(
      (told) => response.end(JSON.stringify(told)),
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

/** The sample's home, which all tests read and none writes into. */
export const sampleHome = (): Promise<SampleHome> => asked('')

/** A copy of it that a test may write into, without what its readers spill at the moment. */
export async function copyOfSampleHome(): Promise<string> {
  const { home } = await sampleHome()
  const copy = join(await temporaryFolder(), 'home')
  const isKept = (path: string): boolean => !path.startsWith(homeAt(home).state.spill)
  await cp(home, copy, { recursive: true, verbatimSymlinks: true, filter: isKept })
  return copy
}

/** Reports out of the sample's home, likewise. */
export async function sampleReports(language: 'zh' | 'en'): Promise<Written> {
  const { folder, manifest } = await asked<Omit<Written, 'page'>>(language)
  return { folder, manifest, page: pageIn(folder, manifest) }
}

async function asked<T>(path: string): Promise<T> {
  const response = await fetch(`${inject('sampleHome')}/${path}`)
  if (!response.ok) throw new Error(`the sample could not be made: ${await response.text()}`)
  return (await response.json()) as T
}
