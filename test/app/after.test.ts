import { existsSync, readFileSync } from 'node:fs'
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setUp, smallJob } from '../cli/setting.ts'
import { cli } from '../support/cli.ts'
import { apiKey } from '../support/run.ts'

const shell = '#!/bin/sh\n'

/** A small job with a program that comes after it. */
async function withProgram(script: string, exports = '[]') {
  const setting = await setUp(smallJob.replace('exports: []', `exports: ${exports}\nafter: ./deliver.sh`))
  const program = join(setting.folder, 'deliver.sh')
  await writeFile(program, script)
  await chmod(program, 0o700)
  const runs = () => setting.dossier(['run', setting.file], { PATH: process.env.PATH ?? '' })
  return { ...setting, program, runs }
}

test('a program that comes after a run is told of it, without the key, and its output is in the log', async () => {
  const { folder, home, runs, dossier } = await withProgram(
    `${shell}env > told; pwd >> told; seq 999; echo "delivered $DOSSIER_STATUS"`,
    '[{ format: jsonl }]',
  )
  expect((await runs()).code).toBe(0)
  const [runId] = (await dossier(['runs', '--json'])).out.match(/\d{8}T\d{6}Z-\w{4}/) ?? []
  const told = (await readFile(join(folder, 'told'), 'utf8')).trimEnd().split('\n')
  expect(told.filter((line) => line.startsWith('DOSSIER_')).toSorted()).toEqual([
    `DOSSIER_EXPORTS=${home}/runs/${runId}/exports`,
    `DOSSIER_HOME=${home}`,
    'DOSSIER_JOB=job',
    'DOSSIER_REPORT=',
    `DOSSIER_RUN_ID=${runId}`,
    'DOSSIER_STATUS=complete',
    `DOSSIER_WAREHOUSE=${home}/dossier.duckdb`,
  ])
  expect(told.at(-1)).toBe(folder)
  expect(told.join('\n')).not.toContain(apiKey)
  const { out: log } = await dossier(['logs'])
  expect(log).toContain('delivered complete')
  expect(log).not.toContain('left out')
})

test('its failure is a gap: exit code 4, in the summary of the run, and the home is whole', async () => {
  const { runs, dossier } = await withProgram(`${shell}seq 1001; exit 7`)
  const { code, out, notes } = await runs()
  expect(code).toBe(4)
  expect(out).toContain('the program that comes after the run failed: ./deliver.sh; see dossier logs')
  expect(notes).toMatch(/after: \.\/deliver\.sh ended with exit code 7; .* dossier logs \d{8}T/)
  expect((await dossier(['runs', 'latest'])).out).toContain('the program that comes after the run failed')
  expect((await dossier(['verify', '--quick'])).code).toBe(0)
  const { out: log } = await dossier(['logs'])
  expect(log).toMatch(/ 1000\b/)
  expect(log).not.toMatch(/ 1001\b/)
  expect(log).toMatch(/ 1 more lines are left out/)
})

test('it comes after a run that its budget stops, too', async () => {
  const { folder, file, runs } = await withProgram(`${shell}echo $DOSSIER_STATUS > told`)
  await appendFile(file, 'searches: [{ keywords: 违约 }]\nbudget: { calls: 1 }\n')
  expect((await runs()).code).toBe(3)
  expect(await readFile(join(folder, 'told'), 'utf8')).toBe('stopped\n')
})

test.each([
  ['at once', ''],
  ['in ten seconds where it does not listen', "trap '' TERM; "],
])('it ends with the command, together with what it started, %s', async (_, trap) => {
  const { folder, file, env } = await withProgram(
    `${shell}${trap}sh -c 'echo $$ > pid; exec sleep 600' & wait $!`,
  )
  const stopping = new AbortController()
  const run = cli(['run', file], { ...env, PATH: process.env.PATH ?? '' }, { signal: stopping.signal })
  const pidOf = () => readFile(join(folder, 'pid'), 'utf8').catch(() => '')
  await expect.poll(pidOf, { timeout: 60_000 }).toMatch(/\d\n/)
  const pid = Number(await pidOf())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  stopping.abort()
  if (trap !== '') {
    vi.advanceTimersByTime(9_999)
    expect(isAlive(pid)).toBe(true)
    vi.advanceTimersByTime(1)
  }
  vi.useRealTimers()
  const { code, notes } = await run
  expect([code, notes]).toEqual([
    4,
    expect.stringContaining('was ended, because the command was asked to stop'),
  ])
  await expect.poll(() => isAlive(pid)).toBe(false)
})

