import { describe, expect, test } from 'vitest'
import { homeAt } from '../../../src/run/home/home.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { answer, serve } from '../../calls/client/serve.ts'
import { testSeed } from '../../support/dice.ts'
import { drawn, oneForm } from '../../support/forms.ts'
import { published, runHere, sentencesOf } from '../../support/run.ts'
import { jobOn, litigationOf, numbered, worldOf } from '../../support/world.ts'
import { passedOnTo, startFaultServer } from './fault-server.ts'
import { type Fault, faults, outages } from './kinds.ts'

const seed = testSeed()
/** Retries wait for nothing. */
const random = () => 0

/** One enterprise with so many documents, behind a server that goes wrong. */
async function setUp(
  documents: number,
  options: { faults: readonly Fault[]; share: number; spares?: string },
) {
  const { home, service } = await worldOf(litigationOf(numbered(documents)))
  const server = await startFaultServer({ behind: passedOnTo(service.url), seed, ...options })
  const run = (text = jobOn()) => runHere({ home, job: text, url: server.url, random })
  return { home, server, service, run }
}

describe(`a job against a service that goes wrong, seed ${seed}`, { timeout: 300_000 }, () => {
  oneForm('half of the time: it is stopped, and neither the retries nor the bill run away', async () => {
    const cost = 2_000
    // The one call for the list may fail three times in a row, and then there is little to stop.
    const spares = '/open/rh_enterpriseWritList'
    const { home, server, run } = await setUp(300, { faults: outages, share: 0.5, spares })
    const { run: ended } = await run(jobOn(undefined, `budget: { cost: ${cost} }`))
    expect(ended).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^\d+ of \d+ calls were refused or failed, more than 20%; last: /),
    })
    const [spent] = await published(
      home,
      'SELECT count(*)::INTEGER AS calls, sum(attempts)::INTEGER AS attempts, sum(cost) AS cost FROM calls',
    )
    expect(spent?.attempts).toBe(server.counts.requests)
    expect(Number(spent?.attempts) / Number(spent?.calls)).toBeLessThanOrEqual(1.1)
    expect(Number(spent?.cost)).toBeLessThanOrEqual(cost)
  })
})

const kindOf = (kind: string): Fault => {
  const fault = faults.find((one) => one.kind === kind)
  if (fault === undefined) throw new Error(`there is no fault of kind ${kind}`)
  return fault
}

describe('a run that nobody can go on with', () => {
  const obstacles: readonly [string, RegExp][] = [
    [
      '402',
      /^the service says that what was bought is used up \(HTTP 402\); top it up, .* run again: the run resumes$/,
    ],
    ['an envelope that says used up', /used up \(HTTP 200, code 500, 账户余额不足，请充值\)/],
    [
      'a redirect by 308 to another origin',
      /redirects \(HTTP 308\); the key is never sent along. Set DOSSIER_BASE_URL/,
    ],
  ]

  test.each(drawn(obstacles, 1))(
    'until somebody does something, for %s, is blocked, and resumes',
    async (kind, reason) => {
      const { server, service, home, run } = await setUp(3, { faults: [kindOf(kind)], share: 1 })
      const { run: blocked } = await run()
      expect(blocked).toMatchObject({ status: 'blocked', reason: expect.stringMatching(reason) })
      expect(server.counts.requests).toBeLessThanOrEqual(4)
      const resumed = await runHere({ home, job: jobOn(), url: service.url })
      expect(resumed.run).toMatchObject({ run_id: blocked.run_id, status: 'complete' })
    },
  )

  oneForm('because TLS fails is blocked', async () => {
    const { home, service } = await setUp(1, { faults, share: 0 })
    const url = service.url.replace('http:', 'https:')
    expect((await runHere({ home, job: jobOn(), url })).run).toMatchObject({
      status: 'blocked',
      reason: expect.stringMatching(
        /cannot be reached securely: .* The key was not sent\. Check the address/,
      ),
    })
  })

  oneForm('because the service refuses our very first parameters has failed, and says which', async () => {
    const refused = { status: 'failed', code: 500, message: '参数异常!', data: null }
    const { url, received } = await serve((response) => answer(response, refused))
    const { home } = await setUp(1, { faults, share: 0 })
    expect((await runHere({ home, job: jobOn(), url })).run).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(
        /^rh_\w+ refused the first parameters of this run, \{.*"id":"e1".*\}: HTTP 200, code 500, 参数异常!\. Check the job/,
      ),
    })
    expect(received.length).toBeLessThanOrEqual(4)
  })
})

