import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { LandedCall } from '../../../src/calls/landing/entry.ts'
import { openPath } from '../../../src/calls/landing/segment.ts'
import { Part } from '../../../src/run/workers/carry-out-unit.ts'
import { endUnit, unitEnd } from '../../../src/run/workers/shared-folder.ts'
import { readUnitState } from '../../../src/run/workers/unit-state.ts'
import { attempt } from '../../calls/landing/landed.ts'
import { temporaryFolder } from '../../support/folder.ts'

const runId = 'run-1'
const same = (call: LandedCall): LandedCall => call

const answer = (callKey: string): LandedCall => ({
  ...attempt(callKey),
  runId,
  fetchedAt: '2026-03-01T02:00:01.000Z',
  attempts: 1,
  latencyMs: 1,
  httpStatus: 200,
  error: null,
  body: Buffer.from('{"code":200}'),
  isJson: true,
  value: { code: 200 },
})

const take = async (place: string, owner: string): Promise<Part> =>
  await Part.open(place, owner, runId, await readUnitState(place, runId, same))

/** What stands of each call: its attempts, and whether they were lost. */
async function standing(place: string): Promise<string[]> {
  const { lines } = await readUnitState(place, runId, same)
  return lines.map(({ call }) => `${call.callKey} ${call.transport ?? 'answered'} ${call.attempts}`).sort()
}

async function unitPlace(): Promise<string> {
  const place = join(await temporaryFolder(), 'unit')
  await mkdir(place)
  return place
}

describe('a unit whose owner died', () => {
  test('is taken over with what had landed; what was under way counts as lost', async () => {
    const place = await unitPlace()
    await using first = await take(place, 'first')
    for (const key of ['a', 'b']) await first.begin(attempt(key))
    await first.land(answer('a'))

    await using second = await take(place, 'second')
    await second.begin(attempt('b'))
    await second.land(answer('b'))
    await second.end({ left: [], stop: null })
    expect(await standing(place)).toEqual(['a answered 1', 'b answered 1', 'b lost 1'])
  })

  test('and the next owner too, has each attempt once', async () => {
    const place = await unitPlace()
    await using first = await take(place, 'first')
    await first.begin(attempt('a'))
    await using second = await take(place, 'second')
    await second.begin(attempt('a'))
    await using _third = await take(place, 'third')
    expect(await standing(place)).toEqual(['a lost 1', 'a lost 1'])
  })

  test('but was only paused: what it still begins is paid for, its late answers count for nothing', async () => {
    const place = await unitPlace()
    await using paused = await take(place, 'a-paused')
    await paused.begin(attempt('a'))
    await using second = await take(place, 'b-second')
    await second.begin(attempt('a'))
    await second.land(answer('a'))
    await paused.land(answer('a'))
    await paused.begin(attempt('c'))
    await second.end({ left: ['c'], stop: null })
    await paused.end({ left: [], stop: null })
    expect(await standing(place)).toEqual(['a answered 1', 'a lost 1', 'c lost 1'])
    expect(await unitEnd(place)).toEqual({ left: ['c'], stop: null })
  })

  test('in the middle of a line loses that line alone', async () => {
    const place = await unitPlace()
    await using first = await take(place, 'first')
    for (const key of ['a', 'b']) await first.begin(attempt(key))
    await first.land(answer('a'))
    await appendFile(openPath(place, 'first'), '{"callKey":"b","ope')
    expect(await standing(place)).toEqual(['a answered 1', 'b lost 1'])
  })

  test('before it had asked for anything leaves nothing', async () => {
    const place = await unitPlace()
    expect(await standing(place)).toEqual([])
  })
})

test('of two who end a unit the first counts', async () => {
  const place = await unitPlace()
  await endUnit(place, 'one', { left: ['a'], stop: null })
  await endUnit(place, 'two', { left: [], stop: null })
  expect(await unitEnd(place)).toEqual({ left: ['a'], stop: null })
})
