import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { diceOf, shuffled } from '../dice.ts'
import { codeMutants } from './code.ts'
import { type Mutant, mutated, sqlMutants } from './sql.ts'

/** A mutant, and whether a test failed with it. */
export interface Result {
  readonly file: string
  readonly line: number
  readonly change: string
  readonly isKilled: boolean
}

/** Lines of a file, the last of them included. */
export interface Place {
  readonly file: string
  readonly first: number
  readonly last: number
}

interface Draw {
  readonly seed: number
  readonly count: number
}

/** Data, words, and the made-up sample. */
const apart = /^src\/(?:rows\/(?:tables|words)|readers\/[^/]+\/words|standins\/sample|cli\/text\.ts$)/

async function mutantsOf({ file, first, last }: Place) {
  if (apart.test(file)) return []
  const source = await readFile(file, 'utf8')
  return [...(await codeMutants(source)), ...sqlMutants(source)]
    .map((mutant) => ({ file, source, mutant, ...placeOf(source, mutant) }))
    .filter(({ line, lastLine }) => line >= first && lastLine <= last)
}

/** Runs the tests once for each change, or for some that the seed draws, in a copy of the project. */
export async function runMutants(
  places: readonly Place[],
  testsOf: (file: string) => readonly string[],
  { seed, count }: Draw,
): Promise<Result[]> {
  const all = (await Promise.all(places.map(mutantsOf))).flat()
  const some = shuffled(all, diceOf(seed, all.length)).slice(0, count)
  const tests = [...new Set(some.flatMap(({ file }) => testsOf(file)))]
  process.stdout.write(`seed ${seed}: ${some.length} of ${all.length} mutants, by ${tests.join(' ')}\n`)
  if (some.length === 0) return []
  const copy = await copyOfProject()
  try {
    const began = performance.now()
    if ((await testsEnd(copy, tests, 600_000)) !== 0) throw new Error('the tests fail without a mutant')
    const patience = 30_000 + 3 * (performance.now() - began)
    const results: Result[] = []
    for (const { file, source, mutant, line, change } of some) {
      await writeFile(join(copy, file), mutated(source, mutant))
      const isKilled = (await testsEnd(copy, testsOf(file), patience)) !== 0
      await writeFile(join(copy, file), source)
      results.push({ file, isKilled, line, change })
      process.stdout.write(isKilled ? '.' : 'S')
    }
    process.stdout.write('\n')
    return results
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** The lines of a change, and some of what stands around it. */
function placeOf(source: string, { at, from, to }: Mutant) {
  const [before, after] = [source.slice(0, at), source.slice(at + from.length)]
  const left = (/.{0,40}$/.exec(before)?.[0] ?? '').trimStart()
  const right = /^.{0,60}/.exec(after)?.[0] ?? ''
  return {
    line: before.split('\n').length,
    lastLine: source.slice(0, at + from.length).split('\n').length,
    change: `${left}[${from.trim()} → ${to || 'nothing'}] ${right.trim()}`.replaceAll(/\s+/g, ' '),
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
