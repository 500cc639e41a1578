import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runIdAfter } from '../../src/run/begin.ts'
import { homeAt, runFolder } from '../../src/run/home/home.ts'
import { Database } from '../../src/warehouse/database.ts'
import { worldOf } from '../support/world.ts'

const start = new Date('2026-11-21T09:23:11.987Z')

test('the id of a run is the second in which it begins', () => {
  expect(runIdAfter([], start, 0)).toBe('20261121T092311Z-0000')
  expect(runIdAfter(['20261121T092310Z-ffff'], start, 0.999999)).toBe('20261121T092311Z-ffff')
})

test.each([
  ['in the same second', '20261121T092311Z-0001', '20261121T092312Z-0000'],
  ['in the same second, with smaller digits', '20261121T092311Z-ffff', '20261121T092312Z-0000'],
  ['an hour later, for the clock was set back since', '20261121T102311Z-0000', '20261121T102312Z-0000'],
  ['at the end of a year to come', '20271231T235959Z-0000', '20280101T000000Z-0000'],
])('sorts after that of a run that began %s', (_, newest, expected) => {
  const id = runIdAfter(['20260101T000000Z-0000', newest], start, 0)
  expect(id).toBe(expected)
  expect(id > newest).toBe(true)
})

test.each(['zzz', '20261121T102311Z-0000 copy', '20261399T999999Z-0000', '', '.DS_Store'])(
  'takes no heed of what is no id: %j',
  (name) => expect(runIdAfter([name], start, 0)).toBe('20261121T092311Z-0000'),
)

test('a run sorts after one whose folder was removed, for the tables still know it', async () => {
  const world = await worldOf({})
  const home = homeAt(world.home)
  const run = async () => (await world.run()).run.run_id
  const first = await run()
  {
    await using database = await Database.open(home.state.warehouse)
    await database.run(`UPDATE runs SET run_id = '29990101T000000Z-0000' WHERE run_id = '${first}'`)
  }
  await rm(runFolder(home, first), { recursive: true })
  expect(await run()).toMatch(/^29990101T000001Z-/)
})
