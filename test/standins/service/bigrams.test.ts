import { expect, test } from 'vitest'
import {
  documentsWith,
  indexBigrams,
  postingsIn,
  similarities,
} from '../../../src/standins/service/search/similarity.ts'

const texts = ['违约金过高', '损害赔偿', '', '违', '违约金违约金']
const index = indexBigrams(texts.length, (at) => texts[at] ?? '')
const postings = postingsIn(index)

test('every document that contains a text is among those that may', () => {
  for (const part of ['违约', '违约金', '约金过高', '赔偿']) {
    const mask = documentsWith(index, part)
    texts.forEach((text, at) => {
      if (text.includes(part)) expect(mask[at]).toBe(1)
    })
  }
  expect([...documentsWith(index, '没有')]).toEqual([0, 0, 0, 0, 0])
})

test('a text shorter than a bigram may be anywhere', () => {
  expect([...documentsWith(index, '违')]).toEqual([1, 1, 1, 1, 1])
})

test('similarity is 0 without a shared bigram and below 1 with all of them', () => {
  const [first, none, empty, short, twice] = similarities(postings, '违约金')
  expect([none, empty, short]).toEqual([0, 0, 0])
  expect(first).toBeGreaterThan(0)
  expect(twice).toBeGreaterThan(first ?? 1)
  expect(twice).toBeLessThan(1)
  expect([...similarities(postings, '')]).toEqual([0, 0, 0, 0, 0])
})

test('with few postings to read the rarest bigrams are read, and a score is no higher for it', () => {
  const all = similarities(postings, '违约赔偿')
  const few = similarities(postings, '违约赔偿', 2)
  expect([...few].map((score) => score > 0)).toEqual([false, true, false, false, false])
  expect(few[1]).toBe(all[1])
})
