import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeQuestions, readQuestions } from '../../../src/run/home/saved-questions.ts'
import { temporaryFolder } from '../../support/folder.ts'

const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', '0', '1e3', ' ', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

test('questions of any names, saved and removed at the same time, are those that are left', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(name, fc.string(), fc.boolean()), {
        selector: ([named]) => named,
        minLength: 2,
        maxLength: 8,
      }),
      async (questions) => {
        const folder = await temporaryFolder()
        const path = join(folder, 'questions.json')
        const removed = questions.filter(([, , isRemoved]) => isRemoved).map(([named]) => named)
        await changeQuestions(path, () => new Map(removed.map((named) => [named, 'SELECT 1'])))
        await Promise.all(
          questions.map(([named, sql, isRemoved]) =>
            changeQuestions(path, (saved) => {
              const changed = new Map(saved)
              if (isRemoved) changed.delete(named)
              else changed.set(named, sql)
              return changed
            }),
          ),
        )
        const left = questions.flatMap(([named, sql, isRemoved]) =>
          isRemoved ? [] : [[named, sql] as const],
        )
        expect(await readQuestions(path)).toEqual(new Map(left))
        expect(await readdir(folder)).toEqual(['questions.json'])
      },
    ),
    { numRuns: 10 },
  )
})