/** Whether it runs: of one that has ended and was not waited for, the system still has a number. */
const isAlive = (pid: number): boolean => {
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) && readFileSync(file, 'utf8') !== ''
}

test('what is no program is refused, before the first call', async () => {
  const { program, file, dossier } = await withProgram(shell)
  await chmod(program, 0o600)
  const message = `job.yaml:5: after: ${program} is no program that may be run; expected an executable file`
  for (const command of ['validate', 'run']) {
    const { code, notes } = await dossier([command, file])
    expect([code, notes]).toEqual([2, expect.stringContaining(message)])
  }
})

/** The programs of docs/delivering.md, by the heading above each. */
const recipes = Object.fromEntries(
  [...readFileSync('docs/delivering.md', 'utf8').matchAll(/^## ([^\n]+)\n[^#]*```sh\n(#!.*?)```/gms)].map(
    ([, heading = '', script = '']) => [heading, script],
  ),
)

/** What each calls, by its program; each call as its arguments. */
const called: Readonly<
  Record<string, readonly [heading: string, calls: (exports: string, run: string) => readonly string[][]]>
> = {
  rclone: [
    'To an object store',
    (exports, run) => [['copy', exports, `store:due-diligence/job/${run}/exports`]],
  ],
  psql: [
    'To Postgres, from CSV',
    (exports) => [
      [
        ...['--set', 'ON_ERROR_STOP=1', '--single-transaction', '--command', 'TRUNCATE red_flags'],
        ...['--command', `\\copy red_flags FROM '${exports}/red_flags.csv' WITH (FORMAT csv, HEADER)`],
        ...['--command', 'TRUNCATE events'],
        ...['--command', `\\copy events FROM '${exports}/events.csv' WITH (FORMAT csv, HEADER)`],
      ],
    ],
  ],
  duckdb: [
    'To Postgres, from Parquet',
    (exports) =>
      ['red_flags', 'events'].map((table) => [
        '-c',
        `INSTALL postgres; LOAD postgres; ATTACH '' AS pg (TYPE postgres);\n    CREATE OR REPLACE TABLE pg.public.${table} AS FROM read_parquet('${exports}/${table}.parquet')`,
      ]),
  ],
  mutt: [
    'By mail',
    (exports) => [
      ['-s', 'dossier: job: complete', '-a', `${exports}/dossier.xlsx`, '--', 'compliance@example.com'],
    ],
  ],
}

test('the recipes call their programs with what the run wrote', async () => {
  const { folder, home, file, dossier } = await withProgram(
    `${shell}for recipe in ./recipe-*; do "$recipe" || exit 1; done\n`,
    '[{ format: csv, tables: [red_flags, events], headers: en, safety: none }, { format: parquet, tables: [red_flags, events] }, { format: xlsx }]',
  )
  const bin = join(folder, 'bin')
  await mkdir(bin)
  for (const [program, [heading]] of Object.entries(called)) {
    const calls = join(folder, program)
    // A stand-in that records its arguments, each ended by a NUL, and a call by a second one.
    const standIn = `${shell}for argument in "$@"; do printf '%s\\0' "$argument"; done >> "${calls}"; printf '\\0' >> "${calls}"\n`
    await writeFile(join(bin, program), standIn, { mode: 0o700 })
    await writeFile(join(folder, `recipe-${program}`), recipes[heading] ?? '', { mode: 0o700 })
  }
  const { code, notes } = await dossier(['run', file], { PATH: `${bin}${delimiter}${process.env.PATH}` })
  expect([code, notes]).toEqual([0, expect.not.stringContaining('after:')])
  const [run = ''] = (await dossier(['runs', '--json'])).out.match(/\d{8}T\d{6}Z-\w{4}/) ?? []
  for (const [program, [, expected]] of Object.entries(called)) {
    const calls = (await readFile(join(folder, program), 'utf8')).split('\0\0').slice(0, -1)
    expect(calls.map((call) => call.split('\0'))).toEqual(expected(`${home}/runs/${run}/exports`, run))
    const named = [...calls.join('\n').matchAll(/[^'\s\0]+\.(?:csv|parquet|xlsx)/g)].map(([path]) => path)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  }
})
