import { expect, test } from 'vitest'
import { similarities } from '../../../src/standins/service/search/similarity.ts'

const texts = ['违约金过高', '损害赔偿', '', '违', '违约金违约金']

test('similarity is 0 without a shared bigram and below 1 with all of them', () => {
  const [first, none, empty, short, twice] = similarities('违约金', texts)
  expect([none, empty, short]).toEqual([0, 0, 0])
  expect(first).toBeGreaterThan(0)
  expect(twice).toBeGreaterThan(first ?? 1)
  expect(twice).toBeLessThan(1)
  expect(similarities('', texts)).toEqual([0, 0, 0, 0, 0])
})
