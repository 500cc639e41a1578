import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { diceOf, shuffled } from '../dice.ts'
import { type Mutant, mutated, sqlMutants } from './sql.ts'

/** A mutant, and whether a test failed with it. */
export interface Result {
  readonly file: string
  readonly line: number
  readonly change: string
  readonly isKilled: boolean
}

interface Draw {
  readonly seed: number
  readonly count: number
}

/** Runs the tests once for each change of SQL, or for some that the seed draws, in a copy of the project. */
export async function runSql(
  files: readonly string[],
  tests: readonly string[],
  { seed, count }: Draw,
): Promise<Result[]> {
  const sources = await Promise.all(
    files.map(async (file) => ({ file, source: await readFile(file, 'utf8') })),
  )
  const all = sources.flatMap((one) => sqlMutants(one.source).map((mutant) => ({ ...one, mutant })))
  const some = shuffled(all, diceOf(seed, all.length)).slice(0, count)
  process.stdout.write(`seed ${seed}: ${some.length} of ${all.length} mutants\n`)
  const copy = await copyOfProject()
  try {
    const began = performance.now()
    if ((await testsEnd(copy, tests, 600_000)) !== 0) throw new Error('the tests fail without a mutant')
    const patience = 30_000 + 3 * (performance.now() - began)
    const results: Result[] = []
    for (const { file, source, mutant } of some) {
      await writeFile(join(copy, file), mutated(source, mutant))
      const isKilled = (await testsEnd(copy, tests, patience)) !== 0
      await writeFile(join(copy, file), source)
      results.push({ file, isKilled, ...placeOf(source, mutant) })
      process.stdout.write(isKilled ? '.' : 'S')
    }
    process.stdout.write('\n')
    return results
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** The line of a change, and some of what stands around it. */
function placeOf(source: string, { at, from, to }: Mutant): Pick<Result, 'line' | 'change'> {
  const [before, after] = [source.slice(0, at), source.slice(at + from.length)]
  const left = (/.{0,40}$/.exec(before)?.[0] ?? '').trimStart()
  const right = /^.{0,60}/.exec(after)?.[0] ?? ''
  return {
    line: before.split('\n').length,
    change: `${left}[${from.trim()} → ${to || 'nothing'}] ${right.trim()}`,
  }
}

async function copyOfProject(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'dossier-mutation-'))
  const apart = ['node_modules', '.git', 'output'].map((name) => resolve(name))
  await cp(resolve(), copy, { recursive: true, filter: (path) => !apart.includes(path) })
  await symlink(resolve('node_modules'), join(copy, 'node_modules'))
  return copy
}

/** How the tests end: with 0, where all of them pass; what takes too long is killed with all of its processes. */
function testsEnd(folder: string, tests: readonly string[], patience: number): Promise<number | null> {
  const vitest = resolve('node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--bail', '1', ...tests.map((path) => relative('.', path))]
  const child = spawn(process.execPath, args, { cwd: folder, detached: true, stdio: 'ignore' })
  const { pid } = child
  const timer = setTimeout(() => pid && process.kill(-pid, 'SIGKILL'), patience)
  return new Promise((ended, failed) => {
    child.once('error', failed).once('exit', (code) => {
      clearTimeout(timer)
      ended(code)
    })
  })
}
