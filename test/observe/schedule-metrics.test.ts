import { expect, test } from 'vitest'
import { createScheduleMetrics } from '../../src/observe/schedule-metrics.ts'
import type { ScheduledJob, ScheduleEvent } from '../../src/schedule/keep.ts'
import { samplesOf } from '../support/prometheus.ts'

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
