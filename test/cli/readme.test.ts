import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { cli } from '../support/cli.ts'

test('every command and setting stands in the README', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const { out } = await cli(['--help'])
  const commands = [...out.matchAll(/^ {2}dossier ([a-z-]+)/gm)].map(([, name]) => name)
  expect(commands.length).toBeGreaterThanOrEqual(10)
  const table = readme.slice(readme.search(/\| command +\|/), readme.indexOf('Exit codes:'))
  expect(commands.filter((name) => !table.includes(`\`${name}`))).toEqual([])
  const settings = ['DOSSIER_BASE_URL', 'DOSSIER_API_KEY', 'DOSSIER_API_KEY_FILE', 'DOSSIER_HOME']
  expect(settings.filter((name) => !table.includes(name))).toEqual([])
})
