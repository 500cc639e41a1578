import { describe, expect, test } from 'vitest'
import {
  type Decision,
  decide,
  lastTime,
  nextTime,
  type Timetable,
} from '../../../src/app/schedule/timetable.ts'

const nightly: Timetable = { cron: '0 2 * * *', timeZone: 'Asia/Shanghai' }
const at = (iso: string): Date => new Date(iso)
const isoOf = (date: Date | null): string | undefined => date?.toISOString()

describe('the times of a job', () => {
  test('are those of its own time zone', () => {
    expect(isoOf(nextTime(nightly, at('2026-03-01T00:00:00Z')))).toBe('2026-03-01T18:00:00.000Z')
    expect(isoOf(lastTime(nightly, at('2026-03-01T18:00:00Z')))).toBe('2026-03-01T18:00:00.000Z')
    expect(isoOf(lastTime(nightly, at('2026-03-01T17:59:59.999Z')))).toBe('2026-02-28T18:00:00.000Z')
  })

  test('come once in the night in which a clock skips them, and once in that which has them twice', () => {
    const between = (cron: string, from: string, to: string) => {
      const timetable = { ...nightly, cron, timeZone: 'America/New_York' }
      const times = []
      for (
        let time = nextTime(timetable, at(from));
        time !== null && time < at(to);
        time = nextTime(timetable, time)
      )
        times.push(time.toISOString())
      return times
    }
    expect(between('30 2 * * *', '2026-03-07T12:00:00Z', '2026-03-09T12:00:00Z')).toEqual([
      '2026-03-08T07:00:00.000Z',
      '2026-03-09T06:30:00.000Z',
    ])
    expect(between('30 1 * * *', '2026-10-31T12:00:00Z', '2026-11-02T12:00:00Z')).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
    ])
  })
})

describe('what is to be done about a job', () => {
  const decided = (now: string, resumeAt: string | null = null): Decision =>
    decide(
      {
        timetable: nightly,
        servedUpTo: at('2026-03-01T18:01:00Z'),
        resumeAt: resumeAt === null ? null : at(resumeAt),
      },
      at(now),
    )

  test('is to wait until its next time', () => {
    expect(decided('2026-03-02T10:00:00Z')).toEqual({ kind: 'wait', until: at('2026-03-02T18:00:00Z') })
  })

  test('is to run it at its time, also a moment later', () => {
    const time = at('2026-03-02T18:00:00Z')
    for (const now of ['2026-03-02T18:00:00Z', '2026-03-02T18:04:59Z'])
      expect(decided(now)).toEqual({ kind: 'run', why: 'due', time, times: 1 })
  })

  test('is to run it once for all the nights in which the machine was off', () => {
    const time = at('2026-03-05T18:00:00Z')
    expect(decided('2026-03-06T07:00:00Z')).toEqual({ kind: 'run', why: 'missed', time, times: 4 })
  })

  test('is to go on with a run that stopped, unless the next time has come', () => {
    expect(decided('2026-03-02T10:00:00Z', '2026-03-02T10:15:00Z')).toEqual({
      kind: 'wait',
      until: at('2026-03-02T10:15:00Z'),
    })
    expect(decided('2026-03-02T10:15:00Z', '2026-03-02T10:15:00Z')).toMatchObject({ why: 'resume' })
    expect(decided('2026-03-02T18:00:00Z', '2026-03-02T10:15:00Z')).toMatchObject({ why: 'due' })
  })
})
