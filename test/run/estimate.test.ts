import { expect, test } from 'vitest'
import { type PlannedStep, unknownSentence } from '../../src/run/estimate.ts'

test('what the answers may ask for is a number where earlier runs say one, and nothing where they needed no more', () => {
  const sentence = (...unknown: readonly (number | null)[]): string =>
    unknownSentence(
      unknown.map(
        (calls) =>
          ({ fresh: 0, unknown: calls, unknownCost: calls && calls * 5, isRange: false }) as PlannedStep,
      ),
    )
  expect(sentence(0, 0)).toBe('nothing: earlier runs needed no more than that')
  expect(sentence(0, 3)).toBe('by what earlier runs needed, the answers ask for about 3 more (15 points)')
  expect(sentence(3, null)).toContain('How many cannot be known yet')
})
