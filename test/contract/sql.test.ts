import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identifier, literal, literals, timestampOf } from '../../src/contract/sql.ts'
import { Database } from '../../src/warehouse/database.ts'
import { anyText } from '../support/any-text.ts'

/** DuckDB's text has no NUL. */
const text = anyText().map((given) => given.replaceAll('\0', ''))

test('every text comes back as it was, as a literal and as the name of a column', async () => {
  await using database = await Database.open(':memory:')
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), text, async (texts, name) => {
      const column = `c${name}`
      const [row] = await database.rows(`SELECT [${literals(texts)}] AS ${identifier(column)}`)
      expect(row).toEqual({ [column]: texts })
    }),
    { numRuns: 50 },
  )
})

test('what is no text is not quoted', () => {
  expect([null, true, 3.5].map(literal)).toEqual(['NULL', 'true', '3.5'])
})

test('a moment comes back to the millisecond, given as a date or as its text', async () => {
  await using database = await Database.open(':memory:')
  const moment = new Date('2026-03-01T23:59:59.007Z')
  for (const given of [moment, moment.toISOString()]) {
    const [row] = await database.rows(
      `SELECT epoch_ms(${literal(timestampOf(given))}::TIMESTAMP)::DOUBLE AS ms`,
    )
    expect(row).toEqual({ ms: moment.getTime() })
  }
})
