import { expect, test } from 'vitest'
import { registerNames, registers } from '../../../src/readers/dossiers/registers.ts'
import { wordsOf } from '../../../src/readers/dossiers/words/words.ts'
import { columnsOf } from '../../../src/warehouse/schema.ts'

/** A cell that is a column, or a date with its text. What is worked out of several columns says itself what it holds. */
const columnOf = (sql: string): string => /^coalesce\(\w+::VARCHAR, (\w+)\)$/.exec(sql)?.[1] ?? sql

const zh = await wordsOf('zh')

// Who may see a cell is decided by what it holds: where its column may have a name, the cell says so too.
test.each(registerNames)('cells of %s hold what their columns hold, and have a header each', (name) => {
  const { table, cells } = registers[name]
  const columns = columnsOf(table)
  const wrong = cells.filter(([sql, holds]) => {
    const known = columns[columnOf(sql)]?.holds ?? 'label'
    return known !== 'label' && known !== holds
  })
  expect(wrong).toEqual([])
  expect(zh.registers[name].head.length).toBe(cells.length)
})
