import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { describe, expect } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { longForm } from '../support/forms.ts'

const main = resolve('dist/program/cli/main.js')

/** The built command, as a shell starts it that has set a limit. */
const dossier = async (limit: string) => {
  const home = join(await temporaryFolder(), 'home')
  const command = `ulimit ${limit} && exec "$@"`
  return await new Promise<{ code: unknown; output: string }>((done) => {
    const args = ['-c', command, 'sh', process.execPath, main, 'rebuild', '--home', home]
    execFile('sh', args, { timeout: 60_000 }, (error, out, err) =>
      done({ code: error === null ? 0 : (error.code ?? error.signal), output: out + err }),
    )
  })
}

/** How it ends under each of these limits. The lowest do not let Node itself begin, the highest are enough; which ones depends on Node. */
async function endings(limits: readonly string[]) {
  const ends = []
  for (const limit of limits) ends.push(await dossier(limit))
  return {
    told: ends.filter(({ output }) => output.startsWith('dossier: ')),
    // A stack of ours, as an error has that nobody expected.
    defects: ends.filter(({ output }) => /^\S*Error: .*(\n.*)*dist\/program/m.test(output)),
  }
}

const steps = (from: number, to: number, step: number) =>
  Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step)

describe.runIf(process.platform === 'linux')('a process that the system gives too little', () => {
  longForm('of memory for the library of the database ends with what to do and exit code 6', async () => {
    const { told, defects } = await endings(steps(1000, 2000, 100).map((mebibytes) => `-v ${mebibytes}000`))
    expect(defects).toEqual([])
    expect(told.map(({ output }) => output)).toContain(
      'dossier: memory is used up: give the process more (ulimit -v, the limit of its container), or close some programs; ' +
        'then give the same command again: libduckdb.so: failed to map segment from shared object\n',
    )
    // One that the system kills after its message, as a thread of the database fails, has a signal for a code.
    expect(told.filter(({ code }) => typeof code === 'number' && code !== 6)).toEqual([])
  })
})
