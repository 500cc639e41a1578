import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { progressText } from '../../src/cli/show-status.ts'
import type { ProgressRecord } from '../../src/run/progress.ts'
import type { RunSummary } from '../../src/run/summary.ts'
import { cli } from '../support/cli.ts'
import { whenAllOver } from '../support/folder.ts'
import { jobOver, setUp, sluice } from './setting.ts'

test('a run that is going on is seen from elsewhere: how far, what is left of the budget, its log; then how it ended', async () => {
  const { dossier, service, file, home } = await setUp(
    jobOver(['乙公司', '丙公司'], 'budget: { calls: 100 }'),
  )
  const held = await sluice(service.url, 3)
  const run = dossier(['run', file], { DOSSIER_BASE_URL: held.url })
  const env = { DOSSIER_HOME: home }
  const seen = async () =>
    JSON.parse((await cli(['status', '--json'], env)).out).progress as ProgressRecord | null
  await expect.poll(async () => (await seen())?.done, { timeout: 20_000 }).toBe(3)
  expect(await seen()).toMatchObject({
    phase: 'calling',
    budgetLeft: { calls: expect.any(Number), cost: null },
  })
  const { out } = await cli(['status'], env)
  expect(out).toMatch(/^run \S+ of job is going on: process \d+/)
  expect(out).toMatch(/^ {2}calls +3 made, \d+ known to be left$/m)
  expect(out).toMatch(/^ {2}points +\d+ spent; the budget leaves \d+ calls$/m)
  expect((await cli(['runs'], env)).out).toMatch(/job +running/)
  const watched = cli(['status', '--watch', '--json'], env)
  const followed = cli(['logs', '--follow'], env)
  held.open()
  expect((await run).code).toBe(0)
  const lines = (await watched).out.split('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ job: 'job', progress: { done: 3 } })
  expect((await watched).out).toContain('"running": null')
  const log = (await followed).out
  expect(log).toMatch(/INFO: run begins/)
  expect(log).toMatch(/INFO: run ended .*"status":"complete"/)
  expect(await seen()).toBeNull()
  const kept = JSON.parse(await readFile(join(home, 'latest', 'progress.json'), 'utf8'))
  expect(kept.phase).toBe('ended')
})

describe('two runs of a job, one after the other', () => {
  const setting = {} as Awaited<ReturnType<typeof setUp>> & { first: RunSummary; second: RunSummary }
  const whenOver = whenAllOver()
  beforeAll(async () => {
    const made = await setUp(jobOver(['甲公司', '乙公司', '无此公司']), whenOver)
    const run = async () => JSON.parse((await made.dossier(['run', made.file, '--json'])).out) as RunSummary
    expect((await made.dossier(['runs'])).out).toBe('no run has begun yet')
    expect((await made.dossier(['runs', 'latest'])).notes).toContain('no run has begun in')
    Object.assign(setting, made, { first: await run(), second: await run() })
  })

  test('are listed with what they cost and found, newest first, and one by its job', async () => {
    const { dossier, first, second } = setting
    const listed = JSON.parse((await dossier(['runs', '--json'])).out)
    expect(listed).toMatchObject([
      {
        run_id: second.run.run_id,
        job: 'job',
        status: 'gaps',
        calls: second.calls.made,
        gaps: 1,
        changes: 0,
      },
      { run_id: first.run.run_id, status: 'gaps', calls: first.calls.made, points: first.calls.cost },
    ])
    expect((await dossier(['runs', '--job', 'other'])).out).toBe('no run has begun yet')
  })

  test('are shown whole by id or latest, as text and as JSON', async () => {
    const { dossier, first } = setting
    expect(JSON.parse((await dossier(['runs', first.run.run_id, '--json'])).out)).toEqual(first)
    expect((await dossier(['runs', 'latest'])).out).toMatch(/^run +\S+ gaps/)
    expect(await dossier(['runs', '19990101'])).toMatchObject({
      code: 2,
      notes: expect.stringContaining('there is no run 19990101'),
    })
    expect((await dossier(['runs', '20'])).notes).toContain('2 runs begin with 20')
  })

  test('say what was fresh, what was slowest, what is covered, and what was expected', async () => {
    const { dossier, first, second } = setting
    expect(first).toMatchObject({
      calls: { fresh: 0 },
      slowest: { operation: expect.any(String), p95Ms: expect.any(Number) },
      coverage: { lists: 1, documents: 1, citations: 1 },
      estimate: { calls: 3, isWhole: false, ratio: Math.round((first.calls.made / 3) * 10_000) / 10_000 },
      changes: {},
    })
    // The lists are asked for in every run. Names and profiles are known; full texts that are held are not asked for at all.
    expect(second).toMatchObject({
      calls: { made: 2, fresh: 6 },
      slowest: { operation: 'rh_enterpriseWritList' },
    })
    expect((await dossier(['runs', 'latest'])).out).toMatch(/^slowest +rh_enterpriseWritList: \d+ ms/m)
  })

  test('have logs, shown from a level on, or as they are', async () => {
    const { dossier } = setting
    expect((await dossier(['logs'])).out).toMatch(
      /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ\] INFO: run begins .*\n.*INFO: run ended/,
    )
    expect((await dossier(['logs', '--level', 'error'])).out).toBe('')
    const lines = (await dossier(['logs', 'latest', '--json'])).out.split('\n')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['run begins', 'run ended'])
  })
})

test('where a run stands is said in words: what it was held to, when it ends, what failed last', () => {
  const written: ProgressRecord = {
    phase: 'calling',
    updated_at: '2026-03-01T02:00:00.000Z',
    step: 'details',
    done: 300,
    left: 120,
    cost: 1500,
    failed: 2,
    rate: 5,
    heldTo: 3.5,
    stuck: { calls: 20, longestMs: 42_400 },
    elapsedMs: 60_000,
    budgetLeft: { calls: 4700, cost: 18_500 },
    lastError: 'rh_case_details: service (HTTP 500)',
  }
  const now = new Date('2026-03-01T02:00:04Z')
  expect(progressText(written, now).split('\n')).toEqual([
    '  step         details',
    '  calls        300 made, 120 known to be left, 2 failed or refused',
    '  pace         5.0 calls a second, held to 3.5 because the service refused for speed',
    '  stuck        20 calls wait, the longest for 42 s',
    '  points       1500 spent; the budget leaves 4700 calls and 18500 points',
    '  ends         in about 16 s (02:00:20 UTC), unless answers ask for more',
    '  last change  4 s ago',
    '  last error   rh_case_details: service (HTTP 500)',
  ])
  expect(progressText({ ...written, phase: 'exporting' }, now)).toContain('the calls are made')
})
