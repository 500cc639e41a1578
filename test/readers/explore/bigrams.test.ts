import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BigramIndex } from '../../../src/readers/explore/bigrams.ts'
import { oneForm, sizeOf } from '../../support/forms.ts'

const words = fc.string({ minLength: 2, maxLength: 4, unit: fc.constantFrom(...'甲乙丙𠮷a\0') })
const texts = fc.array(
  fc.record({
    text: fc.string({ maxLength: 30, unit: fc.constantFrom(...'甲乙丙𠮷a\0') }),
    gap: fc.constantFrom(1, 2, 70_000),
    isSealed: fc.boolean(),
  }),
  { maxLength: 12 },
)

test('the index gives every text that holds the words, and of words of two characters no other', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.array(words, { minLength: 1, maxLength: 2 }), async (given, sought) => {
      await using index = await BigramIndex.open()
      const held: number[] = []
      let number = 0
      for (const { text, gap, isSealed } of given) {
        await index.add(number, text)
        if (sought.every((word) => text.includes(word))) held.push(number)
        number += gap
        if (isSealed) await index.seal()
      }
      await index.seal()
      expect(index.searched).toBe(given.length)
      const found = [...index.candidates(sought)].sort((a, b) => a - b)
      expect(found).toEqual(expect.arrayContaining(held))
      if (sought.every((word) => word.length === 2)) expect(found).toEqual(held)
    }),
    { numRuns: sizeOf('DOSSIER_TEST_BIGRAMS', { short: 12, long: 40 }) },
  )
})

oneForm('a text that is too long for a block is a candidate of every search', async () => {
  await using index = await BigramIndex.open()
  await index.add(3, '货'.repeat(600_000))
  await index.add(4, '借款')
  await index.seal()
  expect([...index.candidates(['借款'])].sort()).toEqual([3, 4])
})
