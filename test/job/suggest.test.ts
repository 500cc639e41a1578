import { expect, test } from 'vitest'
import { suggest } from '../../src/job/suggest.ts'

const known = ['name', 'uscc', 'id', 'enterprises', 'litigation', 'rh_ft_search']

test.each([
  ['nmae', 'name'],
  ['NAME', 'name'],
  ['usc', 'uscc'],
  ['enterprise', 'enterprises'],
  ['litigations', 'litigation'],
  ['rh_ft_serch', 'rh_ft_search'],
])('%s is a slip of the pen for %s', (given, meant) => {
  expect(suggest(given, known)).toBe(meant)
})

test.each(['colour', 'frobnicate', 'statutes_of_limitation'])('%s is like no known word', (given) => {
  expect(suggest(given, known)).toBeUndefined()
})

test('nothing is suggested when nothing is known', () => {
  expect(suggest('name', [])).toBeUndefined()
})

test('of two words equally near, the one listed first is suggested', () => {
  expect(suggest('cat', ['bat', 'hat'])).toBe('bat')
})
