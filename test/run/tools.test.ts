import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createClient } from '../../src/calls/client/client.ts'
import { operationNames, operations } from '../../src/contract/operations.ts'
import { temporaryFolder } from '../support/folder.ts'
import { drawn, oneForm, sampleOf } from '../support/forms.ts'
import { apiKey, published, runHere, serveCorpus } from '../support/run.ts'
import { sampleCorpus } from '../support/sample-corpus.ts'
import { publishedTables } from '../support/tables.ts'
import { startToolServer } from '../support/tool-server.ts'
import { jobOn, litigationOf, numbered, worldOf } from '../support/world.ts'

const unthrottled = 'rate: { perSecond: unlimited, concurrency: 4 }\n'
/** Two runs after each other, also on a busy machine. */
const patient = { timeout: 300_000 }
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
  patient,
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

test(
  'what was collected over HTTP is fresh for a run over the tools, and the other way round',
  patient,
  async () => {
    const folder = await temporaryFolder()
    const corpus = await sampleCorpus({ seed: 1, enterprises: 6, ...sampleOf(12) })
    const ways = [
      ['http', 'mcp'],
      ['mcp', 'http'],
    ] as const
    for (const [first, second] of drawn(ways, 1)) {
      const { url } = await serveCorpus(corpus)
      const home = join(folder, `first-${first}`)
      const job = (transport = '') =>
        `pipeline: statute-watch\n${sampleJobs['statute-watch']}${unthrottled}freshness: { search: forever }\ntransport: ${transport}\n`
      const before = await runHere({ home, job: job(first), url, random })
      const after = await runHere({ home, job: job(second), url, random })
      expect(before.run.status).toBe('complete')
      expect([after.run.status, await callsOf(home, after.run.run_id)]).toEqual(['complete', 0])
    }
  },
)

const callsOf = async (home: string, runId: string) => {
  const [row] = await published(
    home,
    `SELECT count(*)::INTEGER AS calls FROM calls WHERE run_id = '${runId}'`,
  )
  return row?.calls
}

oneForm('a session that is lost in the middle of a run costs an attempt and no answer', patient, async () => {
  const { folder, home: well, service } = await worldOf({ ...litigationOf(numbered(12)), statutes: [] })
  await using behind = createClient({ baseUrl: service.url, apiKey })
  const server = await startToolServer({
    call: async ({ name, arguments: params }) => {
      const operation = operationNames.find((known) => operations[known].tool.name === name)
      if (operation === undefined) throw new Error(`there is no tool ${name}`)
      return { content: [{ type: 'text', text: String((await behind.call({ operation, params })).body) }] }
    },
    inTheWay: ({ rpc, nth }) => {
      if (rpc === 'tools/call' && (nth === 4 || nth === 10)) server.forgetSessions()
      return false
    },
  })
  const job = (transport: string) => jobOn(undefined, `transport: ${transport}`)
  const lossy = join(folder, 'lossy')
  const { run } = await runHere({ home: lossy, job: job('mcp'), url: server.url, random })
  await runHere({ home: well, job: job('http'), url: service.url, random })
  expect(await publishedTables(lossy)).toEqual(await publishedTables(well))
  const [spent] = await published(
    lossy,
    `SELECT sum(attempts)::INTEGER AS attempts, count(*)::INTEGER AS calls FROM calls WHERE run_id = '${run.run_id}'`,
  )
  // Every request for a call was an attempt, and those that met no session were made again.
  expect(spent?.attempts).toBe(server.sent('tools/call').length)
  expect(Number(spent?.attempts)).toBeGreaterThan(Number(spent?.calls))
  expect(server.sent('initialize').length).toBeGreaterThan(2)
})

oneForm(
  'a tool that is called something else is found by the name that the job gives it; else its calls are told with the reason',
  patient,
  async () => {
    const server = await startToolServer({
      call: ({ name }) => {
        if (name !== 'laws') throw Object.assign(new Error(`Tool ${name} not found`), { code: -32602 })
        return { content: [{ type: 'text', text: '{"status":"success","code":200,"data":[]}' }] }
      },
    })
    const job = (more = '') =>
      `pipeline: statute-watch\nsearches: [{ keywords: [违约金] }]\n${unthrottled}transport: mcp\n${more}`
    const folder = await temporaryFolder()
    const named = await runHere({
      home: join(folder, 'a'),
      job: job('tools: { rh_ft_search: laws }\n'),
      url: server.url,
      random,
    })
    expect(named.run.status).not.toBe('failed')
    const unnamed = join(folder, 'b')
    await runHere({ home: unnamed, job: job(), url: server.url, random })
    expect(await published(unnamed, 'SELECT failure, message FROM dead_letters')).toEqual([
      { failure: 'unknown-code', message: 'Tool svc_rh_ft_search not found' },
    ])
  },
)
