import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Staging } from '../../src/warehouse/staging.ts'
import { temporaryFolder } from '../support/folder.ts'

test('rows of every length, shorter and longer than what is written at once, are on disk as they were', async () => {
  const pieces = ['案', '😀', 'é', '"\\', 'x']
  const texts = [0, 1, 90_000, 2, 300_000, 87_381, 3].map((length, index) =>
    (pieces[index % pieces.length] ?? '').repeat(length),
  )
  const staging = new Staging(2)
  for (const [index, cause] of texts.entries())
    staging.add(
      { case_causes: [{ case_id: 'c', library: 'ptal', ordinal: index + 1, cause }] },
      { callKey: 'k', line: index + 1 },
    )
  const [causes] = await staging.write(await temporaryFolder())

  const rows = (await readFile(causes?.file ?? '', 'utf8')).split('\n')
  expect(rows.pop()).toBe('')
  const first = 2 * 2 ** 32
  expect(rows.map((row) => JSON.parse(row))).toEqual(
    texts.map((cause, index) => ({
      case_id: 'c',
      library: 'ptal',
      ordinal: index + 1,
      cause,
      call_key: 'k',
      line_: first + index + 1,
    })),
  )
  const longest = Math.max(...rows.map((row) => Buffer.byteLength(row)))
  const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(row) + 1, 0)
  expect(causes).toMatchObject({ table: 'case_causes', rows: texts.length, bytes })
  expect(causes?.longestRow).toBeGreaterThanOrEqual(longest)
})
