import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSampleCorpus } from '../src/standins/sample/corpus.ts'
import { enterpriseId, type WorldSpec } from './world/spec.ts'

const seed = 9
/** Characters of a judgment whose answer takes 12 to 20 KB. */
const contentCharacters = [1700, 2750] as const
/** Enterprises and their documents that all others are made after: 5,000 distinct judgments. */
const usual = { enterprises: 25, documentsPerEnterprise: 200 }

/** The sample corpus that worlds are rendered from. */
export async function makeCorpus(folder: string, templates = usual): Promise<string> {
  const out = join(folder, 'corpus')
  await writeSampleCorpus({ out, seed, ...templates, contentCharacters })
  return out
}

/** A job for all enterprises of a world, by their ids. Without texts it reads the lists alone. */
export async function writeJob(
  file: string,
  { enterprises }: WorldSpec,
  options: { readonly perSecond?: number; readonly hasTexts?: boolean; readonly executor?: 'redis' } = {},
): Promise<string> {
  const { perSecond = 'unlimited', hasTexts = true, executor = 'in-process' } = options
  const entries = Array.from(
    { length: enterprises },
    (_, enterprise) => `  - id: ${enterpriseId(enterprise)}`,
  )
  await writeFile(
    file,
    `pipeline: enterprise-due-diligence
enterprises:
${entries.join('\n')}
${hasTexts ? '' : 'litigation: { since: 2099-01-01 }\n'}rate: { perSecond: ${perSecond}, concurrency: 64 }
executor: ${executor}
exports: []
`,
  )
  return file
}
