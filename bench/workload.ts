import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSampleCorpus } from '../src/standins/sample/corpus.ts'
import { bare, dossier, serveWorld } from './processes.ts'
import { enterpriseId, type Request, type WorldSpec } from './world/spec.ts'

/** What a bench is given. */
export interface Setting {
  /** Its own: it is empty, and goes afterwards. */
  readonly folder: string
  /** Makes the sample corpus that worlds are rendered from. */
  readonly corpus: () => Promise<string>
  readonly runs: number
}

const seed = 9
/** Characters of a judgment whose answer takes 12 to 20 KB. */
const contentCharacters = [1700, 2750] as const
/** Enterprises and their documents that all others are made after: 5,000 distinct judgments. */
const usual = { enterprises: 25, documentsPerEnterprise: 200 }

export async function makeCorpus(folder: string, templates = usual): Promise<string> {
  const out = join(folder, 'corpus')
  await writeSampleCorpus({ out, seed, ...templates, contentCharacters })
  return out
}

/** Enterprises of 200 judgments each. */
export const textsOf = (documents: number): WorldSpec => ({
  enterprises: Math.max(1, Math.ceil(documents / 200)),
  documents: 200,
  pageSize: 50,
})

/** Rows of lists alone, 1,000 a page. */
export const rowsOf = (rows: number): WorldSpec => ({
  enterprises: Math.ceil(rows / 10_000),
  documents: 10_000,
  pageSize: 1000,
})

interface JobOptions {
  readonly perSecond?: number
  /** Without texts it reads the lists alone. Default true. */
  readonly hasTexts?: boolean
}

export type Workload = Awaited<ReturnType<typeof openWorkload>>

/** A world that is served, a job for all of it, and the home of the job. */
export async function openWorkload(
  folder: string,
  corpus: string,
  spec: WorldSpec,
  options: JobOptions = {},
) {
  const world = await serveWorld(corpus, spec)
  const [job, home, file] = [join(folder, 'job.yaml'), join(folder, 'home'), join(folder, 'requests.json')]
  await writeFile(job, jobOf(spec, options))
  return {
    ...world,
    home,
    run: async () => {
      const args = ['run', job, '--no-resume', '--base-url', world.url, '--home', home, '--json']
      return { ...(await dossier(args)), asked: await world.asked() }
    },
    /** The same requests by a bare loop, and the seconds of the loop alone. */
    bareLoop: async (requests: readonly Request[]) => {
      await writeFile(file, JSON.stringify(requests))
      const taken = await bare('floor', world.url, file)
      return { ...taken, seconds: Number(taken.output), asked: await world.asked() }
    },
  }
}

const jobOf = (
  { enterprises }: WorldSpec,
  { perSecond, hasTexts = true }: JobOptions,
): string => `pipeline: enterprise-due-diligence
enterprises:
${Array.from({ length: enterprises }, (_, enterprise) => `  - id: ${enterpriseId(enterprise)}`).join('\n')}
${hasTexts ? '' : 'litigation: { since: 2099-01-01 }\n'}rate: { perSecond: ${perSecond ?? 'unlimited'}, concurrency: 64 }
exports: []
`