describe('a call that cannot be mended', () => {
  const refusals: readonly [string, string, string, number][] = [
    ['a truncated brotli', 'poison', 'damaged', 2],
    ['404 as HTML', 'unknown', 'unknown-code', 1],
    ['bad UTF-8', 'poison', 'shape', 2],
    ['an envelope of a code never seen', 'unknown', 'unknown-code', 1],
    ['HTTP 503', 'transient', 'service', 3],
  ]

  test.each(drawn(refusals, 1))(
    'for %s is a dead letter with its raw bytes, and retry-failed asks for it and nothing else',
    async (kind, what, failure, attempts) => {
      const { home, service } = await setUp(8, { faults, share: 0 })
      const isHit = (url: string) => url.includes('rh_case_details') && /[?&]id=d0003/.test(url)
      const ask = passedOnTo(service.url)
      let isWell = false
      const asked: string[] = []
      const bytes: Buffer[] = []
      const { url } = await serve(async (response, request) => {
        asked.push(request.url)
        const seen = { ...request, method: request.method ?? '', nth: asked.length }
        const { httpStatus, body } = await ask(seen)
        if (isWell || !isHit(request.url)) {
          response.writeHead(httpStatus).end(body)
          return
        }
        const write = response.end.bind(response)
        response.end = ((sent: Buffer | string) => {
          bytes.push(Buffer.from(sent))
          return write(sent)
        }) as typeof response.end
        // The same seed each time: the same bytes.
        kindOf(kind).respond({
          request: seen,
          response,
          socket: response.socket as NonNullable<typeof response.socket>,
          body,
          random: () => 0.5,
          elsewhere: url,
        })
      })
      const job = jobOn()
      const first = await runHere({ home, job, url, random })
      expect(first.run.status).toBe('gaps')
      expect(sentencesOf(first)).toContain(
        'failed or refused calls: 1; a resumed run asks for the failed ones again, dossier retry-failed JOB for those of a run that has ended; see dead_letters',
      )
      const [letter] = await published(home, 'SELECT * FROM dead_letters')
      expect(letter).toMatchObject({
        operation: 'rh_case_details',
        class: what,
        outcome: 'failed',
        failure,
        attempts,
        run_id: first.run.run_id,
      })
      expect(await rawOf(home, letter)).toEqual(bytes.at(-1))

      isWell = true
      const before = asked.length
      const again = await runHere({ home, job, url, random, retriesFailed: true })
      expect(again.run).toMatchObject({ run_id: first.run.run_id, status: 'complete' })
      expect(asked.slice(before).filter((one) => !isHit(one))).toEqual([])
      expect(asked.length - before).toBe(1)
      expect(await published(home, 'SELECT * FROM dead_letters')).toEqual([])
    },
  )
})

/** The bytes of a dead letter, as the archive keeps them. */
async function rawOf(home: string, letter: Record<string, unknown> | undefined): Promise<Buffer> {
  await using database = await Database.open(':memory:')
  const [row] = await database.rows(
    `SELECT record FROM read_parquet('${homeAt(home).state.raw}/**/*.parquet', hive_partitioning = false)
     WHERE segment = '${letter?.segment}' AND line = ${letter?.line}`,
  )
  const record = String(row?.record)
  const { base64, body } = JSON.parse(record)
  return base64 === undefined ? Buffer.from(JSON.stringify(body)) : Buffer.from(base64, 'base64')
}

describe('retry-failed', () => {
  const job = jobOn()
  const retry = (home: string, url: string, text = job) =>
    runHere({ home, job: text, url, random, retriesFailed: true })

  oneForm('wants a run that has ended, of the job as it is', async () => {
    const { home, service, run } = await setUp(2, { faults, share: 0 })
    await expect(retry(home, service.url)).rejects.toThrow('retry-failed: job has not run yet; run it first')
    await run(`${job}budget: { calls: 1 }\n`)
    await expect(retry(home, service.url, `${job}budget: { calls: 1 }\n`)).rejects.toThrow(
      /has not ended \(stopped\); resume it/,
    )
    await run(job)
    await expect(retry(home, service.url, job.replace('id: e1', 'id: e2'))).rejects.toThrow(
      /job or a file it lists has changed since run/,
    )
  })

  oneForm('asks for a refused call again too, and refuses to guess when it is refused again', async () => {
    const { home, service } = await setUp(4, { faults, share: 0 })
    const ask = passedOnTo(service.url)
    let asked = 0
    const { url } = await serve(async (response, request) => {
      const { httpStatus, body } = await ask({ ...request, method: request.method ?? '', nth: 0 })
      if (!request.url.includes('id=d0002')) {
        response.writeHead(httpStatus).end(body)
        return
      }
      asked += 1
      answer(response, { status: 'failed', code: 500, message: '参数异常!', data: null })
    })
    // One call after the other: the refused one is not the first.
    const text = job.replace('concurrency: 4', 'concurrency: 1')
    const first = await runHere({ home, job: text, url, random })
    // By id in the ordinary library and in the authoritative one.
    const letters = await published(home, 'SELECT class, outcome, times::INTEGER AS times FROM dead_letters')
    expect(letters).toEqual(letters.map(() => ({ class: 'poison', outcome: 'rejected', times: 1 })))
    const before = asked
    expect(before).toBeGreaterThan(0)
    await expect(runHere({ home, job: text, url, random, retriesFailed: true })).resolves.toMatchObject({
      run: { run_id: first.run.run_id, status: 'gaps' },
      calls: { asked: null },
    })
    expect(asked).toBe(2 * before)
    expect(await published(home, 'SELECT DISTINCT times::INTEGER AS times FROM dead_letters')).toEqual([
      { times: 2 },
    ])
  })
})
