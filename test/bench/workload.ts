import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSampleCorpus } from '../../src/service/sample/corpus.ts'
import { enterpriseNames } from '../../src/service/sample/subject.ts'

const seed = 9
const documentsPerEnterprise = 200
/** Characters of a judgment whose answer takes 12 to 20 KB. */
const contentCharacters = [1700, 2750] as const

/** A corpus and the jobs that read it. */
export interface Workload {
  readonly documents: number
  readonly corpus: string
  job(
    name: string,
    options: {
      perSecond: number | 'unlimited'
      enterprises: number
      exports: boolean
      executor?: 'redis'
    },
  ): Promise<string>
}

export async function makeWorkload(folder: string, documents: number): Promise<Workload> {
  const corpus = join(folder, 'corpus')
  const enterprises = documents / documentsPerEnterprise
  await writeSampleCorpus({ out: corpus, seed, enterprises, documentsPerEnterprise, contentCharacters })
  await mkdir(join(folder, 'jobs'), { recursive: true })
  return {
    documents,
    corpus,
    async job(name, options) {
      const file = join(folder, 'jobs', `${name}.yaml`)
      const entries = enterpriseNames(seed, options.enterprises).map(
        (enterprise) => `  - name: ${enterprise.name}`,
      )
      await writeFile(
        file,
        `pipeline: enterprise-due-diligence
enterprises:
${entries.join('\n')}
rate: { perSecond: ${options.perSecond}, concurrency: 64 }
executor: ${options.executor ?? 'in-process'}
exports: ${options.exports ? '[{ format: csv }, { format: parquet }]' : '[]'}
`,
      )
      return file
    },
  }
}

/** A request that the service saw. */
export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly params: Readonly<Record<string, unknown>>
  readonly bytes: number
}

export const requestsIn = async (accessLog: string): Promise<Request[]> =>
  (await readFile(accessLog, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Request)
