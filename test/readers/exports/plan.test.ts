import { describe, expect, test } from 'vitest'
import { rowGroupRows } from '../../../src/readers/exports/parquet.ts'
import { fileOf, planExports } from '../../../src/readers/exports/plan.ts'
import { ExportError } from '../../../src/readers/exports/relation.ts'
import { relation } from './warehouse.ts'

const relations = ['cases', 'calls'].map((name) => relation(name, { id: 'INTEGER' }))

describe('the plan of an export', () => {
  test('is every relation when no tables are named', () => {
    expect(planExports([{ format: 'csv' }], { relations }).map(fileOf)).toEqual(['cases.csv', 'calls.csv'])
  })

  test('names what exists when a table does not', () => {
    const plan = () => planExports([{ format: 'csv', tables: ['casess'] }], { relations })
    expect(plan).toThrow(ExportError)
    expect(plan).toThrow('export: there is no table or view "casess" to write as csv; did you mean "cases"?')
  })

  test.each(['../../cases', 'a/b', '.hidden', 'a\u202eb', 'con:', ''])(
    'refuses %j as a file name',
    (name) => {
      const plan = () => planExports([{ format: 'csv' }], { relations: [relation(name, { id: 'INTEGER' })] })
      expect(plan).toThrow(ExportError)
      expect(plan).toThrow('cannot be a file name')
    },
  )
})

describe('a row group', () => {
  test('holds 16 MiB of values, at least one row and at most 122,880', () => {
    expect(rowGroupRows({ rows: 0, bytes: 0 })).toBe(1)
    expect(rowGroupRows({ rows: 1_000_000, bytes: 40_000_000_000 })).toBe(419)
    expect(rowGroupRows({ rows: 1_000_000, bytes: 8_000_000 })).toBe(122_880)
  })
})
