import { writeFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sealedPath } from '../../src/calls/landing/segment.ts'
import { homeAt } from '../../src/run/home/home.ts'
import { createStager } from '../../src/run/home/loading.ts'
import { mergeSegments } from '../../src/warehouse/load.ts'
import { temporaryFolder } from '../support/folder.ts'
import { digests, emptyWarehouse } from '../support/tables.ts'
import { judgmentCall, landIn } from './landed-home.ts'

const large = 2 << 20

/** A home with sealed segments s1, s2 and so on. */
async function landedHome(segments: Parameters<typeof landIn>[1]) {
  const home = homeAt(await temporaryFolder())
  await landIn(home, segments)
  return home
}

const few = ['d1', 'd2', 'd3'].map((id) => judgmentCall(id, `${id}的全文。`))

/** The tables that a segment becomes when it is said to have so many bytes. */
async function tablesOf(bytes: number, module?: string | null) {
  const home = await landedHome([few])
  await using stager = createStager(home, module)
  await using database = await emptyWarehouse()
  await mergeSegments(database, [await stager.stage('s1', bytes)], new Date(0))
  expect(await database.rows('SELECT count(*)::INTEGER AS n FROM cases')).toEqual([{ n: 3 }])
  return await digests(database)
}

test('segments that several threads flatten at once keep their places, and become the same tables', async () => {
  const numbers = [1, 2, 3, 4, 5, 6]
  const home = await landedHome(numbers.map((n) => [judgmentCall('d1', `第${n}次的全文。`)]))
  await using stager = createStager(home, undefined, 3)
  await using database = await emptyWarehouse()
  const staged = await Promise.all(numbers.map((n) => stager.stage(`s${n}`, large)))
  await mergeSegments(database, staged, new Date(0))
  // Of answers to one call the last one's text stays.
  expect(await database.rows('SELECT content FROM cases')).toEqual([{ content: '第6次的全文。' }])
  expect(await database.rows('SELECT count(*)::INTEGER AS n FROM calls')).toEqual([{ n: 6 }])
})

test('a large segment that is flattened in a thread becomes the same tables as in this one', async () => {
  expect(await tablesOf(large)).toEqual(await tablesOf(large, null))
})

test('a thread that cannot begin leaves its work to this one', async () => {
  expect(await tablesOf(large, '/nowhere/stage-thread.js')).toEqual(await tablesOf(large, null))
})

test('a segment that is damaged says so, also when a thread met it', async () => {
  const home = await landedHome([few])
  await writeFile(sealedPath(home.state.landing, 's1'), '{"callKey":"torn\n')
  const stager = createStager(home)
  onTestFinished(() => stager[Symbol.asyncDispose]())
  await expect(stager.stage('s1', large)).rejects.toMatchObject({ name: 'DamagedSegmentError' })
})
