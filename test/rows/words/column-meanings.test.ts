import { expect, test } from 'vitest'
import { chineseMeanings } from '../../../src/rows/words/column-meanings.ts'
import { relationNames, relationOf } from '../../../src/warehouse/schema.ts'

const columns = relationNames().flatMap((relation) => Object.values(relationOf(relation)?.columns ?? {}))

test('every meaning that is said in Chinese is the meaning of a column', () => {
  const meanings = new Set(columns.map(({ meaning }) => meaning))
  expect(Object.keys(chineseMeanings).length).toBeGreaterThan(200)
  expect(Object.keys(chineseMeanings).filter((meaning) => !meanings.has(meaning))).toEqual([])
})

test('a Chinese meaning says more than the term, and says it in Chinese', () => {
  const terms = new Map(columns.map(({ meaning, term }) => [meaning, term]))
  for (const [meaning, chinese] of Object.entries(chineseMeanings)) {
    expect(chinese).toMatch(/\p{Script=Han}{2}/u)
    expect([meaning, chinese]).not.toEqual([meaning, terms.get(meaning)])
  }
})
