import { expect, test } from 'vitest'
import type { Reader } from '../../src/warehouse/database.ts'
import { shareViews } from '../../src/warehouse/shared-views.ts'
import { views } from '../../src/warehouse/views/index.ts'
import { drawn } from '../support/forms.ts'
import { derivedStory } from './litigation-world.ts'

const rowsOf = async (reader: Reader, name: string): Promise<string[]> =>
  (await reader.rows(`FROM ${name}`)).map((row) => JSON.stringify(row)).sort()

test('views that are worked out once have the rows of those of the file, and of the file as it is now', async () => {
  await using database = await derivedStory()
  const ofFile = new Map<string, string[]>()
  const chosen = [...drawn(Object.keys(views), 12), 'red_flags']
  for (const name of Object.keys(views).filter((one) => chosen.includes(one)))
    ofFile.set(name, await rowsOf(database, name))
  const first = await shareViews(database)
  // Those that build on others come last there, and first here.
  for (const [name, rows] of [...ofFile].toReversed())
    expect(await rowsOf(first.reader, name), name).toEqual(rows)
  expect(await rowsOf(database, String(await first.tableOf('red_flags')))).toEqual(ofFile.get('red_flags'))
  expect(ofFile.get('red_flags')).not.toEqual([])

  // After a change the file is opened again, or its views are shared again.
  for (const name of ['enforcement_cases', 'stated_events', 'subject_documents'])
    await database.run(`DELETE FROM w.${name}`)
  const second = await shareViews(database)
  expect(await rowsOf(second.reader, 'red_flags')).toEqual([])
})
