import { expect, test } from 'vitest'
import { CheckNotes } from '../../../src/app/audit/record.ts'

test('the first violation is said in a few words, with what was found in its place, if anything was', () => {
  const firstOf = (found: string) => {
    const notes = new CheckNotes({ name: 'exports', compared: 'files' })
    for (const what of ['a.csv', 'b.csv']) notes.add({ what, where: '', expected: 'a file', found, todo: '' })
    return notes.first
  }
  expect([firstOf('none'), firstOf('a folder')]).toEqual(['a.csv', 'a.csv (a folder)'])
})
