import { describe, expect, test } from 'vitest'
import { createBudget } from '../../src/run/budget.ts'
import {
  noRoom,
  outlookOf,
  outlookSentence,
  type PlannedStep,
  planSteps,
  unknownSentence,
} from '../../src/run/estimate.ts'
import { homeAt } from '../../src/run/home/home.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { jobOn, litigationOf, worldOf } from '../support/world.ts'

test('what the answers may ask for is a number where earlier runs say one, and nothing where they needed no more', () => {
  const sentence = (...unknown: readonly (number | null)[]): string =>
    unknownSentence(
      unknown.map((calls) => ({ fresh: 0, unknown: calls, unknownCost: calls && calls * 5 }) as PlannedStep),
    )
  expect(sentence(0, 0)).toBe('nothing: earlier runs needed no more than that')
  expect(sentence(0, 3)).toBe('by what earlier runs needed, the answers ask for about 3 more (15 points)')
  expect(sentence(3, null)).toMatch(/many times as many calls\. How many cannot be known yet/)
})

test('answers are expected to ask for what the last five finished runs of the job needed, but its first, as soon as a call is needed', async () => {
  await using database = await emptyWarehouse()
  const made = (runs: string) =>
    database.run(`CREATE OR REPLACE TEMP TABLE made AS SELECT * FROM (VALUES ${runs}) AS t(run_id, job, status, lists, details, statutes);
      INSERT INTO runs (run_id, job, status) SELECT run_id, job, status FROM made;
      INSERT INTO calls (run_id, step, call_key) SELECT run_id, step, unnest(range(n))
        FROM (UNPIVOT made ON lists, details, statutes INTO NAME step VALUE n)`)
  const counts = [
    { step: 'lists', operation: 'rh_enterpriseWritList', wanted: 1, needed: 0 },
    { step: 'details', operation: 'rh_case_details', wanted: 5, needed: 1 },
    { step: 'statutes', operation: 'rh_ft_search', wanted: 2, needed: 2 },
  ] as const
  const planned = async () => {
    const given = { job: 'j', run_id: 'r9' }
    const steps = await planSteps(database, { count: async () => [...counts] }, given, { costOf: () => 5 })
    return steps.map((step) => [step.fresh, step.cost, step.unknown, step.unknownCost].join())
  }
  await made(
    "('r0', 'j', 'gaps', 0, 900, 0), ('r1', 'j', 'failed', 0, 90, 0), ('r2', 'other', 'gaps', 0, 90, 0)",
  )
  expect(await planned()).toEqual(['1,0,0,0', '4,5,,', '0,10,,'])
  const last = [90, 2, 2, 4, 4, 8].map(
    (details, nth) => `('r3${nth}', 'j', 'complete', 1, ${details}, ${nth})`,
  )
  await made(`${last}, ('r9', 'j', 'running', 0, 1, 0)`)
  // Of details four on the average, of which one is made and one is needed; of statutes three, and two are needed.
  expect(await planned()).toEqual(['1,0,0,0', '4,5,2,10', '0,10,1,5'])
})

test('a plan fits where what is needed and expected is left, and is unknown where answers may ask for more', () => {
  const before = { run: { rh_case_details: { calls: 4, cost: 20 } }, month: { calls: 4, cost: 20 } }
  const fits = (calls: number, unknown: number | null) => {
    const step = {
      operation: 'rh_case_details',
      needed: 2,
      cost: 10,
      unknown,
      unknownCost: unknown && unknown * 5,
    }
    const outlooks = outlookOf(createBudget({ budget: { calls }, costs: {} }, before).accounts, [
      step as PlannedStep,
    ])
    return [outlooks[0]?.fits, outlookSentence(outlooks)]
  }
  const no = (why: string) => [
    'no',
    expect.stringContaining(`budget: budget.calls leaves ${why}. The run stops`),
  ]
  expect(fits(9, 3)).toEqual(['yes', expect.stringMatching(/^It fits/)])
  expect(fits(8, 3)).toEqual(no('4 calls, about 5 are expected'))
  expect(fits(6, null)).toEqual(['unknown', expect.stringMatching(/^What is needed now fits/)])
  expect(fits(5, null)).toEqual(no('1 call, 2 are needed'))
  expect(fits(3, 0)).toEqual(no('0 calls, 2 are needed'))
  expect(outlookSentence([])).toContain('sets no budget')
})

describe('a run that would fill the disk', () => {
  test('calls nothing, says what it needs and what to do, and goes on once there is room', async () => {
    const { run, service } = await worldOf(litigationOf(['d1']))
    const job = jobOn('{ name: 甲公司 }')
    const blocked = await run(job, { freeBytes: async () => 1 << 20 })
    expect(blocked.run.status).toBe('blocked')
    expect(blocked.run.reason).toMatch(
      /has 1 MB free; about \d+ MB are needed for \d+ calls .* Nothing was called\. Make room/,
    )
    expect(blocked.calls.made).toBe(0)
    expect(service.counts.requests).toBe(0)
    const done = await run(job, { freeBytes: async () => 10 * 2 ** 30 })
    expect(done.run.run_id).toBe(blocked.run.run_id)
    expect(done.run.status).not.toBe('blocked')
    expect(done.calls.made).toBeGreaterThan(0)
  })

  test('is told from one that just fits', () => {
    const need = { calls: 10, bytes: 1000 }
    expect(noRoom(need, 1000, homeAt('home'))).toBeNull()
    expect(noRoom(need, 999, homeAt('home'))).toMatchObject({ status: 'blocked' })
  })
})
