import { mkdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { StopError } from '../../../src/calls/stop.ts'
import { stops } from '../../../src/calls/stops.ts'
import type { Gap } from '../../../src/rows/words/gaps.ts'
import { homeAt, runFolder } from '../../../src/run/home/home.ts'
import type { NotifyEvent } from '../../../src/run/job/schema.ts'
import type { RunSummary } from '../../../src/run/summary.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { type Answer, receiver, watching } from './receiver.ts'

const gap = (digest: string, kind: Gap['kind'] = 'documents'): Gap => ({ kind, count: 1, named: [], digest })

/** A job whose runs end on days of March, and what its receiver was sent of each. */
async function job(on: NotifyEvent[], ...answers: Answer[]) {
  const { url, received } = await receiver(...answers)
  const home = homeAt(await temporaryFolder())
  return async (
    started: string,
    gaps: readonly Gap[],
    more: Partial<RunSummary['run']> = {},
    changes = {},
  ) => {
    const run_id = `202603${started}`.replaceAll(/\D/g, '')
    const status = gaps.length > 0 ? 'gaps' : 'complete'
    const run = { run_id, job: 'night', started_at: `2026-03-${started}:00Z`, status, ...more }
    await mkdir(runFolder(home, run_id), { recursive: true })
    const tell = watching(home, { kind: 'generic', url, on })
    const before = received.length
    await tell({ run, gaps, changes, calls: {} } as unknown as RunSummary)
    return received.slice(before).map(({ body }) => body.events)
  }
}

test('gaps are news when they are new or others, and once a week when they stay', async () => {
  const ended = await job(['gaps'])
  expect(await ended('01T02:30', [gap('a')])).toEqual([['finished', 'gaps']])
  expect(await ended('02T02:30', [gap('a')])).toEqual([])
  expect(await ended('03T02:30', [gap('b')])).toEqual([['finished', 'gaps']])
  expect(await ended('04T02:30', [gap('b'), gap('b', 'calls')])).toEqual([['finished', 'gaps']])
  expect(await ended('05T02:30', [])).toEqual([])
  expect(await ended('06T02:30', [gap('a')])).toEqual([['finished', 'gaps']])
  expect(await ended('12T02:30', [gap('a')])).toEqual([])
  // A week later, as a job that runs once a week starts a little sooner or later.
  expect(await ended('13T02:25', [gap('a')])).toEqual([['finished', 'gaps']])
  expect(await ended('14T02:30', [gap('a')])).toEqual([])
})

test('gaps stay news until a message that names them was taken', async () => {
  const ended = await job(['gaps', 'changes'], { status: 400 }, { status: 200 })
  expect(await ended('01T02:30', [gap('a')])).toHaveLength(1)
  expect(await ended('02T02:30', [gap('a')])).toHaveLength(1)
  expect(await ended('03T02:30', [gap('a')])).toEqual([])
  // What a message about changes names is reported, too.
  expect(await ended('04T02:30', [gap('b')], {}, { new_document: 1 })).toEqual([
    ['finished', 'gaps', 'changes'],
  ])
  expect(await ended('05T02:30', [gap('b')], {}, { new_document: 1 })).toEqual([['finished', 'changes']])
})

test('a run that stopped early reports its gaps and its changes when it is done', async () => {
  const ended = await job(['gaps', 'failed', 'changes'])
  expect(await ended('01T02:30', [gap('a')], { status: 'stopped' }, { new_document: 1 })).toEqual([
    ['failed'],
  ])
  expect(await ended('01T02:30', [gap('a')], {}, { new_document: 1 })).toEqual([
    ['finished', 'gaps', 'changes'],
  ])
})

test('why a run ended early, or could not begin, is Chinese in the message of a bot', async () => {
  const { url, received } = await receiver()
  const home = homeAt(await temporaryFolder())
  await mkdir(home.runs)
  const tell = watching(home, { kind: 'wecom', url, on: ['failed'] })
  const run = { run_id: '20260301', job: 'night', status: 'unauthorised', reason: 'in English' }
  const { words } = stops.refusedKey({ httpStatus: 401 })
  await tell({ run, stop: words, gaps: [], changes: {}, calls: {} } as unknown as RunSummary)
  await tell(undefined, new StopError(stops.heeded({ findings: 1 })))
  await tell(undefined, new Error('in English'))
  const reasons = received.map(({ body }) =>
    /原因：(.*)/.exec(String((body.markdown as { content: string }).content))?.[1]?.replaceAll('\\', ''),
  )
  expect(reasons).toEqual([
    words.zh,
    stops.heeded({ findings: 1 }).words.zh,
    expect.stringMatching(/^任务、设置或环境有误/),
  ])
})
