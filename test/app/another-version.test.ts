import { cp } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { homeAt } from '../../src/run/home/home.ts'
import { Database } from '../../src/warehouse/database.ts'
import { setUp } from '../cli/setting.ts'

test('a warehouse of another version sends every command to doctor, which makes them work', async () => {
  const { home, file, dossier } = await setUp()
  expect((await dossier(['run', file])).code).toBe(0)
  const { published, state } = homeAt(home)
  await using database = await Database.open(published)
  for (const gone of ['VIEW changes_history', 'VIEW red_flags', 'TABLE calls'])
    await database.run(`DROP ${gone}`)
  const select = ['query', 'SELECT flag FROM red_flags']
  await database.close()
  expect((await dossier(select)).notes).not.toContain('dossier doctor')

  await using older = await Database.open(published)
  await older.run("UPDATE warehouse_schema SET fingerprint = 'another'")
  await older.close()
  const commands = [
    select,
    ['report'],
    ['explore', '--no-open'],
    ['export'],
    ['evidence', 'enterprises', 'name=甲公司'],
  ]
  for (const command of commands) {
    const { code, notes } = await dossier(command)
    expect({ command, code, notes }).toEqual({
      command,
      code: 2,
      notes: expect.stringContaining(
        `${published} was published by another version of dossier, whose tables are not those of this one; dossier doctor rebuilds them`,
      ),
    })
  }
  await cp(published, state.warehouse)
  expect((await dossier(['doctor'])).out).toContain('ok')
  expect((await dossier(select)).code).toBe(0)
})
