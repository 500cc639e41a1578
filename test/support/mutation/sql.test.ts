import { expect, test } from 'vitest'
import { codeMutants } from './code.ts'
import { mutated, sqlMutants } from './sql.ts'

/** Each mutant of a source, as the whole of it. What a template inserts is written #{…} here. */
function mutantsOf(text: string): string[] {
  const source = text.replaceAll('#{', '${')
  return sqlMutants(source).map((mutant) => mutated(source, mutant).replaceAll('${', '#{'))
}

test.each([
  ['AND is OR', '`WHERE a AND b`', ['`WHERE a OR b`']],
  ['OR is AND', '`WHERE a OR b`', ['`WHERE a AND b`']],
  ['NOT is dropped', '`WHERE a IS NOT NULL`', ['`WHERE a IS NULL`']],
  ['what is equal differs', '`WHERE a = 1`', ['`WHERE a <> 1`']],
  ['what differs is equal', '`WHERE a <> 1`', ['`WHERE a = 1`']],
  ['a bound is included', '`WHERE a < 1`', ['`WHERE a <= 1`']],
  ['an included bound is not', '`WHERE a >= 1`', ['`WHERE a > 1`']],
  ['the first is the last', '`SELECT min(a) FROM t`', ['`SELECT max(a) FROM t`']],
  [
    'the row of the last is that of the first',
    '`SELECT arg_max(a, b) FROM t`',
    ['`SELECT arg_min(a, b) FROM t`'],
  ],
  ['a row without a match goes', '`FROM a LEFT JOIN b`', ['`FROM a JOIN b`']],
  ['a row without a match stays', '`FROM a JOIN b`', ['`FROM a LEFT JOIN b`']],
  ['a condition in plain quotes is SQL, too', `"a = 'x'"`, [`"a <> 'x'"`]],
  ['each change is a mutant of its own', '`WHERE a AND NOT b`', ['`WHERE a OR NOT b`', '`WHERE a AND b`']],
  [
    'what a template inserts stays, and its own templates are SQL',
    "`WHERE #{a < b ? `c AND d` : ''} OR e`",
    ["`WHERE #{a < b ? `c OR d` : ''} OR e`", "`WHERE #{a < b ? `c AND d` : ''} AND e`"],
  ],
])('%s: %s', (_, source, expected) => {
  expect(mutantsOf(source)).toEqual(expected)
})

test.each([
  ['a value in quotes', "`SELECT 'a AND b = c'`"],
  ['a quoted value that a template inserts', "`SELECT 'a AND #{b} OR c'`"],
  ['a comment', '`SELECT a -- AND b\n FROM t`'],
  ['the bounds of a BETWEEN', '`WHERE a BETWEEN 1 AND 2`'],
  ['a frame of rows', '`#{months} PRECEDING AND CURRENT ROW`'],
  ['another kind of join', '`FROM a ANTI JOIN b SEMI JOIN c`'],
  ['a path of JSON', "`SELECT a->>'b', c->'d'`"],
  ['a text for people', "'and not, or: min(of it)'.concat(`<b>and not #{or}</b>`)"],
  ['code', 'a === b && min(c) < d'],
])('%s has no mutant: %s', (_, source) => {
  expect(mutantsOf(source)).toEqual([])
})

test('a change of code stays together, whatever stands around it, and is none of a text', async () => {
  const source = "export const f = (a, b, c) => a && b && c.has('d')"
  const changes = (await codeMutants(source)).map((mutant) => mutated(source, mutant))
  expect(changes).toContain("export const f = (a, b, c) => (a || b) && c.has('d')")
  expect(changes.filter((change) => change.includes('""'))).toEqual([])
  expect(new Set(changes).size).toBe(changes.length)
})
