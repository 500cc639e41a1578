import { spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { drawn, oneForm } from '../support/forms.ts'
import { main } from '../support/processes.ts'

const isRoot = process.getuid?.() === 0
/** Modes bind root only without its capabilities to override them. */
const capabilities = '-dac_override,-dac_read_search'
const bound = isRoot ? ['setpriv', '--bounding-set', capabilities, '--inh-caps', capabilities] : []

const env = { DOSSIER_BASE_URL: 'http://127.0.0.1:9', DOSSIER_API_KEY: 'sk-example' }

/** Runs the built command line below a command that changes what it may do. */
function told(below: readonly string[], args: readonly string[]) {
  const [command = '', ...rest] = [...below, process.execPath, main, ...args]
  const options = { env: { ...process.env, ...env }, encoding: 'utf8', timeout: 30_000 } as const
  const { status, stdout, stderr } = spawnSync(command, rest, options)
  return { code: status, text: stdout + stderr }
}

const readers: readonly (readonly string[])[] = [
  ['query', 'SELECT 1'],
  ['export'],
  ['report'],
  ['explore', '--port', '0'],
  ['verify'],
  ['status'],
  ['logs'],
]

async function jobIn(folder: string): Promise<string> {
  const job = join(folder, 'job.yaml')
  await writeFile(job, 'pipeline: enterprise-due-diligence\nenterprises: [{ name: 示例公司 }]\n')
  return job
}

describe('a home of another user', () => {
  test.each(drawn(readers, 3).map((args) => ({ args })))(
    'is no home without a warehouse: $args.0 says that access is denied',
    async ({ args }) => {
      const home = await temporaryFolder()
      await chmod(home, 0)
      const { code, text } = told(bound, [...args, '--home', home])
      expect(text).toMatch(/access is denied: do it as the user that owns the home.*EACCES/)
      expect(text).not.toMatch(/run again|resume/)
      expect(code).toBe(6)
    },
  )

  oneForm('is not called empty because its runs are denied', async () => {
    const home = await temporaryFolder()
    await mkdir(join(home, 'runs'), { mode: 0 })
    for (const args of [['query', 'SELECT 1'], ['logs']])
      expect(told(bound, [...args, '--home', home]).text).toContain('access is denied')
  })

  oneForm('cannot be run in, and doctor finds that it cannot be written', async () => {
    const [home, jobs] = await Promise.all([temporaryFolder(), temporaryFolder()])
    const job = await jobIn(jobs)
    await chmod(home, 0o500)
    const ran = told(bound, ['run', job, '--home', home])
    expect(ran.text).toMatch(/access is denied: .*EACCES/)
    expect(ran.code).toBe(6)
    const examined = told(bound, ['doctor', '--home', home])
    expect(examined.text).toMatch(/home +problem +.* cannot be written: EACCES/)
  })
})

oneForm('a home below a file is told as such', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'file'), '')
  await mkdir(join(folder, 'jobs'))
  const home = join(folder, 'file', 'home')
  for (const args of [
    ['run', await jobIn(join(folder, 'jobs'))],
    ['query', 'SELECT 1'],
  ]) {
    const { code, notes } = await cli([...args, '--home', home], env)
    expect(notes).toContain('a part of the path is a file, not a folder: choose another one')
    expect(code).toBe(6)
  }
  const { out } = await cli(['doctor', '--home', home], env)
  expect(out).toMatch(/home +problem +.* cannot be written: ENOTDIR/)
})
