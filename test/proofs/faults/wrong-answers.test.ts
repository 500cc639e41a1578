import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { classifyAnswer } from '../../../src/contract/classify.ts'
import type { OperationName } from '../../../src/contract/operations.ts'
import type { JsonObject } from '../../../src/contract/values.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { type SampleOptions, writeSampleCorpus } from '../../../src/standins/sample/corpus.ts'
import { corpusAnswers } from '../../../src/standins/service/answers.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { dice, testSeed } from '../../support/dice.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { drawn, isLong, sampleOf, sizeOf } from '../../support/forms.ts'
import { listening } from '../../support/listening.ts'
import { runHere, serveCorpus } from '../../support/run.ts'
import { factsOf } from '../../support/tables.ts'
import { passedOnTo } from './fault-server.ts'
import { loudAnswers, serveWrongly, wrongAnswers } from './wrong-answers.ts'

/** Seeds; the full form takes 40, so that each kind is met over 20 or more. */
const seeds = sizeOf('DOSSIER_TEST_WRONG_SEEDS', { short: 1, long: 1 })
const first = testSeed()
const enterprises = sizeOf('DOSSIER_TEST_WRONG_ENTERPRISES', { short: 3, long: 6 })
/** Ways of making the calls: the short form takes one. */
const ways = isLong || seeds > 1 ? ['here', 'over the tools'] : drawn(['here', 'over the tools'], 1)
const whenOver = whenAllOver()

/** Answers of a home that count, by question: the hash of each. */
async function countedIn(home: string): Promise<Map<string, string>> {
  await using database = await Database.open(homeAt(home).published, { readOnly: true })
  const rows = await database.rows(
    `SELECT operation || ' ' || params::VARCHAR AS question, sha256 FROM calls WHERE outcome IN ('hit', 'empty')`,
  )
  return new Map(rows.map(({ question, sha256 }) => [String(question), String(sha256)]))
}

/** A corpus, a job on it that asks by name, code and id, and what an honest service makes of it. */
async function worldOf(
  size: Pick<SampleOptions, 'enterprises' | 'documentsPerEnterprise' | 'contentCharacters'>,
) {
  const folder = await temporaryFolder(whenOver)
  const corpus = join(folder, 'corpus')
  await writeSampleCorpus({ out: corpus, seed: 3, ...size })
  const lines = (await readFile(join(corpus, 'enterprises.ndjson'), 'utf8')).trim().split('\n')
  const entries = lines.map((line, at) => {
    const { 企业ID: id, 企业名称: name, 统一社会信用代码: uscc } = JSON.parse(line) as Record<string, string>
    if (at % 3 === 0 && uscc) return `{ uscc: ${uscc} }`
    return at % 3 === 1 ? `{ id: ${id} }` : `{ name: ${name} }`
  })
  const job = (more = '') =>
    `pipeline: enterprise-due-diligence\nenterprises: [${entries.join(', ')}]\nexports: []\n${more}` +
    'rate: { perSecond: unlimited, concurrency: 4 }\n'
  const service = await serveCorpus(corpus, {}, whenOver)
  const home = join(folder, 'honest')
  await runHere({ home, job: job(), url: service.url })
  return { corpus, job, expected: await factsOf(home), right: await countedIn(home) }
}

const world = worldOf({ enterprises, ...sampleOf(4) })

/** Full texts, most of the questions, are answered wrongly less often than the rest: a run gets beyond them. */
const often = (operation: OperationName): number => (operation === 'rh_case_details' ? 0.125 : 0.5)

/** A run against a service that answers wrongly, then one against the same service when it is honest. */
async function meet(seed: number | string, more = '') {
  const { corpus, job } = await world
  const service = await serveWrongly(corpus, { kinds: wrongAnswers, share: often, seed })
  const home = join(await temporaryFolder(), 'home')
  const text = job(more)
  await runHere({ home, job: text, url: service.url, random: () => 0, probeAfterMs: 0 })
  const counted = await countedIn(home)
  const wrong = service.wrong()
  const kindsMet = service.met()
  service.heal()
  await runHere({ home, job: text, url: service.url, random: () => 0 })
  return { wrong, kindsMet, counted, found: await factsOf(home) }
}

/** Answers that count though they are none to their question. A list by code says whose it is; nothing in it says of which code. */
async function falseAnswers(counted: ReadonlyMap<string, string>): Promise<string[]> {
  const { right } = await world
  return [...counted].flatMap(([question, sha256]) => {
    const expected = right.get(question)
    return expected !== undefined && expected !== sha256 ? [question] : []
  })
}

