import { readdir, readFile, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { createRunMetrics, createScheduleMetrics } from '../../../src/app/observe/metrics.ts'
import { serveMetrics } from '../../../src/app/observe/metrics-server.ts'
import type { ScheduledJob, ScheduleEvent } from '../../../src/app/schedule/keep.ts'
import type { RunSummary } from '../../../src/run/summary.ts'
import { setUp } from '../../cli/setting.ts'
import { spawnDossier } from '../../support/processes.ts'
import { samplesOf } from '../../support/prometheus.ts'

function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request(url, { headers, method }, async (response) =>
      resolve({ status: response.statusCode ?? 0, body: await text(response) }),
    )
      .on('error', reject)
      .end()
  })
}

test('a run leaves its metrics in a file of its own, whole and readable by the collector', async () => {
  const { dossier, file, folder, service } = await setUp()
  const metrics = join(folder, 'dossier.prom')
  const mask = process.umask(0o077)
  onTestFinished(() => void process.umask(mask))
  expect((await dossier(['run', file, '--metrics-file', metrics])).code).toBe(0)
  const told = samplesOf(await readFile(metrics, 'utf8'))
  const calls = service.counts.byOperation.rh_case_details
  expect(told).toMatchObject({
    'dossier_attempts_total{operation="rh_case_details",result="200"}': calls,
    'dossier_attempt_seconds_count{operation="rh_case_details"}': calls,
    'dossier_run_calls{job="job",operation="rh_case_details"}': calls,
    'dossier_run_gaps{job="job"}': 0,
    'dossier_run_status{job="job",status="complete"}': 1,
    'dossier_run_status{job="job",status="failed"}': 0,
    'dossier_run_coverage_ratio{job="job",of="lists"}': 1,
  })
  expect((await stat(metrics)).mode & 0o777).toBe(0o644)
  expect((await readdir(folder)).filter((name) => name.includes('.tmp'))).toEqual([])
  const again = await dossier(['run', file, '--metrics-file', '/nowhere/x.prom'])
  expect([again.code, again.notes]).toEqual([
    0,
    expect.stringContaining('the metrics could not be written: ENOENT'),
  ])
})

test('of two runs of a job the last one counts, and leaves nothing of the other', async () => {
  const metrics = createRunMetrics()
  metrics.ended(summaryWith({ new_document: 3, registration: 1 }), '/')
  metrics.ended(summaryWith({ new_document: 2 }), '/')
  const told = samplesOf(await metrics.registry.metrics())
  expect(told['dossier_run_changes{job="job",kind="new_document"}']).toBe(2)
  expect(Object.keys(told).filter((name) => name.includes('registration'))).toEqual([])
})

/** What the metrics read of a summary. */
const summaryWith = (changes: Readonly<Record<string, number>>): RunSummary =>
  ({
    run: {
      job: 'job',
      status: 'complete',
      started_at: '2026-03-01T02:00:00Z',
      finished_at: '2026-03-01T02:01:00Z',
    },
    elapsedMs: 60_000,
    calls: { made: 0, cost: 0, asked: null, fresh: null, byOperation: [] },
    gaps: [],
    changes,
    coverage: { lists: null, documents: null, citations: null },
    estimate: null,
  }) as unknown as RunSummary

test('are served on loopback at a port of their own, to whoever names this machine, and nothing else is', async () => {
  const server = await serveMetrics(new Registry(), 0)
  onTestFinished(() => server[Symbol.asyncDispose]())
  expect((await get(server.url)).status).toBe(200)
  expect((await get(server.url, { host: 'evil.example' })).status).toBe(403)
  expect((await get(server.url, {}, 'POST')).status).toBe(405)
  expect((await get(server.url.replace('/metrics', '/'))).status).toBe(404)
})

test('of the embedded service are served beside it, without its key', async () => {
  const { corpus } = await setUp()
  const serve = spawnDossier(['serve', '--corpus', corpus, '--metrics', '0'], {
    DOSSIER_API_KEY: 'metrics-key',
  })
  onTestFinished(() => serve.kill())
  const url = await serve.line('DOSSIER_BASE_URL=')
  const metrics = await serve.line('metrics at ')
  await fetch(`${url}/open/rh_enterpriseSearch?name=%E7%94%B2`, { headers: { 'x-api-key': 'metrics-key' } })
  await fetch(`${url}/open/rh_enterpriseSearch?name=%E7%94%B2`)
  const { body } = await get(metrics)
  expect(samplesOf(body)).toMatchObject({
    'dossier_service_requests_total{http_status="401"}': 1,
    'dossier_service_answers_total{operation="rh_enterpriseSearch"}': 1,
    dossier_service_in_flight: 0,
  })
  expect(body).toContain('# TYPE dossier_service_requests_total counter')
  expect(body).toContain('process_resident_memory_bytes')
  expect(body).not.toContain('metrics-key')
})

const job = { name: 'night' } as ScheduledJob
const time = new Date('2026-03-02T02:00:00Z')
const ended = (code: number | null, signal: string | null): ScheduleEvent<ScheduledJob> => ({
  kind: 'ended',
  job,
  end: { code, signal },
  aftermath: { isWell: code === 0, resumeInMs: null, sentence: '' },
  tookMs: 1000,
})
const starting = (why: 'due' | 'missed' | 'resume', times: number): ScheduleEvent<ScheduledJob> => ({
  kind: 'starting',
  start: { job, why, keepsBudget: false },
  time,
  times,
})

async function after(...events: readonly ScheduleEvent<ScheduledJob>[]): Promise<Record<string, number>> {
  const metrics = createScheduleMetrics()
  for (const event of events) metrics.happened(event)
  return samplesOf(await metrics.registry.metrics())
}

test('a schedule tells when a job runs next, and that it runs', async () => {
  const waiting = { kind: 'waiting', job, until: time } as const
  expect(await after(waiting)).toMatchObject({
    'dossier_schedule_next_timestamp_seconds{job="night"}': time.getTime() / 1000,
    'dossier_schedule_running{job="night"}': 0,
  })
  expect(await after(waiting, starting('due', 1))).toMatchObject({
    'dossier_schedule_running{job="night"}': 1,
  })
  const over = await after(waiting, { ...waiting, until: null })
  expect(over).not.toHaveProperty('dossier_schedule_next_timestamp_seconds{job="night"}')
})

test('counts runs by how they ended, and times that had no run of their own', async () => {
  const told = await after(
    starting('due', 2),
    ended(0, null),
    starting('missed', 3),
    ended(null, 'SIGKILL'),
    starting('resume', 0),
    ended(0, null),
    { kind: 'skipped', job, time, times: 4 },
  )
  expect(told).toMatchObject({
    'dossier_schedule_runs_total{job="night",exit="0"}': 2,
    'dossier_schedule_runs_total{job="night",exit="SIGKILL"}': 1,
    'dossier_schedule_missed_total{job="night"}': 1 + 3 + 4,
    'dossier_schedule_running{job="night"}': 0,
  })
})
