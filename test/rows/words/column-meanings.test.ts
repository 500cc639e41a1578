import { expect, test } from 'vitest'
import { chineseMeanings } from '../../../src/rows/words/code-words.ts'
import { relationNames, relationOf } from '../../../src/warehouse/schema.ts'

const terms = new Map(
  relationNames().flatMap((relation) =>
    Object.entries(relationOf(relation)?.columns ?? {}).flatMap(([column, { term }]) => [
      [column, term],
      [`${relation}.${column}`, term],
    ]),
  ),
)

test.each(Object.entries(chineseMeanings))(
  '%s is a column, and its meaning says more than its term',
  (of, meaning) => {
    expect(terms.has(of)).toBe(true)
    if (meaning === null) return
    expect(meaning).toMatch(/\p{Script=Han}{2}/u)
    expect(meaning).not.toBe(terms.get(of))
  },
)
