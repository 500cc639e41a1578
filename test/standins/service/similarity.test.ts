import { beforeAll, expect, test } from 'vitest'
import { SimilarTexts } from '../../../src/standins/service/search/similarity.ts'

const texts = new SimilarTexts()
beforeAll(async () => {
  for (const text of ['违约金过高', '损害赔偿', '', '违', '违约金违约金']) await texts.add(text)
  await texts.end()
})

test('similarity is 0 without a shared bigram and below 1 with all of them', () => {
  const [first, none, empty, short, twice] = texts.similarities('违约金')
  expect([none, empty, short]).toEqual([0, 0, 0])
  expect(first).toBeGreaterThan(0)
  expect(twice).toBeGreaterThan(first ?? 1)
  expect(twice).toBeLessThan(1)
  expect([...texts.similarities('')]).toEqual([0, 0, 0, 0, 0])
})

test('with few postings to read the rarest bigrams are read, and a score is no higher for it', () => {
  const all = texts.similarities('违约赔偿')
  const few = texts.similarities('违约赔偿', 2)
  expect([...few].map((score) => score > 0)).toEqual([false, true, false, false, false])
  expect(few[1]).toBe(all[1])
})
