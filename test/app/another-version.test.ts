import { cp } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { homeAt } from '../../src/run/home/home.ts'
import { Database } from '../../src/warehouse/database.ts'
import { cli } from '../support/cli.ts'
import { copyOfSampleHome } from '../support/sample-home.ts'

test('a warehouse of another version sends every command to doctor, which makes them work', async () => {
  const home = await copyOfSampleHome()
  const { published, state } = homeAt(home)
  await using database = await Database.open(published)
  for (const gone of ['VIEW changes_history', 'VIEW red_flags', 'TABLE calls'])
    await database.run(`DROP ${gone}`)
  const select = ['query', 'SELECT flag FROM red_flags', '--home', home]
  await database.close()
  expect((await cli(select)).notes).not.toContain('dossier doctor')

  await using older = await Database.open(published)
  await older.run("UPDATE warehouse_schema SET fingerprint = 'another'")
  await older.close()
  const commands = [
    select,
    ['report', '--home', home],
    ['explore', '--home', home, '--no-open'],
    ['export', '--home', home],
    ['status', '--home', home],
    ['evidence', 'enterprises', 'name=示例建设集团有限公司', '--home', home],
  ]
  for (const command of commands) {
    const { code, notes } = await cli(command)
    expect({ command, code, notes }).toEqual({
      command,
      code: 2,
      notes: expect.stringContaining(
        `${published} was published by another version of dossier, whose tables are not those of this one; dossier doctor rebuilds them`,
      ),
    })
  }
  await cp(published, state.warehouse)
  expect((await cli(['doctor', '--home', home])).out).toContain('ok')
  expect((await cli(select)).code).toBe(0)
})
