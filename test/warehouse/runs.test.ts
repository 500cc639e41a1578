import { expect, test } from 'vitest'
import {
  answeredBy,
  attemptsLanded,
  earlierRuns,
  failedCallsOf,
  meanBytes,
  type RunRecord,
  spentBefore,
} from '../../src/warehouse/runs.ts'
import { warehouseOf } from './scenes.ts'

/* What the ledger says of runs: `k1 r1 day operation step outcome attempts cost bytes segment`. */

const calls = [
  ...['k1 r1 1 rh_company_info a hit 1 10 100 r1-000001', 'k2 r1 1 rh_company_info b empty 2 20 0 r1-000001'],
  ...[
    'k3 r2 2 rh_company_info a failed 3 30 300 r2-000001',
    'k3 r2 3 rh_company_info a rejected 4 40 200 r2-000002',
  ],
  ...['k4 r2 3 rh_case_details b hit 5 50 7 r2-000002', 'k4 r3 4 rh_case_details b empty 6 60 8 r3-000001'],
  'k5 r5 4 rh_ft_search a failed 7 70 0 r2-000009',
].map((call) => {
  const [key, run, day, operation, step, outcome, attempts, cost, bytes, segment] = call.split(' ')
  const of = `calls call_key=${key} run_id=${run} operation=${operation} step=${step} outcome=${outcome} line=1`
  return `${of} fetched_at=2026-01-0${day} attempts=${attempts} cost=${cost} bytes=${bytes} segment=${segment}`
})
const runs = [
  'r1 j complete',
  'r2 j gaps',
  'r3 j stopped',
  'r4 other complete',
  'r5 j complete',
  'r6 j running',
]
  .map((run) => run.split(' '))
  .map(([id, job, status]) => `runs run_id=${id} job=${job} status=${status}`)
const ledger = () => warehouseOf(...calls, ...runs)
const run = { run_id: 'r2', budget_from: '2026-01-03T00:00:00.000Z' } as RunRecord

test('a run has spent since its budget began, by operation, and all runs since the month began', async () => {
  await using database = await ledger()
  expect(await spentBefore(database, run, new Date('2026-01-02T00:00:00Z'))).toEqual({
    run: { rh_company_info: { calls: 4, cost: 40 }, rh_case_details: { calls: 5, cost: 50 } },
    month: { calls: 25, cost: 250 },
  })
  expect((await spentBefore(database, run, new Date('2026-02-01'))).month).toEqual({ calls: 0, cost: 0 })
})

test('a job has the calls of its finished runs after the first, and of the given one', async () => {
  await using database = await ledger()
  const r6 = { made: {}, later: [{ a: 1, b: 1 }, { a: 1 }] }
  expect(await earlierRuns(database, { job: 'j', runId: 'r6' })).toEqual(r6)
  expect(await earlierRuns(database, { job: 'j', runId: 'r7' })).toEqual(r6)
  expect(await earlierRuns(database, { job: 'j', runId: 'r2' })).toEqual({
    made: { a: 1, b: 1 },
    later: [{ a: 1 }],
  })
})

test('a run has attempts that landed from a segment on, dead letters, and operations that answered it', async () => {
  await using database = await ledger()
  const of = { runId: 'r2', firstSegment: 'r2-000002' }
  expect(Object.fromEntries(await attemptsLanded(database, of))).toEqual({ k3: 4, k4: 5 })
  expect([await failedCallsOf(database, 'r2'), await failedCallsOf(database, 'r1')]).toEqual([1, 0])
  expect(await answeredBy(database, 'r2')).toEqual(['rh_case_details'])
  expect(await answeredBy(database, 'r1')).toEqual(['rh_company_info'])
})

test('the mean size of an answer is that of those with bytes', async () => {
  await using database = await ledger()
  expect(Object.fromEntries(await meanBytes(database))).toEqual({
    rh_company_info: 200,
    rh_case_details: 7.5,
  })
})
