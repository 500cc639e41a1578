import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { drawn, sampleOf } from '../support/forms.ts'
import { runHere, serveCorpus } from '../support/run.ts'
import { sampleCorpus } from '../support/sample-corpus.ts'
import { publishedTables } from '../support/tables.ts'

const unthrottled = 'rate: { perSecond: unlimited, concurrency: 4 }\n'
/** Retries wait for nothing. */
const random = () => 0

/** The calls of operations in an access log, in an order of their own. */
async function callsIn(accessLog: string): Promise<string[]> {
  const lines = (await readFile(accessLog, 'utf8')).trim().split('\n')
  return lines
    .map((line) => JSON.parse(line) as { operation: string | null; params: object })
    .flatMap(({ operation, params }) =>
      operation === null ? [] : [`${operation} ${JSON.stringify(params)}`],
    )
    .sort()
}

const sampleJobs = {
  'enterprise-due-diligence': `enterprises: [{ uscc: 91110108MA0074PN30 }, { name: 无此公司 }]\n`,
  'case-research': `queries: [{ query: 违约金过高时法院如何调整, hits: 8 }]\n`,
  'statute-watch': `searches: [{ keywords: [违约金, 调整], law: 民法典 }]\ncitations: [中华人民共和国民法典第五百七十七条]\n`,
}

test.each(drawn(Object.entries(sampleJobs), 1))(
  '%s over the tools makes the calls that it makes over HTTP, and ends with the same tables',
  async (pipeline, keys) => {
    const folder = await temporaryFolder()
    const corpus = await sampleCorpus({ seed: 1, enterprises: 6, ...sampleOf(12) })
    const came = []
    for (const transport of ['http', 'mcp']) {
      const accessLog = join(folder, `${transport}.ndjson`)
      const { url } = await serveCorpus(corpus, { accessLog })
      const home = join(folder, transport)
      const job = `pipeline: ${pipeline}\n${keys}${unthrottled}transport: ${transport}\n`
      const { run } = await runHere({ home, job, url, random })
      came.push({ status: run.status, calls: await callsIn(accessLog), tables: await publishedTables(home) })
    }
    const [overHttp, overTools] = came
    expect(overHttp?.calls.length).toBeGreaterThan(0)
    expect(overTools).toEqual(overHttp)
  },
)
