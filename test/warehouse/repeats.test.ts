import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ReadCall } from '../../src/calls/landing/entry.ts'
import { flatten } from '../../src/rows/flatten/index.ts'
import type { Database } from '../../src/warehouse/database.ts'
import { loadSegment, mergeSegments } from '../../src/warehouse/load.ts'
import { changedByRepeats, heldPages, mustBeRead } from '../../src/warehouse/repeats.ts'
import { type HeldPages, stageSegment } from '../../src/warehouse/stage.ts'
import { temporaryFolder } from '../support/folder.ts'
import { listed, readCall } from '../support/records.ts'
import { emptyWarehouse } from '../support/tables.ts'

/** A page of the list of an enterprise; two that list the same have the same bytes, and so the same hash. */
function page(enterprise: string, documents: readonly string[], more: Partial<ReadCall> = {}): ReadCall {
  const pageNo = Number(more.params?.pageNo ?? 1)
  const list = documents.map((id) => listed(enterprise, id))
  const paged = { total: list.length, pageNo, pageSize: 30, hasMore: false }
  const data = { id: enterprise, name: '甲公司', ...paged, list }
  const body = { status: 'success', code: 200, data }
  return readCall(`${enterprise}-${pageNo}`, body, {
    operation: 'rh_enterpriseWritList',
    step: 'litigation',
    params: { id: enterprise, pageNo },
    sha256: `${documents}`,
    ...more,
  })
}

const sourceOf = (folder: string, runId: string, calls: readonly ReadCall[], held?: HeldPages) => ({
  segment: `${runId}-1`,
  calls: calls.map((call, index) => ({ ...call, runId, line: index + 1 })),
  flatten,
  stagingFolder: join(folder, 'staging'),
  held,
})

const nightOne = [page('e1', ['d1', 'd2']), page('e2', ['d3']), page('e3', ['d4', 'd5'])]

async function afterNightOne(calls = nightOne) {
  const folder = await temporaryFolder()
  const database = await emptyWarehouse(folder)
  await loadSegment(database, sourceOf(folder, 'r1', calls), new Date(0))
  return { folder, database, [Symbol.asyncDispose]: () => database.close() }
}

/** All that an answer may change, with the run that each row is of. */
async function stated(database: Database) {
  const tables = [...new Set(changedByRepeats.map((name) => name.split('.')[0]))]
  const rows = tables.map(async (table) => [
    table,
    await database.rows(`SELECT * FROM ${table} ORDER BY ALL`),
  ])
  return Object.fromEntries(await Promise.all(rows))
}

describe('a first page that answers what it answered the night before', () => {
  test.each([
    ['all lists', nightOne, ['e1-1', 'e2-1', 'e3-1']],
    ['one of three', [page('e1', ['d1', 'd2']), page('e2', ['d3', 'd6']), page('e3', ['d4'])], ['e1-1']],
    ['one, and the others are not asked', [page('e2', ['d3'])], ['e2-1']],
    [
      'one, and an earlier document is on another list now',
      [page('e1', ['d1', 'd2']), page('e2', ['d3', 'd1'])],
      ['e1-1'],
    ],
    ['none: asked a second time in the run', [page('e1', ['d1', 'd2'], { sweep: 2 })], []],
  ])('leaves what reading it leaves: %s', async (_, nightTwo, repeated) => {
    await using read = await afterNightOne()
    await using spared = await afterNightOne()
    const held = await heldPages(spared.database, 'r2')
    const staged = await stageSegment(sourceOf(spared.folder, 'r2', nightTwo, held))
    expect(staged.repeats.map(({ callKey }) => callKey)).toEqual(repeated)
    await mergeSegments(spared.database, [staged], new Date(0))
    await loadSegment(read.database, sourceOf(read.folder, 'r2', nightTwo), new Date(0))
    expect(await stated(spared.database)).toEqual(await stated(read.database))
  })
})

test.each([
  [
    'a document is on two lists',
    [page('e1', ['d1', 'd2']), page('e2', ['d2']), page('e3', ['d4'])],
    ['e3-1'],
  ],
  ['a document is listed twice', [page('e1', ['d1', 'd1']), page('e3', ['d4'])], ['e3-1']],
  ['it is a second page', [page('e1', ['d1'], { params: { id: 'e1', pageNo: 2 } })], []],
  ['it was asked twice', [page('e1', ['d1']), page('e1', ['d1'], { sweep: 2 })], []],
  ['only a later sweep has it', [page('e1', ['d1'], { sweep: 2 })], []],
  ['it was masked', [page('e1', ['d1'], { masked: 1 })], []],
])('a page is not held where %s', async (_, night, held) => {
  await using warehouse = await afterNightOne(night)
  expect([...(await heldPages(warehouse.database, 'r2')).keys()]).toEqual(held)
  expect((await heldPages(warehouse.database, 'r1')).size).toBe(0)
})

describe('a lot with a repeat is read after all', () => {
  const repeated = page('e1', ['d1', 'd2'])
  test.each([
    ['not when nothing has changed', [], [repeated, page('e2', ['d3'])], false],
    ['not when another list has changed', [page('e3', ['d4'])], [repeated], false],
    ['when a document is on another list by now', [page('e2', ['d3', 'd1'])], [repeated], true],
    ['when its documents have a later answer', [page('e1', ['d1'])], [repeated], true],
    ['when it answers one call twice', [], [repeated, repeated], true],
    ['not when it repeats nothing', [], [page('e1', ['d1'])], false],
  ])('%s', async (_, since, lot, expected) => {
    await using warehouse = await afterNightOne()
    const { database, folder } = warehouse
    const held = await heldPages(database, 'r2')
    const staged = await stageSegment(sourceOf(folder, 'r2', lot, held))
    const later = sourceOf(folder, 'r2', since)
    if (since.length > 0) await loadSegment(database, { ...later, segment: 'r2-0' }, new Date(0))
    expect(await mustBeRead(database, [staged])).toBe(expected)
  })
})
