import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ServiceOptions } from '../../src/standins/service/options.ts'
import type { SqlRow } from '../../src/warehouse/database.ts'
import { temporaryFolder, type Whenever } from './folder.ts'
import { civilCode, enterprise, judgment, listed } from './records.ts'
import { published, type RunHere, runHere, serveCorpus, writeCorpus } from './run.ts'

/** d0001 and those that follow it. */
export const numbered = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, index) => `d${String(from + index).padStart(4, '0')}`)

/** 甲公司, which is e1, with these documents, each with a full text that says `more`. */
export const litigationOf = (ids: readonly string[], more: object = {}) => ({
  enterprises: [enterprise('e1', '甲公司')],
  'enterprise-documents': ids.map((id) => listed('e1', id)),
  cases: ids.map((id) => judgment(id, more)),
  statutes: civilCode,
})

/** A job over these enterprises that exports nothing, as fast as it is answered. */
export const jobOn = (entries = '{ id: e1 }', more = ''): string =>
  `pipeline: enterprise-due-diligence
enterprises: [${entries}]
exports: []
rate: { perSecond: unlimited, concurrency: 4 }
${more}
`

/** A service that holds these records, and a home beside it that no run has begun in. */
export async function worldOf(
  files: Readonly<Record<string, readonly object[]>>,
  options: Partial<ServiceOptions> = {},
  whenOver: Whenever = onTestFinished,
) {
  const folder = await temporaryFolder(whenOver)
  const corpus = await writeCorpus(join(folder, 'corpus'), files)
  const service = await serveCorpus(corpus, options, whenOver)
  const home = join(folder, 'home')
  return {
    folder,
    corpus,
    service,
    url: service.url,
    home,
    run: (job = jobOn(), more: Partial<RunHere> = {}) => runHere({ home, job, url: service.url, ...more }),
    rows: (sql: string): Promise<SqlRow[]> => published(home, sql),
  }
}
