import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'

const main = resolve('dist/program/cli/main.js')

/** The built command, as a shell starts it that has set a limit. */
const dossier = (limit: string, ...args: string[]) =>
  new Promise<{ code: unknown; output: string }>((done) => {
    const command = ['-c', `ulimit ${limit} && exec "$@"`, 'sh', process.execPath, main, ...args]
    execFile('sh', command, { timeout: 60_000 }, (error, out, err) =>
      done({ code: error === null ? 0 : error.code, output: out + err }),
    )
  })

describe.runIf(process.platform === 'linux')('a process that the system gives too little', () => {
  test.each([
    ['-n 20', ['--help']],
    ['-n 26', ['rebuild']],
  ])('of handles, ulimit %s, ends with what to do and exit code 6', async (limit, args) => {
    const { code, output } = await dossier(limit, ...args, '--home', join(await temporaryFolder(), 'home'))
    expect(output).toMatch(
      /^dossier: too many files are open: raise the limit \(ulimit -n\), .* \(EMFILE at .*\); then run again/,
    )
    expect([code, output.includes('\n    at ')]).toEqual([6, false])
  })

  test('of memory for the library of the database ends with what to do and exit code 6', async () => {
    const { code, output } = await dossier(
      '-v 1000000',
      'rebuild',
      '--home',
      join(await temporaryFolder(), 'home'),
    )
    expect(output).toBe(
      'dossier: memory is used up: give the process more (ulimit -v, the limit of its container), or close some programs; ' +
        'then run again: it resumes: libduckdb.so: failed to map segment from shared object\n',
    )
    expect(code).toBe(6)
  })
})