test.each(Array.from({ length: Math.min(10, seeds) }, (_, n) => first + n))(
  'no answer of an honest service is suspected, seed %d',
  async (seed) => {
    const corpus = join(await temporaryFolder(), 'corpus')
    await writeSampleCorpus({ out: corpus, seed, enterprises: 8, documentsPerEnterprise: 12 })
    const service = await corpusAnswers(corpus)
    const suspected: unknown[] = []
    const ask = async (operation: OperationName, params: JsonObject): Promise<void> => {
      const { body } = await service.answer(operation, params)
      const answer = {
        operation,
        params,
        httpStatus: 200,
        body: JSON.parse(String(body)),
        reason: 'not JSON',
      }
      const { failure, message } = classifyAnswer(answer)
      if (failure !== null) suspected.push({ operation, params, failure, message })
    }
    const recordsOf = async (file: string): Promise<JsonObject[]> =>
      (await readFile(join(corpus, `${file}.ndjson`), 'utf8'))
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    for (const { 企业名称: name, 企业ID: id } of await recordsOf('enterprises')) {
      await ask('rh_enterpriseSearch', { name })
      await ask('rh_company_info', { name })
      for (const pageNo of [1, 2, 3]) await ask('rh_enterpriseWritList', { id, pageNo })
    }
    for (const { id, ah } of await recordsOf('cases')) {
      await ask('rh_case_details', { id, type: 'ptal' })
      await ask('rh_case_details', { ah, type: 'ptal' })
    }
    for (const { fgmc, ft_num: keyword } of (await recordsOf('statutes')).slice(0, 100))
      await ask('rh_ft_search', { fgmc, keyword, search_mode: 'OR', top_k: 50 })
    expect(suspected).toEqual([])
  },
)

/** In how many seeds each kind was met. */
const seedsMet = new Map<string, number>()
const eachSeed = Array.from({ length: seeds }, (_, n) => first + n)

describe(`a service that answers something else, seeds from ${first}:`, { timeout: 600_000 }, () => {
  async function check(met: Awaited<ReturnType<typeof meet>>): Promise<void> {
    const { expected } = await world
    expect(await falseAnswers(met.counted)).toEqual([])
    expect(met.found).toEqual(expected)
    expect(met.wrong).toBeGreaterThan(0)
  }

  test.runIf(ways.includes('here')).each(eachSeed)(
    'of all kinds, seed %d: no false hit, no false absence, and an honest run makes up for it',
    async (seed) => {
      const met = await meet(seed)
      await check(met)
      for (const kind of met.kindsMet) seedsMet.set(kind, (seedsMet.get(kind) ?? 0) + 1)
    },
  )

  test.skipIf(seeds < 5)('each kind was met in half of the seeds or more', () => {
    const met = wrongAnswers.map(({ kind }) => [kind, seedsMet.get(kind) ?? 0] as const)
    process.stdout.write(met.map(([kind, times]) => `${times} of ${seeds} seeds: ${kind}\n`).join(''))
    expect(met.filter(([, times]) => times < seeds / 2)).toEqual([])
  })

  test.runIf(ways.includes('over the tools')).each(eachSeed)('over the tools, seed %d', async (seed) => {
    await check(await meet(`tools ${seed}`, 'transport: mcp\n'))
  })

  // After a refusal for speed a run is slow: a few calls are enough here.
  const small = isLong ? worldOf({ enterprises: 2, documentsPerEnterprise: 3 }) : world
  test.runIf(isLong).each(loudAnswers)(
    '$kind is waited for or asked again, and costs no document',
    async (kind) => {
      const { corpus, job, expected } = await small
      const service = await serveWrongly(corpus, { kinds: [kind], share: () => 0, seed: first })
      const home = join(await temporaryFolder(), 'home')
      // The first answer is wrong: of a run that heard nothing else, it ends the run if it is an obstacle.
      await runHere({ home, job: job(), url: service.url, random: () => 0, probeAfterMs: 0 })
      service.heal()
      await runHere({ home, job: job(), url: service.url, random: () => 0 })
      expect(service.wrong()).toBeGreaterThan(0)
      expect(await factsOf(home)).toEqual(expected)
    },
  )
})

/**
 * A proxy whose connections fall one answer behind, by seed: from then on each brings the answer to the question before. Of the first
 * ten questions on a connection that was used before, one surely falls behind.
 */
async function serveLate(behind: string, seed: number) {
  const ask = passedOnTo(behind)
  const random = dice(seed)
  let untilLate = Math.floor(random() * 10)
  const lastOn = new WeakMap<Socket, { body: Buffer; isLate: boolean }>()
  const counts = { late: 0 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers, socket } = request
    const { body } = await ask({ method, url, headers, body: String(Buffer.concat(chunks)), nth: 0 })
    const before = lastOn.get(socket)
    const isLate = before !== undefined && (before.isLate || random() < 0.1 || untilLate-- === 0)
    lastOn.set(socket, { body, isLate })
    if (isLate) counts.late += 1
    response.end(isLate ? before.body : body)
  })
  return { url: await listening(server), counts }
}

test.each(eachSeed)(
  'connections that fall one answer behind, seed %d: every answer is the right one',
  async (seed) => {
    const { corpus, job, expected } = await world
    const service = await serveCorpus(corpus)
    const late = await serveLate(service.url, seed)
    const home = join(await temporaryFolder(), 'home')
    await runHere({ home, job: job(), url: late.url, random: () => 0 })
    expect(late.counts.late).toBeGreaterThan(0)
    expect(await falseAnswers(await countedIn(home))).toEqual([])
    expect(await factsOf(home)).toEqual(expected)
  },
)
