import { expect, test } from 'vitest'
import { tables } from '../../../src/app/tables.ts'
import { failureClasses } from '../../../src/contract/failure.ts'
import { outcomeRules } from '../../../src/legal/outcome-rules.ts'
import { chineseMeanings, codeWords, codeWordsIn } from '../../../src/rows/words/code-words.ts'
import examples from '../../../src/rows/words/column-examples.json' with { type: 'json' }
import { relationNames, relationOf } from '../../../src/warehouse/schema.ts'

const exampleOf = new Map(
  tables().flatMap(({ name, columns }) =>
    columns.map(({ column, example }) => [`${name}.${column}`, example]),
  ),
)

const columns = relationNames().flatMap((relation) =>
  Object.entries(relationOf(relation)?.columns ?? {}).map(
    ([name, column]) => [`${relation}.${name}`, column] as const,
  ),
)

test('every column of codes has a Chinese word for its example', () => {
  const coded = columns.flatMap(([name, { words, type }]) => {
    const example = exampleOf.get(name) ?? ''
    return words === undefined
      ? []
      : [{ name, word: words[type === 'VARCHAR[]' ? JSON.parse(example)[0] : example] }]
  })
  expect(coded.length).toBeGreaterThan(40)
  expect(coded.filter(({ word }) => word === undefined)).toEqual([])
})

test('every outcome that a rule names, and every class of failure, has a Chinese word', () => {
  const lacking = outcomeRules.rules.filter(({ outcome }) => !Object.hasOwn(codeWords.outcome, outcome))
  expect(lacking).toEqual([])
  const classes = [...new Set<string>(Object.values(failureClasses))]
  expect(classes.filter((name) => !Object.hasOwn(codeWords.failureClass, name))).toEqual([])
})

test('a vocabulary that has English words has one beside each Chinese one', () => {
  const english = codeWordsIn(1)
  const lacking = Object.entries(english).flatMap(([name, codes]) => {
    const said = Object.values<string | undefined>(codes)
    return said.every((word) => word === undefined) || !said.includes(undefined) ? [] : [name]
  })
  expect(lacking).toEqual(['event'])
  const measures = 'frozen waiting seized detained taken found shares_frozen'.split(' ')
  expect(Object.entries(english.event).flatMap(([code, word]) => (word ? [code] : []))).toEqual(measures)
})

test('every example is that of a column, or of a type', () => {
  const known = new Set(
    columns.flatMap(([name, { type }]) => [name, name.replace(/.*\./, ''), type as string]),
  )
  const named = Object.keys(examples).flatMap((names) => names.split(' '))
  expect(named.filter((name) => !known.has(name))).toEqual([])
  expect(named.length).toBe(new Set(named).size)
})

test('every Chinese meaning is that of a column, and says more than its term', () => {
  const terms = new Map(
    columns.flatMap(([name, { term }]) => [
      [name, term],
      [name.replace(/.*\./, ''), term],
    ]),
  )
  const others = Object.entries(chineseMeanings).filter(
    ([of, meaning]) =>
      !terms.has(of) ||
      (meaning !== null && (meaning === terms.get(of) || !/\p{Script=Han}{2}/u.test(meaning))),
  )
  expect(others).toEqual([])
})
