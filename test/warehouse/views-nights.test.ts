import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../src/warehouse/database.ts'
import { listScansOfRun, listSweepsOf } from '../../src/warehouse/views/list-life.ts'
import { testSeed } from '../support/dice.ts'
import { longForm, sizeOf } from '../support/forms.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, linesIn } from './litigation-world.ts'
import { rowsTogether } from './scenes.ts'

const seed = testSeed()
const runs = ['r1', 'r2', 'r3']

const page = fc.record({
  run: fc.constantFrom(...runs),
  enterprise: fc.constantFrom('e1', 'e2'),
  isByCode: fc.boolean(),
  sweep: fc.constantFrom(1, 1, 1, 2, 3),
  pageNo: fc.constantFrom(1, 1, 2, 3),
  isFound: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.boolean()),
  total: fc.constantFrom(2, 2, 3, 4),
  pageSize: fc.constantFrom(2, 2, 3),
  hasMore: fc.constantFrom(true, true, false, null),
  ids: fc.constantFrom<string[]>(['a', 'b'], ['a', 'b'], ['c', 'd'], ['a', 'a'], ['c'], []),
})
type Page = typeof page extends fc.Arbitrary<infer Value> ? Value : never

const keyOf = ({ run, enterprise, isByCode, sweep, pageNo }: Page): string =>
  [run, enterprise, isByCode, sweep, pageNo].join()
const histories = fc.uniqueArray(page, { maxLength: 24, selector: keyOf })

async function write(database: Database, pages: readonly Page[]): Promise<void> {
  const together = rowsTogether()
  for (const page of pages) {
    const { run, enterprise, isByCode, isFound, ids } = page
    await insert(together.by(), 'list_pages', {
      ...{ scan_run_id: run, run_id: run, call_key: keyOf(page), sweep: page.sweep, page_no: page.pageNo },
      subject: `${isByCode ? 'uscc' : 'id'}:${enterprise}`,
      enterprise_id: isFound || !isByCode ? enterprise : null,
      ...{ is_found: isFound, declared_total: page.total, page_size: page.pageSize, has_more: page.hasMore },
      ...{ document_ids: ids, ids_digest: ids.join() },
    })
  }
  await database.run(`DELETE FROM list_pages; ${together.sql()}`)
}

const sorted = async (database: Database, sql: string): Promise<string[]> =>
  (await database.rows(`SELECT to_json(r)::VARCHAR AS row FROM (${sql}) AS r`))
    .map(({ row }) => String(row))
    .sort()

/** Documents that no earlier run listed for the enterprise, but for those of its first. */
function newIn(pages: readonly Page[]): string[] {
  const seen = pages.filter(({ isFound }) => isFound)
  const firstOf = (among: readonly Page[]) => among.map(({ run }) => run).sort()[0] ?? ''
  const keys = new Set(seen.flatMap(({ enterprise, ids }) => ids.map((id) => `${enterprise} ${id}`)))
  return [...keys].flatMap((key) => {
    const [enterprise = '', id = ''] = key.split(' ')
    const own = seen.filter((one) => one.enterprise === enterprise)
    const run = firstOf(own.filter(({ ids }) => ids.includes(id)))
    return run === firstOf(own) ? [] : [`${run} ${key}`]
  })
}

test(`what is worked out for one run is what the views of all runs say of it, seed ${seed}`, {
  timeout: 60_000,
}, async () => {
  await using database = await emptyWarehouse()
  await fc.assert(
    fc.asyncProperty(histories, async (pages) => {
      await write(database, pages)
      const ofAll = (view: string) => sorted(database, `SELECT * EXCLUDE (job) FROM ${view}_history`)
      const [scans, sweeps] = [await ofAll('list_scans'), await ofAll('list_sweeps')]
      for (const run of runs) {
        const ofRun = (row: string): boolean => JSON.parse(row).run_id === run
        const held = `(SELECT * FROM list_pages WHERE scan_run_id = '${run}')`
        expect(await sorted(database, listScansOfRun(run))).toEqual(scans.filter(ofRun))
        expect(await sorted(database, listSweepsOf(held))).toEqual(sweeps.filter(ofRun))
      }
      const changes = await database.rows(
        "SELECT run_id || ' ' || subject_id || ' ' || after AS change FROM changes_history WHERE kind = 'new_document'",
      )
      expect(changes.map(({ change }) => change).sort()).toEqual(newIn(pages).sort())
    }),
    { seed, numRuns: sizeOf('DOSSIER_TEST_HISTORIES', { short: 6, long: 16 }) },
  )
})

longForm('after a year of nights a run needs no more memory than it has', { timeout: 60_000 }, async () => {
  await using database = await emptyWarehouse()
  const [nights, lists, ids] = [365, 150, 30]
  // The first night reads each list to the end and page 1 again; the others find it unchanged, but for one list.
  await database.run(
    `INSERT INTO list_pages BY NAME
     SELECT printf('r%03d', night) AS scan_run_id, scan_run_id AS run_id, md5(scan_run_id || list || page_no || sweep) AS call_key,
       'id:e' || list AS subject, 'e' || list AS enterprise_id, sweep, page_no, true AS is_found, ${ids} + 1 AS declared_total,
       ${ids} AS page_size, page_no = 1 AS has_more,
       list_transform(range(CASE page_no WHEN 1 THEN ${ids} ELSE 1 END), lambda i: md5('d' || list || page_no || i
         || CASE WHEN list = 7 AND page_no = 1 AND i = 0 AND night = ${nights} THEN 'new' ELSE '' END)) AS document_ids,
       md5(array_to_string(document_ids, chr(10))) AS ids_digest
     FROM range(1, ${nights + 1}) AS n(night), range(${lists}) AS l(list), (VALUES (1, 1), (2, 1), (1, 2)) AS p(page_no, sweep)
     WHERE night = 1 OR (page_no = 1 AND sweep = 1) ORDER BY night, list`,
  )
  const last = `r${nights}`
  const verdictsOf = (scans: string) =>
    linesIn(database, `SELECT verdict, count(*) FROM ${scans} GROUP BY verdict ORDER BY verdict`)
  const ofLast = ['incomplete | 1', `unchanged | ${lists - 1}`]
  expect(await verdictsOf(`(${listScansOfRun(last)})`)).toEqual(ofLast)
  const changes = `SELECT subject_id, earlier_run_id FROM changes_history WHERE run_id = '${last}'`
  expect(await linesIn(database, changes)).toEqual([`e7 | r${nights - 1}`])
  const ofAll = [`complete | ${lists}`, 'incomplete | 1', `unchanged | ${(nights - 1) * lists - 1}`]
  expect(await verdictsOf('list_scans_history')).toEqual(ofAll)
})
