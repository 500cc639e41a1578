import { expect, onTestFinished, test } from 'vitest'
import { type FullTexts, fullTexts } from '../../../src/readers/explore/full-texts.ts'
import type { CachingReader, Database } from '../../../src/warehouse/database.ts'
import { sampleHome } from '../../support/sample-home.ts'
import { emptyWarehouse } from '../../support/tables.ts'
import { exploring, reading } from './serving.ts'

/** Longer than any machine needs for three texts. */
const patient = 60_000

const texts = async (rows: readonly string[]): Promise<{ database: Database; texts: FullTexts }> => {
  const database = await emptyWarehouse()
  for (const [at, row] of rows.entries())
    await database.rows(
      `INSERT INTO cases (library, case_id, decided_on, content) VALUES ('ptal', 'c${at}', DATE '2024-01-01' + ${at}, $row)`,
      {
        row,
      },
    )
  const searched = fullTexts(database, patient)
  onTestFinished(async () => {
    await searched[Symbol.asyncDispose]()
    await database.close()
  })
  return { database, texts: searched }
}

test('candidates come the latest first, without rows that were deleted', async () => {
  const { database, texts: searched } = await texts(['货款一', '货款二', '借款', '货款三'])
  await database.run("DELETE FROM cases WHERE case_id = 'c1'")
  expect(await searched.candidates(['货款'])).toEqual({
    places: Uint32Array.of(3, 0),
    searched: 3,
    all: 3,
  })
})

test('a stream that DuckDB breaks off is an error, and the next search builds the index again', async () => {
  const { database } = await texts(['货款一', '货款二'])
  let isBroken = true
  const breaking: CachingReader = {
    rows: (sql, values) => database.rows(sql, values),
    run: (sql) => database.run(sql),
    release: () => database.release(),
    async *stream(sql) {
      for await (const rows of database.stream(sql)) yield isBroken ? rows.slice(1) : rows
    },
  }
  await using searched = fullTexts(breaking, patient)
  await expect(searched.candidates(['货款'])).rejects.toThrow(
    'explore: the search index: read 1 of 2 full texts',
  )
  isBroken = false
  expect((await searched.candidates(['货款'])).places).toEqual(Uint32Array.of(1, 0))
})

test('every page of a search leads to the next until all that the warehouse holds was shown', {
  timeout: 300_000,
}, async () => {
  const home = (await sampleHome()).home
  const get = await reading(await exploring(home))
  const shown = new Set<string>()
  let path: string | undefined = '/search?q=合同'
  while (path !== undefined) {
    const { text, status }: { text: string; status: number } = await get(path)
    expect(status).toBe(200)
    // On a busy machine the first answers come before the index is whole, and say so.
    if (text.includes('正在建立检索索引')) continue
    for (const [, to = ''] of text.matchAll(/<li>(?:<input[^>]*> )?<a href="(\/case\/[^"]+)"/g)) {
      expect(shown).not.toContain(to)
      shown.add(to)
    }
    path = /href="(\/search\?[^"]*from=[^"]*)"[^>]*>下一页/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  const { text } = await get(
    `/sql?sql=${encodeURIComponent("SELECT 'count:' || count(*) AS n FROM cases WHERE content LIKE '%合同%'")}`,
  )
  expect(shown.size).toBe(Number(/count:(\d+)/.exec(text)?.[1]))
  expect(shown.size).toBeGreaterThan(50)
})
