import { expect, test } from 'vitest'
import { suggest } from '../../../src/rows/words/suggest.ts'

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

test.each([
  ['高院', '高级'],
  ['中院', '中级'],
  ['最高院', '最高'],
  ['民事', '民事案件'],
  ['广东省', '广东'],
  ['有效', '现行有效'],
])('%s is near to %s', (given, meant) => {
  const values = ['基层', '中级', '高级', '最高', '刑事案件', '民事案件', '广西', '广东', '现行有效', '失效']
  expect(suggest(given, values)).toBe(meant)
})

test.each(['外国', '英国', '已经废止'])('%s is like no known word of two characters', (given) => {
  expect(suggest(given, ['基层', '中级', '高级', '最高', '现行有效'])).toBeUndefined()
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
