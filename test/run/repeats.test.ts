import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { homeAt } from '../../src/run/home/home.ts'
import { createLoading } from '../../src/run/home/loading.ts'
import { allDigests } from '../../src/warehouse/compare.ts'
import type { Database } from '../../src/warehouse/database.ts'
import { heldPages } from '../../src/warehouse/repeats.ts'
import { landed } from '../calls/landing/landed.ts'
import { testSeed } from '../support/dice.ts'
import { temporaryFolder } from '../support/folder.ts'
import { oneForm, sizeOf } from '../support/forms.ts'
import { listed } from '../support/records.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { landIn } from './landed-home.ts'

/** Histories of lists that are asked for night after night. */
const histories = sizeOf('DOSSIER_TEST_REPEATS', { short: 3, long: 30 })

/** A page of an enterprise's list. `sum`: what the results of its documents say. */
interface Page {
  readonly enterprise: string
  readonly pageNo?: number
  readonly documents: readonly string[]
  readonly sum?: number
}

/** Answers of a night, in lots: each is in the tables before the next one lands. */
type Night = readonly (readonly Page[])[]

function callOf(runId: string, { enterprise, pageNo = 1, documents, sum = 100 }: Page) {
  const params = { id: enterprise, pageNo }
  const list = documents.map((id) =>
    listed(enterprise, id, {
      起诉方: [`${enterprise}的原告`],
      裁判结果: `被告支付原告${sum}元。`,
      审判长: '孙某',
    }),
  )
  const data = { id: enterprise, name: '甲公司', total: 9, pageNo, pageSize: 3, hasMore: true, list }
  const value = { status: 'success', code: 200, message: '请求成功', data }
  const callKey = createHash('md5').update(JSON.stringify(params)).digest('hex')
  const body = Buffer.from(JSON.stringify(value))
  return landed({
    callKey,
    operation: 'rh_enterpriseWritList',
    step: 'litigation',
    runId,
    params,
    body,
    value,
  })
}

/** Lands and loads the nights as runs do, with what is held or without. */
async function load(
  { database, folder }: { readonly database: Database; readonly folder: string },
  nights: readonly Night[],
  knowsHeld = true,
): Promise<void> {
  const home = homeAt(folder)
  for (const [number, lots] of nights.entries()) {
    const runId = `run-${number + 1}`
    const held = knowsHeld ? await heldPages(database, runId) : new Map()
    await using loading = createLoading({ database, home, effects: { now: () => new Date(0) }, held })
    for (const [lot, pages] of lots.entries()) {
      const calls = pages.map((page) => callOf(runId, page))
      await landIn(home, [calls], { nameOf: () => `${runId}-${lot + 1}`, onSealed: loading.sealed })
      await loading.run(() => undefined)
    }
  }
}

/** The tables that nights leave. */
async function tablesOf(folder: string, nights: readonly Night[], knowsHeld: boolean) {
  await mkdir(folder)
  await using database = await emptyWarehouse(folder)
  await load({ database, folder }, nights, knowsHeld)
  return await allDigests(database)
}

/** The places of the rows of enterprise_documents, and the runs that they come from. */
const placesIn = (database: Database) =>
  database.rows(
    'SELECT rowid::INTEGER AS place, document_id, run_id FROM enterprise_documents ORDER BY place',
  )

oneForm('a page that says what it said keeps its rows, which come from the new run', async () => {
  const folder = await temporaryFolder()
  await using database = await emptyWarehouse(folder)
  const page = { enterprise: 'e1', documents: ['d1', 'd2'] }
  await load({ database, folder }, [[[page]], [[page, { enterprise: 'e2', documents: ['d3'] }]]])
  expect(await placesIn(database)).toEqual([
    { place: 0, document_id: 'd1', run_id: 'run-2' },
    { place: 1, document_id: 'd2', run_id: 'run-2' },
    { place: 2, document_id: 'd3', run_id: 'run-2' },
  ])
  const sums = 'SELECT count(*)::INTEGER AS n, count(DISTINCT run_id)::INTEGER AS runs FROM document_amounts'
  expect(await database.rows(sums)).toEqual([{ n: 3, runs: 1 }])
})

const page = fc.record({
  enterprise: fc.constantFrom('e1', 'e2', 'e3'),
  pageNo: fc.constantFrom(1, 1, 2),
  documents: fc.subarray(['d1', 'd2', 'd3', 'd4', '']),
  sum: fc.constantFrom(100, 100, 100, 200),
})
const night = fc.array(fc.array(page, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })

const seed = testSeed()

// Which pages are held, and which lots with a repeat are read after all: test/warehouse/repeats.test.ts.
test(`whatever lists say night after night, to know what is held changes no table (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(night, { minLength: 2, maxLength: 4 }), async (nights) => {
      const folder = await temporaryFolder()
      expect(await tablesOf(join(folder, 'held'), nights, true)).toEqual(
        await tablesOf(join(folder, 'read'), nights, false),
      )
    }),
    { numRuns: histories, seed },
  )
})
