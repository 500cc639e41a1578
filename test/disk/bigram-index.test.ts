import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BigramIndex } from '../../src/disk/bigram-index.ts'
import { oneForm, sizeOf } from '../support/forms.ts'

const characters = fc.constantFrom(...'甲乙丙𠮷a\0')
const words = fc.string({ minLength: 2, maxLength: 4, unit: characters })
const texts = fc.array(
  fc.record({
    text: fc.string({ maxLength: 30, unit: characters }),
    gap: fc.constantFrom(1, 2, 70_000),
    isSealed: fc.boolean(),
  }),
  { maxLength: 12 },
)

function occurrences(text: string, pair: string): number {
  let count = 0
  for (let at = text.indexOf(pair); at !== -1; at = text.indexOf(pair, at + 1)) count += 1
  return count
}

/** Numbers of texts by what the index says of a pair, with how often it stands there. */
const numbered = (index: BigramIndex, pair: string): [number, number][] =>
  index
    .find(pair)
    .flatMap(({ parts }) =>
      parts.flatMap(({ first, postings }) =>
        [...postings()].map((posting): [number, number] => [first + (posting >>> 8), posting & 255]),
      ),
    )

test.each(['in memory', 'on disk', 'merged'])(
  '%s: the index gives every text that holds the words, of words of two characters no other, and how often each pair stands there',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(texts, fc.array(words, { minLength: 1, maxLength: 2 }), async (given, sought) => {
        await using index = kind === 'in memory' ? new BigramIndex() : await BigramIndex.onDisk()
        const added: [number: number, text: string][] = []
        for (const { text, gap, isSealed } of given) {
          const number = (added.at(-1)?.[0] ?? 0) + gap
          await index.add(number, text)
          added.push([number, text])
          if (isSealed) await index.seal()
        }
        await (kind === 'merged' ? index.merge() : index.end())
        expect(index.sealed).toBe(given.length)
        const holding = added.filter(([, text]) => sought.every((word) => text.includes(word)))
        const held = holding.map(([number]) => number)
        const found = [...(index.candidates(sought) ?? [])]
        expect(found).toEqual(expect.arrayContaining(held))
        if (sought.every((word) => word.length === 2)) expect(found).toEqual(held)
        const pair = sought[0]?.slice(0, 2) ?? ''
        const often = added.map(([number, text]) => [number, occurrences(text, pair)])
        expect(numbered(index, pair)).toEqual(often.filter(([, count]) => count !== 0))
      }),
      { numRuns: sizeOf('DOSSIER_TEST_BIGRAMS', { short: 12, long: 40 }) },
    )
  },
)

oneForm('texts of any length are found, also where one segment has no room for all', async () => {
  const long = Array.from({ length: 600_000 }, (_, at) => String.fromCharCode(at % 65_536, at >> 3)).join('')
  await using index = await BigramIndex.onDisk()
  for (let number = 0; number < 4; number += 1) await index.add(number, `${long}${number}借款`)
  await index.add(1 << 24, '货'.repeat(1000))
  await index.end()
  expect([...(index.candidates(['借款']) ?? [])]).toEqual([0, 1, 2, 3])
  expect([...(index.candidates(['2借']) ?? [])]).toEqual([2])
  expect(numbered(index, '货货')).toEqual([[1 << 24, 255]])
  await expect(index.merge()).rejects.toThrow('expected numbers below 16777216, got 16777216')
})

oneForm('what has no pair narrows nothing', async () => {
  const index = new BigramIndex()
  await index.add(0, '借')
  await index.end()
  expect(index.candidates(['借'])).toBeUndefined()
  expect(index.candidates(['借款'])).toEqual(new Uint32Array(0))
})
